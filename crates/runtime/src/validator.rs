//! The validator of a schema, built when it is first asked, with what a report needs to know of the schema.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, OnceLock};

use jsonschema::{Draft, ErrorIterator};
use serde_json::Value;

use crate::basis::{Union, formats, whole_numbers};
use crate::branches::{BranchedSchema, UnionTags};
use crate::outline::Outline;
use crate::reader::{Refusal, ValueCheck};
use crate::steps::{self, OutOfSteps};

/// Judges values by a whole schema. It is built once, when it is first asked.
pub struct Validator {
    schema: Cow<'static, str>,
    table: Option<&'static ValueCheck>,
    unions: Unions,
    draft: Draft,
    asserts_formats: bool,
    /// How many schemas one value may be compared with inside each other; `None` where the work is not bounded.
    depth: Option<usize>,
    compiled: Option<CompiledJudge>,
    built: OnceLock<Result<jsonschema::Validator, String>>,
    branched: OnceLock<Option<BranchedSchema>>,
    outline: OnceLock<Outline>,
}

/// What the macro made of the schema.
struct CompiledJudge {
    is_valid: fn(&Value) -> bool,
    iter_errors: FindErrors,
}

/// All errors of a value, as compiled validators find them.
type FindErrors = for<'a> fn(&'a Value) -> ErrorIterator<'a>;

/// The unions whose branches are told apart by a member.
#[derive(Clone)]
enum Unions {
    Generated(&'static [Union]),
    Found(BTreeMap<String, (String, Vec<String>)>),
}

/// A union whose branches are told apart by a member.
#[derive(Clone, Debug)]
pub(crate) struct TaggedUnion<'s> {
    /// The member.
    pub(crate) tag: &'s str,
    /// Its value in each branch, in the order of the branches.
    pub(crate) values: Vec<&'s str>,
}

impl Validator {
    #[doc(hidden)]
    pub const fn new(text: &'static str, draft: &'static str, asserts_formats: bool, unions: &'static [Union]) -> Self {
        Self::of(Cow::Borrowed(text), draft_of(draft), asserts_formats, Unions::Generated(unions))
    }

    #[doc(hidden)]
    pub const fn compiled(
        text: &'static str,
        draft: &'static str,
        asserts_formats: bool,
        is_valid: fn(&Value) -> bool,
        iter_errors: FindErrors,
        unions: &'static [Union],
    ) -> Self {
        let mut made = Self::new(text, draft, asserts_formats, unions);
        made.compiled = Some(CompiledJudge { is_valid, iter_errors });
        made
    }

    /// The same, judging by the table of a reader, which says all that the schema asks: the validator is built for values alone that are
    /// too deep for a table.
    #[doc(hidden)]
    #[must_use]
    pub const fn by_table(mut self, table: &'static ValueCheck) -> Self {
        self.table = Some(table);
        self
    }

    /// The same without a table.
    #[doc(hidden)]
    #[must_use]
    pub fn by_schema(&self) -> Self {
        Self::of(self.schema.clone(), self.draft, self.asserts_formats, self.unions.clone())
    }

    const fn of(schema: Cow<'static, str>, draft: Draft, asserts_formats: bool, unions: Unions) -> Self {
        Self {
            schema,
            table: None,
            unions,
            draft,
            asserts_formats,
            depth: None,
            compiled: None,
            built: OnceLock::new(),
            branched: OnceLock::new(),
            outline: OnceLock::new(),
        }
    }

    /// The validator of a schema that is known only at run time, with its tagged unions: by the pointer of their keyword
    /// the member, and its value in each branch.
    ///
    /// # Errors
    ///
    /// Why the schema cannot be used.
    #[doc(hidden)]
    pub fn of_document(
        document: &Value,
        draft: Draft,
        unions: BTreeMap<String, (String, Vec<String>)>,
    ) -> Result<Self, String> {
        Self::of(Cow::Owned(document.to_string()), draft, true, Unions::Found(unions)).checked()
    }

    /// The same with a bound on its work. Each schema that contains others has the keyword that counts it
    /// ([`COUNTER`](Self::COUNTER)); `depth` is the number of schemas that one value may be compared with inside each other.
    ///
    /// # Errors
    ///
    /// Why the schema cannot be used.
    #[doc(hidden)]
    pub fn of_counted_document(
        document: &Value,
        draft: Draft,
        unions: BTreeMap<String, (String, Vec<String>)>,
        depth: usize,
    ) -> Result<Self, String> {
        let mut validator = Self::of(Cow::Owned(document.to_string()), draft, true, Unions::Found(unions));
        validator.depth = Some(depth);
        validator.checked()
    }

    fn checked(self) -> Result<Self, String> {
        match self.built() {
            Ok(_) => Ok(self),
            Err(problem) => Err(problem.clone()),
        }
    }

    /// The same validator, which asserts formats or takes them for annotations.
    #[doc(hidden)]
    #[must_use]
    pub fn with_formats(self, asserts_formats: bool) -> Self {
        Self { depth: self.depth, ..Self::of(self.schema, self.draft, asserts_formats, self.unions) }
    }

    /// The keyword that counts the steps of a validation, for [`of_counted_document`](Self::of_counted_document).
    #[doc(hidden)]
    pub const COUNTER: &'static str = steps::COUNTER;

