//! What the lab reads, for who tests it without a process.

use damier_campaign::Campaign;
use damier_kit::Refusal;

/// A campaign file: how many sources and algorithms there are.
pub fn campaign(text: &str) -> Result<(usize, usize), Refusal> {
    let campaign = Campaign::parse(text, "campaign")?;
    Ok((campaign.instances.len(), campaign.algorithms.len()))
}

/// The campaigns that come with the program.
pub fn campaigns() -> Vec<&'static str> {
    super::shipped().map(|(_, text)| text).collect()
}
