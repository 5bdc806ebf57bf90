//! Random games of every size, replayed by the validator, which shares no code with the rules.

use damier_quoridor::{End, Record, Setup, notation};
use damier_validate::quoridor::replay;

#[test]
fn random_games_are_valid_and_what_is_not_listed_is_refused() {
    let mut state = 7u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    for size in 3..=11 {
        for players in [2, 4] {
            for _ in 0..6 {
                let mut record = Record::new(Setup::new(size, players, None).unwrap());
                while record.end().is_none() {
                    let legal = record.position().legal();
                    let walks = legal.iter().filter(|play| play.is_walk()).count().max(1);
                    let among = if random(3) == 0 { legal.len() } else { walks };
                    record.play(legal[random(among)]).unwrap();
                }
                let said = replay(&notation::write_json(None, &record), "").unwrap();
                let position = record.position();
                assert_eq!(said.moves, record.moves().len());
                assert_eq!(said.turn, position.turn() + 1);
                let winner = match record.end() {
                    Some(End::Won(player)) => Some(player + 1),
                    _ => None,
                };
                assert_eq!(said.winner, winner);
                assert_eq!(said.repeated.is_some(), winner.is_none());
                // From a position in the middle of the game: what is listed is what the validator accepts.
                while record.moves().len() > random(30) {
                    record.undo();
                }
                let (game, legal) = (notation::write_json(None, &record), record.position().legal());
                for square in 0..size * size {
                    for kind in ["", "h", "v"] {
                        let text =
                            format!("{}{}{kind}", (b'a' + (square % size) as u8) as char, square / size + 1);
                        let listed = legal.contains(&text.parse().unwrap());
                        assert_eq!(replay(&game, &text).is_ok(), listed, "{game} {text}");
                    }
                }
            }
        }
    }
}
