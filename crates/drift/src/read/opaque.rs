//! Identifies schemas that the prover cannot interpret, so that an unchanged one counts as equal on both sides.

use std::collections::HashMap;
use std::fmt::Write as _;

use planwright_schema::Meaning;
use planwright_schema::model::{Effect, Form, Schema};

use super::Reader;
use crate::arena::{Id, Node as ArenaNode};
use crate::schema_library::{Node, Reference, references};

/// Maximum length of a fingerprint. A schema with a longer one is only equal to itself on the same side.
const MAX_FINGERPRINT_LENGTH: usize = 1 << 16;

impl Reader<'_> {
    /// Returns a schema that the prover cannot interpret. Equal fingerprints mean the same schema on both sides.
    pub(super) fn opaque(&mut self, reason: &str, node: Node<'_>) -> Id {
        let side_only = || format!("{} of {}", node.at(), self.location(&node.file.path));
        let text = self.fingerprint(node).unwrap_or_else(side_only);
        self.arena.add(ArenaNode::Opaque(format!("{reason}: {text}")))
    }

    /// Serializes a schema and everything that it references. Returns `None` if its meaning also depends on something
    /// else.
    ///
    /// References are replaced by numbers, in the order in which their targets are first met. Therefore a change of any
    /// referenced schema changes the result, and a change of another schema does not.
    fn fingerprint<'p>(&'p self, node: Node<'p>) -> Option<String> {
        let mut numbers = HashMap::from([((node.file.path.clone(), node.at()), 0)]);
        let mut pending = vec![node];
        let mut text = String::new();
        let mut next = 0;
        while let Some(node) = pending.get(next).copied() {
            next += 1;
            if self.library.is_lossy_file(node.file) {
                return None;
            }
            let mut bare = node.schema.clone();
            remove_ineffective(&mut bare);
            write!(text, "{:?} {}", node.draft(), bare.to_value()).ok()?;
            let mut found = Vec::new();
            collect_references(node, &mut found);
            let at = node.at();
            for (owner, reference) in found {
                if let Meaning::MetaSchema(uri) = self.library.resolve(owner, reference.1) {
                    let owner = owner.at();
                    write!(text, " {}={uri}", owner.as_str().strip_prefix(at.as_str())?).ok()?;
                    continue;
                }
                let target = self.static_target(owner, reference)?;
                let fresh = numbers.len();
                let number = *numbers.entry((target.file.path.clone(), target.at())).or_insert(fresh);
                if number == fresh {
                    pending.push(target);
                }
                let owner = owner.at();
                write!(text, " {}={number}", owner.as_str().strip_prefix(at.as_str())?).ok()?;
            }
            if text.len() > MAX_FINGERPRINT_LENGTH {
                return None;
            }
        }
        Some(text)
    }

    /// Returns the schema that a reference leads to, unless that depends on the path of evaluation.
    fn static_target(&self, node: Node<'_>, reference: Reference<'_>) -> Option<Node<'_>> {
        if !self.library.is_static(reference) {
            return None;
        }
        match self.library.resolve(node, reference.1) {
            Meaning::Schema { file, pointer } => self.library.find(&file, &pointer),
            Meaning::MetaSchema(_) | Meaning::Unknown(_) => None,
        }
    }
}

/// Removes everything that affects no document, and the references.
fn remove_ineffective(schema: &mut Schema) {
    if let Form::Object(object) = &mut schema.form {
        object.retain(|keyword| keyword.constrains() && keyword.effect() != Effect::Reference);
    }
    schema.for_each_child_mut(&mut remove_ineffective);
}

/// Collects the references of a schema and its subschemas, except those in definitions.
fn collect_references<'s>(node: Node<'s>, into: &mut Vec<(Node<'s>, Reference<'s>)>) {
    let object = node.keywords();
    into.extend(references(object).map(|reference| (node, reference)));
    for keyword in object.keywords().filter(|keyword| keyword.constrains()) {
        for child in node.children(keyword) {
            collect_references(child, into);
        }
    }
}
