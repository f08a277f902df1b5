//! JSON Pointers (RFC 6901), which identify a value in a JSON document.

use std::borrow::Cow;
use std::fmt::{self, Write as _};
use std::str::FromStr;

use serde::{Serialize, Serializer};

/// A JSON Pointer (RFC 6901), always well-formed. The root is the empty string.
///
/// Pointers are ordered as strings, so `/a/10` comes before `/a/2`. The order suits sets and maps, but not output for
/// readers.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pointer(String);

impl Pointer {
    /// Returns the pointer to the whole document.
    pub fn root() -> Self {
        Self(String::new())
    }

    /// Returns whether this is the pointer to the whole document.
    pub fn is_root(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the pointer as RFC 6901 writes it, with escapes.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Appends the property `token`, with `~` and `/` escaped.
    pub fn push(&mut self, token: &str) {
        self.0.reserve(token.len() + 1);
        self.0.push('/');
        let mut rest = token;
        while let Some(at) = rest.find(['~', '/']) {
            let (plain, from) = rest.split_at(at);
            self.0.push_str(plain);
            self.0.push_str(if from.starts_with('~') { "~0" } else { "~1" });
            rest = &from[1..];
        }
        self.0.push_str(rest);
    }

    /// Appends the array index `index`, starting at 0.
    pub fn push_index(&mut self, index: usize) {
        let _ = write!(self.0, "/{index}");
    }

    /// Removes the last token, or returns `None` at the root.
    pub fn pop(&mut self) -> Option<()> {
        let cut = self.0.rfind('/')?;
        self.0.truncate(cut);
        Some(())
    }

    /// Returns the pointer to the property `token` of this value.
    #[must_use]
    pub fn member(&self, token: &str) -> Self {
        let mut longer = Self(String::with_capacity(self.0.len() + token.len() + 1));
        longer.0.push_str(&self.0);
        longer.push(token);
        longer
    }

    /// Returns the pointer to the element at `index` of this value.
    #[must_use]
    pub fn index(&self, index: usize) -> Self {
        let mut longer = self.clone();
        longer.push_index(index);
        longer
    }

    /// Returns this pointer followed by `below`, which is relative to this value.
    #[must_use]
    pub fn join(&self, below: &Self) -> Self {
        Self(format!("{}{}", self.0, below.0))
    }

    /// Returns the tokens from the root on, unescaped.
    pub fn tokens(&self) -> impl Iterator<Item = Cow<'_, str>> {
        self.0.split('/').skip(1).map(unescape)
    }

    /// Returns the last token, unescaped, or `None` at the root.
    pub fn last(&self) -> Option<Cow<'_, str>> {
        self.0.rfind('/').map(|cut| unescape(&self.0[cut + 1..]))
    }

    /// Returns the pointer to the enclosing value, or `None` at the root.
    pub fn parent(&self) -> Option<Self> {
        self.0.rfind('/').map(|cut| Self(self.0[..cut].to_owned()))
    }

    /// Returns whether this is `other` or a value inside it.
    pub fn is_within(&self, other: &Self) -> bool {
        self.0.strip_prefix(&other.0).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    }
}

impl fmt::Display for Pointer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Serialize for Pointer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

/// A string that RFC 6901 does not allow: it does not start with `/`, or it contains an invalid `~` escape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotAPointer(pub String);

impl fmt::Display for NotAPointer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not a JSON Pointer", self.0)
    }
}

impl std::error::Error for NotAPointer {}

impl FromStr for Pointer {
    type Err = NotAPointer;

    fn from_str(text: &str) -> Result<Self, NotAPointer> {
        let rooted = text.is_empty() || text.starts_with('/');
        let escaped = text.split('~').skip(1).all(|rest| rest.starts_with(['0', '1']));
        if rooted && escaped { Ok(Self(text.to_owned())) } else { Err(NotAPointer(text.to_owned())) }
    }
}

fn unescape(token: &str) -> Cow<'_, str> {
    if token.contains('~') {
        // The order matters: `~01` is the token `~1`, not `/`.
        Cow::Owned(token.replace("~1", "/").replace("~0", "~"))
    } else {
        Cow::Borrowed(token)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_go_both_ways() {
        let mut pointer = Pointer::root();
        for token in ["", "a/b", "m~n", "~1", "~0", "é \"\\"] {
            pointer.push(token);
        }
        pointer.push_index(7);
        assert_eq!(pointer.as_str(), "//a~1b/m~0n/~01/~00/é \"\\/7");
        let tokens: Vec<_> = pointer.tokens().collect();
        assert_eq!(tokens, ["", "a/b", "m~n", "~1", "~0", "é \"\\", "7"]);
        assert_eq!(pointer.pop(), Some(()));
        assert_eq!(pointer.last().as_deref(), Some("é \"\\"));
    }

    #[test]
    fn parents_end_at_the_root() {
        let pointer: Pointer = "/a/0".parse().unwrap();
        assert_eq!(pointer.parent().unwrap().as_str(), "/a");
        assert_eq!(pointer.parent().unwrap().parent(), Some(Pointer::root()));
        assert_eq!(Pointer::root().parent(), None);
        assert_eq!(Pointer::root().tokens().count(), 0);
        assert_eq!(Pointer::root().pop(), None);
    }

    #[test]
    fn within_counts_whole_tokens() {
        let pointer = |text: &str| text.parse::<Pointer>().unwrap();
        assert!(pointer("/a/b").is_within(&pointer("/a")));
        assert!(pointer("/a").is_within(&pointer("/a")));
        assert!(pointer("/a").is_within(&Pointer::root()));
        assert!(!pointer("/ab").is_within(&pointer("/a")));
        assert_eq!(pointer("/a").join(&pointer("/b")), pointer("/a/b"));
    }

    #[test]
    fn malformed_text_is_refused() {
        for text in ["a", "/~", "/~2", "/a~/b"] {
            assert_eq!(text.parse::<Pointer>(), Err(NotAPointer(text.to_owned())));
        }
    }
}
