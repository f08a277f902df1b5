//! Rendering options, and the validated types of their values.

/// Version of the runtime: that of Planwright, without the label of a pre-release, which packages cannot have.
pub const RUNTIME_VERSION: &str = concat!(
    env!("CARGO_PKG_VERSION_MAJOR"),
    ".",
    env!("CARGO_PKG_VERSION_MINOR"),
    ".",
    env!("CARGO_PKG_VERSION_PATCH")
);

/// Options of a whole run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// API version of the classes.
    pub api_version: ApiVersion,
    /// True if the classes are packaged. Entry points of packaged classes are `global`.
    pub packaged: bool,
}

/// Version of the Salesforce API, such as 65.0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ApiVersion(u16);

/// Error for a string or number that is not a supported API version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidApiVersion {
    /// The rejected value.
    pub given: String,
}

impl ApiVersion {
    /// First supported version: the classes use user mode in `Database` methods and `??`, which came with 60.0.
    pub const FIRST: Self = Self(60);
    /// Last supported version.
    pub const LAST: Self = Self(99);

    /// Creates a version from its major number.
    pub fn new(major: u16) -> Result<Self, InvalidApiVersion> {
        let version = Self(major);
        if (Self::FIRST..=Self::LAST).contains(&version) {
            Ok(version)
        } else {
            Err(InvalidApiVersion { given: major.to_string() })
        }
    }

    /// Returns the major number.
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

    /// Parses `65` or `65.0`.
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
        write!(f, "{:?} is not an API version from {} to {}", self.given, ApiVersion::FIRST, ApiVersion::LAST)
    }
}

impl std::error::Error for InvalidApiVersion {}

/// Namespace of a managed package, such as `acme`.
///
/// Only references to a class from outside of Apex contain the namespace. File names and manifest entries do not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Namespace(String);

/// Error for a string that is not a namespace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidNamespace {
    /// The rejected string.
    pub given: String,
}

impl Namespace {
    /// Returns whether `prefix` is this namespace. Letter case does not matter.
    pub(crate) fn is(&self, prefix: &str) -> bool {
        self.0.eq_ignore_ascii_case(prefix)
    }

    /// Returns the name of a class as metadata outside of Apex writes it, with the namespace if there is one.
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
        write!(f, "{:?} is not a namespace: {rule}", self.given)
    }
}

impl std::error::Error for InvalidNamespace {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn namespaces_are_validated() {
        let acme: Namespace = "acme".parse().expect("a namespace");
        assert_eq!(Namespace::class(Some(&acme), "X"), "acme__X");
        assert_eq!(Namespace::class(None, "X"), "X");
        for text in ["", "1a", "a__b", "a_", "sixteenlettersss", "a-b", "a<b"] {
            assert!(text.parse::<Namespace>().is_err(), "{text}");
        }
    }

    #[test]
    fn versions_are_parsed_and_formatted() {
        assert_eq!(Options::default().api_version.to_string(), "65.0");
        assert_eq!("62".parse::<ApiVersion>().map(|version| version.to_string()), Ok("62.0".to_owned()));
        assert_eq!("65.0".parse::<ApiVersion>(), ApiVersion::new(65));
        for text in ["", "59", "65.1", "100", "+65", "6.0", "65.0.0", "x"] {
            assert!(text.parse::<ApiVersion>().is_err(), "{text}");
        }
    }
}
