//! GNU Backgammon's match equity tables in XML.
//!
//! `<met>` holds `<info>` with a name and the length, a `<pre-crawford-table>` and one or two `<post-crawford-table>`s, each
//! of `<row>`s of `<me>`s: chances of player 0, rows by the points that it needs, columns by those of player 1, from 1. A
//! post-Crawford table has one row, the chance of the trailing side by its points; its `player` says which trails, 0, 1 or
//! `both`. Instead of rows a table of type `zadeh` or `mec` holds `<parameters>` of a model, from which it is worked out
//! ([`crate::rules::GameModel`]).

use crate::rules::{EXTENDED_LENGTH, GameModel, MatchEquityTable, MetError, PostCrawford};
use roxmltree::{Document, Node, ParsingOptions};

/// How far a table is worked out at most; longer ones are extended.
const MODEL_LENGTH: f64 = 512.0;

/// Why a text is not a match equity table.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum Error {
    /// Not XML.
    #[error("not XML: {0}")]
    Xml(String),
    /// An element is missing.
    #[error("<{parent}> has no <{missing}>")]
    Missing {
        /// Where it should be.
        parent: String,
        /// What is missing.
        missing: &'static str,
    },
    /// A table of another type.
    #[error("the {table} is of type {found:?}; tables are explicit, zadeh or mec")]
    Type {
        /// The element.
        table: String,
        /// The type.
        found: String,
    },
    /// A parameter that the model doesn't have.
    #[error("line {line}: the model has the parameters {allowed}, found {found:?}")]
    Parameter {
        /// Where.
        line: u32,
        /// Its name.
        found: String,
        /// Those that it has.
        allowed: String,
    },
    /// A parameter out of range.
    #[error("{name} is 0 to 1, found {found}")]
    Range {
        /// The parameter.
        name: &'static str,
        /// Its value.
        found: f64,
    },
    /// A length beyond reason.
    #[error("<length> is at most {MODEL_LENGTH} points for a table worked out from a model, found {found}")]
    TooLong {
        /// What it is.
        found: f64,
    },
    /// Not a player.
    #[error("the player of a post-crawford-table is 0, 1 or both, found {found:?}")]
    Player {
        /// What it is.
        found: String,
    },
    /// Not a number.
    #[error("line {line}: <{element}> is a number, found {found:?}")]
    Number {
        /// Where.
        line: u32,
        /// The element.
        element: String,
        /// What it is.
        found: String,
    },
    /// Fewer numbers than the length says.
    #[error("<length> is {length}, but {what} has {found}")]
    Length {
        /// The length given.
        length: usize,
        /// What is too short.
        what: &'static str,
        /// What it has.
        found: usize,
    },
    /// The numbers are not a table.
    #[error(transparent)]
    Table(#[from] MetError),
}

/// The table that an XML text describes. What it has beyond its length is left out; a table of models without a length goes to
/// [`EXTENDED_LENGTH`] points. Its notice is the comments before it.
///
/// Where the post-Crawford table of `both` players is a mec, its win rate is that of player 0, and player 1 has the rest.
pub fn parse(xml: &str) -> Result<MatchEquityTable, Error> {
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    let document = Document::parse_with_options(xml, options).map_err(|error| Error::Xml(error.to_string()))?;
    let met = child(document.root(), "met")?;
    let info = child(met, "info")?;
    let name = info.children().find(|node| node.has_tag_name("name")).and_then(|node| node.text()).unwrap_or("");
    let length: f64 = number(child(info, "length")?)?;
    let pre = Pre::read(child(met, "pre-crawford-table")?)?;
    if matches!(pre, Pre::Model(_)) && length > MODEL_LENGTH {
        return Err(Error::TooLong { found: length });
    }
    let mut post: [Option<Post>; 2] = [None, None];
    for table in met.children().filter(|node| node.has_tag_name("post-crawford-table")) {
        match table.attribute("player").unwrap_or("both") {
            "both" => {
                let both = Post::read(table)?;
                post = [Some(both.clone()), Some(both.of_the_other())];
            }
            "0" => post[0] = Some(Post::read(table)?),
            "1" => post[1] = Some(Post::read(table)?),
            found => return Err(Error::Player { found: found.to_owned() }),
        }
    }
    let missing = || Error::Missing { parent: "met".to_owned(), missing: "post-crawford-table" };
    let [Some(post0), Some(post1)] = post else { return Err(missing()) };

    let rows = match &pre {
        _ if length >= 1.0 => length as usize,
        Pre::Rows(rows) => rows.len(),
        Pre::Model(_) => {
            [&post0, &post1].iter().filter_map(|post| post.given()).min().unwrap_or(EXTENDED_LENGTH.into())
        }
    };
    let post: [Vec<f64>; 2] = [post0.chances(rows), post1.chances(rows)];
    let pre = match pre {
        Pre::Rows(table) => cut(table, rows)?,
        Pre::Model(model) => {
            if let Some(short) = post.iter().find(|post| post.len() < rows) {
                let (what, found) = ("the post-crawford-table", short.len());
                return Err(Error::Length { length: rows, what, found });
            }
            model.table([&post[0], &post[1]], rows)
        }
    };
    let comments: Vec<&str> =
        document.root().children().filter(Node::is_comment).filter_map(|node| node.text()).map(str::trim).collect();
    Ok(MatchEquityTable::from_tables(name.trim(), &comments.join("\n"), &pre, [&post[0], &post[1]])?)
}

