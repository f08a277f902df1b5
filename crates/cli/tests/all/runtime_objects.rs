//! Tests the objects of the runtime. These files have no marker, so ownership depends on the record or on the class
//! that uses them.

use std::fs;
use std::path::Path;

use crate::apex_runs::blueprint;
use crate::project::{read_text, run, write};

const OBJECT: &str = "force-app/main/default/objects/PlanwrightConfirmation__c/fields/Expires__c.field-meta.xml";
const RECORD: &str = "force-app/.planwright/apex.json";

/// File of an earlier revision, with the comment that `sf project deploy` cannot convert, and its hash in the record.
const EARLIER: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<!-- Part of the planwright runtime. -->
<CustomField xmlns="http://soap.sforce.com/2006/04/metadata">
    <fullName>Expires__c</fullName>
    <description>When the token is worth nothing any more.</description>
    <label>Expires</label>
    <required>true</required>
    <type>DateTime</type>
</CustomField>
"#;
const EARLIER_HASH: &str = "sha256:a04f52a9c8c4f2034ae2b41ffd99c99d54433360870d42633fa9b222fbf19005";

fn apex(folder: &Path, more: &[&str]) -> (i32, String) {
    let (code, out, err) = run(folder, &[&["apex", "--runtime=all", "a.json"], more].concat());
    (code, out + &err)
}

fn new_project() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "a.json", &blueprint("SetSubject", "Set Subject"));
    let (code, told) = apex(folder.path(), &[]);
    assert_eq!(code, 0, "{told}");
    folder
}

/// Creates the project as an earlier revision left it, with this file and the recorded hash.
fn with_earlier_record(text: &str) -> tempfile::TempDir {
    let folder = new_project();
    let record = read_text(folder.path(), RECORD);
    let line = record.lines().find(|line| line.contains("Expires__c")).expect("the object is recorded");
    let hash = line.split('"').nth(3).expect("a hash");
    write(folder.path(), RECORD, &record.replace(hash, EARLIER_HASH));
    write(folder.path(), OBJECT, text);
    folder
}

#[test]
fn an_object_of_an_earlier_revision_is_replaced() {
    let folder = with_earlier_record(EARLIER);
    let (code, told) = apex(folder.path(), &["--check"]);
    assert!(code == 1 && told.contains("stale") && !told.contains("EDITED_BY_HAND"), "{told}");
    let (code, told) = apex(folder.path(), &[]);
    assert_eq!(code, 0, "{told}");
    assert!(!read_text(folder.path(), OBJECT).contains("<!--"));
}

/// The only way to deploy a project of an earlier revision was to delete the comment.
#[test]
fn an_object_without_the_comment_was_not_edited() {
    let deleted = EARLIER.replace("<!-- Part of the planwright runtime. -->\n", "");
    let folder = with_earlier_record(&deleted);
    let (code, told) = apex(folder.path(), &[]);
    assert!(code == 0 && !told.contains("EDITED_BY_HAND"), "{told}");
    let folder = with_earlier_record(&deleted.replace("Expires<", "Ends<"));
    let (code, told) = apex(folder.path(), &[]);
    assert!(code == 1 && told.contains("EDITED_BY_HAND"), "{told}");
}

#[test]
fn without_a_record_an_object_belongs_to_the_author_of_its_class() {
    for text in [EARLIER.to_owned(), EARLIER.replace("<!-- Part of the planwright runtime. -->\n", "<!-- x -->")] {
        let folder = new_project();
        fs::remove_file(folder.path().join(RECORD)).expect("a record");
        write(folder.path(), OBJECT, &text);
        let (code, told) = apex(folder.path(), &[]);
        assert_eq!(code, 0, "{told}");
        assert!(!read_text(folder.path(), OBJECT).contains("<!--"));
    }
    let folder = new_project();
    let before = "<CustomField/>\n";
    fs::remove_dir_all(folder.path().join("force-app")).expect("a folder");
    write(folder.path(), OBJECT, before);
    let (code, told) = apex(folder.path(), &[]);
    assert!(code == 2 && told.contains(OBJECT) && told.contains("--force"), "{told}");
    assert_eq!(read_text(folder.path(), OBJECT), before);
}
