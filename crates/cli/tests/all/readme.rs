//! Runs the README and the pages of `docs/` that show commands: creates files from blocks, runs commands, and compares
//! their output.
//!
//! The info string of a block defines how it is used:
//!
//! - `console`: `sh` runs each `$ ` line in a new folder, and the following lines are the output of both streams. The
//!   folder is empty for the README and the tutorials. For other pages it contains copies of `schemas/` and
//!   `examples/`.
//!
//! - A language with a path (`json wrong.json`): the file is written before the commands run. If the repository has
//!   this file, the block must be equal to it, or to an example in its documentation, which other tests run.
//!
//! - `sh`: `.ci/run` or `.ci/full` must run each line.
//!
//! `UPDATE_EXPECT=1` writes the actual output into the document, unless `CI` is set.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::golden;
use crate::project::program;

/// Documents that run in an empty folder, as for a new user.
const FROM_NOTHING: &[&str] =
    &["README.md", "docs/tutorial-agents.md", "docs/tutorial-rust.md", "docs/tutorial-salesforce.md"];

/// Documents that run in a folder with content of the repository.
const IN_A_CHECKOUT: &[&str] = &[
    "docs/blueprints.md",
    "docs/checking.md",
    "docs/ci.md",
    "docs/engines.md",
    "docs/fix-plan.md",
    "docs/following.md",
    "docs/form-plan.md",
    "docs/generated-rust.md",
    "docs/libraries.md",
    "docs/library-engines.md",
    "docs/lock.md",
    "docs/pipeline.md",
    "docs/schema-changes.md",
    "docs/schema-files.md",
    "docs/snapshots.md",
    "docs/troubleshooting.md",
    "docs/tutorial-rust-first.md",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A fenced block: info string, lines, and position in the file.
struct Block {
    info: String,
    lines: Vec<String>,
    first: usize,
}

fn blocks(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for (index, line) in text.lines().enumerate() {
        match (line.strip_prefix("```"), open.take()) {
            (Some(info), None) => open = Some(Block { info: info.to_owned(), lines: Vec::new(), first: index + 1 }),
            (Some(_), Some(block)) => blocks.push(block),
            (None, Some(mut block)) => {
                block.lines.push(line.to_owned());
                open = Some(block);
            }
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a block is never closed");
    blocks
}

#[test]
fn every_block_of_every_document_holds() {
    let nothing = FROM_NOTHING.iter().flat_map(|document| problems(document, &[]));
    let checkout = IN_A_CHECKOUT.iter().flat_map(|document| problems(document, &["schemas", "examples"]));
    let problems: Vec<String> = nothing.chain(checkout).collect();
    assert!(problems.is_empty(), "{}", problems.join("\n\n"));
}

/// The two `rust` blocks of the README show one union: the code of typify, and ours.
#[test]
fn a_union_stands_before_and_after() {
    let text = fs::read_to_string(root().join("README.md")).unwrap();
    let blocks: Vec<Block> = blocks(&text).into_iter().filter(|block| block.info == "rust").collect();
    let [before, after] = blocks.as_slice() else { panic!("{} blocks of Rust", blocks.len()) };
    let schema = fs::read(root().join("schemas/fix-plan/fix-plan.schema.json")).unwrap();
    let mut types = typify::TypeSpace::new(&typify::TypeSpaceSettings::default());
    types.add_root_schema(serde_json::from_slice(&schema).unwrap()).unwrap();
    let printed = types.to_stream().to_string();
    let generated = fs::read_to_string(root().join("generated/src/fix_plan.rs")).unwrap();
    for (block, all) in [(before, printed), (after, generated)] {
        // Ignore layout and documentation.
        let plain = |text: &str| text.replace(|c: char| c.is_whitespace() || c == ',', "");
        let documented = |line: &&str| !line.trim_start().starts_with("///");
        let mut all = plain(&all.lines().filter(documented).collect::<Vec<_>>().join("\n"));
        while let Some((start, rest)) = all.split_once("#[doc=\"") {
            all = format!("{start}{}", rest.split_once("\"]").map_or("", |(_, rest)| rest));
        }
        for part in block.lines.join("\n").split("\n\n") {
            assert!(all.contains(&plain(part)), "{part}\nis not in\n{all}");
        }
    }
}

/// Returns the differences between a document and the actual output.
fn problems(document: &str, copies: &[&str]) -> Vec<String> {
    let path = root().join(document);
    let text = fs::read_to_string(&path).unwrap();
    let folder = tempfile::tempdir().unwrap();
    for name in copies {
        copy(&root().join(name), &folder.path().join(name));
    }
    let ci: String = ["run", "full"].map(|name| fs::read_to_string(root().join(".ci").join(name)).unwrap()).concat();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let mut problems = Vec::new();
    // Commands run in the order of the document. Blocks are rewritten from the last to the first, so that positions
    // stay correct.
    let mut rewritten = Vec::new();
    for block in blocks(&text) {
        let (language, file) = block.info.split_once(' ').unwrap_or((&block.info, ""));
        match (language, file) {
            ("console", _) => {
                let shown = run_console(&block, folder.path());
                rewritten.push((block, shown));
            }
            ("sh", "") => {
                let missing = block.lines.iter().filter(|line| !ci.contains(line.as_str()));
                problems.extend(
                    missing
                        .map(|line| format!("{document}:{}: `{line}` is not run by .ci/run or .ci/full", block.first)),
                );
            }
            (_, "") => {}
            (_, file) if !copies.is_empty() && root().join(file).exists() => {
                let there = fs::read_to_string(root().join(file)).unwrap_or_default();
                let text = block.lines.join("\n");
                let is_file = there.trim_end() == text.trim_end();
                if !is_file && !doc_examples(&there).contains(&text) {
                    problems.push(format!("{document}:{}: the block is not what stands in {file}", block.first));
                }
            }
            (_, file) => {
                let place = folder.path().join(file);
                fs::create_dir_all(place.parent().unwrap()).unwrap();
                fs::write(place, block.lines.join("\n") + "\n").unwrap();
            }
        }
    }
    for (block, shown) in rewritten.into_iter().rev() {
        lines.splice(block.first..block.first + block.lines.len(), shown);
    }
    let (folder, name) = (path.parent().unwrap(), path.file_name().unwrap().to_str().unwrap());
    problems.extend(golden::compare_file(folder, name, lines.join("\n") + "\n").err());
    problems
}

/// Returns the examples in the documentation of a source file, without hidden lines.
fn doc_examples(source: &str) -> Vec<String> {
    let comments = source.lines().filter_map(|line| {
        let line = line.trim_start();
        let text = line.strip_prefix("///").or_else(|| line.strip_prefix("//!"))?;
        Some(text.strip_prefix(' ').unwrap_or(text))
    });
    let visible: Vec<&str> = comments.filter(|line| *line != "#" && !line.starts_with("# ")).collect();
    blocks(&visible.join("\n")).into_iter().map(|block| block.lines.join("\n")).collect()
}

/// Returns the block with the actual output after each command.
fn run_console(block: &Block, folder: &Path) -> Vec<String> {
    let commands = block.lines.iter().filter(|line| line.starts_with("$ "));
    let mut shown = Vec::new();
    for command in commands {
        let output = shell(&command[2..], folder);
        shown.push(command.clone());
        // A line with dots in the document represents any lines that are not shown.
        let expected = after(block, command);
        shown.extend(elide(expected, &output));
    }
    shown
}

/// Returns the lines of the block after a command.
fn after<'a>(block: &'a Block, command: &str) -> &'a [String] {
    let start = block.lines.iter().position(|line| line == command).map_or(0, |index| index + 1);
    let end =
        block.lines[start..].iter().position(|line| line.starts_with("$ ")).map_or(block.lines.len(), |n| start + n);
    &block.lines[start..end]
}

/// Returns the output without the lines that `…` represents in the document.
fn elide(expected: &[String], output: &[String]) -> Vec<String> {
    let Some(dots) = expected.iter().position(|line| line == "…") else { return output.to_vec() };
    let (head, tail) = (&expected[..dots], &expected[dots + 1..]);
    if output.starts_with(head) && output.ends_with(tail) && output.len() >= head.len() + tail.len() {
        expected.to_vec()
    } else {
        output.to_vec()
    }
}

fn shell(command: &str, folder: &Path) -> Vec<String> {
    let binary = program();
    let path = format!("{}:{}", binary.parent().unwrap().display(), env::var("PATH").unwrap_or_default());
    let built = Path::new(env!("CARGO_BIN_EXE_planwright"));
    let output = Command::new("sh")
        .args(["-c", &format!("{{ {command}\n}} 2>&1")])
        .current_dir(folder)
        .env("PATH", path)
        // The dependencies were already fetched for this workspace, and many are built.
        .env("CARGO_NET_OFFLINE", "true")
        .env("CARGO_TARGET_DIR", built.ancestors().nth(2).unwrap())
        .env("CARGO_PROFILE_DEV_DEBUG", "false")
        .output()
        .unwrap();
    String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect()
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// The README stays short. Longer content belongs in `docs/`.
#[test]
fn the_readme_is_short() {
    let length = fs::read_to_string(root().join("README.md")).unwrap().chars().count();
    assert!(length <= 9_000, "{length} characters");
}

/// Every page that shows a session is tested.
#[test]
fn no_session_is_left_out() {
    let mut left_out = Vec::new();
    for entry in fs::read_dir(root().join("docs")).unwrap() {
        let path = entry.unwrap().path();
        let Ok(text) = fs::read_to_string(&path) else { continue };
        let name = format!("docs/{}", path.file_name().unwrap().to_str().unwrap());
        let is_run = FROM_NOTHING.iter().chain(IN_A_CHECKOUT).any(|known| *known == name);
        if !is_run && blocks(&text).iter().any(|block| block.info == "console") {
            left_out.push(name);
        }
    }
    assert!(left_out.is_empty(), "{left_out:?}");
}

/// A reader who copies a block has to know its file, so the text before it names the file.
#[test]
fn a_file_is_named_where_it_is_copied() {
    for document in FROM_NOTHING {
        let text = fs::read_to_string(root().join(document)).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        for block in blocks(&text) {
            let Some((_, file)) = block.info.split_once(' ') else { continue };
            let before = lines[block.first.saturating_sub(6)..block.first - 1].join("\n");
            assert!(before.contains(&format!("`{file}`")), "{document}:{}: {file} is not named", block.first);
        }
    }
}

/// No command in a document deletes a folder of the reader.
#[test]
fn no_document_removes_a_folder() {
    let docs = fs::read_dir(root().join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let pages = docs.filter(|path| path.extension().is_some_and(|end| end == "md")).chain([root().join("README.md")]);
    let found: Vec<String> = pages
        .flat_map(|path| {
            let text = fs::read_to_string(&path).unwrap();
            let lines = blocks(&text).into_iter().flat_map(|block| block.lines);
            let removing: Vec<String> = lines.filter(|line| removes_a_folder(line)).collect();
            removing.into_iter().map(move |line| format!("{}: {line}", path.display()))
        })
        .collect();
    assert!(found.is_empty(), "{found:?}");
}

fn removes_a_folder(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    words.windows(2).any(|pair| pair[0] == "rm" && pair[1].starts_with('-') && pair[1].contains(['r', 'R']))
}

#[test]
fn a_removed_folder_is_seen() {
    assert!(removes_a_folder("$ rm -r force-app && planwright apex"));
    assert!(removes_a_folder("rm -fR x"));
    assert!(!removes_a_folder("$ rm blueprints/a-reopen-case.json"));
}

#[test]
fn examples_are_what_readers_see() {
    let source = "/// Says one.\n///\n/// ```\n/// let one = 1;\n/// # Ok(())\n///\n/// one\n/// ```\nfn one() {}\n";
    assert_eq!(doc_examples(source), ["let one = 1;\n\none"]);
    assert!(doc_examples("fn one() {}\n").is_empty());
}

/// Otherwise CI could run the tutorials with a program other than the installed one.
#[test]
fn the_documents_are_run_with_the_program_under_test() {
    let found = shell("command -v planwright", Path::new("."));
    assert_eq!(found, [program().display().to_string()]);
}

#[test]
fn a_wrong_output_is_seen() {
    let block = Block { info: "console".into(), lines: vec!["$ echo one".into(), "two".into()], first: 0 };
    assert_ne!(run_console(&block, Path::new(".")), block.lines);
    let right = Block { info: "console".into(), lines: vec!["$ echo one".into(), "one".into()], first: 0 };
    assert_eq!(run_console(&right, Path::new(".")), right.lines);
}
