//! Tests `planwright gen` with a configuration: the selected sets, their folders, and the effect of the command line.

use std::fs;
use std::path::Path;
use std::process::Command;

const ORDER: &str = r#"{"$schema": "http://json-schema.org/draft-07/schema#", "title": "Order", "type": "object",
    "properties": {"sku": {"type": "string"}, "to": {"$ref": "https://example.org/common/place"}}}"#;
const PLACE: &str = r#"{"$schema": "http://json-schema.org/draft-07/schema#", "title": "Place", "type": "object", "properties": {"city": {"type": "string"}}}"#;

fn run(folder: &Path, arguments: &[&str]) -> (i32, String) {
    let output =
        Command::new(env!("CARGO_BIN_EXE_planwright")).arg("gen").args(arguments).current_dir(folder).output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    (output.status.code().unwrap_or(-1), String::from_utf8_lossy(&said).into_owned())
}

/// Creates a project with a set for Rust and a set for Apex.
fn project(config: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for name in ["plans", "vendor", "inside/deep"] {
        fs::create_dir_all(folder.path().join(name)).unwrap();
    }
    fs::write(folder.path().join("plans/order.schema.json"), ORDER).unwrap();
    fs::write(folder.path().join("plans/notes.json"), "no schema").unwrap();
    fs::write(folder.path().join("vendor/place.json"), PLACE).unwrap();
    fs::write(folder.path().join("planwright.toml"), config).unwrap();
    folder
}

const TWO: &str = r#"
[[gen]]
schemas = "plans"
suffix = ".schema.json"
out = "src/plans"
layout = "single-file"
documents = ["https://example.org/common/=vendor"]

[[gen]]
schemas = "vendor"
lang = "apex"
out = "classes"
class = "Places"
"#;

#[test]
fn every_set_of_the_configuration_is_made_from_wherever_the_command_runs() {
    let folder = project(TWO);
    let deep = folder.path().join("inside/deep");
    assert_eq!(run(&deep, &["--check"]).0, 1, "nothing is there yet");
    let (code, said) = run(&deep, &[]);
    assert_eq!(code, 0, "{said}");
    let rust = fs::read_to_string(folder.path().join("src/plans/planwright.rs")).unwrap();
    assert!(rust.contains("then run `planwright gen`"), "the command is quoted");
    assert!(folder.path().join("classes/Places.cls").exists());
    for (from, arguments) in [(folder.path(), vec!["--check"]), (&deep, vec!["--check"])] {
        let (code, said) = run(from, &arguments);
        assert_eq!(code, 0, "{said}");
    }
    assert_eq!(run(folder.path(), &["--check", "--schema", "plans"]).0, 0, "one set, chosen by its folder");
    fs::write(folder.path().join("plans/order.schema.json"), ORDER.replace("sku", "code")).unwrap();
    assert_eq!(run(folder.path(), &["--check", "--schema", "./vendor/"]).0, 0, "the other one is stale");
    assert_eq!(run(folder.path(), &["--check"]).0, 1);
}

/// An org cannot contain a class twice.
#[test]
fn apex_of_several_folders_shares_the_validator() {
    let set = |schemas: &str, out: &str, class: &str| {
        format!("[[gen]]\nschemas = \"{schemas}\"\nlang = \"apex\"\nout = \"{out}\"\nclass = \"{class}\"\n")
    };
    let validator = |folder: &tempfile::TempDir, out: &str| {
        ["PwSchemaValidator.cls", "PwSchemaValidator.cls-meta.xml"]
            .map(|name| folder.path().join(out).join(name).exists())
    };
    let folder = project(&set("vendor", "classes", "Places"));
    fs::write(folder.path().join("inside/item.json"), PLACE.replace("Place", "Item")).unwrap();
    assert_eq!(run(folder.path(), &[]).0, 0);
    assert_eq!(validator(&folder, "classes"), [true; 2]);
    // A new first set owns the validator, also in a run of the other set only.
    let sets = [set("inside", "first", "Items"), set("vendor", "classes", "Places")].concat();
    fs::write(folder.path().join("planwright.toml"), sets).unwrap();
    let (code, said) = run(folder.path(), &["--schema", "vendor"]);
    assert_eq!(code, 0, "{said}");
    assert_eq!(validator(&folder, "classes"), [false; 2], "{said}");
    assert!(folder.path().join("classes/Places.cls").exists(), "{said}");
    assert_eq!(run(folder.path(), &["--check", "--schema", "vendor"]).0, 0);
    assert_eq!(run(folder.path(), &[]).0, 0);
    assert_eq!(validator(&folder, "first"), [true; 2]);
    assert_eq!(validator(&folder, "classes"), [false; 2]);
    // Two sets of one folder need only one copy.
    let same = [set("inside", "classes", "Items"), set("vendor", "classes", "Places")].concat();
    fs::write(folder.path().join("planwright.toml"), same).unwrap();
    assert_eq!(run(folder.path(), &[]).0, 0);
    assert_eq!(validator(&folder, "classes"), [true; 2]);
}

