//! Where a document is that a schema refers to by URI: folders stand for places of the web, and nothing is ever fetched.

/// The folder that holds the document of a URI, by its position in `prefixes`, and the files there that it can be, best
/// first: the one that the rest of the URI names, and the same with `.json` added. Each folder stands for the URIs that
/// begin with its prefix; the longest prefix wins. `None` where no prefix fits, or where the rest leads out of the folder.
pub fn locate_document<'p>(prefixes: impl IntoIterator<Item = &'p str>, uri: &str) -> Option<(usize, [String; 2])> {
    let fitting = prefixes.into_iter().enumerate().filter_map(|(index, prefix)| {
        let rest = uri.strip_prefix(prefix)?;
        Some((prefix.len(), index, rest))
    });
    // Of two equal prefixes the later one counts.
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
