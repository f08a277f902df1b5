//! Prevents printed strings from acting as commands to a CI runner.
//!
//! GitHub Actions executes a line that begins with `::`, also after white space, and `##[name]` anywhere in a line.
//! Azure Pipelines executes `##vso[…]`. Strings from schemas and documents are already escaped where a message is
//! built. This module is the last line of defence, for everything that the program prints.

use std::borrow::Cow;

use planwright_source::{COMMAND_MARKER, CommandMarker};

/// State of the current output line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum LineStart {
    /// Only white space so far.
    #[default]
    Blank,
    /// White space and one colon.
    Colon,
    /// Anything else.
    Text,
}

/// Breaks up commands in a stream of strings. A command may be split across several writes.
#[derive(Debug, Default)]
pub(super) struct CommandGuard {
    start: LineStart,
    marker: CommandMarker,
}

impl CommandGuard {
    /// Returns the next string, with the second colon of a command, or its bracket, written as `\u{…}`.
    pub(super) fn guarded<'t>(&mut self, text: &'t str) -> Cow<'t, str> {
        if !text.contains("::") && !text.contains(COMMAND_MARKER) && self.is_idle() {
            self.skip(text);
            return Cow::Borrowed(text);
        }
        let mut out = String::with_capacity(text.len() + 16);
        for letter in text.chars() {
            let is_colons = letter == ':' && self.start == LineStart::Colon;
            if self.marker.ends_with(letter) || is_colons {
                out.extend(letter.escape_unicode());
            } else {
                out.push(letter);
            }
            self.start = match (self.start, letter) {
                (_, '\n' | '\r') => LineStart::Blank,
                (LineStart::Blank, ':') => LineStart::Colon,
                (LineStart::Blank, letter) if letter.is_whitespace() => LineStart::Blank,
                _ => LineStart::Text,
            };
        }
        Cow::Owned(out)
    }

    /// Lets a string through that consists of intended commands.
    pub(super) fn pass(&mut self, text: &str) {
        *self = Self::default();
        self.skip(text);
    }

    /// Returns `true` if no earlier string ended in the middle of a possible command.
    fn is_idle(&self) -> bool {
        self.start != LineStart::Colon && self.marker == CommandMarker::default()
    }

    /// Updates the state for a string that contains no command.
    fn skip(&mut self, text: &str) {
        let last = match text.rfind(['\n', '\r']) {
            Some(end) => {
                self.start = LineStart::Blank;
                &text[end + 1..]
            }
            None => text,
        };
        self.start = match (self.start, last.trim_start()) {
            (LineStart::Blank, "") => LineStart::Blank,
            (LineStart::Blank, ":") => LineStart::Colon,
            (start, "") => start,
            _ => LineStart::Text,
        };
        if text.ends_with('#') {
            let _ = self.marker.ends_with('#');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns what the stream receives for these strings.
    fn printed(texts: &[&str]) -> String {
        let mut guard = CommandGuard::default();
        texts.iter().map(|text| guard.guarded(text).into_owned()).collect()
    }

    /// Returns `true` if a runner would execute the line.
    fn has_command(text: &str) -> bool {
        let marked = ["##[", "##vso["].iter().any(|mark| text.contains(mark));
        marked || text.split(['\n', '\r']).any(|line| line.trim_start().starts_with("::"))
    }

    #[test]
    fn no_text_is_a_command_however_it_is_cut() {
        for hostile in [
            "::stop-commands::x\n",
            "a\n \t::error::b",
            "\u{3000}::a",
            "a\r::b",
            "x ##[add-mask]y",
            "###[a]",
            "##vso[a]b",
            "##a##[x]",
        ] {
            assert!(has_command(hostile), "the control is one: {hostile}");
            let letters: Vec<String> = hostile.chars().map(String::from).collect();
            let letters: Vec<&str> = letters.iter().map(String::as_str).collect();
            let whole = printed(&[hostile]);
            assert!(!has_command(&whole), "{whole}");
            assert_eq!(printed(&letters), whole);
            for cut in (0..hostile.len()).filter(|cut| hostile.is_char_boundary(*cut)) {
                let (before, after) = hostile.split_at(cut);
                assert_eq!(printed(&[before, after]), whole, "{before:?} {after:?}");
            }
        }
    }

    #[test]
    fn other_text_stays_as_it_is() {
        for text in ["", "a::b\n", " a ::b", "# a\n## b [c]\n", "#[derive]", ": :", "a\n:b", "#", "#[a"] {
            assert!(!has_command(text));
            assert!(
                matches!(CommandGuard::default().guarded(text), Cow::Borrowed(_))
                    || text.contains("::")
                    || text.contains("##")
            );
            assert_eq!(printed(&[text]), text);
        }
    }
}
