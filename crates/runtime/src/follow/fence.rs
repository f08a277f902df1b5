//! Parses a code fence around the document, like `text::read_document` does for complete input.

use super::FollowSchema;
use super::machine::{ByteRefusal, LexState, Machine, NumberPart};
use crate::text::Policy;

/// Position of the input relative to a code fence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fence {
    /// No fence is allowed.
    None,
    /// A fence may start. It is required after whitespace that JSON does not allow.
    Before { is_needed: bool },
    /// Number of opening signs so far, out of three.
    Opening(u8),
    /// In the language after the opening signs.
    Language,
    /// Inside the fence, where the document is.
    Inside,
    /// Number of closing signs so far, out of three.
    Closing(u8),
    /// After the fence.
    After,
}

impl Fence {
    pub(super) fn from_policy(policy: Policy) -> Self {
        match policy {
            Policy::Strict => Self::None,
            Policy::Fenced => Self::Before { is_needed: false },
        }
    }

    /// Returns whether the next byte belongs to the document.
    pub(super) fn is_in_json(self) -> bool {
        matches!(self, Self::None | Self::Before { is_needed: false } | Self::Inside)
    }

    /// Processes one byte, and passes it on to the document if it does not belong to the fence.
    pub(super) fn process_byte(
        &mut self,
        machine: &mut Machine,
        schema: &FollowSchema,
        byte: u8,
    ) -> Result<(), ByteRefusal> {
        let is_tick = byte == b'`';
        let next = match *self {
            Self::Inside if is_tick && ends(machine, schema)? => Self::Closing(1),
            Self::None | Self::Inside => return machine.process_byte(schema, byte),
            Self::Before { .. } if is_tick => Self::Opening(1),
            Self::Before { is_needed } if byte.is_ascii_whitespace() => {
                Self::Before { is_needed: is_needed || byte == 0x0C }
            }
            Self::Before { is_needed: false } => {
                *self = Self::None;
                return machine.process_byte(schema, byte);
            }
            Self::Opening(2) if is_tick => Self::Language,
            Self::Opening(count) if is_tick => Self::Opening(count + 1),
            Self::Language if byte.is_ascii_alphanumeric() => Self::Language,
            Self::Language => {
                *self = Self::Inside;
                return machine.process_byte(schema, byte);
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

    /// Returns whether the input is complete.
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

/// Returns whether the document is complete before a closing sign. A number is completed first.
fn ends(machine: &mut Machine, schema: &FollowSchema) -> Result<bool, ByteRefusal> {
    if matches!(machine.state, LexState::Number(_)) && machine.open.all().len() == 1 {
        machine.process_byte(schema, b'\n')?;
    }
    Ok(machine.state == LexState::End)
}
