//! Normalizes generated files, so that formatters do not change their meaning: removes insignificant white space.
//!
//! Projects run formatters over all files, each with its own width and indentation. A file with the same meaning as
//! the generated one counts as up to date and unedited.

use std::borrow::Cow;
use std::path::Path;

/// The text by which two layouts of one file are equal and two files are not. Of a kind of file that is not known here, the
/// text itself.
pub(super) fn meaning<'t>(path: &str, text: &'t str) -> Cow<'t, str> {
    let text = unix(text);
    let ending = Path::new(path).extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    match ending {
        "cls" => code(&text, '\'', true).into(),
        "json" => code(&text, '"', false).into(),
        "xml" => markup(&text).into(),
        _ => text,
    }
}

/// The text with line feeds alone.
pub(super) fn unix(text: &str) -> Cow<'_, str> {
    if text.contains("\r\n") { text.replace("\r\n", "\n").into() } else { text.into() }
}

/// Code with quoted texts as they are. White space stays, as one space, between two words and between two signs that would
/// become another one; in comments it is one space.
fn code(text: &str, quote: char, comments: bool) -> String {
    let bytes = text.as_bytes();
    let mut kept = Vec::with_capacity(text.len() + 16);
    let mut at = 0;
    loop {
        at = keep_plain(bytes, at, &mut kept);
        let Some(&byte) = bytes.get(at) else { break };
        if kind(byte) <= ByteKind::Sign {
            kept.push(byte);
            at += 1;
            continue;
        }
        let rest = &text[at..];
        let blank = if kind(byte) == ByteKind::Quote { 0 } else { blank_length(rest) };
        if blank > 0 {
            at += blank;
            if separates(&kept, &text[at..]) {
                kept.push(b' ');
            }
        } else if comments && (rest.starts_with("//") || rest.starts_with("/*")) {
            let end = if rest.starts_with("//") { rest.find('\n') } else { rest.find("*/").map(|end| end + 2) };
            let end = at + end.unwrap_or(rest.len());
            push_words(&text[at..end], &mut kept);
            kept.push(b'\n');
            at = end;
        } else {
            let length = if rest.starts_with(quote) {
                quoted(rest, quote)
            } else {
                rest.chars().next().map_or(1, char::len_utf8)
            };
            kept.extend_from_slice(&bytes[at..at + length]);
            at += length;
        }
    }
    String::from_utf8(kept).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}

/// Keeps words and signs, eight bytes at a time; the place of the first other byte, or one close to the end of the text.
#[inline]
fn keep_plain(bytes: &[u8], mut at: usize, kept: &mut Vec<u8>) -> usize {
    const ONES: u64 = u64::MAX / 255;
    let is = |eight: u64, byte: u8| {
        let others = eight ^ (ONES * u64::from(byte));
        others.wrapping_sub(ONES) & !others
    };
    while let Some(chunk) = bytes.get(at..).and_then(|rest| rest.first_chunk::<8>()) {
        let eight = u64::from_le_bytes(*chunk);
        let (blanks, others) = (eight.wrapping_sub(ONES * 0x21) & !eight, eight | eight.wrapping_add(ONES));
        // The lowest mark is right; one above it may come of a carry.
        let marks = (blanks | others | is(eight, b'"') | is(eight, b'\'') | is(eight, b'/')) & (ONES << 7);
        // All eight are copied, for that is one instruction, and those behind the mark taken back.
        kept.extend_from_slice(chunk);
        if marks != 0 {
            let plain = marks.trailing_zeros() as usize / 8;
            kept.truncate(kept.len() - (8 - plain));
            return at + plain;
        }
        at += 8;
    }
    at
}

/// What a byte of code is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum ByteKind {
    /// A letter, a digit or `_`.
    Word,
    /// A sign that is kept as it stands.
    Sign,
    /// A quote, or what may begin a comment.
    Quote,
    /// White space.
    Blank,
    /// A part of a letter that is not ASCII, or what is no text.
    Other,
}

