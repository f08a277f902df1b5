//! Writes methods that serialize classes whose fields and properties have different names.
//!
//! The platform serializes the object. The methods then rename its fields to properties, at every depth.

use planwright_apex::layout::{Piece, signature, statement};

use super::model::{Class, Model, Type};
use super::read::MethodNames;
use super::values;

/// Returns the maps from properties to fields, if there are any.
pub(super) fn name_maps(model: &Model) -> Option<String> {
    let text: String =
        model.classes.iter().filter_map(|(name, class)| Some(name_map(name, class, class.names.as_ref()?))).collect();
    (!text.is_empty()).then_some(text)
}

fn name_map(name: &str, class: &Class, constant: &str) -> String {
    let entry = |property: &str, field: &str| {
        Piece::code(format!("{} => '{field}'", values::expected(&Type::Text, &property.into()).flat()))
    };
    let entries = class.renamed().map(|member| entry(&member.property, &member.name)).collect();
    let lead = format!("private static final Map<String, String> {constant} = ");
    let entries = Piece::values("new Map<String, String>".to_owned(), entries);
    format!("  /** @description Fields of {name} by their names in JSON. */\n{}", statement(2, &lead, &entries, ";"))
}

/// Returns the writer methods, in the order of the classes.
pub(super) fn methods(model: &Model) -> Vec<String> {
    let names = MethodNames::new(model, |class| class.needs_writer);
    let mut methods = Vec::new();
    for (name, class) in model.classes.iter().filter(|(_, class)| class.needs_writer) {
        if model.roots.iter().any(|(_, root)| root == name) {
            methods.push(serializer(name, class));
        }
        methods.push(writer(&names, name, class));
    }
    for (kind, name) in names.collections() {
        match kind {
            Type::List(item) => methods.push(list_writer(&names, item, name)),
            Type::Map(value) => methods.push(map_writer(&names, value, name)),
            _ => {}
        }
    }
    if model.classes.values().any(|class| class.names.is_some()) {
        methods.push(TO_PROPERTIES.to_owned());
    }
    methods
}

/// Returns the name of the method that serializes a root.
pub(super) fn serializer_name(class: &str) -> String {
    format!("serialize{class}")
}

fn serializer(name: &str, class: &Class) -> String {
    let what = if class.is_wrapper {
        "JSON of the document, without the object around it"
    } else {
        "JSON with the names of the schema, which JSON.serialize does not know"
    };
    let untyped = "JSON.deserializeUntyped(JSON.serialize(document))";
    let value = Piece::call(format!("write{name}"), vec![Piece::code(untyped)]);
    format!(
        "  /**\n   * @description Writes {what}.\n   * @param document the document\n   * @return JSON text\n   */\n{}{}  }}\n",
        signature(&format!("public static String {}", serializer_name(name)), &format!("{name} document")),
        statement(4, "return ", &Piece::call("JSON.serialize", vec![value]), ";")
    )
}

/// Apex method that gives the fields of an object the names of their properties.
const TO_PROPERTIES: &str =
    "  private static Map<String, Object> toProperties(Object value, Map<String, String> names) {
    Map<String, Object> members = (Map<String, Object>) value;
    for (String name : names.keySet()) {
      members.put(name, members.remove(names.get(name)));
    }
    return members;
  }
";

fn writer(names: &MethodNames, name: &str, class: &Class) -> String {
    let mut text = signature(&format!("private static Object write{name}"), "Object value");
    text.push_str("    if (value == null) {\n      return null;\n    }\n");
    text.push_str("    Map<String, Object> members = (Map<String, Object>) value;\n");
    if let Some(document) = class.document() {
        let value = Piece::call("members.get", vec![Piece::code(format!("'{}'", document.name))]);
        let value = match names.get(&document.kind) {
            Some(method) => Piece::call(format!("write{method}"), vec![value]),
            None => value,
        };
        text.push_str(&statement(4, "return ", &value, ";"));
        text.push_str("  }\n");
        return text;
    }
    for member in &class.members {
        let Some(method) = names.get(&member.kind) else { continue };
        let key = Piece::code(format!("'{}'", member.name));
        let value = Piece::call(format!("write{method}"), vec![Piece::call("members.get", vec![key.clone()])]);
        text.push_str(&statement(4, "", &Piece::call("members.put", vec![key, value]), ";"));
    }
    let members = match &class.names {
        Some(names) => Piece::call("toProperties", vec![Piece::code("members"), Piece::code(names)]),
        None => Piece::code("members"),
    };
    text.push_str(&statement(4, "return ", &members, ";"));
    text.push_str("  }\n");
    text
}

fn list_writer(names: &MethodNames, item: &Type, method: &str) -> String {
    let inner = names.get(item).unwrap_or_default();
    format!(
        "{}    if (value == null) {{\n      return null;\n    }}\n    List<Object> written = new List<Object>();\n    for (Object item : (List<Object>) value) {{\n{}    }}\n    return written;\n  }}\n",
        signature(&format!("private static Object write{method}"), "Object value"),
        statement(6, "", &Piece::call("written.add", vec![Piece::code(format!("write{inner}(item)"))]), ";"),
    )
}

fn map_writer(names: &MethodNames, value: &Type, method: &str) -> String {
    let inner = names.get(value).unwrap_or_default();
    let entry = vec![Piece::code("key"), Piece::call(format!("write{inner}"), vec![Piece::code("members.get(key)")])];
    format!(
        "{}    if (value == null) {{\n      return null;\n    }}\n    Map<String, Object> written = new Map<String, Object>();\n    Map<String, Object> members = (Map<String, Object>) value;\n    for (String key : members.keySet()) {{\n{}    }}\n    return written;\n  }}\n",
        signature(&format!("private static Object write{method}"), "Object value"),
        statement(6, "", &Piece::call("written.put", entry), ";")
    )
}
