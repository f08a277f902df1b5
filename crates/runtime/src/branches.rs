//! Validates the branches of unions separately.
//!
//! For an invalid union, the validator reports the errors of all branches, including those of nested unions. A document
//! of seven levels with one mistake had millions of errors. Here an invalid union is one error, and the code that
//! explains it validates the intended branch.

use crate::basis::Nesting;

/// A schema in which `oneOf` and `anyOf` are one error each, whose branches are asked for one by one.
#[derive(Clone)]
pub(crate) struct BranchedSchema {
    whole: std::sync::Arc<jsonschema::Validator>,
    schema: std::sync::Arc<SchemaBranches>,
}

/// What the unions of a schema share.
struct SchemaBranches {
    registry: jsonschema::Registry<'static>,
    options: jsonschema::ValidationOptions<'static>,
    /// The URI of the schema.
    root: String,
    /// How many branches each union has that was met, by JSON Pointer.
    counts: std::sync::Mutex<std::collections::HashMap<String, usize>>,
    /// The validators of its parts, by JSON Pointer.
    parts: std::sync::Mutex<std::collections::HashMap<String, SchemaPart>>,
}

type SchemaPart = Option<std::sync::Arc<jsonschema::Validator>>;

/// The tagged union whose keyword stands at a JSON Pointer: its tag, and the value of the tag in each branch.
pub(crate) type UnionTags = std::sync::Arc<dyn Fn(&str) -> Option<(String, Vec<String>)> + Send + Sync>;

impl BranchedSchema {
    /// The branches of a schema. `None` where its parts cannot be judged apart: it has resources inside, or references that depend on
    /// what led to them.
    pub(crate) fn new(
        document: &serde_json::Value,
        part: &str,
        options: &jsonschema::ValidationOptions<'static>,
        tag_at: &UnionTags,
    ) -> Option<Self> {
        if !is_one_resource(document, true) {
            return None;
        }
        let root = root_uri(document);
        let registry = registry(&root, document.clone()).ok()?;
        let schema = std::sync::Arc::new_cyclic(|whole: &std::sync::Weak<SchemaBranches>| {
            let mut options = options.clone();
            for keyword in ["oneOf", "anyOf"] {
                let (whole, tag_at) = (whole.clone(), tag_at.clone());
                options = options.with_keyword(keyword, move |_, branches, at| {
                    let at = at.as_str().to_owned();
                    let count = branches.as_array().map_or(0, Vec::len);
                    if let Some(whole) = whole.upgrade() {
                        locked(&whole.counts).insert(at.clone(), count);
                    }
                    Ok(Box::new(UnionBranches {
                        tag: tag_at(&at),
                        count,
                        is_exact: keyword == "oneOf",
                        schema: whole.clone(),
                        at,
                    }))
                });
            }
            let (counts, parts) = (std::sync::Mutex::default(), std::sync::Mutex::default());
            SchemaBranches { registry, options, root, counts, parts }
        });
        Some(Self { whole: schema.part(part)?, schema })
    }

    /// The validator of the whole.
    pub(crate) fn whole(&self) -> &jsonschema::Validator {
        &self.whole
    }

    /// The validator of the part at a JSON Pointer.
    pub(crate) fn part(&self, at: &str) -> SchemaPart {
        self.schema.part(at)
    }

    /// How many branches a union has of which an error tells.
    pub(crate) fn count(&self, at: &str) -> usize {
        locked(&self.schema.counts).get(at).copied().unwrap_or_default()
    }

    /// Whether an error is that of a union: its keyword.
    pub(crate) fn union_of<'e>(error: &'e jsonschema::ValidationError<'_>) -> Option<&'e str> {
        match error.kind() {
            jsonschema::error::ValidationErrorKind::Custom { keyword, .. } => {
                Some(keyword.as_str()).filter(|keyword| ["oneOf", "anyOf"].contains(keyword))
            }
            _ => None,
        }
    }

    /// Whether more than one branch of a failed union is valid.
    pub(crate) fn has_several(error: &jsonschema::ValidationError<'_>) -> bool {
        matches!(error.kind(), jsonschema::error::ValidationErrorKind::Custom { message, .. } if message == SEVERAL)
    }
}

impl std::fmt::Debug for BranchedSchema {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("BranchedSchema").finish_non_exhaustive()
    }
}

/// Returns the URI of a schema.
pub(crate) fn root_uri(document: &serde_json::Value) -> String {
    let id = ["$id", "id"].iter().find_map(|name| document.get(name)?.as_str());
    let root = id.unwrap_or_default().trim_end_matches('#');
    if root.is_empty() { "json-schema:///schema" } else { root }.to_owned()
}

/// Returns a registry with a schema under its URI.
pub(crate) fn registry(
    root: &str,
    document: serde_json::Value,
) -> Result<jsonschema::Registry<'static>, jsonschema::ReferencingError> {
    jsonschema::Registry::new().add(root, document)?.prepare()
}

/// Returns the validator of the part of a registered schema at a JSON Pointer.
pub(crate) fn build_part(
    options: jsonschema::ValidationOptions<'static>,
    registry: &jsonschema::Registry<'static>,
    root: &str,
    pointer: &str,
) -> Result<jsonschema::Validator, jsonschema::ValidationError<'static>> {
    options.with_registry(registry).build(&reference(root, pointer))
}

