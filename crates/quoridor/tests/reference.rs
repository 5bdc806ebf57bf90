//! The rules against reference positions on which two independent implementations agree.

use damier_quoridor::notation::{self, qfen};
use damier_quoridor::perft::{divide, perft};
use damier_quoridor::{Position, Record, Setup};
use damier_search::{Limits, Run};
use serde_json::Value;

const REFERENCE: &str = include_str!("../../../data/quoridor/positions.jsonl");

fn count(position: &Position, depth: u32) -> u64 {
    perft(position, depth, &mut Run::new(Limits::default())).unwrap()
}

#[test]
fn leaves_from_the_start() {
    let start = Position::start(Setup::default());
    assert_eq!((0..=3).map(|depth| count(&start, depth)).collect::<Vec<_>>(), [1, 131, 16_677, 2_062_264]);
    let parts = divide(&start, 2, &mut Run::new(Limits::default())).unwrap();
    assert_eq!((parts.len(), parts.iter().map(|(_, leaves)| leaves).sum::<u64>()), (131, 16_677));
}

#[test]
fn every_reference_position() {
    let mut seen = 0;
    for line in REFERENCE.lines() {
        let known: Value = serde_json::from_str(line).unwrap();
        let entry = notation::read(line, None).unwrap().remove(0);
        let position = entry.record.position();
        let text = |key: &str| {
            known[key].as_array().unwrap().iter().map(|v| v.as_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        let mut legal: Vec<String> = position.legal().iter().map(ToString::to_string).collect();
        legal.sort();
        assert_eq!(legal, text("legal"), "{}", entry.name());
        assert_eq!(position.turn() as u64 + 1, known["turn"].as_u64().unwrap());
        for player in 0..2 {
            assert_eq!(position.pawn(player).to_string(), text("pawns")[player]);
            assert_eq!(position.walls_left(player) as u64, known["walls_left"][player].as_u64().unwrap());
            assert_eq!(
                u64::from(position.distance(player).unwrap()),
                known["dist"][player].as_u64().unwrap()
            );
            assert_eq!(
                position.shortest_way(player).len() as u64,
                known["dist"][player].as_u64().unwrap() + 1
            );
        }
        assert_eq!(count(position, 2), known["perft2"].as_u64().unwrap(), "{}", entry.name());
        assert_eq!(qfen::read(&qfen::write(position)).as_ref(), Ok(position));
        seen += 1;
    }
    assert_eq!(seen, 80);
}

/// On random games of every size, two and four players: a move is legal by its own check exactly if it is listed, and keys
/// kept move by move are those made from scratch.
#[test]
fn lists_and_checks_agree() {
    let mut state = 1u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    for size in 3..=11 {
        for players in [2, 4] {
            for _ in 0..12 {
                let mut record = Record::new(Setup::new(size, players, Some(size * 2)).unwrap());
                while record.position().winner().is_none() && record.moves().len() < 120 {
                    let position = record.position();
                    let legal = position.legal();
                    if random(4) == 0 {
                        for column in 0..size {
                            for row in 0..size {
                                for kind in ["", "h", "v"] {
                                    let text = format!("{}{}{kind}", (b'a' + column as u8) as char, row + 1);
                                    let play = text.parse().unwrap();
                                    assert_eq!(position.check(play).is_ok(), legal.contains(&play), "{text}");
                                }
                            }
                        }
                    }
                    assert_eq!(legal.len() as u32, position.legal_count());
                    let walks = legal.iter().filter(|play| play.is_walk()).count().max(1);
                    let among = if random(3) == 0 { legal.len() } else { walks };
                    record.play(legal[random(among)]).unwrap();
                    let position = record.position();
                    assert_eq!(qfen::read(&qfen::write(position)).unwrap().key(), position.key());
                }
            }
        }
    }
}
