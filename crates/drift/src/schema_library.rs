//! The schemas of a set, each read once, and facts about all of them.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use planwright_schema::Draft;
use planwright_schema::model::{Keyword, Place, Schema, SchemaObject};
use planwright_schema::{Error, Meaning, References, SchemaFile, SchemaSet};
use planwright_source::Pointer;
use serde_json::Value;

use crate::number;

/// Schema set with resolved references. Create one per side and use it for all documents of that side.
#[derive(Debug)]
pub struct Library<'s> {
    set: &'s SchemaSet,
    references: References<'s>,
    /// Documents by file.
    documents: BTreeMap<&'s str, Schema>,
    /// Targets of references that no keyword contains, such as schemas below an unknown keyword.
    elsewhere: BTreeMap<(String, Pointer), Schema>,
    /// Numbers that `f64` cannot represent, by file and location, in their original notation.
    lossy: BTreeMap<&'s str, BTreeMap<Pointer, String>>,
    /// Number of schemas with each `$dynamicAnchor`.
    dynamic_anchors: BTreeMap<String, usize>,
    /// Number of schemas with `$recursiveAnchor`.
    recursive_anchors: usize,
}

/// Schema of a library.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node<'s> {
    pub file: &'s SchemaFile,
    pub schema: &'s Schema,
}

impl<'s> Node<'s> {
    pub(crate) fn draft(self) -> Draft {
        self.file.draft()
    }

    /// Returns the location in the file.
    pub(crate) fn at(self) -> Pointer {
        self.schema.place.pointer()
    }

    /// Returns the keywords. `true` and `false` have none.
    pub(crate) fn keywords(self) -> &'s SchemaObject {
        static NONE: LazyLock<SchemaObject> = LazyLock::new(SchemaObject::default);
        self.schema.object().unwrap_or(&NONE)
    }

    /// Returns another schema of the same file.
    pub(crate) fn with(self, schema: &'s Schema) -> Self {
        Self { schema, ..self }
    }

    /// Returns the direct subschemas in the value of a keyword.
    pub(crate) fn children(self, keyword: Keyword) -> Vec<Self> {
        let mut children = Vec::new();
        self.schema.for_each_child_of(keyword, &mut |child| children.push(self.with(child)));
        children
    }

    /// Returns the locations of the definitions.
    pub(crate) fn definitions(self) -> impl Iterator<Item = Pointer> + 's {
        [Keyword::Defs, Keyword::Definitions].into_iter().flat_map(move |keyword| self.children(keyword)).map(Self::at)
    }

    /// Checks whether the schema may reject values. `true` and `false` count, because they are intended.
    pub(crate) fn constrains(self) -> bool {
        let object = self.keywords();
        let invalid = object.invalid.iter().map(|(keyword, _)| *keyword);
        self.schema.object().is_none() || object.keywords().chain(invalid).any(Keyword::constrains)
    }

    /// Returns the address, which identifies the schema in its library.
    pub(crate) fn address(self) -> usize {
        std::ptr::from_ref(self.schema).addr()
    }
}

/// Reference of a schema, with the keyword that makes it.
pub(crate) type Reference<'s> = (Keyword, &'s str);

/// Returns the references of a schema.
pub(crate) fn references(object: &SchemaObject) -> impl Iterator<Item = Reference<'_>> {
    let references = &object.references;
    let all = [
        (Keyword::Ref, &references.reference),
        (Keyword::RecursiveRef, &references.recursive),
        (Keyword::DynamicRef, &references.dynamic),
    ];
    all.into_iter().filter_map(|(keyword, reference)| Some((keyword, reference.as_deref()?)))
}

impl<'s> Library<'s> {
    /// Indexes a set. Returns an error for every ambiguous reference.
    pub fn new(set: &'s SchemaSet) -> Result<Self, Vec<Error>> {
        let mut library = Self {
            set,
            references: References::new(set)?,
            documents: BTreeMap::new(),
            elsewhere: BTreeMap::new(),
            lossy: BTreeMap::new(),
            dynamic_anchors: BTreeMap::new(),
            recursive_anchors: 0,
        };
        let mut pending = Vec::new();
        for file in set.files() {
            let document = Schema::from_value(&file.value, file.draft());
            library.index(Node { file, schema: &document }, &mut pending);
            library.lossy.insert(&file.path, lossy_numbers(file));
            library.documents.insert(&file.path, document);
        }
        while let Some((path, at)) = pending.pop() {
            let Some(file) = set.get(&path).filter(|_| library.find(&path, &at).is_none()) else { continue };
            let Some(value) = file.value.pointer(at.as_str()) else { continue };
            let schema = Schema::from_value_at(value, file.draft(), Place::from_pointer(&at));
            library.index(Node { file, schema: &schema }, &mut pending);
            library.elsewhere.insert((path, at), schema);
        }
        Ok(library)
    }

