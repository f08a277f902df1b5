//! Lowers shapes to classes: finds everything that the roots reach, chooses each type and checks each name.

mod members;
mod names;

use std::collections::{BTreeMap, BTreeSet};

use planwright_apex::tokens::ApexDoc;
use planwright_source::Pointer;

use self::members::Raw;
use super::issue::ApexIssue;
use super::join::Joined;
use super::model::{Model, Type};
use planwright_codegen::shape::{ContentForm, Docs, Kind, Shape, Shapes, TypeDef};
use planwright_schema::error::Error;

/// Lowers one folder to a class, starting from the given roots, which are files and type names.
pub(super) fn lower(name: &str, shapes: &Shapes, roots: &[(&str, &str)]) -> Result<Model, Vec<Error>> {
    let mut lowering = Lowering::new(shapes);
    for (file, root) in roots {
        match lowering.named(root) {
            Type::Class(class) if class == *root => {}
            // Several roots can refer to one definition. Each gets its own class, because methods are named after it.
            Type::Class(class) => {
                lowering.joined.add(root, &BTreeSet::from([class]));
                lowering.class(root);
            }
            _ if lowering.names_properties(root) => drop(lowering.class(root)),
            kind if lowering.is_document(root, &kind) => lowering.wrap(root, kind),
            _ => lowering.error((*file).to_owned(), Pointer::root(), ApexIssue::NotAnObject),
        }
    }
    lowering.run();
    lowering.keep_what_is_used(roots);
    if lowering.errors.is_empty() { Ok(names::assign_names(name, roots, lowering.raw)) } else { Err(lowering.errors) }
}

/// Maximum number of names without a class that are followed. Beyond it, the type is any value.
const MAX_DEPTH: usize = 64;

/// State of lowering.
struct Lowering<'a> {
    types: BTreeMap<&'a str, &'a TypeDef>,
    elsewhere: BTreeSet<&'a str>,
    joined: Joined,
    raw: BTreeMap<String, RawClass>,
    pending: Vec<String>,
    /// Names without a class that lead to the current location.
    open: Vec<String>,
    errors: Vec<Error>,
    /// Location of the current field.
    place: (String, Pointer),
}

/// A class before its names are assigned.
pub(super) struct RawClass {
    docs: ApexDoc,
    members: Vec<Raw>,
    /// Set if the only field is the whole document.
    is_wrapper: bool,
}

impl<'a> Lowering<'a> {
    fn new(shapes: &'a Shapes) -> Self {
        Self {
            types: shapes.types.iter().map(|def| (def.name.as_str(), def)).collect(),
            elsewhere: shapes.elsewhere.iter().map(|(name, _)| name.as_str()).collect(),
            joined: Joined::default(),
            raw: BTreeMap::new(),
            pending: Vec::new(),
            open: Vec::new(),
            errors: Vec::new(),
            place: (String::new(), Pointer::root()),
        }
    }

    fn error(&mut self, file: String, pointer: Pointer, issue: ApexIssue) {
        self.errors.push(Error { file, line_column: None, pointer, keyword: None, kind: issue.into() });
    }

    /// Creates every requested class, and the classes that these require.
    fn run(&mut self) {
        while let Some(name) = self.pending.pop() {
            if self.raw.contains_key(&name) {
                continue;
            }
            let docs = self.about(&name);
            // This reserves the name, because fields can refer back to the class.
            self.raw.insert(name.clone(), RawClass { docs: docs.clone(), members: Vec::new(), is_wrapper: false });
            let members = self.members_of(&name);
            self.raw.insert(name, RawClass { docs, members, is_wrapper: false });
        }
    }

    /// Drops classes that are used only as parts of joined classes.
    fn keep_what_is_used(&mut self, roots: &[(&str, &str)]) {
        let mut used = BTreeSet::new();
        let mut pending: Vec<String> = roots.iter().map(|(_, name)| (*name).to_owned()).collect();
        while let Some(name) = pending.pop() {
            let members = self.raw.get(&name).into_iter().flat_map(|class| &class.members);
            pending.extend(
                members.filter_map(|member| member.kind.class().map(str::to_owned)).filter(|name| !used.contains(name)),
            );
            used.insert(name);
        }
        self.raw.retain(|name, _| used.contains(name));
    }

    /// Returns whether a type is an object that names some of its properties.
    fn names_properties(&self, name: &str) -> bool {
        let def = self.types.get(name);
        def.is_some_and(|def| matches!(&def.kind, Kind::Struct(fields) if fields.iter().any(|field| !field.rest)))
    }

    /// Returns whether the documents of a root without a class are objects or lists.
    fn is_document(&mut self, name: &str, kind: &Type) -> bool {
        if !matches!(kind, Type::Any) {
            return matches!(kind, Type::List(_) | Type::Map(_));
        }
        match self.types.get(name).map(|def| &def.kind) {
            Some(Kind::Struct(_)) => true,
            Some(Kind::Untagged(branches)) => branches.iter().all(|branch| {
                let is_object = |kind: &Type| matches!(kind, Type::Class(_) | Type::List(_) | Type::Map(_));
                is_object(&self.shape(branch))
            }),
            _ => false,
        }
    }

