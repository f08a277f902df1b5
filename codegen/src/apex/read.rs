//! Writes readers for classes that JSON.deserialize cannot create, because they contain `Object` or lists and maps of
//! it.
//!
//! A reader removes such properties, lets the platform deserialize the rest, and adds the properties back unchanged.

use planwright_apex::layout::{Piece, signature, statement};

use super::model::{Class, Model, Type};

/// Returns the reader methods, in the order of the classes.
pub(super) fn methods(model: &Model) -> Vec<String> {
    let needing = || model.classes.iter().filter(|(_, class)| class.needs_reader);
    let mut methods = Vec::new();
    for (name, class) in needing() {
        if model.roots.iter().any(|(_, root)| root == name) {
            methods.push(parser(name));
        }
        methods.push(reader(model, name, class));
    }
    for (name, _) in needing() {
        let used =
            |kind: &Type| model.classes.values().flat_map(|class| &class.members).any(|member| member.kind == *kind);
        let item = Type::Class(name.clone());
        if used(&Type::List(Box::new(item.clone()))) {
            methods.push(list_reader(name));
        }
        if used(&Type::Map(Box::new(item))) {
            methods.push(map_reader(name));
        }
    }
    methods
}

/// Returns the name of the method that parses a root, for the test.
pub(super) fn parser_name(class: &str) -> String {
    format!("parse{class}")
}

fn parser(name: &str) -> String {
    format!(
        "  /**\n   * @description Reads JSON with values of any type, which JSON.deserialize rejects.\n   * @param text JSON text\n   * @return the document, or null for null\n   */\n{}{}  }}\n",
        signature(&format!("public static {name} {}", parser_name(name)), "String text"),
        statement(
            4,
            "return ",
            &Piece::call(format!("read{name}"), vec![Piece::code("JSON.deserializeUntyped(text)")]),
            ";"
        )
    )
}

fn reader(model: &Model, name: &str, class: &Class) -> String {
    let apart = |kind: &Type| {
        kind.is_untyped()
            || kind.class().and_then(|class| model.classes.get(class)).is_some_and(|class| class.needs_reader)
    };
    let mut text = format!(
        "{}    if (value == null) {{\n      return null;\n    }}\n    Map<String, Object> members = (Map<String, Object>) value;\n    Map<String, Object> typed = members.clone();\n",
        signature(&format!("private static {name} read{name}"), "Object value")
    );
    let members = || class.members.iter().filter(|member| apart(&member.kind));
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
        let value = match &member.kind {
            Type::Any => value,
            Type::Class(class) => Piece::call(format!("read{class}"), vec![value]),
            Type::List(item) | Type::Map(item) if !item.is_untyped() => {
                let many = if matches!(member.kind, Type::List(_)) { "List" } else { "Map" };
                Piece::call(format!("read{}{many}", item.class().unwrap_or_default()), vec![value])
            }
            kind => Piece::call(format!("({}) members.get", kind.name("")), vec![key(&member.name)]),
        };
        text.push_str(&statement(4, &format!("made.{} = ", member.name), &value, ";"));
    }
    text.push_str("    return made;\n  }\n");
    text
}

fn key(name: &str) -> Piece {
    Piece::code(format!("'{name}'"))
}

fn list_reader(name: &str) -> String {
    format!(
        "{}    if (value == null) {{\n      return null;\n    }}\n    List<{name}> made = new List<{name}>();\n    for (Object item : (List<Object>) value) {{\n      made.add(read{name}(item));\n    }}\n    return made;\n  }}\n",
        signature(&format!("private static List<{name}> read{name}List"), "Object value")
    )
}

fn map_reader(name: &str) -> String {
    format!(
        "{}    if (value == null) {{\n      return null;\n    }}\n    Map<String, {name}> made = new Map<String, {name}>();\n    Map<String, Object> members = (Map<String, Object>) value;\n    for (String key : members.keySet()) {{\n{}    }}\n    return made;\n  }}\n",
        signature(&format!("private static Map<String, {name}> read{name}Map"), "Object value"),
        statement(
            6,
            "",
            &Piece::call(
                "made.put",
                vec![Piece::code("key"), Piece::call(format!("read{name}"), vec![Piece::code("members.get(key)")])]
            ),
            ";"
        )
    )
}
