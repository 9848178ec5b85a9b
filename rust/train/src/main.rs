//! Trains the nets of fullprime by self-play: see [`HELP`].

mod checkpoint;
mod labels;
mod learner;
mod player;
mod races;
mod stages;
mod store;
mod td;

use lexopt::prelude::*;
use races::Races;
use stages::{Labels, Td};
use std::path::PathBuf;

const HELP: &str = "\
Trains nets from nothing, by self-play.

fullprime-train td --out FILE [--games 200000] [--seed 1] [--variant backgammon]
    Stage 1: TD(0).
fullprime-train labels --from FILE --out FILE --curve FILE.csv [--iterations 60] [--labels 100000] [--seed 1]
                [--threads 1] [--variant backgammon]
    Stage 2: lambda-return labels and Adam. Goes on where --out or, where that is not there, --from has stopped; --from may
    also be a file of nets, such as core/src/eval/nets.bin.
    The nets depend on the seed, not on the threads nor on how often the run was stopped and begun again.
fullprime-train races --from FILE --out FILE [--points 10] [--games 20000] [--pairs 2000000] [--steps 12000] [--seed 1]
    Stage 3: the net for races learns what a one-sided table of so many points knows.
fullprime-train export --from FILE --out FILE
    Writes the nets of a checkpoint as the library reads them.";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = lexopt::Parser::from_env();
    let mut command = None;
    let (mut from, mut out, mut curve) = (None, None, None);
    let (mut games, mut iterations, mut labels, mut seed, mut threads) = (None, 60, 100_000, 1, 1);
    let (mut points, mut pairs, mut steps) = (10, 2_000_000, 12_000);
    let mut variant = "backgammon".to_string();
    while let Some(arg) = args.next()? {
        match arg {
            Value(name) if command.is_none() => command = Some(name.string()?),
            Long("from") => from = Some(PathBuf::from(args.value()?)),
            Long("out") => out = Some(PathBuf::from(args.value()?)),
            Long("curve") => curve = Some(PathBuf::from(args.value()?)),
            Long("games") => games = Some(args.value()?.parse()?),
            Long("iterations") => iterations = args.value()?.parse()?,
            Long("labels") => labels = args.value()?.parse()?,
            Long("seed") => seed = args.value()?.parse()?,
            Long("threads") => threads = args.value()?.parse()?,
            Long("points") => points = args.value()?.parse()?,
            Long("pairs") => pairs = args.value()?.parse()?,
            Long("steps") => steps = args.value()?.parse()?,
            Long("variant") => variant = args.value()?.string()?,
            Short('h') | Long("help") => {
                println!("{HELP}");
                return Ok(());
            }
            _ => return Err(arg.unexpected().into()),
        }
    }
    let start = stages::start_of(&variant)?;
    let out = out.ok_or("--out says where the nets go")?;
    let from = || from.ok_or("--from says which nets to start with");
    match command.as_deref() {
        Some("td") => Td { games: games.unwrap_or(200_000), seed, start }.run(&out),
        Some("labels") => {
            let curve = curve.ok_or("--curve says where the learning curve goes")?;
            Labels { iterations, labels, seed, threads, start }.run(&from()?, &out, &curve)
        }
        Some("races") => Races { points, games: games.unwrap_or(20_000), pairs, steps, seed }.run(&from()?, &out),
        Some("export") => stages::export(&from()?, &out),
        _ => Err(HELP.into()),
    }
}
