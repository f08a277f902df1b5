//! Tracks an arriving string or name: which listed strings it can still become, and the states of its patterns.

use super::FollowSchema;
use super::node::NodeId;
use super::open::DeathCause;
use super::pattern::PatternState;

/// State of one schema for an arriving string.
#[derive(Debug)]
pub(super) struct TextWatch {
    /// Open value and tracker that the schema belongs to.
    pub(super) level: usize,
    pub(super) number: usize,
    node: NodeId,
    subject: WatchSubject,
    /// Indices of the listed strings with this prefix, or `None` if no strings are listed.
    listed: Option<Vec<usize>>,
    /// Indices of all strings that were listed at the start.
    offered: Vec<usize>,
    patterns: Vec<PatternState>,
    most: Option<usize>,
}

/// Role of a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WatchSubject {
    /// A value, which must be listed and match the pattern.
    Value,
    /// A name in a closed object, which must be listed or match one of the patterns.
    Name,
}

impl TextWatch {
    /// Returns the state for a value, or `None` if the schema cannot decide before the end.
    pub(super) fn for_value(schema: &FollowSchema, level: usize, number: usize, node: NodeId) -> Option<Self> {
        let asks = &schema.nodes[node];
        let listed: Option<Vec<usize>> = asks.texts.as_ref().map(|texts| (0..texts.len()).collect());
        let offered = listed.clone().unwrap_or_default();
        let patterns: Vec<PatternState> = asks.pattern.iter().map(super::pattern::FollowPattern::start).collect();
        let says = listed.is_some() || asks.most.is_some() || !patterns.is_empty();
        let (subject, most) = (WatchSubject::Value, asks.most);
        says.then_some(Self { level, number, node, subject, listed, offered, patterns, most })
    }

    /// Returns the state for a name in a closed object.
    pub(super) fn for_name(
        schema: &FollowSchema,
        level: usize,
        number: usize,
        node: NodeId,
        is_taken: impl Fn(&str) -> bool,
    ) -> Option<Self> {
        let object = schema.nodes[node].object.as_ref().filter(|object| object.is_closed)?;
        let members = object.members.iter().enumerate();
        let free = members.filter(|(_, (name, value))| !is_taken(name) && !schema.nodes[*value].is_never());
        let offered: Vec<usize> = free.map(|(index, _)| index).collect();
        let listed = Some(offered.clone());
        let patterns = object.patterns.iter().map(|(pattern, _)| pattern.automaton.start()).collect();
        Some(Self { level, number, node, subject: WatchSubject::Name, listed, offered, patterns, most: None })
    }

    fn candidate<'s>(&self, schema: &'s FollowSchema, index: usize) -> &'s str {
        let node = &schema.nodes[self.node];
        let found = match self.subject {
            WatchSubject::Value => node.texts.as_ref().and_then(|texts| texts.get(index)),
            WatchSubject::Name => {
                node.object.as_ref().and_then(|object| object.members.get(index)).map(|(name, _)| name)
            }
        };
        found.map_or("", String::as_str)
    }

    /// Keeps the listed strings whose rest after `length` bytes satisfies the predicate.
    pub(super) fn narrow(&mut self, schema: &FollowSchema, length: usize, passes: impl Fn(&[u8]) -> bool) {
        let Some(mut listed) = self.listed.take() else { return };
        listed.retain(|index| self.candidate(schema, *index).as_bytes().get(length..).is_some_and(&passes));
        self.listed = Some(listed);
    }

    /// Processes another byte.
    pub(super) fn push(&mut self, schema: &FollowSchema, byte: u8) {
        let node = &schema.nodes[self.node];
        for (index, state) in self.patterns.iter_mut().enumerate() {
            let pattern = match self.subject {
                WatchSubject::Value => node.pattern.as_ref(),
                WatchSubject::Name => {
                    let patterns = node.object.as_ref().map(|object| &object.patterns);
                    patterns.and_then(|patterns| patterns.get(index)).map(|(pattern, _)| &pattern.automaton)
                }
            };
            if let Some(pattern) = pattern {
                *state = pattern.after(*state, byte);
            }
        }
    }

    /// Returns why no string with this prefix is allowed.
    pub(super) fn cause(&self, schema: &FollowSchema, characters: usize) -> Option<DeathCause> {
        let node = &schema.nodes[self.node];
        let is_unlisted = self.listed.as_ref().is_some_and(Vec::is_empty);
        let allowed = || self.offered.iter().map(|index| self.candidate(schema, *index).to_owned()).collect();
        let is_lost = |state: &PatternState| *state == PatternState::Lost;
        match self.subject {
            WatchSubject::Name => {
                (is_unlisted && self.patterns.iter().all(is_lost)).then(|| DeathCause::Names(allowed()))
            }
            WatchSubject::Value if is_unlisted => {
                Some(DeathCause::Texts { allowed: allowed(), is_const: node.is_const, is_whole: false })
            }
            WatchSubject::Value if self.most.is_some_and(|most| characters > most) => {
                self.most.map(DeathCause::TooLong)
            }
            WatchSubject::Value => {
                let pattern = node.pattern.as_ref().filter(|_| self.patterns.iter().any(is_lost))?;
                Some(DeathCause::Pattern(pattern.text().to_owned()))
            }
        }
    }

    /// Returns the listed strings that are still possible.
    pub(super) fn candidates<'s>(&self, schema: &'s FollowSchema) -> impl Iterator<Item = &'s str> {
        self.listed.iter().flatten().map(|index| self.candidate(schema, *index))
    }
}

