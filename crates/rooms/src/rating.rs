//! Ratings by Glicko-2 (Glickman, "Example of the Glicko-2 system", 2022), one game a rating period.

use serde::{Deserialize, Serialize};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};

use crate::wire::RatingView;

/// How strong somebody seems to be, and how sure that is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rating {
    mean: f64,
    deviation: f64,
    volatility: f64,
    /// Rated games.
    pub games: u32,
}

impl Default for Rating {
    fn default() -> Self {
        let Glicko2Rating { rating, deviation, volatility } = Glicko2Rating::new();
        Rating { mean: rating, deviation, volatility, games: 0 }
    }
}

/// A game that is over and counts for the ratings of who played it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rated {
    /// The game's name.
    pub game: String,
    /// The keys of both, in the order of their seats.
    pub keys: [String; 2],
    /// What they are called.
    pub names: [String; 2],
    /// Which seat has won; nobody in a draw.
    pub winner: Option<usize>,
}

impl Rating {
    /// What a page is told of it.
    pub fn view(&self) -> RatingView {
        RatingView { rating: self.mean.round() as i32, deviation: self.deviation.round() as i32 }
    }

    fn as_theirs(self) -> Glicko2Rating {
        // What was read from outside may be no number; who has such a rating begins anew.
        let sound = [self.mean, self.deviation, self.volatility].iter().all(|part| part.is_finite())
            && self.deviation > 0.0
            && self.volatility > 0.0;
        let fresh = Glicko2Rating::new();
        if !sound {
            return fresh;
        }
        Glicko2Rating { rating: self.mean, deviation: self.deviation, volatility: self.volatility }
    }
}

/// The ratings of two after a game.
pub fn after(one: Rating, two: Rating, winner: Option<usize>) -> (Rating, Rating) {
    let outcome = match winner {
        Some(0) => Outcomes::WIN,
        Some(_) => Outcomes::LOSS,
        None => Outcomes::DRAW,
    };
    let (new_one, new_two) = glicko2(&one.as_theirs(), &two.as_theirs(), &outcome, &Glicko2Config::new());
    let ours = |new: Glicko2Rating, games: u32| Rating {
        mean: new.rating,
        deviation: new.deviation,
        volatility: new.volatility,
        games: games.saturating_add(1),
    };
    (ours(new_one, one.games), ours(new_two, two.games))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_wins_rises_and_both_become_surer() {
        let (mut one, mut two) = (Rating::default(), Rating::default());
        assert_eq!(one.view(), RatingView { rating: 1500, deviation: 350 });
        for _ in 0..5 {
            let before = (one, two);
            (one, two) = after(one, two, Some(0));
            assert!(one.mean > before.0.mean && two.mean < before.1.mean);
            assert!(one.deviation < before.0.deviation && two.deviation < before.1.deviation);
        }
        let drawn = after(one, two, None);
        assert!(drawn.0.mean < one.mean && drawn.1.mean > two.mean, "a draw helps who was below");
        assert_eq!(drawn.0.games, 6);
    }

    #[test]
    fn a_rating_that_is_no_number_begins_anew() {
        let broken = Rating { mean: f64::NAN, ..Rating::default() };
        let (one, two) = after(broken, Rating::default(), Some(1));
        assert!(one.mean.is_finite() && two.mean > 1500.0);
    }
}
