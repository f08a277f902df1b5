//! Processes a document byte by byte: the JSON grammar, and the schemas that each byte refutes.

use std::collections::HashSet;

use serde_json::Value;

use super::FollowSchema;
use super::node::{FollowNode, NodeId};
use super::open::{DeathCause, NeededBy, OpenForm, OpenValues};
use super::text::{CharacterPart, TextWatch};
use crate::reader::kinds;

/// Maximum nesting, the same as in `planwright_source::parse`.
const MAX_DEPTH: usize = 127;

/// State of the JSON lexer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LexState {
    /// Before a value.
    Value,
    /// After `[`.
    FirstElement,
    /// After `{`.
    FirstName,
    /// After a comma in an object.
    Name,
    /// After a name.
    Colon,
    /// After a value in an object or array.
    AfterValue,
    /// Inside a string or name.
    Text(CharacterPart),
    /// Inside a number.
    Number(NumberPart),
    /// Inside `true`, `false` or `null`, with the remaining bytes.
    Word(&'static [u8]),
    /// After the document.
    End,
}

/// State inside a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NumberPart {
    Minus,
    Zero,
    Digits,
    Point,
    Fraction,
    Exponent,
    ExponentSign,
    ExponentDigits,
}

/// Reason why a byte is invalid.
#[derive(Debug)]
pub(super) enum ByteRefusal {
    /// The input is not JSON.
    Syntax,
    /// An object has a duplicate property.
    Duplicate(String),
    /// The schema allows no document with this prefix.
    Schema,
}

/// State of an arriving document.
#[derive(Debug)]
pub(super) struct Machine {
    pub(super) open: OpenValues,
    pub(super) state: LexState,
    /// Bytes of the current string or number.
    pub(super) token: Vec<u8>,
    pub(super) characters: usize,
    pub(super) watches: Vec<TextWatch>,
    /// Causes of the refutations by the last byte.
    pub(super) causes: Vec<(usize, DeathCause)>,
}

impl Machine {
    pub(super) fn new() -> Self {
        Self {
            open: OpenValues::default(),
            state: LexState::Value,
            token: Vec::new(),
            characters: 0,
            watches: Vec::new(),
            causes: Vec::new(),
        }
    }

    /// Returns the bytes of the current string or number.
    pub(super) fn token(&self) -> &[u8] {
        &self.token
    }

    /// Processes one byte.
    pub(super) fn process_byte(&mut self, schema: &FollowSchema, byte: u8) -> Result<(), ByteRefusal> {
        self.causes.clear();
        self.step(schema, byte)?;
        if self.open.is_dead() { Err(ByteRefusal::Schema) } else { Ok(()) }
    }

