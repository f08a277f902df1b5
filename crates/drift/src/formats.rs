//! Formats that are asserted: the strings that have a format, and facts about all of these strings.
//!
//! Verdicts use the validator of `planwright check`, so that `check` accepts every witness. Proofs rest on the table
//! below: each shape and each inclusion must be true of every string that the validator accepts.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use jsonschema::{ValidationOptions, Validator};
use planwright_runtime::with_exact_formats;
use planwright_schema::Draft;
use serde_json::{Value, json};

/// Maximum length of a padded sample.
const MAX_PADDED: u64 = 2_000;
/// Maximum length of the local part of an email address.
const MAX_LOCAL: usize = 64;
/// Maximum length of a host name.
const MAX_HOST: usize = 253;

/// Format that a dialect asserts. A name with different meanings in two dialects is two formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Format {
    name: &'static str,
    /// Set if the format has the meaning of draft-04 and draft-06.
    is_legacy: bool,
}

/// Row of the table of formats.
struct KnownFormat {
    name: &'static str,
    /// ECMA-262 pattern that matches every string of the format.
    shape: Option<&'static str>,
    /// Pattern most of whose strings have the format. It gives candidates when other patterns restrict the string too.
    core: Option<&'static str>,
    /// Formats that accept every string of this one.
    within: &'static [&'static str],
    samples: &'static [&'static str],
}

// The validator accepts non-ASCII digits in some positions, so the shapes of dates and times do not require digits.
const DATE: Option<&str> = Some("^[\\x00-\\x7f]{4}-[\\x00-\\x7f]{2}-[\\x00-\\x7f]{2}$");
const DATE_TIME: Option<&str> = Some(
    "^[\\x00-\\x7f]{4}-[\\x00-\\x7f]{2}-[\\x00-\\x7f]{2}[Tt][\\x00-\\x7f]{2}:[\\x00-\\x7f]{2}:[\\x00-\\x7f]{2}[\\x00-\\x7f]+$",
);
const TIME: Option<&str> = Some("^[\\x00-\\x7f]{2}:[\\x00-\\x7f]{2}:[\\x00-\\x7f]{2}[\\x00-\\x7f]+$");
const SCHEME: Option<&str> = Some("^[A-Za-z][A-Za-z0-9+.-]*:");
const ADDRESS: Option<&str> = Some("^[a-z]+://[a-z0-9.-]+(/[A-Za-z0-9._~-]*)*$");
const RELATIVE: Option<&str> = Some("^([a-z]+://[a-z0-9.-]+)?(/[A-Za-z0-9._~-]+)*$");
const MAILBOX: Option<&str> = Some("^[A-Za-z0-9]+([._+-][A-Za-z0-9]+)*@[A-Za-z0-9]+([.-][A-Za-z0-9]+)*\\.[a-z]{2,}$");
const HOST: Option<&str> = Some("^[a-z0-9]+([.-][a-z0-9]+)*$");
const UUID: Option<&str> = Some("^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$");

