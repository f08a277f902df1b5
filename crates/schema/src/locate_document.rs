//! Maps the URI of a document to a local file. Folders mirror web locations, and nothing is ever fetched.

/// Returns the index of the folder in `prefixes` that contains the document of a URI, and the candidate files in it.
///
/// The first candidate is the rest of the URI, the second the same with `.json` appended. Each folder contains the
/// documents whose URIs start with its prefix, and the longest prefix wins. Returns `None` if no prefix matches or if
/// the rest leaves the folder.
pub fn locate_document<'p>(prefixes: impl IntoIterator<Item = &'p str>, uri: &str) -> Option<(usize, [String; 2])> {
    let fitting = prefixes.into_iter().enumerate().filter_map(|(index, prefix)| {
        let rest = uri.strip_prefix(prefix)?;
        Some((prefix.len(), index, rest))
    });
    // Of two equal prefixes, the later one wins.
    let (_, index, rest) = fitting.max_by_key(|(length, _, _)| *length)?;
    let rest = rest.trim_start_matches('/');
    if rest.split(['/', '\\']).any(|part| matches!(part, "" | "." | "..")) {
        return None;
    }
    Some((index, [rest.to_owned(), format!("{rest}.json")]))
}

#[cfg(test)]
mod tests {
    use super::locate_document;

    #[test]
    fn the_longest_prefix_wins_and_nothing_leads_out() {
        let prefixes = ["https://x.org/", "https://x.org/a/"];
        let find = |uri| locate_document(prefixes, uri).map(|(index, [file, _])| (index, file));
        assert_eq!(find("https://x.org/a/b.json"), Some((1, "b.json".to_owned())));
        assert_eq!(find("https://x.org/b"), Some((0, "b".to_owned())));
        for uri in ["https://y.org/b", "https://x.org/../b", "https://x.org/a\\..\\b", "https://x.org/"] {
            assert_eq!(find(uri), None, "{uri}");
        }
    }
}
