//! Parses YAML as an alternative syntax for JSON: one document, core schema of YAML 1.2, no tags. No function is
//! recursive.

mod alias;
mod scalar;

use std::collections::BTreeMap;
use std::ops::Range;

use saphyr_parser::{Event, Parser, ScalarStyle, Span};
use serde_json::{Map, Value};

use self::alias::Anchored;
use self::scalar::resolve;
use crate::problem::DuplicateKeys;
use crate::{Pointer, Problem, ProblemKind};

/// Maximum nesting, the same as for JSON.
const MAX_DEPTH: usize = 127;

/// YAML features that are allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum YamlRules {
    /// No anchors. An unquoted name such as `1` or `true` is a string.
    Plain,
    /// Anchors and aliases, expanded within a limit. An unquoted name must be a string or a decimal integer.
    Schema,
}

/// A parsed YAML document.
#[derive(Clone, Debug)]
pub struct Yaml {
    /// The parsed value.
    pub value: Value,
    /// Source location of each part: its name, if it has one, and its value. Parts inside an expanded alias are
    /// missing.
    pub places: BTreeMap<Pointer, (Option<Range<usize>>, Range<usize>)>,
}

/// Parses the only document of the input. Numbers, `null` and booleans follow the core schema.
pub fn read_yaml(text: &str, rules: YamlRules) -> Result<Yaml, Vec<Problem>> {
    let mut builder = Builder::new(text, rules);
    let mut parser = Parser::new_from_str(text);
    while let Some(event) = parser.next_event() {
        match event {
            Ok((event, span)) => builder.handle_event(event, span).map_err(|problem| vec![problem])?,
            Err(error) => {
                let start = builder.offset(error.marker().index());
                return Err(vec![broken(error.info(), None, start..start)]);
            }
        }
    }
    builder.finish()
}

fn broken(found: &str, help: Option<&'static str>, span: Range<usize>) -> Problem {
    Problem::at_root(ProblemKind::Yaml { found: found.to_owned(), help }, span)
}

/// A container that is being parsed.
enum Frame {
    List(Vec<Value>),
    Object { members: Map<String, Value>, name: Option<(String, Range<usize>)>, names: BTreeMap<String, Range<usize>> },
}

struct Builder {
    rules: YamlRules,
    /// Byte offset of each character, if the input is not ASCII.
    offsets: Option<Vec<usize>>,
    length: usize,
    /// Open containers, each with its anchor, or 0 if it has none.
    frames: Vec<(Frame, usize)>,
    /// Location of the next value.
    at: Pointer,
    root: Option<Value>,
    documents: usize,
    places: BTreeMap<Pointer, (Option<Range<usize>>, Range<usize>)>,
    anchored: Anchored,
    repeated: DuplicateKeys,
}

impl Builder {
    fn new(text: &str, rules: YamlRules) -> Self {
        let offsets = (!text.is_ascii()).then(|| text.char_indices().map(|(at, _)| at).collect());
        Self {
            rules,
            offsets,
            length: text.len(),
            frames: Vec::new(),
            at: Pointer::root(),
            root: None,
            documents: 0,
            places: BTreeMap::new(),
            anchored: Anchored::default(),
            repeated: DuplicateKeys::default(),
        }
    }

    fn offset(&self, index: usize) -> usize {
        let offset = self.offsets.as_ref().map_or(index, |all| all.get(index).copied().unwrap_or(self.length));
        offset.min(self.length)
    }

    fn handle_event(&mut self, event: Event<'_>, span: Span) -> Result<(), Problem> {
        let span = self.offset(span.start.index())..self.offset(span.end.index());
        let refuse = |message: &str, help| Err(broken(message, Some(help), span.clone()));
        match event {
            Event::DocumentStart(_) => {
                self.documents += 1;
                if self.documents > 1 {
                    return refuse("a second document begins", "keep one document in a file");
                }
            }
            Event::Alias(_) if self.rules == YamlRules::Plain => {
                return refuse("an alias refers to another part of the document", ALIAS_HELP);
            }
            Event::Scalar(_, _, anchor, _) | Event::SequenceStart(anchor, _) | Event::MappingStart(anchor, _)
                if anchor != 0 && self.rules == YamlRules::Plain =>
            {
                return refuse("a part of the document has an anchor", ALIAS_HELP);
            }
            Event::Scalar(.., Some(_)) | Event::SequenceStart(_, Some(_)) | Event::MappingStart(_, Some(_)) => {
                return refuse("a part of the document has a tag", "remove the tag; quote a string");
            }
            Event::Alias(anchor) => self.alias(anchor, span)?,
            Event::Scalar(text, style, anchor, _) => self.scalar(&text, style, anchor, span)?,
            Event::SequenceStart(anchor, _) => self.push(Frame::List(Vec::new()), anchor, span)?,
            Event::MappingStart(anchor, _) => {
                let frame = Frame::Object { members: Map::new(), name: None, names: BTreeMap::new() };
                self.push(frame, anchor, span)?;
            }
            Event::SequenceEnd | Event::MappingEnd => match self.frames.pop() {
                Some((Frame::List(items), anchor)) => self.insert_value(items.into(), anchor),
                Some((Frame::Object { members, .. }, anchor)) => self.insert_value(members.into(), anchor),
                None => {}
            },
            Event::Nothing | Event::StreamStart | Event::StreamEnd | Event::DocumentEnd => {}
        }
        Ok(())
    }

