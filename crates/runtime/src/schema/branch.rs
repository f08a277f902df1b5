//! Finds the intended branch of a union. The error of the union itself is never shown: either the tag is wrong, or the
//! errors of the intended branch are shown.

use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind as Kind;
use serde_json::Value;

use super::found::FoundViolations;
use super::judged::Judged;
use super::meant::MeantBranch;
use super::sentences::{BrokenKeyword, ambiguous, mistyped, unknown_tag, untagged as untagged_object};
use super::words;
use crate::branches::BranchedSchema;
use crate::validator::TaggedUnion;

/// Function that returns the violations of a branch by its index.
type BranchErrors<'b> = &'b dyn Fn(usize) -> FoundViolations;

/// Adds an error to `out`. For a union, the errors of its intended branch are added.
pub(super) fn explain(error: &ValidationError<'_>, judged: Judged<'_>, out: &mut FoundViolations) {
    match error.kind() {
        // Branches of a union describe the name, so one violation about the property replaces them.
        _ if words::bad_name(error).is_some() => words::describe(error, judged, out),
        Kind::OneOfNotValid { context } | Kind::AnyOf { context } => {
            let branch = |index: usize| {
                let mut found = FoundViolations::default();
                found.explain_all(context.get(index).into_iter().flatten(), |error, found| {
                    explain(error, judged, found);
                });
                found
            };
            union(error, context.len(), &branch, judged, out);
        }
        _ if BranchedSchema::union_of(error).is_some() => branched(error, judged, out),
        _ => words::describe(error, judged, out),
    }
}

/// Explains a union whose branches are validated only on demand. The result is cached.
fn branched(error: &ValidationError<'_>, judged: Judged<'_>, out: &mut FoundViolations) {
    let Some(schema) = judged.schema.branched() else { return words::describe(error, judged, out) };
    if BranchedSchema::has_several(error) {
        return out.push(ambiguous(BrokenKeyword::from_error(error), judged.place(error), error.instance()));
    }
    let (location, at) = (error.schema_path().as_str(), judged.place(error));
    let key = (location.to_owned(), at.clone());
    if let Some(known) = judged.explained.borrow().get(&key) {
        return out.append(known.clone());
    }
    // A union that refers back to itself for the same value adds nothing.
    judged.explained.borrow_mut().insert(key.clone(), FoundViolations::default());
    let branch = |index: usize| {
        let mut found = FoundViolations::default();
        if let (Some(part), Some(value)) =
            (schema.part(&format!("{location}/{index}")), judged.document.pointer(at.as_str()))
        {
            let inside = Judged { base: &at, ..judged };
            found.explain_all(part.iter_errors(value), |error, found| explain(error, inside, found));
        }
        found
    };
    let mut found = FoundViolations::default();
    union(error, schema.count(location), &branch, judged, &mut found);
    out.append(found.clone());
    judged.explained.borrow_mut().insert(key, found);
}

fn union(
    error: &ValidationError<'_>,
    count: usize,
    branch: BranchErrors<'_>,
    judged: Judged<'_>,
    out: &mut FoundViolations,
) {
    match judged.schema.union_at(error.schema_path().as_str()) {
        Some(union) => tagged(error, &union, branch, judged, out),
        None => untagged(error, count, branch, judged, out),
    }
}

fn tagged(
    error: &ValidationError<'_>,
    union: &TaggedUnion<'_>,
    branch: BranchErrors<'_>,
    judged: Judged<'_>,
    out: &mut FoundViolations,
) {
    let at = judged.place(error);
    let instance: &Value = error.instance();
    let Value::Object(members) = instance else {
        out.push(mistyped(BrokenKeyword("type"), at, instance, vec!["object"]));
        return;
    };
    let tag_at = at.member(union.tag);
    match members.get(union.tag) {
        None => out.push(untagged_object(&at, members, union.tag, &union.values)),
        Some(Value::String(tag)) => match union.values.iter().position(|value| value == tag) {
            Some(index) => out.append(branch(index)),
            None => out.push(unknown_tag(tag_at, tag, &union.values, judged.comparisons)),
        },
        Some(other) => out.push(mistyped(BrokenKeyword("type"), tag_at, other, vec!["string"])),
    }
}

fn untagged(
    error: &ValidationError<'_>,
    count: usize,
    branch: BranchErrors<'_>,
    judged: Judged<'_>,
    out: &mut FoundViolations,
) {
    let at = judged.place(error);
    let mut meant = MeantBranch::default();
    (0..count).for_each(|index| meant.add(&at, branch(index)));
    out.append(meant.violations(at, error.instance(), judged.comparisons));
}
