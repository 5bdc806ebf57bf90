//! Everything that can be refused can be said in every language of the page.
//!
//! English stands in the sources, in `refuse!("key", "English with {gaps}")`. Another language has `said.<key>` with the same gaps, in
//! the words of the page or, where one game alone says it, of that game.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

/// A sentence in the sources.
struct Said {
    english: String,
    /// The crates that say it; `src` for the program itself.
    by: BTreeSet<String>,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[test]
fn every_language_has_every_sentence() {
    let mut faults = Vec::new();
    let said = sources(&mut faults);
    assert!(said.len() > 100, "the sources were not found: {} sentences", said.len());
    for language in languages() {
        check(&language, &said, &mut faults);
    }
    // A page that puts names into an English sentence needs it, too: then it says what the sources say.
    for (key, places) in words("en") {
        let english = said.get(&key).map(|said| said.english.as_str());
        for (owner, sentence) in places.iter().filter(|(_, sentence)| english != Some(sentence)) {
            faults
                .push(format!("en: said.{key} of {owner} is '{sentence}', but the sources say {english:?}"));
        }
    }
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

/// Every `refuse!` by its key, but for the examples of the documentation.
fn sources(faults: &mut Vec<String>) -> BTreeMap<String, Said> {
    let mut said: BTreeMap<String, Said> = BTreeMap::new();
    let crates = entries(&root().join("crates")).into_iter().map(|path| (name(&path), path.join("src")));
    for (by, folder) in crates.chain([("src".to_owned(), root().join("src"))]) {
        for file in rust_files(&folder) {
            for (line, found) in refusals(&fs::read_to_string(&file).unwrap()) {
                let place = format!("{}:{line}", file.strip_prefix(root()).unwrap().display());
                let Some((key, english)) = found else {
                    faults.push(format!("{place}: refuse! needs a key and a sentence, both literal"));
                    continue;
                };
                if key.starts_with("doc.") {
                    continue;
                }
                let entry = (said.entry(key.clone()))
                    .or_insert_with(|| Said { english: english.clone(), by: BTreeSet::new() });
                entry.by.insert(by.clone());
                if entry.english != english {
                    let other = &entry.english;
                    faults.push(format!("{place}: {key} is '{english}' here and '{other}' elsewhere"));
                }
            }
        }
    }
    said
}

/// The key and the English of every `refuse!(` in a source, with its line.
fn refusals(source: &str) -> Vec<(usize, Option<(String, String)>)> {
    let is_code = |at: usize| !source[..at].rsplit('\n').next().unwrap_or_default().contains("//");
    let found = source.match_indices("refuse!(").filter(|(at, _)| is_code(*at));
    found
        .map(|(at, call)| {
            let literals = || {
                let (key, rest) = literal(&source[at + call.len()..])?;
                let (english, _) = literal(rest.trim_start().strip_prefix(',')?)?;
                Some((key, english))
            };
            (source[..at].matches('\n').count() + 1, literals())
        })
        .collect()
}

/// The string literal that a text begins with, and what follows it.
fn literal(text: &str) -> Option<(String, &str)> {
    let text = text.trim_start();
    if let Some(raw) = text.strip_prefix('r') {
        let (hashes, inside) = raw.split_once('"')?;
        let (inside, rest) = inside.split_once(&format!("\"{hashes}"))?;
        return hashes.bytes().all(|byte| byte == b'#').then(|| (inside.to_owned(), rest));
    }
    let mut letters = text.strip_prefix('"')?.chars();
    let mut found = String::new();
    loop {
        match letters.next()? {
            '"' => return Some((found, letters.as_str())),
            '\\' => match letters.next()? {
                'n' => found.push('\n'),
                '\n' => letters = letters.as_str().trim_start().chars(),
                'u' => {
                    let (code, rest) = letters.as_str().strip_prefix('{')?.split_once('}')?;
                    found.push(char::from_u32(u32::from_str_radix(code, 16).ok()?)?);
                    letters = rest.chars();
                }
                letter => found.push(letter),
            },
            letter => found.push(letter),
        }
    }
}

/// Checks one language against the sentences of the sources.
fn check(language: &str, said: &BTreeMap<String, Said>, faults: &mut Vec<String>) {
    let mut stands = words(language);
    for (key, Said { english, by }) in said {
        let mut fault =
            |what: String| faults.push(format!("{language}: {key}: {what} (English: '{english}')"));
        let Some(places) = stands.remove(key) else {
            fault("is missing".to_owned());
            continue;
        };
        let [(owner, sentence)] = &places[..] else {
            let owners: Vec<_> = places.iter().map(|(owner, _)| owner.as_str()).collect();
            fault(format!("stands in the words of {}", owners.join(" and ")));
            continue;
        };
        // The words of a game are there on its own screens only.
        if owner != PAGE && by.iter().any(|by| by != owner) {
            fault(format!("stands in the words of {owner}, but {by:?} say it"));
        }
        // Two brackets in a row are one in the sentence, and no gap.
        let english = english.replace("{{", "").replace("}}", "");
        let (wanted, found) = (gaps(&english), gaps(sentence));
        if wanted != found {
            fault(format!("has the gaps {found:?} instead of {wanted:?}"));
        }
        for text in [&english, sentence] {
            let filled = |text: String, gap: &&str| text.replace(&format!("{{{gap}}}"), "7");
            let filled = wanted.iter().fold(text.clone(), filled);
            if filled.contains('{') || filled.trim().is_empty() {
                fault(format!("is not a whole sentence: '{filled}'"));
            }
        }
    }
    let unused = |key: &String| format!("{language}: said.{key} stands there, but nothing says it");
    faults.extend(stands.keys().map(unused));
}

/// Whose words those are that every screen has.
const PAGE: &str = "the page";

/// What a language has for a key, each with whose words those are.
fn words(language: &str) -> BTreeMap<String, Vec<(String, String)>> {
    let mut stands: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
    let games = entries(&root().join("web/js/games")).into_iter().map(|path| (name(&path), path));
    for (owner, folder) in games.chain([(PAGE.to_owned(), root().join("web/i18n"))]) {
        let Ok(text) = fs::read_to_string(folder.join(format!("{language}.json"))) else { continue };
        let words: Map<String, Value> = serde_json::from_str(&text).unwrap();
        for (key, sentence) in &words {
            let Some(key) = key.strip_prefix("said.") else { continue };
            let sentence = sentence.as_str().unwrap_or_default();
            // What stands twice in a file is read once.
            for _ in text.match_indices(&format!("\"said.{key}\":")) {
                stands.entry(key.to_owned()).or_default().push((owner.clone(), sentence.to_owned()));
            }
        }
    }
    stands
}

/// The names in curly brackets.
fn gaps(sentence: &str) -> BTreeSet<&str> {
    sentence.split('{').skip(1).filter_map(|rest| Some(rest.split_once('}')?.0)).collect()
}

/// The languages of the page but for English, which comes with the message.
fn languages() -> Vec<String> {
    let files = entries(&root().join("web/i18n"));
    let names = files.iter().filter_map(|path| Some(name(path).strip_suffix(".json")?.to_owned()));
    let languages: Vec<_> = names.filter(|name| name != "en" && !name.contains('.')).collect();
    assert!(languages.contains(&"fr".to_owned()), "{languages:?}");
    languages
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let below = |path: PathBuf| if path.is_dir() { rust_files(&path) } else { vec![path] };
    let files = entries(folder).into_iter().flat_map(below);
    files.filter(|path| path.extension().is_some_and(|end| end == "rs")).collect()
}

/// What is in a folder, in order; nothing where there is none.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let Ok(found) = fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<_> = found.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

#[test]
fn sentences_are_found_in_every_form() {
    let source = r##"
        /// refuse!("a.comment", "not this")
        refuse!("a.one", "one");
        wrong(crate::refuse!(
            "a.two",
            "two \"{gap}\" \
             go on",
            gap = 2
        ));
        refuse!("a.raw", r#"a "raw" one"#);
        refuse!(key, "no literal");
    "##;
    let found: Vec<_> = refusals(source).into_iter().map(|(_, found)| found).collect();
    let pair = |key: &str, english: &str| Some((key.to_owned(), english.to_owned()));
    assert_eq!(
        found,
        [pair("a.one", "one"), pair("a.two", "two \"{gap}\" go on"), pair("a.raw", "a \"raw\" one"), None]
    );
}
