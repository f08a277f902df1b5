//! Counts instructions per document with callgrind, independently of other load, and compares them with a file within a
//! margin.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// File with the expected counts.
pub(super) const FILE: &str = "tests/peers/readers/counts.txt";
/// Operations and documents that are counted.
const COUNTED: &[(&str, &str)] = &[
    ("parse", "blueprints"),
    ("borrow", "blueprints"),
    ("check", "blueprints"),
    ("parse", "fix-plans"),
    ("borrow", "fix-plans"),
    ("check", "fix-plans"),
    ("check", "invalid-blueprints"),
    ("check", "invalid-fix-plans"),
    ("count", "blueprints"),
    ("count", "misspelled-blueprints"),
    ("standard", "misspelled-blueprints"),
    ("no-standard", "misspelled-blueprints"),
];
/// Maximum ratio in percent between two counts, regardless of the recorded values.
const AT_MOST: [(&str, &str, u64); 1] = [("count misspelled-blueprints", "no-standard misspelled-blueprints", 150)];
/// Maximum deviation from the recorded count in percent. Another allocator or compiler version changes the counts.
const MARGIN: u64 = 5;

/// Counts the instructions of a program. Returns `None` without valgrind.
pub(super) fn measured(program: &Path) -> Result<Option<BTreeMap<String, u64>>, String> {
    if Command::new("valgrind").arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_err() {
        return Ok(None);
    }
    COUNTED
        .iter()
        .map(|(what, documents)| Ok((format!("{what} {documents}"), count(program, what, documents)?)))
        .collect::<Result<_, String>>()
        .map(Some)
}

/// Runs one operation under callgrind.
fn count(program: &Path, what: &str, documents: &str) -> Result<u64, String> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--toggle-collect=*counts*counted*", "--callgrind-out-file=/dev/null"])
        .arg(program)
        .args([what, documents])
        .output()
        .map_err(|error| format!("valgrind: {error}"))?;
    let (told, counted) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let total = counted.lines().find_map(|line| line.split("Collected : ").nth(1)?.trim().parse::<u64>().ok());
    let texts = told.split_whitespace().last().and_then(|count| count.parse::<u64>().ok());
    match (total, texts) {
        (Some(total), Some(texts)) if output.status.success() && total > 0 && texts > 0 => Ok(total / texts),
        _ => Err(format!("{what} {documents} was not counted:\n{told}{counted}")),
    }
}

/// Formats the counts for the file.
pub(super) fn text(counts: &BTreeMap<String, u64>) -> String {
    let mut text = String::from("# Instructions a document, by `cargo tool bench -- --counts`; CI compares them.\n");
    for (what, count) in counts {
        let _ = writeln!(text, "{what} {count}");
    }
    text
}

/// Reads the recorded counts.
pub(super) fn kept(root: &Path) -> Result<BTreeMap<String, u64>, String> {
    let text = fs::read_to_string(root.join(FILE)).map_err(|error| format!("{FILE}: {error}"))?;
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let (what, count) = line.rsplit_once(' ').ok_or_else(|| format!("{FILE}: {line}"))?;
            Ok((what.to_owned(), count.parse().map_err(|error| format!("{FILE}: {line}: {error}"))?))
        })
        .collect()
}

/// Returns one line for each count outside the margin.
pub(super) fn differences(kept: &BTreeMap<String, u64>, counts: &BTreeMap<String, u64>) -> Vec<String> {
    let names: std::collections::BTreeSet<&String> = kept.keys().chain(counts.keys()).collect();
    let differs = |name: &&String| match (kept.get(*name), counts.get(*name)) {
        (Some(kept), Some(count)) => kept.abs_diff(*count) * 100 > kept * MARGIN,
        _ => true,
    };
    let told = |count: Option<&u64>| count.map_or_else(|| "nothing".to_owned(), u64::to_string);
    let line = |name: &String| format!("{name}: {} instead of {}", told(counts.get(name)), told(kept.get(name)));
    names.into_iter().filter(differs).map(line).chain(excesses(counts)).collect()
}

/// Returns one line for each count that is too high relative to another.
fn excesses(counts: &BTreeMap<String, u64>) -> impl Iterator<Item = String> {
    AT_MOST.iter().filter_map(|(name, other, percent)| {
        let (count, base) = (counts.get(*name)?, counts.get(*other)?);
        (count * 100 > base * percent)
            .then(|| format!("{name}: {count}, more than {percent} percent of {other}: {base}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_beyond_the_margin_are_told() {
        let of = |all: &[(&str, u64)]| all.iter().map(|(name, count)| ((*name).to_owned(), *count)).collect();
        let kept: BTreeMap<String, u64> = of(&[("a", 1000), ("b", 1000), ("c", 1)]);
        let counts = of(&[("a", 1050), ("b", 949), ("d", 1)]);
        let found = differences(&kept, &counts);
        assert_eq!(found, ["b: 949 instead of 1000", "c: nothing instead of 1", "d: 1 instead of nothing"]);

        let [(name, base, _)] = AT_MOST;
        let within = of(&[(name, 150), (base, 100)]);
        assert_eq!(differences(&within, &within), Vec::<String>::new());
        let beyond = of(&[(name, 151), (base, 100)]);
        assert_eq!(differences(&beyond, &beyond).len(), 1, "it is too high although it is the one that is kept");
    }
}
