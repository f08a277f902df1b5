//! Converts strings of schemas to Markdown for doc comments.
//!
//! rustdoc compiles and runs every code block of a doc comment, so a string must never open one. It must not become
//! HTML or an intra-doc link either.

use planwright_source::printable;

use crate::text::is_invisible;

/// Maximum length of an HTML entity name, with a margin.
const MAX_ENTITY: usize = 40;

/// Returns the string as lines of prose.
///
/// Code spans in single backticks, lists and web addresses keep their meaning. Everything else is escaped.
pub(crate) fn prose(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    text.trim().lines().map(|line| prose_line(&squeezed(line))).collect::<Vec<_>>().join("\n")
}

/// Returns the string as a code span on one line, with line breaks and invisible characters written as `\u{…}`.
pub(crate) fn code(text: &str) -> String {
    let shown = printable(text);
    // Markdown trims spaces at the ends of a code span, and has no empty ones.
    let is_quoted = shown.trim() != shown || shown.is_empty();
    let shown = if is_quoted { format!("\"{shown}\"") } else { shown.into_owned() };
    let longest = shown.split(|c| c != '`').map(str::len).max().unwrap_or_default();
    let fence = "`".repeat(longest + 1);
    let pad = if longest == 0 { "" } else { " " };
    format!("{fence}{pad}{shown}{pad}{fence}")
}

/// Removes invisible characters, and repeated spaces between words.
///
/// Four spaces at the start of a line, or five after a list marker, would open a code block.
fn squeezed(line: &str) -> String {
    let mut squeezed = String::with_capacity(line.len());
    for c in line.chars() {
        match c {
            ' ' | '\t' if squeezed.ends_with(' ') => {}
            ' ' | '\t' => squeezed.push(' '),
            c if is_invisible(c) => {}
            c => squeezed.push(c),
        }
    }
    squeezed.trim().to_owned()
}

fn prose_line(line: &str) -> String {
    // This is the line below a table head, a rule, or the underline of a heading.
    let is_rule = !line.is_empty() && line.chars().all(|c| "-=_|: ".contains(c));
    if is_rule { format!("\\{line}") } else { inline(line) }
}

fn inline(line: &str) -> String {
    let mut out = String::with_capacity(line.len() + 16);
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        let length = if first == '`' {
            backticks(rest, &mut out)
        } else if let Some(length) = address(rest) {
            out.extend(["<", &rest[..length], ">"]);
            length
        } else {
            if needs_escape(first, &rest[first.len_utf8()..]) {
                out.push('\\');
            }
            out.push(first);
            first.len_utf8()
        };
        rest = &rest[length..];
    }
    out
}

/// Writes the code span at the start of `rest`, or its escaped backticks. Returns the number of bytes consumed.
///
/// Only single backticks form a span, because three at the start of a line would open a code block.
fn backticks(rest: &str, out: &mut String) -> usize {
    let run = |text: &str| text.bytes().take_while(|byte| *byte == b'`').count();
    let opening = run(rest);
    let end = rest[opening..].find('`').map(|length| opening + length);
    match end {
        Some(end) if opening == 1 && run(&rest[end..]) == 1 => {
            out.push_str(&rest[..=end]);
            end + 1
        }
        _ => {
            out.push_str(&"\\`".repeat(opening));
            opening
        }
    }
}

fn needs_escape(c: char, after: &str) -> bool {
    match c {
        '[' | ']' | '<' | '>' | '*' | '~' | '#' => true,
        '\\' => after.chars().next().is_none_or(|next| next.is_ascii_punctuation()) || address(after).is_some(),
        '&' => {
            let mut name = after.chars().take(MAX_ENTITY).skip_while(|c| c.is_ascii_alphanumeric() || *c == '#');
            name.next() == Some(';')
        }
        _ => false,
    }
}

/// Returns the length of the web address at the start of `rest`. rustdoc warns about addresses that are not marked as
/// links.
fn address(rest: &str) -> Option<usize> {
    let scheme = ["https://", "http://"]
        .into_iter()
        .find(|scheme| rest.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme)))?;
    let is_part = |c: char| c.is_ascii_alphanumeric() || "-._~%:@/?#=+&,;!".contains(c);
    let body = &rest[scheme.len()..];
    let body = &body[..body.find(|c| !is_part(c)).unwrap_or(body.len())];
    let body = body.trim_end_matches(['.', ',', ';', ':', '!', '?']);
    (!body.is_empty()).then_some(scheme.len() + body.len())
}

#[cfg(test)]
mod tests {
    use super::{code, prose};

    #[test]
    fn no_line_opens_a_block() {
        for (text, expected) in [
            ("-      std::fs::remove_file(x);", "- std::fs::remove_file(x);"),
            ("1.\t\tx();", "1. x();"),
            (">     x();", "\\> x();"),
            ("\u{200b}    x();", "x();"),
            ("a\n\n\u{feff}\t x();", "a\n\nx();"),
            ("````\nx();\n````", "\\`\\`\\`\\`\nx();\n\\`\\`\\`\\`"),
            ("- ~~~ x\n- ``` x", "- \\~\\~\\~ x\n- \\`\\`\\` x"),
            ("`a|<b>`|c\n---|---", "`a|<b>`|c\n\\---|---"),
            ("a\n===", "a\n\\==="),
            ("a\rb\r\nc", "a\nb\nc"),
        ] {
            assert_eq!(prose(text), expected);
        }
    }

    #[test]
    fn markup_is_escaped_and_code_spans_stay() {
        for (text, expected) in [
            ("`[x]<b>` and [x] <b>", "`[x]<b>` and \\[x\\] \\<b\\>"),
            ("one ` tick", "one \\` tick"),
            ("``x` y`", "\\`\\`x` y`"),
            ("\\`<b>` c", "\\\\`<b>` c"),
            ("C:\\temp \\d+ \\", "C:\\temp \\d+ \\\\"),
            ("R&D &lt;b&gt; &", "R&D \\&lt;b\\&gt; &"),
            (
                "see HTTPS://a.example/b?c=d#e, or <http://x.example>.",
                "see <HTTPS://a.example/b?c=d#e>, or \\<<http://x.example>\\>.",
            ),
            ("\\https://example.org", "\\\\<https://example.org>"),
            ("https:// and https://\u{e9}", "https:// and https://\u{e9}"),
        ] {
            assert_eq!(prose(text), expected);
        }
    }

    #[test]
    fn values_are_shown_on_one_line() {
        for (text, expected) in [
            ("plain", "`plain`"),
            ("x\n\n    y", "`x\\u{a}\\u{a}    y`"),
            ("", "`\"\"`"),
            (" a", "`\" a\"`"),
            ("a`b", "`` a`b ``"),
            ("```", "```` ``` ````"),
            ("\u{202e}", "`\\u{202e}`"),
        ] {
            assert_eq!(code(text), expected);
        }
    }
}
