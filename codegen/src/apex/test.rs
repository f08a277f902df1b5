//! Writes the source of a test class. It reads every document strictly, writes it, reads it again and asserts every
//! field.

mod asserts;

use std::fmt::Write as _;

use planwright_apex::layout::{Piece, return_text, signature, statement};
use planwright_apex::literal;
use planwright_apex::tokens::ApexDoc;
use serde_json::Value;

use self::asserts::{Method, methods};
use super::checks::Checks;
use super::model::{Model, Type};
use super::{APEX_MARK, ApexOptions, read, sample, serializers};

/// Returns the test of a class. `examples` has the examples of each root, in the order of the roots.
pub(super) fn print(model: &Model, examples: &[Vec<Value>], checks: &Checks, options: &ApexOptions) -> String {
    let mut tests = Vec::new();
    let mut readers = Vec::new();
    let mut sources = Vec::new();
    for ((file, root), examples) in model.roots.iter().zip(examples) {
        let documents = sample::documents(model, root, examples);
        let class = Type::Class(root.clone());
        let is_strict = documents.iter().all(|document| sample::names_every_property(model, &class, document));
        readers.push(reader(model, root, is_strict));
        for (index, document) in documents.iter().enumerate() {
            let name = format!("{root}{}", index + 1);
            tests.extend(checks.test(model, file, root, &name, document));
            let methods = methods(model, root, document);
            for (part, method) in methods.iter().enumerate() {
                let suffix = if methods.len() > 1 { format!("Part{}", part + 1) } else { String::new() };
                tests.push(test(model, root, &name, &suffix, method));
            }
            sources.push(source(&name, document));
        }
    }
    let digs = tests.iter().any(|test| test.contains(" at(") || test.contains("(at("));
    let note = options.note.as_deref().map(|note| format!("{} ", ApexDoc::new(note))).unwrap_or_default();
    let files: Vec<String> = model.roots.iter().map(|(file, _)| ApexDoc::new(file).to_string()).collect();
    let mut text = format!(
        "/**\n * @description Tests {}. {note}{APEX_MARK} {}; do not edit.\n */\n@IsTest\nprivate class {} {{\n",
        model.name,
        files.join(", "),
        model.test_name()
    );
    let digger = digs.then(|| LOOKUP_METHOD.to_owned());
    let parts: Vec<String> = tests.into_iter().chain(readers).chain(sources).chain(digger).collect();
    text.push_str(&parts.join("\n"));
    text.push_str("}\n");
    text
}

fn test(model: &Model, root: &str, name: &str, suffix: &str, method: &Method) -> String {
    let mut text = format!(
        "  @IsTest\n  static void reads{name}{suffix}() {{\n    System.runAs(new User(Id = UserInfo.getUserId())) {{\n"
    );
    let made = Piece::call(format!("read{root}"), vec![Piece::code(format!("text{name}()"))]);
    text.push_str(&statement(6, &format!("{}.{root} made = ", model.name), &made, ";"));
    for line in &method.lines {
        text.push_str(&statement(6, &line.lead, &line.expr, ";"));
    }
    text.push_str("    }\n  }\n");
    text
}

/// Returns a method that reads, writes and reads again, so that the assertions cover both directions.
///
/// A strict reader rejects unknown properties.
fn reader(model: &Model, root: &str, is_strict: bool) -> String {
    let path = format!("{}.{root}", model.name);
    let needs_reader = model.classes.get(root).is_some_and(|class| class.needs_reader);
    let read = |text: &str| {
        if needs_reader {
            Piece::call(format!("{}.{}", model.name, read::parser_name(root)), vec![Piece::code(text)])
        } else {
            let head = format!("({path}) JSON.deserialize{}", if is_strict { "Strict" } else { "" });
            Piece::call(head, vec![Piece::code(text), Piece::code(format!("{path}.class"))])
        }
    };
    let mut text = signature(&format!("private static {path} read{root}"), "String text");
    text.push_str(&statement(4, &format!("{path} once = "), &read("text"), ";"));
    let written = if model.classes.get(root).is_some_and(|class| class.needs_writer) {
        format!("{}.{}(once)", model.name, serializers::serializer_name(root))
    } else {
        "JSON.serialize(once)".to_owned()
    };
    text.push_str(&statement(4, "return ", &read(&written), ";"));
    text.push_str("  }\n");
    text
}

fn source(name: &str, document: &Value) -> String {
    let json = literal::ascii_json(&document.to_string());
    let mut text = format!("  private static String text{name}() {{\n");
    let _ = writeln!(text, "{}  }}", return_text(4, &json));
    text
}

/// Apex method that looks up a value by pointer in untyped values.
const LOOKUP_METHOD: &str = "  private static Object at(Object value, String pointer) {
    Object found = value;
    for (String token : pointer.removeStart('/').split('/')) {
      String key = token.replace('~1', '/').replace('~0', '~');
      found = found instanceof List<Object>
        ? ((List<Object>) found)[Integer.valueOf(key)]
        : ((Map<String, Object>) found).get(key);
    }
    return found;
  }
";
