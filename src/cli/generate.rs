//! `generate`: new positions. The options are the game's own; the command line is made from their declarations.

use std::io::{self, Write};

use clap::{Arg, ArgMatches, Command, builder::PossibleValuesParser, value_parser};
use damier_search::kit::Kit;
use damier_search::registry::{OptionInfo, Takes, arguments};
use rand::SeedableRng;
use rand::rngs::SysRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::session::{self, Watched};
use super::{Exit, Fault, Outcome, convert, say};
use crate::games::{GAMES, Game};

/// Adds a subcommand a game.
pub(super) fn add_games(command: Command) -> Command {
    // An unknown game comes through, so that the answer can name the known ones.
    let command = command.allow_external_subcommands(true);
    GAMES.iter().fold(command, |command, game| command.subcommand(subcommand(game.kit)))
}

fn subcommand(kit: &'static dyn Kit) -> Command {
    let formats: Vec<_> = kit.formats().iter().map(|format| format.name).collect();
    let command =
        Command::new(kit.name())
            .about(kit.summary())
            .arg(
                Arg::new("count")
                    .long("count")
                    .value_name("K")
                    .help("How many")
                    .default_value("1")
                    .value_parser(value_parser!(u64)),
            )
            .arg(
                Arg::new("seed").long("seed").value_name("N").value_parser(value_parser!(u64)).help(
                    "Makes every random choice repeatable [default: a new one, told on standard error]",
                ),
            )
            .arg(
                Arg::new("to")
                    .long("to")
                    .value_name("FORMAT")
                    .help("The format to write")
                    .default_value(formats[0])
                    .value_parser(PossibleValuesParser::new(formats)),
            );
    kit.generate_options().iter().fold(command, |command, option| command.arg(argument(option)))
}

fn argument(option: &'static OptionInfo) -> Arg {
    let help = match option.takes {
        Takes::Choice(_) => option.summary.to_owned(),
        takes => format!("{}: {}", option.summary, takes.describe()),
    };
    let argument = Arg::new(option.name).long(option.name).value_name("VALUE").help(help);
    let argument = argument.default_value(option.default);
    match option.takes {
        Takes::Choice(words) => argument.value_parser(PossibleValuesParser::new(words)),
        _ => argument,
    }
}

pub(super) fn run(matches: &ArgMatches) -> Outcome {
    let (name, matches) =
        matches.subcommand().ok_or_else(|| Fault::Input("generate needs a game".to_owned()))?;
    let game = Game::named(name).map_err(Fault::Input)?;
    let options = game.kit.generate_options();
    let given = |option: &OptionInfo| {
        let value = matches.get_one::<String>(option.name)?;
        Some((option.name.to_owned(), value.clone()))
    };
    let pairs: Vec<_> = options.iter().filter_map(given).collect();
    let args = arguments("generate", options, &pairs)?;
    let count = *matches.get_one::<u64>("count").unwrap_or(&1);
    let format = matches.get_one::<String>("to").map_or(game.kit.formats()[0].name, String::as_str);
    let given = matches.get_one::<u64>("seed").copied();
    let seed = given.map_or_else(new_seed, Ok)?;
    // While this is held, Ctrl-C lets the position that is being written be finished.
    let _watched = Watched::new();
    let mut out = io::BufWriter::new(io::stdout());
    for number in 0..count {
        if session::is_cancelled() {
            return Ok(Exit::Cancelled);
        }
        // Each has a seed of its own, so that number 100 can be made again without the 99 before it.
        let own = seed.wrapping_add(number);
        let mut position = game.kit.generate(&args, own).map_err(|error| Fault::Input(error.to_string()))?;
        position.set_id(own.to_string());
        let text = position.write(format)?;
        if number == 0 && given.is_none() {
            say(&format!("--seed {seed} makes the same again"));
        }
        if number > 0 && text.trim_end().contains('\n') {
            writeln!(out)?;
        }
        convert::write_all(&mut out, &[text])?;
    }
    Ok(Exit::Done)
}

/// A seed that nobody chose, short enough to be typed again.
pub(super) fn new_seed() -> Result<u64, Fault> {
    use rand::RngExt;
    let rng = Xoshiro256PlusPlus::try_from_rng(&mut SysRng);
    let mut rng = rng.map_err(|error| {
        Fault::Failed(format!("the system gives no random numbers: {error}; give --seed"))
    })?;
    Ok(u64::from(rng.random::<u32>()))
}
