//! Removes annotation keywords whose value has the wrong type.
//!
//! Annotations only inform readers, so a malformed one is a warning and not an error.

use planwright_source::Pointer;
use serde_json::Value;

use crate::error::{Error, ErrorKind};
use crate::file::SchemaFile;
use crate::keywords;

/// Removes every annotation that a meta-schema rejects, and returns one warning for each.
///
/// Older dialects do not define all of these keywords, so they accept any value. Exported schemas are validated against
/// a newer meta-schema, which would reject it.
pub(crate) fn remove_malformed(file: &mut SchemaFile) -> Vec<Error> {
    let mut wrong: Vec<(Pointer, &'static str, &'static str)> = Vec::new();
    keywords::walk(&file.value, &Pointer::root(), &mut |schema, at| {
        let faults = ANNOTATIONS.iter().filter(|annotation| annotation.is_wrong(schema));
        wrong.extend(faults.map(|annotation| (at.clone(), annotation.keyword, annotation.kind)));
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

struct Annotation {
    keyword: &'static str,
    kind: &'static str,
    is_right: fn(&Value) -> bool,
}

impl Annotation {
    fn is_wrong(&self, schema: &Value) -> bool {
        schema.get(self.keyword).is_some_and(|value| !(self.is_right)(value))
    }
}

const ANNOTATIONS: &[Annotation] = &[
    text("$comment"),
    flag("deprecated"),
    text("description"),
    Annotation { keyword: "examples", kind: "a list", is_right: Value::is_array },
    flag("readOnly"),
    text("title"),
    flag("writeOnly"),
];

const fn text(keyword: &'static str) -> Annotation {
    Annotation { keyword, kind: "a string", is_right: Value::is_string }
}

const fn flag(keyword: &'static str) -> Annotation {
    Annotation { keyword, kind: "true or false", is_right: Value::is_boolean }
}
