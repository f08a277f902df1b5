//! What a caller may choose.

/// Choices that hold for a whole run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// API version of the classes.
    pub api_version: ApiVersion,
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

#[cfg(test)]
mod tests {
    use super::*;

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
