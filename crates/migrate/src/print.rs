//! Prints a migration as Rust and as JSON.

use std::fmt::Write as _;

use planwright_drift::Verdict;
use planwright_source::{Pointer, visible_line};
use serde_json::{Value, json};

use crate::code::{branches, edits_json, member_code, value_code};
use crate::place::{places, pointer};
use crate::{HoleReason, Migration, MigrationEdit, MigrationHole, PropertyEdit, UnreadHint};

/// Helper functions of the printed code.
const HELPERS: &str = r#"
fn each(value: &mut Value, at: &[&str], act: &mut dyn FnMut(&mut Map<String, Value>)) {
    each_value(value, at, &mut |value| {
        if let Value::Object(members) = value {
            act(members);
        }
    });
}

fn each_value(value: &mut Value, at: &[&str], act: &mut dyn FnMut(&mut Value)) {
    match (at.split_first(), value) {
        (None, value) => act(value),
        (Some((&"[]", rest)), Value::Array(items)) => items.iter_mut().for_each(|item| each_value(item, rest, act)),
        (Some((place, rest)), value) if place.starts_with('+') => {
            let along: Vec<Vec<String>> = serde_json::from_str(place.get(1..).unwrap_or_default()).unwrap_or_default();
            for path in along {
                let path: Vec<&str> = path.iter().map(String::as_str).collect();
                each_value(value, &path, &mut |inner| each_value(inner, at, act));
            }
            each_value(value, rest, act);
        }
        (Some((place, rest)), value @ Value::Object(_)) => {
            if let Some(inner) = place.strip_prefix('.').and_then(|name| value.get_mut(name)) {
                each_value(inner, rest, act);
            } else if let Some(tag) = place.strip_prefix('?') {
                let (name, branch): (String, Value) = serde_json::from_str(tag).unwrap_or_default();
                if value.get(&name) == Some(&branch) {
                    each_value(value, rest, act);
                }
            } else if let (Some(names), Value::Object(members)) = (place.strip_prefix('*'), value) {
                let names: Vec<String> = serde_json::from_str(names).unwrap_or_default();
                let others = members.iter_mut().filter(|(name, _)| !names.contains(name));
                others.for_each(|(_, inner)| each_value(inner, rest, act));
            }
        }
        _ => {}
    }
}
"#;
/// Sources that the printed code may need too, from their first item on.
const FITS: &str = include_str!("fits.rs");
const NUMERAL: &str = include_str!("numeral.rs");
const MOVE: &str = include_str!("move_property.rs");

impl Migration {
    /// Prints Rust that applies the edits and depends only on `serde_json`.
    ///
    /// For each hole, the code calls a function that does not exist, so that it does not compile until somebody has
    /// written it.
    pub fn to_rust(&self) -> String {
        let mut rust = format!("use serde_json::{{Map, Value}};\n\n{}{HELPERS}", self.to_rust_functions());
        for (call, source) in [("fits(value, ", FITS), ("and_then(numeral)", NUMERAL), ("move_property(object, ", MOVE)]
        {
            if rust.contains(call) {
                let from = source.find("/// ").unwrap_or_default();
                let _ = write!(
                    rust,
                    "\n{}",
                    source.get(from..).unwrap_or_default().replace("pub(super) ", "").replace("shift_remove", "remove")
                );
            }
        }
        rust
    }

    /// Prints the part of the code that is specific to this migration, without the functions that every one needs.
    pub fn to_rust_functions(&self) -> String {
        let mut rust = "/// Converts a document of the old schema to the new one.\n///\n".to_owned();
        rust.push_str("/// Check documents with the old schema first. Others may not become valid.\n///\n");
        let _ = writeln!(rust, "/// {}", self.sentence());
        if let Some(lost) = self.loss_sentence() {
            let _ = writeln!(rust, "///\n/// {lost}");
        }
        rust.push_str("pub fn upcast(document: &mut Value) {\n");
        for (number, hole) in self.holes.iter().enumerate() {
            let why = match hole.why {
                HoleReason::Missing => "is required, and no value is named",
                HoleReason::Refused => "may contain values that the new schema rejects",
                HoleReason::Unproved => "is not proved to become what the new schema allows",
            };
            let _ = writeln!(rust, "    // {:?} {why}: write this function.", place(hole).as_str());
            let _ = writeln!(rust, "    each(document, &[{}], &mut {});", places(&hole.at), function(number, hole));
        }
        let mut functions = Vec::new();
        rust.push_str(&edits_code(&self.edits, "document", &mut functions));
        rust.push_str("}\n");
        for function in &functions {
            rust.push_str(function);
        }
        rust
    }

