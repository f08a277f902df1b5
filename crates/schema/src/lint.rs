//! Warns about probable mistakes: misspelled keywords and formats, keywords without effect, and properties that are
//! required but forbidden.

mod contradictions;
mod known_formats;
mod strict;
mod unknown;

use planwright_source::Pointer;

use crate::draft::{self, Draft};
use crate::error::{Error, ErrorKind, in_order};
use crate::file::SchemaFile;
use crate::model::{Form, Keyword, Place, Schema, SchemaObject, Type};
use crate::set::SchemaSet;

pub use crate::codes::*;
pub use contradictions::contradictions;
pub use known_formats::known_format;

use unknown::{Advice, advice};

/// Returns every probable mistake and contradiction in a set, in source order.
///
/// # Errors
///
/// Returns errors if the set cannot be linked.
pub fn warnings(set: &SchemaSet) -> Result<Vec<Error>, Vec<Error>> {
    let mut found: Vec<Error> = set.files().flat_map(|file| file.warnings().iter().cloned()).collect();
    found.extend(contradictions(set)?);
    Ok(in_order(found))
}

/// Returns the [`warnings`] of a set, and the keywords that probably do not do what their author meant.
///
/// # Errors
///
/// Returns errors if the set cannot be linked.
pub fn strict_warnings(set: &SchemaSet) -> Result<Vec<Error>, Vec<Error>> {
    let mut found = warnings(set)?;
    found.extend(set.files().filter(|file| file.is_named_by_caller()).flat_map(|file| check(file, STRICT)));
    Ok(in_order(found))
}

/// Returns the probable mistakes in a document that every command reports.
pub(crate) fn lint(file: &SchemaFile) -> Vec<Error> {
    check(file, MISTAKES)
}

/// A check of one schema.
type Check = fn(&Checked<'_, '_>, &mut Found);

/// Checks whose findings are mistakes.
const MISTAKES: &[Check] = &[misspelled_keywords, unknown_formats, impossible_required];

/// Checks whose findings can be intended.
const STRICT: &[Check] = &[
    strict::unknown_keywords,
    strict::keywords_of_another_draft,
    strict::next_to_reference,
    strict::types,
    strict::open_tuples,
    strict::undefined_required,
    strict::overlapping_properties,
    strict::without_effect,
];

/// A schema that is checked, with its context.
struct Checked<'s, 't> {
    schema: &'s Schema,
    object: &'s SchemaObject,
    draft: Draft,
    /// Types that the schema, or one that it is a part of, accepts.
    types: Option<&'t [Type]>,
    /// Set if another schema applies this one to the same value.
    is_in_place: bool,
    /// Set if `$schema` names a meta-schema that can define further keywords.
    has_own_dialect: bool,
}

/// Findings of one document, without their lines.
#[derive(Default)]
struct Found(Vec<(Pointer, String, &'static str, String)>);

impl Found {
    /// Adds a finding about a keyword of a schema.
    fn add(&mut self, schema: &Schema, keyword: Keyword, code: &'static str, message: String) {
        self.add_at(&schema.place.keyword(keyword), keyword, code, message);
    }

    /// Adds a finding about a part of the value of a keyword.
    fn add_at(&mut self, place: &Place, keyword: Keyword, code: &'static str, message: String) {
        self.0.push((place.pointer(), keyword.name().to_owned(), code, message));
    }

    /// Adds a finding about a name that is not a keyword.
    fn add_name(&mut self, schema: &Schema, name: &str, code: &'static str, message: String) {
        self.0.push((schema.place.name(name.into()).pointer(), name.to_owned(), code, message));
    }
}

/// Runs checks on every schema of a document.
fn check(file: &SchemaFile, checks: &[Check]) -> Vec<Error> {
    let document = Schema::from_value(&file.value, file.draft);
    let mut found = Found::default();
    let named = document.object().and_then(|object| object.identifiers.schema.as_deref());
    let has_own_dialect = named.is_some_and(|uri| draft::from_uri(uri).is_none());
    Walk { draft: file.draft, has_own_dialect, checks }.schema(&document, None, false, &mut found);
    let errors = found.0.into_iter().map(|(pointer, keyword, code, message)| {
        file.unplaced(pointer, Some(&keyword), ErrorKind::Lint { code, message })
    });
    file.placed(errors.collect())
}

struct Walk<'c> {
    draft: Draft,
    has_own_dialect: bool,
    checks: &'c [Check],
}

impl Walk<'_> {
    fn schema(&self, schema: &Schema, inherited: Option<&[Type]>, is_in_place: bool, found: &mut Found) {
        let Some(object) = schema.object() else { return };
        let types = strict::own_types(schema).or(inherited);
        let (draft, has_own_dialect) = (self.draft, self.has_own_dialect);
        let checked = Checked { schema, object, draft, types, is_in_place, has_own_dialect };
        for check in self.checks {
            check(&checked, found);
        }
        for keyword in object.keywords() {
            let stays = strict::is_in_place(keyword);
            schema.for_each_child_of(keyword, &mut |child| {
                self.schema(child, types.filter(|_| stays), stays, found);
            });
        }
    }
}

