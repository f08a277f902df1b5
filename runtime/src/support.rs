//! Root types and what is said of a document that breaks its schema.

/// A type that a whole schema file stands behind. The type is a shape; the schema, compiled, is the law.
#[allow(dead_code, reason = "not everyone uses all of it")]
pub trait SchemaRoot: ::serde::Serialize + ::serde::de::DeserializeOwned {
    /// Name of the type.
    const NAME: &'static str;
    /// Path of the schema file in its set.
    const FILE: &'static str;
    /// URI of the schema, else its file.
    const ID: &'static str;
    /// The schema as one JSON document, references to other files resolved.
    const SCHEMA: &'static str;
    /// The unions in [`SCHEMA`](Self::SCHEMA) whose branches are told apart by a tag.
    const UNIONS: &'static [Union];

    /// Whether the value obeys the schema.
    fn is_valid(instance: &::serde_json::Value) -> bool;

    /// Every way in which the value breaks the schema.
    fn iter_errors(instance: &::serde_json::Value) -> ::jsonschema::ErrorIterator<'_>;

    /// The document in a text: parsed, judged by the whole schema, then read into its type.
    ///
    /// The law runs first, so a type is never made of what breaks the schema. A whole number may be written as `1.0`. What
    /// passes the law can still be too large for the type of its member; that is a violation too.
    fn parse(text: &[u8]) -> ::std::result::Result<Self, Report> {
        let instance = ::serde_json::from_slice(text).map_err(|error| Report::one(format!("not JSON: {error}")))?;
        Self::from_value(instance)
    }

    /// The document in a value, as [`parse`](Self::parse) does it.
    fn from_value(instance: ::serde_json::Value) -> ::std::result::Result<Self, Report> {
        let violations: Vec<Violation> = Self::iter_errors(&instance).map(|error| Violation::of(&error)).collect();
        if !violations.is_empty() {
            return Err(Report { violations });
        }
        let read = <Self as ::serde::Deserialize>::deserialize(&instance);
        let read = read.or_else(|_| <Self as ::serde::Deserialize>::deserialize(whole_numbers(instance)));
        read.map_err(|error| Report::one(format!("does not fit its type: {error}")))
    }

    /// The value as its type writes it: defaults filled in, members that the type does not have left out.
    fn normalize(instance: &::serde_json::Value) -> ::serde_json::Result<::serde_json::Value> {
        ::serde_json::to_value(<Self as ::serde::Deserialize>::deserialize(instance)?)
    }
}

/// Everything that is wrong with a document.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(dead_code, reason = "not everyone uses all of it")]
pub struct Report {
    /// Each violation, in the order in which the law finds them; never empty.
    pub violations: Vec<Violation>,
}

/// One way in which a document breaks its schema.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(dead_code, reason = "not everyone uses all of it")]
pub struct Violation {
    /// JSON Pointer of the value at fault.
    pub at: String,
    /// JSON Pointer of the keyword that it breaks, in [`SchemaRoot::SCHEMA`]; empty where no keyword does.
    pub keyword: String,
    /// What is wrong, for people.
    pub message: String,
}

#[allow(dead_code, reason = "not everyone uses all of it")]
impl Report {
    fn one(message: String) -> Self {
        Self { violations: vec![Violation { at: String::new(), keyword: String::new(), message }] }
    }
}

#[allow(dead_code, reason = "not everyone uses all of it")]
impl Violation {
    fn of(error: &::jsonschema::ValidationError<'_>) -> Self {
        Self {
            at: error.instance_path().as_str().to_owned(),
            keyword: error.schema_path().as_str().to_owned(),
            message: error.to_string(),
        }
    }
}

/// A line a violation: `at /pointer: message`.
impl ::std::fmt::Display for Report {
    fn fmt(&self, out: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        for (index, violation) in self.violations.iter().enumerate() {
            let at = if violation.at.is_empty() { "the root" } else { &violation.at };
            write!(out, "{}at {at}: {}", if index == 0 { "" } else { "\n" }, violation.message)?;
        }
        Ok(())
    }
}

impl ::std::error::Error for Report {}

/// The value with numbers such as `1.0` written as the integers that they are.
#[allow(dead_code, reason = "not everyone uses all of it")]
fn whole_numbers(value: ::serde_json::Value) -> ::serde_json::Value {
    use ::serde_json::Value;
    match value {
        Value::Number(number) => {
            let whole = number.as_f64().filter(|float| number.is_f64() && float.fract() == 0.0);
            let text = whole.map(|float| format!("{float:.0}"));
            let unsigned = text.as_ref().and_then(|text| text.parse::<u64>().ok());
            let signed = text.as_ref().and_then(|text| text.parse::<i64>().ok());
            unsigned.map(Value::from).or_else(|| signed.map(Value::from)).unwrap_or(Value::Number(number))
        }
        Value::Array(items) => items.into_iter().map(whole_numbers).collect(),
        Value::Object(members) => {
            Value::Object(members.into_iter().map(|(name, value)| (name, whole_numbers(value))).collect())
        }
        plain => plain,
    }
}

/// A union whose every branch requires one member, the tag, with a text of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(dead_code, reason = "not everyone uses all of it")]
pub struct Union {
    /// JSON Pointer of the `oneOf` or `anyOf` in the bundled schema, as errors name it.
    pub at: &'static str,
    /// The member that tells the branches apart.
    pub tag: &'static str,
    /// The tag of each branch, in the order of the branches.
    pub values: &'static [&'static str],
}

/// A [`SchemaRoot`] as a value, for code that chooses one at run time.
#[derive(Clone, Copy, Debug)]
#[allow(dead_code, reason = "not everyone uses all of it")]
pub struct RootInfo {
    /// Name of the type.
    pub name: &'static str,
    /// Path of the schema file in its set.
    pub file: &'static str,
    /// URI of the schema, else its file.
    pub id: &'static str,
    /// The schema as one JSON document, references to other files resolved.
    pub schema: &'static str,
    /// The unions of the schema whose branches are told apart by a tag.
    pub unions: &'static [Union],
    /// Whether a value obeys the schema.
    pub is_valid: fn(&::serde_json::Value) -> bool,
    /// Every way in which a value breaks the schema.
    pub iter_errors: for<'a> fn(&'a ::serde_json::Value) -> ::jsonschema::ErrorIterator<'a>,
    /// The value as its type writes it: defaults filled in, members that the type does not have left out.
    pub normalize: fn(&::serde_json::Value) -> ::serde_json::Result<::serde_json::Value>,
}

impl RootInfo {
    /// The entry of one type.
    #[allow(dead_code, reason = "not everyone uses all of it")]
    pub const fn of<T: SchemaRoot>() -> Self {
        Self {
            name: T::NAME,
            file: T::FILE,
            id: T::ID,
            schema: T::SCHEMA,
            unions: T::UNIONS,
            is_valid: T::is_valid,
            iter_errors: T::iter_errors,
            normalize: T::normalize,
        }
    }
}

/// Formats that `format` asserts beyond those that the validator knows in every draft.
#[allow(dead_code, reason = "only schemas up to draft-07 need it")]
#[doc(hidden)]
pub mod formats {
    /// A UUID in the form of RFC 9562: 8-4-4-4-12 hexadecimal digits of either case, no braces, no prefix.
    pub fn is_uuid(text: &str) -> bool {
        let parts = text.split('-').map(|part| {
            let digits = part.bytes().all(|byte| byte.is_ascii_hexdigit());
            if digits { part.len() } else { 0 }
        });
        parts.eq([8, 4, 4, 4, 12])
    }
}
