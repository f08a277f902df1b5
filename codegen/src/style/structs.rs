//! Additional derives and attributes of structs and their fields, such as those for builders of other crates.

use std::collections::BTreeMap;

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::parse::Parser as _;
use syn::{Attribute, LitStr, Path};

use super::derives::standard;
use super::{ConfiguredBy, error};
use crate::text::literal;
use planwright_schema::error::Error;

/// Kinds of fields for which attributes can be requested.
#[derive(Clone, Copy, Debug)]
pub(crate) enum MemberKind {
    Required,
    Optional,
    Maybe,
    Defaulted,
}

impl MemberKind {
    const ALL: [Self; 4] = [Self::Required, Self::Optional, Self::Maybe, Self::Defaulted];

    fn word(self) -> &'static str {
        match self {
            Self::Required => "required",
            Self::Optional => "optional",
            Self::Maybe => "maybe",
            Self::Defaulted => "defaulted",
        }
    }
}

/// Placeholder in an attribute for the default of its field.
const DEFAULT: &str = "{default}";

/// Parsed style of all structs of a set.
#[derive(Default)]
pub(crate) struct StructStyle {
    pub derives: Vec<ConfiguredBy<Path>>,
    pub attributes: Vec<Attribute>,
    /// Attributes of fields, by the kind of field.
    members: BTreeMap<String, String>,
}

impl StructStyle {
    /// Checks and stores the derives and attributes of structs and their fields.
    pub(super) fn new(
        derives: Vec<ConfiguredBy<Path>>,
        attributes: Vec<Attribute>,
        members: &BTreeMap<String, String>,
        errors: &mut Vec<Error>,
    ) -> Self {
        for asked in derives.iter().filter(|asked| standard(&asked.what).is_some()) {
            errors
                .push(super::refused(asked, "not every struct has this trait of Rust's own: ask for it by `derives`"));
        }
        for (kind, text) in members {
            let option = ["member-attributes", kind.as_str()];
            let kinds = MemberKind::ALL.map(MemberKind::word);
            if !kinds.contains(&kind.as_str()) {
                errors.push(error(
                    &option,
                    format!("{kind:?} is not a kind of property; there are {}", kinds.join(", ")),
                ));
            } else if Attribute::parse_outer.parse_str(text).is_err() || text.contains("//") {
                errors.push(error(&option, format!("{text:?}: these are not attributes, such as #[builder(default)]")));
            }
        }
        Self { derives, attributes, members: members.clone() }
    }

    /// Returns whether the attributes of a field contain its default.
    pub(crate) fn names_default(&self, kind: MemberKind) -> bool {
        self.members.get(kind.word()).is_some_and(|text| text.contains(DEFAULT))
    }

    /// Returns the attributes of a field. `default` is the expression of its default.
    pub(crate) fn member_attributes(&self, kind: MemberKind, default: &TokenStream) -> Vec<Attribute> {
        let Some(text) = self.members.get(kind.word()) else { return Vec::new() };
        let attributes = Attribute::parse_outer.parse_str(text).unwrap_or_default();
        let tokens = attributes.iter().map(|attribute| with_default(attribute.to_token_stream(), default)).collect();
        Attribute::parse_outer.parse2(tokens).unwrap_or(attributes)
    }
}

/// Replaces the placeholder for the default, which may also be in a string.
fn with_default(tokens: TokenStream, default: &TokenStream) -> TokenStream {
    let replaced = tokens.into_iter().map(|token| match token {
        TokenTree::Group(group) if is_placeholder(&group) => default.clone(),
        TokenTree::Group(group) => {
            let inner = with_default(group.stream(), default);
            TokenTree::from(Group::new(group.delimiter(), inner)).into()
        }
        TokenTree::Literal(text) => match syn::parse2::<LitStr>(text.to_token_stream()) {
            Ok(known) if known.value().contains(DEFAULT) => {
                literal(&known.value().replace(DEFAULT, &default.to_string())).into_token_stream()
            }
            _ => text.into_token_stream(),
        },
        token => token.into(),
    });
    replaced.collect()
}

fn is_placeholder(group: &Group) -> bool {
    let mut tokens = group.stream().into_iter();
    group.delimiter() == Delimiter::Brace
        && matches!(tokens.next(), Some(TokenTree::Ident(name)) if name == "default")
        && tokens.next().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;
    use planwright_schema::error::ErrorKind;
    use quote::quote;
    use syn::parse_quote;

    #[test]
    fn what_is_no_derive_no_kind_and_no_attribute_is_refused() {
        let asked = |index: &str, what: Path| ConfiguredBy {
            option: vec!["struct-derives".to_owned(), index.to_owned()],
            what,
        };
        let derives = vec![asked("0", parse_quote!(Eq)), asked("1", parse_quote!(::bon::Builder))];
        let members = [("optional", "#[a] #[b(c)]"), ("often", "#[a]"), ("maybe", "a"), ("required", "#[a] // why")];
        let members = members.map(|(kind, text)| (kind.to_owned(), text.to_owned())).into();
        let mut errors = Vec::new();
        let read = StructStyle::new(derives, Vec::new(), &members, &mut errors);
        let options: Vec<String> = errors
            .iter()
            .map(|error| match &error.kind {
                ErrorKind::Option { option, .. } => option.join("."),
                other => format!("{other:?}"),
            })
            .collect();
        let wrong =
            ["struct-derives.0", "member-attributes.maybe", "member-attributes.often", "member-attributes.required"];
        assert_eq!(options, wrong);
        assert_eq!(texts(&read.member_attributes(MemberKind::Optional, &quote!(1))), ["# [a]", "# [b (c)]"]);
        assert!(read.member_attributes(MemberKind::Defaulted, &quote!(1)).is_empty());
    }

    #[test]
    fn the_default_replaces_its_placeholder() {
        let text = r#"#[a(b = {default}, c = "Some({default})")] #[d({ default() })]"#;
        let members = [("defaulted".to_owned(), text.to_owned())];
        let mut errors = Vec::new();
        let style = StructStyle::new(Vec::new(), Vec::new(), &members.into(), &mut errors);
        let found = style.member_attributes(MemberKind::Defaulted, &quote!(A::f()));
        let expected = [r#"# [a (b = A :: f () , c = "Some(A :: f ())")]"#, "# [d ({ default () })]"];
        assert_eq!((texts(&found), errors.len()), (expected.map(str::to_owned).to_vec(), 0));
        assert!(style.names_default(MemberKind::Defaulted) && !style.names_default(MemberKind::Optional));
    }

    fn texts(attributes: &[Attribute]) -> Vec<String> {
        attributes.iter().map(|attribute| attribute.to_token_stream().to_string()).collect()
    }
}
