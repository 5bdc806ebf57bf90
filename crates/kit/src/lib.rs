//! What a game offers to the command line, the server and the lab, its types erased.
//!
//! A game implements [`Kit`] once and [`Position`] for what its files hold: read, write, draw, play, edit, generate. Everything else is
//! a capability that it may have: [`Plans`] (one agent: solve, prove, rate), [`Versus`] and [`Thinking`] (adversaries: turns, engines,
//! scores), [`Chance`], [`Routes`], [`Rounds`]. A verb, a screen or a menu asks for the part that it needs and, where a game has none,
//! says so in one sentence ([`missing`]). Declarations (algorithms, formats, options, tools) are data, so that `list`, the menus and the
//! help are made from them. What went wrong is data too: a [`Refusal`] has a key and gaps, and becomes a sentence where it is shown.

mod about;
mod chance;
pub mod json;
mod looks;
pub mod microscope;
mod plans;
mod position;
mod refusal;
mod scene;
mod tree;
mod versus;

pub use about::{About, FormatInfo, Kit, LevelSet, Measure, Spot, Tool, VariantInfo, known_format};
pub use chance::{Chance, Chances, Rounds, Routes};
pub use looks::{Ground, Looks, MarkLook, MarkSign, Paint, PieceLook};
pub use plans::{AllAnswers, Answer, Estimate, Plans, Verdict};
pub use position::{Edit, Played, Position, Style};
pub use refusal::{Gap, Refusal, excerpt, told_elsewhere};
pub use scene::{Mark, Scene, SceneMove, ScenePiece, SceneTarget, Side};
pub use tree::{Tree, TreeNode};
pub use versus::{
    Dialect, End, Level, Opening, Player, Score, Talk, Thinking, Thought, Versus, Why, player, tell_best,
};

/// What is said where a game lacks what a verb or a screen asks for.
pub fn missing(kit: &dyn Kit, what: Refusal) -> Refusal {
    refuse!("kit.missing", "{game} has no {what}", game = kit.about().name, what)
}
