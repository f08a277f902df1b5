//! Additional derives and attributes of structs and their fields, such as those for builders of other crates.

use std::collections::BTreeMap;

use syn::parse::Parser as _;
use syn::{Attribute, Path};

use super::derives::standard;
use super::{ConfiguredBy, error};
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

    /// Returns the attributes of a field. `default` is the expression of its default.
    pub(crate) fn member_attributes(&self, kind: MemberKind, default: &str) -> Option<String> {
        self.members.get(kind.word()).map(|text| text.trim().replace(DEFAULT, default))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use planwright_schema::error::ErrorKind;
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
        assert_eq!(read.member_attributes(MemberKind::Optional, "1").as_deref(), Some("#[a] #[b(c)]"));
        assert_eq!(read.member_attributes(MemberKind::Defaulted, "1"), None);
    }
}
