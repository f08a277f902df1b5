//! Parses sources to documents that are valid in their dialect.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use planwright_source::{Lines, Pointer, ProblemKind, Slip, Syntax, percent_decode};
use serde_json::Value;

use crate::draft::Draft;
use crate::error::{Error, ErrorKind, in_order};
use crate::file::SchemaFile;
use crate::model::Keyword;
use crate::origin::Origin;
use crate::resolve::Resolver;
use crate::semantics::DefaultDialect;
use crate::set::SchemaSet;
use crate::{
    annotations, browser_patterns, documents, draft, embedded_dialects, inferred_dialect, keywords, limits, lint,
    meta_schema_errors, pattern_engine, reach, static_references, uri,
};

impl SchemaSet {
    /// Parses sources by path. Paths are relative and use `/`; the folder of a path becomes its Rust module.
    ///
    /// The file extension selects the syntax: `.yaml` and `.yml` for YAML 1.2, `.jsonc` for JSON with comments, and
    /// JSON for all others.
    ///
    /// # Errors
    ///
    /// Returns every error of every file: invalid JSON, duplicate properties, violations of the meta-schema, and
    /// keywords that cannot be compiled.
    pub fn parse(texts: impl IntoIterator<Item = (String, Vec<u8>)>) -> Result<Self, Vec<Error>> {
        Self::parse_with(texts, &|_| None)
    }

    /// Parses sources by path, as [`parse`](Self::parse) does, for callers that do not compile the schemas.
    ///
    /// Invalid patterns and URIs are not errors.
    pub fn parse_unchecked(texts: impl IntoIterator<Item = (String, Vec<u8>)>) -> Result<Self, Vec<Error>> {
        Self::parse_unchecked_with(texts, &|_| None)
    }

    /// Parses sources by path, as [`parse_unchecked`](Self::parse_unchecked) does, and the documents that they refer to
    /// by URI.
    pub fn parse_unchecked_with(
        texts: impl IntoIterator<Item = (String, Vec<u8>)>,
        documents: &dyn Fn(&str) -> Option<Vec<u8>>,
    ) -> Result<Self, Vec<Error>> {
        Self::parse_unchecked_in(DefaultDialect::Inferred, texts, documents)
    }

    /// Parses sources by path, as [`parse_unchecked_with`](Self::parse_unchecked_with) does. `dialect` is that of schemas
    /// without `$schema`.
    pub fn parse_unchecked_in(
        dialect: DefaultDialect,
        texts: impl IntoIterator<Item = (String, Vec<u8>)>,
        documents: &dyn Fn(&str) -> Option<Vec<u8>>,
    ) -> Result<Self, Vec<Error>> {
        Self::load(texts, dialect, documents, |file| {
            let mut errors = meta_schema_errors(&file, FormatChecks::Unchecked);
            errors.extend(file.placed(limits::costly_pattern(&file).into_iter().collect()));
            if errors.is_empty() { Ok(file) } else { Err(errors) }
        })
    }

    /// Parses sources by path, as [`parse`](Self::parse) does, and the documents that they refer to by URI.
    ///
    /// `documents` returns the content of a URI, for example from a local folder that mirrors a web location. Such a
    /// document belongs to the set as if it were in a folder named after its host and path.
    pub fn parse_with(
        texts: impl IntoIterator<Item = (String, Vec<u8>)>,
        documents: &dyn Fn(&str) -> Option<Vec<u8>>,
    ) -> Result<Self, Vec<Error>> {
        Self::load(texts, DefaultDialect::Inferred, documents, checked)
    }

    /// Parses sources by path, as [`parse_with`](Self::parse_with) does. `dialect` is that of schemas without `$schema`.
    pub fn parse_in(
        dialect: DefaultDialect,
        texts: impl IntoIterator<Item = (String, Vec<u8>)>,
        documents: &dyn Fn(&str) -> Option<Vec<u8>>,
    ) -> Result<Self, Vec<Error>> {
        Self::load(texts, dialect, documents, checked)
    }

