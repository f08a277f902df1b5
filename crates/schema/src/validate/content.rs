//! Strings that encode a document, which draft-06 and draft-07 assert.

use std::fmt::Display;

use data_encoding::{BASE32, BASE32HEX, BASE64, BASE64URL, HEXUPPER};
use serde_json::Value;

use crate::model::{Keyword, SchemaObject};

/// Reason why a string is not an encoded document.
pub(super) enum ContentProblem {
    Encoding(String),
    MediaType(String),
}

impl ContentProblem {
    pub(super) fn message(&self, value: &dyn Display) -> String {
        match self {
            Self::Encoding(name) => format!("{value} is not compliant with \"{name}\" content encoding"),
            Self::MediaType(name) => format!("{value} is not compliant with \"{name}\" media type"),
        }
    }
}

/// Returns why a string is not what `contentEncoding` and `contentMediaType` require. Unknown names require nothing.
pub(super) fn problem(object: &SchemaObject, text: &str) -> Option<ContentProblem> {
    // Draft-06 does not define the keywords, but validators assert them.
    let unknown = |keyword: Keyword| object.unknown.get(keyword.name()).and_then(Value::as_str);
    let encoding = object.content.encoding.as_deref().or_else(|| unknown(Keyword::ContentEncoding));
    let media_type = object.content.media_type.as_deref().or_else(|| unknown(Keyword::ContentMediaType));
    let bytes = match encoding.map(|name| (name, decode(name, text.as_bytes()))) {
        None => text.as_bytes().to_vec(),
        Some((_, Decoded::Unknown)) => return None,
        Some((name, Decoded::Invalid)) => return Some(ContentProblem::Encoding(name.to_owned())),
        Some((_, Decoded::Bytes(bytes))) => bytes,
    };
    let is_json = || serde_json::from_slice::<Value>(&bytes).is_ok();
    media_type
        .filter(|name| *name == "application/json" && !is_json())
        .map(|name| ContentProblem::MediaType(name.to_owned()))
}

enum Decoded {
    Unknown,
    Invalid,
    Bytes(Vec<u8>),
}

fn decode(encoding: &str, text: &[u8]) -> Decoded {
    let decoded = match encoding {
        "base64" => BASE64.decode(text),
        "base64url" => BASE64URL.decode(text),
        "base32" => BASE32.decode(text),
        "base32hex" => BASE32HEX.decode(text),
        "base16" => HEXUPPER.decode(&text.to_ascii_uppercase()),
        _ => return Decoded::Unknown,
    };
    decoded.map_or(Decoded::Invalid, Decoded::Bytes)
}
