//! Writes readers for classes that JSON.deserialize cannot create, because they contain `Object` or lists and maps of
//! it, or because a field and its property have different names.
//!
//! A reader renames properties to fields and removes the untyped ones, lets the platform deserialize the rest, and adds
//! the untyped ones back unchanged.

use std::collections::BTreeMap;

use planwright_apex::layout::Piece;
use planwright_apex::names::UniqueNames;
use planwright_apex::tokens::{ApexDoc, ApexIdent, ApexPath, ApexStatement};

use super::class_parts::Part;
use super::model::{Class, Model, OBJECT, Type, deserialized};

/// Names of the methods for values of each type: classes, and lists and maps of them.
pub(super) struct MethodNames(BTreeMap<ApexPath, (Type, ApexIdent)>);

impl MethodNames {
    /// Assigns a name to each class that `needs` a method, and to each list and map of such classes.
    pub(super) fn new(model: &Model, needs: fn(&Class) -> bool) -> Self {
        let mut taken = UniqueNames::default();
        let mut names = Self(BTreeMap::new());
        for (name, _) in model.classes.iter().filter(|(_, class)| needs(class)) {
            names.claim(Type::Class(name.to_string()), name, &mut taken);
        }
        for member in model.classes.values().flat_map(|class| &class.members) {
            if model.class_of(&member.kind).is_some_and(needs) {
                names.add(&member.kind, &mut taken);
            }
        }
        names
    }

    fn add(&mut self, kind: &Type, taken: &mut UniqueNames) -> ApexIdent {
        if let Some(name) = self.get(kind) {
            return name.clone();
        }
        let (inner, suffix) = match kind {
            Type::List(item) => (item, "List"),
            Type::Map(value) => (value, "Map"),
            _ => return ApexIdent::near(kind.path(None).as_str()),
        };
        let name = self.add(inner, taken).suffixed(suffix);
        self.claim(kind.clone(), &name, taken)
    }

    fn claim(&mut self, kind: Type, name: &ApexIdent, taken: &mut UniqueNames) -> ApexIdent {
        let name = ApexIdent::near(&taken.claim_within(name.as_str(), usize::MAX));
        self.0.insert(kind.path(None), (kind, name.clone()));
        name
    }

    /// Returns the name of the method for a type, if it needs one.
    pub(super) fn get(&self, kind: &Type) -> Option<&ApexIdent> {
        self.0.get(&kind.path(None)).map(|(_, name)| name)
    }

    /// Returns the call of the method for a type, if it needs one.
    pub(super) fn call(&self, verb: &'static str, kind: &Type, value: Piece) -> Option<Piece> {
        self.get(kind).map(|name| Piece::own_call(&ApexIdent::prefixed(verb, name), vec![value]))
    }

    /// Returns the lists and maps with methods.
    pub(super) fn collections(&self) -> impl Iterator<Item = (&Type, &ApexIdent)> {
        let all = self.0.values().map(|(kind, name)| (kind, name));
        all.filter(|(kind, _)| !matches!(kind, Type::Class(_)))
    }
}

/// Returns the reader methods, in the order of the classes.
pub(super) fn methods(model: &Model) -> Vec<Part> {
    let names = MethodNames::new(model, |class| class.needs_reader);
    let mut methods = Vec::new();
    for (name, class) in model.classes.iter().filter(|(_, class)| class.needs_reader) {
        if model.roots.iter().any(|(_, root)| root == name) {
            methods.push(parser(name, class));
        }
        methods.push(reader(&names, name, class));
    }
    methods.extend(names.collections().filter_map(|(of, name)| {
        let kind = of.path(None);
        collection(&names, ("read", "made"), (&kind, &kind), (of, name))
    }));
    if model.classes.values().any(|class| class.names.is_some()) {
        methods.push(Part::ToFields);
    }
    methods
}

/// Returns the name of the method that parses a root.
pub(super) fn parser_name(class: &ApexIdent) -> ApexIdent {
    ApexIdent::prefixed("parse", class)
}

/// Returns the head of a method that converts a value.
pub(super) fn converter_head(kind: &ApexPath, verb: &'static str, name: &ApexIdent) -> ApexStatement {
    let parameter = ApexIdent::near("value");
    ApexStatement::method("private static", kind, &ApexIdent::prefixed(verb, name), (&OBJECT, &parameter))
}