    fn load(
        texts: impl IntoIterator<Item = (String, Vec<u8>)>,
        dialect: DefaultDialect,
        documents: &dyn Fn(&str) -> Option<Vec<u8>>,
        check: fn(SchemaFile) -> Result<SchemaFile, Vec<Error>>,
    ) -> Result<Self, Vec<Error>> {
        let mut set = Self::default();
        let mut errors = Vec::new();
        let mut add = |set: &mut Self, source: Source, bytes: &[u8]| match parse_files(source, bytes, documents) {
            Ok(files) => files.into_iter().for_each(|file| match check(file) {
                Ok(file) => set.insert(file),
                Err(problems) => errors.extend(problems),
            }),
            Err(problems) => errors.extend(problems),
        };
        for (path, bytes) in texts {
            add(&mut set, Source { path, uri: None, dialect }, &bytes);
        }
        let mut asked = BTreeSet::new();
        loop {
            let missing = set.missing().into_iter().filter(|(uri, _)| asked.insert(uri.clone())).collect::<Vec<_>>();
            let found = missing.into_iter().filter_map(|(uri, draft)| Some((documents(&uri)?, uri, draft)));
            let found = found.collect::<Vec<_>>();
            if found.is_empty() {
                break;
            }
            for (bytes, uri, draft) in found {
                let dialect = if draft == draft::DEFAULT { dialect } else { DefaultDialect::Fixed(draft) };
                let source = Source { path: set.free_path(&uri), uri: Some(uri), dialect };
                add(&mut set, source, &bytes);
            }
        }
        if !errors.is_empty() {
            return Err(in_order(errors));
        }
        static_references::replace(&mut set);
        Ok(set)
    }

    /// Returns the URIs of missing documents, each with the dialect of the first document that refers to it.
    fn missing(&self) -> BTreeMap<String, Draft> {
        let mut missing = BTreeMap::new();
        let Ok(resolver) = Resolver::new(self) else { return missing };
        reach::walk(self, &resolver, &mut |file, schema, at| {
            for reference in keywords::references(schema) {
                if let Some(uri) = resolver.missing(file, at, reference) {
                    missing.entry(uri).or_insert(file.draft);
                }
            }
        });
        missing
    }

    /// Returns an unused path for a document that was found by its URI.
    fn free_path(&self, uri: &str) -> String {
        let path = uri::to_path(uri);
        let numbered = (2..).map(|number| format!("{path}-{number}"));
        let free = std::iter::once(path.clone()).chain(numbered).find(|path| self.get(path).is_none());
        free.unwrap_or(path)
    }
}

/// Origin of a document, and its dialect if it names none.
struct Source {
    path: String,
    uri: Option<String>,
    dialect: DefaultDialect,
}

/// Parses a document. Returns several files if it contains schemas of several dialects.
fn parse_files(
    source: Source,
    bytes: &[u8],
    found: &dyn Fn(&str) -> Option<Vec<u8>>,
) -> Result<Vec<SchemaFile>, Vec<Error>> {
    let file = documents::compose(parse_text(source, bytes, found)?)?;
    Ok(embedded_dialects::split(file))
}

/// Removes what has no meaning from a file, and returns the file or its errors.
fn checked(mut file: SchemaFile) -> Result<SchemaFile, Vec<Error>> {
    let malformed = annotations::remove_malformed(&mut file);
    file.warnings.extend(malformed);
    let patterns = browser_patterns::interpret_patterns(&mut file);
    file.warnings.extend(patterns);
    let doubtful = lint::lint(&file);
    file.warnings.extend(doubtful);
    let errors = find_errors(&file);
    if errors.is_empty() { Ok(file) } else { Err(errors) }
}

