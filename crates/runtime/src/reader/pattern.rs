//! Patterns as automata over bytes, and formats.

/// A pattern that is searched in a text, as a table made when the code was generated.
///
/// State 0 finds nothing any more, state 1 has found a match; each further state has a row with its next state for each class
/// of bytes, and at last for the end of the text.
#[derive(Debug)]
pub struct PatternTable {
    /// The pattern.
    pub pattern: &'static str,
    /// The class of each byte.
    pub classes: [u8; 256],
    /// The rows of the states from 2 on.
    pub next: &'static [u8],
    /// How long a row is.
    pub width: usize,
}

impl PatternTable {
    /// The table of classes from the ranges of bytes that are not of class 0: first, last and class.
    pub const fn classes(ranges: &[(u8, u8, u8)]) -> [u8; 256] {
        let mut classes = [0; 256];
        let mut index = 0;
        while index < ranges.len() {
            let (first, last, class) = ranges[index];
            let mut byte = first;
            loop {
                classes[byte as usize] = class;
                if byte == last {
                    break;
                }
                byte += 1;
            }
            index += 1;
        }
        classes
    }

    /// Whether the pattern is found.
    pub fn finds(&self, text: &str) -> bool {
        let (mut state, mut row) = (2, self.row(2));
        for byte in text.bytes() {
            let next = row.get(usize::from(self.classes[usize::from(byte)])).copied().map_or(0, usize::from);
            // Most bytes leave the state as it is; then no byte waits for the one before it.
            if next == state {
                continue;
            }
            if next < 2 {
                return next == 1;
            }
            (state, row) = (next, self.row(next));
        }
        row.last() == Some(&1)
    }

    /// The next states of one state; none of a state that there is not.
    fn row(&self, state: usize) -> &'static [u8] {
        let start = (state - 2) * self.width;
        self.next.get(start..start + self.width).unwrap_or_default()
    }
}

/// A format that the validator knows, asked of one text at a time.
pub struct FormatCheck {
    name: &'static str,
    draft: &'static str,
    validator: ::std::sync::OnceLock<::std::option::Option<::jsonschema::Validator>>,
}

impl FormatCheck {
    /// The name of the format.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// A format as a dialect has it, by the name that the validator gives the dialect.
    pub const fn new(name: &'static str, draft: &'static str) -> Self {
        Self { name, draft, validator: ::std::sync::OnceLock::new() }
    }

    /// Whether a text has the format.
    pub fn holds(&self, text: &str) -> bool {
        if self.name == "uuid" {
            return super::super::formats::is_uuid(text);
        }
        let build = || {
            let schema = ::serde_json::json!({ "format": self.name });
            let draft = match self.draft {
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

impl ::std::fmt::Debug for FormatCheck {
    fn fmt(&self, out: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        out.debug_struct("FormatCheck").field("name", &self.name).finish_non_exhaustive()
    }
}
