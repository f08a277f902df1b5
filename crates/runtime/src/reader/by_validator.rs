//! Formats that the validator checks.

/// A format of a dialect, which checks one string at a time.
pub(super) struct ValidatedFormat {
    draft: &'static str,
    validator: std::sync::OnceLock<Option<jsonschema::Validator>>,
}

impl ValidatedFormat {
    /// Returns a format of a dialect, which is identified by its name in the validator.
    pub(super) const fn new(draft: &'static str) -> Self {
        Self { draft, validator: std::sync::OnceLock::new() }
    }

    /// Returns whether a string has the format. `name` is the same in every call.
    pub(super) fn holds(&self, name: &str, text: &str) -> bool {
        let build = || {
            let schema = serde_json::json!({ "format": name });
            let draft = match self.draft {
                "Draft4" => jsonschema::Draft::Draft4,
                "Draft6" => jsonschema::Draft::Draft6,
                "Draft7" => jsonschema::Draft::Draft7,
                "Draft201909" => jsonschema::Draft::Draft201909,
                _ => jsonschema::Draft::Draft202012,
            };
            jsonschema::options().with_draft(draft).should_validate_formats(true).build(&schema).ok()
        };
        let validator = self.validator.get_or_init(build).as_ref();
        validator.is_some_and(|validator| validator.is_valid(&serde_json::Value::from(text)))
    }
}
