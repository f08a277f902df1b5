//! Explains the fields of a schema, in the order of the schema, for short prompts.

use std::collections::BTreeMap;

use planwright_runtime::repair::tame;
use planwright_schema::model::{Keyword, ValueKind};
use serde_json::Value;

/// Maximum number of lines.
const MAX_FIELDS: usize = 300;
/// Maximum length of a description or of a list of values, in characters.
const MAX_TEXT: usize = 400;

/// Returns one line for each field. Fields of a definition are explained once.
pub(super) fn field_lines(schema: &Value) -> Vec<String> {
    let mut fields = Fields { root: schema, lines: Vec::new(), explained: BTreeMap::new() };
    fields.explain_below(schema, "");
    fields.lines
}

struct Fields<'a> {
    root: &'a Value,
    lines: Vec<String>,
    /// Path at which the fields of a definition were explained.
    explained: BTreeMap<&'a str, String>,
}

impl<'a> Fields<'a> {
    /// Explains the properties of an object, and those of the items of a list.
    fn explain_below(&mut self, schema: &'a Value, path: &str) {
        if let Some(reference) = schema.get(Keyword::Ref.name()).and_then(Value::as_str) {
            if self.explained.contains_key(reference) {
                return;
            }
            self.explained.insert(reference, path.to_owned());
            if let Some(target) = resolve(self.root, reference) {
                self.explain_below(target, path);
            }
        }
        for (keyword, value) in schema.as_object().into_iter().flatten() {
            match (Keyword::from_name(keyword), value) {
                (Some(Keyword::Properties), Value::Object(properties)) => {
                    for (name, property) in properties {
                        let shown = tame(name, MAX_TEXT);
                        let below = if path.is_empty() { shown } else { format!("{path}.{shown}") };
                        self.explain(property, &below, is_required(schema, name));
                    }
                }
                (Some(Keyword::Items), Value::Object(_)) => self.explain_below(value, &format!("{path}[]")),
                (Some(Keyword::AdditionalProperties), Value::Object(_)) => {
                    self.explain_below(value, &format!("{path}.*"));
                }
                (Some(Keyword::PrefixItems), Value::Array(items)) => {
                    for (index, item) in items.iter().enumerate() {
                        self.explain(item, &format!("{path}[{index}]"), false);
                    }
                }
                (Some(Keyword::AllOf | Keyword::AnyOf | Keyword::OneOf), Value::Array(branches)) => {
                    let is_union = keyword != Keyword::AllOf.name();
                    let shapes = branches.iter().filter(|branch| self.has_fields(branch)).count();
                    let mut number = 0;
                    for branch in branches {
                        if is_union && shapes > 1 && self.has_fields(branch) {
                            number += 1;
                            let place = if path.is_empty() { "the document".to_owned() } else { quoted(path) };
                            self.lines.push(format!("- Shape {number} of {shapes} of {place}:"));
                        }
                        self.explain_below(branch, path);
                    }
                }
                _ => {}
            }
        }
    }

    /// Returns whether a schema, or the definition that it refers to, has properties.
    fn has_fields(&self, schema: &Value) -> bool {
        let reference = schema.get(Keyword::Ref.name()).and_then(Value::as_str);
        let target = reference.and_then(|reference| resolve(self.root, reference));
        [Some(schema), target].into_iter().flatten().any(|one| one.get(Keyword::Properties.name()).is_some())
    }

    fn explain(&mut self, schema: &'a Value, path: &str, is_required: bool) {
        if self.lines.len() == MAX_FIELDS {
            self.lines.push("- … and further fields".to_owned());
        }
        if self.lines.len() > MAX_FIELDS {
            return;
        }
        let mut facts = Vec::new();
        let mut description = "";
        self.collect(schema, &mut facts, &mut description, 0);
        facts.dedup();
        facts.extend(is_required.then(|| "required".to_owned()));
        let facts = if facts.is_empty() { String::new() } else { format!(" ({})", facts.join(", ")) };
        let description = tame(description, MAX_TEXT);
        let separator = if description.is_empty() { "" } else { ": " };
        self.lines.push(format!("- {}{facts}{separator}{description}", quoted(path)));
        self.explain_below(schema, path);
    }

    /// Collects the constraints of a value, also those of the definitions that it refers to.
    fn collect(&self, schema: &'a Value, facts: &mut Vec<String>, description: &mut &'a str, depth: usize) {
        for (name, value) in schema.as_object().into_iter().flatten() {
            let Some(keyword) = Keyword::from_name(name) else { continue };
            match (keyword, value) {
                (Keyword::Description, Value::String(text)) if description.is_empty() => *description = text,
                (Keyword::Ref, Value::String(reference)) if depth < 8 => {
                    if let Some(path) = self.explained.get(reference.as_str()) {
                        let has_fields = self.has_fields(schema);
                        facts.extend(has_fields.then(|| format!("fields as in {}", quoted(path))));
                    }
                    if let Some(target) = resolve(self.root, reference) {
                        self.collect(target, facts, description, depth + 1);
                    }
                }
                (Keyword::AllOf, Value::Array(parts)) if depth < 8 => {
                    for part in parts {
                        self.collect(part, facts, description, depth + 1);
                    }
                }
                (Keyword::Type, Value::String(name)) => facts.insert(0, tame(name, MAX_TEXT)),
                (Keyword::Type, Value::Array(names)) => {
                    let names: Vec<&str> = names.iter().filter_map(Value::as_str).collect();
                    facts.insert(0, tame(&names.join(" or "), MAX_TEXT));
                }
                (Keyword::Enum, Value::Array(values)) => {
                    let values: Vec<String> = values.iter().map(Value::to_string).collect();
                    facts.push(format!("one of {}", tame(&values.join(", "), MAX_TEXT)));
                }
                (Keyword::Const, value) => facts.push(tame(&value.to_string(), MAX_TEXT)),
                (Keyword::Pattern | Keyword::Format | Keyword::Default, value) => {
                    facts.push(format!("{name} {}", tame(&value.to_string(), MAX_TEXT)));
                }
                (keyword, value)
                    if matches!(keyword.value(), ValueKind::Bound | ValueKind::Count | ValueKind::Number) =>
                {
                    facts.push(format!("{name} {}", tame(&value.to_string(), MAX_TEXT)));
                }
                _ => {}
            }
        }
    }
}

/// Returns whether an object requires a property.
fn is_required(object: &Value, name: &str) -> bool {
    let required = object.get(Keyword::Required.name()).and_then(Value::as_array);
    required.is_some_and(|names| names.iter().any(|one| one == name))
}

/// Returns the schema that a reference inside a document points to.
pub(super) fn resolve<'a>(root: &'a Value, reference: &str) -> Option<&'a Value> {
    root.pointer(reference.strip_prefix('#')?)
}

/// Returns a path as code. A backtick would end it.
fn quoted(path: &str) -> String {
    format!("`{}`", path.replace('`', "'"))
}