/// Returns a schema that is the part of another one at a JSON Pointer.
fn reference(root: &str, pointer: &str) -> serde_json::Value {
    let hex = |digit: u8| char::from_digit(digit.into(), 16).unwrap_or_default();
    let mut reference = format!("{root}#");
    for byte in pointer.bytes() {
        match byte {
            b'/' | b'~' | b'-' | b'.' | b'_' | b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' => {
                reference.push(char::from(byte));
            }
            _ => reference.extend(['%', hex(byte >> 4), hex(byte & 15)]),
        }
    }
    serde_json::json!({ "$ref": reference })
}

/// Whether a schema is one resource, whose parts mean the same wherever they are referred to from.
fn is_one_resource(schema: &serde_json::Value, is_root: bool) -> bool {
    match schema {
        serde_json::Value::Object(members) => members.iter().all(|(name, value)| match name.as_str() {
            "$id" | "id" if value.is_string() => is_root,
            "$dynamicRef" | "$recursiveRef" | "$dynamicAnchor" | "$recursiveAnchor" => false,
            // Values, not schemas.
            "const" | "default" | "enum" | "examples" => true,
            // Schemas by name, not by keyword.
            "properties" | "patternProperties" | "$defs" | "definitions" | "dependentSchemas" | "dependencies" => {
                let mut schemas = value.as_object().into_iter().flat_map(serde_json::Map::values);
                schemas.all(|schema| is_one_resource(schema, false))
            }
            _ => is_one_resource(value, false),
        }),
        serde_json::Value::Array(items) => items.iter().all(|item| is_one_resource(item, false)),
        _ => true,
    }
}

fn locked<T>(shared: &std::sync::Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

impl SchemaBranches {
    fn part(&self, at: &str) -> SchemaPart {
        if let Some(known) = locked(&self.parts).get(at) {
            return known.clone();
        }
        let part = build_part(self.options.clone(), &self.registry, &self.root, at).ok().map(std::sync::Arc::new);
        locked(&self.parts).entry(at.to_owned()).or_insert(part).clone()
    }
}

/// What a union says whose value fits no branch, and one that fits several where it may fit one.
const NONE: &str = "the value fits no branch of the union";
const SEVERAL: &str = "the value fits several branches of the union";

/// One union of a schema.
struct UnionBranches {
    at: String,
    count: usize,
    is_exact: bool,
    tag: Option<(String, Vec<String>)>,
    schema: std::sync::Weak<SchemaBranches>,
}

impl UnionBranches {
    /// What is wrong with a value.
    fn problem(&self, value: &serde_json::Value) -> Option<&'static str> {
        let schema = self.schema.upgrade()?;
        let fits = |index: usize| {
            let part = schema.part(&format!("{}/{index}", self.at));
            part.is_some_and(|part| part.is_valid(value))
        };
        if let Some((tag, values)) = &self.tag {
            let named = value.get(tag).and_then(serde_json::Value::as_str);
            let index = named.and_then(|named| values.iter().position(|value| value == named));
            return if index.is_some_and(fits) { None } else { Some(NONE) };
        }
        match (0..self.count).filter(|index| fits(*index)).take(if self.is_exact { 2 } else { 1 }).count() {
            0 => Some(NONE),
            1 => None,
            _ => Some(SEVERAL),
        }
    }
}

impl<'i> jsonschema::Keyword<'i> for UnionBranches {
    fn validate(&self, value: &'i serde_json::Value) -> Result<(), jsonschema::ValidationError<'i>> {
        match union_problem(self, value) {
            Some(problem) => Err(jsonschema::ValidationError::custom(problem)),
            None => Ok(()),
        }
    }

    fn is_valid(&self, value: &'i serde_json::Value) -> bool {
        union_problem(self, value).is_none()
    }
}

std::thread_local! {
    /// What is wrong with the values that unions were asked about: by the schema, the place of the union in it, and the address of
    /// the value, which stands still until the report is made.
    static PROBLEMS: Nesting<UnionProblems> = Nesting::default();
}

type UnionProblems = std::collections::HashMap<(usize, usize), std::collections::HashMap<String, Option<&'static str>>>;

/// What is wrong with a value by a union; found once for each value that holds others while a report is made. A union that leads
/// back to itself with the same value says nothing.
fn union_problem(union: &UnionBranches, value: &serde_json::Value) -> Option<&'static str> {
    while_values_stand(|| {
        let key = (union.schema.as_ptr().addr(), std::ptr::from_ref(value).addr());
        let known = |problems: &mut UnionProblems| problems.get(&key).and_then(|by| by.get(&union.at).copied());
        if let Some(known) = Nesting::known(&PROBLEMS, known) {
            return known;
        }
        let note = |problem| {
            Nesting::known(&PROBLEMS, |problems| problems.entry(key).or_default().insert(union.at.clone(), problem));
        };
        note(None);
        let problem = union.problem(value);
        if value.is_object() || value.is_array() {
            note(problem);
        } else {
            // The name of a member is a value for the time of a question.
            Nesting::known(&PROBLEMS, |problems| problems.remove(&key));
        }
        problem
    })
}

/// Makes a report on values that stand still meanwhile.
pub(crate) fn while_values_stand<T>(make: impl FnOnce() -> T) -> T {
    Nesting::within(&PROBLEMS, make)
}