static FORMATS: [KnownFormat; 19] = [
    KnownFormat {
        name: "date",
        shape: DATE,
        core: Some("^20[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])$"),
        within: &[],
        samples: &["2024-02-29"],
    },
    KnownFormat {
        name: "date-time",
        shape: DATE_TIME,
        core: Some(
            "^20[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])T[01][0-9]:[0-5][0-9]:[0-5][0-9](\\.[0-9]+)?(Z|[+-]0[0-9]:00)$",
        ),
        within: &[],
        samples: &["2024-02-29T12:30:00Z"],
    },
    KnownFormat {
        name: "duration",
        shape: Some("^P[0-9YMWDTHS]+$"),
        core: Some("^P[0-9]+D$"),
        within: &[],
        samples: &["P1D"],
    },
    KnownFormat { name: "email", shape: Some("@"), core: MAILBOX, within: &[], samples: &["a@b.co", "a@example.com"] },
    KnownFormat {
        name: "hostname",
        shape: Some("^[A-Za-z0-9.-]{1,253}$"),
        core: HOST,
        within: &[],
        samples: &["a", "example.com"],
    },
    KnownFormat {
        name: "idn-email",
        shape: Some("@"),
        core: MAILBOX,
        within: &[],
        samples: &["a@b.co", "a@example.com", "a@b\u{fc}cher.example"],
    },
    KnownFormat {
        name: "idn-hostname",
        shape: None,
        core: HOST,
        within: &[],
        samples: &["a", "example.com", "b\u{fc}cher.example"],
    },
    KnownFormat {
        name: "ipv4",
        shape: Some("^[0-9]{1,3}\\.[0-9]{1,3}\\.[0-9]{1,3}\\.[0-9]{1,3}$"),
        core: Some("^1?[1-9]?[0-9](\\.1?[1-9]?[0-9]){3}$"),
        within: &[],
        samples: &["192.0.2.1"],
    },
    KnownFormat {
        name: "ipv6",
        shape: Some("^[0-9A-Fa-f:.]{2,45}$"),
        core: Some("^([0-9a-f]{1,4}:){7}[0-9a-f]{1,4}$"),
        within: &[],
        samples: &["::1", "2001:db8::1"],
    },
    KnownFormat {
        name: "iri",
        shape: SCHEME,
        core: ADDRESS,
        within: &["iri-reference"],
        samples: &["https://example.com/a", "https://example.com/\u{fc}"],
    },
    KnownFormat {
        name: "iri-reference",
        shape: None,
        core: RELATIVE,
        within: &[],
        samples: &["", "a", "\u{fc}", "https://example.com/a"],
    },
    KnownFormat {
        name: "json-pointer",
        shape: Some("^(/|$)"),
        core: Some("^(/[A-Za-z0-9_-]*)*$"),
        within: &[],
        samples: &["", "/a/b"],
    },
    KnownFormat { name: "regex", shape: None, core: Some("^[A-Za-z0-9^$ -]*$"), within: &[], samples: &["", "^a$"] },
    KnownFormat {
        name: "relative-json-pointer",
        shape: Some("^[0-9]"),
        core: Some("^[0-9](/[A-Za-z0-9_-]*)*$"),
        within: &[],
        samples: &["0", "1/a"],
    },
    KnownFormat {
        name: "time",
        shape: TIME,
        core: Some("^[01][0-9]:[0-5][0-9]:[0-5][0-9](\\.[0-9]+)?(Z|[+-]0[0-9]:00)$"),
        within: &[],
        samples: &["12:30:00Z"],
    },
    KnownFormat {
        name: "uri",
        shape: SCHEME,
        core: ADDRESS,
        within: &["iri", "iri-reference", "uri-reference"],
        samples: &["https://example.com/a", "http://example.com/", "urn:a:b"],
    },
    KnownFormat {
        name: "uri-reference",
        shape: None,
        core: RELATIVE,
        within: &["iri-reference"],
        samples: &["", "a", "/a/b", "https://example.com/a"],
    },
    KnownFormat { name: "uri-template", shape: None, core: RELATIVE, within: &[], samples: &["", "/{id}"] },
    KnownFormat {
        name: "uuid",
        shape: UUID,
        core: UUID,
        within: &[],
        samples: &["123e4567-e89b-12d3-a456-426614174000"],
    },
];

/// Strings that match few formats.
const UNFORMATTED_SAMPLES: [&str; 9] =
    ["no format at all", "(", "{", "%", "http://[", "Ab1-xyz_", "12345678", "aA1!aaaa", "0"];

/// Returns validator options that assert formats exactly as `planwright check` does, or not at all.
pub(crate) fn options(draft: Draft, is_asserted: bool) -> ValidationOptions<'static> {
    let options = jsonschema::options().with_draft(draft.into()).should_validate_formats(is_asserted);
    with_exact_formats(options, draft.into())
}

/// Checks whether `check` asserts a format of this name in a dialect. Any other name is an annotation.
pub(crate) fn is_asserted(draft: Draft, name: &str) -> bool {
    options(draft, true).is_known_format(draft.into(), name)
}

/// Checks whether a specification defines a format of this name.
pub(crate) fn is_specified(name: &str) -> bool {
    FORMATS.iter().any(|known| known.name == name)
}

/// Returns sample strings: some for each format, and some that match no format.
pub(crate) fn samples() -> impl Iterator<Item = &'static str> {
    UNFORMATTED_SAMPLES.into_iter().chain(FORMATS.iter().flat_map(|known| known.samples.iter().copied()))
}

impl Format {
    /// Returns the format of this name in a dialect that asserts it, or `None` if the table does not contain it.
    pub(crate) fn named(draft: Draft, name: &str) -> Option<Self> {
        let is_legacy = name == "hostname" && matches!(draft, Draft::Draft4 | Draft::Draft6);
        FORMATS.iter().find(|known| known.name == name).map(|known| Self { name: known.name, is_legacy })
    }

