//! Describes an action in one imperative sentence. Agents choose actions by this sentence.

use std::fmt::Write as _;

use super::action::{Action, Dml, Input};
use planwright_apex::characters::one_line;

/// Maximum number of inputs in the sentence.
const MAX_NAMED_INPUTS: usize = 6;

impl Action<'_> {
    /// Returns the label and the sentence: `Close Opportunity as Won: set Stage and Amount of an Opportunity record.`
    pub(crate) fn purpose(&self) -> String {
        let label = one_line(&self.plan.label);
        let label = label.trim_end_matches(['.', ':']);
        if label.is_empty() { self.order() } else { format!("{label}: {}", decapitalized(&self.order())) }
    }

    fn order(&self) -> String {
        let (object, key) = (self.object.as_str(), self.key.as_ref());
        let is_key = |input: &&Input<'_>| key.is_some_and(|key| key.same(input.field.as_str()));
        let values: Vec<&str> = self.inputs.iter().filter(|input| !is_key(input)).map(label).collect();
        let record = format!("{} {object} record", article(object));
        match self.operation {
            Dml::Insert if values.is_empty() => format!("Create {record}."),
            Dml::Insert => format!("Create {record} with {}.", list(&values)),
            Dml::Update if values.is_empty() => format!("Update {record}."),
            Dml::Update => format!("Set {} of {record}.", list(&values)),
            Dml::Upsert => {
                let by = self.inputs.iter().find(is_key).map_or("Id", label);
                let mut text = format!("Create {record}, or update the one with the same {by}");
                if !values.is_empty() {
                    let _ = write!(text, ": set {}", list(&values));
                }
                text + "."
            }
            Dml::Call if values.is_empty() => format!("Run {}.", self.name),
            Dml::Call => format!("Run {} with {}.", self.name, list(&values)),
        }
    }
}

/// Returns the label of an input, or its payload key if the label is blank.
fn label<'a>(input: &'a Input<'_>) -> &'a str {
    if one_line(&input.plan.label).is_empty() { &input.plan.api_name } else { &input.plan.label }
}

fn list(labels: &[&str]) -> String {
    let named = &labels[..labels.len().min(MAX_NAMED_INPUTS)];
    let rest = labels.len() - named.len();
    match (named, rest) {
        ([init @ .., last], 0) if !init.is_empty() => format!("{} and {last}", init.join(", ")),
        (named, 0) => named.concat(),
        (named, rest) => format!("{} and {rest} more", named.join(", ")),
    }
}

fn decapitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

fn article(noun: &str) -> &'static str {
    if noun.starts_with(['A', 'E', 'I', 'O', 'U', 'a', 'e', 'i', 'o', 'u']) { "an" } else { "a" }
}

#[cfg(test)]
mod tests {
    use super::list;

    #[test]
    fn long_lists_are_cut() {
        assert_eq!(list(&["A"]), "A");
        assert_eq!(list(&["A", "B", "C"]), "A, B and C");
        assert_eq!(list(&["A"; 9]), "A, A, A, A, A, A and 3 more");
    }
}
