//! Determines the object of a clause.

use planwright_generated::action_blueprint::ObjectSnapshot;

use super::clauses::Clause;
use super::objects::OWNER_PREPOSITIONS;
use super::small_words::{CONNECTORS, DETERMINERS, GENERIC_NOUNS, PREPOSITIONS};
use super::vocabulary::{Fields, ObjectName, Vocabulary, object_label, refers_to};
use super::words::{GoalToken, Token};

/// Mention of an object by its name.
#[derive(Clone, Copy)]
pub(super) struct Mention<'s> {
    pub(super) start: usize,
    pub(super) len: usize,
    pub(super) name: ObjectName<'s>,
}

/// Object of a clause, with its mention in the clause and the confidence.
pub(super) struct Target<'s> {
    pub(super) object: &'s ObjectSnapshot,
    pub(super) mention: Option<Mention<'s>>,
    pub(super) sure: f64,
    pub(super) why: String,
}

/// Reason why a clause has no object.
pub(super) enum NoTarget {
    /// No object is named.
    None,
    /// Several objects are possible.
    Several(Vec<String>),
}

/// Returns every object that the tokens name. Of adjacent names, as in `follow-up task`, only the last is returned. In
/// `the account's contact`, both are.
pub(super) fn mentions<'s>(tokens: &[Token], vocabulary: &Vocabulary<'s>) -> Vec<Mention<'s>> {
    let mut found: Vec<Mention<'s>> = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let Some((len, name)) = vocabulary.object_at(tokens, at) else {
            at += 1;
            continue;
        };
        let mention = Mention { start: at, len, name };
        let owned = at > 0 && tokens[at - 1].possessive;
        match found.last_mut().filter(|last| last.start + last.len == at && !owned) {
            Some(last) => *last = Mention { start: last.start, len: last.len + len, name },
            None => found.push(mention),
        }
        at += len;
    }
    found
}

/// Returns the object of a new record: the one directly after the verb, without a preposition in between.
pub(super) fn of_create<'s>(clause: &Clause, vocabulary: &Vocabulary<'s>) -> Result<Target<'s>, NoTarget> {
    let all = mentions(&clause.tokens, vocabulary);
    let behind: Vec<Mention<'s>> = all.into_iter().filter(|mention| mention.start > clause.at).collect();
    let direct = behind.iter().copied().find(|mention| {
        let between = &clause.tokens[clause.at + 1..mention.start];
        let generic = between.iter().any(|token| token.is_any(GENERIC_NOUNS));
        generic || !between.iter().any(|token| token.is_any(PREPOSITIONS))
    });
    let Some(direct) = direct else {
        return passive(clause, vocabulary);
    };
    let container = behind.iter().find(|mention| {
        mention.start > direct.start
            && clause.tokens[..mention.start].iter().rev().take(3).any(|token| token.is_any(&["to", "in"]))
    });
    if let Some(link) = container.and_then(|container| junction_object(direct, *container, vocabulary)) {
        let why = format!(
            "a {} links {} and {}",
            object_label(link),
            object_label(direct.name.object),
            container_label(container)
        );
        return Ok(Target { object: link, mention: None, sure: 0.9, why });
    }
    Ok(named(direct, &clause.tokens))
}

/// Returns whether an existing record is related to another: `add the contact to the account`.
pub(super) fn is_linking(clause: &Clause, target: &Target<'_>) -> bool {
    let Some(mention) = target.mention.filter(|_| clause.verb == "add") else { return false };
    let definite =
        clause.tokens[clause.at..mention.start].iter().any(|token| token.is_any(&["the", "this", "existing"]));
    let behind = &clause.tokens[mention.start + mention.len..];
    definite && behind.iter().any(|token| token.is_any(&["to"]))
}

