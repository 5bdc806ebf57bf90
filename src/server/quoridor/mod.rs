//! Quoridor's side of the app.

mod wire;
