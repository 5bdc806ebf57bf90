//! Levels as they are found, as they are refused, and back again.

mod hostile;
mod refused;
mod round_trips;
mod wild;
