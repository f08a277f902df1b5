//! YAML text to a JSON value, with the place of every part of it. Nothing here recurses.

use std::collections::BTreeMap;
use std::ops::Range;

use planwright_source::Pointer;
use saphyr_parser::{Event, Parser, ScalarStyle, Span};
use serde_json::{Map, Value};

use super::scalar::resolve;
use crate::codes::{DUPLICATE_KEY, PARSE_ERROR};
use crate::diagnostic::Diagnostic;
use crate::report::Report;

/// The deepest nesting, the same as that of a JSON text.
const DEEPEST: usize = 127;

/// A text that was read.
#[derive(Debug)]
pub(crate) struct Read {
    pub(crate) value: Value,
    places: BTreeMap<Pointer, Range<usize>>,
}

impl Read {
    /// The findings about the value as a report about the text.
    pub(crate) fn locate(&self, mut found: Vec<Diagnostic>) -> Report {
        for diagnostic in &mut found {
            let mut at = diagnostic.at.clone();
            while !self.places.contains_key(&at) && at.pop().is_some() {}
            diagnostic.span = diagnostic.span.take().or_else(|| self.places.get(&at).cloned());
        }
        Report::of_value(found)
    }
}

/// Reads the one document of a text. Numbers, `null` and truth values are those of the core schema; a name is always a text.
pub(crate) fn read(text: &str) -> Result<Read, Report> {
    let refuse = |error: Diagnostic| Report::of_value(vec![error]);
    let mut builder = Builder::new(text);
    let mut parser = Parser::new_from_str(text);
    while let Some(event) = parser.next_event() {
        match event {
            Ok((event, span)) => builder.take(event, span).map_err(refuse)?,
            Err(error) => {
                let start = builder.offset(error.marker().index());
                return Err(refuse(broken(error.info().to_owned(), start..start)));
            }
        }
    }
    builder.finish()
}

fn broken(message: String, span: Range<usize>) -> Diagnostic {
    Diagnostic { span: Some(span), ..Diagnostic::error(PARSE_ERROR, Pointer::root(), message) }
}

/// A container under way.
enum Frame {
    List(Vec<Value>),
    Object { members: Map<String, Value>, name: Option<String> },
}

struct Builder {
    /// Where each character starts, if some take more than one byte.
    offsets: Option<Vec<usize>>,
    length: usize,
    frames: Vec<Frame>,
    /// The place that the next value goes to.
    at: Pointer,
    root: Option<Value>,
    documents: usize,
    places: BTreeMap<Pointer, Range<usize>>,
    repeated: Vec<Diagnostic>,
}

impl Builder {
    fn new(text: &str) -> Self {
        let offsets = (!text.is_ascii()).then(|| text.char_indices().map(|(at, _)| at).collect());
        Self {
            offsets,
            length: text.len(),
            frames: Vec::new(),
            at: Pointer::root(),
            root: None,
            documents: 0,
            places: BTreeMap::new(),
            repeated: Vec::new(),
        }
    }

    fn offset(&self, index: usize) -> usize {
        let offset = self.offsets.as_ref().map_or(index, |all| all.get(index).copied().unwrap_or(self.length));
        offset.min(self.length)
    }

    fn take(&mut self, event: Event<'_>, span: Span) -> Result<(), Diagnostic> {
        let span = self.offset(span.start.index())..self.offset(span.end.index());
        let refuse = |message: &str| broken(message.to_owned(), span.clone());
        match event {
            Event::DocumentStart(_) => {
                self.documents += 1;
                if self.documents > 1 {
                    return Err(refuse("a second document begins").with_help("keep one document in a file"));
                }
            }
            Event::Alias(_) => return Err(refuse("an alias stands for something else").with_help(WRITE_OUT)),
            Event::Scalar(_, _, anchor, _) | Event::SequenceStart(anchor, _) | Event::MappingStart(anchor, _)
                if anchor != 0 =>
            {
                return Err(refuse("a part of the document has an anchor").with_help(WRITE_OUT));
            }
            Event::Scalar(.., Some(_)) | Event::SequenceStart(_, Some(_)) | Event::MappingStart(_, Some(_)) => {
                return Err(refuse("a part of the document has a tag").with_help("leave the tag out; quote a text"));
            }
            Event::Scalar(text, style, ..) => {
                if let Some(Frame::Object { name: None, .. }) = self.frames.last() {
                    self.name(text.into_owned(), span);
                } else {
                    let is_plain = style == ScalarStyle::Plain;
                    let value = if is_plain { resolve(&text).map_err(refuse)? } else { Value::from(text.as_ref()) };
                    self.open(span);
                    self.put(value);
                }
            }
            Event::SequenceStart(..) => self.push(Frame::List(Vec::new()), span)?,
            Event::MappingStart(..) => self.push(Frame::Object { members: Map::new(), name: None }, span)?,
            Event::SequenceEnd | Event::MappingEnd => match self.frames.pop() {
                Some(Frame::List(items)) => self.put(items.into()),
                Some(Frame::Object { members, .. }) => self.put(members.into()),
                None => {}
            },
            Event::Nothing | Event::StreamStart | Event::StreamEnd | Event::DocumentEnd => {}
        }
        Ok(())
    }

    fn push(&mut self, frame: Frame, span: Range<usize>) -> Result<(), Diagnostic> {
        if matches!(self.frames.last(), Some(Frame::Object { name: None, .. })) {
            return Err(broken("a list or a mapping stands where a name is expected".to_owned(), span));
        }
        if self.frames.len() >= DEEPEST {
            return Err(broken(format!("more than {DEEPEST} values are nested in one another"), span));
        }
        self.open(span);
        self.frames.push(frame);
        Ok(())
    }

    fn name(&mut self, given: String, span: Range<usize>) {
        let Some(Frame::Object { members, name }) = self.frames.last_mut() else { return };
        self.at.push(&given);
        if members.contains_key(&given) {
            let message = format!("the member {given:?} stands twice in one mapping");
            let error = Diagnostic::error(DUPLICATE_KEY, self.at.clone(), message).with_help("remove one of the two");
            self.repeated.push(Diagnostic { span: Some(span), ..error });
        }
        *name = Some(given);
    }

    /// Notes where a value begins, and steps into its place.
    fn open(&mut self, span: Range<usize>) {
        if let Some(Frame::List(items)) = self.frames.last() {
            self.at.push_index(items.len());
        }
        self.places.insert(self.at.clone(), span);
    }

    /// Puts a finished value into its place.
    fn put(&mut self, value: Value) {
        match self.frames.last_mut() {
            None => self.root = Some(value),
            Some(Frame::List(items)) => {
                items.push(value);
                self.at.pop();
            }
            Some(Frame::Object { members, name }) => {
                if let Some(name) = name.take() {
                    members.insert(name, value);
                }
                self.at.pop();
            }
        }
    }

    fn finish(self) -> Result<Read, Report> {
        if !self.repeated.is_empty() {
            return Err(Report::of_value(self.repeated));
        }
        match self.root {
            Some(value) => Ok(Read { value, places: self.places }),
            None => Err(Report::of_value(vec![broken("the text holds no document".to_owned(), 0..0)])),
        }
    }
}

const WRITE_OUT: &str = "write the value out at each place";
