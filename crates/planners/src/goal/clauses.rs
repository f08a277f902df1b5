//! Splits a goal into clauses. Each contains one verb and an optional condition.

use super::lexicon::{Act, Form, PHRASES, verb};
use super::objects;
use super::small_words::{CONDITIONS, DETERMINERS, PREPOSITIONS};
use super::vocabulary::Vocabulary;
use super::words::{GoalToken, Token, tokens};

/// Single request.
pub(super) struct Clause {
    pub(super) tokens: Vec<Token>,
    /// Index of the verb.
    pub(super) at: usize,
    pub(super) verb: &'static str,
    pub(super) act: Act,
    /// True if the verb is an imperative, in its base form.
    pub(super) command: bool,
    /// Words of the condition. Empty without a condition.
    pub(super) condition: Vec<Token>,
}

/// Returns the clauses of a goal, and the sentences without a verb.
pub(super) fn clauses(goal: &str, vocabulary: &Vocabulary<'_>) -> (Vec<Clause>, Vec<String>) {
    let (mut found, mut left) = (Vec::new(), Vec::new());
    let all = join_phrases(tokens(goal));
    for sentence in all.split(|token| token.kind == GoalToken::Stop).filter(|sentence| !sentence.is_empty()) {
        let (trigger, rest) = trigger(sentence, vocabulary);
        let mut any = false;
        for part in parts(rest, vocabulary) {
            let (part, tail) = tail(part);
            let condition = [trigger, tail].concat();
            if let Some((at, (verb, act, form))) = main_verb(part, vocabulary) {
                any = true;
                // `make the asset obsolete` changes an asset, but `make an asset` creates one.
                let definite = part.get(at + 1).is_some_and(|next| next.is_any(&["the", "this", "it", "its"]));
                let (verb, act) = if verb == "make" && definite { ("mark", Act::Change) } else { (verb, act) };
                let command = form == Form::Base;
                let each = each_new_object(part, at, act, vocabulary);
                for (tokens, at) in each.iter().flat_map(|part| objects::each_object(part, at, act, vocabulary)) {
                    found.push(Clause { tokens, at, verb, act, command, condition: condition.clone() });
                }
            }
        }
        if !any {
            left.push(sentence.iter().map(|token| token.text.as_str()).collect::<Vec<_>>().join(" "));
        }
    }
    (found, left)
}

/// Phrases with the meaning of `and`.
const AND_PHRASES: &[&[&str]] = &[&["as", "well", "as"], &["along", "with"], &["together", "with"]];

/// Joins phrasal verbs such as `set up` to one verb. `follow up` is only joined where it is used as a verb.
fn join_phrases(mut all: Vec<Token>) -> Vec<Token> {
    let mut at = 0;
    while at < all.len() {
        let hit = PHRASES.iter().find(|(words, _)| {
            words.len() <= all.len() - at && words.iter().zip(&all[at..]).all(|(word, token)| token.is_any(&[word]))
        });
        let both = |words: &&&[&str]| {
            words.iter().enumerate().all(|(nth, word)| all.get(at + nth).is_some_and(|token| token.is_any(&[word])))
        };
        if let Some((words, verb)) = hit {
            all.splice(at..at + words.len(), [Token::word(verb)]);
        } else if let Some(words) = AND_PHRASES.iter().find(both) {
            all.splice(at..at + words.len(), [Token::word("and")]);
        } else if all[at].is_any(&["follow"]) && all.get(at + 1).is_some_and(|next| next.is_any(&["up"])) {
            let noun = at > 0 && (all[at - 1].is_any(DETERMINERS) || verb(&all[at - 1].lower).is_some());
            let meant = all.get(at + 2).is_some_and(|next| next.is_any(&["with", "on"]));
            if meant && !noun {
                all.splice(at..at, [Token::word("schedule"), Token::word("a")]);
                at += 2;
            }
        }
        at += 1;
    }
    all
}

/// Returns the condition at the start: up to its comma, to `then`, or to the command.
fn trigger<'t>(sentence: &'t [Token], vocabulary: &Vocabulary<'_>) -> (&'t [Token], &'t [Token]) {
    let starts = sentence[0].is_any(CONDITIONS)
        || sentence[0].is_any(&["as"]) && sentence.get(1).is_some_and(|token| token.is_any(&["soon"]))
        || sentence[0].is_any(&["every"]) && sentence.get(1).is_some_and(|token| token.is_any(&["time"]));
    if !starts {
        return (&[], sentence);
    }
    let commands = |at: usize| command_after(sentence, at, vocabulary).is_some();
    let comma = |at: &usize| sentence[*at].kind == GoalToken::Comma || sentence[*at].is_any(&["then"]);
    let ends = (1..sentence.len()).filter(comma).find(|at| commands(*at)).or_else(|| (1..sentence.len()).find(comma));
    if let Some(end) = ends {
        return sentence.split_at(end);
    }
    let free = |at: &usize| {
        let stands_free = !sentence[at - 1].is_any(&["is", "are", "was", "gets", "be", "to", "been", "has", "have"]);
        stands_free && is_command(sentence, *at, vocabulary)
    };
    (2..sentence.len()).find(free).map_or((sentence, &[]), |at| sentence.split_at(at))
}