/// Returns whether the object has an updateable reference to another object that the clause names.
pub(super) fn has_reference(clause: &Clause, target: &Target<'_>, vocabulary: &Vocabulary<'_>) -> bool {
    let all = mentions(&clause.tokens, vocabulary);
    let mut others =
        all.iter().map(|mention| mention.name.object).filter(|object| object.api_name != target.object.api_name);
    others.any(|other| target.object.fields.values().any(|field| field.updateable && refers_to(field, &other.api_name)))
}

fn container_label(container: Option<&Mention<'_>>) -> String {
    container.map(|mention| object_label(mention.name.object)).unwrap_or_default()
}

/// Returns the object before the verb: `a case should be created`.
fn passive<'s>(clause: &Clause, vocabulary: &Vocabulary<'s>) -> Result<Target<'s>, NoTarget> {
    let before = mentions(&clause.tokens, vocabulary).into_iter().find(|mention| mention.start < clause.at);
    before.filter(|_| !clause.command).map(|mention| named(mention, &clause.tokens)).ok_or(NoTarget::None)
}

/// Returns the object that references both and is named after the container: adding a contact to a campaign creates a
/// campaign member.
fn junction_object<'s>(
    one: Mention<'s>,
    container: Mention<'s>,
    vocabulary: &Vocabulary<'s>,
) -> Option<&'s ObjectSnapshot> {
    let (part, whole) = (&one.name.object.api_name, &container.name.object.api_name);
    let links = |object: &&ObjectSnapshot, to: &str| {
        object.fields.values().any(|field| field.createable && refers_to(field, to))
    };
    vocabulary.snapshot.objects.values().find(|object| {
        object.api_name != *whole
            && object.api_name.starts_with(whole.as_str())
            && links(object, part)
            && links(object, whole)
    })
}

pub(super) fn named<'s>(mention: Mention<'s>, tokens: &[Token]) -> Target<'s> {
    let words: Vec<&str> =
        tokens[mention.start..mention.start + mention.len].iter().map(|token| token.text.as_str()).collect();
    let why = format!("\"{}\" is the object {}", words.join(" "), mention.name.object.api_name);
    let sure = if mention.name.synonym { 0.95 } else { 1.0 };
    Target { object: mention.name.object, mention: Some(mention), sure, why }
}

/// Returns the object of a change: the named object whose fields and values fit best. Otherwise it returns the object
/// of the condition, of the previous clause, or the only one with a field of that name.
pub(super) fn of_change<'s>(
    clause: &Clause,
    vocabulary: &Vocabulary<'s>,
    before: Option<&'s ObjectSnapshot>,
) -> Result<Target<'s>, NoTarget> {
    let all = mentions(&clause.tokens, vocabulary);
    let scored = all.iter().enumerate().map(|(order, mention)| (score(clause, *mention, &all, order == 0), mention));
    let best = scored.filter(|(score, _)| *score > 0).fold(None, |best: Option<(i32, &Mention<'s>)>, one| match best {
        Some(best) if best.0 >= one.0 => Some(best),
        _ => Some(one),
    });
    if let Some((_, mention)) = best {
        return Ok(named(*mention, &clause.tokens));
    }
    if let Some(target) = of_context(clause, vocabulary, before) {
        return Ok(target);
    }
    let behind = &clause.tokens[clause.at + 1..];
    let value = behind.iter().position(|token| token.is_any(CONNECTORS)).unwrap_or(behind.len());
    let owners = vocabulary.objects_with_field(&behind[..value]);
    match owners[..] {
        [] => Err(NoTarget::None),
        [object] => {
            let why = format!("only {} has a field of that name", object.api_name);
            Ok(Target { object, mention: None, sure: 0.7, why })
        }
        _ => Err(NoTarget::Several(owners.iter().map(|object| object.api_name.clone()).collect())),
    }
}

/// Returns the object of the condition, or of the previous clause.
pub(super) fn of_context<'s>(
    clause: &Clause,
    vocabulary: &Vocabulary<'s>,
    before: Option<&'s ObjectSnapshot>,
) -> Option<Target<'s>> {
    if let Some(mention) = mentions(&clause.condition, vocabulary).first() {
        let target = named(*mention, &clause.condition);
        return Some(Target { mention: None, sure: 0.85, why: format!("{}, in the condition", target.why), ..target });
    }
    let why =
        |object: &ObjectSnapshot| format!("no object is named, so {} of the step before is meant", object.api_name);
    before.map(|object| Target { object, mention: None, sure: 0.8, why: why(object) })
}