const KINDS: [ByteKind; 256] = {
    let mut kinds = [ByteKind::Other; 256];
    let mut byte = b'\t';
    while byte <= b'~' {
        kinds[byte as usize] = match byte {
            b'/' | b'\'' | b'"' => ByteKind::Quote,
            b'_' => ByteKind::Word,
            b'\t'..=b'\r' | b' ' => ByteKind::Blank,
            _ if byte.is_ascii_alphanumeric() => ByteKind::Word,
            _ if byte.is_ascii_graphic() => ByteKind::Sign,
            _ => ByteKind::Other,
        };
        byte += 1;
    }
    kinds
};

fn kind(byte: u8) -> ByteKind {
    KINDS[usize::from(byte)]
}

/// How much white space the text begins with.
fn blank_length(text: &str) -> usize {
    let ascii = text.bytes().position(|byte| kind(byte) != ByteKind::Blank).unwrap_or(text.len());
    if text[ascii..].starts_with(|letter: char| letter.is_whitespace()) {
        return text.len() - text.trim_start().len();
    }
    ascii
}

/// Whether white space between what was kept and what follows says something.
fn separates(kept: &[u8], after: &str) -> bool {
    let (Some(&before), Some(&next)) = (kept.last(), after.as_bytes().first()) else { return false };
    match (kind(before), kind(next)) {
        (ByteKind::Word, ByteKind::Word) => true,
        (ByteKind::Other, _) | (_, ByteKind::Other) => {
            let letters = (last(kept), after.chars().next());
            letters.0.is_some_and(|before| letters.1.is_some_and(|next| clings(before, next)))
        }
        _ => before == next && !b"(){}[];,".contains(&next),
    }
}

/// The letter that a text ends with.
fn last(kept: &[u8]) -> Option<char> {
    let start = kept.iter().rposition(|byte| !matches!(byte, 0x80..=0xbf))?;
    std::str::from_utf8(&kept[start..]).ok()?.chars().next()
}

/// Each word, with one space behind it.
fn push_words(text: &str, kept: &mut Vec<u8>) {
    let mut push = |word: &str| {
        kept.extend_from_slice(word.as_bytes());
        kept.push(b' ');
    };
    if !text.is_ascii() {
        text.split_whitespace().for_each(push);
        return;
    }
    let mut start = 0;
    for (at, byte) in text.bytes().enumerate() {
        if kind(byte) == ByteKind::Blank {
            if start < at {
                push(&text[start..at]);
            }
            start = at + 1;
        }
    }
    if start < text.len() {
        push(&text[start..]);
    }
}

/// The length of the quoted text that the rest begins with. The quote is ASCII.
fn quoted(rest: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, byte) in rest.bytes().enumerate().skip(1) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            byte if char::from(byte) == quote => return at + 1,
            _ => {}
        }
    }
    rest.len()
}

fn clings(before: char, next: char) -> bool {
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    (is_word(before) && is_word(next)) || (before == next && !before.is_alphanumeric() && !"(){}[];,".contains(next))
}

/// Markup as its tags and the texts between them: a tag without the white space that separates nothing, a text with one space
/// for all of it, an element without content as two tags. Sections of plain text stay as they are.
fn markup(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(open) = rest.find('<') {
        kept.push_str(&words(&rest[..open]));
        rest = &rest[open..];
        let end = match ["<!--", "<![CDATA["].iter().position(|start| rest.starts_with(start)) {
            Some(0) => rest.find("-->").map(|end| end + 3),
            Some(_) => rest.find("]]>").map(|end| end + 3),
            None => tag_end(rest),
        };
        let (tag, after) = rest.split_at(end.unwrap_or(rest.len()));
        rest = after;
        if tag.starts_with("<![CDATA[") {
            kept.push_str(tag);
        } else if tag.starts_with("<!--") {
            kept.push_str(&words(tag));
        } else {
            kept.push_str(&plain_tag(tag));
        }
    }
    kept.push_str(&words(rest));
    kept
}

/// A text with one space for all its white space, and none at its ends.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Where the tag ends that the rest begins with: a bracket in a quoted value ends none.
fn tag_end(rest: &str) -> Option<usize> {
    let mut quote = None;
    for (at, letter) in rest.char_indices() {
        match quote {
            Some(end) if letter == end => quote = None,
            None if letter == '"' || letter == '\'' => quote = Some(letter),
            None if letter == '>' => return Some(at + 1),
            Some(_) | None => {}
        }
    }
    None
}

