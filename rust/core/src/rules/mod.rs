//! What is played, who may do what, and what it is worth. Here sides have names; the board below knows only whose turn
//! it is.

mod action;
mod chouette;
mod cube;
mod game;
mod match_play;
mod met;
mod met_model;
mod met_tables;
mod player;
mod record;
mod ruleset;
mod variant;

pub use action::{Action, ActionKind, Actions, IllegalAction, Rule};
pub use chouette::{Chouette, ChouetteAction, ChouetteError, PLAYERS, order_of_rolls};
pub use cube::{Cube, MAX_LOG2};
pub use game::{AtError, Cause, Ending, Game, Offer, Origin, Stage};
pub use match_play::{Match, MatchError};
pub use met::{EXTENDED_LENGTH, GammonRates, GammonValues, MatchEquityTable, MatchScore, MetError};
pub use met_model::{GameModel, PostCrawford};
pub use player::Player;
pub use record::{Entry, Record, ReplayError, State};
pub use ruleset::{CubeRules, MAX_LENGTH, Opening, Rules, RulesError, Scoring};
pub use variant::Variant;