/// A table before the Crawford game, written out or to be worked out.
enum Pre {
    Rows(Vec<Vec<f64>>),
    Model(GameModel),
}

impl Pre {
    fn read(table: Node) -> Result<Pre, Error> {
        Ok(match kind(table)? {
            "explicit" => Pre::Rows(rows(table)?),
            "zadeh" => {
                const NAMES: [&str; 4] = ["gammon-rate-leader", "gammon-rate-trailer", "delta", "delta-bar"];
                let [leader, trailer, delta, delta_bar] = parameters(table, NAMES, [0.25, 0.15, 0.08, 0.06])?;
                Pre::Model(GameModel::zadeh(leader, trailer, delta, delta_bar))
            }
            _ => {
                let [gammon_rate, win_rate] = parameters(table, ["gammon-rate", "win-rate"], [0.25, 0.5])?;
                Pre::Model(GameModel::mec(gammon_rate, win_rate))
            }
        })
    }
}

/// A table after it.
#[derive(Clone)]
enum Post {
    Row(Vec<f64>),
    Zadeh(PostCrawford),
    Mec(PostCrawford),
}

impl Post {
    fn read(table: Node) -> Result<Post, Error> {
        const DROPS: [&str; 2] = ["free-drop-2-away", "free-drop-4-away"];
        Ok(match kind(table)? {
            "explicit" => Post::Row(rows(table)?.concat()),
            "zadeh" => {
                let names = ["gammon-rate-trailer", DROPS[0], DROPS[1]];
                let [gammon_rate, free_drop_2_away, free_drop_4_away] = parameters(table, names, [0.25, 0.015, 0.004])?;
                Post::Zadeh(PostCrawford { win_rate: 0.5, gammon_rate, free_drop_2_away, free_drop_4_away })
            }
            _ => {
                let names = ["win-rate", "gammon-rate", DROPS[0], DROPS[1]];
                let [win_rate, gammon_rate, free_drop_2_away, free_drop_4_away] =
                    parameters(table, names, [0.5, 0.25, 0.015, 0.004])?;
                Post::Mec(PostCrawford { win_rate, gammon_rate, free_drop_2_away, free_drop_4_away })
            }
        })
    }

    /// The same for player 1, where it has been read for both.
    fn of_the_other(self) -> Post {
        match self {
            Post::Mec(model) => Post::Mec(PostCrawford { win_rate: 1.0 - model.win_rate, ..model }),
            same => same,
        }
    }

    /// How far it goes, where that is given.
    fn given(&self) -> Option<usize> {
        if let Post::Row(row) = self { Some(row.len()) } else { None }
    }

    fn chances(&self, rows: usize) -> Vec<f64> {
        match self {
            Post::Row(row) => row.iter().take(rows).copied().collect(),
            Post::Zadeh(model) => model.zadeh(rows),
            Post::Mec(model) => model.mec(rows),
        }
    }
}

/// The first rows and columns of a table, which must have them.
fn cut(table: Vec<Vec<f64>>, length: usize) -> Result<Vec<Vec<f64>>, Error> {
    if table.len() < length {
        return Err(Error::Length { length, what: "the pre-crawford-table", found: table.len() });
    }
    let row = |mut row: Vec<f64>| {
        let found = row.len();
        row.truncate(length);
        if row.len() == length { Ok(row) } else { Err(Error::Length { length, what: "a row", found }) }
    };
    table.into_iter().take(length).map(row).collect()
}

/// The parameters of a model by name; those left out have the usual values.
fn parameters<const N: usize>(table: Node, names: [&'static str; N], usual: [f64; N]) -> Result<[f64; N], Error> {
    let mut values = usual;
    for parameter in child(table, "parameters")?.children().filter(|node| node.has_tag_name("parameter")) {
        let found = parameter.attribute("name").unwrap_or("");
        let Some(i) = names.iter().position(|&name| name == found) else {
            let (line, allowed) = (line_of(parameter), names.join(", "));
            return Err(Error::Parameter { line, found: found.to_owned(), allowed });
        };
        values[i] = number(parameter)?;
        if !(0.0..=1.0).contains(&values[i]) {
            return Err(Error::Range { name: names[i], found: values[i] });
        }
    }
    Ok(values)
}

fn child<'a, 'x>(parent: Node<'a, 'x>, missing: &'static str) -> Result<Node<'a, 'x>, Error> {
    let of = || if parent.is_root() { "the document" } else { parent.tag_name().name() };
    let found = parent.children().find(|node| node.has_tag_name(missing));
    found.ok_or_else(|| Error::Missing { parent: of().to_owned(), missing })
}

/// What a table is given by.
fn kind<'a>(table: Node<'a, '_>) -> Result<&'a str, Error> {
    match table.attribute("type").unwrap_or("explicit") {
        known @ ("explicit" | "zadeh" | "mec") => Ok(known),
        found => Err(Error::Type { table: table.tag_name().name().to_owned(), found: found.to_owned() }),
    }
}

fn line_of(node: Node) -> u32 {
    node.document().text_pos_at(node.range().start).row
}

fn rows(table: Node) -> Result<Vec<Vec<f64>>, Error> {
    let rows = table.children().filter(|node| node.has_tag_name("row"));
    rows.map(|row| row.children().filter(|node| node.has_tag_name("me")).map(number).collect()).collect()
}

fn number(node: Node) -> Result<f64, Error> {
    let text = node.text().unwrap_or("").trim();
    text.parse().map_err(|_| Error::Number {
        line: line_of(node),
        element: node.tag_name().name().to_owned(),
        found: text.to_owned(),
    })
}
