//! What a caller may choose.

/// Choices that hold for a whole run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// API version of the classes.
    pub api_version: ApiVersion,
    /// Whether the classes are part of a package, in whose orgs flows and agents call them: what those call is `global`.
    pub packaged: bool,
}

/// A version of the platform's API, such as 65.0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ApiVersion(u16);

/// A text or number that is no version we can write for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidApiVersion {
    /// What was given.
    pub given: String,
}

impl ApiVersion {
    /// The first version with everything that the classes use: user mode in `Database` methods and `??` are from 60.0 on.
    pub const FIRST: Self = Self(60);
    /// The last version that we dare to write.
    pub const LAST: Self = Self(99);

    /// A version by its number before the point.
    pub fn new(major: u16) -> Result<Self, InvalidApiVersion> {
        let version = Self(major);
        if (Self::FIRST..=Self::LAST).contains(&version) {
            Ok(version)
        } else {
            Err(InvalidApiVersion { given: major.to_string() })
        }
    }

    /// The number before the point.
    pub fn major(self) -> u16 {
        self.0
    }
}

impl Default for ApiVersion {
    fn default() -> Self {
        Self(65)
    }
}

impl std::str::FromStr for ApiVersion {
    type Err = InvalidApiVersion;

    /// Reads `65` or `65.0`.
    fn from_str(text: &str) -> Result<Self, InvalidApiVersion> {
        let invalid = || InvalidApiVersion { given: text.to_owned() };
        let digits = text.strip_suffix(".0").unwrap_or(text);
        let plain = digits.len() == 2 && digits.bytes().all(|byte| byte.is_ascii_digit());
        let major = digits.parse().ok().filter(|_| plain).ok_or_else(invalid)?;
        Self::new(major).map_err(|_| invalid())
    }
}

impl std::fmt::Display for ApiVersion {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.0", self.0)
    }
}

impl std::fmt::Display for InvalidApiVersion {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} is no API version from {} to {}", self.given, ApiVersion::FIRST, ApiVersion::LAST)
    }
}

impl std::error::Error for InvalidApiVersion {}

/// The namespace in which an org knows the classes, such as `acme`. Only what refers to a class from outside of Apex writes it;
/// names of files and members of a manifest never have one of their own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Namespace(String);

/// A text that is no namespace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidNamespace {
    /// What was given.
    pub given: String,
}

impl Namespace {
    /// Whether a prefix is this namespace, in any case of letters.
    pub(crate) fn is(&self, prefix: &str) -> bool {
        self.0.eq_ignore_ascii_case(prefix)
    }

    /// How something outside of Apex names a class, in this namespace or in none.
    pub(crate) fn class(namespace: Option<&Self>, class: &str) -> String {
        namespace.map_or_else(|| class.to_owned(), |namespace| format!("{}__{class}", namespace.0))
    }
}

impl std::str::FromStr for Namespace {
    type Err = InvalidNamespace;

    fn from_str(text: &str) -> Result<Self, InvalidNamespace> {
        let letters = text.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
        let edges = text.starts_with(|letter: char| letter.is_ascii_alphabetic()) && !text.ends_with('_');
        if letters && edges && text.len() <= 15 && !text.contains("__") {
            Ok(Self(text.to_owned()))
        } else {
            Err(InvalidNamespace { given: text.to_owned() })
        }
    }
}

impl std::fmt::Display for Namespace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::fmt::Display for InvalidNamespace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let rule = "a letter, then letters, digits and single underscores, at most 15 in all";
        write!(f, "{:?} is no namespace: {rule}", self.given)
    }
}

impl std::error::Error for InvalidNamespace {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn namespaces_are_names() {
        let acme: Namespace = "acme".parse().expect("a namespace");
        assert_eq!(Namespace::class(Some(&acme), "X"), "acme__X");
        assert_eq!(Namespace::class(None, "X"), "X");
        for text in ["", "1a", "a__b", "a_", "sixteenlettersss", "a-b", "a<b"] {
            assert!(text.parse::<Namespace>().is_err(), "{text}");
        }
    }

    #[test]
    fn versions_are_read_and_written() {
        assert_eq!(Options::default().api_version.to_string(), "65.0");
        assert_eq!("62".parse::<ApiVersion>().map(|version| version.to_string()), Ok("62.0".to_owned()));
        assert_eq!("65.0".parse::<ApiVersion>(), ApiVersion::new(65));
        for text in ["", "59", "65.1", "100", "+65", "6.0", "65.0.0", "x"] {
            assert!(text.parse::<ApiVersion>().is_err(), "{text}");
        }
    }
}
