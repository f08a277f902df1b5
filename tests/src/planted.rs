//! Documents with one planted error each, and its position.

use std::ops::Range;

use serde_json::{Map, Value};

use crate::mutate::Random;

/// Document with an error.
#[derive(Debug)]
pub struct Planted {
    /// Document.
    pub text: String,
    /// Bytes of the invalid token.
    pub token: Range<usize>,
    /// Kind of the error.
    pub kind: PlantedKind,
}

/// Kind of a planted error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PlantedKind {
    /// Value of another type.
    Type,
    /// String with an additional or a different character.
    Text,
    /// Empty string.
    Empty,
    /// Number out of range.
    Number,
    /// Unknown property.
    Unknown,
    /// Missing property. The token is the closing brace.
    Missing,
    /// Duplicate property.
    Twice,
    /// Trailing comma.
    Comma,
    /// Missing comma between two properties.
    NoComma,
    /// String in single quotes.
    Quotes,
    /// Comment before a property.
    Comment,
    /// `None`, `True` or `NaN`.
    Literal,
}

impl PlantedKind {
    const ALL: [Self; 12] = [
        Self::Type,
        Self::Text,
        Self::Empty,
        Self::Number,
        Self::Unknown,
        Self::Missing,
        Self::Twice,
        Self::Comma,
        Self::NoComma,
        Self::Quotes,
        Self::Comment,
        Self::Literal,
    ];

    /// Checks whether the error can be planted at a value.
    fn fits(self, value: &Value) -> bool {
        match self {
            Self::Type => true,
            Self::Text | Self::Empty | Self::Quotes => value.is_string(),
            Self::Number => value.is_number(),
            Self::Unknown | Self::Comment => value.is_object(),
            Self::Missing | Self::Twice => value.as_object().is_some_and(|members| !members.is_empty()),
            Self::NoComma => value.as_object().is_some_and(|members| members.len() > 1),
            Self::Comma => {
                value.as_object().is_some_and(|members| !members.is_empty())
                    || value.as_array().is_some_and(|items| !items.is_empty())
            }
            Self::Literal => value.is_boolean() || value.is_null() || value.is_number(),
        }
    }
}

/// Returns the document with one error, or `None` if the random kind of error fits nowhere.
pub fn plant(document: &Value, random: &mut Random) -> Option<Planted> {
    let kind = *random.pick(&PlantedKind::ALL);
    let mut fitting = 0;
    visit(document, &mut |value| fitting += usize::from(kind.fits(value)));
    let place = (fitting > 0).then(|| random.below(fitting))?;
    let mut writer = PlantingWriter { text: String::new(), token: 0..0, kind, left: place, random };
    writer.value(document);
    Some(Planted { text: writer.text, token: writer.token, kind })
}

fn visit(value: &Value, see: &mut dyn FnMut(&Value)) {
    see(value);
    match value {
        Value::Object(members) => members.values().for_each(|member| visit(member, see)),
        Value::Array(items) => items.iter().for_each(|item| visit(item, see)),
        _ => {}
    }
}

/// Writes a document and plants the error at one of the suitable locations.
struct PlantingWriter<'r> {
    text: String,
    token: Range<usize>,
    kind: PlantedKind,
    /// Number of suitable locations before the error.
    left: usize,
    random: &'r mut Random,
}

impl PlantingWriter<'_> {
    fn value(&mut self, value: &Value) {
        let is_here = self.kind.fits(value) && self.left == 0;
        if self.kind.fits(value) {
            self.left = self.left.wrapping_sub(1);
        }
        match value {
            Value::Object(members) if !is_here || self.kind != PlantedKind::Type => self.object(members, is_here),
            Value::Array(items) if !is_here || self.kind != PlantedKind::Type => {
                self.text.push('[');
                for (index, item) in items.iter().enumerate() {
                    self.text.push_str(if index > 0 { ", " } else { "" });
                    self.value(item);
                }
                self.close(']', is_here);
            }
            plain if is_here => {
                let wrong = self.wrong(plain);
                self.planted(&wrong);
            }
            plain => self.text.push_str(&plain.to_string()),
        }
    }

    fn planted(&mut self, token: &str) {
        self.token = self.text.len()..self.text.len() + token.len();
        self.text.push_str(token);
    }

    /// Writes the closing character, with a preceding comma if that is the error.
    fn close(&mut self, sign: char, is_here: bool) {
        if is_here && self.kind == PlantedKind::Comma {
            self.planted(&format!(",{sign}"));
        } else {
            self.text.push(sign);
        }
    }

    fn object(&mut self, members: &Map<String, Value>, is_here: bool) {
        let at = if members.is_empty() { 0 } else { self.random.below(members.len()) };
        let is = |kind: PlantedKind, here: &Self| is_here && here.kind == kind;
        self.text.push('{');
        let mut is_first = true;
        for (index, (name, member)) in members.iter().enumerate() {
            let is_at = index == at;
            if is_at && is(PlantedKind::Missing, self) {
                continue;
            }
            let is_glued = is(PlantedKind::NoComma, self) && index == at.max(1);
            self.text.push_str(if is_first || is_glued { " " } else { ", " });
            is_first = false;
            if is_at && is(PlantedKind::Comment, self) {
                self.planted("// a comment\n");
            }
            if is_at && is(PlantedKind::Unknown, self) {
                self.planted("\"zz_note\"");
                self.text.push_str(": 1, ");
            }
            let name = Value::from(name.as_str()).to_string();
            if is_glued {
                self.planted(&name);
            } else {
                self.text.push_str(&name);
            }
            self.text.push_str(": ");
            self.value(member);
        }
        if let (true, Some((name, member))) = (is(PlantedKind::Twice, self), members.iter().nth(at)) {
            // If all properties are already present, none may follow, so the comma is the error.
            self.planted(&format!(", {}", Value::from(name.as_str())));
            self.text.push_str(": ");
            self.text.push_str(&member.to_string());
        }
        if is(PlantedKind::Missing, self) {
            self.planted("}");
        } else {
            self.close('}', is_here);
        }
    }

    /// Returns the wrong value that replaces a right one.
    fn wrong(&mut self, value: &Value) -> String {
        match (self.kind, value) {
            (PlantedKind::Text, Value::String(text)) => {
                let mut letters: Vec<char> = text.chars().collect();
                let at = self.random.below(letters.len() + 1);
                if at < letters.len() && self.random.below(2) == 0 {
                    letters[at] = if letters[at] == 'q' { 'z' } else { 'q' };
                } else {
                    letters.insert(at, 'q');
                }
                Value::from(letters.into_iter().collect::<String>()).to_string()
            }
            (PlantedKind::Empty, _) => "\"\"".to_owned(),
            (PlantedKind::Number, _) => (*self.random.pick(&["-99999", "1e9", "0.5"])).to_owned(),
            (PlantedKind::Quotes, Value::String(text)) => format!("'{text}'"),
            (PlantedKind::Literal, Value::Bool(true)) => "True".to_owned(),
            (PlantedKind::Literal, Value::Bool(false)) => "False".to_owned(),
            (PlantedKind::Literal, Value::Null) => "None".to_owned(),
            (PlantedKind::Literal, _) => "NaN".to_owned(),
            (_, Value::String(_)) => "17".to_owned(),
            (_, Value::Array(_)) => "{\"a\": 1}".to_owned(),
            (_, Value::Object(_)) => "[1]".to_owned(),
            (_, other) => format!("\"{other}\""),
        }
    }
}