    /// Creates the class of a root that is a list, a map or a union. Its only field is the document.
    fn wrap(&mut self, name: &str, kind: Type) {
        let docs = self.sentence(name);
        let document = Raw {
            name: "value".to_owned(),
            docs: ApexDoc::new("The document."),
            kind,
            required: true,
            default: None,
            choices: None,
        };
        self.raw.insert(name.to_owned(), RawClass { docs, members: vec![document], is_wrapper: true });
    }

    /// Returns the documentation of a class.
    fn about(&self, name: &str) -> ApexDoc {
        if let Some(parts) = self.joined.parts(name) {
            return ApexDoc::listing("Properties of ", parts.iter().map(String::as_str), ".");
        }
        let docs = self.sentence(name);
        let types_rest = self.types.get(name).is_some_and(|def| def.kind.types_rest().is_some());
        if types_rest { docs.and(" Without the properties that the schema does not name.") } else { docs }
    }

    /// Returns one line of documentation for a type.
    fn sentence(&self, name: &str) -> ApexDoc {
        self.types.get(name).map_or_else(|| ApexDoc::new(""), |def| sentence(&def.docs, "", name))
    }

    /// Returns the type for a name.
    fn named(&mut self, name: &str) -> Type {
        if self.elsewhere.contains(name) {
            let (file, pointer) = self.place.clone();
            self.error(file, pointer, ApexIssue::OtherFolder { name: name.to_owned() });
            return Type::Any;
        }
        if self.open.len() > MAX_DEPTH || self.open.iter().any(|open| open == name) {
            return Type::Any;
        }
        let Some(def) = self.types.get(name).copied() else { return Type::Any };
        // No field leads to a root.
        if let (true, Some(place)) = (self.place.0.is_empty(), &def.docs.place) {
            self.place = place.clone();
        }
        match &def.kind {
            kind if kind.types_rest().is_some() => Type::Any,
            Kind::Content { form: ContentForm::External, variants }
                if variants.iter().any(|variant| variant.shape.is_none()) =>
            {
                Type::Any
            }
            Kind::Struct(_) | Kind::Tagged { .. } | Kind::Content { .. } => self.class(name),
            Kind::Enum(_) | Kind::OpenEnum(_) => Type::Text,
            Kind::Untagged(branches) => {
                self.open.push(name.to_owned());
                let kinds: Vec<Type> = branches.iter().map(|branch| self.shape(branch)).collect();
                self.open.pop();
                if kinds.iter().all(|kind| matches!(kind, Type::Class(_))) {
                    let parts = kinds.iter().filter_map(|kind| kind.class().map(str::to_owned)).collect();
                    self.joined.add(name, &parts);
                    return self.class(name);
                }
                Type::Any
            }
            Kind::Alias(inner) => {
                self.open.push(name.to_owned());
                let kind = self.shape(inner);
                self.open.pop();
                kind
            }
        }
    }

    fn class(&mut self, name: &str) -> Type {
        self.pending.push(name.to_owned());
        Type::Class(name.to_owned())
    }

    fn shape(&mut self, shape: &Shape) -> Type {
        match shape {
            Shape::Any(_) | Shape::Null | Shape::NotObject => Type::Any,
            Shape::Bool => Type::Flag,
            Shape::Integer(integer) if integer.is_int32 => Type::Integer,
            Shape::Integer(_) => Type::Long,
            Shape::BigInteger | Shape::Number => Type::Decimal,
            Shape::String | Shape::Formatted(_) => Type::Text,
            Shape::Date => Type::Date,
            Shape::DateTime => Type::Datetime,
            Shape::List(item) | Shape::Array(item, _) => Type::list(self.shape(item)),
            Shape::Tuple(_) => Type::list(Type::Any),
            Shape::Map(_, value) => Type::map(self.shape(value)),
            Shape::Nullable(inner) => self.shape(inner),
            Shape::Named(name) => self.named(name),
        }
    }

    /// Returns the type for the values of all given types.
    fn joined(&mut self, kinds: &[Type], name: &str) -> Type {
        let mut name = name.to_owned();
        while self.types.contains_key(name.as_str()) || self.joined.parts(&name).is_some() {
            name.push_str("Of");
        }
        let (kind, is_new) = self.joined.join(kinds, &name);
        if is_new {
            self.pending.push(name);
        }
        kind
    }
}

/// Returns one line of documentation for a type or field.
fn sentence(docs: &Docs, before: &'static str, name: &str) -> ApexDoc {
    let described = docs.description.as_deref().map(ApexDoc::new).filter(|docs| !docs.is_empty());
    described.unwrap_or_else(|| ApexDoc::about(before, name, "."))
}
