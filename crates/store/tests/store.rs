//! The store by itself: what is written is there, whoever asks, and what goes wrong harms nothing.

use std::fs;
use std::path::PathBuf;

use damier_store::{Change, Document, Fault, Folder, Place, Query, Store, wait};

/// A folder of its own for a test, empty at first and gone at the end.
struct Temporary(PathBuf);

impl Temporary {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("damier-store-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Temporary(path)
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn put(kind: &str, id: &str, value: &str) -> Change {
    Change { place: Place::new("me", kind, "chess", id), value: Some(value.to_owned()) }
}

fn all(store: &Store, kind: &str) -> Vec<Document> {
    wait(store.read(Query { kinds: vec![kind.to_owned()], ..Query::default() })).unwrap()
}

fn values(store: &Store, kind: &str) -> Vec<String> {
    all(store, kind).iter().map(|document| document.value.get().to_owned()).collect()
}

#[test]
fn what_was_written_is_there_after_a_new_start() {
    let folder = Temporary::new("again");
    let store = Store::open(&folder.0).unwrap();
    wait(store.write(vec![put("a", "1", "[1]"), put("b", "1", "2")])).unwrap();
    wait(store.write(vec![put("a", "1", "[3]")])).unwrap();
    drop(store);
    let store = Store::open(&folder.0).unwrap();
    assert_eq!(values(&store, "a"), ["[3]"]);
    let forget = Change { value: None, ..put("a", "1", "") };
    wait(store.write(vec![forget])).unwrap();
    assert_eq!((values(&store, "a"), values(&store, "b")), (vec![], vec!["2".to_owned()]));
    assert_eq!(wait(store.check()), Ok(()));
}

#[test]
fn a_query_gives_what_it_names_the_newest_first() {
    let store = Store::in_memory().unwrap();
    for at in 0..5 {
        wait(store.write(vec![put("a", &at.to_string(), &at.to_string())])).unwrap();
        std::thread::sleep(std::time::Duration::from_millis(3));
    }
    let other = Change { place: Place::new("you", "a", "go", "1"), value: Some("9".to_owned()) };
    wait(store.write(vec![other])).unwrap();
    let mine = Query { visitor: Some("me".to_owned()), most: Some(2), ..Query::default() };
    let found: Vec<_> = wait(store.read(mine)).unwrap();
    assert_eq!(found.iter().map(|one| one.value.get()).collect::<Vec<_>>(), ["4", "3"]);
    let theirs = Query { game: Some("go".to_owned()), ..Query::default() };
    assert_eq!(wait(store.read(theirs)).unwrap().len(), 1);
}

#[test]
fn two_processes_may_write_and_see_each_other() {
    let folder = Temporary::new("two");
    let (one, two) = (Store::open(&folder.0).unwrap(), Store::open(&folder.0).unwrap());
    for at in 0..50 {
        wait(one.write(vec![put("a", &format!("one {at}"), "1")])).unwrap();
        wait(two.write(vec![put("a", &format!("two {at}"), "2")])).unwrap();
    }
    assert_eq!((all(&one, "a").len(), all(&two, "a").len()), (100, 100));
}

#[test]
fn a_file_of_a_newer_version_is_refused_and_left_as_it_is() {
    let folder = Temporary::new("newer");
    drop(Store::open(&folder.0).unwrap());
    let file = Folder::new(&folder.0).database();
    // The thread that has the file closes it in its own time; then nothing stands beside it any more.
    while fs::exists(format!("{}-wal", file.display())).unwrap() {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    // The version stands in the header of the file, where SQLite keeps it, at offset 60.
    let mut bytes = fs::read(&file).unwrap();
    bytes[60..64].copy_from_slice(&99u32.to_be_bytes());
    fs::write(&file, &bytes).unwrap();
    assert!(matches!(Store::open(&folder.0), Err(Fault::Newer { found: 99, .. })));
    assert_eq!(fs::read(&file).unwrap(), bytes);
}

#[test]
fn a_damaged_file_and_one_of_another_program_are_refused_and_left_as_they_are() {
    let folder = Temporary::new("damaged");
    fs::create_dir_all(&folder.0).unwrap();
    let file = Folder::new(&folder.0).database();
    fs::write(&file, "this is no database, whatever its name says\n".repeat(40)).unwrap();
    let before = fs::read(&file).unwrap();
    let Err(fault) = Store::open(&folder.0) else { panic!("it was taken") };
    assert!(matches!(fault, Fault::Damaged { .. }), "{fault}");
    assert!(fault.to_string().contains("left as it is"), "{fault}");
    assert_eq!(fs::read(&file).unwrap(), before);
}

#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let folder = Temporary::new("file");
    fs::write(&folder.0, "a file").unwrap();
    let Err(fault) = Store::open(&folder.0.join("below")) else { panic!("it was taken") };
    assert!(fault.to_string().contains("cannot make the folder"), "{fault}");
    fs::remove_file(&folder.0).unwrap();
}

#[test]
fn a_folder_is_served_once() {
    let folder = Temporary::new("served");
    let mut first = Folder::new(&folder.0).serve().unwrap();
    first.tell("the first place");
    let Err(fault) = Folder::new(&folder.0).serve() else { panic!("it was served twice") };
    assert!(fault.to_string().contains("at the first place"), "{fault}");
    drop(first);
    assert!(Folder::new(&folder.0).serve().is_ok());
}

#[test]
fn a_key_stays_until_another_is_wanted() {
    let folder = Temporary::new("key");
    let here = Folder::new(&folder.0);
    assert_eq!(here.key(false, 7), Ok(7));
    assert_eq!(here.key(false, 8), Ok(7));
    assert_eq!(here.key(true, 9), Ok(9));
    fs::write(folder.0.join("key"), "half a k").unwrap();
    assert_eq!(here.key(false, 10), Ok(10));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = |name: &str| fs::metadata(folder.0.join(name)).unwrap().permissions().mode() & 0o777;
        drop(Store::open(&folder.0).unwrap());
        assert_eq!((mode("key"), mode("damier.sqlite3"), mode(".")), (0o600, 0o600, 0o700));
    }
}
