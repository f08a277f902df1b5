//! Which files of a folder are read.

use std::fs;

use planwright_sync::{list_own_tree, list_tree, list_tree_of, read_tree_of};

#[test]
fn our_own_records_are_no_input() {
    let place = tempfile::tempdir().unwrap();
    let root = place.path();
    for file in ["plan.json", "below/plan.json", ".planwright/apex.json", "below/.planwright/staging/1.json"] {
        fs::create_dir_all(root.join(file).parent().unwrap()).unwrap();
        fs::write(root.join(file), "{}").unwrap();
    }
    assert_eq!(list_tree(root, ".json").unwrap(), ["below/plan.json", "plan.json"]);
    // They are read if the folder itself is requested.
    assert_eq!(list_tree(&root.join(".planwright"), ".json").unwrap(), ["apex.json"]);
}

#[test]
fn endings_are_found_in_letters_of_either_case() {
    let place = tempfile::tempdir().unwrap();
    for file in ["a.JSON", "b.Json", "c.json", "d.jso", "json"] {
        fs::write(place.path().join(file), "{}").unwrap();
    }
    assert_eq!(list_tree(place.path(), ".json").unwrap(), ["a.JSON", "b.Json", "c.json"]);
}

#[cfg(unix)]
#[test]
fn links_to_files_are_read_and_links_to_folders_are_named() {
    use std::os::unix::fs::symlink;

    let place = tempfile::tempdir().unwrap();
    let root = place.path().join("root");
    fs::create_dir_all(root.join("inner")).unwrap();
    fs::write(place.path().join("outside.json"), "1").unwrap();
    symlink("../outside.json", root.join("linked.json")).unwrap();
    symlink("linked.json", root.join("twice.json")).unwrap();
    symlink("..", root.join("inner/up")).unwrap();
    symlink("/", root.join("all.json")).unwrap();
    symlink("nowhere", root.join("other.txt")).unwrap();
    let files = read_tree_of(&root, &[".json"]).unwrap();
    assert_eq!(files, [("linked.json".to_owned(), b"1".to_vec()), ("twice.json".to_owned(), b"1".to_vec())]);
    assert_eq!(list_tree_of(&root, &[".json"]).unwrap().linked_folders, ["all.json", "inner/up"]);
    assert!(list_own_tree(&root, ".json").unwrap().is_empty(), "what a link leads to is not ours");
    // The root itself may be a link.
    symlink("root", place.path().join("alias")).unwrap();
    assert_eq!(list_tree(&place.path().join("alias"), ".json").unwrap(), ["linked.json", "twice.json"]);

    symlink("nowhere", root.join("broken.json")).unwrap();
    symlink("loop.json", root.join("loop.json")).unwrap();
    let errors = read_tree_of(&root, &[".json"]).unwrap_err();
    let paths: Vec<_> = errors.iter().map(|error| error.path.rsplit('/').next().unwrap()).collect();
    assert_eq!(paths, ["broken.json", "loop.json"], "{errors:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_an_input_is_an_error() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;
    use std::os::unix::net::UnixListener;

    let place = tempfile::tempdir().unwrap();
    fs::write(place.path().join(OsStr::from_bytes(b"plan-\xff.json")), "{}").unwrap();
    fs::write(place.path().join(OsStr::from_bytes(b"other-\xff.txt")), "").unwrap();
    let _socket = UnixListener::bind(place.path().join("socket.json")).unwrap();
    let errors = list_tree(place.path(), ".json").unwrap_err();
    let reasons: Vec<_> = errors.iter().map(|error| error.reason.as_str()).collect();
    assert_eq!(reasons, ["its name is not UTF-8; rename it", "is not a regular file"], "{errors:?}");
}
