//! Right-hand sides of grammar rules, and their notation in GBNF.

use std::fmt;

use planwright_source::CommandMarker;

use super::characters::{CharacterSet, by_number};

/// Right-hand side of a rule, or a part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Expression {
    /// Literal string.
    Literal(String),
    /// One character of a set.
    Character(CharacterSet),
    /// Reference to a rule.
    Rule(String),
    /// Sequence, which may be empty.
    Sequence(Vec<Expression>),
    /// One of several alternatives.
    Choice(Vec<Expression>),
    /// Repetition with a minimum and a maximum.
    Repeat(Box<Expression>, u64, Option<u64>),
}

impl Expression {
    pub(super) fn literal(text: impl Into<String>) -> Self {
        Self::Literal(text.into())
    }

    pub(super) fn rule(name: impl Into<String>) -> Self {
        Self::Rule(name.into())
    }

    pub(super) fn optional(self) -> Self {
        self.repeat(0, Some(1))
    }

    pub(super) fn repeat(self, least: u64, most: Option<u64>) -> Self {
        match (least, most) {
            (_, Some(0)) => Self::Sequence(Vec::new()),
            (1, Some(1)) => self,
            _ => Self::Repeat(Box::new(self), least, most),
        }
    }

    /// Returns a choice. A single alternative is returned unchanged.
    pub(super) fn choice(mut parts: Vec<Self>) -> Self {
        if parts.len() == 1 { parts.remove(0) } else { Self::Choice(parts) }
    }

    /// Returns the number of parts.
    pub(super) fn weight(&self) -> usize {
        match self {
            Self::Sequence(parts) | Self::Choice(parts) => 1 + parts.iter().map(Self::weight).sum::<usize>(),
            Self::Repeat(part, ..) => 1 + part.weight(),
            Self::Literal(_) | Self::Character(_) | Self::Rule(_) => 1,
        }
    }

    /// Returns the names of the rules that it references.
    pub(super) fn rules(&self) -> Vec<&str> {
        match self {
            Self::Rule(name) => vec![name],
            Self::Sequence(parts) | Self::Choice(parts) => parts.iter().flat_map(Self::rules).collect(),
            Self::Repeat(part, ..) => part.rules(),
            Self::Literal(_) | Self::Character(_) => Vec::new(),
        }
    }

    /// Checks whether a repetition operator may follow without parentheses.
    pub(super) fn is_atom(&self) -> bool {
        matches!(self, Self::Character(_) | Self::Rule(_))
    }

    /// Prints a part, with parentheses where they are needed.
    fn part(&self, out: &mut fmt::Formatter<'_>, is_operand: bool) -> fmt::Result {
        let is_open = match self {
            Self::Choice(parts) => parts.len() != 1,
            Self::Sequence(_) | Self::Repeat(..) => is_operand,
            Self::Literal(text) => is_operand && text.chars().count() != 1,
            Self::Character(_) | Self::Rule(_) => false,
        };
        if is_open { write!(out, "({self})") } else { write!(out, "{self}") }
    }
}

impl fmt::Display for Expression {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Literal(text) => {
                // CI systems interpret some markers in the output as commands, so they are escaped.
                let mut marker = CommandMarker::default();
                let escaped = |c| if marker.ends_with(c) { by_number(u32::from(c)) } else { escaped(c) };
                write!(out, "\"{}\"", text.chars().map(escaped).collect::<String>())
            }
            Self::Character(set) => write!(out, "{set}"),
            Self::Rule(name) => out.write_str(name),
            Self::Sequence(parts) if parts.is_empty() => out.write_str("\"\""),
            Self::Sequence(parts) => joined(parts, " ", out),
            Self::Choice(parts) => joined(parts, " | ", out),
            Self::Repeat(part, least, most) => {
                part.part(out, true)?;
                match (least, most) {
                    (0, Some(1)) => out.write_str("?"),
                    (0, None) => out.write_str("*"),
                    (1, None) => out.write_str("+"),
                    (least, None) => write!(out, "{{{least},}}"),
                    (least, Some(most)) if least == most => write!(out, "{{{least}}}"),
                    (least, Some(most)) => write!(out, "{{{least},{most}}}"),
                }
            }
        }
    }
}

fn joined(parts: &[Expression], between: &str, out: &mut fmt::Formatter<'_>) -> fmt::Result {
    for (index, part) in parts.iter().enumerate() {
        if index > 0 {
            out.write_str(between)?;
        }
        part.part(out, false)?;
    }
    Ok(())
}

/// Escapes a character inside quotes.
fn escaped(c: char) -> String {
    match c {
        '"' => "\\\"".to_owned(),
        '\\' => "\\\\".to_owned(),
        '\n' => "\\n".to_owned(),
        '\r' => "\\r".to_owned(),
        '\t' => "\\t".to_owned(),
        c if c.is_ascii_graphic() || c == ' ' || c.is_alphanumeric() => c.to_string(),
        c => by_number(u32::from(c)),
    }
}
