//! Detects features of a regular expression that not every vendor's engine supports.

/// Features that a regular expression uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "a feature each")]
pub struct PatternFeatures {
    /// `(?=`, `(?!`, `(?<=` or `(?<!`.
    pub looks_around: bool,
    /// `\1` or `\k<name>`.
    pub refers_back: bool,
    /// `\b` or `\B`.
    pub has_word_boundary: bool,
    /// `{n}`, `{n,}` or `{n,m}`.
    pub counts: bool,
}

impl PatternFeatures {
    /// Returns the features of a pattern. Escaped characters and the content of character classes do not count.
    #[must_use]
    pub fn from_pattern(pattern: &str) -> Self {
        let mut found = Self::default();
        let mut in_class = false;
        let mut rest = pattern;
        while let Some(c) = rest.chars().next() {
            let after = &rest[c.len_utf8()..];
            let mut length = c.len_utf8();
            match c {
                '\\' => {
                    let escaped = after.chars().next();
                    length += escaped.map_or(0, char::len_utf8);
                    if !in_class {
                        found.refers_back |= escaped.is_some_and(|c| ('1'..='9').contains(&c) || c == 'k');
                        found.has_word_boundary |= matches!(escaped, Some('b' | 'B'));
                    }
                }
                '[' => in_class = true,
                ']' => in_class = false,
                '(' if !in_class => {
                    found.looks_around |= ["?=", "?!", "?<=", "?<!"].iter().any(|start| after.starts_with(start));
                }
                '{' if !in_class => found.counts |= after.starts_with(|c: char| c.is_ascii_digit()),
                _ => {}
            }
            rest = &rest[length..];
        }
        found
    }
}

/// Translates an ECMAScript pattern to the syntax of Rust.
///
/// Returns `None` if the pattern is longer than `longest` bytes, or if it depends on UTF-16 code units or on other
/// differences from Rust.
#[must_use]
pub fn rust_regex(pattern: &str, longest: usize) -> Option<String> {
    let doubtful = ["\\u{", "\\p", "\\P", "[[", "&&", "--", "~~"];
    let is_plain = pattern.len() <= longest && pattern.chars().all(|c| c <= '\u{ffff}');
    if !is_plain
        || doubtful.iter().any(|part| pattern.contains(part))
        || !jsonschema_regex::is_valid_ecma_regex(pattern)
    {
        return None;
    }
    jsonschema_regex::to_rust_regex(pattern).ok().map(std::borrow::Cow::into_owned)
}

#[cfg(test)]
mod tests {
    use super::PatternFeatures;

    #[test]
    fn features_are_found_where_they_are_and_nowhere_else() {
        let none = PatternFeatures::default();
        for (pattern, expected) in [
            ("^(?!x)", PatternFeatures { looks_around: true, ..none }),
            ("(?<=a)b", PatternFeatures { looks_around: true, ..none }),
            ("(a)\\1", PatternFeatures { refers_back: true, ..none }),
            ("\\bword", PatternFeatures { has_word_boundary: true, ..none }),
            ("[0-9]{4}", PatternFeatures { counts: true, ..none }),
            ("^(?:a|b)+$", none),
            ("\\(?=[(?!][\\b]\\\\1\\{4}", none),
            ("(?<name>a)", none),
        ] {
            assert_eq!(PatternFeatures::from_pattern(pattern), expected, "{pattern}");
        }
    }
}
