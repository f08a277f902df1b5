//! The validator of a schema, which is built on first use, with the information that a report needs.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, OnceLock};

use jsonschema::{Draft, ErrorIterator};
use serde_json::Value;

use crate::basis::{Union, formats, whole_numbers};
use crate::branches::{BranchedSchema, UnionTags, build_part, registry, root_uri};
use crate::outline::Outline;
use crate::reader::{Refusal, ValueCheck};
use crate::steps::{self, OutOfSteps};

/// Validates values against a whole schema. It is built once, on first use.
pub struct Validator {
    schema: Cow<'static, str>,
    /// JSON Pointer of the part of the schema that validates, or an empty string for all of it.
    part: &'static str,
    table: Option<&'static ValueCheck>,
    unions: Unions,
    draft: Draft,
    asserts_formats: bool,
    /// Maximum number of nested schemas for one value, or `None` if the work is not limited.
    depth: Option<usize>,
    built: OnceLock<Result<jsonschema::Validator, String>>,
    branched: OnceLock<Option<BranchedSchema>>,
    outline: OnceLock<Outline>,
}

/// The tagged unions of a schema.
#[derive(Clone)]
enum Unions {
    Generated(&'static [Union]),
    Found(BTreeMap<String, (String, Vec<String>)>),
}

/// A tagged union.
#[derive(Clone, Debug)]
pub(crate) struct TaggedUnion<'s> {
    /// Name of the tag property.
    pub(crate) tag: &'s str,
    /// Value of the tag in each branch, in the order of the branches.
    pub(crate) values: Vec<&'s str>,
}

impl Validator {
    #[doc(hidden)]
    pub const fn new(text: &'static str, draft: &'static str, asserts_formats: bool, unions: &'static [Union]) -> Self {
        Self::with_defaults(Cow::Borrowed(text), draft_of(draft), asserts_formats, Unions::Generated(unions))
    }

    /// Returns the validator of the part of the schema at a JSON Pointer.
    #[doc(hidden)]
    #[must_use]
    pub const fn of_part(mut self, pointer: &'static str) -> Self {
        self.part = pointer;
        self
    }

    /// Returns the validator with the table of a reader, which contains all constraints of the schema.
    ///
    /// The validator itself is then built only for values that are too deep for a table.
    #[doc(hidden)]
    #[must_use]
    pub const fn by_table(mut self, table: &'static ValueCheck) -> Self {
        self.table = Some(table);
        self
    }

    /// Returns the validator without a table.
    #[doc(hidden)]
    #[must_use]
    pub fn by_schema(&self) -> Self {
        let unions = self.unions.clone();
        Self::with_defaults(self.schema.clone(), self.draft, self.asserts_formats, unions).of_part(self.part)
    }

    const fn with_defaults(schema: Cow<'static, str>, draft: Draft, asserts_formats: bool, unions: Unions) -> Self {
        Self {
            schema,
            part: "",
            table: None,
            unions,
            draft,
            asserts_formats,
            depth: None,
            built: OnceLock::new(),
            branched: OnceLock::new(),
            outline: OnceLock::new(),
        }
    }

    /// Returns the validator of a schema that is known only at run time.
    ///
    /// `unions` are its tagged unions: the tag property and its value in each branch, by the pointer of their keyword.
    ///
    /// # Errors
    ///
    /// Returns an error if the schema cannot be used.
    #[doc(hidden)]
    pub fn of_document(
        document: &Value,
        draft: Draft,
        unions: BTreeMap<String, (String, Vec<String>)>,
    ) -> Result<Self, String> {
        Self::with_defaults(Cow::Owned(document.to_string()), draft, true, Unions::Found(unions)).checked()
    }

    /// Same as [`of_document`](Self::of_document), with a limit on the work.
    ///
    /// Each schema with subschemas must contain the counting keyword ([`COUNTER`](Self::COUNTER)). `depth` is the
    /// maximum number of nested schemas for one value.
    ///
    /// # Errors
    ///
    /// Returns an error if the schema cannot be used.
    #[doc(hidden)]
    pub fn of_counted_document(
        document: &Value,
        draft: Draft,
        unions: BTreeMap<String, (String, Vec<String>)>,
        depth: usize,
    ) -> Result<Self, String> {
        let mut validator = Self::with_defaults(Cow::Owned(document.to_string()), draft, true, Unions::Found(unions));
        validator.depth = Some(depth);
        validator.checked()
    }

