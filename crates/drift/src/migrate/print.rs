//! A migration as Rust, and as JSON.

use std::fmt::Write as _;

use planwright_source::Pointer;
use serde_json::{Value, json};

use super::{HoleReason, MemberEdit, Migration, MigrationHole, MigrationPlace};
use crate::verdict::Verdict;

/// What the generated code stands on.
const HELPERS: &str = r#"
fn each(value: &mut Value, at: &[&str], act: &mut dyn FnMut(&mut Map<String, Value>)) {
    match (at.split_first(), value) {
        (None, Value::Object(members)) => act(members),
        (Some((&"[]", rest)), Value::Array(items)) => items.iter_mut().for_each(|item| each(item, rest, act)),
        (Some((name, rest)), Value::Object(members)) => {
            if let Some(inner) = name.strip_prefix('.').and_then(|name| members.get_mut(name)) {
                each(inner, rest, act);
            }
        }
        _ => {}
    }
}
"#;

impl Migration {
    /// Rust that makes the edits, on `serde_json` alone. For each hole it calls a function that is not there, so that it compiles
    /// only when somebody has written it.
    pub fn to_rust(&self) -> String {
        let mut rust = "use serde_json::{Map, Value};\n\n".to_owned();
        rust.push_str("/// Makes a document of the new schema of one of the old.\n///\n");
        let _ = writeln!(rust, "/// {}", self.sentence());
        if let Some(lost) = self.loss_sentence() {
            let _ = writeln!(rust, "///\n/// {lost}");
        }
        rust.push_str("pub fn upcast(document: &mut Value) {\n");
        for (number, hole) in self.holes.iter().enumerate() {
            let why = match hole.why {
                HoleReason::Missing => "is required, and no value is named",
                HoleReason::Refused => "may hold what the new schema refuses",
            };
            let _ = writeln!(rust, "    // {:?} {why}: write this function.", place(hole).as_str());
            let _ = writeln!(rust, "    each(document, &[{}], &mut {});", places(&hole.at), function(number, hole));
        }
        for edit in &self.edits {
            let act = match &edit.kind {
                MemberEdit::Rename { from, to } => format!(
                    "if let Some(value) = object.remove({from:?}) {{\n            object.insert({to:?}.to_owned(), value);\n        }}"
                ),
                MemberEdit::Default { member, value } => format!(
                    "object.entry({member:?}).or_insert_with(|| serde_json::from_str({:?}).unwrap_or_default());",
                    value.to_string()
                ),
                MemberEdit::Remove { member } => format!("object.remove({member:?});"),
            };
            let _ =
                writeln!(rust, "    each(document, &[{}], &mut |object| {{\n        {act}\n    }});", places(&edit.at));
        }
        rust.push_str("}\n");
        rust.push_str(HELPERS);
        rust
    }

    /// What the verdict says, in one line.
    pub fn sentence(&self) -> String {
        match &self.verdict {
            Verdict::Broken(document) if !self.holes.is_empty() => format!(
                "Not every document, such as {}: what is to be done is named by functions that are not there.",
                one_line(document)
            ),
            _ if !self.holes.is_empty() => {
                "Not every document: what is to be done is named by functions that are not there.".to_owned()
            }
            Verdict::Proved => "Proved: every document of the old schema becomes one of the new.".to_owned(),
            Verdict::Broken(document) => {
                format!("Not every document; this one does not become one of the new: {}", one_line(document))
            }
            Verdict::Undecided(_) => "Undecided whether every document becomes one of the new.".to_owned(),
        }
    }

    /// The values that the migration drops, because the new schema, which is closed there, has no member for them: JSON Pointers, `*`
    /// for every element.
    pub fn lost(&self) -> Vec<Pointer> {
        let removed = self.edits.iter().filter_map(|edit| match &edit.kind {
            MemberEdit::Remove { member } => Some(pointer(&edit.at).member(member)),
            MemberEdit::Rename { .. } | MemberEdit::Default { .. } => None,
        });
        removed.collect()
    }

    /// What is lost, in one line.
    pub fn loss_sentence(&self) -> Option<String> {
        let lost = self.lost();
        let names: Vec<String> = lost.iter().map(|place| format!("{:?}", place.as_str())).collect();
        let advice = "the new schema has no place for it, and no `x-renamed-from` that names it";
        (!lost.is_empty()).then(|| format!("Lost is what stands at {}: {advice}.", names.join(", ")))
    }

    /// The migration as data. The places are those of the old document, of edits inner ones first; holes come before edits.
    pub fn to_json(&self) -> Value {
        let edits = self.edits.iter().map(|edit| {
            let at = pointer(&edit.at);
            match &edit.kind {
                MemberEdit::Rename { from, to } => json!({ "op": "rename", "at": at, "from": from, "to": to }),
                MemberEdit::Default { member, value } => {
                    json!({ "op": "default", "at": at, "member": member, "value": value })
                }
                MemberEdit::Remove { member } => json!({ "op": "remove", "at": at, "member": member }),
            }
        });
        let holes = self.holes.iter().map(|hole| {
            let why = match hole.why {
                HoleReason::Missing => "missing",
                HoleReason::Refused => "refused",
            };
            match &hole.member {
                Some(member) => json!({ "at": pointer(&hole.at), "member": member, "why": why }),
                None => json!({ "at": pointer(&hole.at), "why": why }),
            }
        });
        let mut json = json!({
            "edits": edits.collect::<Vec<_>>(), "holes": holes.collect::<Vec<_>>(), "lost": self.lost(),
            "verdict": self.verdict.word(),
        });
        match &self.verdict {
            Verdict::Proved => {}
            Verdict::Broken(document) => json["document"] = document.clone(),
            Verdict::Undecided(because) => json["because"] = Value::from(because.as_str()),
        }
        json
    }
}

/// A value in a comment of one line.
fn one_line(value: &Value) -> String {
    format!("{:?}", value.to_string())
}

fn places(at: &[MigrationPlace]) -> String {
    let texts = at.iter().map(|place| match place {
        MigrationPlace::Member(name) => format!("{:?}", format!(".{name}")),
        MigrationPlace::Items => "\"[]\"".to_owned(),
    });
    texts.collect::<Vec<_>>().join(", ")
}

/// The place as a JSON Pointer, with `*` for every element.
fn pointer(at: &[MigrationPlace]) -> Pointer {
    let mut pointer = Pointer::root();
    for place in at {
        match place {
            MigrationPlace::Member(name) => pointer.push(name),
            MigrationPlace::Items => pointer.push("*"),
        }
    }
    pointer
}

/// The place that a hole is about.
fn place(hole: &MigrationHole) -> Pointer {
    let at = pointer(&hole.at);
    hole.member.as_ref().map_or_else(|| at.clone(), |member| at.member(member))
}

/// The name of the function that fills a hole.
fn function(number: usize, hole: &MigrationHole) -> String {
    let name: String =
        hole.member.as_deref().unwrap_or("document").chars().filter(char::is_ascii_alphanumeric).collect();
    format!("fill_{}_{}", number + 1, name.to_ascii_lowercase())
}
