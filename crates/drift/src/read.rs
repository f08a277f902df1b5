//! Translates a schema of any dialect to the internal representation.

mod evaluated;
mod keywords;
mod opaque;

use std::collections::BTreeMap;

use planwright_schema::model::{Effect, Form, Keyword, Schema};
use planwright_schema::{Meaning, draft};
use planwright_source::Pointer;

use crate::arena::{Arena, Id, Node as ArenaNode};
use crate::schema_library::{Library, Node, Reference};
pub(crate) use keywords::{Dependent, dependencies};

/// Schemas that were read by reference, with their numbers in the arena.
pub(crate) type Targets = BTreeMap<(String, Pointer), usize>;

/// Translator of one side.
pub(crate) struct Reader<'a> {
    pub arena: &'a mut Arena,
    library: &'a Library<'a>,
    side: usize,
    formats: bool,
    targets: Targets,
    pending: Vec<(String, Pointer, usize)>,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(arena: &'a mut Arena, library: &'a Library<'a>, side: usize, formats: bool) -> Self {
        Self { arena, library, side, formats, targets: BTreeMap::new(), pending: Vec::new() }
    }

    /// Continues with the targets of an earlier reader of the same side.
    pub(crate) fn with_targets(mut self, targets: Targets) -> Self {
        self.targets = targets;
        self
    }

    /// Returns every schema that was read by reference, with its number, for a later reader of the same side.
    pub(crate) fn into_targets(self) -> Targets {
        self.targets
    }

    /// Reads the schema at a location and everything that it references.
    pub(crate) fn read_schema(&mut self, (file, at): &(String, Pointer)) -> Id {
        let id = self.target(file, at);
        self.read_pending();
        id
    }

    /// Reads a schema in place, without making it a target.
    pub(crate) fn read_in_place(&mut self, node: Node<'_>) -> Id {
        let id = self.schema(node);
        self.read_pending();
        id
    }

    /// Reads one keyword of a schema.
    pub(crate) fn read_keyword(&mut self, node: Node<'_>, keyword: Keyword) -> Id {
        let mut parts = Vec::new();
        if node.keywords().has(keyword) {
            self.keyword(node, keyword, &mut parts);
        }
        self.read_pending();
        self.arena.and(parts)
    }

    /// Reads what a dependency requires of an object that has the property.
    pub(crate) fn read_dependent(&mut self, dependent: Dependent<'_>) -> Id {
        let id = self.dependent(dependent);
        self.read_pending();
        id
    }

    fn read_pending(&mut self) {
        while let Some((file, at, index)) = self.pending.pop() {
            if let Some(node) = self.library.find(&file, &at) {
                let id = self.schema(node);
                self.arena.targets[index] = Some(id);
            }
        }
    }

    fn target(&mut self, file: &str, at: &Pointer) -> Id {
        let key = (file.to_owned(), at.clone());
        let index = if let Some(index) = self.targets.get(&key) {
            *index
        } else {
            self.arena.targets.push(None);
            let index = self.arena.targets.len() - 1;
            self.targets.insert(key.clone(), index);
            self.pending.push((key.0, key.1, index));
            index
        };
        self.arena.reference(index)
    }

    fn schema(&mut self, node: Node<'_>) -> Id {
        let object = match &node.schema.form {
            Form::Boolean(true) => return self.arena.always(),
            Form::Boolean(false) => return self.arena.never(),
            Form::Invalid(_) => return self.opaque("a schema of another type", node),
            Form::Object(object) => object,
        };
        let dialect = object.identifiers.schema.as_deref().filter(|_| !node.schema.place.is_root());
        if dialect.is_some_and(|named| draft::from_dialect(named) != Some(node.draft())) {
            return self.opaque("a dialect inside another", node);
        }
        let (references, others): (Vec<_>, Vec<_>) =
            object.keywords().partition(|keyword| keyword.effect() == Effect::Reference);
        let mut parts = Vec::new();
        for keyword in references.into_iter().chain(others) {
            self.keyword(node, keyword, &mut parts);
        }
        if object.invalid.iter().any(|(keyword, _)| keyword.constrains()) {
            parts.push(self.opaque("a keyword with a value of another type", node));
        }
        self.arena.and(parts)
    }

    /// Reads a reference. One that depends on the path of evaluation is an ordinary reference if it has a single possible
    /// target.
    fn reference(&mut self, node: Node<'_>, reference: Reference<'_>) -> Id {
        if !self.library.is_static(reference) {
            return self.opaque("a reference that depends on the path of evaluation", node);
        }
        let (_, reference) = reference;
        match self.library.resolve(node, reference) {
            Meaning::Schema { file, pointer } => self.target(&file, &pointer),
            Meaning::MetaSchema(uri) => {
                self.arena.add(ArenaNode::Opaque(format!("a meta-schema is not looked into: {uri}")))
            }
            Meaning::Unknown(uri) => {
                // Without a URI, it may mean something else in the other schema, so the two must differ.
                let uri = uri.unwrap_or_else(|| format!("{reference} in {}", self.location(node.file.path.as_str())));
                self.arena.add(ArenaNode::Opaque(format!("the reference to {uri} cannot be resolved")))
            }
        }
    }

    /// Describes a file of this side.
    fn location(&self, file: &str) -> String {
        format!("{file} of the {} schema", if self.side == 0 { "old" } else { "new" })
    }

    fn inside(&mut self, node: Node<'_>, schema: &Schema) -> Id {
        self.schema(Node { file: node.file, schema })
    }
}
