//! Formats that are checked here, without the validator.

use planwright_source::string_formats::{FormatTest, format_test};

/// A format, which checks one string at a time.
pub struct FormatCheck {
    name: &'static str,
    test: Option<FormatTest>,
    #[cfg(feature = "validator")]
    by_validator: super::by_validator::ValidatedFormat,
}

impl FormatCheck {
    /// Returns the name of the format.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Returns a format of a dialect, which is identified by its name in the validator.
    ///
    /// # Panics
    ///
    /// Panics at compile time for a format that only the validator checks, in a crate without the validator.
    #[cfg(feature = "validator")]
    pub const fn new(name: &'static str, draft: &'static str) -> Self {
        Self { name, test: format_test(name, draft), by_validator: super::by_validator::ValidatedFormat::new(draft) }
    }

    /// Returns a format of a dialect, which is identified by its name in the validator.
    ///
    /// # Panics
    ///
    /// Panics at compile time for a format that only the validator checks.
    #[cfg(not(feature = "validator"))]
    pub const fn new(name: &'static str, draft: &'static str) -> Self {
        let test = format_test(name, draft);
        assert!(
            test.is_some() || !is_left_to_the_validator(name),
            "a schema asserts a format that only the run-time validator checks: turn on the feature `validator` of `planwright-runtime`"
        );
        Self { name, test }
    }

    /// Returns whether a string has the format. Every string has an unknown format.
    pub fn holds(&self, text: &str) -> bool {
        match self.test {
            Some(is_of_it) => is_of_it(text),
            #[cfg(feature = "validator")]
            None => self.by_validator.holds(self.name, text),
            #[cfg(not(feature = "validator"))]
            None => true,
        }
    }
}

impl std::fmt::Debug for FormatCheck {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("FormatCheck").field("name", &self.name).finish_non_exhaustive()
    }
}

/// Returns whether only the validator checks a format, in some dialect.
#[cfg(not(feature = "validator"))]
const fn is_left_to_the_validator(name: &str) -> bool {
    matches!(name.as_bytes(), b"email" | b"hostname" | b"idn-email" | b"idn-hostname" | b"regex")
}

#[cfg(all(test, feature = "validator"))]
mod tests;