/// State within a character of a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CharacterPart {
    /// Between characters.
    None,
    /// Number of further UTF-8 bytes, and the range of the next one.
    Utf8 { more: u8, low: u8, high: u8 },
    /// After a backslash.
    Escape,
    /// Number of digits of `\u` so far, their value, and the first unit if this is the second of a surrogate pair.
    Unit { digits: u8, value: u16, high: Option<u16> },
    /// After the first unit of a pair.
    Backslash { high: u16 },
    /// After the backslash of the second unit.
    Letter { high: u16 },
}

impl CharacterPart {
    /// Returns the state after the first byte of a multi-byte character, or `None` if the byte cannot start one.
    pub(super) fn after_lead_byte(byte: u8) -> Option<Self> {
        let (more, low, high) = match byte {
            0xC2..=0xDF => (1, 0x80, 0xBF),
            0xE0 => (2, 0xA0, 0xBF),
            0xED => (2, 0x80, 0x9F),
            0xE1..=0xEF => (2, 0x80, 0xBF),
            0xF0 => (3, 0x90, 0xBF),
            0xF1..=0xF3 => (3, 0x80, 0xBF),
            0xF4 => (3, 0x80, 0x8F),
            _ => return None,
        };
        Some(Self::Utf8 { more, low, high })
    }

    /// Returns the state after another digit of a unit, or `None` if no character has these digits.
    pub(super) fn after_digit(digits: u8, value: u16, high: Option<u16>, byte: u8) -> Option<Self> {
        let digit = char::from(byte).to_digit(16).and_then(|digit| u16::try_from(digit).ok())?;
        let (digits, value) = (digits + 1, value << 4 | digit);
        // The first two digits decide whether a unit is the first or second of a pair, or neither.
        let is_second = digits >= 2 && (value >> (4 * (digits - 2))) & 0xFC == 0xDC;
        let fits = match high {
            None => !is_second,
            Some(_) => digits < 2 && value == 0xD || is_second,
        };
        fits.then_some(Self::Unit { digits, value, high })
    }
}

/// Returns whether a string can start with a `\u` unit that has these digits.
pub(super) fn fits_unit(rest: &[u8], digits: u8, value: u16, high: Option<u16>) -> bool {
    let Some(next) = std::str::from_utf8(rest).ok().and_then(|rest| rest.chars().next()) else { return false };
    let mut units = [0; 2];
    let units = next.encode_utf16(&mut units);
    let unit = match high {
        None => units.first(),
        Some(high) if units.first() == Some(&high) => units.get(1),
        Some(_) => None,
    };
    unit.is_some_and(|unit| digits == 0 || unit >> (4 * (4 - u16::from(digits))) == value)
}
