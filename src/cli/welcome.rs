//! What `damier` alone shows: a fresh board, its shortest solution, and where to go from there.

use std::io::{self, Write};

use damier_search::kit::Style;
use damier_search::registry::arguments;

use super::generate::new_seed;
use super::record::Record;
use super::session::{self, Watched, with_line};
use super::{Exit, Fault, LimitOptions, Outcome};
use crate::games::GAMES;

pub(super) fn run() -> Outcome {
    let game = GAMES[0];
    let seed = new_seed()?;
    let args = arguments("generate", game.kit.generate_options(), &[])?;
    let position = game.kit.generate(&args, seed).map_err(|error| Fault::Failed(error.to_string()))?;
    let spec = game.kit.default_algorithm().parse()?;
    let limits = LimitOptions {
        time: Some(std::time::Duration::from_secs(10)),
        nodes: None,
        memory: None,
        threads: None,
    };
    let watched = Watched::new();
    let solve = || Record::solve(game, seed.to_string(), position.as_ref(), &spec, limits.limits(), &watched);
    let record = with_line(&watched, solve)?;
    let style = session::style();
    let (bold, plain) = if style == Style::Colour { ("\x1b[1m", "\x1b[0m") } else { ("", "") };
    let mut out = io::stdout();
    writeln!(out, "{bold}Damier{plain}: a laboratory of board games and search\n")?;
    writeln!(out, "Ricochet Robots: bring the robot with the same letter and shape onto the target.\n")?;
    record.print(&mut out, Some((position.as_ref(), style)))?;
    // However the program was started is how it can be started again.
    let damier = std::env::args().next().unwrap_or_else(|| "damier".to_owned());
    writeln!(out, "\nGo on with:")?;
    for (arguments, what) in [
        (format!("generate ricochet --seed {seed} > board.json"), "this board as a file"),
        ("solve ricochet board.json".to_owned(), "its shortest solution"),
        (
            "race ricochet board.json --algorithms \"bfs,astar(bounces),ida\"".to_owned(),
            "three algorithms at once",
        ),
        ("list".to_owned(), "games, algorithms, heuristics, formats"),
        ("--help".to_owned(), "everything else"),
    ] {
        writeln!(out, "  {damier} {arguments:<66} {what}")?;
    }
    Ok(if session::is_cancelled() { Exit::Cancelled } else { Exit::Done })
}
