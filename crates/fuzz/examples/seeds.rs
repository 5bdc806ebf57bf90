//! Writes inputs to begin from into `DIR/TARGET/`, and tells of every target its name and its program: what `scripts/fuzz` reads.

use std::path::PathBuf;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let folder = env::args().nth(1).map(PathBuf::from);
    for target in damier_fuzz::targets() {
        println!("{} {}", target.file, target.name);
        let Some(folder) = folder.as_ref().map(|folder| folder.join(&target.name)) else { continue };
        fs::create_dir_all(&folder)?;
        for (number, seed) in target.seeds().iter().enumerate() {
            fs::write(folder.join(format!("seed-{number}")), seed)?;
        }
    }
    Ok(())
}
