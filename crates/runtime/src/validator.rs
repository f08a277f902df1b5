//! The validator of a schema, built when it is first asked, with what a report needs to know of the schema.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, OnceLock};

use jsonschema::{Draft, ErrorIterator, ValidationError};
use serde_json::Value;

use crate::basis::{Union, formats, whole_numbers};
use crate::branches::{BranchedSchema, UnionTags};
use crate::limit::MOST_FINDINGS;
use crate::outline::Outline;

/// Judges values by a whole schema. It is built once, when it is first asked.
pub struct Validator {
    schema: Cow<'static, str>,
    unions: Unions,
    source: ValidatorSource,
    built: OnceLock<Result<jsonschema::Validator, String>>,
    branched: OnceLock<Option<BranchedSchema>>,
    outline: OnceLock<Outline>,
}

/// What a validator is made of.
enum ValidatorSource {
    Schema { draft: Draft, asserts_formats: bool },
    Compiled { draft: Draft, is_valid: fn(&Value) -> bool, iter_errors: FindErrors },
}

/// All errors of a value, as compiled validators find them.
type FindErrors = for<'a> fn(&'a Value) -> ErrorIterator<'a>;

/// The unions whose branches are told apart by a member.
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
        let source = ValidatorSource::Schema { draft: draft_of(draft), asserts_formats };
        Self::of(text, source, unions)
    }

    #[doc(hidden)]
    pub const fn compiled(
        text: &'static str,
        draft: &'static str,
        is_valid: fn(&Value) -> bool,
        iter_errors: FindErrors,
        unions: &'static [Union],
    ) -> Self {
        Self::of(text, ValidatorSource::Compiled { draft: draft_of(draft), is_valid, iter_errors }, unions)
    }

    const fn of(text: &'static str, source: ValidatorSource, unions: &'static [Union]) -> Self {
        Self {
            schema: Cow::Borrowed(text),
            unions: Unions::Generated(unions),
            source,
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
        let validator = Self {
            schema: Cow::Owned(document.to_string()),
            unions: Unions::Found(unions),
            source: ValidatorSource::Schema { draft, asserts_formats: true },
            built: OnceLock::new(),
            branched: OnceLock::new(),
            outline: OnceLock::new(),
        };
        match validator.built() {
            Ok(_) => Ok(validator),
            Err(problem) => Err(problem.clone()),
        }
    }

    /// Whether a value obeys the schema.
    pub fn is_valid(&self, value: &Value) -> bool {
        match &self.source {
            ValidatorSource::Compiled { is_valid, .. } => is_valid(&self.by_value(value)),
            ValidatorSource::Schema { .. } => {
                self.built().is_ok_and(|validator| validator.is_valid(&self.by_value(value)))
            }
        }
    }

    /// The value as it is judged. Integers of draft-04 are a matter of spelling to the validator, which refuses `1.0`; a document that
    /// is read from a text has 1 there, and a value gets the same verdict.
    pub(crate) fn by_value<'v>(&self, value: &'v Value) -> Cow<'v, Value> {
        match self.source {
            ValidatorSource::Schema { draft: Draft::Draft4, .. }
            | ValidatorSource::Compiled { draft: Draft::Draft4, .. } => Cow::Owned(whole_numbers(value.clone())),
            ValidatorSource::Schema { .. } | ValidatorSource::Compiled { .. } => Cow::Borrowed(value),
        }
    }

    /// Gives each way in which a value breaks the schema to `explain`, up to the most findings of a report; how many more there are.
    /// A schema that cannot be built is one. The value is one of [`by_value`](Self::by_value).
    pub(crate) fn each_error(&self, value: &Value, mut explain: impl FnMut(&ValidationError<'_>)) -> usize {
        let mut all = match (&self.source, self.branched(), self.built()) {
            (ValidatorSource::Compiled { iter_errors, .. }, ..) => iter_errors(value),
            (_, Some(branched), _) => branched.whole().iter_errors(value),
            (_, None, Ok(validator)) => validator.iter_errors(value),
            (_, None, Err(problem)) => {
                explain(&ValidationError::custom(problem));
                return 0;
            }
        };
        all.by_ref().take(MOST_FINDINGS).for_each(|error| explain(&error));
        all.count()
    }

    /// The branches of the unions, where they can be judged apart.
    pub(crate) fn branched(&self) -> Option<&BranchedSchema> {
        let make = || {
            let ValidatorSource::Schema { draft, asserts_formats } = self.source else { return None };
            let tags: BTreeMap<String, (String, Vec<String>)> = match &self.unions {
                Unions::Generated(all) => all.iter().map(|union| (union.at.to_owned(), tag_of(union))).collect(),
                Unions::Found(all) => all.clone(),
            };
            let tag_at: UnionTags = Arc::new(move |at: &str| tags.get(at).cloned());
            BranchedSchema::new(&self.document().ok()?, &options(draft, asserts_formats), &tag_at)
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

    /// The schema with its dialect, whether formats are asserted, and the pointers of its tagged unions. Of a compiled validator the
    /// dialect is known from the schema alone, and its formats are not: without a dialect it is a schema that says nothing.
    #[cfg(feature = "follow")]
    pub(crate) fn source(&self) -> serde_json::Result<(Value, Draft, bool, std::collections::BTreeSet<String>)> {
        let tagged = match &self.unions {
            Unions::Generated(all) => all.iter().map(|union| union.at.to_owned()).collect(),
            Unions::Found(all) => all.keys().cloned().collect(),
        };
        let document = self.document()?;
        Ok(match self.source {
            ValidatorSource::Schema { draft, asserts_formats } => (document, draft, asserts_formats, tagged),
            ValidatorSource::Compiled { .. } if document.get("$schema").is_none() => {
                (Value::Bool(true), Draft::default(), false, tagged)
            }
            ValidatorSource::Compiled { .. } => {
                let draft = Draft::default().detect(&document);
                (document, draft, false, tagged)
            }
        })
    }

    fn document(&self) -> serde_json::Result<Value> {
        serde_json::from_str(&self.schema)
    }

    /// The validator of the text. The generator has built it too, so only another release of the validator refuses it.
    fn built(&self) -> Result<&jsonschema::Validator, &String> {
        self.built.get_or_init(|| self.build()).as_ref()
    }

    fn build(&self) -> Result<jsonschema::Validator, String> {
        let ValidatorSource::Schema { draft, asserts_formats } = self.source else {
            return Err("a compiled validator is not built".to_owned());
        };
        let document = self.document().map_err(|error| error.to_string())?;
        options(draft, asserts_formats).build(&document).map_err(|error| format!("the schema cannot be used: {error}"))
    }
}

impl fmt::Debug for Validator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Validator").finish_non_exhaustive()
    }
}

fn options(draft: Draft, asserts_formats: bool) -> jsonschema::ValidationOptions<'static> {
    let options = jsonschema::options().with_draft(draft).should_validate_formats(asserts_formats);
    if draft < Draft::Draft201909 { options.with_format("uuid", formats::is_uuid) } else { options }
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