/// Splits at every `and`, `then` or comma that is followed by another command.
fn parts<'t>(tokens: &'t [Token], vocabulary: &Vocabulary<'_>) -> Vec<&'t [Token]> {
    let mut cuts = vec![0];
    for at in 1..tokens.len() {
        let joint = tokens[at].kind == GoalToken::Comma || tokens[at].is_any(&["and", "then", "plus"]);
        if joint && at > *cuts.last().unwrap_or(&0) && command_after(tokens, at, vocabulary).is_some() {
            let start = tokens[at..].iter().position(|token| !token.is_joint()).map_or(tokens.len(), |skip| at + skip);
            cuts.push(start);
        }
    }
    cuts.push(tokens.len());
    let parts = cuts.windows(2).map(|pair| without_joints(&tokens[pair[0]..pair[1]]));
    parts.filter(|part| !part.is_empty()).collect()
}

/// Splits `create an account and a contact` into one request for each object after the verb.
fn each_new_object(part: &[Token], at: usize, act: Act, vocabulary: &Vocabulary<'_>) -> Vec<Vec<Token>> {
    let mut all = vec![part.to_vec()];
    if act != Act::Create {
        return all;
    }
    let head = &part[..=at];
    let mut rest = &part[at + 1..];
    while let Some(joint) = rest.iter().position(|token| token.is_any(&["and", "&"]) || token.kind == GoalToken::Comma)
    {
        let is_plain = |tokens: &[Token]| {
            let skip = tokens.iter().take_while(|token| token.is_joint()).count();
            let ends = |token: &Token| {
                token.kind != GoalToken::Word || token.is_any(PREPOSITIONS) || token.is_any(&["and", "&"])
            };
            let end = tokens[skip..].iter().position(ends).map_or(tokens.len(), |end| skip + end);
            (skip..end)
                .any(|start| vocabulary.object_at(&tokens[..end], start).is_some_and(|(len, _)| start + len == end))
        };
        let next = &rest[joint + 1..];
        if rest[..joint].iter().any(|token| token.is_any(PREPOSITIONS)) || !is_plain(&rest[..joint]) || !is_plain(next)
        {
            break;
        }
        let skip = next.iter().take_while(|token| token.is_joint()).count();
        // `add the contact and the lead to the campaign`: the target applies to both.
        let place = next.iter().position(|token| token.is_any(&["to", "into"])).filter(|_| part[at].is_any(&["add"]));
        let place = place.map_or(&[][..], |place| &next[place..]);
        all.pop();
        all.push([head, &rest[..joint], place].concat());
        rest = &next[skip..];
        all.push([head, rest].concat());
    }
    all
}

fn without_joints(part: &[Token]) -> &[Token] {
    let end = part.iter().rposition(|token| !token.is_joint()).map_or(0, |last| last + 1);
    &part[..end]
}

/// Returns the position of a command directly after a conjunction.
fn command_after(tokens: &[Token], at: usize, vocabulary: &Vocabulary<'_>) -> Option<usize> {
    let start = (at..tokens.len()).find(|place| !tokens[*place].is_joint())?;
    let is = start > at && is_command(tokens, start, vocabulary);
    is.then_some(start)
}

/// Returns whether there is a command at `at`: a verb in its base form that is neither a noun nor part of a name.
///
/// A word that is also the name of a field or an object needs an object after it: `email and phone` is not a command.
fn is_command(tokens: &[Token], at: usize, vocabulary: &Vocabulary<'_>) -> bool {
    let is_verb = verb(&tokens[at].lower).is_some_and(|(_, _, form)| form == Form::Base);
    if tokens[at].kind != GoalToken::Word || !is_verb || is_noun(tokens, at, vocabulary) {
        return false;
    }
    let next = tokens.get(at + 1);
    let behind = next.is_some_and(|next| {
        next.is_any(DETERMINERS)
            || next.is_any(&["it", "them", "him", "her"])
            || vocabulary.object_at(tokens, at + 1).is_some()
    });
    behind
        || !vocabulary.is_name(&tokens[at])
            && next.is_some_and(|next| !next.is_any(&["and", "or"]) && next.kind != GoalToken::Comma)
}

/// Returns whether the word is a noun here, as in `the call`, or part of a name, as in `close date`.
fn is_noun(tokens: &[Token], at: usize, vocabulary: &Vocabulary<'_>) -> bool {
    let noun_places = PREPOSITIONS.iter().filter(|word| **word != "to");
    let after_noun_word = at > 0
        && (tokens[at - 1].is_any(DETERMINERS)
            || noun_places.clone().any(|word| tokens[at - 1].is_any(&[word]))
            || tokens[at - 1].possessive);
    let in_name = (at.saturating_sub(3)..=at)
        .any(|start| vocabulary.long_field_at(tokens, start).is_some_and(|len| start + len > at));
    after_noun_word || in_name
}

/// Splits off the condition at the end, starting with `when`, `if` and similar words.
fn tail(part: &[Token]) -> (&[Token], &[Token]) {
    let start = (1..part.len()).find(|at| part[*at].is_any(CONDITIONS));
    start.map_or((part, &[]), |at| part.split_at(at))
}

/// Returns the first command of a clause, or else the first verb in another form: `must be closed`.
fn main_verb(part: &[Token], vocabulary: &Vocabulary<'_>) -> Option<(usize, (&'static str, Act, Form))> {
    let verbs = || {
        part.iter()
            .enumerate()
            .filter(|(at, token)| token.kind == GoalToken::Word && !is_noun(part, *at, vocabulary))
            .filter_map(|(at, token)| verb(&token.lower).map(|verb| (at, verb)))
    };
    verbs().find(|(_, (_, _, form))| *form == Form::Base).or_else(|| verbs().next())
}
