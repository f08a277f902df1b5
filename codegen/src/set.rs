//! The input: schema texts by path, parsed, each a valid document of its dialect.

use std::collections::BTreeMap;

use jsonschema::Draft;
use planwright_source::{Lines, Pointer, locate};
use serde_json::{Value, json};

use crate::dialect;
use crate::error::{Error, ErrorKind, in_order};
use crate::keywords::{self, DYNAMIC};

/// One schema document.
#[derive(Clone, Debug)]
pub struct SchemaFile {
    /// Path relative to the folder of the set, with `/` between the parts.
    pub path: String,
    /// The text as it was given.
    pub text: String,
    /// The parsed document.
    pub value: Value,
    pub(crate) draft: Draft,
}

impl SchemaFile {
    /// An error at a place of this file, with its line and column.
    pub(crate) fn error(&self, pointer: Pointer, keyword: Option<&str>, kind: ErrorKind) -> Error {
        let line_column = locate(&self.text, &pointer).map(|place| {
            let at = Lines::new(&self.text).line_column(place.key.unwrap_or(place.value).start);
            (at.line, at.column)
        });
        Error { file: self.path.clone(), line_column, pointer, keyword: keyword.map(str::to_owned), kind }
    }
}

/// Every schema of one run, by path.
#[derive(Clone, Debug, Default)]
pub struct SchemaSet {
    files: BTreeMap<String, SchemaFile>,
}

impl SchemaSet {
    /// Reads texts by path. The folder of a path becomes its Rust module; paths use `/` and are relative.
    ///
    /// Returns every error of every file: text that is not JSON, members that stand twice, documents that break their
    /// meta-schema, keywords that cannot be compiled.
    pub fn parse(texts: impl IntoIterator<Item = (String, Vec<u8>)>) -> Result<Self, Vec<Error>> {
        let mut files = BTreeMap::new();
        let mut errors = Vec::new();
        for (path, bytes) in texts {
            match parse_file(path, &bytes) {
                Ok(file) => {
                    files.insert(file.path.clone(), file);
                }
                Err(problems) => errors.extend(problems),
            }
        }
        if errors.is_empty() { Ok(Self { files }) } else { Err(in_order(errors)) }
    }

    /// The documents, sorted by path.
    pub fn files(&self) -> impl Iterator<Item = &SchemaFile> {
        self.files.values()
    }

    /// Errors of later stages know file and pointer; this adds line and column.
    pub(crate) fn locate(&self, errors: Vec<Error>) -> Vec<Error> {
        let located = errors.into_iter().map(|error| match self.get(&error.file) {
            Some(file) if error.line_column.is_none() => {
                file.error(error.pointer, error.keyword.as_deref(), error.kind)
            }
            _ => error,
        });
        located.collect()
    }

    pub(crate) fn get(&self, path: &str) -> Option<&SchemaFile> {
        self.files.get(path)
    }
}

fn parse_file(path: String, bytes: &[u8]) -> Result<SchemaFile, Vec<Error>> {
    let text = match planwright_source::decode(bytes) {
        Ok(text) => text.to_owned(),
        Err(problem) => return Err(vec![text_error(&path, "", &problem)]),
    };
    let value = match planwright_source::parse(&text) {
        Ok(value) => value,
        Err(problems) => return Err(problems.iter().map(|problem| text_error(&path, &text, problem)).collect()),
    };
    let mut file = SchemaFile { path, text, value, draft: Draft::Draft7 };
    file.draft = dialect::of(&file.value).map_err(|uri| {
        vec![file.error(Pointer::root().member("$schema"), Some("$schema"), ErrorKind::UnknownDialect { uri })]
    })?;
    let errors = problems_of(&file);
    if errors.is_empty() { Ok(file) } else { Err(errors) }
}

fn text_error(path: &str, text: &str, problem: &planwright_source::Problem) -> Error {
    let at = Lines::new(text).line_column(problem.span.start);
    Error {
        file: path.to_owned(),
        line_column: Some((at.line, at.column)),
        pointer: problem.at.clone(),
        keyword: None,
        kind: ErrorKind::Text { message: problem.message(), help: problem.help().map(str::to_owned) },
    }
}

/// What the meta-schema refuses; if nothing, what this compiler refuses.
fn problems_of(file: &SchemaFile) -> Vec<Error> {
    let mut errors = Vec::new();
    for problem in metaschema(file.draft).iter_errors(&file.value) {
        let pointer: Pointer = problem.instance_path().as_str().parse().unwrap_or_default();
        let keyword = pointer.last().map(std::borrow::Cow::into_owned);
        // A container stands for pages of text.
        let whole = problem.instance().is_object() || problem.instance().is_array();
        let message = if whole { problem.masked_with("this value").to_string() } else { problem.to_string() };
        errors.push(file.error(pointer, keyword.as_deref(), ErrorKind::Invalid { message }));
    }
    if !errors.is_empty() {
        return errors;
    }
    keywords::walk(&file.value, &Pointer::root(), &mut |schema, at| {
        for keyword in DYNAMIC.iter().filter(|keyword| schema.get(keyword).is_some()) {
            errors.push(file.error(at.member(keyword), Some(keyword), ErrorKind::UnsupportedKeyword));
        }
        let id = dialect::id_keyword(file.draft);
        if !at.as_str().is_empty() && schema.get(id).is_some_and(Value::is_string) {
            errors.push(file.error(at.member(id), Some(id), ErrorKind::UnsupportedKeyword));
        }
        errors.extend(uncompilable(file, schema, at));
    });
    errors
}

/// Patterns and URIs that are none: from 2019-09 on the meta-schemas leave them to the compiler, which has no places.
fn uncompilable(file: &SchemaFile, schema: &Value, at: &Pointer) -> Vec<Error> {
    let id = dialect::id_keyword(file.draft);
    let text = |keyword: &'static str| {
        let value = schema.get(keyword).and_then(Value::as_str)?;
        Some((at.member(keyword), keyword, value))
    };
    let patterns = schema.get("patternProperties").and_then(Value::as_object).into_iter().flatten();
    let patterns = patterns
        .map(|(pattern, _)| (at.member("patternProperties").member(pattern), "patternProperties", pattern.as_str()));
    let id = text(id).filter(|_| at.is_root());
    let texts = text("pattern").into_iter().chain(patterns).chain(id);
    let refusals = texts.filter_map(|(place, keyword, text)| {
        let probe = if keyword == "patternProperties" { "pattern" } else { keyword };
        let problem = jsonschema::options().with_draft(file.draft).build(&json!({ probe: text })).err()?;
        let kind = ErrorKind::Uncompilable { message: problem.to_string() };
        Some(file.error(place, Some(keyword), kind))
    });
    refusals.collect()
}

fn metaschema(draft: Draft) -> jsonschema::meta::MetaValidator<'static> {
    match draft {
        Draft::Draft4 => jsonschema::draft4::meta::validator(),
        Draft::Draft6 => jsonschema::draft6::meta::validator(),
        Draft::Draft7 => jsonschema::draft7::meta::validator(),
        Draft::Draft201909 => jsonschema::draft201909::meta::validator(),
        _ => jsonschema::draft202012::meta::validator(),
    }
}
