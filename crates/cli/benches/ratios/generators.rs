//! Benchmarks of code generation as whole processes, compared with other generators.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use planwright_sync::read_tree;

use crate::pairs::ON_DISK;
use crate::processes::{Program, compare, word};

/// Number of lines of the long schema.
const LINES: usize = 10_000;

/// Measures the schemas of this repository, and one long schema.
pub(crate) fn generators() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = tempfile::tempdir().unwrap();
    let schemas = root.join("schemas");
    let count = read_tree(&schemas, ".schema.json").map_or(0, |files| files.len());
    against(&root, folder.path(), &format!("the five contracts, {count} schemas: whole processes"), &schemas);
    let long = folder.path().join("long");
    fs::create_dir_all(&long).unwrap();
    fs::write(long.join("catalog.json"), long_schema(LINES)).unwrap();
    against(&root, folder.path(), &format!("a schema of {LINES} lines: whole processes"), &long);
    let growing = [LINES / 4, LINES / 2, LINES, 2 * LINES].map(|lines| {
        let schemas = folder.path().join(format!("long-{lines}"));
        fs::create_dir_all(&schemas).unwrap();
        fs::write(schemas.join("catalog.json"), long_schema(lines)).unwrap();
        full(&schemas, folder.path().join("out-growing"), format!("planwright gen: {lines} lines"))
    });
    compare("growing schemas: whole processes", ON_DISK, &growing);
}

fn against(root: &Path, folder: &Path, title: &str, schemas: &Path) {
    let out = folder.join("out");
    let checked = folder.join("out-checked");
    let check = |more: &[&str], name: &str| Program {
        name: name.to_owned(),
        commands: vec![gen_command(schemas, &checked, &[&["--check"], more].concat())],
        clear: None,
        install: "",
    };
    let _ = fs::remove_dir_all(&checked);
    let made = std::process::Command::new(env!("CARGO_BIN_EXE_planwright"))
        .args(&gen_command(schemas, &checked, &[])[1..])
        .output();
    assert!(made.is_ok_and(|output| output.status.success()), "it generates");
    let files: Vec<PathBuf> =
        read_tree(schemas, ".json").unwrap().into_iter().map(|(path, _)| schemas.join(path)).collect();
    let programs = [
        full(schemas, out, "planwright gen: types and law".to_owned()),
        check(&["--no-cache"], "planwright gen --check --no-cache"),
        check(&[], "planwright gen --check, nothing has changed since"),
        typify(root, folder, &files),
        quicktype(root, folder, &files),
        json2ts(root, folder, schemas),
    ];
    compare(title, ON_DISK, &programs);
}

fn gen_command(schemas: &Path, out: &Path, more: &[&str]) -> Vec<String> {
    let planwright = env!("CARGO_BIN_EXE_planwright").to_owned();
    let words = [planwright, "gen".into(), "--schema".into(), word(schemas), "--out".into(), word(out)];
    words.into_iter().chain(more.iter().map(|word| (*word).to_owned())).collect()
}

fn full(schemas: &Path, out: PathBuf, name: String) -> Program {
    Program { name, commands: vec![gen_command(schemas, &out, &["--no-cache"])], clear: Some(out), install: "" }
}

/// Returns the commands of typify, which accepts one file at a time.
fn typify(root: &Path, folder: &Path, files: &[PathBuf]) -> Program {
    let binary = root.join("target/peers/bin/cargo-typify");
    let out = folder.join("out-typify");
    let command = |file: &PathBuf| {
        let target = out.join(file.file_name().unwrap_or_default()).with_extension("rs");
        vec![word(&binary), "typify".into(), word(file), "--output".into(), word(&target)]
    };
    Program {
        name: "cargo-typify 0.8.0: types alone".to_owned(),
        commands: if binary.is_file() { files.iter().map(command).collect() } else { Vec::new() },
        clear: Some(out.clone()),
        install: "cargo install --locked --version 0.8.0 cargo-typify --root target/peers",
    }
}

