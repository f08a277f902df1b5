//! Prints tables, with one line per static and per property.
//!
//! `prettyplease` would give them ten times as many lines, which nobody reads, and take longer than for the types.

use proc_macro2::{Delimiter, Group, Spacing, TokenStream, TokenTree};

/// Returns the source of a module with statics at its end. `module` is its source without them.
pub(super) fn with_statics(module: &str, statics: &[TokenStream]) -> String {
    let mut printer = Printer { text: module.trim_end_matches("}\n").to_owned(), last: Last::Opening };
    for item in statics {
        printer.text.push_str("\n    ");
        printer.last = Last::Opening;
        printer.tokens(item.clone());
    }
    printer.text.push_str("\n}\n");
    printer.text
}

/// Kind of the last token, which decides about the space after it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    /// The start of a line or a group.
    Opening,
    /// A name, a literal or a group.
    Word,
    /// A punctuation mark that a space follows.
    Spaced,
    /// A punctuation mark without a space after it.
    Prefix,
}

struct Printer {
    text: String,
    last: Last,
}

impl Printer {
    fn tokens(&mut self, tokens: TokenStream) {
        let mut is_path = false;
        for token in tokens {
            match token {
                TokenTree::Group(group) => self.group(&group),
                TokenTree::Punct(punct) => match (punct.as_char(), punct.spacing()) {
                    (':', Spacing::Joint) => {
                        self.text.push(':');
                        is_path = true;
                    }
                    (':', Spacing::Alone) => {
                        self.text.push(':');
                        self.last = if is_path { Last::Prefix } else { Last::Spaced };
                        is_path = false;
                    }
                    (mark @ (',' | ';'), _) => {
                        self.text.push(mark);
                        self.last = Last::Spaced;
                    }
                    (mark @ ('=' | '|'), _) => {
                        self.text.extend([' ', mark]);
                        self.last = Last::Spaced;
                    }
                    (mark, _) => {
                        self.space();
                        self.text.push(mark);
                        self.last = Last::Prefix;
                    }
                },
                word => {
                    self.space();
                    self.text.extend(if self.last == Last::Word { Some(' ') } else { None });
                    self.text.push_str(&word.to_string());
                    self.last = Last::Word;
                }
            }
        }
    }

    /// Writes the space after a mark.
    fn space(&mut self) {
        self.text.extend(if self.last == Last::Spaced { Some(' ') } else { None });
    }

    fn group(&mut self, group: &Group) {
        self.space();
        let (opening, closing) = match group.delimiter() {
            Delimiter::Brace if self.last == Last::Word => (" { ", " }"),
            Delimiter::Brace => ("{ ", " }"),
            Delimiter::Bracket if is_property_list(group) => return self.property_list(group),
            Delimiter::Bracket => ("[", "]"),
            Delimiter::Parenthesis => ("(", ")"),
            Delimiter::None => ("", ""),
        };
        self.text.push_str(opening);
        self.last = Last::Opening;
        self.tokens(group.stream());
        self.text.push_str(closing);
        self.last = Last::Word;
    }

    /// Writes each property on its own line.
    fn property_list(&mut self, group: &Group) {
        let is_comma = |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ',');
        self.text.push('[');
        let mut property = TokenStream::new();
        let end = TokenTree::Punct(proc_macro2::Punct::new(',', Spacing::Alone));
        for token in group.stream().into_iter().chain([end]) {
            if !is_comma(&token) {
                property.extend([token]);
                continue;
            }
            self.text.push_str("\n        ");
            self.last = Last::Opening;
            self.tokens(std::mem::take(&mut property));
            self.text.push(',');
        }
        self.text.push_str("\n    ]");
        self.last = Last::Word;
    }
}

fn is_property_list(group: &Group) -> bool {
    matches!(group.stream().into_iter().next(), Some(TokenTree::Ident(name)) if name == "MemberCheck")
}

#[cfg(test)]
mod tests {
    use quote::quote;

    use super::with_statics;

    #[test]
    fn each_static_and_each_property_has_a_line() {
        let statics = [
            quote!(
                pub static A: ValueCheck = ValueCheck { kinds: kinds::TEXT | kinds::LIST, ..ValueCheck::ANY };
            ),
            quote! {
                pub static B: ValueCheck = ValueCheck { object: Some(&ObjectCheck { members: &[
                    MemberCheck { name: "a", check: &super::super::m::checks::A, required: true },
                    MemberCheck { name: "b", check: &ValueCheck::ANY, required: false }
                ], ..ObjectCheck::ANY }), ..ValueCheck::ANY };
            },
            quote!(
                pub static C: NumberCheck = f(&[(1, -2.5, "x"), (2, -3, "")]);
            ),
        ];
        let expected = r#"mod checks {
    use a::*;

    pub static A: ValueCheck = ValueCheck { kinds: kinds::TEXT | kinds::LIST, ..ValueCheck::ANY };
    pub static B: ValueCheck = ValueCheck { object: Some(&ObjectCheck { members: &[
        MemberCheck { name: "a", check: &super::super::m::checks::A, required: true },
        MemberCheck { name: "b", check: &ValueCheck::ANY, required: false },
    ], ..ObjectCheck::ANY }), ..ValueCheck::ANY };
    pub static C: NumberCheck = f(&[(1, -2.5, "x"), (2, -3, "")]);
}
"#;
        assert_eq!(with_statics("mod checks {\n    use a::*;\n}\n", &statics), expected);
    }
}
