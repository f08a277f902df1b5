//! Tests the option `types` of `planwright gen`, in the configuration and on the command line.

use std::fs;
use std::path::Path;
use std::process::Command;

const SCHEMA: &str = r##"{"$schema": "http://json-schema.org/draft-07/schema#", "title": "Order", "type": "object",
    "properties": {"pick": {"$ref": "#/definitions/Pick"}, "line": {"$ref": "#/definitions/Line"}},
    "definitions": {"Pick": {"enum": [1, "a"]}, "Line": {"type": "object", "properties": {"n": {"type": "integer"}}}}}"##;

/// Generates the schema with a configuration. Returns the exit code, the output and the types.
fn generate(config: &str, arguments: &[&str]) -> (Option<i32>, String, String) {
    let folder = tempfile::tempdir().unwrap();
    let put = |path: &str, text: &str| fs::write(folder.path().join(path), text).unwrap();
    fs::create_dir(folder.path().join("plans")).unwrap();
    put("plans/order.json", SCHEMA);
    put("planwright.toml", &format!("[gen]\nschemas = \"plans\"\nout = \"src\"\n{config}"));
    let output = Command::new(env!("CARGO_BIN_EXE_planwright"))
        .args([&["gen", "--no-cache"], arguments].concat())
        .current_dir(folder.path())
        .output()
        .unwrap();
    let text = [output.stdout, output.stderr].concat();
    let types = fs::read_to_string(folder.path().join(Path::new("src/schemas.rs"))).unwrap_or_default();
    (output.status.code(), String::from_utf8_lossy(&text).into_owned(), types)
}

#[test]
#[cfg(feature = "typify")]
fn typify_generates_types_and_its_refusals_are_warnings() {
    let (code, text, types) = generate("types = \"typify\"\n", &[]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("warning[TYPE_FALLBACK]: typify cannot express \"Pick\""), "{text}");
    assert!(text.contains("at: /definitions/Pick") && !text.contains("thread '"), "{text}");
    let derived =
        types.contains("#[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]");
    assert!(derived && types.contains("pub line: ::std::option::Option<Line>"), "{types}");
    let (code, text, _) = generate("types = \"typify\"\ndeny = [\"TYPE_FALLBACK\"]\n", &[]);
    assert!(code == Some(1) && text.contains("error[TYPE_FALLBACK]"), "{text}");
}

#[test]
#[cfg(feature = "typify")]
fn options_of_single_types_apply_to_typify() {
    let config = "[gen.types.Line]\nname = \"Row\"\nderives = [\"Eq\"]\n";
    let (code, text, types) = generate(config, &["--types", "typify"]);
    assert_eq!(code, Some(0), "{text}");
    assert!(types.contains("pub struct Row {") && !types.contains("struct Line"), "{types}");
}

#[test]
fn a_path_of_a_module_gets_validators_and_no_types() {
    let (code, text, types) = generate("types = \"crate::api\"\n", &[]);
    assert_eq!(code, Some(0), "{text}");
    assert!(types.contains("pub type Order = crate::api::Order;") && !types.contains("struct"), "{types}");
}

#[test]
fn a_value_that_is_no_origin_is_an_error_with_its_location() {
    let (code, text, _) = generate("types = \"crate::a b\"\n", &[]);
    assert!(code == Some(1) && text.contains("planwright.toml:4:9"), "{text}");
    let (code, text, _) = generate("types = \"typify\"\nborrowed = true\n", &[]);
    assert!(code == Some(1) && text.contains("only types of Planwright can borrow"), "{text}");
    let (code, text, _) = generate("types = 5\n", &[]);
    assert!(code == Some(2), "{text}");
}
