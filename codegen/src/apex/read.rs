//! Writes readers for classes that JSON.deserialize cannot create, because they contain `Object` or lists and maps of
//! it, or because a field and its property have different names.
//!
//! A reader renames properties to fields and removes the untyped ones, lets the platform deserialize the rest, and adds
//! the untyped ones back unchanged.

use std::collections::BTreeMap;

use planwright_apex::layout::{Piece, signature, statement};
use planwright_apex::names::UniqueNames;

use super::model::{Class, Model, Type};

/// Names of the methods for values of each type: classes, and lists and maps of them.
pub(super) struct MethodNames(BTreeMap<String, (Type, String)>);

impl MethodNames {
    /// Assigns a name to each class that `needs` a method, and to each list and map of such classes.
    pub(super) fn new(model: &Model, needs: fn(&Class) -> bool) -> Self {
        let mut taken = UniqueNames::default();
        let mut names = Self(BTreeMap::new());
        for (name, _) in model.classes.iter().filter(|(_, class)| needs(class)) {
            let kind = Type::Class(name.clone());
            names.0.insert(kind.name(""), (kind, taken.claim_within(name, usize::MAX)));
        }
        for member in model.classes.values().flat_map(|class| &class.members) {
            if model.class_of(&member.kind).is_some_and(needs) {
                names.add(&member.kind, &mut taken);
            }
        }
        names
    }

    fn add(&mut self, kind: &Type, taken: &mut UniqueNames) -> String {
        if let Some((_, name)) = self.0.get(&kind.name("")) {
            return name.clone();
        }
        let (inner, suffix) = match kind {
            Type::List(item) => (item, "List"),
            Type::Map(value) => (value, "Map"),
            _ => return kind.name(""),
        };
        let inner = self.add(inner, taken);
        let name = taken.claim_within(&format!("{inner}{suffix}"), usize::MAX);
        self.0.insert(kind.name(""), (kind.clone(), name.clone()));
        name
    }

    /// Returns the name of the method for a type, if it needs one.
    pub(super) fn get(&self, kind: &Type) -> Option<&str> {
        self.0.get(&kind.name("")).map(|(_, name)| name.as_str())
    }

    /// Returns the lists and maps with methods.
    pub(super) fn collections(&self) -> impl Iterator<Item = (&Type, &str)> {
        let all = self.0.values().map(|(kind, name)| (kind, name.as_str()));
        all.filter(|(kind, _)| !matches!(kind, Type::Class(_)))
    }
}

/// Returns the reader methods, in the order of the classes.
pub(super) fn methods(model: &Model) -> Vec<String> {
    let names = MethodNames::new(model, |class| class.needs_reader);
    let mut methods = Vec::new();
    for (name, class) in model.classes.iter().filter(|(_, class)| class.needs_reader) {
        if model.roots.iter().any(|(_, root)| root == name) {
            methods.push(parser(name, class));
        }
        methods.push(reader(&names, name, class));
    }
    for (kind, name) in names.collections() {
        match kind {
            Type::List(item) => methods.push(list_reader(&names, item, name)),
            Type::Map(value) => methods.push(map_reader(&names, value, name)),
            _ => {}
        }
    }
    if model.classes.values().any(|class| class.names.is_some()) {
        methods.push(TO_FIELDS.to_owned());
    }
    methods
}

/// Returns the name of the method that parses a root.
pub(super) fn parser_name(class: &str) -> String {
    format!("parse{class}")
}

fn parser(name: &str, class: &Class) -> String {
    let reason = if class.is_wrapper {
        "a list, a map or a union, for which JSON.deserialize needs another type"
    } else if class.needs_writer {
        "the names of the schema, which JSON.deserialize does not know"
    } else {
        "values of any type, which JSON.deserialize rejects"
    };
    format!(
        "  /**\n   * @description Reads JSON with {reason}.\n   * @param text JSON text\n   * @return the document, or null for null\n   */\n{}{}  }}\n",
        signature(&format!("public static {name} {}", parser_name(name)), "String text"),
        statement(
            4,
            "return ",
            &Piece::call(format!("read{name}"), vec![Piece::code("JSON.deserializeUntyped(text)")]),
            ";"
        )
    )
}

/// Apex method that returns the properties of an object under the names of their fields. It drops unknown properties
/// that are called like these fields, because JSON.deserialize would assign them to the fields.
const TO_FIELDS: &str = "  private static Map<String, Object> toFields(Object value, Map<String, String> names) {
    Set<String> renamed = new Set<String>();
    for (String field : names.values()) {
      renamed.add(field.toLowerCase());
    }
    Map<String, Object> properties = (Map<String, Object>) value;
    Map<String, Object> fields = new Map<String, Object>();
    for (String key : properties.keySet()) {
      if (names.containsKey(key)) {
        fields.put(names.get(key), properties.get(key));
      } else if (!renamed.contains(key.toLowerCase())) {
        fields.put(key, properties.get(key));
      }
    }
    return fields;
  }