    /// Returns the verdict in one word: `proved`, `lossy`, `broken` or `undecided`. `lossy` means that every document of
    /// the old schema becomes valid, but values of [`lost`](Self::lost) are dropped.
    pub fn word(&self) -> &'static str {
        match self.verdict {
            Verdict::Proved if !self.lost().is_empty() => "lossy",
            _ => self.verdict.word(),
        }
    }

    /// Describes the verdict in one line.
    pub fn sentence(&self) -> String {
        match &self.verdict {
            Verdict::Broken(document) if !self.holes.is_empty() => format!(
                "Documents such as {} do not become valid. Write the functions that the code calls, or add hints to the \
                 new schema.",
                one_line(document)
            ),
            Verdict::Undecided(because) if !self.holes.is_empty() => format!(
                "Not proved for every document, because {}. Write the functions that the code calls, or add hints to the \
                 new schema.",
                visible_line(because)
            ),
            _ if !self.holes.is_empty() => {
                "Not proved for every document. Write the functions that the code calls, or add hints to the new schema."
                    .to_owned()
            }
            Verdict::Proved if !self.lost().is_empty() => {
                "Every document of the old schema becomes valid, but values may be lost.".to_owned()
            }
            Verdict::Proved => "Proved: every document of the old schema becomes valid.".to_owned(),
            Verdict::Broken(document) => {
                format!("Documents such as {} do not become valid.", one_line(document))
            }
            Verdict::Undecided(because) => {
                format!("Undecided whether every document becomes valid, because {}.", visible_line(because))
            }
        }
    }

    /// Returns the locations where the migration drops values or parts of them, as JSON Pointers.
    ///
    /// Values are dropped if the new schema is closed and does not describe them, or if a hint drops them. `*` means
    /// for every element or every undescribed property.
    pub fn lost(&self) -> Vec<Pointer> {
        let mut lost: Vec<Pointer> = Vec::new();
        add_lost(&self.edits, &Pointer::root(), &mut lost);
        lost.extend(self.replaced.iter().filter(|place| !lost.contains(place)).cloned().collect::<Vec<_>>());
        lost
    }

    /// Describes what is lost, in one line.
    pub fn loss_sentence(&self) -> Option<String> {
        let listed = |places: &[Pointer]| {
            let names: Vec<String> = places.iter().map(|place| format!("`{}`", visible_line(place.as_str()))).collect();
            names.join(", ")
        };
        let lost = self.lost();
        let sentence = format!("Values at {} may be lost.", listed(&lost));
        let advice = format!(
            " If the value at {} goes elsewhere, say so there with `x-renamed-from` or `x-moved-from`. If it is meant to be \
             lost, list its name in `x-removed` of the new object.",
            listed(&self.unasked)
        );
        (!lost.is_empty()).then(|| if self.unasked.is_empty() { sentence } else { sentence + &advice })
    }

    /// Describes the ignored hints, in one line.
    pub fn unread_sentence(&self) -> Option<String> {
        let names: Vec<String> = self.unread.iter().map(UnreadHint::description).collect();
        let names = names.join("; ");
        let end = if names.ends_with('?') { "" } else { "." };
        (!names.is_empty()).then(|| format!("Hints that were not followed: {names}{end}"))
    }

    /// Returns the migration as JSON. Locations refer to the old document. Inner edits come first, and holes come
    /// before edits.
    pub fn to_json(&self) -> Value {
        let holes = self.holes.iter().map(|hole| {
            let why = match hole.why {
                HoleReason::Missing => "missing",
                HoleReason::Refused => "refused",
                HoleReason::Unproved => "unproved",
            };
            let mut json = json!({ "at": pointer(&hole.at) });
            if let Value::Object(members) = &mut json {
                members.extend(branches(&hole.at));
                members.extend(hole.member.as_ref().map(|member| ("member".to_owned(), member.as_str().into())));
                members.insert("why".to_owned(), why.into());
            }
            json
        });
        let mut json = json!({
            "edits": edits_json(&self.edits), "holes": holes.collect::<Vec<_>>(), "lost": self.lost(),
            "verdict": self.word(),
        });
        if !self.unasked.is_empty() {
            json["unasked"] = json!(self.unasked);
        }
        if !self.unread.is_empty() {
            let unread = self.unread.iter().map(|UnreadHint { at, keyword, why }| {
                let mut json = json!({ "at": pointer(at), "hint": keyword });
                if let Some(why) = why {
                    json["why"] = why.as_str().into();
                }
                json
            });
            json["unread"] = unread.collect();
        }
        match &self.verdict {
            Verdict::Proved => {}
            Verdict::Broken(document) => json["document"] = document.clone(),
            Verdict::Undecided(because) => json["because"] = Value::from(because.as_str()),
        }
        json
    }
}

