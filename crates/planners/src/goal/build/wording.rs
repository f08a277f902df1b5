//! Names of actions, and sentences about them.

use planwright_contracts::action_blueprint::data_type::DataType;
use planwright_generated::action_blueprint::FieldSnapshot;

use super::super::lexicon::Act;
use super::super::naming::{past_tense, with_article};
use super::super::reading::Binding;
use super::super::small_words::NOISE;
use super::super::vocabulary::{capital, data_type, field_label};
use super::super::words::{GoalToken, split_name, split_words};
use super::Understood;

impl Understood<'_, '_> {
    /// Returns the words of the name: the verb, the qualifiers of the object, the object, and the field if there is
    /// only one.
    pub(super) fn title(&self) -> Vec<String> {
        let mut words = vec![capital(self.clause.verb)];
        match self.clause.act {
            Act::Create => words.extend(self.noun()),
            Act::Notify | Act::Run => words.extend(self.rest()),
            Act::Change if self.clause.verb == "rename" => words.push(self.object()),
            Act::Change => {
                words.push(self.object());
                match &self.reading.bindings[..] {
                    few @ ([_] | [_, _]) => {
                        words.extend(few.iter().flat_map(|binding| self.field_words(binding.field)));
                    }
                    _ => "Update".clone_into(&mut words[0]),
                }
            }
            _ => words.push(self.object()),
        }
        words
    }

    /// Returns the words of a field's label, without words that repeat the object's name or only belong to an API name.
    pub(super) fn field_words(&self, field: &FieldSnapshot) -> Vec<String> {
        let own = split_name(&self.object());
        let words = plain_label(field);
        let shared = (1..words.len())
            .rev()
            .find(|count| own.ends_with(&words[..*count].iter().map(|word| word.to_lowercase()).collect::<Vec<_>>()));
        words[shared.unwrap_or_default()..].iter().map(|word| capital(word)).collect()
    }

    /// Returns the name of the new record: with its qualifiers, and with a synonym of the object if it is more
    /// specific.
    pub(super) fn noun(&self) -> Vec<String> {
        let qualifiers = self.qualifiers().into_iter().map(|word| capital(&word));
        let head = match self.target.mention {
            Some(mention) if mention.name.telling || mention.len > split_name(&self.object()).len() => {
                let tokens = &self.clause.tokens[mention.start..mention.start + mention.len];
                tokens.iter().map(|token| capital(&token.text)).collect()
            }
            _ => vec![self.object()],
        };
        qualifiers.chain(head).collect()
    }

    /// Returns the meaningful words between verb and object.
    pub(super) fn qualifiers(&self) -> Vec<String> {
        let Some(mention) = self.target.mention else { return Vec::new() };
        let between = self.clause.tokens.get(self.clause.at + 1..mention.start).unwrap_or_default();
        let telling = between.iter().filter(|token| token.kind == GoalToken::Word && !token.is_any(NOISE));
        telling.map(|token| token.text.clone()).collect()
    }

    /// Returns the words after a verb of calling, or at least the object.
    pub(super) fn rest(&self) -> Vec<String> {
        let behind = &self.clause.tokens[self.clause.at + 1..];
        let telling = behind.iter().filter(|token| {
            token.kind == GoalToken::Word && (!token.is_any(NOISE) || token.is_any(&["manager", "team"]))
        });
        let words: Vec<String> = telling.map(|token| capital(&token.text)).take(3).collect();
        let names_object = self.target.mention.is_some_and(|mention| mention.start > self.clause.at);
        if names_object { words } else { [vec![self.object()], words].concat() }
    }

    pub(super) fn label(&self, words: &[String]) -> String {
        let label = words.join(" ");
        match &self.reading.bindings[..] {
            [binding] if self.clause.act == Act::Change => match &binding.values[..] {
                [value] => format!("{label} to {value}"),
                _ => label,
            },
            _ => label,
        }
    }

    /// Returns the summary and the checkpoint question.
    pub(super) fn sentences(&self, words: &[String]) -> (String, String) {
        let (verb, object) = (self.clause.verb, self.object());
        let (done, ask) = match self.clause.act {
            Act::Create => {
                let noun = with_article(&words[1..].join(" "));
                (format!("{} {noun}", past_tense(verb)), format!("{verb} {noun}"))
            }
            Act::Change => {
                let fields: Vec<String> = self.reading.bindings.iter().map(|one| spoken_label(one.field)).collect();
                let to = match &self.reading.bindings[..] {
                    [Binding { values, .. }] if !values.is_empty() => format!(" to {}", values.join(" or ")),
                    _ => String::new(),
                };
                let what = format!("{} of the {object}{to}", listed(&fields));
                (format!("Changed {what}"), format!("change {what}"))
            }
            Act::Upsert => {
                let by = self.key.map_or("Id".to_owned(), field_label);
                (
                    format!("Created or updated the {object} found by {by}"),
                    format!("create or update the {object} found by {by}"),
                )
            }
            Act::Notify | Act::Run => {
                let behind: Vec<&str> = self.clause.tokens[self.clause.at + 1..]
                    .iter()
                    .filter(|token| token.kind != GoalToken::Comma)
                    .map(|token| token.text.as_str())
                    .collect();
                let rest = if behind.is_empty() { format!("for the {object}") } else { behind.join(" ") };
                (format!("{} {rest}", past_tense(verb)), format!("{verb} {rest}"))
            }
            _ => (format!("{} the {object}", past_tense(verb)), format!("{verb} the {object}")),
        };
        (format!("{done}."), format!("I will {ask}. Proceed?"))
    }
}

/// Returns a field's label without the `ID` at the end of a reference.
fn spoken_label(field: &FieldSnapshot) -> String {
    let label = field_label(field);
    let reference = data_type(field) == Some(DataType::Id);
    let short = label.strip_suffix(" ID").or_else(|| label.strip_suffix(" Id")).filter(|_| reference);
    short.map(str::to_owned).unwrap_or(label)
}

/// Returns the words of a field's label, without the `ID` at the end of a reference.
fn plain_label(field: &FieldSnapshot) -> Vec<String> {
    let mut words = split_words(&field_label(field));
    let reference = data_type(field) == Some(DataType::Id) && words.len() > 1;
    if reference && words.last().is_some_and(|word| word.eq_ignore_ascii_case("id")) {
        words.pop();
    }
    words
}

fn listed(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
