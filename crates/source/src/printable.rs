//! Detects and escapes characters that are not displayed as they are.
//!
//! These are control characters, line separators, marks that change the text direction, and characters without a glyph.
//! Every untrusted string passes through [`printable`] or [`printable_lines`] before it reaches a terminal, a log line
//! or a comment. Writers of source code use [`hazard`] to find the characters that they must escape.

use std::borrow::Cow;
use std::fmt::Write as _;

/// Reason why a character must not be printed or written to source code as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hazard {
    /// C0, DEL and C1, which move the cursor, start an escape sequence or end a line.
    Control,
    /// U+2028 and U+2029, which some programs treat as the end of a line.
    Separator,
    /// Marks, embeddings, overrides and isolates that change the text direction.
    Direction,
    /// Characters without a glyph. Strings that differ only in them look the same.
    Invisible,
    /// Joiners and number signs, which scripts such as Persian require. They are printed unchanged, but must not appear
    /// in source code.
    Shaping,
}

/// Ranges of [`hazard`] other than control characters, in ascending order.
const RANGES: &[(char, char, Hazard)] = &[
    ('\u{ad}', '\u{ad}', Hazard::Invisible),
    ('\u{34f}', '\u{34f}', Hazard::Invisible),
    ('\u{600}', '\u{605}', Hazard::Shaping),
    ('\u{61c}', '\u{61c}', Hazard::Direction),
    ('\u{6dd}', '\u{6dd}', Hazard::Shaping),
    ('\u{70f}', '\u{70f}', Hazard::Shaping),
    ('\u{890}', '\u{891}', Hazard::Shaping),
    ('\u{8e2}', '\u{8e2}', Hazard::Shaping),
    ('\u{115f}', '\u{1160}', Hazard::Invisible),
    ('\u{17b4}', '\u{17b5}', Hazard::Invisible),
    ('\u{180b}', '\u{180f}', Hazard::Invisible),
    ('\u{200b}', '\u{200b}', Hazard::Invisible),
    ('\u{200c}', '\u{200d}', Hazard::Shaping),
    ('\u{200e}', '\u{200f}', Hazard::Direction),
    ('\u{2028}', '\u{2029}', Hazard::Separator),
    ('\u{202a}', '\u{202e}', Hazard::Direction),
    ('\u{2060}', '\u{2065}', Hazard::Invisible),
    ('\u{2066}', '\u{2069}', Hazard::Direction),
    ('\u{206a}', '\u{206f}', Hazard::Invisible),
    ('\u{3164}', '\u{3164}', Hazard::Invisible),
    ('\u{fdd0}', '\u{fdef}', Hazard::Invisible),
    ('\u{feff}', '\u{feff}', Hazard::Invisible),
    ('\u{ffa0}', '\u{ffa0}', Hazard::Invisible),
    ('\u{fff0}', '\u{fffb}', Hazard::Invisible),
    ('\u{fffe}', '\u{ffff}', Hazard::Invisible),
    ('\u{110bd}', '\u{110bd}', Hazard::Shaping),
    ('\u{110cd}', '\u{110cd}', Hazard::Shaping),
    ('\u{13430}', '\u{1343f}', Hazard::Shaping),
    ('\u{1bca0}', '\u{1bca3}', Hazard::Invisible),
    ('\u{1d173}', '\u{1d17a}', Hazard::Invisible),
    ('\u{e0000}', '\u{e0fff}', Hazard::Invisible),
];

/// Returns why a character must not be printed or written as it is, or `None` if it is harmless.
pub fn hazard(letter: char) -> Option<Hazard> {
    if letter.is_control() {
        return Some(Hazard::Control);
    }
    let after = RANGES.partition_point(|&(first, ..)| first <= letter);
    let &(_, last, hazard) = RANGES.get(after.checked_sub(1)?)?;
    (letter <= last).then_some(hazard)
}

