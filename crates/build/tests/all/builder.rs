//! The builder without cargo: the files it writes, the files it leaves unchanged, and its messages.

use std::fs;
use std::path::Path;

use planwright_build::{Builder, Error, Formats, Layout, Mode, Options, Problem, Style, Tools};
use tempfile::TempDir;

const ITEM: &str = r#"{ "title": "Item", "type": "object", "properties": { "sku": { "type": "string" } } }"#;

fn project(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder for the test");
    for (path, text) in files {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().expect("it is in the folder")).expect("a folder can be made");
        fs::write(path, text).expect("a file can be written");
    }
    folder
}

fn builder(root: &Path) -> Builder {
    Builder::new(root.join("schemas")).out_dir(root.join("out"))
}

fn names(paths: &[std::path::PathBuf]) -> Vec<&str> {
    paths.iter().filter_map(|path| path.file_name()?.to_str()).collect()
}

fn run_text(result: Result<planwright_build::BuildOutcome, Error>, root: &Path) -> String {
    let error = result.expect_err("it fails");
    assert_eq!(format!("{error:?}"), error.to_string());
    error.to_string().replace(&format!("{}/", root.display()), "")
}

#[test]
fn one_file_is_written_once() {
    let folder = project(&[("schemas/item.json", ITEM), ("out/other.rs", "// by hand")]);
    let builder = builder(folder.path()).file_name("items.rs");
    let first = builder.sync(Mode::Write).expect("it compiles");
    assert_eq!((names(&first.changed), first.fresh), (vec!["items.rs"], 0));
    let second = builder.sync(Mode::Write).expect("it compiles");
    assert_eq!((names(&second.changed), second.fresh), (vec![], 1));
    assert!(fs::read_to_string(folder.path().join("out/items.rs")).expect("it is there").contains("pub struct Item"));
    assert!(folder.path().join("out/other.rs").exists());
}

#[test]
fn a_folder_is_synchronized_with_the_schemas() {
    let folder =
        project(&[("schemas/item.json", ITEM), ("schemas/more/gift.json", ITEM), ("out/by_hand.rs", "// mine")]);
    let builder = builder(folder.path()).layout(Layout::Module);
    let stale = run_text(builder.sync(Mode::Check), folder.path());
    assert!(
        stale.starts_with("5 problems; nothing was written\nmissing impls/more.rs\n--- a/impls/more.rs\n"),
        "{stale}"
    );
    assert!(!folder.path().join("out/mod.rs").exists(), "a check writes nothing");

    let first = builder.sync(Mode::Write).expect("it compiles");
    assert_eq!(names(&first.changed), ["more.rs", "schemas.rs", "mod.rs", "more.rs", "schemas.rs"]);
    assert_eq!(builder.sync(Mode::Check).expect("it is fresh").fresh, 5);
    fs::remove_dir_all(folder.path().join("schemas/more")).expect("it is there");
    let second = builder.sync(Mode::Write).expect("it compiles");
    assert_eq!(names(&second.changed), ["more.rs", "mod.rs", "more.rs"]);
    assert!(!folder.path().join("out/more.rs").exists() && folder.path().join("out/by_hand.rs").exists());
}

#[test]
fn files_of_others_are_never_overwritten() {
    let folder = project(&[("schemas/item.json", ITEM), ("out/planwright.rs", "// by hand")]);
    for mode in [Mode::Write, Mode::Check] {
        let refused = run_text(builder(folder.path()).sync(mode), folder.path());
        assert!(refused.contains("out/planwright.rs: not written by this generator"), "{refused}");
    }
    assert_eq!(fs::read_to_string(folder.path().join("out/planwright.rs")).expect("it is there"), "// by hand");
}

#[test]
fn options_reach_the_compiler() {
    let pair = r#"{ "type": "object", "properties": { "at": { "type": "string", "format": "date" } } }"#;
    let folder = project(&[("schemas/find-params.json", pair), ("schemas/find-returns.json", pair)]);
    let code = |builder: Builder| {
        builder.sync(Mode::Write).expect("it compiles");
        fs::read_to_string(folder.path().join("out/planwright.rs")).expect("it is there")
    };
    let plain = code(builder(folder.path()));
    assert!(plain.contains("ToolFault") && plain.contains("\"Draft202012\", true") && plain.contains("`cargo build`"));
    let other = code(
        builder(folder.path())
            .tools(Tools::TypesAlone)
            .formats(Formats::Annotate)
            .options(|options: &mut Options| options.command = "make".to_owned()),
    );
    assert!(!other.contains("ToolFault") && other.contains("\"Draft202012\", false") && other.contains("`make`"));
}

