//! Writes the findings for dead ends.

use std::collections::BTreeSet;

use planwright_source::{Pointer, ProblemKind, decode, parse, printable};
use serde_json::Value;

use super::expected::kind_names;
use super::machine::{ByteRefusal, LexState};
use super::open::{DeathCause, OpenForm};
use super::{DeadEnd, Follower, pointer_of};
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::report::Report;
use crate::schema::{listed_name, shorten};
use crate::wording::{SizeBound, duplicate_property, missing_property};

/// Maximum number of allowed strings that a message lists.
const MAX_LISTED: usize = 20;

/// Returns why the last byte is invalid.
pub(super) fn end(follower: &Follower, refusal: &ByteRefusal) -> DeadEnd {
    let at = follower.text.len().saturating_sub(1);
    let level = follower.machine.open.level().unwrap_or(0);
    let (finding, allowed) = match refusal {
        ByteRefusal::Syntax => (syntax_finding(follower, at), Vec::new()),
        ByteRefusal::Duplicate(name) => {
            let at = pointer_of(&follower.machine, level).member(name);
            let message = duplicate_property(name);
            let help = "write each property once".to_owned();
            (Diagnostic { help: Some(help), ..Diagnostic::error(codes::DUPLICATE_KEY, at, message) }, Vec::new())
        }
        ByteRefusal::Schema => schema_finding(follower),
    };
    DeadEnd { at, finding: Diagnostic { span: Some(at..at + 1), ..finding }, allowed }
}

/// Returns why the input is not JSON from its last byte on.
fn syntax_finding(follower: &Follower, at: usize) -> Diagnostic {
    // The text before a fenced document is replaced by spaces, so that offsets stay valid.
    let mut body = follower.text.clone();
    let start = body.iter().position(|byte| matches!(byte, b'{' | b'[' | b'"')).unwrap_or(0);
    if body.trim_ascii_start().starts_with(b"```") && start > 0 {
        body.iter_mut().take(start).for_each(|byte| *byte = b' ');
    }
    let problems = match decode(&body) {
        Ok(text) => parse(text).err().unwrap_or_default(),
        Err(problem) => vec![problem],
    };
    // Input that is cut within a character or a value yields no error about its last byte.
    let is_cut = std::str::from_utf8(&body).is_err_and(|error| error.error_len().is_none());
    let known =
        problems.into_iter().find(|one| !is_cut && !matches!(one.kind, ProblemKind::Truncated | ProblemKind::Empty));
    let text = String::from_utf8_lossy(&body);
    if let Some(found) = known.and_then(|problem| Report::of_problems_in([problem], &text).into_iter().next()) {
        return found;
    }
    let byte = follower.text.get(at).copied().unwrap_or_default();
    let shown = match byte {
        0x20..=0x7E => format!("{:?}", char::from(byte)),
        _ => format!("the byte {byte:#04x}"),
    };
    let mut found = Diagnostic::error(
        codes::PARSE_ERROR,
        Pointer::root(),
        format!("unexpected {shown}: JSON cannot continue with it here"),
    );
    found.help = Some("write one JSON document and nothing else".to_owned());
    found
}

/// Returns why the schema rejects the last byte, and what is allowed.
fn schema_finding(follower: &Follower) -> (Diagnostic, Vec<String>) {
    let machine = &follower.machine;
    let causes = &machine.causes;
    let place = |level: usize| pointer_of(machine, level);
    let texts = listed(causes.iter().filter_map(|(_, cause)| match cause {
        DeathCause::Texts { allowed, .. } => Some(allowed),
        _ => None,
    }));
    let names = listed(causes.iter().filter_map(|(_, cause)| match cause {
        DeathCause::Names(allowed) => Some(allowed),
        _ => None,
    }));
    let kinds = causes.iter().fold(0, |all, (_, cause)| match cause {
        DeathCause::Kind(kinds) => all | kinds,
        _ => all,
    });
    let first = causes.iter().max_by_key(|(_, cause)| rank(cause));
    let Some((level, cause)) = first else {
        let message = "no value that the schema allows starts like this";
        return (Diagnostic::error(codes::SCHEMA_VIOLATION, place(machine.open.level().unwrap_or(0)), message), texts);
    };
    let at = place(*level);
    let is_name = matches!(machine.open.get(*level).map(|open| &open.form), Some(OpenForm::Name));
    let (code, message) = (code_of(cause, causes), message_of(cause, follower));
    let found = |code: &'static str, help: Option<String>| Diagnostic {
        help,
        ..Diagnostic::error(if is_name { codes::FIELD_NAME_MISMATCH } else { code }, at.clone(), message.clone())
    };
    match cause {
        DeathCause::Texts { .. } => {
            let mut finding = found(code, (!texts.is_empty()).then(|| format!("write {}", one_of(&texts))));
            finding.facts.push(("allowed", Value::from(texts.clone())));
            (finding, texts)
        }
        DeathCause::Names(_) => {
            let help = if names.is_empty() {
                "close the object".to_owned()
            } else {
                format!("properties that can follow: {}", list(&names))
            };
            (found(code, Some(help)), names)
        }
        DeathCause::Kind(_) => {
            let types: Vec<String> = kind_names(kinds).into_iter().map(str::to_owned).collect();
            let help = (!types.is_empty()).then(|| format!("write {}", one_of(&types)));
            (found(code, help), types)
        }
        DeathCause::Missing(name) => {
            let mut finding = found(code, Some("add it before the end of the object".to_owned()));
            finding.at = at.member(name);
            (finding, vec![name.clone()])
        }
        DeathCause::Judged(judged) => (Diagnostic { at: at.clone(), span: None, ..(**judged).clone() }, Vec::new()),
        _ => (found(code, None), Vec::new()),
    }
}