    fn checked(self) -> Result<Self, String> {
        match self.built() {
            Ok(_) => Ok(self),
            Err(problem) => Err(problem.clone()),
        }
    }

    /// Returns the validator with formats either checked or treated as annotations.
    #[doc(hidden)]
    #[must_use]
    pub fn with_formats(self, asserts_formats: bool) -> Self {
        Self { depth: self.depth, ..Self::with_defaults(self.schema, self.draft, asserts_formats, self.unions) }
    }

    /// Keyword that counts the steps of a validation, for [`of_counted_document`](Self::of_counted_document).
    #[doc(hidden)]
    pub const COUNTER: &'static str = steps::COUNTER;

    /// Runs a validation of a value, with a limit if the schema comes from a user.
    pub(crate) fn bounded<T: Send>(&self, value: &Value, work: impl FnOnce() -> T + Send) -> Result<T, OutOfSteps> {
        match self.depth {
            Some(depth) => steps::bounded(value, depth, work),
            None => Ok(work()),
        }
    }

    /// Returns whether a value is valid.
    pub fn is_valid(&self, value: &Value) -> bool {
        if let Some((_, verdict)) = self.by_table_of(value) {
            return verdict;
        }
        let value = self.by_value(value);
        self.built().is_ok_and(|validator| validator.is_valid(&value))
    }

