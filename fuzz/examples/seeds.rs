//! Writes generated boards into `corpus/TARGET/`, for the fuzz targets to begin from: `cargo run --example seeds`.

use std::fs;
use std::path::Path;

use damier_ricochet::generate::{OPTIONS, generate};
use damier_ricochet::notation::{FORMATS, write};
use damier_search::registry::arguments;

const BOARDS: &[&[(&str, &str)]] = &[
    &[("recipe", "quadrants")],
    &[("recipe", "quadrants"), ("diagonals", "4"), ("bonus", "2"), ("penalty", "2"), ("target", "any")],
    &[("recipe", "corners"), ("robots", "8")],
    &[("recipe", "free"), ("width", "2"), ("height", "2"), ("robots", "1")],
    &[
        ("recipe", "free"),
        ("width", "4"),
        ("height", "3"),
        ("robots", "2"),
        ("closed", "2"),
        ("diagonals", "2"),
    ],
    &[
        ("recipe", "free"),
        ("width", "5"),
        ("height", "5"),
        ("bonus", "2"),
        ("penalty", "2"),
        ("target", "any"),
    ],
];

fn main() -> std::io::Result<()> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let put = |target: &str, name: &str, text: &str| {
        fs::create_dir_all(corpus.join(target))?;
        fs::write(corpus.join(target).join(name), text)
    };
    for (at, options) in BOARDS.iter().enumerate() {
        let pairs: Vec<_> =
            options.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
        let args = arguments("generate", OPTIONS, &pairs).expect("the options above are the generator's");
        let position = generate(&args, at as u64).expect("there is room on these boards");
        for format in FORMATS.iter().filter(|format| format.reads) {
            let Ok(text) = write(&position, None, format.name) else { continue };
            put(format.name, &format!("board-{at}"), &text)?;
            put("recognised", &format!("{}-{at}", format.name), &text)?;
            if format.name == "json" {
                put("replay", &format!("board-{at}"), &format!("rN rE gS rW\n{text}"))?;
            }
        }
    }
    for set in damier_sokoban::levels::SETS {
        let levels = damier_sokoban::notation::read(set.text, None).expect("the sets are read");
        for (at, level) in levels.iter().enumerate().step_by(10) {
            for format in damier_sokoban::notation::FORMATS.iter().filter(|format| format.reads) {
                let text =
                    damier_sokoban::notation::write(level, format.name).expect("every format holds it");
                put("sokoban_levels", &format!("{}-{}-{at}", set.name, format.name), &text)?;
                put(
                    "sokoban_replay",
                    &format!("{}-{}-{at}", set.name, format.name),
                    &format!("2(ldR3u)\n{text}"),
                )?;
            }
        }
    }
    for (at, (size, players)) in [(9, 2), (9, 4), (3, 2), (11, 4)].into_iter().enumerate() {
        let setup = damier_quoridor::Setup::new(size, players, None).expect("such boards exist");
        let record = damier_quoridor::generate::random(setup, 30, at as u64);
        let entry = damier_quoridor::notation::Entry { id: None, line: 1, record };
        for format in damier_quoridor::notation::FORMATS.iter().filter(|format| format.reads) {
            let Ok(text) = entry.write(format.name) else { continue };
            put("quoridor", &format!("{}-{at}", format.name), &text)?;
        }
    }
    for (at, steps) in ["lurdLURD", "3r2U", "2(ldr3u)", "2(2(l)2(u))\n r"].into_iter().enumerate() {
        put("sokoban_lurd", &format!("steps-{at}"), steps)?;
    }
    for (at, spec) in ["bfs", "astar(bounces)", "wastar(bounces,weight=1.5)", "bfs,ida(blind),beam(width=9)"]
        .into_iter()
        .enumerate()
    {
        put("spec", &format!("spec-{at}"), spec)?;
    }
    Ok(())
}
