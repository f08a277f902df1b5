//! What a generated file means, whatever a formatter did to it: the text without the white space that says nothing.
//!
//! Projects run formatters over everything, ours included, each with its own width and indentation. A file that means what we
//! would write is as it should be, and was not edited.

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
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    let mut spaced = false;
    while let Some(next) = rest.chars().next() {
        let (plain, after) = rest.split_at(plain_length(rest, quote));
        if let Some(first) = plain.chars().next() {
            if spaced && kept.chars().next_back().is_some_and(|before| clings(before, first)) {
                kept.push(' ');
            }
            spaced = false;
            kept.push_str(plain);
            rest = after;
            continue;
        }
        let length = if next == quote {
            quoted(rest, quote)
        } else if comments && rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if comments && rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else {
            next.len_utf8()
        };
        let (piece, after) = rest.split_at(length);
        rest = after;
        if next.is_whitespace() {
            spaced = true;
            continue;
        }
        if spaced && kept.chars().next_back().is_some_and(|before| clings(before, next)) {
            kept.push(' ');
        }
        spaced = false;
        if length > next.len_utf8() && next != quote {
            kept.extend(piece.split_whitespace().flat_map(|word| [word, " "]));
            kept.push('\n');
        } else {
            kept.push_str(piece);
        }
    }
    kept
}

/// How much of the rest is kept as it stands: ASCII without white space, quotes and what may begin a comment.
fn plain_length(rest: &str, quote: char) -> usize {
    let is_plain = |byte: &u8| byte.is_ascii_graphic() && char::from(*byte) != quote && *byte != b'/';
    rest.bytes().position(|byte| !is_plain(&byte)).unwrap_or(rest.len())
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
