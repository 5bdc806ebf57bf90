//! Arguments that are made from what a game declares: a subcommand a game, the options of its start, a position in the arguments.

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};
use damier_kit::Position;
use damier_lab::Game;
use damier_search::registry::{OptionInfo, Takes};

use super::{Fault, Outcome, input};
use crate::games;

/// Adds a subcommand for each of these games.
pub(super) fn add_games(
    command: Command,
    games: impl Iterator<Item = Game>,
    of: fn(Command, Game) -> Command,
) -> Command {
    let command = command
        .subcommand_required(true)
        .subcommand_value_name("GAME")
        .subcommand_help_heading("Games")
        .disable_help_subcommand(true)
        // Any other game comes through, so that the answer can say why not.
        .allow_external_subcommands(true);
    games.fold(command, |command, game| {
        let about = game.kit.about();
        command.subcommand(of(Command::new(about.name).about(about.summary), game))
    })
}

/// Calls a verb with the game that was named and the arguments after it.
pub(super) fn with_game(matches: &ArgMatches, run: impl FnOnce(Game, &ArgMatches) -> Outcome) -> Outcome {
    let (name, matches) =
        matches.subcommand().ok_or_else(|| Fault::Input("this verb needs a game".to_owned()))?;
    run(games::named(name).map_err(Fault::Input)?, matches)
}

/// Adds options that a game declares.
pub(super) fn add_declared(command: Command, options: &[OptionInfo]) -> Command {
    options.iter().fold(command, |command, option| command.arg(declared(option)))
}

fn declared(option: &OptionInfo) -> Arg {
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

/// The declared options with their values.
pub(super) fn given(matches: &ArgMatches, options: &[OptionInfo]) -> Vec<(String, String)> {
    let given = |option: &OptionInfo| {
        let value = matches.get_one::<String>(option.name)?;
        Some((option.name.to_owned(), value.clone()))
    };
    options.iter().filter_map(given).collect()
}

/// The formats whose texts can stand in the arguments.
fn texts(game: Game) -> impl Iterator<Item = &'static str> {
    let formats = game.kit.about().formats.iter().filter(|format| format.reads).map(|format| format.name);
    formats.filter(|name| !["json", "moves"].contains(name))
}

/// Adds the ways to give positions: a file, a text in one of the formats, or how a game is set up; and moves from there.
pub(super) fn add_position(command: Command, game: Game) -> Command {
    let setup = game.kit.about().setup;
    let instead: Vec<&str> = texts(game).chain(setup.iter().map(|option| option.name)).collect();
    let file = Arg::new("file").value_name("FILE").help(if setup.is_empty() {
        "A file of positions, or - for standard input"
    } else {
        "A file of positions, or - for standard input [default: the start of a game]"
    });
    let moves = Arg::new("moves").long("moves").value_name("MOVES").allow_hyphen_values(true);
    let command = input::Which::augment_args(command.arg(file.conflicts_with_all(&instead)))
        .arg(moves.help("Moves to play from there, in the game's notation"));
    let text = |name: &'static str| {
        let conflicts = instead.iter().copied().filter(move |&other| other != name);
        let argument = Arg::new(name).long(name).value_name("TEXT").allow_hyphen_values(true);
        argument.conflicts_with_all(conflicts).help(format!("Begin from this position, in the format {name}"))
    };
    let command = texts(game).fold(command, |command, name| command.arg(text(name)));
    add_declared(command, setup)
}

/// The positions that [`add_position`] reads, and whether they come from a file.
pub(super) fn positions(game: Game, matches: &ArgMatches) -> Result<(Vec<Box<dyn Position>>, bool), Fault> {
    let about = game.kit.about();
    let text = texts(game).find_map(|name| Some((name, matches.get_one::<String>(name)?)));
    let file = matches.get_one::<String>("file");
    let positions = match (file, text) {
        (Some(file), _) => input::positions(game, file, &input::Which::from_arg_matches(matches)?)?,
        (None, Some((format, text))) => {
            let read = game.kit.read(text, Some(format));
            read.map_err(|error| Fault::unreadable(&format!("--{format}"), &error))?
        }
        (None, None) if about.setup.is_empty() => {
            return Err(Fault::Input("name a file of positions, or - for standard input".to_owned()));
        }
        (None, None) => vec![game.start(&given(matches, about.setup))?],
    };
    let moves = matches.get_one::<String>("moves").map_or("", String::as_str);
    let played = positions.into_iter().map(|position| game.play_all(position, moves));
    Ok((played.collect::<Result<_, _>>()?, file.is_some()))
}