";

fn reader(names: &MethodNames, name: &str, class: &Class) -> String {
    let mut text = signature(&format!("private static {name} read{name}"), "Object value");
    text.push_str("    if (value == null) {\n      return null;\n    }\n");
    if let Some(document) = class.document() {
        text.push_str(&statement(4, &format!("{name} made = "), &Piece::code(format!("new {name}()")), ";"));
        text.push_str(&statement(4, &format!("made.{} = ", document.name), &whole(names, &document.kind), ";"));
        text.push_str("    return made;\n  }\n");
        return text;
    }
    let members =
        || class.members.iter().filter(|member| member.kind.is_untyped() || names.get(&member.kind).is_some());
    let fields = match &class.names {
        Some(names) => Piece::call("toFields", vec![Piece::code("value"), Piece::code(names)]),
        None => Piece::code("(Map<String, Object>) value"),
    };
    if members().next().is_some() {
        text.push_str(&statement(4, "Map<String, Object> members = ", &fields, ";"));
        text.push_str("    Map<String, Object> typed = members.clone();\n");
    } else {
        text.push_str(&statement(4, "Map<String, Object> typed = ", &fields, ";"));
    }
    for member in members() {
        text.push_str(&statement(4, "", &Piece::call("typed.remove", vec![key(&member.name)]), ";"));
    }
    let fill = Piece::call(
        format!("({name}) JSON.deserialize"),
        vec![Piece::code("JSON.serialize(typed)"), Piece::code(format!("{name}.class"))],
    );
    text.push_str(&statement(4, &format!("{name} made = "), &fill, ";"));
    for member in members() {
        let value = Piece::call("members.get", vec![key(&member.name)]);
        let value = match (&member.kind, names.get(&member.kind)) {
            (_, Some(method)) => Piece::call(format!("read{method}"), vec![value]),
            (Type::Any, None) => value,
            (kind, None) => Piece::call(format!("({}) members.get", kind.name("")), vec![key(&member.name)]),
        };
        text.push_str(&statement(4, &format!("made.{} = ", member.name), &value, ";"));
    }
    text.push_str("    return made;\n  }\n");
    text
}

/// Returns the expression of a whole document of a type.
fn whole(names: &MethodNames, kind: &Type) -> Piece {
    let name = kind.name("");
    match names.get(kind) {
        Some(method) => Piece::call(format!("read{method}"), vec![Piece::code("value")]),
        None if *kind == Type::Any => Piece::code("value"),
        None if kind.is_untyped() => Piece::code(format!("({name}) value")),
        None => Piece::call(
            format!("({name}) JSON.deserialize"),
            vec![Piece::code("JSON.serialize(value)"), Piece::code(format!("{name}.class"))],
        ),
    }
}

fn key(name: &str) -> Piece {
    Piece::code(format!("'{name}'"))
}

fn list_reader(names: &MethodNames, item: &Type, method: &str) -> String {
    let (name, inner) = (item.name(""), names.get(item).unwrap_or_default());
    format!(
        "{}    if (value == null) {{\n      return null;\n    }}\n{}    for (Object item : (List<Object>) value) {{\n{}    }}\n    return made;\n  }}\n",
        signature(&format!("private static List<{name}> read{method}"), "Object value"),
        statement(4, &format!("List<{name}> made = "), &Piece::code(format!("new List<{name}>()")), ";"),
        statement(6, "", &Piece::call("made.add", vec![Piece::code(format!("read{inner}(item)"))]), ";"),
    )
}

fn map_reader(names: &MethodNames, value: &Type, method: &str) -> String {
    let (name, inner) = (value.name(""), names.get(value).unwrap_or_default());
    format!(
        "{}    if (value == null) {{\n      return null;\n    }}\n{}    Map<String, Object> members = (Map<String, Object>) value;\n    for (String key : members.keySet()) {{\n{}    }}\n    return made;\n  }}\n",
        signature(&format!("private static Map<String, {name}> read{method}"), "Object value"),
        statement(4, &format!("Map<String, {name}> made = "), &Piece::code(format!("new Map<String, {name}>()")), ";"),
        statement(
            6,
            "",
            &Piece::call(
                "made.put",
                vec![Piece::code("key"), Piece::call(format!("read{inner}"), vec![Piece::code("members.get(key)")])]
            ),
            ";"
        )
    )
}
