//! Record ids, parsed as `Id.valueOf` parses them.

use std::fmt;

/// Alphabet of the suffix. Each character encodes which of five characters are capitals.
const ALPHABET: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ012345";

/// Record id in its 18-character form.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RecordId(String);

impl RecordId {
    /// Parses 15 or 18 letters and digits.
    ///
    /// The last three of 18 characters encode which of the others are capitals. They restore capitals that a
    /// case-insensitive system has lost. A suffix that would capitalize a digit is rejected.
    pub fn parse(text: &str) -> Option<Self> {
        if !matches!(text.len(), 15 | 18) || !text.bytes().all(|letter| letter.is_ascii_alphanumeric()) {
            return None;
        }
        let (body, suffix) = text.split_at(15);
        let body: String = if suffix.is_empty() { body.to_owned() } else { restored(body, suffix)? };
        let suffix = suffix_of(&body);
        Some(Self(body + &suffix))
    }

    /// Returns the first three characters, which identify the object.
    pub fn prefix(&self) -> &str {
        &self.0[..3]
    }

    /// Returns all 18 characters.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for RecordId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

fn restored(body: &str, suffix: &str) -> Option<String> {
    let mut text = String::with_capacity(18);
    for (chunk, mark) in body.as_bytes().chunks(5).zip(suffix.bytes()) {
        let bits = ALPHABET.iter().position(|&letter| letter == mark.to_ascii_uppercase())?;
        for (place, &letter) in chunk.iter().enumerate() {
            let capital = bits & (1 << place) != 0;
            if capital && !letter.is_ascii_alphabetic() {
                return None;
            }
            text.push(char::from(if capital { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() }));
        }
    }
    Some(text)
}

fn suffix_of(body: &str) -> String {
    let mark = |chunk: &[u8]| {
        let capitals = chunk.iter().enumerate().filter(|(_, letter)| letter.is_ascii_uppercase());
        char::from(ALPHABET[capitals.map(|(place, _)| 1 << place).sum::<usize>()])
    };
    body.as_bytes().chunks(5).map(mark).collect()
}

#[cfg(test)]
mod tests {
    use super::RecordId;

    #[test]
    fn ids_are_parsed_as_on_the_platform() {
        let cases = [
            ("006000000000001", Some("006000000000001AAA")),
            ("006000000000001AAA", Some("006000000000001AAA")),
            ("001D000000IqhSL", Some("001D000000IqhSLIAZ")),
            ("001d000000iqhsliaz", Some("001D000000IqhSLIAZ")),
            ("0060000000000015AA", None),
            ("006000000000001A!A", None),
            ("00600000000000", None),
            ("0060000000000011", None),
            ("006-00000000001", None),
            ("", None),
        ];
        for (text, id) in cases {
            assert_eq!(RecordId::parse(text).map(|id| id.to_string()).as_deref(), id, "{text}");
        }
    }
}