    /// Returns the value in the form in which it is validated.
    ///
    /// For draft-04, the validator rejects `1.0` as an integer. A parsed document contains 1 instead, and a value must
    /// get the same verdict.
    pub(crate) fn by_value<'v>(&self, value: &'v Value) -> Cow<'v, Value> {
        if self.draft == Draft::Draft4 { Cow::Owned(whole_numbers(value.clone())) } else { Cow::Borrowed(value) }
    }

    /// Returns the table of the schema with its verdict on a value, if there are both.
    ///
    /// Returns `None` if the checks nest too deeply for a value that a document can contain, because then the validator
    /// decides. For deeper values no stack suffices, and the verdict of the table is final.
    pub(crate) fn by_table_of(&self, value: &Value) -> Option<(&'static ValueCheck, bool)> {
        let table = self.table?;
        match table.judge(value, false) {
            Err(Refusal::TooDeep) if !is_deeper(value, MAX_LEVELS) => None,
            verdict => Some((table, verdict.is_ok())),
        }
    }

    /// Returns each violation of the schema. The value must come from [`by_value`](Self::by_value).
    ///
    /// # Errors
    ///
    /// Returns an error if the schema cannot be built.
    pub(crate) fn errors<'v>(&'v self, value: &'v Value) -> Result<ErrorIterator<'v>, &'v String> {
        // The errors of nested unions multiply, so the branches are validated separately if possible.
        match self.branched() {
            Some(branched) => Ok(branched.whole().iter_errors(value)),
            None => self.built().map(|validator| validator.iter_errors(value)),
        }
    }

    /// Returns the branches of the unions, if they can be validated separately.
    pub(crate) fn branched(&self) -> Option<&BranchedSchema> {
        let make = || {
            let tags: BTreeMap<String, (String, Vec<String>)> = match &self.unions {
                Unions::Generated(all) => all.iter().map(|union| (union.at.to_owned(), tag_of(union))).collect(),
                Unions::Found(all) => all.clone(),
            };
            let tag_at: UnionTags = Arc::new(move |at: &str| tags.get(at).cloned());
            BranchedSchema::new(&self.document().ok()?, self.part, &self.options(), &tag_at)
        };
        self.branched.get_or_init(make).as_ref()
    }

    /// Returns the tagged union whose `oneOf` or `anyOf` is at a JSON Pointer of the schema.
    pub(crate) fn union_at(&self, location: &str) -> Option<TaggedUnion<'_>> {
        match &self.unions {
            Unions::Generated(all) => {
                let union = all.iter().find(|union| union.at == location)?;
                Some(TaggedUnion { tag: union.tag, values: union.values.to_vec() })
            }
            Unions::Found(all) => {
                let (tag, values) = all.get(location)?;
                Some(TaggedUnion { tag, values: values.iter().map(String::as_str).collect() })
            }
        }
    }

    /// Returns the outline of the schema.
    pub(crate) fn outline(&self) -> &Outline {
        self.outline.get_or_init(|| Outline::from_schema(&self.document().unwrap_or(Value::Bool(true)), self.part))
    }

    /// Returns the schema with its dialect, whether formats are checked, and the pointers of its tagged unions.
    #[cfg(feature = "follow")]
    pub(crate) fn source(&self) -> serde_json::Result<(Value, Draft, bool, std::collections::BTreeSet<String>)> {
        let tagged = match &self.unions {
            Unions::Generated(all) => all.iter().map(|union| union.at.to_owned()).collect(),
            Unions::Found(all) => all.keys().cloned().collect(),
        };
        Ok((self.document()?, self.draft, self.asserts_formats, tagged))
    }

    /// Returns the JSON Pointer of the part of the schema that validates.
    #[cfg(feature = "follow")]
    pub(crate) const fn part(&self) -> &'static str {
        self.part
    }

    fn document(&self) -> serde_json::Result<Value> {
        serde_json::from_str(&self.schema)
    }

    /// Returns the built validator. The generator has built it too, so it fails only with another release of the
    /// validator.
    fn built(&self) -> Result<&jsonschema::Validator, &String> {
        self.built.get_or_init(|| self.build()).as_ref()
    }

    fn build(&self) -> Result<jsonschema::Validator, String> {
        let document = self.document().map_err(|error| error.to_string())?;
        let unusable = |error: &dyn fmt::Display| format!("the schema cannot be used: {error}");
        if self.part.is_empty() {
            return self.options().build(&document).map_err(|error| unusable(&error));
        }
        let root = root_uri(&document);
        let registry = registry(&root, document).map_err(|error| unusable(&error))?;
        build_part(self.options(), &registry, &root, self.part).map_err(|error| unusable(&error))
    }

    fn options(&self) -> jsonschema::ValidationOptions<'static> {
        let options = jsonschema::options().with_draft(self.draft).should_validate_formats(self.asserts_formats);
        let options = if self.depth.is_some() { steps::counting(options) } else { options };
        with_exact_formats(options, self.draft)
    }
}

/// Adds the formats that the validator lacks in a dialect, or does not check digit by digit.
#[doc(hidden)]
pub fn with_exact_formats(
    options: jsonschema::ValidationOptions<'static>,
    draft: Draft,
) -> jsonschema::ValidationOptions<'static> {
    let options = options
        .with_format("date", formats::is_date)
        .with_format("date-time", formats::is_date_time)
        .with_format("time", formats::is_time);
    if draft < Draft::Draft201909 { options.with_format("uuid", formats::is_uuid) } else { options }
}

impl fmt::Debug for Validator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Validator").finish_non_exhaustive()
    }
}

/// Maximum number of levels in a document.
const MAX_LEVELS: usize = 127;

/// Returns whether a value has more levels.
fn is_deeper(value: &Value, levels: usize) -> bool {
    let inside = |value: &Value| levels == 0 || is_deeper(value, levels - 1);
    match value {
        Value::Array(items) => items.iter().any(inside),
        Value::Object(members) => members.values().any(inside),
        _ => false,
    }
}

fn tag_of(union: &Union) -> (String, Vec<String>) {
    (union.tag.to_owned(), union.values.iter().map(|value| (*value).to_owned()).collect())
}

/// Returns the dialect for a name in generated code.
const fn draft_of(name: &str) -> Draft {
    match name.as_bytes() {
        b"Draft4" => Draft::Draft4,
        b"Draft6" => Draft::Draft6,
        b"Draft7" => Draft::Draft7,
        b"Draft201909" => Draft::Draft201909,
        _ => Draft::Draft202012,
    }
}
