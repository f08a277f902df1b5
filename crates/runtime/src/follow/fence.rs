//! What may stand around the document, as `text::read` strips it from a whole text.

use super::FollowSchema;
use super::machine::{ByteRefusal, LexState, Machine, NumberPart};
use crate::text::Policy;

/// Where a text stands beside its document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fence {
    /// There is none.
    None,
    /// One may begin; it must after white space that JSON does not know.
    Before { is_needed: bool },
    /// So many of its three opening signs.
    Opening(u8),
    /// The language after them.
    Language,
    /// Around the document, which begins so many bytes into the text.
    Inside,
    /// So many of its three closing signs.
    Closing(u8),
    /// Behind it.
    After,
}

impl Fence {
    pub(super) fn of(policy: Policy) -> Self {
        match policy {
            Policy::Strict => Self::None,
            Policy::Fenced => Self::Before { is_needed: false },
        }
    }

    /// Whether the next byte is one of the document.
    pub(super) fn is_in_json(self) -> bool {
        matches!(self, Self::None | Self::Before { is_needed: false } | Self::Inside)
    }

    /// Takes one byte, which is one of the document where it is none of the fence.
    pub(super) fn take(&mut self, machine: &mut Machine, schema: &FollowSchema, byte: u8) -> Result<(), ByteRefusal> {
        let is_tick = byte == b'`';
        let next = match *self {
            Self::Inside if is_tick && ends(machine, schema)? => Self::Closing(1),
            Self::None | Self::Inside => return machine.take(schema, byte),
            Self::Before { .. } if is_tick => Self::Opening(1),
            Self::Before { is_needed } if byte.is_ascii_whitespace() => {
                Self::Before { is_needed: is_needed || byte == 0x0C }
            }
            Self::Before { is_needed: false } => {
                *self = Self::None;
                return machine.take(schema, byte);
            }
            Self::Opening(2) if is_tick => Self::Language,
            Self::Opening(count) if is_tick => Self::Opening(count + 1),
            Self::Language if byte.is_ascii_alphanumeric() => Self::Language,
            Self::Language => {
                *self = Self::Inside;
                return machine.take(schema, byte);
            }
            Self::Closing(2) if is_tick => Self::After,
            Self::Closing(count) if is_tick => Self::Closing(count + 1),
            Self::After if byte.is_ascii_whitespace() => Self::After,
            Self::Before { is_needed: true } | Self::Opening(_) | Self::Closing(_) | Self::After => {
                return Err(ByteRefusal::Syntax);
            }
        };
        *self = next;
        Ok(())
    }

    /// Whether a whole text was read.
    pub(super) fn is_complete(self, machine: &Machine) -> bool {
        let is_number_at_root = || {
            let LexState::Number(part) = machine.state else { return false };
            let is_whole = matches!(
                part,
                NumberPart::Zero | NumberPart::Digits | NumberPart::Fraction | NumberPart::ExponentDigits
            );
            is_whole && machine.open.all().len() == 1
        };
        match self {
            Self::None => machine.state == LexState::End || is_number_at_root(),
            Self::After => true,
            Self::Before { .. } | Self::Opening(_) | Self::Language | Self::Inside | Self::Closing(_) => false,
        }
    }
}

/// Whether the document is complete before a closing sign; a number is what comes before one.
fn ends(machine: &mut Machine, schema: &FollowSchema) -> Result<bool, ByteRefusal> {
    if matches!(machine.state, LexState::Number(_)) && machine.open.all().len() == 1 {
        machine.take(schema, b'\n')?;
    }
    Ok(machine.state == LexState::End)
}
