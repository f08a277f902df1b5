//! Supported syntaxes for JSON values. All are parsed to the same values, with locations in the original source.

use std::collections::BTreeMap;
use std::ops::Range;

use serde_json::Value;

use crate::comments::blanked;
use crate::parse::whole;
use crate::yaml::{YamlRules, read_yaml};
use crate::{Found, Place, Pointer, Problem, locate_all, parse};

/// A syntax for JSON values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Syntax {
    /// RFC 8259.
    #[default]
    Json,
    /// JSON with `//` and `/* */` comments and trailing commas.
    JsonWithComments,
    /// YAML 1.2, core schema.
    Yaml,
}

impl Syntax {
    /// File name extensions with a known syntax.
    pub const ENDINGS: [&str; 4] = [".json", ".jsonc", ".yaml", ".yml"];

    /// Returns the syntax for a file name extension, which is JSON by default.
    pub fn from_path(path: &str) -> Self {
        let is = |ending: &str| path.rsplit_once('.').is_some_and(|(_, end)| end.eq_ignore_ascii_case(ending));
        if is("jsonc") {
            Self::JsonWithComments
        } else if is("yaml") || is("yml") {
            Self::Yaml
        } else {
            Self::Json
        }
    }

    /// Parses one document.
    pub fn parse(self, text: &str) -> Result<Document, Vec<Problem>> {
        match self {
            Self::Json => parse(text).map(|value| Document { value, places: Places::Text }),
            Self::JsonWithComments => {
                let json = blanked(text).map_err(|problem| vec![problem])?;
                let value = parse(&json)?;
                Ok(Document { value, places: Places::Blanked(json) })
            }
            Self::Yaml => {
                let read = read_yaml(text, YamlRules::Schema)?;
                Ok(Document { value: whole(read.value), places: Places::Known(read.places) })
            }
        }
    }
}

/// A value with the source locations of its parts.
#[derive(Clone, Debug)]
pub struct Document {
    /// The parsed value.
    pub value: Value,
    /// Source locations of the parts of the value.
    pub places: Places,
}

/// Source locations of the parts of a value.
#[derive(Clone, Debug)]
pub enum Places {
    /// The source is JSON.
    Text,
    /// JSON with the same offsets as the source.
    Blanked(String),
    /// Locations of names and values, listed individually.
    Known(BTreeMap<Pointer, (Option<Range<usize>>, Range<usize>)>),
}

impl Places {
    /// Calls [`locate_all`] on `text`, which must be the source that was parsed.
    pub fn locate_all<'p>(&self, text: &str, pointers: impl IntoIterator<Item = &'p Pointer>) -> Vec<Option<Place>> {
        match self {
            Self::Text => locate_all(text, pointers),
            Self::Blanked(json) => locate_all(json, pointers),
            Self::Known(places) => pointers.into_iter().map(|pointer| known(places, pointer)).collect(),
        }
    }
}

fn known(places: &BTreeMap<Pointer, (Option<Range<usize>>, Range<usize>)>, pointer: &Pointer) -> Option<Place> {
    let mut at = pointer.clone();
    while !places.contains_key(&at) {
        at.pop()?;
    }
    let (key, value) = places.get(&at)?.clone();
    let found = if at == *pointer { Found::Exact } else { Found::Ancestor };
    Some(Place { found, at, key, value })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::Syntax;
    use crate::Pointer;

    #[test]
    fn all_syntaxes_say_the_same() {
        for (path, text) in [
            ("a.json", "{\n  \"é\": [1.0, \"b\"]}"),
            ("a.jsonc", "{ // é\n  \"é\": [1.0, \"b\",] /* ] */ }"),
            ("a.yaml", "# é\né: [1.0, b]\n"),
            ("b/a.yml", "---\n\"é\":\n  - 1.0\n  - b\n"),
        ] {
            let read = Syntax::from_path(path).parse(text).unwrap();
            assert_eq!(read.value, json!({"é": [1, "b"]}), "{path}");
            assert!(read.value["é"][0].is_i64(), "{path}");
            let pointers: [Pointer; 2] = ["/é/1".parse().unwrap(), "/é/7".parse().unwrap()];
            let places = read.places.locate_all(text, &pointers);
            let place = places[0].clone().unwrap();
            assert_eq!(text[place.value].trim_matches('"'), "b", "{path}");
            assert_eq!(places[1].clone().unwrap().at.as_str(), "/é", "{path}");
        }
    }

    #[test]
    fn json_stays_strict() {
        assert!(Syntax::from_path("a.json").parse("[1,]").is_err());
        assert!(Syntax::from_path("a.json").parse("[1] // one").is_err());
        assert_eq!(Syntax::from_path("a"), Syntax::Json);
    }
}
