//! Errors and warnings about a set of schemas.
//!
//! An [`Error`] contains only facts. Its message is written in one place, the `Display` implementation.

use std::fmt;

use planwright_source::Pointer;

use crate::{codes, draft};

/// A problem in a set of schemas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// Name of the file in the set.
    pub file: String,
    /// Line and column, both starting at 1, or `None` if the location is not in the source.
    pub line_column: Option<(usize, usize)>,
    /// Location in the document.
    pub pointer: Pointer,
    /// The keyword at fault, if there is one.
    pub keyword: Option<String>,
    /// The facts of the problem.
    pub kind: ErrorKind,
}

/// The facts of an [`Error`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The source is not JSON, an object has a duplicate property, or a description of an API or a list of tools is
    /// malformed.
    Text {
        /// Message of the parser.
        message: String,
        /// How to fix it.
        help: Option<String>,
    },
    /// The document violates the meta-schema of its dialect.
    Invalid {
        /// Message of the meta-schema's validator.
        message: String,
    },
    /// `$schema` names an unknown dialect.
    UnknownDialect {
        /// The URI as written.
        uri: String,
    },
    /// A `$ref` has no target.
    UnresolvedReference {
        /// The reference as written.
        reference: String,
    },
    /// A `$ref` names a document that is not in the set.
    MissingDocument {
        /// The reference as written.
        reference: String,
        /// URI of the document.
        uri: String,
    },
    /// A file has no schema of a name.
    UnknownPart {
        /// The name or JSON Pointer. Empty if none was given.
        part: String,
        /// Names of the schemas in the file.
        known: Vec<String>,
    },
    /// A chain of `$ref` that leads back to itself without a schema in between.
    EndlessReference {
        /// The reference as written.
        reference: String,
    },
    /// One value would be validated against too many nested schemas.
    TooNested {
        /// Maximum number of nested schemas.
        max: usize,
    },
    /// A chain of schemas that refer to each other is too long.
    LongChain {
        /// Maximum number of schemas.
        max: usize,
    },
    /// One value would be validated against too many schemas.
    TooCostly {
        /// Maximum number of schemas.
        max: u64,
    },
    /// The patterns of a file take too long to compile.
    CostlyPatterns {
        /// Maximum number of states.
        max: u64,
    },
    /// A part of a schema that is probably a mistake. This is a warning: the schema is compiled as it is written.
    Lint {
        /// Stable code of the warning.
        code: &'static str,
        /// What is doubtful, and what to write instead.
        message: String,
    },
    /// The document constrains nothing, so that every comparison or export of it would be empty.
    AssertsNothing,
    /// A `default` that its own schema rejects. This is a warning: the schema is compiled, and no type carries the
    /// default.
    BadDefault {
        /// Message of the validator.
        message: String,
    },
    /// An annotation such as `examples` has a value of the wrong type. This is a warning: the annotation is left out.
    BadAnnotation {
        /// Description of the expected type.
        expected: String,
    },
    /// The schema is valid under its meta-schema but cannot be compiled to a validator.
    Uncompilable {
        /// Message of the validator's compiler.
        message: String,
    },
    /// Two files or folders of the set map to the same Rust module or have the same `$id`.
    Ambiguous {
        /// The shared name.
        what: String,
        /// The other file or folder.
        other: String,
        /// `true` if the two are in different files, which can be compiled separately.
        are_separable: bool,
    },
    /// A target language cannot express the schema.
    Unsupported {
        /// Code of the problem, from the table of the back end that reported it.
        code: &'static str,
        /// The code, what is wrong, and how to fix it.
        message: String,
    },
    /// An option requests something impossible. It has no location in a schema file.
    Option {
        /// Keys that lead to the option, such as `types`, `plans::Order`, `derives`, `0`.
        option: Vec<String>,
        /// Why it is impossible, and how to fix it.
        message: String,
    },
    /// The type generator rejected a shape. This is a bug in Planwright: please report it with the schema.
    Backend {
        /// Message of the type generator.
        message: String,
    },
}

impl ErrorKind {
    /// Creates the warning about a dialect that is not known.
    pub(crate) fn unknown_dialect(named: &str, read_as: crate::draft::Draft) -> Self {
        let message = format!(
            "{named:?} is not a known dialect: the schema is read as {}; name that dialect, or give the meta-schema as a document",
            draft::uri(read_as)
        );
        Self::Lint { code: codes::UNKNOWN_DIALECT, message }
    }

    /// Returns the stable code of this kind of problem.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Unsupported { code, .. } | Self::Lint { code, .. } => code,
            Self::BadDefault { .. } => codes::DEFAULT_INVALID,
            Self::AssertsNothing => codes::ASSERTS_NOTHING,
            _ => "INVALID_SCHEMA",
        }
    }
}

