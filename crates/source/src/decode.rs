//! Decodes bytes as UTF-8 and names any other encoding that they appear to have.

use crate::problem::{Encoding, Problem, ProblemKind};

/// Decodes `bytes` as UTF-8.
///
/// A byte order mark is an error: RFC 8259 forbids writers to add one, although it lets readers ignore it.
///
/// # Errors
///
/// Returns a problem whose span is in bytes. The bytes before it are valid UTF-8, but for UTF-16 and UTF-32 the span is
/// at the start.
pub fn decode(bytes: &[u8]) -> Result<&str, Problem> {
    if let Some((encoding, mark)) = foreign(bytes) {
        return Err(Problem::at_root(ProblemKind::Encoding(encoding), 0..mark));
    }
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let start = error.valid_up_to();
        let end = error.error_len().map_or(bytes.len(), |length| start + length);
        Problem::at_root(ProblemKind::Encoding(Encoding::InvalidUtf8), start..end)
    })?;
    match text.find('\0') {
        Some(at) => Err(Problem::at_root(ProblemKind::Encoding(Encoding::Nul), at..at + 1)),
        None => Ok(text),
    }
}

/// Detects another encoding, and returns it with the length of its byte order mark.
///
/// Without a mark, the pattern of zero bytes decides, because JSON starts with two ASCII characters (RFC 4627, section
/// 3).
fn foreign(bytes: &[u8]) -> Option<(Encoding, usize)> {
    match bytes {
        [0xEF, 0xBB, 0xBF, ..] => Some((Encoding::Utf8Bom, 3)),
        [0xFF, 0xFE, 0, 0, ..] | [0, 0, 0xFE, 0xFF, ..] => Some((Encoding::Utf32, 4)),
        [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] => Some((Encoding::Utf16, 2)),
        _ => {
            let zero = |at: usize| bytes.get(at) == Some(&0);
            match [zero(0), zero(1), zero(2), zero(3)] {
                [true, true, true, false] | [false, true, true, true] => Some((Encoding::Utf32, 0)),
                [true, false, ..] | [false, true, ..] => Some((Encoding::Utf16, 0)),
                _ => None,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn encoding(bytes: &[u8]) -> (Encoding, usize) {
        match decode(bytes) {
            Err(Problem { kind: ProblemKind::Encoding(encoding), span, .. }) => (encoding, span.start),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn plain_utf8_passes() {
        assert_eq!(decode("{\"é\":1}".as_bytes()), Ok("{\"é\":1}"));
        assert_eq!(decode(b""), Ok(""));
    }

    #[test]
    fn other_encodings_are_named() {
        let utf16 = |text: &str| text.encode_utf16().collect::<Vec<_>>();
        let little: Vec<u8> = utf16("{}").iter().flat_map(|unit| unit.to_le_bytes()).collect();
        let big: Vec<u8> = utf16("{\"a\":1}").iter().flat_map(|unit| unit.to_be_bytes()).collect();
        assert_eq!(encoding(&little).0, Encoding::Utf16);
        assert_eq!(encoding(&big).0, Encoding::Utf16);
        assert_eq!(encoding(&[0xFF, 0xFE, b'{', 0]).0, Encoding::Utf16);
        assert_eq!(encoding(&[b'{', 0, 0, 0, b'}', 0, 0, 0]).0, Encoding::Utf32);
        assert_eq!(encoding(&[0, 0, 0xFE, 0xFF, 0, 0, 0, b'1']).0, Encoding::Utf32);
        assert_eq!(encoding(b"\xEF\xBB\xBF{}").0, Encoding::Utf8Bom);
    }

    #[test]
    fn broken_utf8_and_nul_are_located() {
        assert_eq!(encoding(b"{\"a\": \"\xC3\"}"), (Encoding::InvalidUtf8, 7));
        assert_eq!(encoding(b"{\"a\": \"x\0\"}"), (Encoding::Nul, 8));
    }
}