    /// Counts the anchors of a schema and its subschemas, and collects the targets of their references.
    fn index(&mut self, node: Node<'_>, targets: &mut Vec<(String, Pointer)>) {
        let mut nodes = Vec::new();
        node.schema.walk(&mut |schema| nodes.push(node.with(schema)));
        for node in nodes {
            let identifiers = &node.keywords().identifiers;
            if let Some(name) = &identifiers.dynamic_anchor {
                *self.dynamic_anchors.entry(name.clone()).or_default() += 1;
            }
            self.recursive_anchors += usize::from(identifiers.recursive_anchor == Some(true));
            for (_, reference) in references(node.keywords()) {
                if let Meaning::Schema { file, pointer } = self.resolve(node, reference) {
                    targets.push((file, pointer));
                }
            }
        }
    }

    pub(crate) fn set(&self) -> &'s SchemaSet {
        self.set
    }

    pub(crate) fn references(&self) -> &References<'s> {
        &self.references
    }

    pub(crate) fn side(&self, path: &str, at: &Pointer) -> Side<'_> {
        Side { library: self, entry: (path.to_owned(), at.clone()) }
    }

    /// Returns the schema at a location of a file: any schema of the document, and the target of any reference.
    pub(crate) fn find(&self, path: &str, at: &Pointer) -> Option<Node<'_>> {
        let in_document = self.documents.get(path).and_then(|document| document.at(at));
        let schema = in_document.or_else(|| self.elsewhere.get(&(path.to_owned(), at.clone())))?;
        Some(Node { file: self.set.get(path)?, schema })
    }

    /// Returns the target of a reference of a schema.
    pub(crate) fn resolve(&self, node: Node<'_>, reference: &str) -> Meaning {
        self.references.resolve(node.file, &node.at(), reference)
    }

    /// Checks whether a reference has the same target on every path of evaluation.
    pub(crate) fn is_static(&self, (keyword, reference): Reference<'_>) -> bool {
        match keyword {
            Keyword::RecursiveRef => {
                self.recursive_anchors == 0 || self.recursive_anchors == 1 && self.documents.len() == 1
            }
            Keyword::DynamicRef => {
                let name = reference.rsplit_once('#').map_or("", |(_, name)| name);
                self.dynamic_anchors.get(name).is_none_or(|count| *count <= 1)
            }
            _ => true,
        }
    }

    /// Checks whether the set contains numbers that validators cannot represent.
    pub(crate) fn is_lossy(&self) -> bool {
        self.lossy.values().any(|numbers| !numbers.is_empty())
    }

    /// Checks whether a file contains numbers that validators cannot represent.
    pub(crate) fn is_lossy_file(&self, file: &SchemaFile) -> bool {
        self.lossy.get(&*file.path).is_some_and(|numbers| !numbers.is_empty())
    }

    /// Returns the original notation of the numbers of a keyword that `f64` cannot represent.
    pub(crate) fn lossy_numbers(&self, node: Node<'_>, keyword: Keyword) -> Option<String> {
        let numbers = self.lossy.get(&*node.file.path).filter(|numbers| !numbers.is_empty())?;
        let at = node.at().member(keyword.name());
        let inside = numbers.range(at.clone()..).take_while(|(pointer, _)| pointer.as_str().starts_with(at.as_str()));
        let inside = inside.filter(|(pointer, _)| pointer.is_within(&at));
        let texts: Vec<&str> = inside.map(|(_, text)| text.as_str()).collect();
        (!texts.is_empty()).then(|| texts.join(" "))
    }
}

/// One side of a comparison: a library and the schema in it.
#[derive(Clone, Debug)]
pub(crate) struct Side<'s> {
    pub library: &'s Library<'s>,
    pub entry: (String, Pointer),
}

impl<'s> Side<'s> {
    /// Returns the schema that is compared.
    pub(crate) fn node(&self) -> Option<Node<'s>> {
        self.library.find(&self.entry.0, &self.entry.1)
    }
}

/// Returns the numbers that `f64` cannot represent, by location, in their original notation.
fn lossy_numbers(file: &SchemaFile) -> BTreeMap<Pointer, String> {
    let mut floats = Vec::new();
    collect(&file.value, &Pointer::root(), &mut floats);
    let places = file.locate_all(&floats);
    let mut lossy = BTreeMap::new();
    for (pointer, place) in floats.iter().zip(places) {
        let text = place.and_then(|place| file.text.get(place.value)).unwrap_or_default();
        let read = file.value.pointer(pointer.as_str()).and_then(number::from_value);
        if number::decimal(text) != read || read.is_none() {
            lossy.insert(pointer.clone(), text.to_owned());
        }
    }
    lossy
}

fn collect(value: &Value, at: &Pointer, into: &mut Vec<Pointer>) {
    match value {
        Value::Number(number) if number.is_f64() => into.push(at.clone()),
        Value::Array(items) => items.iter().enumerate().for_each(|(index, item)| collect(item, &at.index(index), into)),
        Value::Object(members) => members.iter().for_each(|(name, item)| collect(item, &at.member(name), into)),
        _ => {}
    }
}