    pub(crate) fn name(self) -> &'static str {
        self.name
    }

    /// Checks whether a string has the format. Returns `None` if the validator does not compile.
    pub(crate) fn accepts(self, text: &str) -> Option<bool> {
        static VALIDATORS: LazyLock<BTreeMap<Format, Validator>> = LazyLock::new(|| {
            let modern =
                FORMATS.iter().map(|known| (Format { name: known.name, is_legacy: false }, Draft::Draft202012));
            let all = modern.chain([(Format { name: "hostname", is_legacy: true }, Draft::Draft4)]);
            let built = all.filter_map(|(format, draft)| {
                let schema = json!({ "format": format.name });
                Some((format, options(draft, true).build(&schema).ok()?))
            });
            built.collect()
        });
        VALIDATORS.get(&self).map(|validator| validator.is_valid(&Value::from(text)))
    }

    /// Returns a pattern that matches every string of the format.
    pub(crate) fn shape(self) -> Option<&'static str> {
        self.row().shape
    }

    /// Returns a pattern most of whose strings have the format.
    pub(crate) fn core(self) -> Option<&'static str> {
        self.row().core
    }

    /// Checks whether every string of this format certainly has the other one.
    pub(crate) fn is_within(self, other: Self) -> bool {
        self == other || !self.is_legacy && !other.is_legacy && self.row().within.contains(&other.name)
    }

    /// Returns strings of the format, including some whose length equals one of the bounds.
    pub(crate) fn candidates(self, min: u64, max: Option<u64>) -> Vec<String> {
        let samples = self.row().samples.iter().map(|sample| (*sample).to_owned());
        let lengths = [Some(min), max].into_iter().flatten().filter(|length| *length <= MAX_PADDED);
        samples.chain(lengths.filter_map(|length| self.padded(usize::try_from(length).ok()?))).collect()
    }

    fn row(self) -> &'static KnownFormat {
        // Every format is created from a row, so the fallback is never used.
        FORMATS.iter().find(|known| known.name == self.name).unwrap_or(&FORMATS[0])
    }

    /// Returns a string of the format with exactly this length, if one is easy to build.
    fn padded(self, length: usize) -> Option<String> {
        let fill = |start: &str, with: char, end: &str| {
            let missing = length.checked_sub(start.len() + end.len())?;
            Some(format!("{start}{}{end}", with.to_string().repeat(missing)))
        };
        match self.name {
            "date-time" => fill("2024-02-29T12:30:00.0", '0', "Z"),
            "time" => fill("12:30:00.0", '0', "Z"),
            "email" | "idn-email" => {
                let local = length.checked_sub(5)?.clamp(1, MAX_LOCAL);
                Some(format!("{}@{}", "a".repeat(local), host(length.checked_sub(local + 1)?)?))
            }
            "hostname" | "idn-hostname" => host(length),
            "json-pointer" => fill("/", 'a', ""),
            "regex" => fill("", 'a', ""),
            "relative-json-pointer" => fill("0/", 'a', ""),
            "uri" | "uri-reference" | "iri" | "iri-reference" | "uri-template" => fill("urn:a:", 'a', ""),
            _ => None,
        }
    }
}

/// Returns a host name of this length.
fn host(length: usize) -> Option<String> {
    const LABEL_LENGTH: usize = 50;
    let is_dot = |at: usize| at % (LABEL_LENGTH + 1) == LABEL_LENGTH && at + 1 < length;
    (1..=MAX_HOST).contains(&length).then(|| (0..length).map(|at| if is_dot(at) { '.' } else { 'a' }).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pattern::Patterns;

    fn all() -> impl Iterator<Item = Format> {
        let modern = FORMATS.iter().map(|known| Format { name: known.name, is_legacy: false });
        modern.chain([Format { name: "hostname", is_legacy: true }])
    }

    /// Returns strings close to every format: samples, padded samples, and each of them with one character changed.
    fn many() -> Vec<String> {
        let mut texts: Vec<String> = samples().map(str::to_owned).collect();
        for text in texts.clone() {
            for (at, old) in text.char_indices().take(24) {
                for new in ["9", "Z", ":", "@", "é", ",", ""] {
                    texts.push(format!("{}{new}{}", &text[..at], &text[at + old.len_utf8()..]));
                }
            }
        }
        for format in all() {
            texts.extend([20, 70].into_iter().filter_map(|length| format.padded(length)));
        }
        texts.sort();
        texts.dedup();
        texts.extend(
            ["P1Y2M3DT4H5M6S", "P2W", "PT0.5S", "P1,5D", "2024-02-29t12:30:00.5+01:00", "[::1]"].map(str::to_owned),
        );
        texts
    }

    #[test]
    fn every_sample_has_its_format_and_every_shape_finds_all_that_have_it() {
        let mut patterns = Patterns::default();
        let texts = many();
        for format in all() {
            for sample in format.row().samples {
                assert_eq!(format.accepts(sample), Some(true), "{format:?} {sample:?}");
            }
            for text in (0..300).step_by(7).filter_map(|length| Some((length, format.padded(length)?))) {
                assert_eq!(text.1.chars().count(), text.0, "{format:?}");
                assert_eq!(format.accepts(&text.1), Some(true), "{format:?} {text:?}");
            }
            assert!(
                UNFORMATTED_SAMPLES.iter().any(|text| format.accepts(text) == Some(false)),
                "{format:?} accepts every string"
            );
            let accepted: Vec<&String> = texts.iter().filter(|text| format.accepts(text) == Some(true)).collect();
            for text in &accepted {
                if let Some(shape) = format.shape() {
                    assert_eq!(patterns.is_match(shape, text), Some(true), "{format:?} {text:?}");
                }
                for other in all().filter(|other| format.is_within(*other)) {
                    assert_eq!(other.accepts(text), Some(true), "{format:?} in {other:?}: {text:?}");
                }
            }
        }
    }

    #[test]
    fn dialects_assert_the_formats_that_check_asserts() {
        assert!(FORMATS.iter().all(|known| is_asserted(Draft::Draft202012, known.name)));
        assert!(is_asserted(Draft::Draft4, "uuid"), "planwright asserts it in every dialect");
        assert!(!is_asserted(Draft::Draft7, "duration") && !is_asserted(Draft::Draft4, "iri"));
        assert!(!is_asserted(Draft::Draft202012, "period") && !is_asserted(Draft::Draft202012, "color"));
    }
}
