//! Characters that must not stand in source as they are (`planwright_source::hazard`). rustc refuses them in comments and in literals, and a reader would see something else than the compiler.

use std::fmt::Write as _;

use planwright_source::is_printable;
use proc_macro2::{Group, Literal, TokenStream, TokenTree};

/// Whether a character is one of these.
pub(crate) fn is_invisible(c: char) -> bool {
    !is_printable(c)
}

/// JSON text with these marks escaped, which can only stand in its strings, and with no more than one `#` after a quote,
/// for a raw literal has at most 255.
pub(crate) fn visible_json(text: &str) -> String {
    let mut visible = String::with_capacity(text.len());
    for c in text.chars() {
        if c == '\n' || is_printable(c) {
            visible.push(c);
        } else {
            for unit in c.encode_utf16(&mut [0; 2]) {
                let _ = write!(visible, "\\u{unit:04x}");
            }
        }
    }
    visible.replace("\"##", "\"#\\u0023")
}

/// A literal of a text, these characters escaped.
pub(crate) fn literal(text: &str) -> Literal {
    let mut source = String::with_capacity(text.len() + 2);
    source.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => source.extend(['\\', c]),
            c if is_invisible(c) => source.extend(c.escape_unicode()),
            c => source.push(c),
        }
    }
    source.push('"');
    source.parse().unwrap_or_else(|_| Literal::string(text))
}

/// Tokens with every literal that holds such a mark made visible.
pub(crate) fn visible_tokens(tokens: TokenStream) -> TokenStream {
    let visible = tokens.into_iter().map(|token| match token {
        TokenTree::Group(group) => {
            let mut inner = Group::new(group.delimiter(), visible_tokens(group.stream()));
            inner.set_span(group.span());
            TokenTree::Group(inner)
        }
        TokenTree::Literal(text) if text.to_string().contains(is_invisible) => {
            match syn::parse_str::<syn::LitStr>(&text.to_string()) {
                Ok(known) => TokenTree::Literal(literal(&known.value())),
                Err(_) => TokenTree::Literal(text),
            }
        }
        token => token,
    });
    visible.collect()
}

#[cfg(test)]
mod tests {
    use super::{literal, visible_json, visible_tokens};

    #[test]
    fn marks_are_escaped_and_the_text_stays() {
        assert_eq!(visible_json("{\"a\u{202e}\":\n\"\u{85}\"}"), "{\"a\\u202e\":\n\"\\u0085\"}");
        assert_eq!(visible_json("\"\u{e0041}\""), "\"\\udb40\\udc41\"");
        assert_eq!(visible_json("\"a\\\"##\""), "\"a\\\"#\\u0023\"");
        let text = "a\"\\\u{202e}\n'é\u{0}";
        let source = literal(text).to_string();
        assert!(!source.contains('\u{202e}') && !source.contains('\n'));
        assert_eq!(syn::parse_str::<syn::LitStr>(&source).map(|literal| literal.value()).ok().as_deref(), Some(text));
    }

    #[test]
    fn other_tokens_stay_as_they_are() {
        let tokens = quote::quote! { #[serde(rename = "a\u{202e}")] fn f() -> u8 { b'a' } };
        let plain = tokens.to_string();
        assert!(plain.contains('\u{202e}'.escape_unicode().to_string().as_str()) || plain.contains('\u{202e}'));
        let visible = visible_tokens(tokens).to_string();
        assert!(!visible.contains('\u{202e}'));
        assert!(visible.ends_with("fn f () -> u8 { b'a' }"));
    }
}
