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
use crate::pairs::wished;

/// At most so many algorithms are put against the first, one plot each.
const SCATTERS: usize = 4;
/// At most so many features have a plot.
const FEATURES: usize = 6;

/// All plots that the results have something for and the campaign wants, in the order of a report.
pub fn all(digest: &Digest, standing: Option<&Standing>) -> Vec<Sketch> {
    let mut plots: Vec<Sketch> = Vec::new();
    plots.extend(standing.map(kinds::elo));
    if digest.is_solving() {
        solving(digest, &mut plots);
    }
    let wanted = &digest.wishes.plots;
    plots.retain(|plot| wanted.is_empty() || wanted.iter().any(|name| plot.id.starts_with(name.as_str())));
    plots
}

fn solving(digest: &Digest, plots: &mut Vec<Sketch>) {
    let measures = [Measure::Time, Measure::Expanded];
    plots.extend(measures.iter().filter_map(|&measure| kinds::cactus(digest, measure)));
    let wished = wished(digest);
    let usual = (1..digest.algorithms.len()).map(|b| (0, b)).take(SCATTERS);
    let pairs: Vec<(usize, usize)> = if wished.is_empty() { usual.collect() } else { wished };
    for (a, b) in pairs {
        plots.extend(measures.iter().filter_map(|&measure| kinds::scatter(digest, a, b, measure)));
    }
    plots.extend(measures.iter().filter_map(|&measure| kinds::by_length(digest, measure)));
    for feature in scaling::axes(digest).into_iter().take(FEATURES) {
        plots.extend(measures.iter().filter_map(|&measure| scaling::scaling(digest, feature, measure)));
        plots.extend(
            scaling::values(digest).iter().filter_map(|value| scaling::value_against(digest, value, feature)),
        );
    }
    plots.extend(measures.iter().filter_map(|&measure| kinds::boxes(digest, measure)));
    plots.extend(kinds::lengths(digest));
}
