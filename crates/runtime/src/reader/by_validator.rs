//! Formats that the validator judges.

/// A format of a dialect, asked of one text at a time.
pub(super) struct ValidatedFormat {
    draft: &'static str,
    validator: ::std::sync::OnceLock<::std::option::Option<::jsonschema::Validator>>,
}

impl ValidatedFormat {
    /// A format as a dialect has it, by the name that the validator gives the dialect.
    pub(super) const fn new(draft: &'static str) -> Self {
        Self { draft, validator: ::std::sync::OnceLock::new() }
    }

    /// Whether a text has the format, always of the same name.
    pub(super) fn holds(&self, name: &str, text: &str) -> bool {
        let build = || {
            let schema = ::serde_json::json!({ "format": name });
            let draft = match self.draft {
                "Draft4" => ::jsonschema::Draft::Draft4,
                "Draft6" => ::jsonschema::Draft::Draft6,
                "Draft7" => ::jsonschema::Draft::Draft7,
                "Draft201909" => ::jsonschema::Draft::Draft201909,
                _ => ::jsonschema::Draft::Draft202012,
            };
            ::jsonschema::options().with_draft(draft).should_validate_formats(true).build(&schema).ok()
        };
        let validator = self.validator.get_or_init(build).as_ref();
        validator.is_some_and(|validator| validator.is_valid(&::serde_json::Value::from(text)))
    }
}
