//! What is written can be read, and what cannot be read is refused in a sentence that says where.

#[path = "notation/accepted.rs"]
mod accepted;
#[path = "notation/codes.rs"]
mod codes;
#[path = "notation/damaged.rs"]
mod damaged;
#[path = "notation/positions.rs"]
mod positions;
#[path = "notation/refused.rs"]
mod refused;
#[path = "notation/refused_drawings.rs"]
mod refused_drawings;
#[path = "notation/refused_json.rs"]
mod refused_json;
#[path = "notation/round_trips.rs"]
mod round_trips;
#[path = "notation/speed.rs"]
mod speed;