    fn step(&mut self, schema: &FollowSchema, byte: u8) -> Result<(), ByteRefusal> {
        match self.state {
            LexState::Text(part) => self.in_text(schema, part, byte),
            LexState::Number(part) => match after_digit(part, byte) {
                Some(part) => {
                    self.token.push(byte);
                    self.state = LexState::Number(part);
                    Ok(())
                }
                None if !matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | b',' | b']' | b'}') => Err(ByteRefusal::Syntax),
                None => {
                    self.end_number(schema, part)?;
                    if self.open.is_dead() { Ok(()) } else { self.step(schema, byte) }
                }
            },
            LexState::Word(rest) => match rest.split_first() {
                Some((next, rest)) if *next == byte => {
                    self.state = LexState::Word(rest);
                    if rest.is_empty() {
                        self.end_value();
                    }
                    Ok(())
                }
                _ => Err(ByteRefusal::Syntax),
            },
            _ if matches!(byte, b' ' | b'\t' | b'\n' | b'\r') => Ok(()),
            LexState::FirstElement if byte == b']' => {
                self.end_list(schema);
                Ok(())
            }
            LexState::FirstName if byte == b'}' => {
                self.end_object(schema);
                Ok(())
            }
            LexState::Value => self.begin(schema, byte),
            LexState::FirstElement => {
                self.judge_next_element(schema, 0);
                self.begin(schema, byte)
            }
            LexState::FirstName | LexState::Name if byte == b'"' => {
                if self.state == LexState::FirstName {
                    self.judge_next_name(schema);
                }
                self.begin_name(schema);
                Ok(())
            }
            LexState::Colon if byte == b':' => {
                self.state = LexState::Value;
                Ok(())
            }
            LexState::FirstName | LexState::Name | LexState::Colon | LexState::End => Err(ByteRefusal::Syntax),
            LexState::AfterValue => self.after_value(schema, byte),
        }
    }

    fn after_value(&mut self, schema: &FollowSchema, byte: u8) -> Result<(), ByteRefusal> {
        let is_list = match self.open.last_mut().map(|open| &mut open.form) {
            Some(OpenForm::List { index }) => {
                *index += usize::from(byte == b',');
                true
            }
            _ => false,
        };
        match (byte, is_list) {
            (b']', true) => self.end_list(schema),
            (b'}', false) => self.end_object(schema),
            (b',', true) => {
                self.judge_next_element(schema, self.index());
                self.state = LexState::Value;
            }
            (b',', false) => {
                self.judge_next_name(schema);
                self.state = LexState::Name;
            }
            _ => return Err(ByteRefusal::Syntax),
        }
        Ok(())
    }

    fn index(&self) -> usize {
        match self.open.all().last().map(|open| &open.form) {
            Some(OpenForm::List { index }) => *index,
            _ => 0,
        }
    }

    /// Processes the first byte of a value.
    fn begin(&mut self, schema: &FollowSchema, byte: u8) -> Result<(), ByteRefusal> {
        let (kind, form, state) = match byte {
            b'{' => {
                let form = OpenForm::Object { seen: HashSet::new(), name: String::new() };
                (kinds::OBJECT, form, LexState::FirstName)
            }
            b'[' => (kinds::LIST, OpenForm::List { index: 0 }, LexState::FirstElement),
            b'"' => (kinds::TEXT, OpenForm::Scalar, LexState::Text(CharacterPart::None)),
            b't' => (kinds::BOOL, OpenForm::Scalar, LexState::Word(b"rue")),
            b'f' => (kinds::BOOL, OpenForm::Scalar, LexState::Word(b"alse")),
            b'n' => (kinds::NULL, OpenForm::Scalar, LexState::Word(b"ull")),
            b'-' | b'0'..=b'9' => {
                let part = match byte {
                    b'-' => NumberPart::Minus,
                    b'0' => NumberPart::Zero,
                    _ => NumberPart::Digits,
                };
                (kinds::INTEGER | kinds::NUMBER, OpenForm::Scalar, LexState::Number(part))
            }
            _ => return Err(ByteRefusal::Syntax),
        };
        if matches!(byte, b'{' | b'[') && self.open.all().len() >= MAX_DEPTH {
            return Err(ByteRefusal::Syntax);
        }
        let wanted = self.wanted(schema);
        self.open.push(schema, form, &wanted);
        self.state = state;
        self.token.clear();
        self.refute_where(schema, |node| (node.kinds & kind == 0).then_some(DeathCause::Kind(node.kinds)));
        match byte {
            b'-' => {
                self.token.push(byte);
                self.refute_where(schema, |node| node.refuses_minus.then_some(DeathCause::Minus));
            }
            b'0'..=b'9' => self.token.push(byte),
            b't' => self.check_scalar(schema, kinds::BOOL, &Value::Bool(true)),
            b'f' => self.check_scalar(schema, kinds::BOOL, &Value::Bool(false)),
            b'n' => self.check_scalar(schema, kinds::NULL, &Value::Null),
            b'"' => self.begin_text(schema),
            _ => {}
        }
        Ok(())
    }

    /// Returns the schemas that apply to the next value.
    pub(super) fn wanted(&self, schema: &FollowSchema) -> Vec<(NodeId, NeededBy)> {
        let Some(around) = self.open.all().last() else { return vec![(0, NeededBy::Document)] };
        let mut wanted = Vec::new();
        for (number, _, node) in around.alive(schema) {
            let by = NeededBy::Around(number);
            match (&around.form, &node.object, &node.list) {
                (OpenForm::Object { name, .. }, Some(object), _) => {
                    let named = object.places.get(name).and_then(|place| object.members.get(*place));
                    wanted.extend(named.map(|(_, member)| (*member, by)));
                    let is_known = wanted.len();
                    if !object.patterns.is_empty() {
                        let name = Value::from(name.as_str());
                        let meant = object.patterns.iter().filter(|(pattern, _)| pattern.check.allows(&name));
                        wanted.extend(meant.map(|(_, member)| (*member, by)));
                    }
                    if named.is_none() && wanted.len() == is_known {
                        wanted.extend(object.extra.map(|member| (member, by)));
                    }
                }
                (OpenForm::List { index }, _, Some(list)) => {
                    wanted.extend(list.element(*index).map(|element| (element, by)));
                }
                _ => {}
            }
        }
        wanted
    }

    /// Refutes the schemas of the innermost value for which `cause` returns a cause.
    pub(super) fn refute_where(&mut self, schema: &FollowSchema, cause: impl Fn(&FollowNode) -> Option<DeathCause>) {
        let Some(level) = self.open.level() else { return };
        self.refute_at(schema, level, cause);
    }

    fn refute_at(&mut self, schema: &FollowSchema, level: usize, cause: impl Fn(&FollowNode) -> Option<DeathCause>) {
        let alive = self.open.get(level).map(|open| open.alive(schema)).unwrap_or_default();
        for (number, _, node) in alive {
            if let Some(cause) = cause(node) {
                self.causes.push((level, cause));
                self.open.refute(level, number);
            }
        }
    }

    /// Validates a value that is neither an object nor an array.
    pub(super) fn check_scalar(&mut self, schema: &FollowSchema, kind: u8, value: &Value) {
        self.refute_where(schema, |node| {
            let check = node.scalar.as_ref().filter(|check| check.kinds & kind != 0)?;
            check.refusal(value).map(|found| DeathCause::Judged(Box::new(found)))
        });
    }

    fn end_number(&mut self, schema: &FollowSchema, part: NumberPart) -> Result<(), ByteRefusal> {
        let is_number =
            matches!(part, NumberPart::Zero | NumberPart::Digits | NumberPart::Fraction | NumberPart::ExponentDigits);
        let text = std::str::from_utf8(&self.token).map_err(|_| ByteRefusal::Syntax)?;
        let value = planwright_source::parse(text).ok().filter(|_| is_number).ok_or(ByteRefusal::Syntax)?;
        self.check_scalar(schema, kinds::INTEGER | kinds::NUMBER, &value);
        if !self.open.is_dead() {
            self.end_value();
        }
        Ok(())
    }

    /// Completes the innermost value.
    pub(super) fn end_value(&mut self) {
        self.open.pop();
        self.state = if self.open.all().is_empty() { LexState::End } else { LexState::AfterValue };
    }

    fn end_list(&mut self, schema: &FollowSchema) {
        let count = if self.state == LexState::FirstElement { 0 } else { self.index() + 1 };
        self.refute_where(schema, |node| {
            let list = node.list.as_ref()?;
            (count < list.least).then_some(DeathCause::FewItems(list.least))
        });
        if !self.open.is_dead() {
            self.end_value();
        }
    }

    fn end_object(&mut self, schema: &FollowSchema) {
        let seen = self.seen();
        self.refute_where(schema, |node| {
            let object = node.object.as_ref()?;
            let missing = object.required.iter().find(|name| !seen.contains(*name));
            let few = (seen.len() < object.least).then_some(DeathCause::FewFields(object.least));
            missing.map(|name| DeathCause::Missing(name.clone())).or(few)
        });
        if self.open.is_dead() {
            // The report needs the names.
            self.restore(seen);
        } else {
            self.end_value();
        }
    }

    /// Takes the names of the innermost object.
    pub(super) fn seen(&mut self) -> HashSet<String> {
        match self.open.last_mut().map(|open| &mut open.form) {
            Some(OpenForm::Object { seen, .. }) => std::mem::take(seen),
            _ => HashSet::new(),
        }
    }

    pub(super) fn restore(&mut self, names: HashSet<String>) {
        if let Some(OpenForm::Object { seen, .. }) = self.open.last_mut().map(|open| &mut open.form) {
            *seen = names;
        }
    }

    /// Refutes schemas that do not allow another element.
    fn judge_next_element(&mut self, schema: &FollowSchema, index: usize) {
        self.refute_where(schema, |node| {
            let list = node.list.as_ref()?;
            let is_full = list.most.is_some_and(|most| index >= most);
            let is_never = list.element(index).is_some_and(|element| schema.nodes[element].is_never());
            (is_full || is_never).then_some(DeathCause::ManyItems(index))
        });
    }

    /// Refutes schemas that do not allow another property.
    fn judge_next_name(&mut self, schema: &FollowSchema) {
        let seen = self.seen();
        self.refute_where(schema, |node| {
            let object = node.object.as_ref()?;
            if object.most.is_some_and(|most| seen.len() >= most) {
                return Some(DeathCause::ManyFields(seen.len()));
            }
            let is_free = |(name, value): &(String, NodeId)| !seen.contains(name) && !schema.nodes[*value].is_never();
            let has_room = !object.is_closed || !object.patterns.is_empty() || object.members.iter().any(is_free);
            (!has_room).then(|| DeathCause::Names(Vec::new()))
        });
        self.restore(seen);
    }
}

/// Returns the state of a number after another byte, or `None` if the byte does not belong to the number.
fn after_digit(part: NumberPart, byte: u8) -> Option<NumberPart> {
    use NumberPart::{Digits, Exponent, ExponentDigits, ExponentSign, Fraction, Minus, Point, Zero};
    Some(match (part, byte) {
        (Minus, b'0') => Zero,
        (Minus, b'1'..=b'9') | (Digits, b'0'..=b'9') => Digits,
        (Zero | Digits, b'.') => Point,
        (Point | Fraction, b'0'..=b'9') => Fraction,
        (Zero | Digits | Fraction, b'e' | b'E') => Exponent,
        (Exponent, b'+' | b'-') => ExponentSign,
        (Exponent | ExponentSign | ExponentDigits, b'0'..=b'9') => ExponentDigits,
        _ => return None,
    })
}
