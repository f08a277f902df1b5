//! The validator of a schema, built when it is first asked.

use crate::support::formats;

/// Judges values by a whole schema. It is built once, when it is first asked.
#[derive(Debug)]
#[allow(dead_code, reason = "not everyone uses all of it")]
pub struct Validator {
    source: ValidatorSource,
    built: ::std::sync::OnceLock<::std::result::Result<::jsonschema::Validator, ::std::string::String>>,
}

/// What a validator is made of.
#[derive(Debug)]
#[allow(dead_code, reason = "not everyone uses all of it")]
enum ValidatorSource {
    Schema { text: &'static str, draft: &'static str, asserts_formats: bool },
    Compiled { is_valid: fn(&::serde_json::Value) -> bool, iter_errors: Errors },
}

/// All errors of a value, as compiled validators find them.
#[allow(dead_code, reason = "not everyone uses all of it")]
type Errors = for<'a> fn(&'a ::serde_json::Value) -> ::jsonschema::ErrorIterator<'a>;

#[allow(dead_code, reason = "not everyone uses all of it")]
impl Validator {
    #[doc(hidden)]
    pub const fn new(text: &'static str, draft: &'static str, asserts_formats: bool) -> Self {
        let source = ValidatorSource::Schema { text, draft, asserts_formats };
        Self { source, built: ::std::sync::OnceLock::new() }
    }

    #[doc(hidden)]
    pub const fn compiled(is_valid: fn(&::serde_json::Value) -> bool, iter_errors: Errors) -> Self {
        Self { source: ValidatorSource::Compiled { is_valid, iter_errors }, built: ::std::sync::OnceLock::new() }
    }

    /// Whether a value obeys the schema.
    pub fn is_valid(&self, instance: &::serde_json::Value) -> bool {
        match &self.source {
            ValidatorSource::Compiled { is_valid, .. } => is_valid(instance),
            ValidatorSource::Schema { .. } => self.built().is_ok_and(|validator| validator.is_valid(instance)),
        }
    }

    /// Every way in which a value breaks the schema. A schema that cannot be built is one.
    #[doc(hidden)]
    pub fn errors<'a>(
        &'a self,
        instance: &'a ::serde_json::Value,
    ) -> ::std::vec::Vec<::jsonschema::ValidationError<'a>> {
        match (&self.source, self.built()) {
            (ValidatorSource::Compiled { iter_errors, .. }, _) => iter_errors(instance).collect(),
            (_, Ok(validator)) => validator.iter_errors(instance).collect(),
            (_, Err(problem)) => ::std::vec![::jsonschema::ValidationError::custom(problem.as_str())],
        }
    }

    /// The validator of the text. The generator has built it too, so only another release of the validator refuses it.
    fn built(&self) -> ::std::result::Result<&::jsonschema::Validator, &::std::string::String> {
        self.built.get_or_init(|| self.build()).as_ref()
    }

    fn build(&self) -> ::std::result::Result<::jsonschema::Validator, ::std::string::String> {
        use ::jsonschema::Draft;
        let ValidatorSource::Schema { text, draft, asserts_formats } = self.source else {
            return Err("a compiled validator is not built".to_owned());
        };
        let document: ::serde_json::Value = ::serde_json::from_str(text).map_err(|error| error.to_string())?;
        let draft = match draft {
            "Draft4" => Draft::Draft4,
            "Draft6" => Draft::Draft6,
            "Draft7" => Draft::Draft7,
            "Draft201909" => Draft::Draft201909,
            _ => Draft::Draft202012,
        };
        let options = ::jsonschema::options().with_draft(draft).should_validate_formats(asserts_formats);
        let options = if draft < Draft::Draft201909 { options.with_format("uuid", formats::is_uuid) } else { options };
        options.build(&document).map_err(|error| format!("the schema cannot be used: {error}"))
    }
}
