//! Which branch of a union was meant. The union's own error is never shown: either the tag is wrong, or the errors of the
//! branch that was meant are.

use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind as Kind;
use planwright_source::Pointer;
use serde_json::Value;

use super::Violation;
use super::judged::Judged;
use super::words::{self, place};
use crate::codes;
use crate::validator::TaggedUnion;

/// Puts `error` into `out`, a union's error as the errors of its branch.
pub(super) fn explain(error: &ValidationError<'_>, judged: Judged<'_>, out: &mut Vec<Violation>) {
    match error.kind() {
        Kind::OneOfNotValid { context } | Kind::AnyOf { context } => {
            let location = error.schema_path().as_str();
            match judged.schema.union_at(location) {
                Some(union) => tagged(error, &union, context, judged, out),
                None => untagged(error, context, judged, out),
            }
        }
        _ => words::describe(error, judged, out),
    }
}

fn tagged(
    error: &ValidationError<'_>,
    union: &TaggedUnion<'_>,
    context: &[Vec<ValidationError<'static>>],
    judged: Judged<'_>,
    out: &mut Vec<Violation>,
) {
    let at = place(error);
    let instance: &Value = error.instance();
    let Value::Object(members) = instance else {
        out.push(words::mistyped(error, at, instance, vec!["object"]));
        return;
    };
    let tag_at = at.member(union.tag);
    match members.get(union.tag) {
        None => out.push(words::missing(error, tag_at, union.tag)),
        Some(Value::String(tag)) => match union.values.iter().position(|value| value == tag) {
            Some(branch) => {
                for error in context.get(branch).into_iter().flatten() {
                    explain(error, judged, out);
                }
            }
            None => out.push(words::unknown_tag(error, tag_at, tag, &union.values, judged.comparisons)),
        },
        Some(other) => out.push(words::mistyped(error, tag_at, other, vec!["string"])),
    }
}

/// The branch without a type error at the union's own place; of several, the one with the fewest errors, and the first of
/// those.
fn untagged(
    error: &ValidationError<'_>,
    context: &[Vec<ValidationError<'static>>],
    judged: Judged<'_>,
    out: &mut Vec<Violation>,
) {
    let at = place(error);
    let mut expected = Vec::new();
    let mut best: Option<Vec<Violation>> = None;
    for branch in context {
        let mut found = Vec::new();
        for error in branch {
            explain(error, judged, &mut found);
        }
        if let Some(types) = mistyped_here(&found, &at) {
            for name in types {
                if !expected.contains(name) {
                    expected.push(name);
                }
            }
        } else if best.as_ref().is_none_or(|best| found.len() < best.len()) {
            best = Some(found);
        }
    }
    match best {
        Some(mut found) => out.append(&mut found),
        None => out.push(words::mistyped(error, at, error.instance(), expected)),
    }
}

fn mistyped_here<'v>(found: &'v [Violation], at: &Pointer) -> Option<&'v [&'static str]> {
    found.iter().find(|one| one.code == codes::TYPE_MISMATCH && one.at == *at).map(|one| one.expected.as_slice())
}
