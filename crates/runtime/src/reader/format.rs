//! Formats that are checked here, without the validator.

use super::super::formats;
use super::uri;

/// Function that checks a format.
type FormatTest = fn(&str) -> bool;

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
        Self { name, test: test_of(name, draft), by_validator: super::by_validator::ValidatedFormat::new(draft) }
    }

    /// Returns a format of a dialect, which is identified by its name in the validator.
    ///
    /// # Panics
    ///
    /// Panics at compile time for a format that only the validator checks.
    #[cfg(not(feature = "validator"))]
    pub const fn new(name: &'static str, draft: &'static str) -> Self {
        let test = test_of(name, draft);
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

/// Returns the check of a format in a dialect. A format that a later dialect introduced accepts every string, as in the
/// validator.
const fn test_of(name: &str, draft: &str) -> Option<FormatTest> {
    let is_known = match name.as_bytes() {
        b"json-pointer" | b"uri-reference" | b"uri-template" => !is_one_of(draft, &["Draft4"]),
        b"iri" | b"iri-reference" | b"relative-json-pointer" => !is_one_of(draft, &["Draft4", "Draft6"]),
        b"duration" => !is_one_of(draft, &["Draft4", "Draft6", "Draft7"]),
        _ => true,
    };
    if !is_known {
        return Some(|_| true);
    }
    match name.as_bytes() {
        b"date" => Some(formats::is_date),
        b"date-time" => Some(formats::is_date_time),
        b"duration" => Some(is_duration),
        b"time" => Some(formats::is_time),
        b"ipv4" => Some(is_ipv4),
        b"ipv6" => Some(is_ipv6),
        b"iri" => Some(uri::is_iri),
        b"iri-reference" => Some(uri::is_iri_reference),
        b"json-pointer" => Some(is_json_pointer),
        b"relative-json-pointer" => Some(is_relative_json_pointer),
        b"uri" => Some(uri::is_uri),
        b"uri-reference" => Some(uri::is_uri_reference),
        b"uri-template" => Some(uri::is_uri_template),
        b"uuid" => Some(formats::is_uuid),
        _ => None,
    }
}

/// Returns whether a string is in a list.
const fn is_one_of(text: &str, others: &[&str]) -> bool {
    let mut other = 0;
    while other < others.len() {
        let (one, two) = (text.as_bytes(), others[other].as_bytes());
        let mut at = 0;
        while at < one.len() && at < two.len() && one[at] == two[at] {
            at += 1;
        }
        if at == one.len() && at == two.len() {
            return true;
        }
        other += 1;
    }
    false
}

/// Returns whether only the validator checks a format, in some dialect.
#[cfg(not(feature = "validator"))]
const fn is_left_to_the_validator(name: &str) -> bool {
    matches!(name.as_bytes(), b"email" | b"hostname" | b"idn-email" | b"idn-hostname" | b"regex")
}

fn is_ipv4(text: &str) -> bool {
    text.parse::<core::net::Ipv4Addr>().is_ok()
}

fn is_ipv6(text: &str) -> bool {
    text.parse::<core::net::Ipv6Addr>().is_ok()
}

/// Returns whether a string is a JSON Pointer of RFC 6901, in which `~` precedes 0 or 1.
fn is_json_pointer(text: &str) -> bool {
    let is_escaped = |after: &str| after.starts_with(['0', '1']);
    text.is_empty() || text.starts_with('/') && text.split('~').skip(1).all(is_escaped)
}

/// Returns whether a string is a relative JSON Pointer: a number of levels, followed by a pointer or `#`.
fn is_relative_json_pointer(text: &str) -> bool {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (levels, rest) = text.split_at(digits);
    let is_number = digits == 1 || digits > 1 && !levels.starts_with('0');
    is_number && (rest == "#" || is_json_pointer(rest))
}

/// Returns whether a string is a duration of RFC 3339: consecutive units, or only weeks.
fn is_duration(text: &str) -> bool {
    let Some(rest) = text.strip_prefix('P') else { return false };
    let (date, time) = rest.split_once('T').map_or((rest, None), |(date, time)| (date, Some(time)));
    match time {
        None => is_count_of_units(date, "W") || is_count_of_units(date, "YMD"),
        Some(time) => (date.is_empty() || is_count_of_units(date, "YMD")) && is_count_of_units(time, "HMS"),
    }
}

/// Returns whether a string consists of numbers with units, without a gap between the units.
fn is_count_of_units(text: &str, units: &str) -> bool {
    let mut rest = text;
    let mut expected = None;
    while !rest.is_empty() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let mut behind = rest.get(digits..).unwrap_or_default().chars();
        let unit = behind.next().and_then(|unit| units.find(unit));
        let Some(unit) = unit.filter(|unit| digits > 0 && expected.is_none_or(|expected| expected == *unit)) else {
            return false;
        };
        expected = Some(unit + 1);
        rest = behind.as_str();
    }
    expected.is_some()
}

#[cfg(all(test, feature = "validator"))]
mod tests;
