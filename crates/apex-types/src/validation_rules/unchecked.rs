//! Lists the keywords that the Apex validator does not check, so that no constraint is dropped silently.

use std::collections::BTreeMap;

use planwright_schema::error::{Error, ErrorKind};
use planwright_schema::lint::APEX_UNCHECKED;
use planwright_schema::model::{Keyword, Schema, SchemaObject};
use planwright_schema::{SchemaFile, SchemaSet};
use planwright_source::Pointer;

use super::APEX_FORMATS;
use super::java_patterns::java_pattern;
use planwright_codegen::Formats;

/// Returns a warning for each keyword of a file that Apex does not check, at its first location.
pub(crate) fn unchecked(set: &SchemaSet, file: &str, formats: Formats) -> Vec<Error> {
    let Some(file) = set.get(file) else { return Vec::new() };
    let mut found: BTreeMap<String, (Pointer, Keyword, usize)> = BTreeMap::new();
    Schema::from_value(&file.value, file.draft()).walk(&mut |schema| {
        let Some(object) = schema.object() else { return };
        for keyword in object.keywords() {
            for subject in subjects(keyword, object, formats) {
                let place = || (schema.place.keyword(keyword).pointer(), keyword, 0);
                found.entry(subject).or_insert_with(place).2 += 1;
            }
        }
    });
    found.into_iter().map(|(subject, found)| warning(file, &subject, found)).collect()
}

fn warning(file: &SchemaFile, subject: &str, (at, keyword, count): (Pointer, Keyword, usize)) -> Error {
    let times = if count > 1 { format!(", {count} times in this file") } else { String::new() };
    let message = format!("Apex does not check {subject}{times}; check it with `planwright check --schema`");
    file.error(at, Some(keyword.name()), ErrorKind::Lint { code: APEX_UNCHECKED, message })
}

/// Returns descriptions of what Apex does not check of a keyword.
fn subjects(keyword: Keyword, object: &SchemaObject, formats: Formats) -> Vec<String> {
    let patterns = |all: &mut dyn Iterator<Item = &str>| {
        let all = all.filter(|pattern| java_pattern(pattern).is_none());
        all.map(|pattern| format!("the pattern {pattern:?}, which Java reads differently")).collect()
    };
    match keyword {
        Keyword::ContentEncoding | Keyword::ContentMediaType | Keyword::DynamicRef | Keyword::RecursiveRef => {
            vec![format!("`{}`", keyword.name())]
        }
        Keyword::Format if formats == Formats::Assert => {
            let unknown = object.format.iter().filter(|format| !APEX_FORMATS.contains(&format.as_str()));
            unknown.map(|format| format!("the format {format:?}")).collect()
        }
        Keyword::Pattern => patterns(&mut object.string.pattern.iter().map(String::as_str)),
        Keyword::PatternProperties => {
            patterns(&mut object.object.pattern_properties.iter().flatten().map(|(name, _)| &**name))
        }
        _ => Vec::new(),
    }
}
