//! What is read of a folder.

use std::fs;

use planwright_sync::list_tree;

#[test]
fn our_own_records_are_no_input() {
    let place = tempfile::tempdir().unwrap();
    let root = place.path();
    for file in ["plan.json", "below/plan.json", ".planwright/apex.json", "below/.planwright/staging/1.json"] {
        fs::create_dir_all(root.join(file).parent().unwrap()).unwrap();
        fs::write(root.join(file), "{}").unwrap();
    }
    assert_eq!(list_tree(root, ".json").unwrap(), ["below/plan.json", "plan.json"]);
    // Unless they are what was asked for.
    assert_eq!(list_tree(&root.join(".planwright"), ".json").unwrap(), ["apex.json"]);
}
