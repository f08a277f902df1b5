//! Finds files that were renamed, so that they are compared instead of being reported as removed.

use std::collections::{BTreeMap, HashMap};

use super::load::SourceFile;

/// Maximum number of files on each side whose contents are compared line by line.
const MAX_COMPARED_FILES: usize = 200;
/// Minimum part of the lines that a renamed and edited file keeps, in percent.
const MIN_SHARED_PERCENT: usize = 60;

/// Returns the new path of each removed file that was renamed.
///
/// A file keeps its `$id`, its bytes, or most of its lines. Files with the same name are preferred.
pub(super) fn find<'f>(
    removed: &BTreeMap<&'f str, &SourceFile>,
    added: &BTreeMap<&'f str, &SourceFile>,
) -> BTreeMap<&'f str, &'f str> {
    let mut pairs = Pairs { removed: removed.clone(), added: added.clone(), found: BTreeMap::new() };
    pairs.pair_by(|file| file.id.as_deref().map(str::as_bytes));
    pairs.pair_by(|file| Some(&file.bytes));
    pairs.pair_similar();
    pairs.found
}

struct Pairs<'f, 'c> {
    removed: BTreeMap<&'f str, &'c SourceFile>,
    added: BTreeMap<&'f str, &'c SourceFile>,
    found: BTreeMap<&'f str, &'f str>,
}

impl<'f, 'c> Pairs<'f, 'c> {
    fn pair(&mut self, from: &'f str, to: &'f str) {
        self.removed.remove(from);
        self.added.remove(to);
        self.found.insert(from, to);
    }

    /// Pairs files with the same key.
    fn pair_by(&mut self, key: impl Fn(&'c SourceFile) -> Option<&'c [u8]>) {
        let mut by_key: HashMap<&[u8], Vec<&'f str>> = HashMap::new();
        for (path, file) in self.added.iter().rev() {
            if let Some(key) = key(file) {
                by_key.entry(key).or_default().push(path);
            }
        }
        for (from, file) in self.removed.clone() {
            let Some(candidates) = key(file).and_then(|key| by_key.get_mut(key)) else { continue };
            let same_name = candidates.iter().position(|to| name(to) == name(from));
            if let Some(to) = same_name.map(|index| candidates.remove(index)).or_else(|| candidates.pop()) {
                self.pair(from, to);
            }
        }
    }

    /// Pairs files that share most of their lines, the most similar ones first.
    fn pair_similar(&mut self) {
        if self.removed.len() > MAX_COMPARED_FILES || self.added.len() > MAX_COMPARED_FILES {
            return;
        }
        let added: Vec<(&str, HashMap<&[u8], usize>)> =
            self.added.iter().map(|(path, file)| (*path, lines(&file.bytes))).collect();
        let mut similar = Vec::new();
        for (from, file) in &self.removed {
            let own = lines(&file.bytes);
            for (to, other) in &added {
                let percent = shared_percent(&own, other);
                if percent >= MIN_SHARED_PERCENT {
                    similar.push((std::cmp::Reverse((percent, name(from) == name(to))), *from, *to));
                }
            }
        }
        similar.sort_unstable();
        for (_, from, to) in similar {
            if self.removed.contains_key(from) && self.added.contains_key(to) {
                self.pair(from, to);
            }
        }
    }
}

fn name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// Counts the lines of a file, without their indentation.
fn lines(bytes: &[u8]) -> HashMap<&[u8], usize> {
    let mut counts = HashMap::new();
    for line in bytes.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii).filter(|line| line.len() > 1) {
        *counts.entry(line).or_default() += 1;
    }
    counts
}

/// Returns the part of the lines of the longer file that the other one has too.
fn shared_percent(one: &HashMap<&[u8], usize>, other: &HashMap<&[u8], usize>) -> usize {
    let shared: usize =
        one.iter().map(|(line, count)| (*count).min(other.get(line).copied().unwrap_or_default())).sum();
    let longer = one.values().sum::<usize>().max(other.values().sum());
    (shared * 100).checked_div(longer).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{SourceFile, find};

    fn file(text: &str, id: Option<&str>) -> SourceFile {
        SourceFile { bytes: text.as_bytes().to_vec(), references: Vec::new(), id: id.map(str::to_owned) }
    }

    #[test]
    fn files_are_found_by_id_content_and_lines() {
        let lines = "{\n\"a\": 1,\n\"b\": 2,\n\"c\": 3,\n\"d\": 4\n}";
        let old = [
            ("a.json", file("1", Some("urn:a"))),
            ("b.json", file("22", None)),
            ("v1/c.json", file("33", None)),
            ("d.json", file(lines, None)),
            ("gone.json", file("[\n\"nothing\",\n\"like it\"\n]", None)),
        ];
        let edited = lines.replace("\"d\": 4", "\"d\": 5");
        let new = [
            ("a2.json", file("other", Some("urn:a"))),
            ("b2.json", file("22", None)),
            ("other.json", file("33", None)),
            ("v2/c.json", file("33", None)),
            ("e.json", file(&edited, None)),
        ];
        let old = old.iter().map(|(path, file)| (*path, file)).collect();
        let new = new.iter().map(|(path, file)| (*path, file)).collect();
        let found = find(&old, &new);
        let wanted = [("a.json", "a2.json"), ("b.json", "b2.json"), ("v1/c.json", "v2/c.json"), ("d.json", "e.json")];
        assert_eq!(found, wanted.into_iter().collect());
    }
}
