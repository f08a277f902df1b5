//! Processes strings and property names, byte by byte.

use serde_json::Value;

use super::FollowSchema;
use super::machine::{ByteRefusal, LexState, Machine};
use super::node::{FollowNode, NodeId};
use super::open::{DeathCause, NeededBy, OpenForm};
use super::text::{CharacterPart, TextWatch, fits_unit};
use crate::reader::kinds;

impl Machine {
    /// Processes the opening quote of a name.
    pub(super) fn begin_name(&mut self, schema: &FollowSchema) {
        let Some(level) = self.open.level() else { return };
        let around = self.open.all().last();
        let alive = around.map(|open| open.alive(schema)).unwrap_or_default();
        let names = |(number, _, node): &(usize, NodeId, &FollowNode)| {
            let names = node.object.as_ref().and_then(|object| object.names);
            names.map(|names| (names, NeededBy::Around(*number)))
        };
        let wanted: Vec<_> = alive.iter().filter_map(names).collect();
        let is_taken = |name: &str| match around.map(|open| &open.form) {
            Some(OpenForm::Object { seen, .. }) => seen.contains(name),
            _ => false,
        };
        let watch =
            |(number, id, _): &(usize, NodeId, &FollowNode)| TextWatch::for_name(schema, level, *number, *id, is_taken);
        let watches: Vec<TextWatch> = alive.iter().filter_map(watch).collect();
        self.open.push(schema, OpenForm::Name, &wanted);
        self.begin_text(schema);
        self.watches.extend(watches);
        self.state = LexState::Text(CharacterPart::None);
    }

    pub(super) fn begin_text(&mut self, schema: &FollowSchema) {
        self.token.clear();
        self.characters = 0;
        self.refute_where(schema, |node| (node.kinds & kinds::TEXT == 0).then_some(DeathCause::Kind(node.kinds)));
        let Some((level, open)) = self.open.level().zip(self.open.all().last()) else { return };
        let alive = open.alive(schema).into_iter();
        self.watches = alive.filter_map(|(number, id, _)| TextWatch::for_value(schema, level, number, id)).collect();
        self.judge_watches(schema);
    }

    /// Processes a byte of a string or name after its opening quote.
    pub(super) fn in_text(&mut self, schema: &FollowSchema, part: CharacterPart, byte: u8) -> Result<(), ByteRefusal> {
        let next = match (part, byte) {
            (CharacterPart::None, b'"') => return self.end_text(schema),
            (CharacterPart::None, 0..=0x1F) => return Err(ByteRefusal::Syntax),
            (CharacterPart::None, b'\\') => {
                self.begin_character();
                self.narrow(schema, |rest| !rest.is_empty());
                Some(CharacterPart::Escape)
            }
            (CharacterPart::None, 0x20..=0x7F) => {
                self.begin_character();
                self.push(schema, byte);
                Some(CharacterPart::None)
            }
            (CharacterPart::None, _) => {
                self.begin_character();
                let part = CharacterPart::after_lead_byte(byte);
                self.push(schema, byte);
                part
            }
            (CharacterPart::Utf8 { more, low, high }, _) => {
                self.push(schema, byte);
                let part = match more {
                    1 => CharacterPart::None,
                    more => CharacterPart::Utf8 { more: more - 1, low: 0x80, high: 0xBF },
                };
                (low..=high).contains(&byte).then_some(part)
            }
            (CharacterPart::Escape, b'u') => Some(CharacterPart::Unit { digits: 0, value: 0, high: None }),
            (CharacterPart::Escape, _) => escaped(byte).map(|letter| {
                self.push(schema, letter);
                CharacterPart::None
            }),
            (CharacterPart::Backslash { high }, b'\\') => Some(CharacterPart::Letter { high }),
            (CharacterPart::Letter { high }, b'u') => {
                Some(CharacterPart::Unit { digits: 0, value: 0, high: Some(high) })
            }
            (CharacterPart::Backslash { .. } | CharacterPart::Letter { .. }, _) => None,
            (CharacterPart::Unit { digits, value, high }, _) => {
                CharacterPart::after_digit(digits, value, high, byte).map(|part| self.after_unit(schema, part))
            }
        };
        self.state = LexState::Text(next.ok_or(ByteRefusal::Syntax)?);
        self.judge_watches(schema);
        Ok(())
    }

