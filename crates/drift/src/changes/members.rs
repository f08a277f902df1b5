//! Changes of objects: properties, patterns of names, undeclared properties, and dependencies.

use std::collections::{BTreeMap, BTreeSet};

use planwright_schema::model::{Form, Keyword};

use super::{Evidence, NEW, Node, OLD, Scope, View, Walk};
use crate::arena::{Id, Node as ArenaNode, OBJECT};
use crate::read::{Dependent, dependencies};
use crate::rules::RuleId;

type Members<'s> = BTreeMap<&'s str, Vec<Node<'s>>>;

/// Dependencies by the name of the property, with the keyword that defines each.
type Dependencies<'s> = BTreeMap<&'s str, Vec<(Keyword, Dependent<'s>)>>;

impl<'s> Walk<'s, '_> {
    pub(super) fn members(&mut self, views: [&View<'s>; 2], scope: &Scope) {
        let members = views.map(View::properties);
        let only = |side: usize| {
            let names = members[side].keys().filter(|name| !members[1 - side].contains_key(*name));
            names.copied().collect::<Vec<&'s str>>()
        };
        let (removed, added) = (only(OLD), only(NEW));
        let mut required = BTreeSet::new();
        if let Some(renamed) = self.renamed(views, scope, &members, (&removed, &added)) {
            required.extend(renamed);
        } else {
            for name in removed {
                self.removed(views, scope, name);
            }
            for name in added {
                if self.added(views, scope, name) {
                    required.insert(name);
                }
            }
        }
        self.required(views, scope, &members, &required);
        for (name, nodes) in &members[OLD] {
            if let Some(others) = members[NEW].get(name) {
                self.common(views, scope, name, [nodes, others]);
            }
        }
        self.pattern_members(views, scope);
        self.rest(views, scope);
        self.either(
            views,
            scope,
            Keyword::PropertyNames,
            [RuleId::PropertyNamesTightened, RuleId::PropertyNamesLoosened],
        );
        self.unevaluated(views, scope);
        self.dependencies(views, scope);
    }

    /// Compares the schemas of a property that both sides declare.
    fn common(&mut self, views: [&View<'s>; 2], scope: &Scope, name: &str, nodes: [&[Node<'s>]; 2]) {
        let whole = views.map(|view| self.member_id(view, name));
        let own = [OLD, NEW].map(|side| {
            let ids = nodes[side].iter().map(|node| self.id(side, *node)).collect();
            self.prover.arena.and(ids)
        });
        // Another schema may be closed, and its `additionalProperties` does not see the declaration.
        let is_closed = [OLD, NEW].map(|side| self.types_of(whole[side]) == 0 && self.types_of(own[side]) != 0);
        let (id, side, now) = match is_closed {
            [false, true] => (RuleId::PropertyRemovedClosed, OLD, "no longer allowed"),
            [true, false] => (RuleId::PropertyAddedClosed, NEW, "allowed now"),
            _ => return self.compare(nodes, &Scope::between(whole)),
        };
        let shown = self.shows_member(scope, side, name, whole[1 - side]);
        if shown.is_possible() {
            let message = format!("the property `{name}` is {now}, because the object is closed elsewhere");
            let message = if side == OLD { message } else { format!("the property `{name}` is {now}") };
            self.add(id, views, (Keyword::Properties, name), message, shown);
        }
    }

    /// Returns everything that a view requires of a property.
    fn member_id(&mut self, view: &View<'s>, name: &str) -> Id {
        const BRANCHING: [Keyword; 5] =
            [Keyword::AnyOf, Keyword::OneOf, Keyword::If, Keyword::DependentSchemas, Keyword::Dependencies];
        let has_branches = BRANCHING.into_iter().any(|keyword| view.has(keyword));
        let (mut ids, mut is_evaluated) = (Vec::new(), has_branches);
        for part in &view.parts {
            let mut is_covered = false;
            if let Some(own) = part.keywords().object.property(name) {
                ids.push(self.id(view.side, part.node.with(own)));
                is_covered = true;
            }
            for (pattern, node) in part.node.entries(|object| object.object.pattern_properties.as_ref()) {
                let matches = self.prover.patterns.is_match(pattern, name);
                is_covered |= matches != Some(false);
                if matches == Some(true) {
                    ids.push(self.id(view.side, node));
                }
            }
            if let Some(rest) = part.node.inside(Keyword::AdditionalProperties).filter(|_| !is_covered) {
                ids.push(self.id(view.side, rest));
                is_covered = true;
            }
            is_evaluated |= is_covered;
        }
        for (_, rest) in view.inside(Keyword::UnevaluatedProperties).into_iter().filter(|_| !is_evaluated) {
            ids.push(self.id(view.side, rest));
        }
        self.prover.arena.and(ids)
    }

    /// Searches for objects that one side accepts, with a value of the property that the other side rejects.
    fn shows_member(&mut self, scope: &Scope, side: usize, name: &str, other: Id) -> Evidence {
        let member = self.prover.arena.add(ArenaNode::Member(name.to_owned(), other));
        self.shows(scope, side, member)
    }

    /// Searches both sides for objects with a value of the property that the other side rejects. Returns `None` if no
    /// object shows the difference.
    fn shows_either(&mut self, scope: &Scope, name: &str, ids: [Id; 2]) -> Option<Evidence> {
        let rejected = self.shows_member(scope, OLD, name, ids[NEW]);
        let shown = rejected.or(self.shows_member(scope, NEW, name, ids[OLD]));
        (shown.is_possible() || self.have_objects(scope)).then_some(shown)
    }

    fn removed(&mut self, views: [&View<'s>; 2], scope: &Scope, name: &str) {
        let ids = views.map(|view| self.member_id(view, name));
        let Some(shown) = self.shows_either(scope, name, ids) else { return };
        let always = self.prover.arena.always();
        let [rejected, accepted] = shown.possible();
        let (id, now) = if self.types_of(ids[NEW]) == 0 && rejected {
            (RuleId::PropertyRemovedClosed, "which is no longer allowed")
        } else if ids[NEW] == always && accepted {
            (RuleId::PropertyRemovedOpen, "which may have any value now")
        } else {
            let now = match (rejected, accepted) {
                (false, false) => "which may still have the same values",
                (true, false) => "which may have fewer values now",
                (false, true) => "which may have more values now",
                (true, true) => "which may have other values now",
            };
            (RuleId::PropertyRemovedCovered, now)
        };
        let message = format!("the property `{name}` was removed, {now}");
        self.add(id, views, (Keyword::Properties, name), message, shown);
    }

    /// Checks whether both sides allow objects.
    fn have_objects(&mut self, scope: &Scope) -> bool {
        scope.whole.into_iter().all(|id| self.types_of(id) & OBJECT != 0)
    }

    /// Reports a new property. Returns `true` if it is required.
    fn added(&mut self, views: [&View<'s>; 2], scope: &Scope, name: &'s str) -> bool {
        let ids = views.map(|view| self.member_id(view, name));
        if views[NEW].required().contains(name) && !views[OLD].required().contains(name) {
            let has = self.prover.arena.add(ArenaNode::Has(name.to_owned()));
            let shown = self.shows(scope, OLD, has);
            if shown.is_possible() {
                let message = format!("the required property `{name}` was added");
                let shown = shown.or(self.shows_member(scope, NEW, name, ids[OLD]));
                self.add(RuleId::RequiredPropertyAdded, views, (Keyword::Properties, name), message, shown);
                return true;
            }
        }
        let Some(shown) = self.shows_either(scope, name, ids) else { return false };
        let always = self.prover.arena.always();
        let [rejected, accepted] = shown.possible();
        let (id, before) = if self.types_of(ids[OLD]) == 0 && accepted {
            (RuleId::PropertyAddedClosed, "which was not allowed before")
        } else if ids[OLD] == always && rejected {
            (RuleId::PropertyAddedOpen, "which could have any value before")
        } else {
            let before = match (rejected, accepted) {
                (false, false) => "which could have the same values before",
                (true, false) => "which could have more values before",
                (false, true) => "which could have fewer values before",
                (true, true) => "which could have other values before",
            };
            (RuleId::PropertyAddedCovered, before)
        };
        let message = format!("the property `{name}` was added, {before}");
        self.add(id, views, (Keyword::Properties, name), message, shown);
        false
    }

    /// Reports a removed and an added property with the same schema as a rename. Returns both names.
    fn renamed(
        &mut self,
        views: [&View<'s>; 2],
        scope: &Scope,
        members: &[Members<'s>; 2],
        (removed, added): (&[&'s str], &[&'s str]),
    ) -> Option<[&'s str; 2]> {
        let ([from], [to]) = (removed, added) else { return None };
        let ids = [(OLD, from), (NEW, to)].map(|(side, name)| {
            let ids = members[side][name].iter().map(|node| self.id(side, *node)).collect();
            self.prover.arena.and(ids)
        });
        let is_required = [views[OLD].required().contains(from), views[NEW].required().contains(to)];
        if ids[OLD] != ids[NEW] || ids[OLD] == self.prover.arena.always() || is_required[OLD] != is_required[NEW] {
            return None;
        }
        let mut all = Evidence::default();
        for (side, added) in [(OLD, to), (NEW, from)] {
            let mut shown = Evidence::default();
            for name in [from, to] {
                let id = self.member_id(views[1 - side], name);
                shown = shown.or(self.shows_member(scope, side, name, id));
            }
            if is_required[OLD] {
                let has = self.prover.arena.add(ArenaNode::Has((*added).to_owned()));
                shown = shown.or(self.shows(scope, side, has));
            }
            if !shown.is_possible() {
                return None;
            }
            all = all.or(shown);
        }
        let message = format!("the property `{from}` seems to be renamed to `{to}`");
        self.add(RuleId::PropertyRenamed, views, (Keyword::Properties, *to), message, all);
        Some([from, to])
    }

    /// Compares the required properties, except those that were reported already.
    fn required(
        &mut self,
        views: [&View<'s>; 2],
        scope: &Scope,
        members: &[Members<'s>; 2],
        reported: &BTreeSet<&'s str>,
    ) {
        let required = views.map(View::required);
        for (side, id, what) in [(OLD, RuleId::RequiredAdded, "required"), (NEW, RuleId::RequiredRemoved, "optional")] {
            for name in required[1 - side].difference(&required[side]).filter(|name| !reported.contains(*name)) {
                let has = self.prover.arena.add(ArenaNode::Has((*name).to_owned()));
                let shown = self.shows(scope, side, has);
                if shown.is_possible() {
                    self.add(id, views, (Keyword::Required, *name), format!("`{name}` became {what}"), shown);
                }
                if members.iter().all(|members| members.contains_key(name)) {
                    let message = format!("the generated field of `{name}` changes between T and Option<T>");
                    self.add(RuleId::RustOptionalChanged, views, (Keyword::Required, *name), message, None);
                }
            }
        }
    }

    fn pattern_members(&mut self, views: [&View<'s>; 2], scope: &Scope) {
        let patterns = views.map(View::pattern_properties);
        for (pattern, nodes) in &patterns[NEW] {
            if let Some(others) = patterns[OLD].get(pattern) {
                self.compare_inner([others, nodes]);
            }
        }
        for (side, id, what) in
            [(OLD, RuleId::PatternPropertyAdded, "added"), (NEW, RuleId::PatternPropertyRemoved, "removed")]
        {
            for (pattern, nodes) in patterns[1 - side].iter().filter(|(name, _)| !patterns[side].contains_key(*name)) {
                let ids = nodes.iter().map(|node| self.id(1 - side, *node)).collect();
                let inner = self.prover.arena.and(ids);
                let matching = self.prover.arena.add(ArenaNode::Matching((*pattern).to_owned(), inner));
                let mut shown = self.shows(scope, side, matching);
                // The properties may have been described as undeclared ones.
                for (part, _) in views[side].inside(Keyword::AdditionalProperties) {
                    let rest = self.assertion(side, &part, Keyword::AdditionalProperties);
                    shown = shown.or(self.shows(scope, 1 - side, rest));
                }
                if shown.is_possible() {
                    let message = format!("a schema for properties that match {pattern:?} was {what}");
                    self.add(id, views, (Keyword::PatternProperties, *pattern), message, shown);
                }
            }
        }
    }

    /// Compares the schemas of undeclared properties.
    fn rest(&mut self, views: [&View<'s>; 2], scope: &Scope) {
        let keyword = Keyword::AdditionalProperties;
        let always = self.prover.arena.always();
        let rests = views.map(|view| {
            let mut rests = view.inside(keyword);
            rests.retain(|(_, node)| self.id(view.side, *node) != always);
            rests
        });
        let never = self.prover.arena.never();
        let is_closed = [OLD, NEW].map(|side| rests[side].iter().any(|(_, node)| self.id(side, *node) == never));
        let names = |members: fn(&View<'s>) -> Members<'s>| {
            let all: BTreeSet<&str> = views.iter().flat_map(|view| members(view).into_keys()).collect();
            all.into_iter().map(str::to_owned).collect::<Vec<String>>()
        };
        let undeclared = ArenaNode::Others(names(View::properties), names(View::pattern_properties), never);
        let undeclared = self.prover.arena.add(undeclared);
        let (id, message, shown) = match (is_closed, &rests) {
            ([true, true], _) => return,
            ([false, true], _) => (
                RuleId::ObjectClosed,
                "undeclared properties are no longer allowed",
                self.shows(scope, OLD, undeclared),
            ),
            ([true, false], [_, new]) => {
                let id = if new.is_empty() { RuleId::ObjectOpened } else { RuleId::AdditionalNarrowed };
                (id, "undeclared properties are allowed now", self.shows(scope, NEW, undeclared))
            }
            (_, [old, new]) if old.len() == new.len() => {
                for ((_, old), (_, new)) in old.iter().zip(new) {
                    self.compare_inner([&[*old], &[*new]]);
                }
                return;
            }
            _ => {
                let mut shown = Evidence::default();
                for side in [OLD, NEW] {
                    for (part, _) in &rests[1 - side] {
                        let id = self.assertion(1 - side, part, keyword);
                        shown = shown.or(self.shows(scope, side, id));
                    }
                }
                (RuleId::AdditionalNarrowed, "the schema of undeclared properties changed", shown)
            }
        };
        if shown.is_possible() {
            self.add(id, views, keyword, message, shown);
        }
    }

    /// Compares a keyword whose value is one schema: added, removed, or different.
    pub(super) fn either(
        &mut self,
        views: [&View<'s>; 2],
        scope: &Scope,
        keyword: Keyword,
        [added, removed]: [RuleId; 2],
    ) {
        let always = self.prover.arena.always();
        let parts = views.map(|view| {
            let mut parts = view.inside(keyword);
            parts.retain(|(part, _)| self.assertion(view.side, part, keyword) != always);
            parts
        });
        let [old, new] = &parts;
        for ((one, old), (two, new)) in old.iter().zip(new) {
            // An upper bound on matching items inverts the directions.
            if keyword == Keyword::Contains && [one, two].iter().any(|part| part.has(Keyword::MaxContains)) {
                self.compare_inverted([*old, *new], keyword, RuleId::SchemaChanged);
            } else {
                self.compare_inner([&[*old], &[*new]]);
            }
        }
        for (side, id, what) in [(OLD, added, "added"), (NEW, removed, "removed")] {
            for (part, _) in parts[1 - side].iter().skip(parts[side].len()) {
                let assertion = self.assertion(1 - side, part, keyword);
                let shown = self.shows(scope, side, assertion);
                if shown.is_possible() {
                    let spots = View::spots_of(views, 1 - side, part, keyword);
                    self.report(id, spots, format!("`{}` was {what}", keyword.name()), shown);
                }
            }
        }
    }

    fn unevaluated(&mut self, views: [&View<'s>; 2], scope: &Scope) {
        for keyword in [Keyword::UnevaluatedProperties, Keyword::UnevaluatedItems] {
            let parts = views.map(|view| view.inside(keyword));
            for ((_, old), (_, new)) in parts[OLD].iter().zip(&parts[NEW]) {
                if [old, new].iter().all(|node| matches!(node.schema.form, Form::Object(_))) {
                    self.compare_inner([&[*old], &[*new]]);
                }
            }
            let texts =
                [OLD, NEW].map(|side| parts[side].iter().map(|(_, node)| node.schema.to_value()).collect::<Vec<_>>());
            if texts[OLD] == texts[NEW] {
                continue;
            }
            let mut shown = Evidence::default();
            for side in [OLD, NEW] {
                for (part, _) in &parts[1 - side] {
                    let id = self.assertion(1 - side, part, keyword);
                    shown = shown.or(self.shows(scope, side, id));
                }
            }
            if shown.is_possible() {
                let message = format!("`{}` changed", keyword.name());
                self.add(RuleId::UnevaluatedChanged, views, keyword, message, shown);
            }
        }
    }

    fn dependencies(&mut self, views: [&View<'s>; 2], scope: &Scope) {
        let all = views.map(dependencies_by_name);
        let names: BTreeSet<&str> = all.iter().flat_map(BTreeMap::keys).copied().collect();
        for name in names {
            let has = self.prover.arena.add(ArenaNode::Has(name.to_owned()));
            let own: [&[(Keyword, Dependent<'s>)]; 2] =
                [OLD, NEW].map(|side| all[side].get(name).map_or(&[][..], Vec::as_slice));
            let ids = [OLD, NEW].map(|side| {
                let ids =
                    own[side].iter().map(|(_, dependent)| self.dependent_id(side, *dependent)).collect::<Vec<Id>>();
                self.prover.arena.and(ids)
            });
            if let [[(_, Dependent::Schema(old))], [(_, Dependent::Schema(new))]] = own {
                let conditions = ids.map(|id| self.prover.arena.and(vec![has, id]));
                self.compare([&[*old], &[*new]], &scope.under(conditions));
                continue;
            }
            let rules =
                [(OLD, RuleId::DependencyAdded, "required"), (NEW, RuleId::DependencyRemoved, "no longer required")];
            for (side, id, what) in rules {
                let lacks = self.prover.arena.not(has);
                let assertion = self.prover.arena.or(vec![lacks, ids[1 - side]]);
                let shown = if ids[OLD] == ids[NEW] { Evidence::default() } else { self.shows(scope, side, assertion) };
                if shown.is_possible() {
                    let keyword = own[NEW].first().or(own[OLD].first()).map_or(Keyword::DependentRequired, |own| own.0);
                    let others = names_only_in(own[1 - side], own[side]);
                    let subject = if others.is_empty() { "a schema is".to_owned() } else { others };
                    let message = format!("{subject} {what} if `{name}` is present");
                    self.add(id, views, (keyword, name), message, shown);
                }
            }
        }
    }

    /// Returns what a dependency requires of an object that has the property.
    fn dependent_id(&mut self, side: usize, dependent: Dependent<'s>) -> Id {
        self.with_reader(side, |reader| reader.read_dependent(dependent))
    }
}

fn dependencies_by_name<'s>(view: &View<'s>) -> Dependencies<'s> {
    let mut all = Dependencies::new();
    for part in &view.parts {
        for keyword in [Keyword::Dependencies, Keyword::DependentRequired, Keyword::DependentSchemas] {
            for (name, dependent) in dependencies(part.node, keyword) {
                all.entry(name).or_default().push((keyword, dependent));
            }
        }
    }
    all
}

/// Prints the names that one side requires with a property, without those of the other side.
fn names_only_in(own: &[(Keyword, Dependent<'_>)], other: &[(Keyword, Dependent<'_>)]) -> String {
    let names = |all: &[(Keyword, Dependent<'_>)]| -> BTreeSet<String> {
        let lists = all.iter().filter_map(|(_, dependent)| match dependent {
            Dependent::Names(names) => Some(names.iter().map(|name| format!("`{name}`"))),
            Dependent::Schema(_) => None,
        });
        lists.flatten().collect()
    };
    let (own, other) = (names(own), names(other));
    let only: Vec<&str> = own.difference(&other).map(String::as_str).collect();
    match only.len() {
        0 => String::new(),
        1 => format!("{} is", only[0]),
        _ => format!("{} are", only.join(", ")),
    }
}