/// Returns whether a character may reach a terminal, a log line or a comment unchanged.
pub fn is_printable(letter: char) -> bool {
    matches!(hazard(letter), None | Some(Hazard::Shaping))
}

/// Returns the string on one line, with every unprintable character and line break written as `\u{…}`.
///
/// ```
/// assert_eq!(planwright_source::printable("a\nb\u{202e}"), "a\\u{a}b\\u{202e}");
/// ```
pub fn printable(text: &str) -> Cow<'_, str> {
    escaped(text, is_printable)
}

/// Escapes like [`printable`] but keeps line breaks. A Windows line break becomes a line feed.
///
/// ```
/// assert_eq!(planwright_source::printable_lines("a\r\nb\u{1b}[2J"), "a\nb\\u{1b}[2J");
/// ```
pub fn printable_lines(text: &str) -> Cow<'_, str> {
    let is_kept = |letter| letter == '\n' || is_printable(letter);
    if text.contains("\r\n") {
        return Cow::Owned(escaped(&text.replace("\r\n", "\n"), is_kept).into_owned());
    }
    escaped(text, is_kept)
}

/// Escapes unprintable characters of JSON, and every [command marker](COMMAND_MARKER) that a CI runner would obey.
///
/// The JSON keeps its meaning, because both occur only in strings. Line feeds and tabs between values are kept, and
/// carriage returns are removed.
///
/// ```
/// assert_eq!(planwright_source::printable_json("[\"\u{202e} ##[error]\"]"), r#"["\u202e ##\u005berror]"]"#);
/// assert_eq!(planwright_source::printable_json("[\r\n\t1\r\n]"), "[\n\t1\n]");
/// ```
pub fn printable_json(json: &str) -> Cow<'_, str> {
    // In a string, JSON has an escape for each of these.
    let is_space = |letter: char| matches!(letter, '\n' | '\t');
    if json.chars().all(|letter| is_space(letter) || is_printable(letter)) && !json.contains(COMMAND_MARKER) {
        return Cow::Borrowed(json);
    }
    let mut out = String::with_capacity(json.len() + 16);
    let mut marker = CommandMarker::default();
    for letter in json.chars().filter(|letter| *letter != '\r') {
        let is_command = marker.ends_with(letter);
        if is_command || !is_space(letter) && !is_printable(letter) {
            for unit in letter.encode_utf16(&mut [0; 2]) {
                let _ = write!(out, "\\u{unit:04x}");
            }
        } else {
            out.push(letter);
        }
    }
    Cow::Owned(out)
}

/// Start of every command that GitHub Actions and Azure Pipelines obey anywhere in a line: `##[error]`, `##vso[…]`.
pub const COMMAND_MARKER: &str = "##";

/// Detects `##[` and `##name[` in a string, character by character.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CommandMarker {
    hashes: u8,
    has_name: bool,
}

impl CommandMarker {
    /// Processes the next character, and returns whether it is a bracket that completes a command.
    pub fn ends_with(&mut self, letter: char) -> bool {
        let is_begun = self.hashes == 2;
        *self = match letter {
            '#' if self.has_name => Self { hashes: 1, has_name: false },
            '#' => Self { hashes: (self.hashes + 1).min(2), has_name: false },
            letter if is_begun && letter.is_ascii_alphanumeric() => Self { hashes: 2, has_name: true },
            _ => Self::default(),
        };
        is_begun && letter == '['
    }
}

/// Returns the string on one line for quotations in sentences and drawings.
///
/// Control characters and line separators become spaces. Invisible and direction-changing characters are removed.
pub fn visible_line(text: &str) -> String {
    let letters = text.chars().filter_map(|letter| match hazard(letter) {
        Some(Hazard::Direction | Hazard::Invisible) => None,
        Some(Hazard::Control | Hazard::Separator) => Some(' '),
        Some(Hazard::Shaping) | None => Some(letter),
    });
    letters.collect()
}

