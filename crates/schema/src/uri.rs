//! Joins references to base URIs.
//!
//! Documents without their own URI get one made of their path. The same rules then apply to sets of files and sets of
//! URIs.

use std::fmt::Write as _;

use iri_string::types::{UriAbsoluteStr, UriReferenceStr};
use planwright_source::percent_decode;
use serde_json::Value;

use crate::model::Keyword;

/// Prefix of the URI of a document that declares none.
const PATH_URI_PREFIX: &str = "planwright:///";

/// Returns the URI of a file that declares none.
pub fn from_path(path: &str) -> String {
    format!("{PATH_URI_PREFIX}{}", encode(path, b"-._~/"))
}

/// Returns the path of a file that declares no URI, from the URI that it got.
pub(crate) fn path_of(uri: &str) -> Option<String> {
    percent_decode(uri.strip_prefix(PATH_URI_PREFIX)?)
}

/// Encodes a JSON Pointer as the fragment of a URI.
pub fn encode_fragment(pointer: &str) -> String {
    encode(pointer, b"-._~/!$&'()*+,;=:@?")
}

fn encode(text: &str, plain: &[u8]) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || plain.contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            let _ = write!(encoded, "%{byte:02X}");
        }
    }
    encoded
}

/// Resolves `reference` against `base`, without the fragment.
///
/// Returns `None` if either is not a URI, or if a path leaves the set.
pub fn join(base: &str, reference: &str) -> Option<String> {
    let reference = UriReferenceStr::new(reference).ok()?;
    let is_relative = reference.scheme_str().is_none();
    if let Some(path) = base.strip_prefix(PATH_URI_PREFIX)
        && is_relative
        && reference.authority_str().is_none()
    {
        let joined = join_path(&percent_decode(path)?, &percent_decode(reference.path_str())?)?;
        return Some(from_path(&joined));
    }
    let base = UriAbsoluteStr::new(without_fragment(base)).ok()?;
    // Nothing but a fragment is relative to a URI without a hierarchy, such as `urn:a`.
    let has_hierarchy = base.authority_str().is_some() || base.path_str().starts_with('/');
    if is_relative && !has_hierarchy && !without_fragment(reference.as_str()).is_empty() {
        return None;
    }
    let joined = reference.resolve_against(base).and_normalize().to_string();
    Some(with_path(without_fragment(&joined)))
}

/// Returns a URI without fragment in the form in which URIs are compared. Returns `None` if it is not a URI.
pub fn normalized(uri: &str) -> Option<String> {
    let uri = UriAbsoluteStr::new(without_fragment(uri)).ok()?;
    Some(with_path(&uri.normalize().to_string()))
}

/// Adds the path `/` to a URI that has an authority and no path, such as `https://example.org`, and removes the default
/// port.
///
/// RFC 3986, section 6.2.3, treats them as one URI.
fn with_path(uri: &str) -> String {
    let Some((scheme, rest)) = uri.split_once("://").filter(|(_, rest)| !rest.is_empty()) else {
        return uri.to_owned();
    };
    let (authority, path) = rest.split_at(rest.find(['/', '?']).unwrap_or(rest.len()));
    let port = match scheme {
        "http" => ":80",
        "https" => ":443",
        _ => ":",
    };
    let host = authority.strip_suffix(port).or_else(|| authority.strip_suffix(':')).unwrap_or(authority);
    let slash = if path.starts_with('/') || host.is_empty() { "" } else { "/" };
    format!("{scheme}://{host}{slash}{path}")
}

/// Returns whether a string is a URI or a relative reference, as an `$id` requires.
pub fn is_reference(text: &str) -> bool {
    UriReferenceStr::new(text).is_ok()
}

/// Returns the document part of a reference.
pub fn without_fragment(reference: &str) -> &str {
    reference.split_once('#').map_or(reference, |(document, _)| document)
}

/// Returns a URI without its query and fragment.
pub fn without_query(uri: &str) -> &str {
    uri.split(['?', '#']).next().unwrap_or_default()
}

/// Returns the URI that a document declares.
pub fn declared_uri(value: &Value) -> Option<&str> {
    value.get(Keyword::DollarId.name()).or_else(|| value.get("id")).and_then(Value::as_str)
}

