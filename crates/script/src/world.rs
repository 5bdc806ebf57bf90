//! What a script sees: the state, the pieces, the targets and the board. No game is named here; all of it comes from the scene of the
//! position, from where the pieces of a state stand, and from the game's heuristics.

use std::sync::Arc;

use damier_kit::Scene;
use damier_search::{Cost, Placement};
use rhai::packages::{
    ArithmeticPackage, BasicArrayPackage, BasicFnPackage, BasicIteratorPackage, BasicMathPackage,
    BasicStringPackage, LogicPackage, Package,
};
use rhai::{Array, Dynamic, Engine, EvalAltResult, INT, ImmutableString, Position};

use crate::function_name;

/// A state: where its pieces stand, and what heuristics say of it.
#[derive(Clone)]
pub(crate) struct State(Arc<View>);

struct View {
    here: Placement,
    said: Vec<Option<Cost>>,
}

impl State {
    pub(crate) fn new(here: &Placement, said: &[Option<Cost>]) -> Self {
        State(Arc::new(View { here: here.clone(), said: said.to_vec() }))
    }
}

/// A piece, a target, or the gap that has the task.
#[derive(Clone)]
struct Place {
    cell: INT,
    x: INT,
    y: INT,
    name: Name,
}

/// What stands somewhere.
#[derive(Clone)]
struct Name {
    kind: ImmutableString,
    label: ImmutableString,
    number: INT,
}

impl Name {
    /// Its number is the one that is written on it, or else its place in the list.
    fn new(kind: &str, label: &str, place: usize) -> Self {
        Name { kind: kind.into(), label: label.into(), number: label.parse().unwrap_or(place as INT + 1) }
    }
}

/// The board, which is the same in every state.
struct Ground {
    width: INT,
    height: INT,
    /// Walls of each cell, N=1 E=2 S=4 W=8, closed cells around it counted as such.
    walls: Vec<u8>,
    pieces: Vec<Name>,
    gap: Name,
    targets: Vec<(u16, Name)>,
}

type Failure = Box<EvalAltResult>;

/// For the name of a side and its step: its bit.
const SIDES: [(&str, INT, INT, u8); 4] = [("N", 0, -1, 1), ("E", 1, 0, 2), ("S", 0, 1, 4), ("W", -1, 0, 8)];

fn failure<T>(what: String) -> Result<T, Failure> {
    Err(EvalAltResult::ErrorRuntime(what.into(), Position::NONE).into())
}

impl Ground {
    fn new(scene: &Scene) -> Self {
        let (width, height) = (scene.width as INT, scene.height as INT);
        let closed = |cell: INT| {
            let marks = scene.marks.iter().filter(|mark| INT::from(mark.cell) == cell);
            marks.map(|mark| mark.kind).any(|kind| kind == "closed" || kind == "outside")
        };
        let walls = |cell: INT| {
            let drawn = scene.walls.get(cell as usize).copied().unwrap_or(0);
            SIDES.iter().fold(drawn, |walls, (_, dx, dy, bit)| {
                let (x, y) = (cell % width + dx, cell / width + dy);
                let open = (0..width).contains(&x) && (0..height).contains(&y) && !closed(y * width + x);
                if open { walls } else { walls | bit }
            })
        };
        let pieces = scene.pieces.iter().enumerate();
        let label = |piece: Option<usize>| {
            piece.and_then(|piece| scene.pieces.get(piece)).map_or("", |piece| piece.label.as_str())
        };
        Ground {
            width,
            height,
            walls: (0..width * height).map(walls).collect(),
            pieces: pieces.map(|(at, piece)| Name::new(piece.kind, &piece.label, at)).collect(),
            gap: Name { kind: "gap".into(), label: ImmutableString::new(), number: 0 },
            targets: (scene.targets.iter().filter(|target| target.active))
                .enumerate()
                .map(|(at, target)| (target.cell, Name::new("target", label(target.piece), at)))
                .collect(),
        }
    }

    fn place(&self, cell: u16, name: &Name) -> Place {
        let cell = INT::from(cell);
        Place { cell, x: cell % self.width, y: cell / self.width, name: name.clone() }
    }