fn parser(name: &ApexIdent, class: &Class) -> Part {
    let reason = if class.is_wrapper {
        "Reads JSON with a list, a map or a union, for which JSON.deserialize needs another type."
    } else if class.needs_writer {
        "Reads JSON with the names of the schema, which JSON.deserialize does not know."
    } else {
        "Reads JSON with values of any type, which JSON.deserialize rejects."
    };
    let (kind, parameter) = (ApexPath::from_ident(name), (&ApexPath::keyword("String"), &ApexIdent::near("text")));
    let untyped = Piece::code("JSON.deserializeUntyped(text)");
    Part::Method {
        docs: ApexDoc::new(reason),
        parameter: ApexDoc::new("text JSON text"),
        returns: ApexDoc::new("the document, or null for null"),
        head: ApexStatement::method("public static", &kind, &parser_name(name), parameter),
        result: ApexStatement::result(4, &Piece::own_call(&ApexIdent::prefixed("read", name), vec![untyped])),
    }
}

fn reader(names: &MethodNames, name: &ApexIdent, class: &Class) -> Part {
    let (kind, made) = (ApexPath::from_ident(name), ApexIdent::near("made"));
    let field = |member: &ApexIdent| Piece::name(&made).field(member);
    let mut lines = Vec::new();
    if let Some(document) = class.document() {
        lines.push(ApexStatement::declaration(4, &kind, &made, &Piece::instance(&kind)));
        lines.push(ApexStatement::assignment(4, &field(&document.name), &whole(names, &document.kind)));
    } else {
        let members =
            || class.members.iter().filter(|member| member.kind.is_untyped() || names.get(&member.kind).is_some());
        let (properties, typed) = (ApexPath::map_of(&OBJECT), ApexIdent::near("typed"));
        let mut fields = match &class.names {
            Some(names) => Piece::call("toFields", vec![Piece::code("value"), Piece::name(names)]),
            None => Piece::code("value").cast(&properties),
        };
        if members().next().is_some() {
            lines.push(ApexStatement::declaration(4, &properties, &ApexIdent::near("members"), &fields));
            fields = Piece::code("members.clone()");
        }
        lines.push(ApexStatement::declaration(4, &properties, &typed, &fields));
        for member in members() {
            let remove = Piece::call("typed.remove", vec![Piece::quoted(member.name.as_str())]);
            lines.push(ApexStatement::call(4, &remove));
        }
        let rest = deserialized(&kind, Piece::code("JSON.serialize(typed)"));
        lines.push(ApexStatement::declaration(4, &kind, &made, &rest));
        for member in members() {
            let value = Piece::call("members.get", vec![Piece::quoted(member.name.as_str())]);
            let value = names.call("read", &member.kind, value.clone()).unwrap_or_else(|| untyped(&member.kind, value));
            lines.push(ApexStatement::assignment(4, &field(&member.name), &value));
        }
    }
    lines.push(ApexStatement::result(4, &Piece::name(&made)));
    Part::Converter { head: converter_head(&kind, "read", name), lines }
}

/// Returns an untyped value as a value of its type.
fn untyped(kind: &Type, value: Piece) -> Piece {
    if *kind == Type::Any { value } else { value.cast(&kind.path(None)) }
}

/// Returns the expression of a whole document of a type.
fn whole(names: &MethodNames, kind: &Type) -> Piece {
    let value = Piece::code("value");
    match names.call("read", kind, value.clone()) {
        Some(call) => call,
        None if kind.is_untyped() => untyped(kind, value),
        None => deserialized(&kind.path(None), Piece::code("JSON.serialize(value)")),
    }
}

/// Returns the method that converts a list or map. `verb` is the start of the names of such methods, `variable` collects
/// the result, which has the type `kind` and is returned as `returned`.
pub(super) fn collection(
    names: &MethodNames,
    (verb, variable): (&'static str, &'static str),
    (returned, kind): (&ApexPath, &ApexPath),
    (of, name): (&Type, &ApexIdent),
) -> Option<Part> {
    let variable = ApexIdent::near(variable);
    let made = Piece::name(&variable);
    let head = converter_head(returned, verb, name);
    let create = ApexStatement::declaration(4, kind, &variable, &Piece::instance(kind));
    let result = ApexStatement::result(4, &made);
    match of {
        Type::List(item) => {
            let item = Piece::code(names.call(verb, item, Piece::code("item"))?.flat());
            let add = ApexStatement::call(6, &made.method("add", vec![item]));
            Some(Part::ListConverter { head, create, add, result })
        }
        Type::Map(value) => {
            let value = names.call(verb, value, Piece::code("members.get(key)"))?;
            let put = ApexStatement::call(6, &made.method("put", vec![Piece::code("key"), value]));
            Some(Part::MapConverter { head, create, put, result })
        }
        _ => None,
    }
}
