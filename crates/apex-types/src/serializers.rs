//! Writes methods that serialize classes whose fields and properties have different names.
//!
//! The platform serializes the object. The methods then rename its fields to properties, at every depth.

use planwright_apex::layout::Piece;
use planwright_apex::tokens::{ApexDoc, ApexIdent, ApexPath, ApexStatement};

use super::class_parts::Part;
use super::model::{Class, Model, OBJECT, Type};
use super::read::{MethodNames, collection, converter_head};
use super::values;

/// Returns the maps from properties to fields.
pub(super) fn name_maps(model: &Model) -> Vec<Part> {
    model.classes.iter().filter_map(|(name, class)| Some(name_map(name, class, class.names.as_ref()?))).collect()
}

fn name_map(name: &ApexIdent, class: &Class, constant: &ApexIdent) -> Part {
    let entries = class.renamed().map(|member| {
        let property = values::expected(&Type::Text, &member.property.as_str().into());
        property.entry(&Piece::quoted(member.name.as_str()))
    });
    let kind = ApexPath::map_of(&ApexPath::keyword("String"));
    let entries = Piece::collection(&kind, entries.collect());
    Part::Constant {
        docs: ApexDoc::about("Fields of ", name.as_str(), " by their names in JSON."),
        field: ApexStatement::field(2, "private static final", &kind, constant, Some(&entries)),
    }
}

/// Returns the writer methods, in the order of the classes.
pub(super) fn methods(model: &Model) -> Vec<Part> {
    let names = MethodNames::new(model, |class| class.needs_writer);
    let mut methods = Vec::new();
    for (name, class) in model.classes.iter().filter(|(_, class)| class.needs_writer) {
        if model.roots.iter().any(|(_, root)| root == name) {
            methods.push(serializer(name, class));
        }
        methods.push(writer(&names, name, class));
    }
    methods.extend(names.collections().filter_map(|(of, name)| {
        let kind = if matches!(of, Type::List(_)) { ApexPath::list_of(&OBJECT) } else { ApexPath::map_of(&OBJECT) };
        collection(&names, ("write", "written"), (&OBJECT, &kind), (of, name))
    }));
    if model.classes.values().any(|class| class.names.is_some()) {
        methods.push(Part::ToProperties);
    }
    methods
}

/// Returns the name of the method that serializes a root.
pub(super) fn serializer_name(class: &ApexIdent) -> ApexIdent {
    ApexIdent::prefixed("serialize", class)
}

fn serializer(name: &ApexIdent, class: &Class) -> Part {
    let docs = if class.is_wrapper {
        "Writes JSON of the document, without the object around it."
    } else {
        "Writes JSON with the names of the schema, which JSON.serialize does not know."
    };
    let (kind, text) = (ApexPath::from_ident(name), ApexPath::keyword("String"));
    let untyped = Piece::code("JSON.deserializeUntyped(JSON.serialize(document))");
    let value = Piece::own_call(&ApexIdent::prefixed("write", name), vec![untyped]);
    let parameter = (&kind, &ApexIdent::near("document"));
    Part::Method {
        docs: ApexDoc::new(docs),
        parameter: ApexDoc::new("document the document"),
        returns: ApexDoc::new("JSON text"),
        head: ApexStatement::method("public static", &text, &serializer_name(name), parameter),
        result: ApexStatement::result(4, &Piece::call("JSON.serialize", vec![value])),
    }
}

fn writer(names: &MethodNames, name: &ApexIdent, class: &Class) -> Part {
    let (properties, members) = (ApexPath::map_of(&OBJECT), ApexIdent::near("members"));
    let get = |field: &ApexIdent| Piece::call("members.get", vec![Piece::quoted(field.as_str())]);
    let value = Piece::code("value").cast(&properties);
    let mut lines = vec![ApexStatement::declaration(4, &properties, &members, &value)];
    let result = if let Some(document) = class.document() {
        let value = get(&document.name);
        names.call("write", &document.kind, value.clone()).unwrap_or(value)
    } else {
        for member in &class.members {
            let Some(value) = names.call("write", &member.kind, get(&member.name)) else { continue };
            let put = Piece::call("members.put", vec![Piece::quoted(member.name.as_str()), value]);
            lines.push(ApexStatement::call(4, &put));
        }
        match &class.names {
            Some(names) => Piece::call("toProperties", vec![Piece::name(&members), Piece::name(names)]),
            None => Piece::name(&members),
        }
    };
    lines.push(ApexStatement::result(4, &result));
    Part::Converter { head: converter_head(&OBJECT, "write", name), lines }
}
