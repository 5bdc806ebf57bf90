//! The outside engines of this host: `engines.toml`, from the folder of the data or wherever `--engines` says.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use clap::ArgMatches;
use damier_engines::Engine;
use damier_kit::{Kit, Refusal};

use super::Fault;
use super::data::DataOptions;
use crate::games::GAMES;
use crate::lab::slurm::VERB as SHARD;

/// What the file is called in the folder of the data.
const NAME: &str = "engines.toml";
/// The longest file.
const MOST: u64 = 1 << 20;
/// The verbs that ask engines, or tell of them.
const VERBS: [&str; 12] =
    ["serve", "play", "list", "solve", "race", "trace", "match", "engine", "bench", "study", "lab", SHARD];
/// The file that was read.
static FILE: OnceLock<PathBuf> = OnceLock::new();

/// The file that the engines of this program come from, for a process that is to know the same ones.
pub(crate) fn engines_file() -> Option<&'static Path> {
    FILE.get().map(PathBuf::as_path)
}

/// Reads the file, where a verb needs it.
pub(super) fn load(matches: &ArgMatches) -> Result<(), Fault> {
    if matches.subcommand_name().is_some_and(|verb| !VERBS.contains(&verb)) {
        return Ok(());
    }
    if let Some(file) = matches.get_one::<PathBuf>("engines") {
        return read(file);
    }
    // A shard knows those of who submitted it, whatever stands on its machine.
    if matches.subcommand_name() == Some(SHARD) {
        return Ok(());
    }
    let deeper = matches.subcommand().map(|(_, matches)| matches);
    let data = deeper.and_then(|matches| matches.try_get_one::<PathBuf>("data").ok().flatten());
    let Ok(folder) = DataOptions::at(data.cloned()).folder() else { return Ok(()) };
    let file = folder.path().join(NAME);
    if file.exists() { read(&file) } else { Ok(()) }
}

/// Takes in the engines of a file, for this process.
pub(crate) fn read(file: &Path) -> Result<(), Fault> {
    let name = file.display().to_string();
    let cannot = |error: std::io::Error| {
        let what = match error.kind() {
            ErrorKind::InvalidData => "it is no text".to_owned(),
            _ => error.to_string(),
        };
        Fault::Input(format!("the engines of {name} cannot be read: {what}"))
    };
    if fs::metadata(file).map_err(cannot)?.len() > MOST {
        return Err(Fault::Input(format!("{name} is too long for a list of engines")));
    }
    let text = fs::read_to_string(file).map_err(cannot)?;
    let whole = FILE.get_or_init(|| fs::canonicalize(file).unwrap_or_else(|_| file.to_owned()));
    let folder = whole.parent().unwrap_or(Path::new(""));
    damier_engines::register(parse(&text, folder).map_err(|refusal| Fault::unreadable(&name, &refusal))?);
    Ok(())
}

/// The engines that a text names, which are started in a folder.
pub(super) fn parse(text: &str, folder: &Path) -> Result<Vec<Engine>, Refusal> {
    let kits: Vec<&'static dyn Kit> = GAMES.iter().map(|game| game.kit).collect();
    damier_engines::read(text, folder, &kits)
}
