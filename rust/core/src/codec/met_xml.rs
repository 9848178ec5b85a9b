//! GNU Backgammon's match equity tables in XML.
//!
//! `<met>` holds `<info>` with a name and the length, a `<pre-crawford-table>` and one or two `<post-crawford-table>`s, each
//! of `<row>`s of `<me>`s: chances of player 0, rows by the points that it needs, columns by those of player 1, from 1. A
//! post-Crawford table has one row, the chance of the trailing side by its points; its `player` says which trails, 0, 1 or
//! `both`. Only tables of type `explicit` are read; `mec` and `zadeh` are parameters for GNU Backgammon to work tables out.

use crate::rules::{MatchEquityTable, MetError};
use roxmltree::{Document, Node, ParsingOptions};

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
    /// A table that is not written out.
    #[error("the {table} is of type {found:?}; only \"explicit\" tables are read")]
    Type {
        /// The element.
        table: String,
        /// The type.
        found: String,
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

/// The table that an XML text describes. What it has beyond its length is left out; its notice is the comments before it.
pub fn parse(xml: &str) -> Result<MatchEquityTable, Error> {
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    let document = Document::parse_with_options(xml, options).map_err(|error| Error::Xml(error.to_string()))?;
    let met = child(document.root(), "met")?;
    let info = child(met, "info")?;
    let name = info.children().find(|node| node.has_tag_name("name")).and_then(|node| node.text()).unwrap_or("");
    let length: f64 = number(child(info, "length")?)?;
    let pre: Vec<Vec<f64>> = rows(explicit(child(met, "pre-crawford-table")?)?)?;

    let length = if length >= 1.0 { length as usize } else { pre.len() };
    let cut = |mut numbers: Vec<f64>, what| {
        let found = numbers.len();
        numbers.truncate(length);
        if numbers.len() == length { Ok(numbers) } else { Err(Error::Length { length, what, found }) }
    };
    if pre.len() < length {
        return Err(Error::Length { length, what: "the pre-crawford-table", found: pre.len() });
    }
    let pre: Vec<Vec<f64>> = pre.into_iter().take(length).map(|row| cut(row, "a row")).collect::<Result<_, _>>()?;

    let mut post: [Option<Vec<f64>>; 2] = [None, None];
    for table in met.children().filter(|node| node.has_tag_name("post-crawford-table")) {
        let row: Vec<f64> = rows(explicit(table)?)?.concat().into_iter().take(length).collect();
        match table.attribute("player").unwrap_or("both") {
            "both" => post = [Some(row.clone()), Some(row)],
            "0" => post[0] = Some(row),
            "1" => post[1] = Some(row),
            found => return Err(Error::Player { found: found.to_owned() }),
        }
    }
    let missing = || Error::Missing { parent: "met".to_owned(), missing: "post-crawford-table" };
    let [Some(post0), Some(post1)] = post else { return Err(missing()) };

    let comments: Vec<&str> =
        document.root().children().filter(Node::is_comment).filter_map(|node| node.text()).map(str::trim).collect();
    Ok(MatchEquityTable::from_tables(name.trim(), &comments.join("\n"), &pre, [&post0, &post1])?)
}

fn child<'a, 'x>(parent: Node<'a, 'x>, missing: &'static str) -> Result<Node<'a, 'x>, Error> {
    let of = || if parent.is_root() { "the document" } else { parent.tag_name().name() };
    let found = parent.children().find(|node| node.has_tag_name(missing));
    found.ok_or_else(|| Error::Missing { parent: of().to_owned(), missing })
}

/// The table itself, unless it is not written out.
fn explicit<'a, 'x>(table: Node<'a, 'x>) -> Result<Node<'a, 'x>, Error> {
    match table.attribute("type").unwrap_or("explicit") {
        "explicit" => Ok(table),
        found => Err(Error::Type { table: table.tag_name().name().to_owned(), found: found.to_owned() }),
    }
}

fn rows(table: Node) -> Result<Vec<Vec<f64>>, Error> {
    let rows = table.children().filter(|node| node.has_tag_name("row"));
    rows.map(|row| row.children().filter(|node| node.has_tag_name("me")).map(number).collect()).collect()
}

fn number(node: Node) -> Result<f64, Error> {
    let text = node.text().unwrap_or("").trim();
    text.parse().map_err(|_| Error::Number {
        line: node.document().text_pos_at(node.range().start).row,
        element: node.tag_name().name().to_owned(),
        found: text.to_owned(),
    })
}
