//! Reports which properties of a set have no specific type, and why.

use std::collections::BTreeMap;

use planwright_source::Pointer;

use crate::names::qualified;
use crate::shape::{Kind, Shape, Shapes};

/// Statistics about the types of a set, and the properties that are any JSON value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Explanation {
    /// Number of types.
    pub types: usize,
    /// Number of properties, variants and named values.
    pub members: usize,
    /// Those that are or contain any value.
    pub values: Vec<UntypedMember>,
    /// Number of properties whose null is written as absent, as requested.
    pub nulls_as_absent: usize,
}

/// A property that is or contains any JSON value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UntypedMember {
    /// Owner as `module::Type`.
    pub owner: String,
    /// Name of the property or variant, or an empty string for the type itself.
    pub member: String,
    /// Reason, or `None` if the schema allows any value.
    pub reason: Option<&'static str>,
    /// File of the schema.
    pub file: String,
    /// Location in the file.
    pub pointer: Pointer,
}

impl Explanation {
    /// Returns the number of properties for each reason, most frequent first. Properties without a reason are counted
    /// under [`UNCONSTRAINED`].
    pub fn by_reason(&self) -> Vec<(&'static str, usize)> {
        let mut counts: BTreeMap<&'static str, usize> = BTreeMap::new();
        for value in &self.values {
            *counts.entry(value.reason.unwrap_or(UNCONSTRAINED)).or_default() += 1;
        }
        let mut counts: Vec<(&str, usize)> = counts.into_iter().collect();
        counts.sort_by_key(|(reason, count)| (std::cmp::Reverse(*count), *reason));
        counts
    }
}

/// Reason for a property that the schema does not constrain.
pub const UNCONSTRAINED: &str = "the schema allows any value";

/// Explains the shapes of all modules.
pub(crate) fn explain(shapes: &BTreeMap<String, Shapes>) -> Explanation {
    let mut found = Explanation::default();
    let mut nulls = 0;
    for (module, shapes) in shapes {
        for def in &shapes.types {
            found.types += 1;
            let (file, pointer) = def.docs.place.clone().unwrap_or_else(|| (module.clone(), Pointer::root()));
            let mut add = |member: &str, shape: &Shape, (file, pointer): (String, Pointer)| {
                found.members += 1;
                if let Some(any) = any_value(shape) {
                    let reason = any.loose();
                    let owner = qualified(module, &def.name);
                    found.values.push(UntypedMember { owner, member: member.to_owned(), reason, file, pointer });
                }
            };
            match &def.kind {
                Kind::Struct(fields) => {
                    for field in fields.iter().filter(|field| !field.rest) {
                        nulls += usize::from(field.is_null_absent);
                        add(&field.name, &field.shape, field.place.clone());
                    }
                }
                Kind::Tagged { variants, .. } => {
                    for variant in variants {
                        add(&variant.value, &variant.shape, (file.clone(), pointer.clone()));
                    }
                }
                Kind::Content { variants, .. } => {
                    for variant in variants {
                        if let Some(shape) = &variant.shape {
                            add(&variant.name, shape, (file.clone(), pointer.clone()));
                        }
                    }
                }
                Kind::Untagged(branches) => {
                    for (index, branch) in branches.iter().enumerate() {
                        add(&format!("branch {}", index + 1), branch, (file.clone(), pointer.clone()));
                    }
                }
                Kind::Alias(shape) => add("", shape, (file, pointer)),
                Kind::Enum(_) | Kind::OpenEnum(_) => {}
            }
        }
    }
    found.nulls_as_absent = nulls;
    found
}

/// Returns the part of a shape that is any value.
fn any_value(shape: &Shape) -> Option<&Shape> {
    match shape {
        Shape::Any(_) => Some(shape),
        Shape::List(inner) | Shape::Array(inner, _) | Shape::Map(_, inner) | Shape::Nullable(inner) => any_value(inner),
        Shape::Tuple(items) => items.iter().find_map(any_value),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::UNCONSTRAINED;
    use crate::{NullMembers, Options, SchemaSet, Style, compile, explain};

    const SCHEMA: &str = r#"{"$schema": "http://json-schema.org/draft-07/schema#", "title": "Doc", "type": "object",
        "properties": {"any": {}, "list": {"type": "array", "items": {}}, "text": {"type": ["string", "null"]},
            "union": {"anyOf": [{}, true]}}}"#;

    #[test]
    fn members_of_any_value_are_listed_with_their_reasons() {
        let set = SchemaSet::parse([("a.json".to_owned(), SCHEMA.as_bytes().to_vec())]).expect("it is a schema");
        let found = explain(&set, &Style::default()).expect("it compiles");
        assert_eq!((found.types, found.members, found.nulls_as_absent), (1, 4, 0));
        let members: Vec<&str> = found.values.iter().map(|value| value.member.as_str()).collect();
        assert_eq!(members, ["any", "list", "union"]);
        assert_eq!(found.by_reason()[0], (UNCONSTRAINED, 2));
    }

    #[test]
    fn a_null_that_is_written_as_absent_is_counted() {
        let set = SchemaSet::parse([("a.json".to_owned(), SCHEMA.as_bytes().to_vec())]).expect("it is a schema");
        let style = Style { nulls: NullMembers::AsAbsent, ..Style::default() };
        assert_eq!(explain(&set, &style).expect("it compiles").nulls_as_absent, 1);
        let text = |style: Style| {
            let compiled = compile(&set, &Options { style, ..Options::default() }).expect("it compiles");
            compiled.files.into_iter().map(|file| file.text).collect::<String>()
        };
        assert!(text(style).contains("pub text: Option<String>"));
        assert!(text(Style::default()).contains("pub text: Maybe<String>"));
    }
}