/// Parses a document and determines its dialect. The result is not yet validated against its meta-schema.
fn parse_text(
    source: Source,
    bytes: &[u8],
    documents: &dyn Fn(&str) -> Option<Vec<u8>>,
) -> Result<SchemaFile, Vec<Error>> {
    let Source { path, uri, dialect } = source;
    let draft = if let DefaultDialect::Fixed(draft) = dialect { draft } else { draft::DEFAULT };
    // A byte order mark has no meaning in UTF-8, but some editors write one.
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let text = match planwright_source::decode(bytes) {
        Ok(text) => text.to_owned(),
        Err(problem) => return Err(vec![text_error(&path, "", &problem)]),
    };
    let read = match Syntax::from_path(&path).parse(&text) {
        Ok(read) => read,
        Err(problems) => return Err(problems.iter().map(|problem| text_error(&path, &text, problem)).collect()),
    };
    let warnings = Vec::new();
    let (places, origin) = (Arc::new(read.places), Origin::default());
    let mut file = SchemaFile { path, text: text.into(), value: read.value, places, origin, draft, uri, warnings };
    if let Some(named) = file.value.get("$schema").and_then(Value::as_str).map(str::to_owned) {
        let unknown = |uri| {
            vec![file.error(Pointer::root().member("$schema"), Some("$schema"), ErrorKind::UnknownDialect { uri })]
        };
        let known = draft::from_dialect(&named).map(|draft| (draft, true));
        let known = known.or_else(|| custom_dialect(&named, documents));
        // The specification has assigned no other names below its domain, except one for the newest dialect.
        let is_newest = uri::without_fragment(&named).ends_with("//json-schema.org/schema");
        if known.is_none() && named.contains("//json-schema.org/") && !is_newest {
            return Err(unknown(named));
        }
        let (draft, validates) = known.unwrap_or_else(|| {
            let draft = draft::guess(&named, &file.value);
            let kind = ErrorKind::unknown_dialect(&named, draft);
            file.warnings.push(file.error(Pointer::root().member("$schema"), Some("$schema"), kind));
            (draft, true)
        });
        file.draft = draft;
        if !validates {
            file.value = without_validation(&file.value);
        }
    } else if let DefaultDialect::Inferred = dialect
        && let Some(inferred) = inferred_dialect::infer(&file.value)
    {
        let message = format!(
            "there is no `$schema`: the schema is read as {uri}, because newer dialects have no such `{keyword}`; add `\"$schema\": {uri:?}`",
            uri = draft::uri(inferred.draft),
            keyword = inferred.keyword,
        );
        let kind = ErrorKind::Lint { code: lint::INFERRED_DIALECT, message };
        file.warnings.push(file.error(inferred.at, Some(inferred.keyword), kind));
        file.draft = inferred.draft;
    }
    Ok(file)
}

/// Returns the dialect that a custom meta-schema builds on, and whether it enables validation.
fn custom_dialect(uri: &str, documents: &dyn Fn(&str) -> Option<Vec<u8>>) -> Option<(Draft, bool)> {
    let bytes = documents(uri::without_fragment(uri))?;
    let meta_schema = Syntax::from_path(uri).parse(planwright_source::decode(&bytes).ok()?).ok()?.value;
    let draft = draft::from_uri(meta_schema.get("$schema")?.as_str()?)?;
    Some((draft, draft::enables_validation(&meta_schema)))
}

/// Returns the schema without the keywords of the validation vocabulary.
fn without_validation(schema: &Value) -> Value {
    keywords::rebuild(schema, &Pointer::root(), &mut |schema, _| {
        if let Some(members) = schema.as_object_mut() {
            members.retain(|name, _| !Keyword::from_name(name).is_some_and(Keyword::is_validation));
        }
    })
}

fn text_error(path: &str, text: &str, problem: &planwright_source::Problem) -> Error {
    let at = Lines::new(text).line_column(problem.span.start);
    Error {
        file: path.to_owned(),
        line_column: Some((at.line, at.column)),
        pointer: problem.at.clone(),
        keyword: None,
        kind: ErrorKind::Text { message: problem.message(), help: help(path, problem) },
    }
}