fn quicktype(root: &Path, folder: &Path, files: &[PathBuf]) -> Program {
    let out = folder.join("out-quicktype");
    let mut words = ["--src-lang", "schema", "--lang", "rust", "--out"].map(str::to_owned).to_vec();
    words.push(word(&out.join("types.rs")));
    words.extend(files.iter().flat_map(|file| ["--src".to_owned(), word(file)]));
    npm(root, "quicktype", "quicktype 26.0.0: types alone", vec![words], out)
}

fn json2ts(root: &Path, folder: &Path, schemas: &Path) -> Program {
    let out = folder.join("out-json2ts");
    let words = vec!["--input".to_owned(), word(schemas), "--output".into(), word(&out)];
    npm(root, "json2ts", "json-schema-to-typescript 16.0.0: TypeScript, types alone", vec![words], out)
}

fn npm(root: &Path, binary: &str, name: &str, words: Vec<Vec<String>>, out: PathBuf) -> Program {
    let binary = root.join("tests/peers/npm/node_modules/.bin").join(binary);
    let start = |words: Vec<String>| [vec!["node".to_owned(), word(&binary)], words].concat();
    Program {
        name: name.to_owned(),
        commands: if binary.exists() { words.into_iter().map(start).collect() } else { Vec::new() },
        clear: Some(out),
        install: "npm ci --prefix tests/peers/npm",
    }
}

/// Returns a schema of about `lines` lines: records that refer to each other, with bounds, patterns, enums, tagged
/// unions, lists and maps. It is the same in every run.
pub(crate) fn long_schema(lines: usize) -> String {
    // A record and an event together have 50 lines.
    let count = lines / 50;
    let mut definitions = String::new();
    for index in 0..count {
        let other = (index * 7 + 3) % count;
        let _ = write!(
            definitions,
            r##"    "Record{index}": {{
      "type": "object",
      "description": "Record number {index} of the catalog.",
      "required": ["id", "name", "kind"],
      "properties": {{
        "id": {{ "type": "string", "pattern": "^R{index}-[0-9]+$" }},
        "name": {{ "type": "string", "minLength": 1, "maxLength": {} }},
        "kind": {{
          "type": "string",
          "enum": [
            "plain{index}",
            "grouped{index}",
            "archived{index}"
          ]
        }},
        "count": {{ "type": "integer", "minimum": 0, "maximum": {} }},
        "share": {{ "type": "number", "exclusiveMinimum": 0 }},
        "created": {{ "type": "string", "format": "date-time" }},
        "next": {{ "$ref": "#/definitions/Record{other}" }},
        "tags": {{
          "type": "array",
          "items": {{ "type": "string" }},
          "maxItems": 20,
          "uniqueItems": true
        }},
        "limits": {{
          "type": "object",
          "additionalProperties": {{ "type": "integer" }}
        }},
        "place": {{
          "type": "object",
          "required": ["line"],
          "properties": {{
            "line": {{ "type": "integer", "minimum": 1 }},
            "column": {{ "type": "integer", "minimum": 1 }}
          }},
          "additionalProperties": false
        }}
      }},
      "additionalProperties": false
    }},
    "Event{index}": {{
      "type": "object",
      "required": ["event", "record"],
      "properties": {{
        "event": {{ "type": "string", "enum": ["event{index}"] }},
        "record": {{ "$ref": "#/definitions/Record{index}" }},
        "note": {{ "type": "string", "maxLength": 200 }}
      }}
    }},
"##,
            10 + index % 90,
            1 + index
        );
    }
    let events: Vec<String> =
        (0..count).map(|index| format!("          {{ \"$ref\": \"#/definitions/Event{index}\" }}")).collect();
    format!(
        r##"{{
  "$schema": "http://json-schema.org/draft-07/schema#",
  "title": "Catalog",
  "type": "object",
  "required": ["records"],
  "properties": {{
    "records": {{ "type": "array", "items": {{ "$ref": "#/definitions/Record0" }} }},
    "events": {{
      "type": "array",
      "items": {{
        "oneOf": [
{}
        ]
      }}
    }}
  }},
  "definitions": {{
{definitions}    "End": {{ "type": "null" }}
  }}
}}
"##,
        events.join(",\n")
    )
}
