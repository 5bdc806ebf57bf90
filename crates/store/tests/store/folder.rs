//! What only a folder has: its file, its rights, and one program that serves it.

use std::fs;

use damier_store::{Change, Folder, Place, Store, wait};

use crate::ground::Temporary;

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

/// The first version had no leases.
#[test]
fn a_file_of_the_first_version_is_brought_up_to_date() {
    let folder = Temporary::new("first");
    fs::create_dir_all(&folder.0).unwrap();
    let file = rusqlite::Connection::open(Folder::new(&folder.0).database()).unwrap();
    file.execute_batch(
        "CREATE TABLE documents (visitor TEXT NOT NULL, kind TEXT NOT NULL, game TEXT NOT NULL, id TEXT NOT NULL, value TEXT NOT NULL,
            changed INTEGER NOT NULL, PRIMARY KEY (visitor, kind, game, id)) STRICT, WITHOUT ROWID;
         INSERT INTO documents VALUES ('me', 'a', 'chess', '1', '[1]', 5);
         PRAGMA user_version = 1; PRAGMA application_id = 1684106601;",
    )
    .unwrap();
    drop(file);
    let store = Store::open(&folder.0).unwrap();
    assert_eq!(crate::ground::values(&store, "a"), ["[1]"]);
    assert_eq!(wait(store.holder("room")), Ok(None));
}

/// How long the log beside the file is, in bytes.
fn log(folder: &Temporary) -> u64 {
    fs::metadata(format!("{}-wal", Folder::new(&folder.0).database().display())).unwrap().len()
}

fn write(store: &Store, id: usize, value: String) {
    let place = Place::new("me", "room", "", &id.to_string());
    wait(store.write(vec![Change { place, value: Some(value) }])).unwrap();
}

/// In the second version, a document of some kilobytes was in pages of its own.
#[test]
fn a_change_of_a_document_writes_one_page() {
    let folder = Temporary::new("pages");
    let store = Store::open(&folder.0).unwrap();
    let value = |more: usize| format!("\"{}\"", "x".repeat(1500 + more));
    (0..50).for_each(|id| write(&store, id, value(0)));
    let before = log(&folder);
    (0..100).for_each(|n| write(&store, n % 50, value(n)));
    let each = (log(&folder) - before) as f64 / 100.0 / 4120.0;
    assert!((0.9..1.5).contains(&each), "{each} pages a commit");
}

#[test]
fn the_log_does_not_grow_without_bound() {
    let folder = Temporary::new("log");
    let store = Store::open(&folder.0).unwrap();
    // Each time another letter: what stays the same is not written.
    let value = |n: u8| format!("\"{}\"", char::from(b'a' + n % 26).to_string().repeat(1 << 20));
    (0..80).for_each(|n| write(&store, usize::from(n % 8), value(n)));
    assert!(log(&folder) < 40 << 20, "{} bytes after 80 MB were written", log(&folder));
    assert_eq!(crate::ground::values(&store, "room").len(), 8);
}