    fn pieces(&self, state: &State) -> Array {
        let cells = state.0.here.cells.iter();
        cells.zip(&self.pieces).map(|(&cell, name)| Dynamic::from(self.place(cell, name))).collect()
    }

    fn tasked(&self, state: &State) -> Array {
        let Placement { cells, tasked } = &state.0.here;
        let name = |cell: u16| {
            let at = cells.iter().position(|&other| other == cell);
            at.and_then(|at| self.pieces.get(at)).unwrap_or(&self.gap)
        };
        tasked.iter().map(|&cell| Dynamic::from(self.place(cell, name(cell)))).collect()
    }

    /// The cell that a number or a place means.
    fn cell(&self, value: &Dynamic) -> Result<INT, Failure> {
        let place = value.clone().try_cast::<Place>().map(|place| place.cell);
        let Some(cell) = place.or_else(|| value.as_int().ok()) else {
            return failure("a cell is a number, a piece or a target".to_owned());
        };
        if (0..self.width * self.height).contains(&cell) {
            Ok(cell)
        } else {
            failure(format!("there is no cell {cell}; they are numbered from 0, row by row"))
        }
    }

    /// Columns and rows from one to the other.
    fn distance(&self, a: &Dynamic, b: &Dynamic) -> Result<INT, Failure> {
        let (a, b) = (self.cell(a)?, self.cell(b)?);
        Ok((a % self.width - b % self.width).abs() + (a / self.width - b / self.width).abs())
    }

    fn wall(&self, cell: &Dynamic, side: &str) -> Result<bool, Failure> {
        let walls = self.walls[self.cell(cell)? as usize];
        match SIDES.iter().find(|(name, ..)| *name == side) {
            Some((.., bit)) => Ok(walls & bit != 0),
            None => failure("a side is \"N\", \"E\", \"S\" or \"W\"".to_owned()),
        }
    }
}

/// An estimate as a value: nothing where there is no way.
fn value(said: Option<Cost>) -> Dynamic {
    said.map_or(Dynamic::UNIT, |cost| Dynamic::from_int(INT::from(cost)))
}

/// Gives the language what scripts may use. The heuristics that are `asked` for have their place in [`View::said`].
pub(crate) fn register(engine: &mut Engine, scene: &Scene, heuristics: &[&str], asked: &[String]) {
    // Not the core of the language, which can sleep.
    ArithmeticPackage::new().register_into_engine(engine);
    BasicStringPackage::new().register_into_engine(engine);
    BasicIteratorPackage::new().register_into_engine(engine);
    BasicFnPackage::new().register_into_engine(engine);
    LogicPackage::new().register_into_engine(engine);
    BasicMathPackage::new().register_into_engine(engine);
    BasicArrayPackage::new().register_into_engine(engine);

    engine.register_type_with_name::<State>("state");
    engine
        .register_type_with_name::<Place>("piece")
        .register_get("cell", |place: &mut Place| place.cell)
        .register_get("x", |place: &mut Place| place.x)
        .register_get("y", |place: &mut Place| place.y)
        .register_get("kind", |place: &mut Place| place.name.kind.clone())
        .register_get("label", |place: &mut Place| place.name.label.clone())
        .register_get("number", |place: &mut Place| place.name.number);

    for &name in heuristics {
        let Some(at) = asked.iter().position(|other| other == name) else { continue };
        engine.register_fn(function_name(name), move |state: State| {
            value(state.0.said.get(at).copied().flatten())
        });
    }
    engine.register_fn("infinite", || f64::INFINITY);
    let ground = Arc::new(Ground::new(scene));
    let (width, height) = (ground.width, ground.height);
    engine.register_fn("width", move || width);
    engine.register_fn("height", move || height);
    let here = ground.clone();
    engine.register_fn("pieces", move |state: State| here.pieces(&state));
    let here = ground.clone();
    engine.register_fn("tasked", move |state: State| here.tasked(&state));
    let here = ground.clone();
    engine.register_fn("targets", move || -> Array {
        here.targets.iter().map(|(cell, name)| Dynamic::from(here.place(*cell, name))).collect()
    });
    let here = ground.clone();
    engine.register_fn("distance", move |a: Dynamic, b: Dynamic| here.distance(&a, &b));
    engine.register_fn("wall", move |cell: Dynamic, side: &str| ground.wall(&cell, side));
}