    /// Processes the state after a digit of `\u`. The fourth digit completes a character or the first half of a
    /// surrogate pair.
    fn after_unit(&mut self, schema: &FollowSchema, part: CharacterPart) -> CharacterPart {
        let CharacterPart::Unit { digits, value, high } = part else { return part };
        self.narrow(schema, |rest| fits_unit(rest, digits, value, high));
        if digits < 4 {
            return part;
        }
        if high.is_none() && (0xD800..0xDC00).contains(&value) {
            return CharacterPart::Backslash { high: value };
        }
        let units = high.into_iter().chain([value]);
        let mut bytes = [0; 4];
        for letter in char::decode_utf16(units).map_while(Result::ok) {
            letter.encode_utf8(&mut bytes).bytes().for_each(|byte| self.push(schema, byte));
        }
        CharacterPart::None
    }

    fn begin_character(&mut self) {
        self.characters += 1;
    }

    /// Processes a byte of the unescaped string.
    fn push(&mut self, schema: &FollowSchema, byte: u8) {
        self.narrow(schema, |rest| rest.first() == Some(&byte));
        self.watches.iter_mut().for_each(|watch| watch.push(schema, byte));
        self.token.push(byte);
    }

    fn narrow(&mut self, schema: &FollowSchema, passes: impl Fn(&[u8]) -> bool) {
        let length = self.token.len();
        self.watches.iter_mut().for_each(|watch| watch.narrow(schema, length, &passes));
    }

    /// Refutes schemas that allow no string with the current prefix.
    fn judge_watches(&mut self, schema: &FollowSchema) {
        let mut index = 0;
        while let Some(watch) = self.watches.get(index) {
            let (level, number) = (watch.level, watch.number);
            let cause = watch.cause(schema, self.characters);
            if self.open.is_refuted(level, number) {
                self.watches.swap_remove(index);
            } else if let Some(cause) = cause {
                self.watches.swap_remove(index);
                self.causes.push((level, cause));
                self.open.refute(level, number);
            } else {
                index += 1;
            }
        }
    }

    /// Processes the closing quote of a string or name.
    fn end_text(&mut self, schema: &FollowSchema) -> Result<(), ByteRefusal> {
        self.watches.clear();
        let text = String::from_utf8(self.token.clone()).map_err(|_| ByteRefusal::Syntax)?;
        let is_name = matches!(self.open.all().last().map(|open| &open.form), Some(OpenForm::Name));
        self.refute_where(schema, |node| {
            let texts = node.texts.as_ref().filter(|texts| !texts.contains(&text))?;
            Some(DeathCause::Texts { allowed: texts.clone(), is_const: node.is_const, is_whole: true })
        });
        let value = Value::String(text);
        self.check_scalar(schema, kinds::TEXT, &value);
        let Value::String(text) = value else { return Ok(()) };
        if !is_name {
            if !self.open.is_dead() {
                self.end_value();
            }
            return Ok(());
        }
        if self.open.is_dead() {
            return Ok(());
        }
        self.open.pop();
        self.end_name(schema, text)
    }

    /// Processes a complete name.
    fn end_name(&mut self, schema: &FollowSchema, text: String) -> Result<(), ByteRefusal> {
        let mut seen = self.seen();
        let is_new = seen.insert(text.clone());
        self.refute_where(schema, |node| {
            let object = node.object.as_ref()?;
            if object.absent.as_ref() == Some(&text) {
                return Some(DeathCause::Present(text.clone()));
            }
            let named = object.places.get(&text).and_then(|place| object.members.get(*place));
            let is_never = named.is_some_and(|(_, value)| schema.nodes[*value].is_never());
            let name = Value::from(text.as_str());
            let is_allowed = !object.is_closed
                || named.is_some()
                || object.patterns.iter().any(|(pattern, _)| pattern.check.allows(&name));
            (is_never || !is_allowed).then(|| {
                let free = object
                    .members
                    .iter()
                    .filter(|(name, value)| !seen.contains(name) && !schema.nodes[*value].is_never());
                DeathCause::Names(free.map(|(name, _)| name.clone()).collect())
            })
        });
        if let Some(OpenForm::Object { seen: names, name }) = self.open.last_mut().map(|open| &mut open.form) {
            *names = seen;
            name.clone_from(&text);
        }
        self.state = LexState::Colon;
        if is_new { Ok(()) } else { Err(ByteRefusal::Duplicate(text)) }
    }
}

/// Returns the character that a letter after a backslash stands for.
fn escaped(byte: u8) -> Option<u8> {
    Some(match byte {
        b'"' | b'\\' | b'/' => byte,
        b'b' => 0x08,
        b'f' => 0x0C,
        b'n' => b'\n',
        b'r' => b'\r',
        b't' => b'\t',
        _ => return None,
    })
}
