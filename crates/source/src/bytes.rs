//! Searches for bytes, eight at a time.

/// A one in each byte.
const ONE_IN_EACH_BYTE: u64 = u64::MAX / 255;

/// Returns the index of the first non-whitespace byte from `at` on, or the length of the input if there is none.
#[inline]
pub fn skip_space(bytes: &[u8], at: usize) -> usize {
    let mut rest = bytes.get(at..).unwrap_or_default();
    loop {
        // Most whitespace is indentation: a line break followed by spaces.
        if let Some((b'\n', behind)) = rest.split_first() {
            rest = behind;
        }
        while let Some((eight, behind)) = rest.split_first_chunk() {
            let others = u64::from_le_bytes(*eight) ^ (ONE_IN_EACH_BYTE * 0x20);
            if others != 0 {
                rest = rest.get(others.trailing_zeros() as usize / 8..).unwrap_or_default();
                break;
            }
            rest = behind;
        }
        match rest.split_first() {
            Some((b' ' | b'\n' | b'\t' | b'\r', behind)) => rest = behind,
            _ => return bytes.len() - rest.len(),
        }
    }
}

/// Returns the index of the first byte from `at` on that must be escaped in a JSON string, or the length of the input.
///
/// These are quotation marks, backslashes and control characters.
#[inline]
pub fn find_stop(bytes: &[u8], at: usize) -> usize {
    let mut rest = bytes.get(at..).unwrap_or_default();
    while let Some((eight, behind)) = rest.split_first_chunk() {
        let eight = u64::from_le_bytes(*eight);
        let (quotes, slashes) = (eight ^ (ONE_IN_EACH_BYTE * 0x22), eight ^ (ONE_IN_EACH_BYTE * 0x5c));
        let controls = eight.wrapping_sub(ONE_IN_EACH_BYTE * 0x20) & !eight;
        let quotes = quotes.wrapping_sub(ONE_IN_EACH_BYTE) & !quotes;
        let slashes = slashes.wrapping_sub(ONE_IN_EACH_BYTE) & !slashes;
        // The lowest mark is correct. A higher one may result from a carry.
        let marks = (controls | quotes | slashes) & (ONE_IN_EACH_BYTE << 7);
        if marks != 0 {
            return bytes.len() - rest.len() + marks.trailing_zeros() as usize / 8;
        }
        rest = behind;
    }
    let is_stop = |byte: &u8| matches!(byte, b'"' | b'\\' | 0..=0x1f);
    bytes.len() - rest.len() + rest.iter().position(is_stop).unwrap_or(rest.len())
}

/// Returns the index of the first `byte` from `at` on, or `None` if there is none.
#[inline]
pub fn find(bytes: &[u8], mut at: usize, byte: u8) -> ::std::option::Option<usize> {
    while let Some(eight) = eight(bytes, at) {
        let others = eight ^ (ONE_IN_EACH_BYTE * u64::from(byte));
        // The lowest mark is correct. A higher one may result from a carry.
        let marks = others.wrapping_sub(ONE_IN_EACH_BYTE) & !others & (ONE_IN_EACH_BYTE << 7);
        if marks != 0 {
            return Some(at + marks.trailing_zeros() as usize / 8);
        }
        at += 8;
    }
    bytes.get(at..)?.iter().position(|one| *one == byte).map(|stop| at + stop)
}

/// Returns whether two byte slices are equal. Most names are short, and a call to `memcmp` would take longer.
#[inline]
pub fn are_equal(one: &[u8], other: &[u8]) -> bool {
    if one.len() != other.len() {
        return false;
    }
    match one.len() {
        8..=16 => one.first_chunk::<8>() == other.first_chunk() && one.last_chunk::<8>() == other.last_chunk(),
        4..=7 => one.first_chunk::<4>() == other.first_chunk() && one.last_chunk::<4>() == other.last_chunk(),
        _ => one == other,
    }
}

/// Returns eight bytes, with the first one in the lowest position.
#[inline]
fn eight(bytes: &[u8], at: usize) -> ::std::option::Option<u64> {
    bytes.get(at..)?.first_chunk().map(|chunk| u64::from_le_bytes(*chunk))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_stop_is_found_wherever_it_stands() {
        for length in (0..40).chain([70, 100]) {
            for stop in 0..length {
                for byte in (0..=0x1f).chain([b'"', b'\\']) {
                    // Bytes after a stop, and bytes that differ from a stop only in their highest bit, have no
                    // influence.
                    let mut text = vec![0xa2; stop];
                    text.push(byte);
                    text.resize(length, b'!');
                    assert_eq!(find_stop(&text, 0), stop, "{text:?}");
                }
            }
            assert_eq!(find_stop(&vec![b' '; length], 0), length);
        }
    }

    #[test]
    fn a_byte_is_found_wherever_it_stands() {
        for length in 0..40 {
            for stop in 0..length {
                for byte in [0, b'\n', 0x80, 0xff] {
                    let mut text = vec![byte ^ 1; stop];
                    text.push(byte);
                    text.resize(length, byte);
                    assert_eq!(find(&text, 0, byte), Some(stop), "{text:?}");
                }
            }
            assert_eq!(find(&vec![b' '; length], 0, b'\n'), None);
        }
    }

    #[test]
    fn runs_of_any_length_differ_by_any_byte() {
        for length in 0..40 {
            let run: Vec<u8> = (0..length).collect();
            assert!(are_equal(&run, &run.clone()));
            assert!(!are_equal(&run, &(0..=length).collect::<Vec<u8>>()), "one is longer");
            for at in 0..usize::from(length) {
                let mut other = run.clone();
                other[at] ^= 0x80;
                assert!(!are_equal(&run, &other), "{length} bytes that differ at {at}");
            }
        }
    }

    #[test]
    fn white_space_ends_at_the_first_other_byte() {
        for length in 0..40 {
            for end in 0..length {
                let mut text: Vec<u8> = b" \n\t\r    ".iter().cycle().take(end).copied().collect();
                text.resize(length, b'x');
                assert_eq!(skip_space(&text, 0), end, "{text:?}");
            }
        }
        assert_eq!(skip_space(b"\x0b", 0), 0, "no other control character is white space");
    }
}