    /// Runs a validation of a value, within a bound if the schema is of a user.
    pub(crate) fn bounded<T: Send>(&self, value: &Value, work: impl FnOnce() -> T + Send) -> Result<T, OutOfSteps> {
        match self.depth {
            Some(depth) => steps::bounded(value, depth, work),
            None => Ok(work()),
        }
    }

    /// Whether a value obeys the schema.
    pub fn is_valid(&self, value: &Value) -> bool {
        if let Some((_, verdict)) = self.by_table_of(value) {
            return verdict;
        }
        let value = self.by_value(value);
        match &self.compiled {
            Some(compiled) => (compiled.is_valid)(&value),
            None => self.built().is_ok_and(|validator| validator.is_valid(&value)),
        }
    }

    /// The value as it is judged. Integers of draft-04 are a matter of spelling to the validator, which refuses `1.0`; a document that
    /// is read from a text has 1 there, and a value gets the same verdict.
    pub(crate) fn by_value<'v>(&self, value: &'v Value) -> Cow<'v, Value> {
        if self.draft == Draft::Draft4 { Cow::Owned(whole_numbers(value.clone())) } else { Cow::Borrowed(value) }
    }

    /// The table of what the schema asks with its verdict, where there are both. There is none of a value whose checks are too deep inside
    /// each other, if a text can have that value: the validator has the last word there. For deeper values nobody has a stack.
    pub(crate) fn by_table_of(&self, value: &Value) -> Option<(&'static ValueCheck, bool)> {
        let table = self.table?;
        match table.judge(value, false) {
            Err(Refusal::TooDeep) if !is_deeper(value, MOST_LEVELS) => None,
            verdict => Some((table, verdict.is_ok())),
        }
    }

    /// Each way in which a value breaks the schema. The value is one of [`by_value`](Self::by_value).
    ///
    /// # Errors
    ///
    /// Why the schema cannot be built.
    pub(crate) fn errors<'v>(&'v self, value: &'v Value) -> Result<ErrorIterator<'v>, &'v String> {
        // The errors of unions inside each other multiply, also those that a compiled validator finds.
        match (self.branched(), &self.compiled) {
            (Some(branched), _) => Ok(branched.whole().iter_errors(value)),
            (None, Some(compiled)) => Ok((compiled.iter_errors)(value)),
            (None, None) => self.built().map(|validator| validator.iter_errors(value)),
        }
    }

    /// The branches of the unions, where they can be judged apart.
    pub(crate) fn branched(&self) -> Option<&BranchedSchema> {
        let make = || {
            let tags: BTreeMap<String, (String, Vec<String>)> = match &self.unions {
                Unions::Generated(all) => all.iter().map(|union| (union.at.to_owned(), tag_of(union))).collect(),
                Unions::Found(all) => all.clone(),
            };
            let tag_at: UnionTags = Arc::new(move |at: &str| tags.get(at).cloned());
            BranchedSchema::new(&self.document().ok()?, &self.options(), &tag_at)
        };
        self.branched.get_or_init(make).as_ref()
    }

    /// The tagged union whose `oneOf` or `anyOf` stands at a JSON Pointer of the schema.
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

    /// The names in the schema.
    pub(crate) fn outline(&self) -> &Outline {
        self.outline.get_or_init(|| Outline::of(&self.document().unwrap_or(Value::Bool(true))))
    }

    /// The schema with its dialect, whether formats are asserted, and the pointers of its tagged unions.
    #[cfg(feature = "follow")]
    pub(crate) fn source(&self) -> serde_json::Result<(Value, Draft, bool, std::collections::BTreeSet<String>)> {
        let tagged = match &self.unions {
            Unions::Generated(all) => all.iter().map(|union| union.at.to_owned()).collect(),
            Unions::Found(all) => all.keys().cloned().collect(),
        };
        Ok((self.document()?, self.draft, self.asserts_formats, tagged))
    }

    fn document(&self) -> serde_json::Result<Value> {
        serde_json::from_str(&self.schema)
    }

    /// The validator of the text. The generator has built it too, so only another release of the validator refuses it.
    fn built(&self) -> Result<&jsonschema::Validator, &String> {
        self.built.get_or_init(|| self.build()).as_ref()
    }

    fn build(&self) -> Result<jsonschema::Validator, String> {
        let document = self.document().map_err(|error| error.to_string())?;
        self.options().build(&document).map_err(|error| format!("the schema cannot be used: {error}"))
    }

    fn options(&self) -> jsonschema::ValidationOptions<'static> {
        let options = jsonschema::options().with_draft(self.draft).should_validate_formats(self.asserts_formats);
        let options = if self.depth.is_some() { steps::counting(options) } else { options };
        if self.draft < Draft::Draft201909 { options.with_format("uuid", formats::is_uuid) } else { options }
    }
}

impl fmt::Debug for Validator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Validator").finish_non_exhaustive()
    }
}

/// How many levels a text has at most.
const MOST_LEVELS: usize = 127;

/// Whether a value has more levels.
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

/// The dialect that a generated name means.
const fn draft_of(name: &str) -> Draft {
    match name.as_bytes() {
        b"Draft4" => Draft::Draft4,
        b"Draft6" => Draft::Draft6,
        b"Draft7" => Draft::Draft7,
        b"Draft201909" => Draft::Draft201909,
        _ => Draft::Draft202012,
    }
}
