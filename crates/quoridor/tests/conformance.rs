//! Quoridor as the generic searches see it, by the suite that every game of adversaries is put through.

use damier_quoridor::notation::{qfen, write_moves};
use damier_quoridor::{Move, Position, Quoridor, Setup};
use damier_search::conformance::{Referee, check_game};
use damier_search::game::Game;
use damier_validate::quoridor::replay;

#[test]
fn the_game_conforms() {
    for (size, players, games) in
        [(3, 2, 20), (3, 4, 20), (5, 2, 6), (5, 4, 6), (9, 2, 2), (9, 4, 2), (11, 4, 1)]
    {
        for all_walls in [true, false] {
            let game = Quoridor { setup: Setup::new(size, players, None).unwrap(), all_walls };
            let again = check_game(&game, &referee(&game), games);
            assert!(again.as_ref().is_ok_and(|&again| again > 50), "{game:?}: {again:?}");
        }
    }
}

type Validate<'a> = Box<dyn Fn(&[Move]) -> Result<(), String> + 'a>;
type Rules = fn(&Position) -> Vec<Move>;

fn referee(game: &Quoridor) -> Referee<Rules, fn(&Position) -> String, Validate<'_>> {
    Referee {
        legal: |state| state.legal().to_vec(),
        exact: game.all_walls,
        write: qfen::write,
        validate: Box::new(|played| {
            let (size, players, moves) = (game.setup.size(), game.players(), write_moves(played));
            let text = format!("{{\"size\":{size},\"players\":{players},\"moves\":\"{moves}\"}}");
            let said = replay(&text, "").map_err(|fault| fault.to_string())?;
            let mut end = game.start();
            played.iter().for_each(|&play| _ = game.play(&mut end, play));
            let left: Vec<_> = (0..players).map(|player| end.walls_left(player)).collect();
            let pawns: Vec<_> = (0..players).map(|player| end.pawn(player).to_string()).collect();
            let winner = game.winner(&end).flatten().map(|player| player + 1);
            let agreed = (winner, left, pawns) == (said.winner, said.walls_left.clone(), said.pawns.clone())
                && (winner.is_some() || said.turn == end.turn() + 1);
            if agreed { Ok(()) } else { Err(format!("{said:?} is not {end:?}")) }
        }),
    }
}
