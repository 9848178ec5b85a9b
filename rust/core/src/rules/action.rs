//! What a player can do, and the rule that speaks against it.

use super::player::Player;
use crate::board::{Position, Roll};

/// One act of a side in a game. Who acts follows from the state of the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// The dice fall: any numbers. Where each side rolls one die for the opening, X's comes first and then O's.
    Roll(u8, u8),
    /// The winner of the opening roll doesn't play it, but rolls both dice.
    Reroll,
    /// The roll is played; the position is the result as the other side sees it. A side that can't move plays the position
    /// that it leaves unchanged.
    Play(Position),
    /// The number of the double that acey-deucey's bonus grants.
    Name(u8),
    /// The cube is offered.
    Double,
    /// The doubled stake is accepted; with a double the cube as well.
    Take,
    /// The doubled stake is refused, and the game lost at the stake before.
    Pass,
    /// The taker doubles again at once and keeps the cube.
    Beaver,
    /// The doubler answers a beaver by doubling again at once; the cube stays where it is.
    Raccoon,
    /// The game is given up at so many times the cube.
    Resign(u8),
    /// The game is offered to be settled: X gets so many points (below 0 for points that O gets, 0 for a draw).
    Settle(i32),
    /// The resignation or settlement is accepted.
    Accept,
    /// The resignation or settlement is refused, and the game goes on where it was.
    Refuse,
    /// The roll doesn't count (cocked dice) and is made again.
    VoidRoll,
    /// The next game of a match or session begins.
    NextGame,
}

/// An action without its particulars.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[expect(missing_docs, reason = "the names are those of the actions")]
pub enum ActionKind {
    Roll,
    Reroll,
    Play,
    Name,
    Double,
    Take,
    Pass,
    Beaver,
    Raccoon,
    Resign,
    Settle,
    Accept,
    Refuse,
    VoidRoll,
    NextGame,
}

impl ActionKind {
    /// All, in the order of their numbers.
    pub const ALL: [ActionKind; 15] = [
        ActionKind::Roll,
        ActionKind::Reroll,
        ActionKind::Play,
        ActionKind::Name,
        ActionKind::Double,
        ActionKind::Take,
        ActionKind::Pass,
        ActionKind::Beaver,
        ActionKind::Raccoon,
        ActionKind::Resign,
        ActionKind::Settle,
        ActionKind::Accept,
        ActionKind::Refuse,
        ActionKind::VoidRoll,
        ActionKind::NextGame,
    ];

    /// The name, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            ActionKind::Roll => "roll",
            ActionKind::Reroll => "reroll",
            ActionKind::Play => "play",
            ActionKind::Name => "name",
            ActionKind::Double => "double",
            ActionKind::Take => "take",
            ActionKind::Pass => "pass",
            ActionKind::Beaver => "beaver",
            ActionKind::Raccoon => "raccoon",
            ActionKind::Resign => "resign",
            ActionKind::Settle => "settle",
            ActionKind::Accept => "accept",
            ActionKind::Refuse => "refuse",
            ActionKind::VoidRoll => "void_roll",
            ActionKind::NextGame => "next_game",
        }
    }
}

impl std::fmt::Display for ActionKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl Action {
    /// The action without its particulars.
    #[inline]
    pub const fn kind(&self) -> ActionKind {
        match self {
            Action::Roll(..) => ActionKind::Roll,
            Action::Reroll => ActionKind::Reroll,
            Action::Play(_) => ActionKind::Play,
            Action::Name(_) => ActionKind::Name,
            Action::Double => ActionKind::Double,
            Action::Take => ActionKind::Take,
            Action::Pass => ActionKind::Pass,
            Action::Beaver => ActionKind::Beaver,
            Action::Raccoon => ActionKind::Raccoon,
            Action::Resign(_) => ActionKind::Resign,
            Action::Settle(_) => ActionKind::Settle,
            Action::Accept => ActionKind::Accept,
            Action::Refuse => ActionKind::Refuse,
            Action::VoidRoll => ActionKind::VoidRoll,
            Action::NextGame => ActionKind::NextGame,
        }
    }
}

/// A set of kinds of actions: those that are legal in some state.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Actions(u16);

impl Actions {
    /// The set as bits: bit `k` stands for the kind with number `k`.
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Whether the set has `kind`.
    #[inline]
    pub const fn contains(self, kind: ActionKind) -> bool {
        self.0 >> kind as u16 & 1 == 1
    }

    /// Whether the set has nothing.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The kinds, in the order of their numbers.
    pub fn iter(self) -> impl Iterator<Item = ActionKind> {
        ActionKind::ALL.into_iter().filter(move |&kind| self.contains(kind))
    }
}

impl FromIterator<ActionKind> for Actions {
    fn from_iter<I: IntoIterator<Item = ActionKind>>(kinds: I) -> Actions {
        Actions(kinds.into_iter().fold(0, |bits, kind| bits | 1 << kind as u16))
    }
}

