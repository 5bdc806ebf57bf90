//! The plots of a report.

mod axis;
mod kinds;
mod scaling;
mod sketch;

pub use scaling::{Growth, growths};
pub(crate) use sketch::Look;
pub use sketch::{Place, Sketch};

use crate::digest::{Digest, Measure};
use crate::elo::Standing;

/// At most so many algorithms are put against the first, one plot each.
const SCATTERS: usize = 4;
/// At most so many features have a plot.
const FEATURES: usize = 6;

/// All plots that the results have something for, in the order of a report.
pub fn all(digest: &Digest, standing: Option<&Standing>) -> Vec<Sketch> {
    let mut plots: Vec<Sketch> = Vec::new();
    plots.extend(standing.map(kinds::elo));
    if !digest.is_solving() {
        return plots;
    }
    let measures = [Measure::Time, Measure::Expanded];
    plots.extend(measures.iter().filter_map(|&measure| kinds::cactus(digest, measure)));
    for b in 1..digest.algorithms.len().min(SCATTERS + 1) {
        plots.extend(measures.iter().filter_map(|&measure| kinds::scatter(digest, 0, b, measure)));
    }
    plots.extend(measures.iter().filter_map(|&measure| kinds::by_length(digest, measure)));
    for feature in digest.features().into_iter().take(FEATURES) {
        plots.extend(measures.iter().filter_map(|&measure| scaling::scaling(digest, feature, measure)));
    }
    plots.extend(measures.iter().filter_map(|&measure| kinds::boxes(digest, measure)));
    plots.extend(kinds::lengths(digest));
    plots
}
