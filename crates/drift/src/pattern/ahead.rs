//! Splits patterns with leading lookaheads.
//!
//! `^(?=a)(?!b)c` matches if `^(?:a)` and `^(?:c)` match and `^(?:b)` does not. Automata support these three patterns.

/// Splits a pattern into parts that have to match (`true`) or must not match (`false`).
///
/// A pattern without lookaheads is returned unchanged. Returns `None` if a lookahead is not at the start, because such
/// a pattern cannot be split.
pub(super) fn split(pattern: &str) -> Option<Vec<(String, bool)>> {
    if !pattern.contains("(?=") && !pattern.contains("(?!") {
        return Some(vec![(pattern.to_owned(), true)]);
    }
    let mut rest = pattern.strip_prefix('^')?;
    let mut parts = Vec::new();
    loop {
        let (inner, sign) = if let Some(inner) = rest.strip_prefix("(?=") {
            (inner, true)
        } else if let Some(inner) = rest.strip_prefix("(?!") {
            (inner, false)
        } else {
            break;
        };
        let end = end_of_group(inner)?;
        parts.push((format!("^(?:{})", &inner[..end]), sign));
        rest = &inner[end + 1..];
        // A repeated lookahead cannot be split off.
        if rest.starts_with(['*', '+', '?', '{']) {
            return None;
        }
    }
    if has_alternatives(rest) {
        return None;
    }
    parts.push((format!("^(?:{rest})"), true));
    let is_plain = |part: &str| !["(?=", "(?!", "(?<"].iter().any(|look| part.contains(look));
    parts.iter().all(|(part, _)| is_plain(part)).then_some(parts)
}

/// Returns the index of the parenthesis that closes the group around `text`.
fn end_of_group(text: &str) -> Option<usize> {
    walk(text).find_map(|(index, depth, character)| (character == ')' && depth == 0).then_some(index))
}

/// Checks whether `|` appears outside all groups.
fn has_alternatives(text: &str) -> bool {
    walk(text).any(|(_, depth, character)| character == '|' && depth == 0)
}

/// Iterates over characters outside of escapes and classes, with their index and the number of open groups before them.
fn walk(text: &str) -> impl Iterator<Item = (usize, usize, char)> {
    let (mut depth, mut in_class, mut escaped) = (0_usize, false, false);
    text.char_indices().filter_map(move |(index, character)| {
        let before = depth;
        match character {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            ']' => in_class = false,
            _ if in_class => {}
            '[' => in_class = true,
            '(' => depth += 1,
            ')' => {
                depth = depth.saturating_sub(1);
                return Some((index, before, character));
            }
            _ => return Some((index, before, character)),
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn only_what_leads_is_taken_apart() {
        let parts = |pattern: &str| {
            let part = |(part, sign): (String, bool)| if sign { part } else { format!("!{part}") };
            split(pattern).map(|parts| parts.into_iter().map(part).collect::<Vec<_>>())
        };
        let some = |parts: &[&str]| Some(parts.iter().map(|part| (*part).to_owned()).collect::<Vec<_>>());
        assert_eq!(parts("a|b"), some(&["a|b"]));
        assert_eq!(parts("^(?!a|b)c"), some(&["!^(?:a|b)", "^(?:c)"]));
        assert_eq!(parts(r"^(?=[)]\)(x))(?!y)z$"), some(&[r"^(?:[)]\)(x))", "!^(?:y)", "^(?:z$)"]));
        for other in ["^(?!a)b|c", "(?=a)", "^a(?=b)", "^(?=(?!a))b", "^(?=a)*b", "^(?:(?!a).)*$", "^(?=a"] {
            assert_eq!(parts(other), None, "{other}");
        }
    }
}
