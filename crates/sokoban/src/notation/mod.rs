//! How positions are written.

pub mod xsb;