/// Ranks causes by how informative they are.
fn rank(cause: &DeathCause) -> u8 {
    match cause {
        DeathCause::Texts { .. } => 9,
        DeathCause::Names(_) => 8,
        DeathCause::Missing(_) => 7,
        DeathCause::Judged(_) => 6,
        DeathCause::Pattern(_) => 5,
        DeathCause::Kind(_) => 3,
        DeathCause::Present(_) => 1,
        _ => 4,
    }
}

fn code_of(cause: &DeathCause, all: &[(usize, DeathCause)]) -> &'static str {
    match cause {
        DeathCause::Kind(_) => codes::TYPE_MISMATCH,
        DeathCause::Texts { is_const, .. } => {
            let lists = all.iter().filter(|(_, cause)| matches!(cause, DeathCause::Texts { .. })).count();
            if *is_const && lists == 1 { codes::CONST_MISMATCH } else { codes::ENUM_MISMATCH }
        }
        DeathCause::TooLong(_) => codes::TOO_LONG,
        DeathCause::Pattern(_) => codes::PATTERN_MISMATCH,
        DeathCause::Minus => codes::OUT_OF_RANGE,
        DeathCause::Judged(found) => found.code,
        DeathCause::Names(_) => codes::UNKNOWN_FIELD,
        DeathCause::Missing(_) => codes::MISSING_FIELD,
        DeathCause::Present(_) => codes::SCHEMA_VIOLATION,
        DeathCause::FewFields(_) => codes::TOO_FEW_FIELDS,
        DeathCause::ManyFields(_) => codes::TOO_MANY_FIELDS,
        DeathCause::FewItems(_) => codes::TOO_FEW_ITEMS,
        DeathCause::ManyItems(_) => codes::TOO_MANY_ITEMS,
    }
}

fn message_of(cause: &DeathCause, follower: &Follower) -> String {
    let token = || shorten(&Value::from(String::from_utf8_lossy(follower.machine.token()).into_owned()));
    match cause {
        DeathCause::Kind(_) => format!("{} starts a value of the wrong type", last(follower)),
        DeathCause::Texts { is_whole: true, .. } => format!("{} is not an allowed value", token()),
        DeathCause::Texts { .. } => format!("no allowed value starts with {}", open_ended(&token())),
        DeathCause::TooLong(most) => SizeBound::MaxLength.expected(*most as u64),
        DeathCause::Pattern(pattern) => {
            format!("no string that starts with {} matches the pattern {}", open_ended(&token()), printable(pattern))
        }
        DeathCause::Minus => "the number is less than the minimum".to_owned(),
        DeathCause::Judged(found) => found.message.clone(),
        DeathCause::Names(_) if matches!(follower.machine.state, LexState::Text(_)) => {
            format!("no property that can follow starts with {}", open_ended(&token()))
        }
        DeathCause::Names(allowed) if allowed.is_empty() => "the object already has every allowed property".to_owned(),
        DeathCause::Names(_) => "the schema does not allow a property with this name here".to_owned(),
        DeathCause::Missing(name) => missing_property(name),
        DeathCause::Present(name) => format!("property {name:?} requires properties that are missing"),
        DeathCause::FewFields(least) => SizeBound::MinProperties.expected(*least as u64),
        DeathCause::ManyFields(most) => SizeBound::MaxProperties.expected(*most as u64),
        DeathCause::FewItems(least) => SizeBound::MinItems.expected(*least as u64),
        DeathCause::ManyItems(most) => SizeBound::MaxItems.expected(*most as u64),
    }
}

/// Returns the last byte as a message shows it.
fn last(follower: &Follower) -> String {
    follower.text.last().map_or_else(String::new, |byte| format!("`{}`", char::from(*byte).escape_default()))
}

/// Marks a quoted string as unfinished.
fn open_ended(quoted: &str) -> String {
    quoted.strip_suffix('"').map_or_else(|| quoted.to_owned(), |open| format!("{open}…\""))
}

/// Merges several lists without duplicates.
fn listed<'c>(lists: impl Iterator<Item = &'c Vec<String>>) -> Vec<String> {
    let mut seen = BTreeSet::new();
    lists.flatten().filter(|text| seen.insert(text.as_str())).cloned().collect()
}

fn one_of(all: &[String]) -> String {
    if let [one] = all { listed_name(one) } else { format!("one of {}", list(all)) }
}

fn list(all: &[String]) -> String {
    let more = all.len().saturating_sub(MAX_LISTED);
    let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
    let shown: Vec<String> = all.iter().take(MAX_LISTED).map(|name| listed_name(name)).collect();
    format!("{}{rest}", shown.join(", "))
}