/// Scores a mention as the object whose fields change. The score is 0 if the words are the name of a field.
fn score(clause: &Clause, mention: Mention<'_>, all: &[Mention<'_>], first: bool) -> i32 {
    let fields = Fields::from_object(mention.name.object);
    let tokens = &clause.tokens;
    let inside = (0..tokens.len()).any(|at| {
        let field = fields.field_at(tokens, at);
        field.is_some_and(|(len, _)| len > mention.len && at < mention.start && mention.start + mention.len <= at + len)
    });
    if inside || owns_another(tokens, mention, all, &fields) || starts_field(tokens, mention, all) {
        return 0;
    }
    let own = |at: usize| at >= mention.start && at < mention.start + mention.len;
    let mut known = 0;
    let mut at = clause.at + 1;
    while at < tokens.len() {
        let field = fields.field_at(tokens, at).map(|(len, _)| len);
        let value = fields.value_at(tokens, at).map(|(len, _)| len);
        match field.max(value).filter(|_| !own(at)) {
            Some(len) => {
                known += 2;
                at += len;
            }
            None => at += 1,
        }
    }
    // Inside a value, as in `to Send the proposal`, a name has no meaning.
    let value =
        clause.at < mention.start && tokens[clause.at..mention.start].iter().any(|token| token.is_any(CONNECTORS));
    if value && known == 0 {
        return 0;
    }
    let lead = mention
        .start
        .checked_sub(1)
        .map(|at| if at > 0 && tokens[at].is_any(&["the", "a", "an", "its", "this"]) { at - 1 } else { at });
    let of = lead.is_some_and(|at| tokens[at].is_any(&["of", "on", "for", "in"]));
    let to = lead.is_some_and(|at| tokens[at].is_any(&["to", "as", "with"]));
    let possessive = tokens[mention.start + mention.len - 1].possessive;
    1 + known + i32::from(first) * 3 + i32::from(of) * 2 + i32::from(possessive) * 3 - i32::from(to && !first) * 2
}

/// Returns whether the name is the start of a field of another record: `the lead source of the contact`, `the contact's
/// lead source`.
fn starts_field(tokens: &[Token], mention: Mention<'_>, all: &[Mention<'_>]) -> bool {
    let is_lead = |at: &usize| !tokens[*at].is_any(DETERMINERS);
    all.iter().filter(|other| other.start != mention.start).any(|other| {
        let fields = Fields::from_object(other.name.object);
        let Some((len, _)) = fields.field_at(tokens, mention.start).filter(|(len, _)| *len > mention.len) else {
            return false;
        };
        let lead = (0..other.start).rev().find(is_lead);
        let is_behind = lead == Some(mention.start + len) && tokens[mention.start + len].is_any(OWNER_PREPOSITIONS);
        is_behind || other.start + other.len == mention.start && tokens[mention.start - 1].possessive
    })
}

/// Returns whether the name is the owner of the next record, as in `the account's case`. `the contact's account` is a
/// field.
fn owns_another(tokens: &[Token], mention: Mention<'_>, all: &[Mention<'_>], fields: &Fields<'_>) -> bool {
    let end = mention.start + mention.len;
    let next = all.iter().find(|other| other.start >= end).filter(|_| tokens[end - 1].possessive);
    next.is_some_and(|next| {
        let between = &tokens[end..next.start];
        let is_apart = |token: &Token| {
            token.kind != GoalToken::Word
                || token.is_any(&["and", "or"])
                || [DETERMINERS, PREPOSITIONS, CONNECTORS].iter().any(|words| token.is_any(words))
        };
        fields.field_at(tokens, end).is_none() && !between.iter().any(is_apart)
    })
}
