//! The documentation of generated code contains nothing that rustdoc compiles, runs or warns about, for any schema.
//!
//! All doc comments of the goldens, and of types from hostile strings, are attached to items of one crate without
//! dependencies. Therefore a single call of rustdoc is enough.

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use planwright_codegen::{Layout, Options, SchemaSet, compile};
use planwright_tests::cases as folders;
use planwright_tests::mutate::Random;
use planwright_tests::workspace;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use serde_json::{Map, Value, json};

/// Fragments of descriptions and values.
const PIECES: &[&str] = &[
    "-",
    "+",
    "*",
    "1.",
    "1)",
    ">",
    " ",
    "    ",
    "\t",
    "\u{a0}",
    "\u{200b}",
    "\u{feff}",
    "\u{2028}",
    "\u{b}",
    "\u{c}",
    "\n",
    "\n\n",
    "\r",
    "\r\n",
    "```",
    "````",
    "~~~",
    "`",
    "``",
    "rust",
    "assert!(true);",
    "std::fs::write(\"ran\", \"x\").unwrap();",
    "fn main() {}",
    "[a]",
    "[b](c)",
    "[`Order`]",
    "[x]: y",
    "[^1]:",
    "](",
    "<b>",
    "</b>",
    "<!--",
    "<br",
    "http://example.org",
    "https://example.org/x?y=1#z",
    "https://",
    "www.c.example",
    "|",
    "|---|",
    "---|---",
    "===",
    "---",
    "#",
    "\\",
    "&lt;",
    "**",
    "_",
    "///",
    "//!",
    "*/",
    "/**",
    "\"#",
    "é",
];

fn hostile(random: &mut Random) -> String {
    (0..=random.below(12)).map(|_| *random.pick(PIECES)).collect()
}

/// Returns a schema with hostile strings at every possible location.
fn schema(random: &mut Random) -> Value {
    let mut properties = Map::new();
    for index in 0..6 {
        let values: Vec<String> = (0..3).map(|at| format!("{}{at}", hostile(random))).collect();
        let kind = match index {
            0 => json!({"enum": values}),
            1 => json!({"const": hostile(random)}),
            2 => json!({"type": "string", "pattern": "^a", "default": hostile(random)}),
            3 => json!({"type": "string", "format": hostile(random), "minLength": 1}),
            4 => json!({"oneOf": [
                {"type": "object", "description": hostile(random), "required": ["kind"], "properties": {"kind": {"const": values[0]}}},
                {"type": "object", "title": hostile(random), "required": ["kind"], "properties": {"kind": {"const": values[1]}}}
            ]}),
            _ => json!({"not": {"const": hostile(random)}}),
        };
        let mut kind = kind;
        kind["description"] = hostile(random).into();
        kind["$comment"] = hostile(random).into();
        properties.insert(format!("{}{index}", hostile(random)), kind);
    }
    let required: Vec<&String> = properties.keys().take(2).collect();
    json!({"type": "object", "title": "Order", "description": hostile(random), "required": required, "properties": properties})
}

/// Generates Rust for hostile schemas.
fn fuzzed(seed: u64) -> Vec<String> {
    let random = &mut Random::new(seed);
    let definitions: Map<String, Value> =
        (0..12).map(|index| (format!("{}{index}", hostile(random)), schema(random))).collect();
    let mut root = schema(random);
    root["$schema"] = "http://json-schema.org/draft-07/schema#".into();
    root["definitions"] = definitions.into();
    let set = SchemaSet::parse([(format!("odd `name` [x] {seed}.json"), root.to_string().into_bytes())]);
    let set = set.unwrap_or_else(|errors| panic!("seed {seed}: {}", folders::lines(&errors)));
    let options = Options { layout: Layout::Module, ..Options::default() };
    let compiled = compile(&set, &options).unwrap_or_else(|errors| panic!("seed {seed}: {}", folders::lines(&errors)));
    compiled.files.into_iter().map(|file| file.text).collect()
}

/// Collects the doc comments of code as lines, including those inside macro calls.
fn doc_comments(tokens: TokenStream, found: &mut Vec<Vec<String>>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut lines = Vec::new();
    let mut index = 0;
    while let Some(token) = tokens.get(index) {
        index += 1;
        match token {
            TokenTree::Punct(punct) if punct.as_char() == '#' => {
                let inner = matches!(tokens.get(index), Some(TokenTree::Punct(punct)) if punct.as_char() == '!');
                index += usize::from(inner);
            }
            TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket => match doc_line(&group.stream()) {
                Some(line) => lines.push(line),
                None => doc_comments(group.stream(), found),
            },
            token => {
                if !lines.is_empty() {
                    found.push(std::mem::take(&mut lines));
                }
                if let TokenTree::Group(group) = token {
                    doc_comments(group.stream(), found);
                }
            }
        }
    }
    found.extend(Some(lines).filter(|lines| !lines.is_empty()));
}

