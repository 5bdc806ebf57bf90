//! `generate`: new positions. The options are the game's own; the command line is made from their declarations.

use std::io::{self, Write};
use std::time::Duration;

use clap::{Arg, ArgAction, ArgMatches, Command, builder::PossibleValuesParser, value_parser};
pub(super) use damier_campaign::units::range;
use damier_lab::Game;
use damier_lab::wish::{self, Wish};
use damier_search::Spec;
use rand::SeedableRng;
use rand::rngs::SysRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::session::{self, Watched, with_line};
use super::{Exit, Fault, Outcome, args, convert, say, units};

pub(super) fn command(command: Command, game: Game) -> Command {
    let formats: Vec<_> = game.kit.about().formats.iter().map(|format| format.name).collect();
    let command =
        command
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
    let variant = Arg::new("variant")
        .long("variant")
        .value_name("SPEC")
        .value_parser(value_parser!(Spec))
        .help("Other rules than the usual ones; `list` shows them");
    let command = if game.kit.about().variants.is_empty() { command } else { command.arg(variant) };
    // Only what can be solved can be wished for.
    let command = if game.kit.thinking().is_none() { wishes(command) } else { command };
    args::add_declared(command, &game.recipe_options())
}

/// What one can wish for, whatever the game: boards are then made and solved until one is so.
fn wishes(command: Command) -> Command {
    let range = |name: &'static str, help: &'static str| {
        Arg::new(name).long(name).value_name("A..B").value_parser(range).help(help).help_heading("Wishes")
    };
    let flag = |name: &'static str, help: &'static str| {
        Arg::new(name).long(name).action(ArgAction::SetTrue).help(help).help_heading("Wishes")
    };
    command
        .arg(range("length", "The fewest moves lie between A and B, such as 8..10 or 7"))
        .arg(range("moving", "Between A and B pieces move in the best solution"))
        .arg(flag("unique", "There is one optimal solution only"))
        .arg(flag("helpers", "The piece with the task cannot do it alone"))
        .arg(
            Arg::new("time")
                .long("time")
                .value_name("TIME")
                .default_value("60s")
                .value_parser(units::duration)
                .help("How long to look for each board that is wished for")
                .help_heading("Wishes"),
        )
}

/// What was wished for, if anything was.
fn wished(matches: &ArgMatches) -> Option<Wish> {
    let range = |name| matches.try_get_one::<(u32, u32)>(name).ok().flatten().copied();
    let (length, moving) = (range("length"), range("moving"));
    let flag = |name| matches.try_get_one::<bool>(name).ok().flatten() == Some(&true);
    let (unique, helpers) = (flag("unique"), flag("helpers"));
    if length.is_none() && moving.is_none() && !unique && !helpers {
        return None;
    }
    let (length, moving) = (length.unwrap_or((0, u32::MAX)), moving.unwrap_or((0, u32::MAX)));
    Some(Wish { length: length.0..=length.1, moving: moving.0 as usize..=moving.1 as usize, unique, helpers })
}

pub(super) fn run(game: Game, matches: &ArgMatches) -> Outcome {
    let recipe = game.recipe(&args::given(matches, &game.recipe_options()))?;
    let count = *matches.get_one::<u64>("count").unwrap_or(&1);
    let format = matches.get_one::<String>("to").map_or("json", String::as_str);
    let given = matches.get_one::<u64>("seed").copied();
    let seed = given.map_or_else(new_seed, Ok)?;
    let wish = wished(matches);
    let variant = matches.try_get_one::<Spec>("variant").ok().flatten();
    let time = matches.try_get_one("time").ok().flatten().copied().unwrap_or(Duration::from_secs(60));
    // While this is held, Ctrl-C lets the position that is being written be finished.
    let watched = Watched::new();
    let mut out = io::BufWriter::new(io::stdout());
    // Each has a seed of its own, so that number 100 can be made again without the 99 before it.
    let mut seeds = (0..).map(|number| seed.wrapping_add(number));
    for number in 0..count {
        let (wish, progress) = (wish.as_ref(), &watched.progress);
        let find = || wish::find(game, &recipe, variant, &mut seeds, wish, time, progress, &mut || ());
        let found = with_line(&watched, find)?;
        if session::is_cancelled() {
            return Ok(Exit::Cancelled);
        }
        let Some((position, _)) = found else {
            out.flush()?;
            say(
                "no board as wished was found in the time; wish for something else, or give it more with --time",
            );
            return Ok(Exit::Limit);
        };
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
fn new_seed() -> Result<u64, Fault> {
    use rand::RngExt;
    let rng = Xoshiro256PlusPlus::try_from_rng(&mut SysRng);
    let mut rng = rng.map_err(|error| {
        Fault::Failed(format!("the system gives no random numbers: {error}; give --seed"))
    })?;
    Ok(u64::from(rng.random::<u32>()))
}
