//! Schema files of types.

use std::fs;

use planwright_schemars::{RustRoot, SchemaFiles, root};
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code, reason = "only its schema matters")]
struct Point {
    x: i32,
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code, reason = "only its schema matters")]
struct Line {
    points: Vec<Point>,
}

root!(Point, "schemas/point.schema.json");
root!(Line, "schemas/line.schema.json");

#[test]
fn files_are_written_and_then_current() {
    let package = tempfile::tempdir().expect("a folder");
    let files = || SchemaFiles::new(package.path()).with::<Point>().with::<Line>();
    let message = files().check().expect_err("both files are missing");
    assert!(message.contains("point.schema.json") && message.contains("PLANWRIGHT_UPDATE=1"), "{message}");
    files().write().expect("they are written");
    assert_eq!(files().check(), Ok(()));
    let path = package.path().join(Line::FILE);
    let text = fs::read_to_string(&path).expect("it exists");
    assert_eq!(text.parse::<serde_json::Value>().as_ref().ok(), Some(Line::schema()));
    fs::write(&path, text.replace("int32", "int64")).expect("it is written");
    let message = files().check().expect_err("a file differs");
    assert!(message.contains("int64") && message.contains("int32") && !message.contains("point.schema"), "{message}");
}

#[test]
fn two_types_cannot_have_one_file() {
    let package = tempfile::tempdir().expect("a folder");
    let message = SchemaFiles::new(package.path()).with::<Point>().with::<Point>().write().expect_err("it is refused");
    assert!(message.contains("two types have this file"), "{message}");
}
