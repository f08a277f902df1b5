//! Changes that affect no document: annotations, default values, and the targets of references.

use std::collections::BTreeSet;

use planwright_schema::draft::{ignores_siblings, name};
use planwright_schema::model::Keyword;
use planwright_source::Pointer;

use super::report::Spot;
use super::{NEW, Node, OLD, View, Walk};
use crate::rules::RuleId;

/// Annotations that are compared. `default` has a separate rule.
const ANNOTATIONS: [Keyword; 7] = [
    Keyword::Title,
    Keyword::Description,
    Keyword::Examples,
    Keyword::Deprecated,
    Keyword::ReadOnly,
    Keyword::WriteOnly,
    Keyword::Comment,
];

impl<'s> Walk<'s, '_> {
    /// Reports a change of the dialect.
    pub(super) fn dialects(&mut self, nodes: [Node<'s>; 2]) {
        let drafts = nodes.map(Node::draft);
        if drafts[OLD] != drafts[NEW] {
            let message = format!("the dialect changed from {} to {}", name(drafts[OLD]), name(drafts[NEW]));
            let at = Pointer::root().member(Keyword::Schema.name());
            let spots = nodes.map(|node| Spot::new(node.file, at.clone()));
            self.report(RuleId::DialectChanged, spots, message, None);
        }
    }

    /// Reports the changes at a location that affect no document, and references that cannot be resolved.
    pub(super) fn notes(&mut self, views: [&View<'s>; 2]) {
        self.unresolved(views);
        let references = views.map(|view| view.heads[0].reference());
        let names = views.map(|view| {
            let references = view.parts.iter().filter_map(|part| part.node.reference());
            references.map(target_name).collect::<BTreeSet<&str>>()
        });
        // A reference that moved to an `allOf` or to a union with null has the same target.
        let has_moved = [OLD, NEW]
            .into_iter()
            .any(|side| references[side].is_some_and(|reference| !names[1 - side].contains(target_name(reference))));
        if has_moved && views.iter().all(|view| view.unresolved.is_empty()) {
            let [old, new] =
                references.map(|name| name.map_or("a schema in place".to_owned(), |name| format!("{name:?}")));
            let spots = views.map(|view| view.heads[0].spot_below(Keyword::Ref));
            self.report(RuleId::RefMoved, spots, format!("the reference changed from {old} to {new}"), None);
        }
        let [old, new] = views.map(described);
        self.annotations([old, new]);
        // Further schemas that apply to the value are only compared with their counterpart at the same location.
        for part in views[OLD].parts.iter().skip(1).filter(|part| part.node.at() != old.at()) {
            if let Some(other) = views[NEW].parts.iter().skip(1).find(|other| other.node.is_counterpart(part.node)) {
                self.annotations([part.node, other.node]);
            }
        }
        self.source(views, [old, new]);
    }

    /// Reports each reference without a target once, at its own location.
    fn unresolved(&mut self, views: [&View<'s>; 2]) {
        let [old, new] = views.map(|view| &view.unresolved);
        let same = |(_, reference): &(Node<'s>, &str), others: &[(Node<'s>, &'s str)]| {
            others.iter().find(|(_, other)| other == reference).copied()
        };
        let mut all: Vec<_> = old.iter().map(|one| [Some(*one), same(one, new)]).collect();
        all.extend(new.iter().filter(|one| same(one, old).is_none()).map(|one| [None, Some(*one)]));
        for pair in all {
            if !self.unresolved.insert(pair.map(|one| one.map(|(node, _)| node.address()))) {
                continue;
            }
            let which = match pair {
                [Some(_), Some(_)] => "either schema",
                [Some(_), None] => "the old schema",
                _ => "the new schema",
            };
            let ([Some((node, reference)), _] | [_, Some((node, reference))]) = pair else { continue };
            let spots = [OLD, NEW].map(|side| {
                let own = pair[side].map(|(own, _)| own).or_else(|| views[side].counterpart(node));
                let own = own.unwrap_or(views[side].heads[0]);
                own.spot_below(Keyword::Ref)
            });
            self.report(RuleId::RefUnresolved, spots, format!("{reference:?} cannot be resolved in {which}"), None);
        }
    }

    fn annotations(&mut self, nodes: [Node<'s>; 2]) {
        let [old, new] = nodes.map(Node::keywords);
        if old.annotations.default != new.annotations.default {
            let spots = nodes.map(|node| node.spot_below(Keyword::Default));
            self.report(RuleId::DefaultChanged, spots, "the default value changed".to_owned(), None);
        }
        for keyword in ANNOTATIONS {
            if old.value(keyword) != new.value(keyword) {
                let spots = nodes.map(|node| node.spot_below(keyword));
                self.report(RuleId::AnnotationChanged, spots, format!("`{}` changed", keyword.name()), None);
            }
        }
    }
}

/// Returns the schema that describes a location: the target of a reference, or the schema itself.
fn described<'s>(view: &View<'s>) -> Node<'s> {
    let is_reference = |node: Node<'s>| {
        let all = node.keywords();
        let is_alone = || all.keywords().count() == 1 && all.unknown.is_empty() && all.invalid.is_empty();
        node.reference().is_some() && (ignores_siblings(node.draft()) || is_alone())
    };
    let mut parts = view.parts.iter().map(|part| part.node);
    let found = parts.find(|node| !is_reference(*node));
    found.unwrap_or(view.heads[0])
}

/// Returns the last segment of a reference, which names its target.
fn target_name(reference: &str) -> &str {
    reference.rsplit(['/', '#']).next().unwrap_or(reference)
}
