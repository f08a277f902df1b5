//! Finds duplicated code: runs of equal lines.

use std::collections::HashMap;

use crate::sources::Source;

/// Returns every pair of locations with at least `length` equal lines, ignoring blank lines and indentation.
/// Example: `a.rs:3 and b.rs:7: 24 lines`.
pub fn equal_runs(sources: &[Source], length: usize) -> Vec<String> {
    // Each line as its number in the file, and an index of its content.
    let mut texts: HashMap<&str, usize> = HashMap::new();
    let mut files: Vec<Vec<(usize, usize)>> = Vec::new();
    for source in sources {
        let lines = source.text.lines().map(str::trim).enumerate().filter(|(_, line)| !line.is_empty());
        let mut number = |line| {
            let next = texts.len();
            *texts.entry(line).or_insert(next)
        };
        files.push(lines.map(|(index, line)| (index + 1, number(line))).collect());
    }
    let mut seen: HashMap<Vec<usize>, (usize, usize)> = HashMap::new();
    let mut found = Vec::new();
    for (file, lines) in files.iter().enumerate() {
        let mut at = 0;
        while at + length <= lines.len() {
            let window: Vec<usize> = lines[at..at + length].iter().map(|(_, line)| *line).collect();
            let first = *seen.entry(window).or_insert((file, at));
            // A window overlaps itself if a line is repeated.
            if first == (file, at) || (first.0 == file && first.1 + length > at) {
                at += 1;
                continue;
            }
            let other = &files[first.0][first.1..];
            let run = lines[at..].iter().zip(other).take_while(|((_, one), (_, two))| one == two).count();
            let (one, two) = (&sources[first.0].path, &sources[file].path);
            found.push(format!("{one}:{} and {two}:{}: {run} lines", files[first.0][first.1].0, lines[at].0));
            at += run;
        }
    }
    found
}
