//! Changes that affect no document: annotations, default values, and the targets of references.

use std::collections::BTreeSet;

use super::{NEW, Node, OLD, View, Walk};
use crate::rules::RuleId;

const ANNOTATIONS: &[&str] = &["title", "description", "examples", "deprecated", "readOnly", "writeOnly", "$comment"];

impl<'s> Walk<'s, '_> {
    /// Reports a change of the dialect.
    pub(super) fn dialects(&mut self, old: &Node<'s>, new: &Node<'s>) {
        let drafts = [old.file.draft(), new.file.draft()];
        if drafts[OLD] != drafts[NEW] {
            let message = format!("the dialect changed from {:?} to {:?}", drafts[OLD], drafts[NEW]);
            let root = |node: &Node<'s>| Node { at: planwright_source::Pointer::root(), ..node.clone() };
            let spots = [old, new].map(|node| root(node).spot_below(&["$schema"]));
            self.report(RuleId::DialectChanged, spots, message, None);
        }
    }

    /// Reports the changes at a location that affect no document, and references that cannot be resolved.
    pub(super) fn notes(&mut self, views: [&View<'s>; 2]) {
        for view in views {
            let which = if view.side == OLD { "old" } else { "new" };
            for (node, reference) in &view.unresolved {
                let spots =
                    views.map(
                        |other| {
                            if other.side == view.side { node.spot_below(&["$ref"]) } else { other.spot(&["$ref"]) }
                        },
                    );
                let message = format!("{reference:?} cannot be resolved in the {which} schema");
                self.report(RuleId::RefUnresolved, spots, message, None);
            }
        }
        let references = views.map(|view| view.heads[0].text("$ref"));
        let names = views.map(|view| {
            let references = view.parts.iter().filter_map(|part| part.node.text("$ref"));
            references.map(target_name).collect::<BTreeSet<&str>>()
        });
        // A reference that moved to an `allOf` or to a union with null has the same target.
        let has_moved = [OLD, NEW]
            .into_iter()
            .any(|side| references[side].is_some_and(|reference| !names[1 - side].contains(target_name(reference))));
        if has_moved && views.iter().all(|view| view.unresolved.is_empty()) {
            let [old, new] =
                references.map(|name| name.map_or("a schema in place".to_owned(), |name| format!("{name:?}")));
            let spots = views.map(|view| view.heads[0].spot_below(&["$ref"]));
            self.report(RuleId::RefMoved, spots, format!("the reference changed from {old} to {new}"), None);
        }
        let [old, new] = views.map(described);
        self.annotations([&old, &new]);
        // Further schemas that apply to the value are only compared with their counterpart at the same location.
        for part in views[OLD].parts.iter().skip(1).filter(|part| part.node.at != old.at) {
            let is_counterpart = |other: &&super::view::Part<'s>| {
                other.node.at == part.node.at && other.node.file.path == part.node.file.path
            };
            if let Some(other) = views[NEW].parts.iter().skip(1).find(is_counterpart) {
                self.annotations([&part.node, &other.node]);
            }
        }
        self.source(views, [&old, &new]);
    }

    fn annotations(&mut self, nodes: [&Node<'s>; 2]) {
        let [old, new] = nodes;
        if old.get("default") != new.get("default") {
            let message = "the default value changed";
            self.report(
                RuleId::DefaultChanged,
                nodes.map(|node| node.spot_below(&["default"])),
                message.to_owned(),
                None,
            );
        }
        for keyword in ANNOTATIONS {
            if old.get(keyword) != new.get(keyword) {
                let spots = nodes.map(|node| node.spot_below(&[keyword]));
                self.report(RuleId::AnnotationChanged, spots, format!("`{keyword}` changed"), None);
            }
        }
    }
}

/// Returns the schema that describes a location: the target of a reference, or the schema itself.
fn described<'s>(view: &View<'s>) -> Node<'s> {
    let is_reference = |node: &Node<'s>| {
        node.text("$ref").is_some() && node.value.as_object().is_some_and(|members| members.len() == 1)
            || crate::read::is_old(node.file.draft()) && node.value.get("$ref").is_some()
    };
    let mut parts = view.parts.iter().map(|part| &part.node);
    let found = parts.find(|node| !is_reference(node));
    found.unwrap_or(&view.heads[0]).clone()
}

/// Returns the last segment of a reference, which names its target.
fn target_name(reference: &str) -> &str {
    reference.rsplit(['/', '#']).next().unwrap_or(reference)
}