impl std::fmt::Display for Actions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.is_empty() {
            return f.write_str("nothing");
        }
        for (i, kind) in self.iter().enumerate() {
            write!(f, "{}{kind}", if i == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

impl std::fmt::Debug for Actions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// An action that the rules don't allow now. The state stays as it was.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{action} is not legal: {rule}; legal now: {legal}")]
pub struct IllegalAction {
    /// What was tried.
    pub action: ActionKind,
    /// The rule against it.
    pub rule: Rule,
    /// What is legal instead.
    pub legal: Actions,
}

/// A rule that speaks against an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Rule {
    /// Nothing more can be done in a finished game.
    #[error("the game is over")]
    GameOver,
    /// The next game has to wait.
    #[error("the game is not over")]
    GameNotOver,
    /// A single game has no next one.
    #[error("a single game has no next one")]
    SingleGame,
    /// The match is decided.
    #[error("the match is over")]
    MatchOver,
    /// An offer stands.
    #[error("the offer to end the game has to be accepted or refused first")]
    OfferPending,
    /// There is no offer.
    #[error("there is no offer to end the game")]
    NoOffer,
    /// A double stands.
    #[error("the double has to be answered first")]
    DoublePending,
    /// There is no double.
    #[error("there is no double to answer")]
    NoDouble,
    /// The game has not begun.
    #[error("the opening roll comes first")]
    OpeningFirst,
    /// The dice have been rolled.
    #[error("the roll {roll} has to be played first")]
    RollPending {
        /// The roll.
        roll: Roll,
    },
    /// The dice have not been rolled.
    #[error("there is no roll to play")]
    NoRoll,
    /// Acey-deucey's bonus waits.
    #[error("the double of acey-deucey's bonus has to be named first")]
    BonusPending,
    /// There is no bonus.
    #[error("a double is named only in acey-deucey, after both a 1 and a 2 have been played")]
    NoBonus,
    /// The turn has begun.
    #[error("the cube can be turned only at the start of a turn, before its roll")]
    TurnBegun,
    /// There is no cube.
    #[error("the game is played without the cube")]
    NoCube,
    /// The cube rests in the Crawford game.
    #[error("it is the Crawford game, which is played without the cube")]
    CrawfordGame,
    /// The other side owns the cube.
    #[error("the cube belongs to {owner}")]
    NotTheOwner {
        /// Who owns it.
        owner: Player,
    },
    /// The cube has reached its limit.
    #[error("the cube can't go over {limit}")]
    CubeLimit {
        /// The highest value.
        limit: i32,
    },
    /// It is not the answer of this side.
    #[error("a beaver answers a double and a raccoon answers a beaver, in turn")]
    OtherSide,
    /// The house sets a limit to beavers.
    #[error("a double may be redoubled at once {levels} times here")]
    BeaverLevels {
        /// How often.
        levels: u8,
    },
    /// The opening roll stands.
    #[error("the house doesn't let the winner of the opening roll both dice")]
    NoReroll,
    /// Only the winner of the opening roll has the choice.
    #[error("only the opening roll can be rolled again by choice")]
    NotTheOpening,
    /// A named double is no roll.
    #[error("a double that was named has not been rolled")]
    NamedRoll,
    /// No such dice.
    #[error("a die shows 1 to 6, not {die}")]
    Die {
        /// What was given.
        die: u8,
    },
    /// The position is not a result of the roll.
    #[error("the position is not one of the {results} that {roll} can lead to")]
    NotAPlay {
        /// The roll.
        roll: Roll,
        /// How many results it has.
        results: usize,
    },
    /// The position belongs to another game.
    #[error("a side plays with {expected} checkers here, not with {found}")]
    Checkers {
        /// In the position.
        found: u8,
        /// In the game.
        expected: u8,
    },
    /// Too many points, or none.
    #[error("a side resigns 1 to {most} times the cube here, not {found}")]
    Resignation {
        /// What was offered.
        found: u8,
        /// The most that can be lost.
        most: u8,
    },
    /// The house knows no draws.
    #[error("the house doesn't let a game be drawn by agreement")]
    NoDraws,
    /// The house knows no settlements.
    #[error("the house doesn't let a game be settled")]
    NoSettlements,
    /// More than the game can count.
    #[error("a game is settled for at most {most} points here, not for {found}")]
    Settlement {
        /// What was offered.
        found: i32,
        /// The most that the game can count.
        most: i32,
    },
    /// The team talks about doubling.
    #[error("the team has to agree to double first, or refuse")]
    PlanPending,
    /// The team has decided.
    #[error("a member of the team has refused to double in this turn")]
    PlanRefused,
    /// The cubes of these members can't be doubled together.
    #[error("{}", members_text(*.asked, *.can, *.shared))]
    Members {
        /// Whose cubes were to be doubled, bit `p` for player `p`.
        asked: u32,
        /// Whose can be.
        can: u32,
        /// Whether the team shares one cube.
        shared: bool,
    },
}

fn members_text(asked: u32, can: u32, shared: bool) -> String {
    let players = |set: u32| {
        let list: Vec<String> = (0..32).filter(|p| set >> p & 1 == 1).map(|p| p.to_string()).collect();
        if list.is_empty() { "nobody".to_owned() } else { list.join(", ") }
    };
    let whole = if shared { ", and only all members together, who share a cube," } else { "" };
    format!("the cubes of players {}{whole} can be doubled now, not those of {}", players(can), players(asked))
}
