//! Input files: their names, their decoded content, and the report for bytes that cannot be decoded.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use planwright_contracts::Report;
use planwright_runtime::Diagnostic;
use planwright_source::{decode, printable};
use planwright_sync::{limit_reads, list_tree_of, read_bytes, read_line};

use crate::exit::Failure;
use crate::finding;

/// Global option that limits how much is read.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct ReadingArgs {
    /// Maximum size of a file or NDJSON line.
    ///
    /// A number of bytes, or a number with the suffix K, M or G.
    #[arg(long, global = true, value_name = "SIZE", default_value = "64M", value_parser = parse_size, help_heading = "Everywhere")]
    max_bytes: u64,
}

/// Sets the read limit of this run.
pub fn set_read_limit(args: ReadingArgs) {
    limit_reads(args.max_bytes, "; raise the limit with --max-bytes");
}

/// Largest accepted limit: 64 GiB.
const MAX_READ_LIMIT: u64 = 64 << 30;

/// Parses a size such as `64M`.
fn parse_size(text: &str) -> Result<u64, String> {
    let number = text.trim_end_matches(|letter: char| !letter.is_ascii_digit());
    let factor = match &text[number.len()..] {
        "" => 1,
        "K" | "k" | "KiB" => 1 << 10,
        "M" | "m" | "MiB" => 1 << 20,
        "G" | "g" | "GiB" => 1 << 30,
        _ => return Err(
            "expected a number of bytes, such as 1000000, or a number of KiB, MiB or GiB with K, M or G, such as 256M"
                .to_owned(),
        ),
    };
    let bytes = number.parse::<u64>().ok().and_then(|number| number.checked_mul(factor));
    bytes
        .filter(|bytes| (1..=MAX_READ_LIMIT).contains(bytes))
        .ok_or_else(|| "expected a size from 1 byte to 64G".to_owned())
}

/// Contents of a file or of standard input.
#[derive(Debug)]
pub struct Input {
    /// Path as it was given. Standard input is `<stdin>`.
    pub name: String,
    /// The content, or a report of why it cannot be decoded.
    pub text: Result<String, Report>,
    /// If the bytes cannot be decoded, the content before the first invalid one.
    prefix: String,
    /// The bytes, if they cannot be decoded.
    undecoded: Vec<u8>,
    /// Number of lines of the file before this document.
    before: usize,
}

/// Reads every file. The error lists all files that cannot be read.
pub fn read_all(paths: &[String]) -> Result<Vec<Input>, Failure> {
    let mut inputs = Vec::new();
    let mut failures = Vec::new();
    for path in paths {
        match read_input(path) {
            Ok(input) => inputs.push(input),
            Err(error) => failures.push(error),
        }
    }
    if failures.is_empty() { Ok(inputs) } else { Err(Failure::all(failures)) }
}

/// Returns `true` if each line of the file is a document, which depends on its extension.
pub fn has_lines(path: &str) -> bool {
    let ending = Path::new(path).extension().and_then(|ending| ending.to_str());
    matches!(ending, Some("ndjson" | "jsonl"))
}

/// Resolves paths to files: a file itself, every `*.json` below a folder, and all matches of a pattern such as
/// `plans/*.json`.
pub fn files_of(paths: &[String]) -> Result<Vec<String>, Failure> {
    let mut files = Vec::new();
    let mut reasons = Vec::new();
    for path in paths {
        if Path::new(path).is_dir() {
            match below(path, false) {
                Ok(found) => files.extend(found),
                Err(found) => reasons.extend(found),
            }
        } else if path.contains(['*', '?']) && !Path::new(path).exists() {
            match matches_of(path) {
                Ok(found) if found.is_empty() => reasons.push(format!("{path}: no file matches this pattern")),
                Ok(found) => files.extend(found),
                Err(error) => reasons.push(error),
            }
        } else {
            files.push(path.clone());
        }
    }
    if reasons.is_empty() { Ok(files) } else { Err(Failure::all(reasons)) }
}

/// Reads every file that the paths resolve to.
pub fn read_below(paths: &[String]) -> Result<Vec<Input>, Failure> {
    read_all(&files_of(paths)?)
}

/// Reads each line of the files as a document. Blank lines are skipped.
pub fn read_lines(paths: &[String]) -> Result<Vec<Input>, Failure> {
    let mut inputs = Vec::new();
    for file in files_of(paths)? {
        let mut reader = open(&file).map_err(Failure::one)?;
        let mut number = 0;
        while let Some(bytes) =
            read_line(&mut reader).map_err(|reason| Failure::one(format!("{file}:{}: {reason}", number + 1)))?
        {
            if !bytes.trim_ascii().is_empty() {
                inputs.push(Input { before: number, ..input(&file, &bytes) });
            }
            number += 1;
        }
    }
    Ok(inputs)
}

/// Opens a file, or standard input for `-`, for reading line by line.
pub fn open(file: &str) -> Result<Box<dyn BufRead>, String> {
    if file == "-" {
        return Ok(Box::new(BufReader::new(io::stdin())));
    }
    let opened = File::open(file).map_err(|error| format!("{file}: {error}"))?;
    Ok(Box::new(BufReader::with_capacity(256 * 1024, opened)))
}

