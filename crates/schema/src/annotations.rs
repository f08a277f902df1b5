//! Removes annotation keywords whose value has the wrong type.
//!
//! Annotations only inform readers, so a malformed one is a warning and not an error.

use planwright_source::Pointer;
use serde_json::Value;

use crate::error::{Error, ErrorKind};
use crate::file::SchemaFile;
use crate::keywords;
use crate::model::{Keyword, ValueKind};

/// Removes every annotation that a meta-schema rejects, and returns one warning for each.
///
/// Older dialects do not define all of these keywords, so they accept any value. Exported schemas are validated against
/// a newer meta-schema, which would reject it.
pub(crate) fn remove_malformed(file: &mut SchemaFile) -> Vec<Error> {
    let mut wrong: Vec<(Pointer, &'static str, &'static str)> = Vec::new();
    keywords::walk(&file.value, &Pointer::root(), &mut |schema, at| {
        let faults = ANNOTATIONS.into_iter().filter_map(|keyword| Some((keyword, expected_kind(keyword, schema)?)));
        wrong.extend(faults.map(|(keyword, kind)| (at.clone(), keyword.name(), kind)));
    });
    for (at, keyword, _) in &wrong {
        if let Some(schema) = file.value.pointer_mut(at.as_str()).and_then(Value::as_object_mut) {
            schema.shift_remove(*keyword);
        }
    }
    let warnings = wrong.into_iter().map(|(at, keyword, kind)| {
        file.unplaced(at.member(keyword), Some(keyword), ErrorKind::BadAnnotation { expected: kind.to_owned() })
    });
    file.placed(warnings.collect())
}

/// Annotations that a malformed value makes useless, but not the schema. Those of other keywords are errors.
const ANNOTATIONS: [Keyword; 7] = [
    Keyword::Comment,
    Keyword::Deprecated,
    Keyword::Description,
    Keyword::Examples,
    Keyword::ReadOnly,
    Keyword::Title,
    Keyword::WriteOnly,
];

/// Returns the kind of value that an annotation should have, if the schema has it with another.
fn expected_kind(keyword: Keyword, schema: &Value) -> Option<&'static str> {
    let value = schema.get(keyword.name())?;
    match keyword.value() {
        ValueKind::Text => (!value.is_string()).then_some("a text"),
        ValueKind::Flag => (!value.is_boolean()).then_some("true or false"),
        ValueKind::List => (!value.is_array()).then_some("a list"),
        _ => None,
    }
}
