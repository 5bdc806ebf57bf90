//! Moves as text, a line end, and a position: the rules and the independent validator agree on what may be played.

use damier::doors::GAMES;
use damier_kit::{Position, Style};
use damier_lab::Game;

use crate::{Target, is_a_sentence, is_one_line, samples};

/// As many moves are played at most.
const MOVES: usize = 500;

/// A target a game.
pub fn targets() -> Vec<Target> {
    let target = |game: Game| {
        let name = format!("{}.replay", game.name());
        Target::new("moves", name, move |bytes| check(game, bytes), move || seeds(game)).at_cost(3)
    };
    GAMES.iter().copied().map(target).collect()
}

fn check(game: Game, bytes: &[u8]) {
    let Some(text) = game.kit.decode(bytes) else { return };
    let (moves, position) = text.split_once('\n').unwrap_or((&text, ""));
    let steps = game.kit.moves(moves);
    if let Err(refusal) = &steps {
        is_a_sentence(refusal, moves);
    }
    let Ok(found) = game.kit.read(position, None) else { return };
    let Some(start) = found.first() else { return };
    let verdict = game.replay(start.as_ref(), moves);
    if let Err(invalid) = &verdict {
        is_one_line(&invalid.why);
    }
    let Ok(steps) = steps else {
        assert!(verdict.is_err(), "the validator reads what the game does not: {verdict:?}");
        return;
    };
    if steps.len() > MOVES {
        return;
    }
    seen(start.as_ref());
    let Some((end, names)) = play(start.as_ref(), &steps, verdict.is_ok()) else { return };
    seen(end.as_ref());
    // What is over is over for the validator too; a game of adversaries may stop anywhere.
    let again = game.replay(start.as_ref(), &game.join(&names));
    assert_eq!(again.is_ok(), end.versus().is_some() || end.is_over(), "{again:?} of {names:?}");
}

/// The position after the moves, as the rules write them; none where they are not legal.
fn play(start: &dyn Position, steps: &[String], valid: bool) -> Option<(Box<dyn Position>, Vec<String>)> {
    let mut names = Vec::new();
    let mut here: Option<Box<dyn Position>> = None;
    for step in steps {
        let position = here.as_deref().unwrap_or(start);
        match position.play(step) {
            Ok(played) => {
                names.push(played.name);
                here = Some(played.position);
            }
            Err(refusal) => {
                is_one_line(&refusal.to_string());
                // Only a game that has ended may be played on before the validator.
                assert!(!valid || position.is_over(), "valid, but {step}: {refusal}");
                return None;
            }
        }
    }
    Some((here?, names))
}

/// Everything that is shown of a position can be shown.
fn seen(position: &dyn Position) {
    let (legal, scene) = (position.legal(), position.scene());
    assert_eq!(legal.len(), scene.moves.len());
    assert!(!position.picture(Style::Plain, None).is_empty());
    position.notes().iter().for_each(|note| is_one_line(&note.to_string()));
    let _ = (position.facts(), position.tally(&legal), position.plain_code());
}

fn seeds(game: Game) -> Vec<Vec<u8>> {
    let walk = |position: &dyn Position| {
        let mut here = position.play(position.legal().first()?).ok()?;
        let mut names = vec![here.name.clone()];
        for turn in 1..8 {
            let legal = here.position.legal();
            let Some(step) = legal.get(turn * 7 % legal.len().max(1)) else { break };
            here = here.position.play(step).ok()?;
            names.push(here.name.clone());
        }
        Some(format!("{}\n{}", game.join(&names), position.write(game.kit.about().formats[0].name).ok()?))
    };
    samples(game).iter().filter_map(|position| walk(position.as_ref())).map(String::into_bytes).collect()
}
