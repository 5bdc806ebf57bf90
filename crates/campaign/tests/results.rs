//! Results on disk: each once, as they were, and as other programs read them.

use std::collections::BTreeMap;
use std::path::PathBuf;

use damier_campaign::{
    Campaign, Instance, Isolation, Machine, Manifest, Outcome, Raw, Row, Store, export, plan, planned,
};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;

const TEXT: &str = "
game = \"g\"
repeats = 2
[[instances]]
set = \"s\"
[[algorithms]]
name = \"a, \\\"b\\\"\"
spec = \"bfs\"
[[algorithms]]
spec = \"dfs\"
";

fn campaign() -> Campaign {
    Campaign::parse(TEXT, "test").expect("a campaign")
}

fn instances() -> Vec<Instance> {
    let instance = |number: u32| Instance {
        id: format!("s/{number}"),
        game: "g".to_owned(),
        text: format!("position {number}"),
        source: "s".to_owned(),
        link: None,
        features: BTreeMap::from([("width".to_owned(), f64::from(number) + 0.5)]),
    };
    (0..3).map(instance).collect()
}

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("campaign-{name}"));
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

fn begun(name: &str) -> Store {
    let campaign = campaign();
    let prints: Vec<_> = campaign.contenders().into_iter().map(|name| (name, "print".to_owned())).collect();
    let manifest = Manifest { name: "test".to_owned(), began: 1, ..Manifest::default() };
    let mut store = Store::take(&folder(name)).expect("a store");
    store.begin(&campaign, &prints, ("key", &instances()), &manifest).expect("begun");
    store
}

fn row(algorithm: &str, instance: &str, repeat: u32, cost: u32) -> Row {
    Row {
        algorithm: algorithm.to_owned(),
        instance: instance.to_owned(),
        repeat,
        seed: u64::MAX >> 1,
        outcome: Outcome::Solved,
        why: None,
        error: Some("a \"quoted\", word\nand a line".to_owned()),
        cost: Some(cost),
        lower_bound: None,
        optimal: Some(true),
        solution: Some("é".to_owned()),
        expanded: Some(5),
        generated: None,
        seconds: Some(0.125),
        wall: None,
        cpu: Some(1e-9),
        peak_bytes: Some(1 << 40),
        resident: None,
        values: BTreeMap::from([("chance".to_owned(), 0.25)]),
        isolation: Isolation::Cgroup,
        machine: 0,
        load: Some(1.5),
        started: 1_700_000_000_000,
    }
}

#[test]
fn a_result_is_kept_as_it_was_and_only_once() {
    let mut store = begun("once");
    let (name, machine) = ("a, \"b\"", Machine { id: "m".to_owned(), cores: 2, ..Machine::default() });
    assert_eq!(store.machine(&machine), Ok(0));
    assert_eq!(store.machine(&Machine { id: "n".to_owned(), ..Machine::default() }), Ok(1));
    assert_eq!(store.machine(&machine), Ok(0));
    let first = row(name, "s/1", 0, 7);
    let raw = Raw { status: "signal 11".to_owned(), output: String::new(), errors: "boom".to_owned() };
    assert_eq!(store.commit(&[(first.clone(), Some(raw.clone())), (row("dfs", "s/0", 1, 3), None)]), Ok(2));
    // The same run again, with another answer: the first stands.
    assert_eq!(store.commit(&[(row(name, "s/1", 0, 8), None), (row("dfs", "s/2", 0, 3), None)]), Ok(1));
    assert_eq!(store.raw(&first), Ok(Some(raw)));
    let results = store.load().expect("results");
    assert_eq!(results.rows.len(), 3);
    assert_eq!(results.rows[0], first);
    assert_eq!(results.instances, instances());
    assert_eq!(results.algorithms, [name, "dfs"]);
    assert_eq!((results.planned, results.manifest.machines.len()), (12, 2));
    let (campaign, instances) = (campaign(), instances());
    let missing = store.missing(&plan(&campaign, &instances), &campaign.contenders(), &instances);
    assert_eq!(missing.expect("a list").len() as u64, planned(&campaign, 3) - 3);
    assert_eq!(store.count(), Ok((12, BTreeMap::from([("solved".to_owned(), 3)]))));
    assert!(store.expanded("key").expect("instances").is_some() && store.expanded("other") == Ok(None));
}

#[test]
fn results_are_taken_by_one_and_read_by_many() {
    let store = begun("lock");
    let folder = store.folder().to_owned();
    assert!(Store::take(&folder).err().is_some_and(|refusal| refusal.key == "results.taken"));
    assert!(Store::open(&folder).is_ok());
    drop(store);
    assert!(Store::take(&folder).is_ok());
    std::fs::write(Store::file(&folder), "not a database, but long enough to be looked at as one".repeat(20))
        .expect("a file");
    assert!(Store::open(&folder).is_err());
}

/// Another program's reader gets back every value that was written, and nulls where there was none.
#[test]
fn parquet_is_read_back() {
    let mut store = begun("export");
    store.machine(&Machine { id: "m".to_owned(), ..Machine::default() }).expect("a machine");
    let rows: Vec<_> = (0..3).map(|at| (row("dfs", &format!("s/{at}"), 0, at), None)).collect();
    store.commit(&rows).expect("rows");
    let results = store.load().expect("results");
    let file = store.folder().join("test.parquet");
    export::parquet(&results, &file).expect("a file");
    let reader = SerializedFileReader::new(std::fs::File::open(&file).expect("a file")).expect("Parquet");
    let read: Vec<_> = reader.get_row_iter(None).expect("rows").map(|row| row.expect("a row")).collect();
    assert_eq!(read.len(), 3);
    let columns: BTreeMap<String, Field> =
        read[2].get_column_iter().map(|(name, field)| (name.clone(), field.clone())).collect();
    let text = |text: &str| Field::Str(text.to_owned());
    for (name, field) in [
        ("algorithm", text("dfs")),
        ("instance", text("s/2")),
        ("outcome", text("solved")),
        ("error", text("a \"quoted\", word\nand a line")),
        ("why", Field::Null),
        ("cost", Field::Long(2)),
        ("seed", Field::Long(i64::MAX)),
        ("optimal", Field::Bool(true)),
        ("seconds", Field::Double(0.125)),
        ("wall", Field::Null),
        ("machine", text("m")),
        ("feature_width", Field::Double(2.5)),
        ("value_chance", Field::Double(0.25)),
    ] {
        assert_eq!(columns.get(name), Some(&field), "{name}");
    }
    let csv = store.folder().join("test.csv");
    export::csv(&results, &csv).expect("a file");
    let text = std::fs::read_to_string(&csv).expect("a file");
    assert!(text.contains("\"a \"\"quoted\"\", word\nand a line\""), "{text}");
    assert!(text.starts_with("algorithm,instance,game,repeat,seed,outcome,"), "{text}");
}
