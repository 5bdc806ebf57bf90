//! Small positions of every game, edited and played on: the legal moves are those that can be played and those that the validator
//! accepts, nothing else is, the position comes back from its own text, and distances are those that the validator measures.

use arbitrary::{Arbitrary, Unstructured};
use damier::doors::GAMES;
use damier_kit::Position;
use damier_lab::Game;

use crate::Target;
use crate::positions::Making;

/// A position, and moves to try there.
#[derive(Arbitrary, Debug)]
struct Question {
    position: Making,
    tries: Vec<[u8; 3]>,
}

/// A target a game.
pub fn targets() -> Vec<Target> {
    let target = |game: Game| {
        let check = move |bytes: &[u8]| {
            if let Ok(question) = Question::arbitrary(&mut Unstructured::new(bytes)) {
                check(game, &question);
            }
        };
        Target::new("rules", format!("{}.rules", game.name()), check, crate::mutate::noise).at_cost(10)
    };
    GAMES.iter().copied().map(target).collect()
}

fn check(game: Game, question: &Question) {
    let (position, played) = question.position.carry_out(game);
    let position = position.as_ref();
    let first = game.kit.about().formats[0].name;
    let text = position.write(first).expect("the first format holds every position");
    let back = game.kit.read(&text, None).expect("what was written is read").remove(0);
    let legal = position.legal();
    assert_eq!(back.legal(), legal, "{text}");
    let verdict = game.replay(position, "");
    assert!(!verdict.as_ref().is_err_and(|invalid| invalid.unreadable), "{verdict:?}\n{text}");
    if let Some(distances) = distances(game, position) {
        let (_, told) =
            position.facts().into_iter().find(|(name, _)| *name == "distance").expect("distances");
        assert_eq!(told, serde_json::json!(distances), "{text}");
    }
    let tried = question.tries.iter().take(8).map(|&bytes| word(game, bytes));
    let some = legal.iter().step_by(legal.len() / 4 + 1).cloned();
    for step in tried.chain(some).chain(played) {
        // A game that has ended may list no moves, and the validator may let it go on.
        if ended(position) {
            continue;
        }
        let done = position.play(&step).ok();
        let step = done.as_ref().map_or(step, |done| done.name.clone());
        assert_eq!(done.is_some(), legal.contains(&step), "'{step}' in {legal:?}\n{text}");
        let valid = game.replay(position, &step).is_ok();
        let right = done.is_some_and(|done| position.versus().is_some() || done.position.is_over());
        assert_eq!(valid, right, "'{step}'\n{text}");
    }
}

/// What a validator measures besides: the steps of each player to its goal.
fn distances(game: Game, position: &dyn Position) -> Option<Vec<Option<usize>>> {
    let replay = damier_validate::quoridor::replay;
    (game.name() == "quoridor").then(|| replay(&position.instance(), "").expect("a valid game").distance)
}

/// Whether a game of adversaries has ended here.
fn ended(position: &dyn Position) -> bool {
    position.versus().is_some_and(|versus| versus.end().is_some())
}

/// A word that may be a move: letters and digits as moves of this game have them.
fn word(game: Game, bytes: [u8; 3]) -> String {
    let letters: &[u8] = if game.kit.about().separator.is_empty() { b"lurdLURD" } else { b"abcdefghirgby" };
    let ends: &[&str] = &["", "h", "v", "N", "E", "S", "W"];
    let first = char::from(letters[usize::from(bytes[0]) % letters.len()]);
    if game.kit.about().separator.is_empty() {
        return first.to_string();
    }
    let end = ends[usize::from(bytes[2]) % ends.len()];
    if end.len() == 1 && end.chars().all(char::is_uppercase) {
        format!("{first}{end}")
    } else {
        format!("{first}{}{end}", 1 + bytes[1] % 11)
    }
}
