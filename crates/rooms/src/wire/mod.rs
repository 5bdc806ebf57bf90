//! What goes over the wire of a room: deeds in, views out. The page's types are generated from these.

mod deed;
mod view;

pub use deed::*;
pub use view::*;