/// Returns the errors of a stage in source order, without duplicates.
pub fn in_order(mut errors: Vec<Error>) -> Vec<Error> {
    errors.sort_by(|one, other| {
        (&one.file, one.line_column, &one.pointer).cmp(&(&other.file, other.line_column, &other.pointer))
    });
    errors.dedup();
    errors
}

/// Writes `file:line:column: at /pointer: keyword `k`: what is wrong; how to fix it`.
impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let ErrorKind::Option { .. } = self.kind {
            return self.kind.fmt(out);
        }
        out.write_str(&self.file)?;
        if let Some((line, column)) = self.line_column {
            write!(out, ":{line}:{column}")?;
        }
        let pointer = self.pointer.as_str();
        write!(out, ": at {}", if pointer.is_empty() { "the root" } else { pointer })?;
        if let Some(keyword) = &self.keyword {
            write!(out, ": `{keyword}`")?;
        }
        write!(out, ": {}", self.kind)
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text { message, help: None } => write!(out, "{message}"),
            Self::Text { message, help: Some(help) } => write!(out, "{message}; {help}"),
            Self::Invalid { message } => write!(out, "not a schema of its dialect: {message}"),
            Self::UnknownDialect { uri } => {
                write!(out, "{uri:?} is not a known dialect; use draft-04, -06, -07, 2019-09 or 2020-12")
            }
            Self::UnresolvedReference { reference } => {
                write!(out, "{reference:?} leads nowhere; it must name a schema in this set (nothing is fetched)")
            }
            Self::MissingDocument { reference, uri } => write!(
                out,
                "{reference:?} is in a document that is missing, and nothing is fetched; to supply the document, use --documents {uri}=FILE"
            ),
            Self::UnknownPart { part, known } if part.is_empty() => write!(
                out,
                "the file contains schemas and is not one itself; select a schema with FILE#NAME; {}",
                known_parts(part, known)
            ),
            Self::UnknownPart { part, known } => {
                write!(out, "the file has no schema {part:?}; {}", known_parts(part, known))
            }
            Self::EndlessReference { reference } => {
                write!(out, "{reference:?} comes back to itself without a schema in between")
            }
            Self::TooNested { max } => write!(
                out,
                "one value is compared with more than {max} schemas inside each other; shorten the chain of references and `allOf`: \
                 refer to its last schema directly"
            ),
            Self::LongChain { max } => write!(
                out,
                "a chain of more than {max} schemas starts here, where each refers to the next; replace some references with the schemas themselves"
            ),
            Self::TooCostly { max } => write!(
                out,
                "one value is compared with more than {max} schemas, because schemas refer to the same schema several times; refer to \
                 it once, or merge the branches"
            ),
            Self::CostlyPatterns { max } => write!(
                out,
                "the patterns up to here compile to more than {max} states; lower the counts of repetitions such as `{{1,1000}}`, or use \
                 `maxLength`"
            ),
            Self::Lint { code, message } => write!(out, "{code}: {message}"),
            Self::AssertsNothing => out.write_str(
                "ASSERTS_NOTHING: the document constrains nothing and defines nothing, so it is not a schema; name the part of it that is a schema, or write `true` to allow any value",
            ),
            Self::BadDefault { message } => {
                write!(out, "the default breaks its own schema, so no type carries it: {message}")
            }
            Self::BadAnnotation { expected } => {
                write!(out, "it must be {expected}; it binds no document, so it is left out")
            }
            Self::Uncompilable { message } => write!(out, "cannot be compiled to a validator: {message}"),
            Self::Ambiguous { what, other, are_separable } => {
                let instead = if *are_separable { ", or compile the files as two sets" } else { "" };
                write!(out, "{what} is that of {other} too; change one of them{instead}")
            }
            Self::Unsupported { message, .. } => out.write_str(message),
            Self::Option { option, message } => {
                let plain = |part: &String| part.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
                let parts = option.iter().map(|part| if plain(part) { part.clone() } else { format!("{part:?}") });
                write!(out, "option {}: {message}", parts.collect::<Vec<_>>().join("."))
            }
            Self::Backend { message } => {
                write!(out, "the type generator failed ({message}); this is a defect of planwright, please report it")
            }
        }
    }
}

/// Returns how to name a part of a file.
fn known_parts(part: &str, known: &[String]) -> String {
    const MAX_LISTED: usize = 10;
    let near = known.iter().filter(|name| name.len().abs_diff(part.len()) <= 2);
    let near = near.map(|name| (strsim::osa_distance(name, part), name)).min().filter(|(distance, _)| *distance <= 2);
    match near {
        Some((_, name)) => format!("did you mean {name:?}?"),
        None if known.is_empty() => "give the JSON Pointer of a schema".to_owned(),
        None => {
            let more = if known.len() > MAX_LISTED { ", …" } else { "" };
            let listed: Vec<&str> = known.iter().take(MAX_LISTED).map(String::as_str).collect();
            format!("known names: {}{more}", listed.join(", "))
        }
    }
}

impl std::error::Error for Error {}
