//! Tells the program which commit it was built from, for the manifests of the lab. Only release builds ask: others would be built anew after
//! every commit.

use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if std::env::var("PROFILE").is_ok_and(|profile| profile != "release") {
        return;
    }
    let git = |args: &[&str]| {
        let said = Command::new("git").args(args).output().ok().filter(|said| said.status.success())?;
        Some(String::from_utf8(said.stdout).ok()?.trim().to_owned())
    };
    if let Some(log) = git(&["rev-parse", "--git-path", "logs/HEAD"]) {
        println!("cargo:rerun-if-changed={log}");
    }
    if let Some(commit) = git(&["rev-parse", "--short=12", "HEAD"]) {
        println!("cargo:rustc-env=DAMIER_COMMIT={commit}");
    }
}