/// Returns the files that match a pattern, sorted.
fn matches_of(pattern: &str) -> Result<Vec<String>, String> {
    let paths = glob::glob(pattern).map_err(|error| format!("{pattern}: {error}"))?;
    let mut files = Vec::new();
    for path in paths {
        let path = path.map_err(|error| error.to_string())?;
        // Entries that are neither files nor folders, such as broken links, are rejected when they are read.
        if !path.is_dir() {
            files.push(path.display().to_string());
        }
    }
    Ok(files)
}

/// Lists every `*.json` below a folder.
pub fn below(path: &str, may_be_empty: bool) -> Result<Vec<String>, Vec<String>> {
    let files = list(Path::new(path), &[".json"]).map_err(Failure::messages)?;
    if files.is_empty() && !may_be_empty {
        return Err(vec![format!("{path}: no *.json file below this folder")]);
    }
    let folder = path.trim_end_matches('/');
    Ok(files.into_iter().map(|file| format!("{folder}/{file}")).collect())
}

/// Lists the files below a folder whose names have one of the suffixes. Links to folders are not followed, which is
/// reported on standard error.
pub(crate) fn list(folder: &Path, suffixes: &[&str]) -> Result<Vec<String>, Failure> {
    let listing = list_tree_of(folder, suffixes).map_err(Failure::all)?;
    for link in &listing.linked_folders {
        let link = folder.join(link).display().to_string();
        errln!("note: skipped {}: links to folders are not followed; name the folder itself", printable(&link));
    }
    Ok(listing.files)
}

/// Reads every file below a folder whose name has one of the suffixes. The returned paths are relative to the folder.
pub fn read_tree(folder: &Path, suffixes: &[&str]) -> Result<Vec<(String, Vec<u8>)>, Failure> {
    let (mut files, mut errors) = (Vec::new(), Vec::new());
    for path in list(folder, suffixes)? {
        match read_bytes(&folder.join(&path).display().to_string()) {
            Ok(bytes) => files.push((path, bytes)),
            Err(error) => errors.push(error),
        }
    }
    if errors.is_empty() { Ok(files) } else { Err(Failure::all(errors)) }
}

/// Reads a file, or standard input for `-`.
pub fn read_input(path: &str) -> Result<Input, String> {
    read_bytes(path).map(|bytes| input(path, &bytes)).map_err(|error| error.to_string())
}

/// Creates an input from bytes that were read at `path`.
pub fn input(path: &str, bytes: &[u8]) -> Input {
    let name = if path == "-" { "<stdin>" } else { path };
    let name = name.to_owned();
    match decode(bytes) {
        Ok(text) => Input { name, text: Ok(text.to_owned()), prefix: String::new(), undecoded: Vec::new(), before: 0 },
        Err(problem) => {
            let valid = bytes.get(..problem.span.start).unwrap_or_default();
            let prefix = String::from_utf8_lossy(valid).into_owned();
            Input { name, text: Err(Report::from(problem)), prefix, undecoded: bytes.to_vec(), before: 0 }
        }
    }
}

impl Input {
    /// Returns the same file with different content.
    #[must_use]
    pub fn with_text(self, text: String) -> Self {
        Self { text: Ok(text), ..self }
    }

    /// Returns the findings of a report, with their locations in the file.
    pub fn findings(&self, report: &Report) -> Vec<Diagnostic> {
        let findings = finding::of_report(&self.name, self.known_text(), report);
        if self.before == 0 {
            findings
        } else {
            findings.into_iter().map(|one| finding::shift_down(one, self.before)).collect()
        }
    }

    /// Returns the bytes that were read.
    pub fn bytes(&self) -> &[u8] {
        self.text.as_ref().map_or(&self.undecoded, |text| text.as_bytes())
    }

    /// Returns the content in which findings are shown: all of it, or the part before the first invalid byte.
    pub fn known_text(&self) -> &str {
        self.text.as_deref().unwrap_or(&self.prefix)
    }
}

/// Reads a file, or standard input for `-`, as UTF-8. Use this if there is no report for a decoding error.
pub fn read_text(path: &str) -> Result<String, Failure> {
    let bytes = read_bytes(path).map_err(Failure::one)?;
    String::from_utf8(bytes).map_err(|error| Failure::one(format!("{path}: {error}")))
}

#[cfg(test)]
mod tests {
    use super::parse_size;

    #[test]
    fn sizes_have_units_and_bounds() {
        for (text, bytes) in [("1", 1), ("64M", 64 << 20), ("64MiB", 64 << 20), ("2k", 2048), ("64G", 64 << 30)] {
            assert_eq!(parse_size(text), Ok(bytes), "{text}");
        }
        for text in ["", "0", "M", "-1", "1.5M", "65G", "10 M", "64MB", "99999999999999999999", "99999999999999999G"] {
            assert!(parse_size(text).is_err(), "{text}");
        }
    }
}
