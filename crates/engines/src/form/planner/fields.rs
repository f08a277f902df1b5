//! Groups of new fields: «دو سوال کوتاه الزامی», «سه لیست کشویی».

use planwright_generated::form_plan::FieldType;

use super::numbers::{count, vague};
use super::questions::{Text, texts};
use super::references::{Reference, label};
use super::tokens::{Kind, Token};
use super::words::{Type, any, field, field_type, field_type_after, fields, requirement};

/// Fields of one kind.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) count: usize,
    pub(super) kind: FieldType,
    pub(super) required: Option<bool>,
    /// The texts of the questions: none, one for all, or one for each.
    pub(super) texts: Vec<Text>,
    named: Option<Type>,
}

/// Finds all groups; `None` if one of them cannot be planned, such as «چند سوال».
pub(super) fn find(tokens: &[Token], references: &[Reference]) -> Option<Vec<Group>> {
    let mut groups: Vec<Group> = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        if let Some(reference) = references.iter().find(|reference| reference.start == at) {
            at = reference.end;
        } else if let Some(group) = group(tokens, at) {
            let none = at > 0 && any(tokens, at - 1, &["بدون", "هیچ"]) == Some(at);
            at = group.end;
            if !none {
                groups.push(group);
            }
        } else if is_vague(tokens, at) {
            return None;
        } else {
            if tokens[at].kind == Kind::Question {
                // Said apart from its group: «… اضافه کن با متن «…»».
                let group = groups.last_mut().filter(|group| group.texts.is_empty())?;
                group.texts.push(Text::Taken(at));
            }
            at += 1;
        }
    }
    let fits = |group: &Group| group.texts.len() <= 1 || group.texts.len() == group.count;
    groups.iter().all(fits).then_some(groups)
}

/// The group that starts at `at`.
pub(super) fn group(tokens: &[Token], at: usize) -> Option<Group> {
    // «چهار گزینه‌ای» is no number.
    let number = count(tokens, at).filter(|_| field_type(tokens, at).is_none());
    let noun = number.map_or(at, |number| number.end);
    let one = field(tokens, noun).map(|word| match number {
        None => label(tokens, word).unwrap_or(word),
        Some(_) => word,
    });
    let several = || number.and_then(|_| fields(tokens, noun));
    let of_type = || number.and_then(|_| field_type(tokens, noun));
    let (named, end) = match one.or_else(several) {
        Some(end) => (None, end),
        None => of_type().map(|found| (Some(found), field(tokens, found.end).unwrap_or(found.end)))?,
    };
    let group = Group {
        start: at,
        end,
        count: number.map_or(1, |number| number.value),
        kind: named.map_or(FieldType::ShortText, |found| found.kind),
        required: None,
        texts: Vec::new(),
        named,
    };
    Some(described(tokens, group))
}

/// The group with all that is said about it right after it.
fn described(tokens: &[Token], mut group: Group) -> Group {
    let more = |end| any(tokens, end, &["جدید", "دیگر", "دیگه"]);
    while let Some(end) = of_type(tokens, &mut group)
        .or_else(|| required(tokens, &mut group))
        .or_else(|| asked(tokens, &mut group))
        .or_else(|| more(group.end))
    {
        group.end = end;
    }
    group
}

fn of_type(tokens: &[Token], group: &mut Group) -> Option<usize> {
    let connected = any(tokens, group.end, &["از نوع", "با", "بصورت", "به صورت", "نوع"]);
    let of = |at| field_type_after(tokens, at);
    let found = of(group.end).or_else(|| connected.and_then(of))?;
    // «سوال امتیازی کوتاه» is a short one of its type.
    if group.named.is_none() || !found.weak {
        group.named = Some(found);
        group.kind = found.kind;
    }
    Some(found.end)
}

fn required(tokens: &[Token], group: &mut Group) -> Option<usize> {
    let connected = any(tokens, group.end, &["و", "که", "بصورت", "به صورت"]);
    let (demanded, end) =
        requirement(tokens, group.end).or_else(|| connected.and_then(|at| requirement(tokens, at)))?;
    group.required = Some(demanded);
    Some(end)
}

fn asked(tokens: &[Token], group: &mut Group) -> Option<usize> {
    let (found, end) = texts(tokens, group.end).filter(|_| group.texts.is_empty())?;
    group.texts = found;
    Some(end)
}

/// Whether fields are asked for without saying how many.
fn is_vague(tokens: &[Token], at: usize) -> bool {
    let after = vague(tokens, at).filter(|_| field_type(tokens, at).is_none());
    let counted = after.is_some_and(|noun| {
        field(tokens, noun).is_some() || fields(tokens, noun).is_some() || field_type(tokens, noun).is_some()
    });
    counted || fields(tokens, at).is_some()
}