#[test]
fn the_command_line_wins() {
    let folder = project(TWO);
    let (code, said) = run(folder.path(), &["--schema", "plans", "--out", "other", "--layout", "crate"]);
    assert_eq!(code, 0, "{said}");
    let text = fs::read_to_string(folder.path().join("other/lib.rs")).unwrap();
    assert!(text.contains("then run `planwright gen --out other --layout crate`"), "{text}");
    let (code, said) = run(folder.path(), &["--schema", "vendor", "--lang", "rust", "--out", "third"]);
    assert_eq!(code, 0, "{said}");
    assert!(folder.path().join("third/mod.rs").exists());
    let (code, said) = run(folder.path(), &["--schema", "inside", "--out", "fourth"]);
    assert_eq!((code, said.contains("no *.json, *.jsonc")), (2, true), "{said}");
}

#[test]
fn what_is_missing_or_contradicts_itself_is_said() {
    let folder = project(TWO);
    for (arguments, part) in [
        (vec!["--out", "x"], "--out is one folder, but there are 2 sets"),
        (vec!["--schema", "inside"], "no out folder given; use --out DIR"),
        (vec!["--schema", "plans", "--class", "A"], "--class is for --lang apex only"),
        (vec!["--config", "none.toml"], "none.toml"),
    ] {
        let (code, said) = run(folder.path(), &arguments);
        assert!(code == 2 && said.contains(part), "{arguments:?}: {said}");
    }
    let twice = "[[gen]]\nschemas = \"plans\"\nout = \"src\"\n[[gen]]\nschemas = \"vendor\"\nout = \"src/x\"\n";
    for (config, part) in [
        (twice, "two sets write to the same folder, src and src/x"),
        ("[gen]\nschemas = \"plans\"\n", "no out folder given; use --out DIR, or set `out`"),
        ("", "no schemas folder given; use --schema DIR"),
        (
            "[gen]\nschemas = \"plans\"\nout = \"o\"\ndocuments = [\"x\"]\n",
            "documents: x: expected URI=FILE or URI=DIR",
        ),
        (
            "documents = [1]\n",
            "planwright.toml:1:13: documents: expected a list of strings, each as URI=FILE or URI=DIR",
        ),
        (
            "documents = [\"x\"]\n[gen]\nschemas = \"plans\"\nout = \"o\"\n",
            "documents: x: expected URI=FILE or URI=DIR",
        ),
        (
            "[gen]\nout = \"o\"\nlayouts = 1\n",
            "planwright.toml:3:1: unknown key \"layouts\" in [gen]; did you mean \"layout\"?",
        ),
    ] {
        let folder = project(config);
        let (code, said) = run(folder.path(), &[]);
        assert!(code == 2 && said.contains(part), "{config}: {said}");
        assert!(!folder.path().join("src").exists());
    }
}

