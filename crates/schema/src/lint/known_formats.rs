//! Names of known formats.

use super::nearest;

/// Formats of the specifications, and of the format registry of `OpenAPI`.
const FORMATS: &[&str] = &[
    "base64url",
    "binary",
    "byte",
    "char",
    "color",
    "commonmark",
    "date",
    "date-time",
    "date-time-local",
    "decimal",
    "decimal128",
    "double",
    "double-int",
    "duration",
    "email",
    "float",
    "hostname",
    "html",
    "http-date",
    "idn-email",
    "idn-hostname",
    "int16",
    "int32",
    "int64",
    "int8",
    "ip-address",
    "ipv4",
    "ipv6",
    "iri",
    "iri-reference",
    "json-pointer",
    "media-range",
    "password",
    "phone",
    "regex",
    "relative-json-pointer",
    "sf-binary",
    "sf-boolean",
    "sf-decimal",
    "sf-integer",
    "sf-string",
    "sf-token",
    "single-int",
    "style",
    "time",
    "time-local",
    "uint16",
    "uint32",
    "uint64",
    "uint8",
    "uri",
    "uri-reference",
    "uri-template",
    "utc-millisec",
    "uuid",
];

/// Checks that a format is known.
///
/// # Errors
///
/// Returns the most similar known format, if there is one.
pub fn known_format(word: &str) -> Result<(), Option<&'static str>> {
    if FORMATS.contains(&word) { Ok(()) } else { Err(nearest(word, FORMATS.iter().copied())) }
}