/// Reports names that are similar to a keyword, and names of keywords in other languages.
fn misspelled_keywords(checked: &Checked<'_, '_>, found: &mut Found) {
    if ignores_all(checked) {
        return;
    }
    for name in checked.object.unknown.keys() {
        if let Some(Advice::Meant(message)) = advice(name, checked.object) {
            found.add_name(checked.schema, name, UNKNOWN_KEYWORD, message);
        }
    }
}

/// Returns whether the dialect ignores the keywords of a schema because of a `$ref`.
fn ignores_all(checked: &Checked<'_, '_>) -> bool {
    draft::ignores_siblings(checked.draft) && checked.object.references.reference.is_some()
}

fn unknown_formats(checked: &Checked<'_, '_>, found: &mut Found) {
    let Some(format) = &checked.object.format else { return };
    if let Err(near) = known_format(format) {
        let advice = near.map_or_else(String::new, |near| format!("; did you mean {near:?}?"));
        let message = format!("no specification defines the format {format:?}, so it is ignored{advice}");
        found.add(checked.schema, Keyword::Format, UNKNOWN_FORMAT, message);
    }
}

/// Reports required properties that the schema itself forbids.
fn impossible_required(checked: &Checked<'_, '_>, found: &mut Found) {
    let object = &checked.object.object;
    let is_closed = object.additional_properties.as_ref().is_some_and(|rest| matches!(rest.form, Form::Boolean(false)));
    let has_patterns = object.pattern_properties.as_ref().is_some_and(|all| !all.is_empty());
    if !is_closed || has_patterns {
        return;
    }
    for (index, name) in object.required.iter().flatten().enumerate() {
        if object.property(name).is_none() {
            let place = checked.schema.place.keyword(Keyword::Required).index(index);
            let message =
                format!("{name:?} is required, but no property is called so and `additionalProperties` is false");
            found.add_at(&place, Keyword::Required, REQUIRED_IMPOSSIBLE, message);
        }
    }
}

/// Returns the name that is one typing error away from `word`, or two if the word is long.
fn nearest(word: &str, names: impl Iterator<Item = &'static str>) -> Option<&'static str> {
    let allowed = if word.chars().count() > 6 { 2 } else { 1 };
    // A key can have any length, and a comparison takes time and memory proportional to it.
    let is_near = |name: &&'static str| name.len() > 3 && name.len().abs_diff(word.chars().count()) <= allowed;
    let near = names.filter(is_near).map(|name| (strsim::osa_distance(word, name), name));
    near.filter(|(distance, _)| *distance <= allowed).min().map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use crate::{ErrorKind, SchemaSet};

    fn codes(text: &str) -> Vec<(String, &'static str)> {
        let set = SchemaSet::parse([("a.json".to_owned(), text.as_bytes().to_vec())]);
        let set = set.unwrap_or_else(|errors| panic!("{errors:?}"));
        let warnings = set.files().flat_map(|file| file.warnings().to_vec());
        let code = |kind: &ErrorKind| if let ErrorKind::Lint { code, .. } = kind { *code } else { "" };
        warnings.map(|warning| (warning.pointer.to_string(), code(&warning.kind))).collect()
    }

    #[test]
    fn what_is_probably_not_meant_is_found() {
        let text = r#"{"required": ["nmae"], "additionalProperties": false,
            "properties": {"name": {"type": "string", "minLenght": 3, "format": "datetime"}}}"#;
        let found = codes(text);
        for expected in [
            ("/required/0", super::REQUIRED_IMPOSSIBLE),
            ("/properties/name/minLenght", super::UNKNOWN_KEYWORD),
            ("/properties/name/format", super::UNKNOWN_FORMAT),
        ] {
            assert!(found.contains(&(expected.0.to_owned(), expected.1)), "{expected:?} in {found:?}");
        }
        assert_eq!(found.len(), 3);
    }

    #[test]
    fn what_is_meant_is_not() {
        let text = r#"{"x-minLenght": 1, "markdownDescription": "a", "required": ["a"], "type": "object",
            "properties": {"b": {"format": "date-time"}, "minLenght": {"enum": ["datetime"]}}}"#;
        assert_eq!(codes(text), []);
    }
}