/// Resolves `reference` against the path of a document, including `.` and `..`. Returns `None` if it leaves the set.
pub fn join_path(base: &str, reference: &str) -> Option<String> {
    let mut parts: Vec<&str> = if reference.starts_with('/') { Vec::new() } else { base.split('/').collect() };
    parts.pop();
    for part in reference.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// Returns the path of the file that a reference in the document at `base` names.
///
/// Returns `None` for a reference into the same document, for a URI and for a path that leaves the set.
pub fn referred_path(base: &str, reference: &str) -> Option<String> {
    let reference = UriReferenceStr::new(without_fragment(reference)).ok()?;
    if reference.scheme_str().is_some() || reference.authority_str().is_some() || reference.path_str().is_empty() {
        return None;
    }
    join_path(base, &percent_decode(reference.path_str())?)
}

/// Returns the path in a set of a document that was found by its URI.
///
/// The path consists of host and path, with only characters that every file system supports.
pub fn to_path(uri: &str) -> String {
    let rest = uri.split_once(':').map_or(uri, |(_, rest)| rest).trim_matches('/');
    let plain = |c: char| if c.is_ascii_alphanumeric() || "-._/".contains(c) { c } else { '_' };
    let path: String = rest.chars().map(plain).collect();
    path.split('/').filter(|part| !matches!(*part, "" | "." | "..")).collect::<Vec<_>>().join("/")
}

/// Returns whether a byte needs no encoding in a fragment. `%` needs none, because it starts an encoded byte.
pub(crate) fn is_plain_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=:@/?%".contains(&byte)
}

/// Percent-encodes every byte of a fragment that needs it.
pub(crate) fn percent_encode(fragment: &str) -> String {
    let mut encoded = String::new();
    for byte in fragment.bytes() {
        if is_plain_byte(byte) {
            encoded.push(char::from(byte));
        } else {
            let _ = write!(encoded, "%{byte:02X}");
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::{encode_fragment, from_path, join, join_path, percent_decode, percent_encode, referred_path, to_path};

    #[test]
    fn paths_and_uris_join_as_in_rfc_3986() {
        assert_eq!(join_path("a/b.json", "../c.json").as_deref(), Some("c.json"));
        assert_eq!(join_path("b.json", "../c.json"), None);
        for (base, reference, joined) in [
            ("https://x.org/s/a.json", "b.json", "https://x.org/s/b.json"),
            ("https://x.org/s/a.json", "/b.json", "https://x.org/b.json"),
            ("https://x.org/a.json", "urn:b", "urn:b"),
            ("https://x.org/a.json", "../b%20c.json#d", "https://x.org/b%20c.json"),
            ("urn:uuid:1", "urn:uuid:2", "urn:uuid:2"),
            ("https://x.org/a.json", "https://y.org", "https://y.org/"),
            ("https://x.org/a.json", "https://y.org?b=/c", "https://y.org/?b=/c"),
            ("https://x.org", "a.json", "https://x.org/a.json"),
            ("https://x.org#a", "b.json", "https://x.org/b.json"),
            ("https://X.org:443/a.json", "./%7eb/../c.json", "https://x.org/c.json"),
            ("http://x.org:80", "", "http://x.org/"),
            ("https://x.org:80/a", "b", "https://x.org:80/b"),
            ("file:///a/b.json", "../c.json", "file:///c.json"),
            ("urn:a", "#b", "urn:a"),
        ] {
            assert_eq!(join(base, reference).as_deref(), Some(joined));
        }
        assert_eq!(join("not a uri", "b"), None);
        assert_eq!(join("urn:a", "b.json"), None, "it has no hierarchy");
    }

    #[test]
    fn references_name_files_beside_a_document() {
        for (reference, path) in [
            ("b.json#/c", Some("a/b.json")),
            ("../b%20c.json", Some("b c.json")),
            ("./d//b.json", Some("a/d/b.json")),
            ("/b.json", Some("b.json")),
            ("#/c", None),
            ("../../b.json", None),
            ("urn:b", None),
            ("//x.org/b.json", None),
            ("b%2.json", None),
        ] {
            assert_eq!(referred_path("a/x.json", reference).as_deref(), path, "{reference}");
        }
    }

    #[test]
    fn documents_without_a_uri_have_their_path() {
        let base = from_path("a b/c#.json");
        assert_eq!(base, "planwright:///a%20b/c%23.json");
        assert_eq!(join(&base, "d.json").as_deref(), Some("planwright:///a%20b/d.json"));
        assert_eq!(join(&base, "../../d.json"), None, "a path stays in the set");
        assert_eq!(join(&base, "https://x.org/e").as_deref(), Some("https://x.org/e"));
        assert_eq!(to_path("http://localhost:1234/a/../b c.json"), "localhost_1234/a/b_c.json");
    }

    #[test]
    fn fragments_are_percent_decoded() {
        for (encoded, decoded) in [
            ("/definitions/a%20b", "/definitions/a b"),
            ("/%C3%BC", "/\u{fc}"),
            ("/a%25b", "/a%b"),
            ("/a~1b+c", "/a~1b+c"),
            ("/Record%3Cstring,string%3E", "/Record<string,string>"),
        ] {
            assert_eq!(percent_decode(encoded).as_deref(), Some(decoded));
            assert_eq!(encode_fragment(decoded), encoded);
        }
        for malformed in ["/a%2", "/a%zz", "/%FF"] {
            assert_eq!(percent_decode(malformed).as_deref(), None, "{malformed}");
        }
        assert_eq!(percent_encode("/a b%20<"), "/a%20b%20%3C", "an encoded byte is not encoded again");
    }
}
