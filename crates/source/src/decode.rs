//! Decodes bytes as UTF-8 and names any other encoding that they appear to have.

use std::borrow::Cow;

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

/// Decodes bytes in UTF-8, UTF-16 or UTF-32, and removes a byte order mark. Returns the encoding if it is not plain
/// UTF-8.
///
/// # Errors
///
/// Returns the problem of [`decode`] if the bytes are invalid in the encoding that they appear to have.
pub fn decode_any(bytes: &[u8]) -> Result<(Cow<'_, str>, Option<Encoding>), Problem> {
    let problem = match decode(bytes) {
        Ok(text) => return Ok((Cow::Borrowed(text), None)),
        Err(problem) => problem,
    };
    let Some((encoding, mark)) = foreign(bytes) else { return Err(problem) };
    let content = bytes.get(mark..).unwrap_or_default();
    if encoding == Encoding::Utf8Bom {
        let text = decode(content)
            .map_err(|inner| Problem { span: inner.span.start + mark..inner.span.end + mark, ..inner })?;
        return Ok((Cow::Borrowed(text), Some(encoding)));
    }
    let is_big = matches!(bytes, [0xFE, 0xFF, ..] | [0, 0, 0xFE, 0xFF, ..]) || mark == 0 && bytes.first() == Some(&0);
    let text = if encoding == Encoding::Utf16 { utf16(content, is_big) } else { utf32(content, is_big) };
    match text.filter(|text| !text.contains('\0')) {
        Some(text) => Ok((Cow::Owned(text), Some(encoding))),
        None => Err(problem),
    }
}

fn utf16(bytes: &[u8], is_big: bool) -> Option<String> {
    let (units, rest) = bytes.as_chunks::<2>();
    let unit = |pair: &[u8; 2]| if is_big { u16::from_be_bytes(*pair) } else { u16::from_le_bytes(*pair) };
    let text: Result<String, _> = char::decode_utf16(units.iter().map(unit)).collect();
    text.ok().filter(|_| rest.is_empty())
}

fn utf32(bytes: &[u8], is_big: bool) -> Option<String> {
    let (units, rest) = bytes.as_chunks::<4>();
    let unit = |four: &[u8; 4]| if is_big { u32::from_be_bytes(*four) } else { u32::from_le_bytes(*four) };
    let text: Option<String> = units.iter().map(|four| char::from_u32(unit(four))).collect();
    text.filter(|_| rest.is_empty())
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
    fn other_encodings_are_decoded() {
        let text = "{\"é\": \"🦀\"}";
        let units: Vec<u16> = text.encode_utf16().collect();
        let little: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
        let big: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
        let wide: Vec<u8> = text.chars().flat_map(|letter| u32::from(letter).to_be_bytes()).collect();
        for (mark, bytes) in [
            (&[0xFF, 0xFE][..], &little),
            (&[], &little),
            (&[0xFE, 0xFF], &big),
            (&[], &big),
            (&[], &wide),
            (&[0, 0, 0xFE, 0xFF], &wide),
            (&[0xEF, 0xBB, 0xBF], &text.as_bytes().to_vec()),
        ] {
            let (decoded, encoding) =
                decode_any(&[mark, bytes].concat()).map(|(text, how)| (text.into_owned(), how)).unwrap();
            assert_eq!(decoded, text);
            assert!(encoding.is_some());
        }
        assert!(decode_any(&little[..little.len() - 1]).is_err(), "half a character is missing");
        assert!(decode_any(b"\xEF\xBB\xBF{\"\xC3\"}").is_err());
        assert_eq!(decode_any(b"{}"), Ok(("{}".into(), None)));
    }

    #[test]
    fn broken_utf8_and_nul_are_located() {
        assert_eq!(encoding(b"{\"a\": \"\xC3\"}"), (Encoding::InvalidUtf8, 7));
        assert_eq!(encoding(b"{\"a\": \"x\0\"}"), (Encoding::Nul, 8));
    }
}
