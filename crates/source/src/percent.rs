//! Decodes percent-encoding of URIs (RFC 3986).

/// Decodes a percent-encoded string. Returns `None` if the encoding is malformed or the result is not UTF-8.
pub fn percent_decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        let (byte, tail) = match (first, tail) {
            (b'%', [high, low, tail @ ..]) => (u8::try_from(hex(*high)? * 16 + hex(*low)?).ok()?, tail),
            (b'%', _) => return None,
            (byte, tail) => (*byte, tail),
        };
        bytes.push(byte);
        rest = tail;
    }
    String::from_utf8(bytes).ok()
}

fn hex(digit: u8) -> Option<u32> {
    char::from(digit).to_digit(16)
}

#[cfg(test)]
mod tests {
    use super::percent_decode;

    #[test]
    fn bytes_are_decoded_and_what_is_broken_is_none() {
        assert_eq!(percent_decode("/a%20b%C3%A9").as_deref(), Some("/a bé"));
        assert_eq!(percent_decode("/%4"), None);
        assert_eq!(percent_decode("/%zz"), None);
    }
}
