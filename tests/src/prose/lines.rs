//! Reads the lines whose wording is measured: comments of Rust, and Markdown outside of tables and fences.

use std::fs;
use std::path::Path;

use walkdir::{DirEntry, WalkDir};

use crate::sources::{Source, is_generated};

/// One line of prose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Path from the root of the workspace, with `/` between the parts.
    pub path: String,
    /// Line number, counted from 1.
    pub number: usize,
    /// Content without its comment marker and indentation.
    pub text: String,
}

/// Folders that contain what others wrote.
const FOREIGN: [&str; 2] = ["node_modules", "target"];

/// Beginning of every generated file.
const GENERATED: &str = "// @generated";

/// Returns the files below `root` with this extension that somebody wrote by hand, sorted by path.
fn files(root: &Path, extension: &str) -> Vec<Source> {
    let is_ours = |entry: &DirEntry| {
        let name = entry.file_name().to_string_lossy();
        entry.depth() == 0 || !(name.starts_with('.') || FOREIGN.contains(&name.as_ref()))
    };
    let mut files = Vec::new();
    for entry in WalkDir::new(root).sort_by_file_name().into_iter().filter_entry(is_ours).filter_map(Result::ok) {
        let Ok(path) = entry.path().strip_prefix(root) else { continue };
        let path = path.to_string_lossy().replace('\\', "/");
        if entry.path().extension().is_some_and(|end| end == extension) && !is_generated(&path) {
            let text = String::from_utf8_lossy(&fs::read(entry.path()).unwrap_or_default()).into_owned();
            if !text.starts_with(GENERATED) {
                files.push(Source { path, text });
            }
        }
    }
    files
}

/// Returns the hand-written Rust of the repository, in and outside of the workspace.
pub fn rust_files(root: &Path) -> Vec<Source> {
    files(root, "rs")
}

/// Returns the comment lines of all Rust sources. A comment after code on the same line is not read.
pub fn comments(root: &Path) -> Vec<Line> {
    rust_files(root).iter().flat_map(comments_of).collect()
}

/// Returns the comment lines of one source.
pub(super) fn comments_of(source: &Source) -> Vec<Line> {
    prose_lines(source, |line| {
        let comment = line.trim_start().strip_prefix("//")?;
        comment.strip_prefix(['/', '!']).or(Some(comment))
    })
}

/// Returns the Markdown lines of all documents but the changelog, which quotes the names of former releases.
pub fn documents(root: &Path) -> Vec<Line> {
    let documents = files(root, "md");
    documents.iter().filter(|file| !file.path.ends_with("CHANGELOG.md")).flat_map(markdown_of).collect()
}

/// Returns the lines of one document that are outside of fences and tables.
pub(super) fn markdown_of(source: &Source) -> Vec<Line> {
    let mut is_in_fence = false;
    prose_lines(source, |line| {
        let is_fence = line.trim_start().starts_with("```");
        is_in_fence ^= is_fence;
        (!is_fence && !is_in_fence && !line.starts_with('|')).then_some(line)
    })
}

/// Returns the lines that `select` finds prose in, without blank ones.
fn prose_lines(source: &Source, mut select: impl FnMut(&str) -> Option<&str>) -> Vec<Line> {
    let lines = source.text.lines().enumerate().filter_map(|(index, line)| {
        let text = select(line)?.trim();
        let line = || Line { path: source.path.clone(), number: index + 1, text: text.to_owned() };
        (!text.is_empty()).then(line)
    });
    lines.collect()
}

/// Joins the lines of each paragraph and splits it into sentences, each at the first line of its paragraph.
pub(super) fn sentences(lines: &[Line]) -> Vec<Line> {
    let mut paragraphs: Vec<Line> = Vec::new();
    let mut previous: Option<&Line> = None;
    for line in lines {
        let continues = previous.is_some_and(|before| before.path == line.path && before.number + 1 == line.number);
        let is_block = line.text.starts_with(['#', '-', '*', '|', '[']);
        // Headings and tables end a paragraph and are not part of its sentences.
        let is_skipped = line.text.starts_with(['#', '|']);
        match paragraphs.last_mut() {
            Some(paragraph) if continues && !is_block => {
                paragraph.text.push(' ');
                paragraph.text.push_str(&line.text);
            }
            _ if is_skipped => paragraphs.push(Line { text: String::new(), ..line.clone() }),
            _ => paragraphs.push(line.clone()),
        }
        previous = Some(line);
    }
    paragraphs.iter().flat_map(split).collect()
}

/// Splits a paragraph after each full stop, question mark, exclamation mark or colon that a capital or code follows.
fn split(paragraph: &Line) -> Vec<Line> {
    let mut parts: Vec<String> = vec![String::new()];
    let mut is_end = false;
    for word in paragraph.text.split_whitespace() {
        if is_end && word.starts_with(|first: char| first.is_ascii_uppercase() || first == '`') {
            parts.push(String::new());
        }
        let Some(part) = parts.last_mut() else { continue };
        part.push_str(if part.is_empty() { "" } else { " " });
        part.push_str(word);
        is_end = word.ends_with(['.', '!', '?', ':']);
    }
    parts.into_iter().map(|text| Line { text, ..paragraph.clone() }).collect()
}