fn escaped(text: &str, is_kept: impl Fn(char) -> bool) -> Cow<'_, str> {
    if text.chars().all(&is_kept) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for letter in text.chars() {
        if is_kept(letter) { out.push(letter) } else { out.extend(letter.escape_unicode()) }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use regex_automata::dfa::regex::Regex;

    use super::*;

    #[test]
    fn ranges_ascend_without_overlap() {
        assert!(RANGES.iter().all(|(first, last, _)| first <= last));
        assert!(RANGES.windows(2).all(|pair| pair[0].1 < pair[1].0));
    }

    /// The Unicode tables contain the same characters, except the variation selectors. Those select the look of the
    /// preceding character and are part of emoji.
    #[test]
    fn the_table_holds_what_unicode_calls_control_format_or_ignorable() {
        let unicode = Regex::new(r"^(?:[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|\p{Default_Ignorable_Code_Point})$").unwrap();
        let is_variation = |letter| ('\u{fe00}'..='\u{fe0f}').contains(&letter);
        let missing: Vec<char> = ('\0'..=char::MAX)
            .filter(|&letter| unicode.is_match(letter.encode_utf8(&mut [0; 4]) as &str))
            .filter(|&letter| hazard(letter).is_none() && !is_variation(letter))
            .collect();
        assert!(missing.is_empty(), "{missing:?}");
        assert!(unicode.is_match("\u{202e}"), "the control is found by Unicode");
        assert!(!unicode.is_match("a"), "the control is not found");
    }

    #[test]
    fn letters_of_every_script_are_printable() {
        for letter in ['a', ' ', 'é', '中', 'ی', '\u{200c}', '\u{200d}', '\u{301}', '\u{fe0f}', '🦀', '\\'] {
            assert!(is_printable(letter), "{letter:?}");
        }
    }

    #[test]
    fn what_moves_hides_or_turns_is_not_printable() {
        for letter in
            ['\0', '\t', '\n', '\u{1b}', '\u{7f}', '\u{85}', '\u{9b}', '\u{ad}', '\u{61c}', '\u{200b}', '\u{200e}']
                .into_iter()
                .chain(['\u{2028}', '\u{202e}', '\u{2066}', '\u{feff}', '\u{ffff}', '\u{e0041}', '\u{e0100}'])
        {
            assert!(!is_printable(letter), "{letter:?}");
            assert!(printable(&letter.to_string()).is_ascii(), "{letter:?}");
        }
    }

    #[test]
    fn json_is_escaped_and_keeps_its_meaning() {
        let value =
            serde_json::json!({"\u{9b}": "\u{0}\u{1b}\u{7f}\u{202e}\u{e0041}\n###[x] ##[y] ##vso[z] ## [ #[ ##a#["});
        let plain = serde_json::to_string_pretty(&value).unwrap();
        let json = printable_json(&plain);
        assert_eq!(serde_json::from_str::<serde_json::Value>(&json).unwrap(), value);
        assert!(json.chars().all(|letter| letter == '\n' || is_printable(letter)), "{json}");
        assert!(!json.contains("##[") && !json.contains("##vso[") && json.contains("## [ #[ ##a#["), "{json}");
        assert!(plain.contains("##[") && plain.contains('\u{202e}'), "the control has both");
    }

    #[test]
    fn plain_text_is_not_copied() {
        assert!(matches!(printable("نیم\u{200c}فاصله"), Cow::Borrowed(_)));
        assert!(matches!(printable_lines("a\nb"), Cow::Borrowed(_)));
        assert_eq!(printable_lines("a\rb"), "a\\u{d}b");
        assert!(matches!(printable_json("{\n \"a\": \"# نیم\u{200c}فاصله\"\n}"), Cow::Borrowed(_)));
        assert_eq!(visible_line("a\nb\u{202e}c\u{200c}d"), "a bc\u{200c}d");
    }
}
