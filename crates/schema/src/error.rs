//! What can be wrong with a set of schemas: facts first, one sentence each in one place.

use std::fmt;

use planwright_source::Pointer;

use crate::codes;

/// One reason why a set of schemas cannot be compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// The file, as it is called in the set.
    pub file: String,
    /// Line and column of the place, both from 1; `None` where the text has no such place.
    pub line_column: Option<(usize, usize)>,
    /// Where in the document.
    pub pointer: Pointer,
    /// The keyword at fault, where one is.
    pub keyword: Option<String>,
    /// What is wrong.
    pub kind: ErrorKind,
}

/// The facts of an [`Error`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The text is not JSON, or a member stands twice.
    Text {
        /// What the parser says.
        message: String,
        /// How to mend it.
        help: Option<String>,
    },
    /// The document breaks the meta-schema of its dialect.
    Invalid {
        /// What the meta-schema says.
        message: String,
    },
    /// `$schema` names a dialect that is not known.
    UnknownDialect {
        /// The URI as written.
        uri: String,
    },
    /// A `$ref` leads nowhere.
    UnresolvedReference {
        /// The reference as written.
        reference: String,
    },
    /// A chain of `$ref` that comes back to itself without a schema in between.
    EndlessReference {
        /// The reference as written.
        reference: String,
    },
    /// One value would be compared with too many schemas inside each other.
    TooNested {
        /// How many are allowed.
        max: usize,
    },
    /// Schemas refer to each other in a chain that is too long.
    LongChain {
        /// How many schemas are allowed.
        max: usize,
    },
    /// One value would be compared with too many schemas.
    TooCostly {
        /// How many are allowed.
        max: u64,
    },
    /// The patterns of a file take too long to compile.
    CostlyPatterns {
        /// How many states are allowed.
        max: u64,
    },
    /// Something in a schema that is probably not meant. A warning: the schema is compiled as it is written.
    Lint {
        /// The stable name of this kind of warning.
        code: &'static str,
        /// What is doubtful, and what to write instead.
        message: String,
    },
    /// The document constrains nothing, so that every comparison or export of it would be empty.
    AssertsNothing,
    /// A `default` that its own schema refuses. A warning: the schema is compiled, and no type carries the default.
    BadDefault {
        /// What the schema says of it.
        message: String,
    },
    /// A keyword that only tells readers something, such as `examples`, is of a wrong type. A warning: it is left out.
    BadAnnotation {
        /// What it has to be.
        expected: String,
    },
    /// The schema passes its meta-schema but cannot be compiled to a validator.
    Uncompilable {
        /// What the validator's compiler says.
        message: String,
    },
    /// Two files or folders of the set go to the same Rust module or have the same `$id`.
    Ambiguous {
        /// What they share.
        what: String,
        /// The other one.
        other: String,
    },
    /// A target language cannot express it.
    Unsupported {
        /// The code of the problem, in the table of the back end that found it.
        code: &'static str,
        /// The code, what is wrong, and how to mend it.
        message: String,
    },
    /// An option asks for what cannot be. It has no place in a schema file.
    Option {
        /// The keys that lead to the option, such as `types`, `plans::Order`, `derives`, `0`.
        option: Vec<String>,
        /// Why not, and how to mend it.
        message: String,
    },
    /// The type generator refused a shape. This is a defect of ours: please report it with the schema.
    Backend {
        /// What it said.
        message: String,
    },
}

impl ErrorKind {
    /// The stable name of this kind of problem.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Unsupported { code, .. } | Self::Lint { code, .. } => code,
            Self::BadDefault { .. } => codes::DEFAULT_INVALID,
            Self::AssertsNothing => codes::ASSERTS_NOTHING,
            _ => "INVALID_SCHEMA",
        }
    }
}

/// The errors of a stage in the order of the text, each once.
pub fn in_order(mut errors: Vec<Error>) -> Vec<Error> {
    errors.sort_by(|one, other| {
        (&one.file, one.line_column, &one.pointer).cmp(&(&other.file, other.line_column, &other.pointer))
    });
    errors.dedup();
    errors
}

/// `file:line:column: at /pointer: keyword `k`: what is wrong; how to mend it`.
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
                write!(out, "{uri:?} is no known dialect; use draft-04, -06, -07, 2019-09 or 2020-12")
            }
            Self::UnresolvedReference { reference } => {
                write!(out, "{reference:?} leads nowhere; it must name a schema in this set (nothing is fetched)")
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
                "a chain of more than {max} schemas begins here, each of which refers to the next; write some of them in place"
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
                "ASSERTS_NOTHING: the document constrains nothing and defines nothing, so it is no schema; name the part of it that is one, or write `true` where any value is meant",
            ),
            Self::BadDefault { message } => {
                write!(out, "the default breaks its own schema, so no type carries it: {message}")
            }
            Self::BadAnnotation { expected } => {
                write!(out, "it must be {expected}; it binds no document, so it is left out")
            }
            Self::Uncompilable { message } => write!(out, "cannot be compiled to a validator: {message}"),
            Self::Ambiguous { what, other } => write!(out, "{what} is that of {other} too; change one of them"),
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

impl std::error::Error for Error {}
