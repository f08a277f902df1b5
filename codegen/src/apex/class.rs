//! Writes the source of a class.

use std::fmt::Write as _;

use planwright_apex::layout::{Piece, statement};
use planwright_apex::literal;
use planwright_apex::tokens::ApexDoc;

use super::checks::Checks;
use super::model::{Class, Member, Model};
use super::{APEX_MARK, ApexOptions, read, serializers};

/// A PMD rule, and a function that returns whether a class violates it because of its schema.
type Check = (&'static str, fn(&Class) -> bool);

/// Naming rules that JSON properties need not follow, and size limits that the schema may exceed.
const CHECKS: &[Check] = &[
    ("PMD.FieldNamingConventions", |class| class.members.iter().any(|member| !is_camel(&member.name))),
    ("PMD.TooManyFields", |class| class.members.len() > 15),
    ("PMD.ExcessivePublicCount", |class| class.members.len() >= 20),
];

/// Returns the source of the outer class with its types.
pub(super) fn print(model: &Model, checks: &Checks, options: &ApexOptions) -> String {
    let mut text = format!("/**\n * @description {}\n */\n", about(model, options));
    let waived: Vec<&str> =
        CHECKS.iter().filter(|(_, applies)| model.classes.values().any(applies)).map(|(name, _)| *name).collect();
    if !waived.is_empty() {
        let _ = writeln!(text, "@SuppressWarnings('{}')", waived.join(", "));
    }
    let _ = writeln!(text, "public with sharing class {} {{", model.name);
    let mut parts: Vec<String> = Vec::new();
    if !model.choices.is_empty() {
        parts.push(model.choices.iter().map(choices).collect());
    }
    parts.extend(serializers::name_maps(model));
    parts.extend(model.roots.iter().filter_map(|(file, name)| checks.methods(file, name)));
    parts.extend(read::methods(model));
    parts.extend(serializers::methods(model));
    parts.extend(model.classes.iter().map(|(name, class)| inner(name, class)));
    text.push_str(&parts.join("\n"));
    text.push_str("}\n");
    text
}

fn about(model: &Model, options: &ApexOptions) -> String {
    let names: Vec<&str> = model.roots.iter().map(|(_, name)| name.as_str()).collect();
    let files: Vec<String> = model.roots.iter().map(|(file, _)| ApexDoc::new(file).to_string()).collect();
    let note = options.note.as_deref().map(|note| format!("{} ", ApexDoc::new(note))).unwrap_or_default();
    format!("Types of the JSON documents {}. {note}{APEX_MARK} {}; do not edit.", names.join(", "), files.join(", "))
}

fn choices(list: &super::model::Choices) -> String {
    let values = list.values.iter().filter_map(|value| literal::ascii(value)).map(Piece::Code).collect();
    let lead = format!("public static final List<String> {} = ", list.name);
    let values = Piece::values("new List<String>".to_owned(), values);
    format!("  /** @description {} */\n{}", ApexDoc::new(&list.docs), statement(2, &lead, &values, ";"))
}

fn inner(name: &str, class: &Class) -> String {
    let mut text = format!("  /**\n   * @description {}\n   */\n  public virtual class {name} {{\n", class.docs);
    for member in &class.members {
        let _ = writeln!(text, "    /** @description {} */", member.docs);
        // The platform cannot serialize untyped values.
        if !member.kind.is_untyped() {
            text.push_str("    @AuraEnabled\n");
        }
        text.push_str(&declaration(member));
    }
    text.push_str("  }\n");
    text
}

fn declaration(member: &Member) -> String {
    let lead = format!("public {} {}", member.kind.name(""), member.name);
    match &member.initial {
        Some(initial) => statement(4, &format!("{lead} = "), initial, ";"),
        None => format!("    {lead};\n"),
    }
}

fn is_camel(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_lowercase()) && !name.contains('_')
}
