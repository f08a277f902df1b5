//! What structs and their members have besides: derives of other crates, such as builders, and the attributes these need.

use std::collections::BTreeMap;

use syn::parse::Parser as _;
use syn::{Attribute, Path};

use super::derives::standard;
use super::{Asked, Style, error, read};
use planwright_schema::error::Error;

/// The kinds of members that attributes can be asked for.
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

/// What stands in an attribute for the default of its member.
const DEFAULT: &str = "{default}";

/// What is asked of all structs of a set.
#[derive(Default)]
pub(crate) struct StructStyle {
    pub derives: Vec<Asked<Path>>,
    pub attributes: Vec<Attribute>,
    /// The attributes of members, by the kind of member.
    members: BTreeMap<String, String>,
}

impl StructStyle {
    pub(super) fn read(style: &Style, errors: &mut Vec<Error>) -> Self {
        let derives = read::derives(&style.struct_derives, &["struct-derives"], errors);
        for asked in derives.iter().filter(|asked| standard(&asked.what).is_some()) {
            errors
                .push(super::refused(asked, "not every struct has this trait of Rust's own: ask for it by `derives`"));
        }
        for (kind, text) in &style.member_attributes {
            let option = ["member-attributes", kind.as_str()];
            let kinds = MemberKind::ALL.map(MemberKind::word);
            if !kinds.contains(&kind.as_str()) {
                errors.push(error(&option, format!("{kind:?} is no kind of member; there are {}", kinds.join(", "))));
            } else if Attribute::parse_outer.parse_str(text).is_err() || text.contains("//") {
                errors.push(error(&option, format!("{text:?}: these are no attributes, such as #[builder(default)]")));
            }
        }
        let attributes = read::attributes(&style.struct_attributes, &["struct-attributes"], errors);
        Self { derives, attributes, members: style.member_attributes.clone() }
    }

    /// The attributes of a member; `default` is the expression of its default.
    pub(crate) fn of_member(&self, kind: MemberKind, default: &str) -> Option<String> {
        self.members.get(kind.word()).map(|text| text.trim().replace(DEFAULT, default))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use planwright_schema::error::ErrorKind;

    #[test]
    fn what_is_no_derive_no_kind_and_no_attribute_is_refused() {
        let mut style = Style { struct_derives: vec!["Eq".to_owned(), "bon::Builder".to_owned()], ..Style::default() };
        let members = [("optional", "#[a] #[b(c)]"), ("often", "#[a]"), ("maybe", "a"), ("required", "#[a] // why")];
        style.member_attributes = members.map(|(kind, text)| (kind.to_owned(), text.to_owned())).into();
        let mut errors = Vec::new();
        let read = StructStyle::read(&style, &mut errors);
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
        assert_eq!(read.of_member(MemberKind::Optional, "1").as_deref(), Some("#[a] #[b(c)]"));
        assert_eq!(read.of_member(MemberKind::Defaulted, "1"), None);
    }
}
