//! A protocol that only programs of this game speak.

use damier_kit::Dialect;

use super::{Engine, meaning, speak};
use crate::cli::Fault;

impl Engine {
    pub(super) fn dialect(&mut self, dialect: &'static dyn Dialect) -> Result<(), Fault> {
        let mut talk = dialect.engine();
        let mut plies = 0;
        self.inbox.open(move |line| meaning(&dialect.command(line)));
        for line in self.inbox.clone() {
            let (answer, last) = talk.heed(&line.unwrap_or_default(), &mut |position| {
                let (start, moves) = position.past()?;
                // Fewer moves than before: another game.
                if moves.len() < plies {
                    self.player.iter_mut().for_each(|player| player.clear());
                }
                plies = moves.len();
                self.position = self.game.play_all(start, &self.game.join(&moves)).ok();
                self.think(self.limits, None, &mut |_, _| ()).ok()?.0.play
            });
            if let Some(answer) = answer {
                speak(&answer)?;
            }
            if last {
                break;
            }
        }
        Ok(())
    }
}
