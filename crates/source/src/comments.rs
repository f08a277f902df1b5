//! Converts JSON with comments to JSON of the same length, so that every offset stays valid.

use crate::problem::{Problem, ProblemKind};
use crate::scan::{skip_space, skip_string};

/// Replaces comments, and commas before closing brackets, by spaces.
pub(crate) fn blanked(text: &str) -> Result<String, Problem> {
    let mut bytes = text.as_bytes().to_vec();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        at = match (byte, bytes.get(at + 1)) {
            // The parser reports an unterminated string.
            (b'"', _) => skip_string(&bytes, at).unwrap_or(bytes.len()),
            (b'/', Some(b'/')) => {
                let end = bytes[at..].iter().position(|byte| *byte == b'\n').map_or(bytes.len(), |length| at + length);
                blank(&mut bytes, at, end)
            }
            (b'/', Some(b'*')) => {
                let Some(length) = bytes[at + 2..].windows(2).position(|pair| pair == b"*/") else {
                    return Err(Problem::at_root(ProblemKind::OpenComment, at..at + 2));
                };
                blank(&mut bytes, at, at + 2 + length + 2)
            }
            _ => at + 1,
        };
    }
    remove_last_commas(&mut bytes);
    // This cannot fail: only whole comments and single ASCII characters were replaced, and by ASCII.
    String::from_utf8(bytes).map_err(|_| Problem::at_root(ProblemKind::OpenComment, 0..0))
}

fn blank(bytes: &mut [u8], start: usize, end: usize) -> usize {
    for byte in &mut bytes[start..end] {
        if !matches!(byte, b'\n' | b'\r') {
            *byte = b' ';
        }
    }
    end
}

/// Removes each comma that follows a value and precedes a closing bracket.
fn remove_last_commas(bytes: &mut [u8]) {
    let mut before = None;
    let mut at = skip_space(bytes, 0);
    while let Some(&byte) = bytes.get(at) {
        let next = if byte == b'"' { skip_string(bytes, at).unwrap_or(bytes.len()) } else { at + 1 };
        let follows = skip_space(bytes, next);
        if byte == b','
            && matches!(bytes.get(follows), Some(b']' | b'}'))
            && !matches!(before, None | Some(b'[' | b'{' | b',' | b':'))
        {
            bytes[at] = b' ';
        }
        before = Some(byte);
        at = follows;
    }
}

#[cfg(test)]
mod tests {
    use super::blanked;
    use crate::parse;

    #[test]
    fn what_is_no_json_becomes_space() {
        for (text, json) in [
            ("{} // a\r\n", "{}     \r\n"),
            ("[1, /* é */ 2,]", "[1,          2 ]"),
            ("[\"//\", \"/*\", \",]\", \"\\\"//\"]", "[\"//\", \"/*\", \",]\", \"\\\"//\"]"),
            ("{\"a\": 1, // last\n}", "{\"a\": 1         \n}"),
            ("/**/1/***/", "    1     "),
        ] {
            assert_eq!(blanked(text).unwrap(), json, "{text}");
            assert!(parse(json).is_ok(), "{json}");
        }
    }

    #[test]
    fn what_is_no_json_with_comments_stays_wrong() {
        for text in ["[,]", "[1,,]", "{,}", "{\"a\":,}", "/", "[1] /", "# a\n1", "\"a", ",", "[1 /,]"] {
            assert!(blanked(text).is_ok_and(|json| parse(&json).is_err()), "{text}");
        }
        assert_eq!(blanked("1 /* é").unwrap_err().span, 2..4);
        assert_eq!(blanked("/*/").unwrap_err().span, 0..2);
    }
}