/// Returns the content of `doc = "..."`.
fn doc_line(attribute: &TokenStream) -> Option<String> {
    let tokens: Vec<TokenTree> = attribute.clone().into_iter().collect();
    match tokens.as_slice() {
        [TokenTree::Ident(name), TokenTree::Punct(_), TokenTree::Literal(text)] if name == "doc" => {
            syn::parse_str::<syn::LitStr>(&text.to_string()).ok().map(|text| text.value())
        }
        _ => None,
    }
}

/// Returns a crate with one item for each doc comment and one for the control.
fn items(docs: &[Vec<String>], control: &str) -> String {
    let mut text = "//! Doc comments.\n#![warn(rustdoc::all)]\n".to_owned();
    let control = vec![control.lines().map(str::to_owned).collect::<Vec<String>>()];
    for (index, lines) in docs.iter().chain(&control).enumerate() {
        for line in lines {
            let _ = writeln!(text, "#[doc = {line:?}]");
        }
        let _ = writeln!(text, "pub struct S{index};");
    }
    text
}

/// Returns the output of rustdoc for a crate with this source.
fn rustdoc(folder: &Path, source: &str, arguments: &[&str]) -> String {
    fs::write(folder.join("docs.rs"), source).expect("it can be written");
    let program = env::var_os("CARGO").map(|cargo| PathBuf::from(cargo).with_file_name("rustdoc"));
    let program = program.filter(|program| program.exists()).unwrap_or_else(|| "rustdoc".into());
    let mut command = Command::new(program);
    command.args(["--edition", "2024", "--crate-name", "docs", "--crate-type", "lib"]).args(arguments).arg("docs.rs");
    let output = command.current_dir(folder).output().expect("rustdoc can be started");
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// Adds the doc comments of generated files.
fn collect(texts: &[String], docs: &mut Vec<Vec<String>>) {
    for text in texts {
        doc_comments(text.parse().expect("it is Rust"), docs);
    }
}

#[test]
fn generated_documentation_has_no_doctest() {
    let mut texts = Vec::new();
    for folder in ["tests/cases/codegen", "tests/tests/compiled/table/expected", "generated/src"] {
        let files = planwright_sync::read_tree(&workspace().join(folder), ".rs").expect("it can be read");
        texts.extend(files.into_iter().map(|(_, bytes)| String::from_utf8(bytes).expect("it is text")));
    }
    let mut docs = Vec::new();
    collect(&texts, &mut docs);
    assert!(docs.len() > 1_000, "{} doc comments", docs.len());
    for seed in 0..20 {
        collect(&fuzzed(seed), &mut docs);
    }
    let folder = tempfile::tempdir().expect("a folder");
    let control = " -      assert!(true, \"the control\");";
    let said = rustdoc(folder.path(), &items(&docs, control), &["--test"]);
    let name = format!("S{}", docs.len());
    assert!(said.contains("running 1 test\n"), "only the control is a test: {said}");
    assert!(said.lines().any(|line| line.starts_with("test ") && line.contains(&name)), "{name} is the test: {said}");
}

#[test]
fn generated_documentation_has_no_markup_of_a_schema() {
    let mut docs = Vec::new();
    for seed in 100..106 {
        // Our own documentation has links to items that do not exist here.
        let texts = fuzzed(seed);
        collect(&texts, &mut docs);
    }
    docs.retain(|lines| !lines.iter().any(|line| line.contains("](Self::")));
    let folder = tempfile::tempdir().expect("a folder");
    let control = " see http://example.org and <b>\n and [`Missing`]";
    let source = items(&docs, control);
    let first = source.lines().count() - 3;
    let said = rustdoc(folder.path(), &source, &["--error-format", "short", "--out-dir", "html"]);
    let warnings: Vec<&str> = said.lines().filter(|line| line.starts_with("docs.rs:")).collect();
    let line_of = |line: &str| line.split(':').nth(1).and_then(|number| number.parse::<usize>().ok());
    let others: Vec<&&str> = warnings.iter().filter(|line| line_of(line).is_none_or(|number| number < first)).collect();
    assert!(others.is_empty(), "{others:#?}");
    assert_eq!(warnings.len(), 3, "the control has an address, a tag and a link: {said}");
}

/// Documentation that a macro creates from its arguments would contain unescaped strings of a schema.
#[test]
fn no_macro_makes_documentation_of_its_arguments() {
    let makes_docs = |source: &str| source.lines().any(|line| line.contains("doc =") || line.contains("doc="));
    assert!(makes_docs("#[doc = concat!(\"`\", $text, \"`\")]"));
    let sources = planwright_sync::read_tree(&workspace().join("crates/runtime/src"), ".rs").expect("it can be read");
    assert!(sources.iter().any(|(path, _)| path == "macros.rs"));
    // The table of codes documents its own constants, and generated code does not call it.
    for (path, bytes) in sources.into_iter().filter(|(path, _)| path != "codes.rs") {
        assert!(!makes_docs(&String::from_utf8(bytes).expect("it is text")), "{path}");
    }
}
