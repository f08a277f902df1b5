//! What Apex cannot say of a schema: a code each, and how to mend it.

use std::fmt;

use planwright_schema::ErrorKind;

/// One reason why a schema cannot become Apex.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ApexIssue {
    /// A member is called by a word that Apex keeps for itself.
    ReservedWord {
        /// The member.
        name: String,
    },
    /// A member is called what no Apex variable can be called.
    NotAnIdentifier {
        /// The member.
        name: String,
    },
    /// Two members are one to Apex, which does not look at case.
    SameName {
        /// The later member.
        name: String,
        /// The earlier one.
        other: String,
    },
    /// The name of an inner class is too long.
    TypeName {
        /// The name.
        name: String,
        /// How many characters it may have.
        limit: usize,
    },
    /// The root of a schema is no object, so no class can stand for it.
    NotAnObject,
    /// A type of another folder is needed.
    OtherFolder {
        /// The type.
        name: String,
    },
    /// Lists or maps inside each other hold objects that need a reader of their own.
    NestedUntyped,
    /// The class cannot be called so.
    ClassName {
        /// The name.
        name: String,
        /// How many characters it may have.
        limit: usize,
    },
    /// One class name is given for several folders.
    OneClassOnly {
        /// The name.
        name: String,
    },
    /// A root is asked for that the set does not have.
    NoSuchRoot,
}

impl ApexIssue {
    /// The code that stands for this kind of issue.
    pub fn code(&self) -> &'static str {
        match self {
            Self::ReservedWord { .. } => "APEX_RESERVED_WORD",
            Self::NotAnIdentifier { .. } => "APEX_NOT_AN_IDENTIFIER",
            Self::SameName { .. } => "APEX_SAME_NAME",
            Self::TypeName { .. } => "APEX_TYPE_NAME",
            Self::NotAnObject => "APEX_NOT_AN_OBJECT",
            Self::OtherFolder { .. } => "APEX_OTHER_FOLDER",
            Self::NestedUntyped => "APEX_NESTED_UNTYPED",
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
            Self::ReservedWord { name } => {
                write!(out, "{name:?} is a reserved word of Apex; rename the member, for example to {:?}", format!("{name}Value"))
            }
            Self::NotAnIdentifier { name } => write!(
                out,
                "{name:?} cannot be an Apex variable; rename the member: a letter, then letters, digits and single underscores, none at the end"
            ),
            Self::SameName { name, other } => {
                write!(out, "{name:?} and {other:?} are one name to Apex, which ignores case; rename one of them")
            }
            Self::TypeName { name, limit } => write!(
                out,
                "the type would be called {name:?}, and an Apex class has at most {limit} characters; move the schema to a definition with a shorter name"
            ),
            Self::NotAnObject => out.write_str(
                "an Apex class stands for an object with named members, and this root has none, or allows other values; leave the file out with --root, or put the value into a member",
            ),
            Self::OtherFolder { name } => {
                write!(out, "{name:?} is of another folder, and a class holds the types of one; put both schemas into one folder")
            }
            Self::NestedUntyped => out.write_str(
                "Apex cannot read objects with untyped members from lists or maps inside each other; put the inner list or map into a member of an object",
            ),
            Self::ClassName { name, limit } => write!(
                out,
                "{name:?} cannot be the class; name one with --class: a letter, then letters, digits and single underscores, at most {limit} characters, no word that Apex or its platform keeps"
            ),
            Self::OneClassOnly { name } => {
                write!(out, "{name:?} cannot be the class of several folders; leave --class out, or give one folder")
            }
            Self::NoSuchRoot => out.write_str("no schema of this name is in the set; --root takes a path below --schemas"),
        }
    }
}
