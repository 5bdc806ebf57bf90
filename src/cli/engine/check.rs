//! `engine check`: whether an outside program keeps to the protocol.

use std::io::{self, Write};
use std::time::Duration;

use damier_engines::check::{Check, Exam, examine, games};
use damier_engines::{Engine, Protocol};
use damier_kit::{Position, Refusal};
use damier_lab::Game;
use damier_search::{Limits, Run};
use serde_json::json;

use crate::cli::{Exit, Fault, Outcome, game, seat, units};
use crate::games::{GAMES, named};

#[derive(clap::Args)]
pub(super) struct Options {
    /// The program with its arguments in quotes, such as "python3 solver.py", the name of an engine of
    /// engines.toml, or with --game a player such as "uci:program" or "cmd:program"
    #[arg(value_name = "COMMAND", required = true, num_args = 1..)]
    command: Vec<String>,
    /// The game that it is asked about [default: the first that it names]
    #[arg(long, value_parser = game, value_name = "GAME")]
    game: Option<Game>,
    /// How long each of the easy positions may take
    #[arg(long, value_name = "TIME", value_parser = units::duration, default_value = "5s")]
    time: Duration,
    /// One JSON object a line
    #[arg(long)]
    json: bool,
}

/// As many easy positions are asked about.
const EASY: usize = 4;

pub(super) fn run(options: &Options) -> Outcome {
    let words: Vec<String> =
        options.command.iter().flat_map(|part| part.split_whitespace()).map(str::to_owned).collect();
    let registered = || GAMES.iter().flat_map(|game| damier_engines::of_game(game.kit));
    let engine = match words.as_slice() {
        [] => return Err(Fault::Input("name a program to check".to_owned())),
        [name] => registered().find(|engine| engine.name == *name).map(|engine| Engine::clone(&engine)),
        _ => None,
    };
    let engine = match engine {
        Some(engine) => engine,
        None => program(&words, options.game)?,
    };
    let game = match (options.game, engine.games.first()) {
        (Some(game), _) => game,
        (None, Some(name)) => named(name).map_err(Fault::Input)?,
        (None, None) => asked(&engine)?,
    };
    let (easy, hard) = positions(game)?;
    let replay =
        |position: &dyn Position, moves: &str| game.replay(position, moves).map_err(|invalid| invalid.why);
    let exam = Exam {
        engine: &engine,
        kit: game.kit,
        easy: &easy,
        hard: hard.as_ref(),
        replay: &replay,
        time: options.time,
    };
    let mut unread = None;
    let checks = examine(&exam, &mut |check| {
        if let Err(error) = tell(check, options.json) {
            unread.get_or_insert(error);
        }
    });
    if let Some(error) = unread {
        return Err(error.into());
    }
    let failed = checks.iter().filter(|check| check.result == "failed").count();
    let ok = checks.iter().filter(|check| check.result == "ok").count();
    if options.json {
        writeln!(io::stdout(), "{}", json!({"game": game.name(), "ok": ok, "failed": failed}))?;
    } else if failed == 0 {
        writeln!(
            io::stdout(),
            "\n{} keeps to the protocol: {ok} checks on {}",
            engine.command.join(" "),
            game.name()
        )?;
    } else {
        writeln!(io::stdout(), "\n{failed} of {} checks failed", checks.len())?;
    }
    Ok(if failed == 0 { Exit::Done } else { Exit::Failed })
}

/// A program that nobody has named: it speaks JSON, or the protocol that is written before it, as in a match.
fn program(words: &[String], game: Option<Game>) -> Result<Engine, Fault> {
    if let Some((mark, rest)) = words[0].split_once(':')
        && let Some(game) = game
        && let Some(protocol) = seat::protocol(game, mark)
    {
        let command: Vec<String> =
            std::iter::once(rest).filter(|rest| !rest.is_empty()).map(str::to_owned).collect();
        let command = [&command, &words[1..]].concat();
        if command.is_empty() {
            return Err(Fault::Input(format!("'{}' names no program", words[0])));
        }
        return Ok(Engine::new(&words.join(" "), command, protocol));
    }
    Ok(Engine::new(&words[0], words.to_vec(), Protocol::Json))
}

/// The game that a program names itself.
fn asked(engine: &Engine) -> Result<Game, Fault> {
    let names = games(engine).map_err(|why| Fault::Failed(format!("{}: {why}", engine.command.join(" "))))?;
    let known = names.iter().find_map(|name| named(name).ok());
    known.ok_or_else(|| Fault::Input("its hello names no game of ours; say which one with --game".to_owned()))
}

fn tell(check: &Check, json: bool) -> io::Result<()> {
    let mut out = io::stdout().lock();
    if json {
        return writeln!(out, "{}", serde_json::to_string(check)?);
    }
    let Check { check, result, what, sent, came } = check;
    let what: String = what.chars().map(|sign| if sign.is_control() { ' ' } else { sign }).collect();
    writeln!(out, "{result:<8} {check}: {what}")?;
    if *result == "failed" {
        sent.iter().try_for_each(|line| writeln!(out, "           sent  {line}"))?;
        if came.is_empty() {
            writeln!(out, "           nothing came back")?;
        }
        came.iter().try_for_each(|line| writeln!(out, "           came  {line}"))?;
    }
    out.flush()
}

type Positions = (Vec<Box<dyn Position>>, Box<dyn Position>);

/// Some positions that are soon solved, and one that is not.
fn positions(game: Game) -> Result<Positions, Refusal> {
    let about = game.kit.about();
    let level = |text: &str, last: bool| -> Result<Vec<Box<dyn Position>>, Refusal> {
        let mut read = game.kit.read(text, None)?;
        if last {
            read = read.into_iter().next_back().into_iter().collect();
        }
        read.truncate(EASY);
        Ok(read)
    };
    let made = |options: &[(&str, &str)], seed: u64| {
        let options: Vec<_> =
            options.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
        game.kit.generate(&game.recipe(&options)?, seed, &mut Run::new(Limits::default()))
    };
    if game.kit.thinking().is_some() {
        let easy = (0..EASY as u64).map(|seed| made(&[("plies", &(4 * seed).to_string())], seed));
        return Ok((easy.collect::<Result<_, _>>()?, made(&[("plies", "6")], 9)?));
    }
    // Sets that rise in difficulty begin with what everybody solves.
    let graded = |hardest: bool| {
        let sets = about.sets.iter().filter(|set| set.grade.is_some());
        if hardest { sets.max_by_key(|set| set.grade) } else { sets.min_by_key(|set| set.grade) }
    };
    match (graded(false), graded(true)) {
        (Some(first), Some(last)) => {
            let hard = level(last.text, true)?.into_iter().next();
            Ok((level(first.text, false)?, hard.map_or_else(|| made(&[], 1), Ok)?))
        }
        _ => Ok(((1..=EASY as u64).map(|seed| made(&[], seed)).collect::<Result<_, _>>()?, made(&[], 9)?)),
    }
}