    /// Returns whether the next scalar is a property name.
    fn wants_name(&self) -> bool {
        matches!(self.frames.last(), Some((Frame::Object { name: None, .. }, _)))
    }

    fn scalar(&mut self, text: &str, style: ScalarStyle, anchor: usize, span: Range<usize>) -> Result<(), Problem> {
        let is_plain = style == ScalarStyle::Plain;
        let resolved = if is_plain { resolve(text) } else { Ok(Value::from(text)) };
        if !self.wants_name() {
            let value = resolved.map_err(|message| broken(message, None, span.clone()))?;
            self.open(span);
            self.insert_value(value, anchor);
            return Ok(());
        }
        if self.rules == YamlRules::Schema {
            // Documents of APIs list responses as `200:`. Only a canonical number has one form as a string.
            let is_name = match &resolved {
                Ok(Value::String(_)) => true,
                Ok(Value::Number(number)) => !number.is_f64() && number.to_string() == text,
                _ => false,
            };
            if !is_name {
                return Err(broken(&format!("the name {text} is not a string"), Some("put it in quotes"), span));
            }
            if is_plain && text == "<<" {
                return Err(broken(
                    "YAML 1.2 has no merge key",
                    Some("write the properties out, or quote the name"),
                    span,
                ));
            }
            if let Ok(value) = &resolved {
                self.anchored.store(anchor, value);
            }
        }
        self.name(text.to_owned(), span);
        Ok(())
    }

    /// Inserts a copy of an anchored value at the current location.
    fn alias(&mut self, anchor: usize, span: Range<usize>) -> Result<(), Problem> {
        let refuse = |message: &str, help| broken(message, Some(help), span.clone());
        let depth = MAX_DEPTH - self.frames.len().min(MAX_DEPTH);
        let value = self.anchored.copy(anchor, depth).map_err(|(message, help)| refuse(message, help))?;
        if self.wants_name() {
            let Value::String(name) = value else {
                return Err(refuse("the alias does not refer to a string, but a name must be a string", ALIAS_HELP));
            };
            self.name(name, span);
        } else {
            self.open(span);
            self.insert_value(value, 0);
        }
        Ok(())
    }

    fn push(&mut self, frame: Frame, anchor: usize, span: Range<usize>) -> Result<(), Problem> {
        if self.wants_name() {
            return Err(broken("expected a name, found a list or a mapping", None, span));
        }
        if self.frames.len() >= MAX_DEPTH {
            return Err(broken(&format!("more than {MAX_DEPTH} values are nested in one another"), None, span));
        }
        self.open(span);
        self.frames.push((frame, anchor));
        Ok(())
    }

    fn name(&mut self, given: String, span: Range<usize>) {
        let Some((Frame::Object { name, names, .. }, _)) = self.frames.last_mut() else { return };
        self.at.push(&given);
        match names.get(&given) {
            Some(first) => {
                self.repeated.push(&given, &self.at, span.clone(), first);
            }
            None => drop(names.insert(given.clone(), span.clone())),
        }
        *name = Some((given, span));
    }

    /// Records the start of a value, and enters its location.
    fn open(&mut self, span: Range<usize>) {
        let key = match self.frames.last() {
            Some((Frame::List(items), _)) => {
                self.at.push_index(items.len());
                None
            }
            Some((Frame::Object { name, .. }, _)) => name.as_ref().map(|(_, span)| span.clone()),
            None => None,
        };
        self.places.insert(self.at.clone(), (key, span));
    }

    /// Inserts a finished value at the current location.
    fn insert_value(&mut self, value: Value, anchor: usize) {
        self.anchored.store(anchor, &value);
        match self.frames.last_mut() {
            None => self.root = Some(value),
            Some((Frame::List(items), _)) => {
                items.push(value);
                self.at.pop();
            }
            Some((Frame::Object { members, name, .. }, _)) => {
                if let Some((name, _)) = name.take() {
                    members.insert(name, value);
                }
                self.at.pop();
            }
        }
    }

    fn finish(self) -> Result<Yaml, Vec<Problem>> {
        if !self.repeated.is_empty() {
            return Err(self.repeated.finish());
        }
        match self.root {
            Some(value) => Ok(Yaml { value, places: self.places }),
            None => Err(vec![broken("the file contains no document", None, 0..0)]),
        }
    }
}

const ALIAS_HELP: &str = "write the value out at each place";

#[cfg(test)]
mod tests;
