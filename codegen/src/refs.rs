//! Where a `$ref` leads: to a file of the set and a pointer inside it. Nothing is ever fetched.

use std::collections::BTreeMap;

use planwright_source::Pointer;
use serde_json::Value;

use crate::dialect;
use crate::error::{Error, ErrorKind};
use crate::keywords;
use crate::set::{SchemaFile, SchemaSet};

/// A schema inside the set.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Target {
    pub file: String,
    pub pointer: Pointer,
}

impl Target {
    pub(crate) fn root(file: &str) -> Self {
        Self { file: file.to_owned(), pointer: Pointer::root() }
    }

    pub(crate) fn is_root(&self) -> bool {
        self.pointer.is_root()
    }

    /// The schema itself.
    pub(crate) fn schema<'a>(&self, set: &'a SchemaSet) -> Option<&'a Value> {
        set.get(&self.file)?.value.pointer(self.pointer.as_str())
    }
}

/// Resolves references over one set: by relative path, by `$id`, by anchor and by JSON Pointer.
pub(crate) struct Resolver<'a> {
    set: &'a SchemaSet,
    by_id: BTreeMap<String, &'a str>,
    anchors: BTreeMap<(&'a str, String), Pointer>,
}

impl<'a> Resolver<'a> {
    /// Indexes the set. Two files with one `$id`, or two schemas with one anchor, are an error, for a
    /// reference to it would be ambiguous.
    pub(crate) fn new(set: &'a SchemaSet) -> Result<Self, Vec<Error>> {
        let mut resolver = Self { set, by_id: BTreeMap::new(), anchors: BTreeMap::new() };
        let mut errors = Vec::new();
        for file in set.files() {
            let keyword = dialect::id_keyword(file.draft);
            if let Some(id) = id_of(file)
                && let Some(other) = resolver.by_id.insert(id.to_owned(), &file.path)
            {
                let kind = ErrorKind::Ambiguous { what: format!("the URI {id:?}"), other: other.to_owned() };
                errors.push(file.error(Pointer::root().member(keyword), Some(keyword), kind));
            }
            keywords::walk(&file.value, &Pointer::root(), &mut |schema, at| {
                let Some(anchor) = schema.get("$anchor").and_then(Value::as_str) else { return };
                if let Some(other) = resolver.anchors.insert((&file.path, anchor.to_owned()), at.clone()) {
                    let kind =
                        ErrorKind::Ambiguous { what: format!("the anchor {anchor:?}"), other: format!("#{other}") };
                    errors.push(file.error(at.member("$anchor"), Some("$anchor"), kind));
                }
            });
        }
        if errors.is_empty() { Ok(resolver) } else { Err(errors) }
    }

    /// The target of `reference`, written in `file`.
    pub(crate) fn resolve(&self, file: &SchemaFile, reference: &str) -> Option<Target> {
        let (document, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        let path = self.document(file, document)?;
        let pointer = self.fragment(path, fragment)?;
        let target = Target { file: path.to_owned(), pointer };
        target.schema(self.set).filter(|schema| schema.is_object() || schema.is_boolean())?;
        Some(target)
    }

    fn document(&self, file: &SchemaFile, document: &str) -> Option<&'a str> {
        if document.is_empty() {
            return self.set.get(&file.path).map(|file| file.path.as_str());
        }
        let absolute = id_of(file).and_then(|base| join_uri(base, document));
        let by_id = [Some(document), absolute.as_deref()].into_iter().flatten().find_map(|uri| self.by_id.get(uri));
        by_id.copied().or_else(|| {
            let path = join_path(&file.path, document)?;
            self.set.get(&path).map(|file| file.path.as_str())
        })
    }

    fn fragment(&self, path: &'a str, fragment: &str) -> Option<Pointer> {
        let decoded = percent_decode(fragment)?;
        if decoded.is_empty() || decoded.starts_with('/') {
            return decoded.parse().ok();
        }
        self.anchors.get(&(path, decoded)).cloned()
    }
}

/// The URI that a document gives itself, without an empty fragment.
fn id_of(file: &SchemaFile) -> Option<&str> {
    let id = file.value.get(dialect::id_keyword(file.draft))?.as_str()?;
    Some(id.trim_end_matches('#')).filter(|id| !id.is_empty())
}

/// `reference` against the URI `base`, for the forms that schemas use: absolute, from the root, relative.
fn join_uri(base: &str, reference: &str) -> Option<String> {
    if reference.contains(':') {
        return Some(reference.to_owned());
    }
    let (scheme, rest) = base.split_once("://")?;
    let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
    let path = match reference.strip_prefix('/') {
        Some(from_root) => from_root.to_owned(),
        None => join_path(path, reference)?,
    };
    Some(format!("{scheme}://{host}/{path}"))
}

/// `reference` against the path of a document, `.` and `..` taken away; `None` if it leads out of the set.
fn join_path(base: &str, reference: &str) -> Option<String> {
    let mut parts: Vec<&str> = base.split('/').collect();
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

fn percent_decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        let (byte, tail) = match (first, tail) {
            (b'%', [high, low, tail @ ..]) => (u8::try_from(hex(*high)? * 16 + hex(*low)?).ok()?, tail),
            (b'%', _) => return None,
            (byte, tail) => (*byte, tail),
        };
        bytes.push(byte);
        rest = tail;
    }
    String::from_utf8(bytes).ok()
}

fn hex(digit: u8) -> Option<u32> {
    char::from(digit).to_digit(16)
}

#[cfg(test)]
mod tests {
    use super::{join_path, join_uri, percent_decode};

    #[test]
    fn paths_and_uris_join_as_in_rfc_3986() {
        assert_eq!(join_path("a/b.json", "../c.json").as_deref(), Some("c.json"));
        assert_eq!(join_path("b.json", "../c.json"), None);
        assert_eq!(join_uri("https://x.org/s/a.json", "b.json").as_deref(), Some("https://x.org/s/b.json"));
        assert_eq!(join_uri("https://x.org/s/a.json", "/b.json").as_deref(), Some("https://x.org/b.json"));
        assert_eq!(join_uri("https://x.org/a.json", "urn:b").as_deref(), Some("urn:b"));
    }

    #[test]
    fn fragments_are_percent_decoded() {
        assert_eq!(percent_decode("/a%20b%C3%A9").as_deref(), Some("/a bé"));
        assert_eq!(percent_decode("/%4"), None);
        assert_eq!(percent_decode("/%zz"), None);
    }
}
