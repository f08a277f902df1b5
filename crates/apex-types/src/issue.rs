//! Reasons why a schema cannot become Apex, each with a code and a fix.

use std::fmt;

use planwright_schema::ErrorKind;

/// A reason why a schema cannot become Apex.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ApexIssue {
    /// The root of a schema is not an object, a list or a map, so it cannot become a class.
    NotAnObject,
    /// A type of another folder is required.
    OtherFolder {
        /// Name of the type.
        name: String,
    },
    /// The class name is invalid.
    ClassName {
        /// Name of the class.
        name: String,
        /// Maximum number of characters.
        limit: usize,
    },
    /// One class name is given for several folders.
    OneClassOnly {
        /// Name of the class.
        name: String,
    },
    /// A requested root is not in the set.
    NoSuchRoot,
}

impl ApexIssue {
    /// Returns the code for this kind of issue.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NotAnObject => "APEX_NOT_AN_OBJECT",
            Self::OtherFolder { .. } => "APEX_OTHER_FOLDER",
            Self::ClassName { .. } => "APEX_CLASS_NAME",
            Self::OneClassOnly { .. } => "APEX_ONE_CLASS_ONLY",
            Self::NoSuchRoot => "APEX_NO_SUCH_ROOT",
        }
    }
}

impl From<ApexIssue> for ErrorKind {
    fn from(issue: ApexIssue) -> Self {
        Self::Unsupported { code: issue.code(), message: issue.to_string() }
    }
}

impl fmt::Display for ApexIssue {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: ", self.code())?;
        match self {
            Self::NotAnObject => out.write_str(
                "an Apex class represents an object, a list or a map, but this root allows other values; exclude the file with --root, or put the value into a property",
            ),
            Self::OtherFolder { name } => {
                write!(out, "{name:?} is from a different folder, but a class contains the types of one folder; put both schemas into one folder")
            }
            Self::ClassName { name, limit } => write!(
                out,
                "{name:?} cannot be the class; name one with --class: a letter, then letters, digits and single underscores, at most {limit} characters, no word that Apex or its platform keeps"
            ),
            Self::OneClassOnly { name } => {
                write!(out, "{name:?} cannot be the class of several folders; leave --class out, or give one folder")
            }
            Self::NoSuchRoot => out.write_str("no schema of this name is in the set; --root requires a path below --schema"),
        }
    }
}