fn help(path: &str, problem: &planwright_source::Problem) -> Option<String> {
    if matches!(problem.kind, ProblemKind::Truncated) {
        return Some("close what was opened; is the whole file here?".to_owned());
    }
    let help = problem.help()?;
    let commented = matches!(problem.kind, ProblemKind::Syntax { slip: Some(Slip::Comment | Slip::TrailingComma), .. });
    Some(if commented && Syntax::from_path(path) == Syntax::Json {
        format!("{help}; or name the file *.jsonc")
    } else {
        help.to_owned()
    })
}

/// Returns the errors of the meta-schema or, if there are none, the errors of this compiler.
fn find_errors(file: &SchemaFile) -> Vec<Error> {
    let mut errors = meta_schema_errors(file, FormatChecks::Checked);
    if !errors.is_empty() {
        return errors;
    }
    if let Some(costly) = limits::costly_pattern(file) {
        return file.placed(vec![costly]);
    }
    let mut refused = BTreeMap::new();
    keywords::walk(&file.value, &Pointer::root(), &mut |schema, at| {
        errors.extend(compiler_errors(file, schema, at, &mut refused));
    });
    file.placed(errors)
}

/// Whether strings with a grammar, such as patterns, are checked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FormatChecks {
    Checked,
    Unchecked,
}

/// Returns the violations of the meta-schema.
fn meta_schema_errors(file: &SchemaFile, formats: FormatChecks) -> Vec<Error> {
    let violations = meta_schema_errors::schema_violations(file, &file.value).into_iter().filter(|violation| {
        !violation.is_format || (formats == FormatChecks::Checked && !is_plain_reference(file, &violation.pointer))
    });
    file.placed(violations.map(|violation| meta_schema_errors::invalid(file, &Pointer::root(), violation)).collect())
}

/// Returns whether the problem is a `$ref` whose fragment is a JSON Pointer without percent-encoding, such as
/// `#/definitions/Record<string,string>`.
///
/// The meaning of such a reference is unambiguous.
fn is_plain_reference(file: &SchemaFile, pointer: &Pointer) -> bool {
    let reference = file.value.pointer(pointer.as_str()).and_then(Value::as_str);
    let Some((document, fragment)) = reference.and_then(|reference| reference.split_once('#')) else { return false };
    pointer.last().is_some_and(|keyword| keyword == "$ref")
        && fragment.starts_with('/')
        && uri::is_reference(document)
        && percent_decode(fragment).is_some()
}

/// Reports invalid patterns and URIs.
///
/// From 2019-09 on, meta-schemas leave them to the compiler, which reports no location.
fn compiler_errors<'s>(
    file: &SchemaFile,
    schema: &'s Value,
    at: &Pointer,
    refused: &mut BTreeMap<&'s str, Option<String>>,
) -> Vec<Error> {
    let keyword = draft::id_keyword(file.draft);
    let id = schema.get(keyword).and_then(Value::as_str).filter(|id| !uri::is_reference(id)).map(|id| {
        let message = format!("{id:?} is not a URI reference");
        file.unplaced(at.member(keyword), Some(keyword), ErrorKind::Uncompilable { message })
    });
    let refusals = limits::patterns(schema, at).filter_map(|(place, keyword, text)| {
        let problem = refused.entry(text).or_insert_with(|| {
            (!pattern_engine::is_supported(text)).then(|| pattern_engine::unsupported_message(text))
        });
        let kind = ErrorKind::Uncompilable { message: problem.clone()? };
        Some(file.unplaced(place, Some(keyword), kind))
    });
    refusals.chain(id).collect()
}

#[cfg(test)]
mod tests {
    use crate::{DefaultDialect, Draft, SchemaSet, link};

    fn compiles(bytes: &[u8]) -> SchemaSet {
        let set = SchemaSet::parse([("a.json".to_owned(), bytes.to_vec())]);
        let set = set.unwrap_or_else(|errors| panic!("{errors:?}"));
        assert!(link::link(&set).is_ok());
        set
    }