/// A tag with one space between its attributes and none elsewhere, but for what is quoted.
fn plain_tag(tag: &str) -> String {
    let mut kept = String::with_capacity(tag.len());
    let (mut quote, mut spaced) = (None, false);
    for letter in tag.chars() {
        match quote {
            Some(end) => {
                kept.push(letter);
                quote = (letter != end).then_some(end);
                continue;
            }
            None if letter.is_whitespace() => {
                spaced = true;
                continue;
            }
            None => quote = (letter == '"' || letter == '\'').then_some(letter),
        }
        if spaced && !kept.ends_with(['<', '=', '/', '?']) && !['=', '/', '?', '>'].contains(&letter) {
            kept.push(' ');
        }
        spaced = false;
        kept.push(letter);
    }
    match kept.strip_suffix("/>") {
        Some(open) => {
            let name = open[1..].split(' ').next().unwrap_or_default();
            format!("{open}></{name}>")
        }
        None => kept,
    }
}

#[cfg(test)]
mod tests {
    use super::meaning;

    fn same(path: &str, one: &str, other: &str) -> bool {
        meaning(path, one) == meaning(path, other)
    }

    #[test]
    fn layout_means_nothing() {
        for (path, one, other) in [
            ("A.cls", "class A {\n    Integer a = 1;\n}", "class A{Integer a=1;}\n"),
            ("A.cls", "// one  two\nInteger a;", "    // one two\r\n    Integer a;"),
            ("A.cls", "/**\n * Says it.\n */\nInteger a;", "  /**\n   * Says it.\n   */\n  Integer a;"),
            ("A.cls", "f(a, b);", "f(\n  a,\n  b\n);"),
            ("a.json", "{\"a\": [1, 2]}", "{\n\t\"a\": [\n1,2]}\n"),
            ("a.xml", "<a>\n    <b>one two</b>\n</a>\n", "<a><b\n  >one\n  two</b\n></a>"),
            ("a.xml", "<?xml version=\"1.0\"?>\n<a/>", "<?xml version = \"1.0\" ?>\n<a />\n"),
            ("a.xml", "<a b=\"x > y\" c='1'></a>", "<a\n  b=\"x > y\"\n  c='1'\n/>"),
            ("a.xml", "<!-- one two -->\n<a/>", "<!--\n  one two\n--><a />"),
        ] {
            assert!(same(path, one, other), "{one}\n{other}");
        }
    }

    #[test]
    fn no_letter_of_a_word_of_any_length_is_lost() {
        for length in 0..40 {
            for sign in ["", "+", "'b  c'", "\u{7f}", "é", "/", "\u{a0}é"] {
                let word = format!("{}{sign}", "a".repeat(length));
                let kept = format!("{}{}", "a".repeat(length), sign.trim_start_matches('\u{a0}'));
                let parted = length > 0 && sign.starts_with('\u{a0}');
                let kept = if parted { kept.replacen('é', " é", 1) } else { kept };
                assert_eq!(meaning("A.cls", &format!("{word}\n\t;")), format!("{kept};"), "{word}");
            }
        }
    }

    #[test]
    fn everything_else_does() {
        for (path, one, other) in [
            ("A.cls", "String a = 'b c';", "String a = 'bc';"),
            ("A.cls", "String a = 'it\\'s  b';", "String a = 'it\\'s b';"),
            ("A.cls", "return a;", "returna;"),
            ("A.cls", "a = b - -c;", "a = b --c;"),
            ("A.cls", "// a\nb();", "// a b();"),
            ("A.cls", "// a b", "// ab"),
            ("A.cls", "a();", "b();"),
            ("a.json", "{\"a\": \"b c\"}", "{\"a\": \"bc\"}"),
            ("a.xml", "<a>b c</a>", "<a>bc</a>"),
            ("a.xml", "<a>b = c</a>", "<a>b=c</a>"),
            ("a.xml", "<a>b / c?</a>", "<a>b/c?</a>"),
            ("a.xml", "<a b=\"c d\"/>", "<a b=\"c  d\"/>"),
            ("a.xml", "<a b='c'/>", "<a><b/></a>"),
            ("a.xml", "<![CDATA[a  b]]>", "<![CDATA[a b]]>"),
            ("a.txt", "a b", "a  b"),
        ] {
            assert!(!same(path, one, other), "{one}\n{other}");
        }
    }
}
