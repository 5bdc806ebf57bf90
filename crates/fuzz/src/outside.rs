//! Outside engines: the file that names them, and whatever they say. A list is read or refused in one sentence; no
//! line of a program does harm, and no solution of one is taken for valid that the validator refuses.

use std::sync::Arc;

use damier::doors::{self, GAMES};
use damier_engines::Engine;
use damier_kit::Position;
use damier_lab::Game;
use damier_lab::trace::Recorder;
use damier_search::Placement;
use serde_json::{Value, json};

use crate::{Target, is_a_sentence, is_one_line, samples};

/// As many bytes of an input are heard.
const LONGEST: usize = 16 << 10;
/// What is kept of the steps that are told.
const KEPT: usize = 1 << 20;

/// A target for the file, and one for what is said about a position of each puzzle.
pub fn targets() -> Vec<Target> {
    let file = Target::new("outside", "engines.toml", list, lists);
    let puzzles = GAMES.iter().filter(|game| game.kit.thinking().is_none());
    let said = puzzles.map(|&game| {
        let position: Arc<dyn Position> = Arc::from(samples(game).remove(0));
        let like = position.clone();
        let name = format!("{}.outside", game.name());
        Target::new(
            "outside",
            name,
            move |bytes| check(game, position.as_ref(), bytes),
            move || seeds(like.as_ref()),
        )
        .at_cost(4)
    });
    std::iter::once(file).chain(said).collect()
}

fn list(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match doors::engines(text) {
        Err(refusal) => {
            is_a_sentence(&refusal, text);
            assert!(refusal.line.is_some(), "a line is told: {refusal}");
        }
        Ok(engines) => engines.iter().for_each(|engine| adapted(engine, text)),
    }
}

/// What an adapter sends is a line each, and what it takes for a move is one: whatever the file says, and whatever the
/// program says, which here is the file.
fn adapted(engine: &Engine, text: &str) {
    let moves = ["e2", "e8", "e3h", "a8v", "pass", ""].map(str::to_owned);
    for many in 0..moves.len() {
        let Some((sent, told)) = damier_engines::doors::adapted(engine, &moves[..many], 9, text) else {
            return;
        };
        assert!(sent.iter().all(|line| !line.contains(['\n', '\r', '\0'])), "{sent:?}");
        assert!(told.iter().all(|play| !play.contains('\n')), "{told:?}");
    }
}

fn lists() -> Vec<Vec<u8>> {
    let one = "[[engine]]\nname = \"it\"\ncommand = \"python3 it.py\"\ngame = \"taquin\"\n";
    let other = "[[engine]]\nname = \"other\"\ncommand = [\"it\", \"-x\"]\ngames = [\"quoridor\"]\nprotocol = \"adapter\"\n\
                 time = \"10s\"\nstart = \"500ms\"\nmemory = \"1GiB\"\nadmissible = true\nrole = \"player\"\nsummary = \"x\"\n\
                 [engine.adapter]\nbegin = [\"a\", { send = \"b\", until = \"c\" }]\nposition = \"p {moves}\"\nposition_start = \"\"\n\
                 ask = \"go {ms} {nodes} {player}\"\nanswer = \"best {move} x\"\nerror = [\"?\"]\nplayers = [\"w\", \"b\"]\n\
                 info = [\"{*}depth {depth} nodes {nodes} score {score}{*}\"]\npoints = 100\nquit = \"bye\"\n\
                 tell = \"play {move}\"\nmoves = { mirror = true, upper = true, endings = [[\"h\", \" H\"]], separator = \",\", shift = -1 }\n";
    let qtp = "[[engine]]\nname = \"q\"\ncommand = \"q\"\ngame = \"quoridor\"\nprotocol = \"qtp\"\n";
    [one.to_owned(), other.to_owned(), qtp.to_owned(), format!("{one}{other}{qtp}")]
        .map(String::into_bytes)
        .into()
}

fn check(game: Game, position: &dyn Position, bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    if text.len() > LONGEST {
        return;
    }
    let scene = position.scene();
    let cells = scene.pieces.iter().map(|piece| piece.cell).collect();
    let mut recorder =
        Recorder::new(scene.width * scene.height, Placement { cells, tasked: Vec::new() }, KEPT);
    for found in damier_engines::doors::hear(game.kit, position, &text, &mut recorder) {
        match found {
            Err(why) => is_one_line(&why),
            Ok(reply) => {
                let Some(solution) = reply.solution else { continue };
                let valid = game.replay(position, &solution).is_ok();
                let played = game.kit.moves(&solution).ok().and_then(|moves| {
                    moves.iter().try_fold(None::<Box<dyn Position>>, |here, step| {
                        Some(Some(here.as_deref().unwrap_or(position).play(step).ok()?.position))
                    })
                });
                let solved = played.is_some_and(|end| end.as_deref().unwrap_or(position).is_over());
                assert!(!valid || solved, "the validator takes '{solution}' for a solution");
            }
        }
    }
    let trace = recorder.finish();
    assert_eq!(trace.cursor(trace.len()).at, trace.len());
    assert!(trace.fits(&scene));
}

fn seeds(position: &dyn Position) -> Vec<Vec<u8>> {
    let state: Value = serde_json::from_str(&position.instance()).unwrap_or_default();
    let step = position.legal().first().cloned().unwrap_or_default();
    let cells: Vec<u16> = position.scene().pieces.iter().map(|piece| piece.cell).collect();
    let lines = [
        json!({"hello": {"name": "x", "game": "y", "roles": ["solver", "heuristic"]}}),
        json!({"event": {"type": "order", "by": "f"}}),
        json!({"event": {"type": "expand", "id": 1, "g": 0, "h": 3, "state": state}}),
        json!({"event": {"type": "generate", "id": 2, "parent": 1, "g": 1, "f": 4, "move": step}}),
        json!({"event": {"type": "expand", "id": 2, "parent": 1, "g": 1, "h": 3, "cells": cells}}),
        json!({"event": {"type": "better", "id": 2, "parent": 1, "g": 0}}),
        json!({"event": {"type": "duplicate", "id": 1, "parent": 2}}),
        json!({"event": {"type": "cut", "parent": 2, "g": 2, "goal": true}}),
        json!({"event": {"type": "skip", "id": 2}}),
        json!({"event": {"type": "bound", "value": 7}}),
        json!({"info": {"nodes": 5}}),
        json!({"values": [1, null, 2.5]}),
        json!({"result": {"outcome": "solved", "solution": step, "cost": 1, "optimal": true, "stats": {"expanded": 3}}}),
        json!({"result": {"outcome": "limit", "lower_bound": 3}}),
        json!({"result": {"solution": [step, step]}}),
    ];
    let all: Vec<String> = lines.iter().map(Value::to_string).collect();
    all.chunks(6)
        .map(|some| some.join("\n"))
        .chain([all.join("\n")])
        .chain(all.clone())
        .map(String::into_bytes)
        .collect()
}
