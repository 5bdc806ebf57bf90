//! A position as the page draws it, and why something cannot be done there.

use std::fmt::Display;

use damier_quoridor::rules::squares;
use damier_quoridor::{Deed, Illegal, Move, Position, Record, Square};

use super::wire::{Board, Player, Wall, Why};

fn names<T: Display>(things: impl IntoIterator<Item = T>) -> Vec<String> {
    things.into_iter().map(|thing| thing.to_string()).collect()
}

/// The picture of a game after `at` moves.
pub(super) fn board(record: &Record, at: usize) -> Board {
    let position = &record.positions()[at];
    let mut walls: Vec<Wall> =
        record.start().walls().list().iter().map(|wall| Wall { name: wall.to_string(), by: None }).collect();
    for (before, play) in record.positions().iter().zip(&record.moves()[..at]) {
        if matches!(play.deed(), Deed::Wall(..)) {
            walls.push(Wall { name: play.to_string(), by: Some(before.turn()) });
        }
    }
    let legal = position.legal();
    let of = |wanted: fn(&Deed) -> bool| names(legal.iter().filter(|play| wanted(&play.deed())));
    Board {
        size: position.size(),
        turn: position.turn(),
        players: (0..position.players())
            .map(|player| Player {
                pawn: position.pawn(player).to_string(),
                walls: position.walls_left(player),
                goal: names(squares(position.goal(player))),
                way: names(position.shortest_way(player)),
            })
            .collect(),
        walls,
        steps: of(|deed| matches!(deed, Deed::Walk(_))),
        slots: of(|deed| matches!(deed, Deed::Wall(..))),
        pass: legal.first() == Some(&Move::PASS),
        winner: position.winner(),
    }
}

/// Why a move is not legal, and what shows it.
pub(super) fn why(position: &Position, text: &str) -> Why {
    let mut told = Why {
        play: text.chars().take(20).collect(),
        reason: None,
        player: None,
        wall: None,
        way: Vec::new(),
        shut_in: Vec::new(),
    };
    let Ok(play) = text.parse::<Move>() else {
        told.reason = Some("not_a_move");
        return told;
    };
    let Err(illegal) = position.check(play) else { return told };
    told.reason = Some(match illegal {
        Illegal::Over => "over",
        Illegal::Unreachable { .. } => "unreachable",
        Illegal::NoWalls(player) => {
            told.player = Some(player);
            "no_walls"
        }
        Illegal::OffBoard(_) => "off_board",
        Illegal::InTheWay(wall, other) => {
            told.wall = Some(other.to_string());
            // Walls that cross stand on the same square and lie differently.
            if let (Deed::Wall(a, one), Deed::Wall(b, two)) = (wall.deed(), other.deed())
                && a == b
                && one != two
            {
                "crosses"
            } else {
                "overlaps"
            }
        }
        Illegal::Closes { wall, player } => {
            told.player = Some(player);
            told.way = names(position.shortest_way(player));
            let mut after = *position;
            after.play_unchecked(wall);
            told.shut_in = names(squares(after.reachable(player)));
            "closes"
        }
        Illegal::MustMove => "must_move",
    });
    told
}

/// The squares about a move: those beside a wall, or the one that a pawn goes to, and all around them.
pub(super) fn around(position: &Position, text: &str) -> Vec<String> {
    let Ok(play) = text.parse::<Move>() else { return Vec::new() };
    let (at, wide) = match play.deed() {
        Deed::Walk(to) => (to, 0),
        Deed::Wall(at, _) => (at, 1),
        Deed::Pass => return Vec::new(),
    };
    let near = |middle: usize| middle.saturating_sub(1)..=(middle + wide + 1).min(position.size() - 1);
    let squares =
        near(at.row()).flat_map(|row| near(at.column()).filter_map(move |column| Square::new(column, row)));
    names(squares)
}

#[cfg(test)]
mod tests {
    use damier_quoridor::Setup;
    use damier_quoridor::notation::{play_all, qfen};

    use super::*;

    #[test]
    fn the_start_is_drawn_whole() {
        let board = board(&Record::new(Setup::default()), 0);
        assert_eq!((board.size, board.turn, board.players.len()), (9, 0, 2));
        assert_eq!((board.steps.len(), board.slots.len()), (3, 128));
        assert_eq!(board.players[0].way.len(), 9);
        assert_eq!(board.players[1].goal[0], "a1");
    }

    #[test]
    fn walls_know_who_placed_them() {
        let mut record = Record::from(qfen::read("d4 / / e2 e8 / 9 9 / 2").unwrap());
        play_all(&mut record, "e5h e3 a1v").unwrap();
        let by = |at| board(&record, at).walls.iter().map(|wall| wall.by).collect::<Vec<_>>();
        assert_eq!(by(3), [None, Some(1), Some(1)]);
        assert_eq!(by(0), [None]);
    }

    #[test]
    fn every_reason_is_told() {
        let position = qfen::read("e3 / d1 / e1 e9 / 2 0 / 1").unwrap();
        let reason = |text: &str| why(&position, text).reason;
        assert_eq!(reason("e2"), None);
        assert_eq!(reason("e3"), Some("unreachable"));
        assert_eq!(reason("x"), Some("not_a_move"));
        assert_eq!(reason("e3v"), Some("crosses"));
        assert_eq!(reason("f3h"), Some("overlaps"));
        assert_eq!(reason("i1h"), Some("off_board"));
        assert_eq!(reason("pass"), Some("must_move"));
        let closing = qfen::read("/ d1e1 / e1 e9 / 2 0 / 1").unwrap();
        let told = why(&closing, "e2h");
        assert_eq!((told.reason, told.player), (Some("closes"), Some(0)), "{told:?}");
        assert!(told.way.contains(&"e3".to_owned()) && told.shut_in.len() == 2, "{told:?}");
        let other = qfen::read("/ / e1 e9 / 2 0 / 2").unwrap();
        assert_eq!(why(&other, "a1h").reason, Some("no_walls"));
    }
}