    #[test]
    fn what_others_take_is_read() {
        compiles(b"\xEF\xBB\xBF{\"type\": \"object\"}");
        for reference in ["#/definitions/Record<string,string>", "#/definitions/Record%3Cstring,string%3E"] {
            let text = format!(
                "{{\"$schema\": \"http://json-schema.org/draft-07/schema#\", \"$ref\": {reference:?}, \"definitions\": {{\"Record<string,string>\": {{}}}}}}"
            );
            compiles(text.as_bytes());
        }
        compiles(
            br##"{"$schema": "http://json-schema.org/draft-07/schema#",
            "properties": {"x": {"$id": "#/properties/x"}, "y": {"$id": "#/properties/x"}}}"##,
        );
        let set = compiles(br#"{"$schema": "https://example.org/draft-07/mine.json", "definitions": {}}"#);
        assert_eq!(
            set.files().map(|file| (file.draft(), file.warnings().len())).next(),
            Some((crate::draft::Draft::Draft7, 1))
        );
    }

    #[test]
    fn the_default_dialect_is_that_of_schemas_without_one() {
        let parsed = |dialect, text: &str| {
            let set = SchemaSet::parse_in(dialect, [("a.json".to_owned(), text.as_bytes().to_vec())], &|_| None);
            set.map(|set| set.files().map(|file| (file.draft(), file.warnings().len())).collect::<Vec<_>>())
        };
        let tuple = r#"{"items": [{"type": "string"}]}"#;
        assert_eq!(parsed(DefaultDialect::Inferred, tuple), Ok(vec![(Draft::Draft7, 1)]));
        assert_eq!(parsed(DefaultDialect::Fixed(Draft::Draft201909), tuple), Ok(vec![(Draft::Draft201909, 0)]));
        let errors = parsed(DefaultDialect::Fixed(Draft::Draft202012), tuple).expect_err("the form is older");
        assert!(errors[0].to_string().contains("since 2020-12, write `prefixItems`"), "{}", errors[0]);
        let named = r#"{"$schema": "http://json-schema.org/draft-06/schema#", "type": "object"}"#;
        assert_eq!(parsed(DefaultDialect::Fixed(Draft::Draft202012), named), Ok(vec![(Draft::Draft6, 0)]));
    }

    #[test]
    fn a_plain_reference_is_read_inside_of_a_union_of_the_meta_schema() {
        compiles(
            br##"{"$schema": "http://json-schema.org/draft-07/schema#", "definitions": {"Pair<a,b>": {"type": "string"}},
                "properties": {"list": {"items": {"$ref": "#/definitions/Pair<a,b>"}}}}"##,
        );
    }

    #[test]
    fn the_newest_dialect_has_a_name() {
        for name in ["http://json-schema.org/schema#", "https://json-schema.org/schema"] {
            let text = format!("{{\"$schema\": {name:?}, \"type\": \"object\"}}");
            let set = SchemaSet::parse([("a.json".to_owned(), text.into_bytes())]);
            let set = set.unwrap_or_else(|errors| panic!("{errors:?}"));
            let warnings: Vec<_> = set.files().flat_map(|file| file.warnings().to_vec()).collect();
            assert!(warnings.len() == 1 && warnings[0].kind.code() == "UNKNOWN_DIALECT", "{warnings:?}");
        }
    }

    #[test]
    fn what_means_nothing_is_not() {
        for text in [
            r#"{"$ref": "not a uri#/definitions/a", "definitions": {"a": {}}}"#,
            r##"{"$ref": "#/definitions/a%4", "definitions": {"a": {}}}"##,
            r#"{"$schema": "http://json-schema.org/draft-03/schema#"}"#,
        ] {
            let set = SchemaSet::parse([("a.json".to_owned(), text.as_bytes().to_vec())]);
            assert!(set.and_then(|set| link::link(&set).map(drop)).is_err(), "{text}");
        }
    }
}
