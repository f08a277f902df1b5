//! Mutates a file as bytes. The result is often not JSON, and sometimes not UTF-8.

use super::random::Random;

/// Byte sequences that are inserted anywhere.
const PIECES: &[&[u8]] = &[
    b"\xEF\xBB\xBF",
    b"\0",
    b"\xFF",
    b"\xC3",
    b"\xED\xA0\x80",
    b"\xF4\x90\x80\x80",
    b"{",
    b"}",
    b"[",
    b"]",
    b"\"",
    b",",
    b":",
    b"//",
    b"/*",
    b"*/",
    b"#",
    b"\\",
    b"\\u",
    b"\\ud800",
    b"\r",
    b"\n",
    b"\t",
    b"1e999",
    b"-",
    b"NaN",
    b"null",
    b"- ",
    b"? ",
    b"&a ",
    b"*a",
    b"!!str ",
    b"---\n",
    b"...\n",
    b"|\n",
    b"<<: ",
    b"%YAML 1.2\n",
];

/// Mutates one position.
pub(super) fn spoil(bytes: &mut Vec<u8>, random: &mut Random) {
    let at = random.below(bytes.len() + 1);
    let length = random.below(64).min(bytes.len() - at);
    match random.below(9) {
        0 => bytes.truncate(at),
        1 | 2 => {
            if let Some(byte) = bytes.get_mut(at) {
                *byte ^= 1 << random.below(8);
            }
        }
        3 | 4 => {
            let piece = random.pick(PIECES).copied().unwrap_or_default().to_vec();
            bytes.splice(at..at, piece);
        }
        5 => drop(bytes.drain(at..at + length)),
        6 => {
            let again = bytes.get(at..at + length).unwrap_or_default().to_vec();
            bytes.splice(at..at, again);
        }
        7 => {
            let many = random.pick(PIECES).copied().unwrap_or_default().repeat(random.below(3_000));
            bytes.splice(at..at, many);
        }
        _ => match random.below(3) {
            0 => drop(bytes.splice(0..0, *b"\xEF\xBB\xBF")),
            1 => *bytes = String::from_utf8_lossy(bytes).encode_utf16().flat_map(u16::to_le_bytes).collect(),
            _ => *bytes = (0..random.below(2_000)).map(|_| u8::try_from(random.below(256)).unwrap_or(0)).collect(),
        },
    }
}
