//! What the keys mean: as in the page, with `q` to leave.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use damier_kit::Scene;

/// What a key stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Act {
    /// N, E, S or W.
    Way(char),
    /// A piece by its place.
    Choose(usize),
    /// The next piece, or the one before.
    Cycle(bool),
    /// A move back, or forward.
    Undo,
    Redo,
    /// The same; at an end of the history, the table that was there before or after this one.
    UndoAll,
    RedoAll,
    /// To before the last move that weighs, and to after the next one.
    UndoHeavy,
    RedoHeavy,
    /// One move back or forward in the history, whoever made it.
    Look(bool),
    Restart,
    End,
    Hint,
    /// The next task, level, board or game.
    Next,
    Previous,
    /// The next level that was not solved.
    Unsolved,
    /// A new board, made by the game.
    New,
    Levels,
    Opponent,
    /// To place something, or no more.
    Place,
    /// Turns what is placed.
    Turn,
    Enter,
    Pause,
    Escape,
    Help,
    Leave,
    /// Leaves at once, as Ctrl-C does.
    Interrupt,
    Redraw,
    /// A page up or down in a list.
    Page(bool),
}

/// What decides between two meanings of a key.
#[derive(Clone, Copy)]
pub(super) struct Context<'a> {
    pub(super) scene: Option<&'a Scene>,
    /// One chooses a piece, then a direction.
    pub(super) choose: bool,
    /// Something is placed just now.
    pub(super) placing: bool,
    /// Somebody plays against somebody.
    pub(super) versus: bool,
}

/// What a key means.
pub(super) fn act(key: KeyEvent, context: Context<'_>) -> Option<Act> {
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    Some(match key.code {
        KeyCode::Up => Act::Way('N'),
        KeyCode::Right => Act::Way('E'),
        KeyCode::Down => Act::Way('S'),
        KeyCode::Left => Act::Way('W'),
        KeyCode::Tab => Act::Cycle(true),
        KeyCode::BackTab => Act::Cycle(false),
        KeyCode::Backspace => Act::Undo,
        KeyCode::Home => Act::Restart,
        KeyCode::End => Act::End,
        KeyCode::Enter => Act::Enter,
        KeyCode::Esc => Act::Escape,
        KeyCode::F(1) => Act::Help,
        KeyCode::PageUp => Act::Page(false),
        KeyCode::PageDown => Act::Page(true),
        KeyCode::Char(sign) if control => match sign.to_ascii_lowercase() {
            'c' => Act::Interrupt,
            'l' => Act::Redraw,
            'y' => Act::RedoAll,
            'z' if sign == 'Z' || key.modifiers.contains(KeyModifiers::SHIFT) => Act::RedoAll,
            'z' => Act::UndoAll,
            _ => return None,
        },
        KeyCode::Char(sign) if !key.modifiers.contains(KeyModifiers::ALT) => return letter(sign, context),
        _ => return None,
    })
}

fn letter(sign: char, context: Context<'_>) -> Option<Act> {
    let Context { scene, choose, placing, versus } = context;
    if choose {
        let label = |piece: &damier_kit::ScenePiece| piece.label.to_uppercase() == sign.to_string();
        let named = scene.and_then(|scene| scene.pieces.iter().position(label));
        let digit = sign.to_digit(10).and_then(|digit| (digit as usize).checked_sub(1));
        if let Some(piece) = named.filter(|_| sign.is_uppercase()).or(digit) {
            return Some(Act::Choose(piece));
        }
    }
    if !choose && !versus {
        let way = ['N', 'W', 'S', 'E'].into_iter().zip("wasd".chars()).find(|(_, key)| *key == sign);
        if let Some((way, _)) = way {
            return Some(Act::Way(way));
        }
    }
    Some(match sign {
        ' ' | 'r' | 'v' if placing => Act::Turn,
        'q' => Act::Leave,
        '?' => Act::Help,
        'u' => Act::Undo,
        'y' => Act::Redo,
        'U' => Act::UndoHeavy,
        'Y' => Act::RedoHeavy,
        ',' => Act::Look(false),
        '.' => Act::Look(true),
        'r' | 'R' if !versus => Act::Restart,
        'h' | 'H' => Act::Hint,
        'n' => Act::Next,
        'N' => Act::New,
        'p' | 'P' => Act::Previous,
        'm' | 'M' => Act::Unsolved,
        'l' | 'L' => Act::Levels,
        'o' | 'O' if versus => Act::Opponent,
        'w' | 'W' if versus => Act::Place,
        ' ' if versus => Act::Pause,
        'e' => Act::Cycle(true),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use damier_kit::ScenePiece;

    #[test]
    fn keys_are_those_of_the_page() {
        let robot =
            |label: &str| ScenePiece { kind: "robot", cell: 0, label: label.to_owned(), color: 0, start: 0 };
        let scene = Scene { pieces: vec![robot("r"), robot("y")], ..Scene::default() };
        let slides = Context { scene: Some(&scene), choose: true, placing: false, versus: false };
        let walks = Context { choose: false, ..slides };
        let game = Context { versus: true, ..walks };
        let typed = |sign, context| act(KeyEvent::new(KeyCode::Char(sign), KeyModifiers::NONE), context);
        assert_eq!(typed('r', slides), Some(Act::Restart));
        assert_eq!(typed('y', slides), Some(Act::Redo));
        assert_eq!(typed('Y', slides), Some(Act::Choose(1)));
        assert_eq!(typed('Y', walks), Some(Act::RedoHeavy));
        assert_eq!(typed('2', slides), Some(Act::Choose(1)));
        assert_eq!((typed('w', walks), typed('w', game)), (Some(Act::Way('N')), Some(Act::Place)));
        assert_eq!(
            (typed('r', game), typed('r', Context { placing: true, ..game })),
            (None, Some(Act::Turn))
        );
        let held = |sign| act(KeyEvent::new(KeyCode::Char(sign), KeyModifiers::CONTROL), slides);
        assert_eq!(
            (held('z'), held('y'), held('c')),
            (Some(Act::UndoAll), Some(Act::RedoAll), Some(Act::Interrupt))
        );
    }
}