#[test]
fn a_format_that_is_asked_for_as_a_type_is_known() {
    let sold = r#"{ "type": "object", "properties": {
        "sku": { "type": "string", "format": "x-sku" }, "lot": { "type": "string", "format": "x-lot" } } }"#;
    let folder = project(&[("schemas/item.json", sold)]);
    let warned = |asked: &[&str]| {
        let types = asked.iter().map(|format| ((*format).to_owned(), "crate::Sku".to_owned()));
        let style = Style { format_types: types.collect(), ..Style::default() };
        let ran = builder(folder.path()).style(style).sync(Mode::Write).expect("it is generated");
        ran.warnings.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(warned(&[]).len(), 2);
    let left = warned(&["x-sku"]);
    assert!(left.len() == 1 && left[0].contains("\"x-lot\""), "{left:?}");
    assert_eq!(warned(&["x-sku", "x-lot"]), Vec::<String>::new());
}

#[test]
fn a_denied_warning_stops_the_run_and_an_unknown_code_is_named() {
    let doubtful = r#"{ "type": "object", "properties": { "at": { "type": "string", "format": "datetime" } } }"#;
    let folder = project(&[("schemas/item.json", doubtful)]);
    let denied = |code: &str| builder(folder.path()).deny(code).sync(Mode::Write);
    assert!(run_text(denied("UNKNOWN_FORMAT"), folder.path()).contains("UNKNOWN_FORMAT"));
    for (code, near) in
        [("UNKNOWN_FORMATS", "did you mean UNKNOWN_FORMAT?"), ("NOTHING", "UNKNOWN_KEYWORD, KEYWORD_OF_")]
    {
        let said = run_text(denied(code), folder.path());
        assert!(said.contains(&format!("the code \"{code}\"")) && said.contains(near), "{said}");
    }
    assert!(denied("TAG_OVERLAP").is_ok(), "another code is not concerned");
    assert_eq!(
        builder(folder.path()).deny("UNKNOWN_FORMAT").deny("X").sync(Mode::Check).expect_err("X").problems().len(),
        1
    );
}

#[test]
fn missing_input_is_reported() {
    let folder = project(&[("schemas/item.json", ITEM), ("empty/readme.txt", "")]);
    let root = folder.path();
    let empty = Builder::new(root.join("empty")).suffix(".schema.json").out_dir(root.join("out"));
    assert_eq!(
        run_text(empty.sync(Mode::Write), root),
        "1 problem; nothing was written\nempty: no *.schema.json file below this folder"
    );
    let absent = Builder::new(root.join("absent")).documents("https://example.org/", root.join("vendor"));
    let absent = absent.sync(Mode::Write).expect_err("there is nothing");
    assert!(matches!(absent.problems(), [Problem::NoDocuments { .. }, Problem::Unreadable(_)]), "{absent}");
    let nowhere = Builder::new(root.join("schemas")).sync(Mode::Write).expect_err("this is no build script");
    assert!(matches!(nowhere.problems(), [Problem::NoOutDir]), "{nowhere}");
    let nowhere = Builder::new(root.join("schemas")).layout(Layout::Crate).sync(Mode::Write);
    assert!(matches!(nowhere.expect_err("no folder").problems(), [Problem::NeedsFolder]));
}

#[test]
fn errors_name_the_file_of_a_document() {
    let order = r#"{ "type": "object", "properties": { "to": { "$ref": "https://example.org/s/address" } } }"#;
    let folder = project(&[("schemas/order.json", order), ("vendor/address.json", r#"{ "type": "objet" }"#)]);
    let builder = builder(folder.path()).documents("https://example.org/s/", folder.path().join("vendor"));
    let broken = run_text(builder.sync(Mode::Write), folder.path());
    assert!(broken.contains("\nvendor/address.json:1:3: at /type: "), "{broken}");
    assert!(!folder.path().join("out").exists(), "nothing was written");
}