/// Prints edits as statements. Functions for recursive edits are added to `functions`.
fn edits_code(edits: &[MigrationEdit], value: &str, functions: &mut Vec<String>) -> String {
    let mut code = String::new();
    for edit in edits {
        let at = places(&edit.at);
        let _ = match &edit.kind {
            PropertyEdit::Value(kind) => {
                let act = value_code(kind);
                writeln!(code, "    each_value({value}, &[{at}], &mut |value| {{\n{act}    }});")
            }
            PropertyEdit::Recursive { along, edits } => {
                let name = format!("upcast_{}", functions.len() + 1);
                functions.push(String::new());
                let place = functions.len() - 1;
                let mut function = format!("\nfn {name}(value: &mut Value) {{\n");
                for path in along {
                    let _ = writeln!(function, "    each_value(value, &[{}], &mut {name});", places(path));
                }
                function.push_str(&edits_code(edits, "value", functions));
                function.push_str("}\n");
                functions[place] = function;
                writeln!(code, "    each_value({value}, &[{at}], &mut {name});")
            }
            kind => {
                let act = member_code(kind);
                writeln!(code, "    each({value}, &[{at}], &mut |object| {{\n        {act}\n    }});")
            }
        };
    }
    code
}

/// Adds the locations where edits drop values.
fn add_lost(edits: &[MigrationEdit], below: &Pointer, lost: &mut Vec<Pointer>) {
    for edit in edits {
        let at = below.join(&pointer(&edit.at));
        let at = match &edit.kind {
            PropertyEdit::Remove { member, loses_value: true } | PropertyEdit::RemoveRefused { member, .. } => {
                at.member(member)
            }
            PropertyEdit::Keep { .. } => at.member("*"),
            PropertyEdit::Value(kind) if kind.loses_information() => at,
            PropertyEdit::Recursive { edits, .. } => {
                add_lost(edits, &at, lost);
                continue;
            }
            PropertyEdit::Rename { .. }
            | PropertyEdit::RenameAll { .. }
            | PropertyEdit::Move { .. }
            | PropertyEdit::Remove { .. }
            | PropertyEdit::Default { .. }
            | PropertyEdit::Value(_) => continue,
        };
        if !lost.contains(&at) {
            lost.push(at);
        }
    }
}

/// Prints a value for a one-line comment.
fn one_line(value: &Value) -> String {
    format!("`{}`", visible_line(&value.to_string()))
}

/// Returns the location of a hole.
fn place(hole: &MigrationHole) -> Pointer {
    let at = pointer(&hole.at);
    hole.member.as_ref().map_or_else(|| at.clone(), |member| at.member(member))
}

/// Returns the name of the function that fills a hole.
fn function(number: usize, hole: &MigrationHole) -> String {
    let name: String =
        hole.member.as_deref().unwrap_or("document").chars().filter(char::is_ascii_alphanumeric).collect();
    format!("fill_{}_{}", number + 1, name.to_ascii_lowercase())
}