#[test]
fn an_option_that_cannot_be_is_named_with_its_line() {
    let folder = project("");
    let config = "[gen]\nschemas = \"plans\"\nsuffix = \".schema.json\"\nout = \"out\"\nlayout = \"flat\"\n\
        documents = [\"https://example.org/common/=vendor\"]\nderives = [\n  \"Eq\",\n  \"JsonSchema\",\n]\n";
    let types = "[gen.types.Ordr]\nderives = [\"Eq\"]\n[gen.types.Order]\nderives = [\"Copy\"]\nname = \"order\"\n";
    let write = |text: &str| fs::write(folder.path().join("planwright.toml"), text).unwrap();
    for (config, parts) in [
        (
            format!("{config}{types}colour = 1\n"),
            vec!["planwright.toml:16:1: unknown key \"colour\" in [gen.types.\"Order\"]; expected one of attributes"],
        ),
        (
            format!("{config}{types}"),
            vec![
                "planwright.toml:9:3: gen.derives.1: \"JsonSchema\": write the whole path",
                "planwright.toml:15:8: gen.types.Order.name: \"order\" cannot be the name of a type; \"Order\" can",
            ],
        ),
        (
            format!("{config}{types}").replace("  \"JsonSchema\",\n", "").replace("\"order\"", "\"Purchase\""),
            vec!["planwright.toml:11:1: gen.types.Ordr: no type is called \"Ordr\"; did you mean \"Order\"?"],
        ),
        (
            format!("{config}{types}")
                .replace("  \"JsonSchema\",\n", "")
                .replace("Ordr", "Place")
                .replace("\"order\"", "\"Purchase\""),
            vec![
                "planwright.toml:13:12: gen.types.Order.derives.0: schemas::Purchase (order.schema.json) cannot derive \
                 Copy: its property \"sku\" is a string, which is not Copy",
            ],
        ),
    ] {
        write(&config);
        let (code, said) = run(folder.path(), &[]);
        // A part is `file:line:column: message`. A finding prints it on two lines.
        let is_there = |part: &&str| {
            let (place, message) = part.split_once(": ").expect("a place");
            let finding = format!("error[INVALID_OPTION]: {message}");
            said.contains(*part) || (said.contains(&finding) && said.contains(&format!("--> {place}\n")))
        };
        assert!(code != 0 && parts.iter().all(is_there), "{config}: {said}");
        assert!(!folder.path().join("out").exists(), "nothing is written");
    }
    write(&config.replace("  \"JsonSchema\",\n", ""));
    let (code, said) = run(folder.path(), &[]);
    assert_eq!(code, 0, "{said}");
}

#[test]
fn the_command_line_says_what_types_are_like() {
    let folder = project("");
    let base = ["--schema", "vendor", "--out", "src/out"];
    let made = |arguments: &[&str]| {
        let (code, said) = run(folder.path(), &[&base, arguments].concat());
        assert_eq!(code, 0, "{arguments:?}: {said}");
        let files = ["src/out/schemas.rs", "src/out/impls/schemas.rs"];
        let module = files.map(|path| fs::read_to_string(folder.path().join(path)).unwrap()).concat();
        assert_eq!(run(folder.path(), &[&base, arguments, &["--check"]].concat()).0, 0, "{arguments:?}");
        module
    };
    let plain = made(&[]);
    assert!(plain.contains("pub fn parse(") && plain.contains("\"Draft7\", true"), "{plain}");
    let other =
        made(&["--no-methods", "--no-assert-formats", "--builders", "--derives", "Eq", "--attributes", "#[must_use]"]);
    assert!(!other.contains("pub fn parse(") && other.contains("\"Draft7\", false"), "{other}");
    assert!(other.contains("fn builder()") && other.contains(", Eq, ") && other.contains("#[must_use]"), "{other}");
    assert!(
        other.contains("--no-methods --builders") || other.contains("--builders"),
        "the command is quoted: {other}"
    );
    let place = PLACE.replace("\"string\"", "\"string\", \"format\": \"uuid\"");
    fs::write(folder.path().join("vendor/place.json"), place).unwrap();
    assert!(made(&[]).contains("city: Option<String>"));
    assert!(made(&["--format-types", "uuid=uuid"]).contains("city: Option<UuidText>"));
    for (option, part) in [
        ("uuid", "expected FORMAT=TYPE"),
        (
            "uuid=uid",
            "format-types.uuid: \"uid\": write the whole path, such as crate::uid or some_crate::uid; or one of \"uuid\"",
        ),
        ("uid=uuid::Uuid", "format-types.uid: no schema has the format \"uid\"; did you mean \"uuid\"?"),
    ] {
        let (code, said) = run(folder.path(), &[&base[..], &["--format-types", option]].concat());
        assert!(code != 0 && said.contains(part), "{option}: {code} {said}");
    }
    let (code, said) = run(folder.path(), &[&base[..], &["--lang", "apex", "--builders"]].concat());
    assert!(code == 2 && said.contains("--builders is for --lang rust only"), "{said}");
}

/// A third-party schema next to schemas with another suffix.
#[test]
fn a_suffix_that_leaves_all_schemas_out_is_named() {
    let folder = project("[gen]\nschemas = \"theirs\"\nsuffix = \".schema.json\"\nout = \"out\"\n");
    fs::create_dir(folder.path().join("theirs")).unwrap();
    fs::write(folder.path().join("theirs/dependabot.json"), "{}").unwrap();
    let (code, said) = run(folder.path(), &[]);
    assert_eq!(code, 2, "{said}");
    assert!(said.contains("`suffix` excludes 1 file, such as dependabot.json"), "{said}");
}
