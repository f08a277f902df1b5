//! Effective schemas: a schema with everything that applies to the same value through references and `allOf`.

use std::collections::{BTreeMap, BTreeSet};

use planwright_schema::keywords::DYNAMIC;
use planwright_schema::{Meaning, SchemaFile};
use planwright_source::Pointer;
use serde_json::Value;

use super::report::Spot;
use super::{NEW, OLD, Walk};
use crate::arena::{ANY, Id, NULL, Node as ArenaNode, Types};
use crate::read::{is_defined, is_old};

/// Maximum number of schemas that are combined to one.
const MAX_PARTS: usize = 1_000;

/// Schema with its location.
#[derive(Clone, Debug)]
pub(super) struct Node<'s> {
    pub file: &'s SchemaFile,
    pub at: Pointer,
    pub value: &'s Value,
}

impl<'s> Node<'s> {
    /// Returns the value of a keyword that the dialect defines.
    pub(super) fn get(&self, keyword: &str) -> Option<&'s Value> {
        let draft = self.file.draft();
        if is_old(draft) && keyword != "$ref" && self.value.get("$ref").is_some() {
            return None;
        }
        if is_defined(draft, keyword) { self.value.get(keyword) } else { None }
    }

    pub(super) fn inside(&self, keyword: &str) -> Option<Node<'s>> {
        Some(Node { file: self.file, at: self.at.member(keyword), value: self.get(keyword)? })
    }

    pub(super) fn elements(&self) -> Vec<Node<'s>> {
        let items = self.value.as_array().into_iter().flatten().enumerate();
        items.map(|(index, value)| Node { file: self.file, at: self.at.index(index), value }).collect()
    }

    /// Returns the schemas in the object below a keyword, by name.
    pub(super) fn entries(&self, keyword: &str) -> Vec<(&'s str, Node<'s>)> {
        let members = self.get(keyword).and_then(Value::as_object).into_iter().flatten();
        let at = self.at.member(keyword);
        members.map(|(name, value)| (name.as_str(), Node { file: self.file, at: at.member(name), value })).collect()
    }

    pub(super) fn text(&self, keyword: &str) -> Option<&'s str> {
        self.get(keyword).and_then(Value::as_str)
    }

    pub(super) fn spot(&self) -> Spot {
        Spot::new(self.file, self.at.clone())
    }

    /// Returns the location of something below the schema.
    pub(super) fn spot_below(&self, below: &[&str]) -> Spot {
        Spot::new(self.file, below.iter().fold(self.at.clone(), |at, name| at.member(name)))
    }
}

/// One of the schemas that apply to the same value.
#[derive(Clone, Debug)]
pub(super) struct Part<'s> {
    pub node: Node<'s>,
    /// Types to which the schema applies. They are limited if it is a branch of a merged union.
    pub types: Types,
    /// Union whose branches are separate parts, because no two of them are about the same type.
    merged_union: Option<&'static str>,
}

impl<'s> Part<'s> {
    pub(super) fn get(&self, keyword: &str) -> Option<&'s Value> {
        if self.merged_union == Some(keyword) { None } else { self.node.get(keyword) }
    }
}

/// Union of a part.
#[derive(Clone)]
pub(super) struct Union<'s> {
    pub part: Part<'s>,
    pub keyword: &'static str,
    pub branches: Vec<Node<'s>>,
}

/// Effective schema of one side.
#[derive(Clone, Debug)]
pub(super) struct View<'s> {
    pub side: usize,
    /// Schemas as they are written at the location.
    pub heads: Vec<Node<'s>>,
    /// All schemas that apply to the value, including the heads.
    pub parts: Vec<Part<'s>>,
    /// Set if a union with several branches other than null was merged.
    pub is_merged: bool,
    /// References without a target.
    pub unresolved: Vec<(Node<'s>, &'s str)>,
}

impl<'s> View<'s> {
    /// Returns the location of a merged union.
    pub(super) fn merged_union(&self) -> Option<Spot> {
        self.parts.iter().find_map(|part| Some(part.node.spot_below(&[part.merged_union?])))
    }

    /// Returns the parts that have a keyword.
    pub(super) fn with(&self, keyword: &'static str) -> impl Iterator<Item = (&Part<'s>, &'s Value)> {
        self.parts.iter().filter_map(move |part| Some((part, part.get(keyword)?)))
    }

    /// Returns the subschemas that are the values of a keyword.
    pub(super) fn inside(&self, keyword: &'static str) -> Vec<(Part<'s>, Node<'s>)> {
        self.with(keyword).filter_map(|(part, _)| Some((part.clone(), part.node.inside(keyword)?))).collect()
    }

    /// Returns the location of something below the part that has it.
    pub(super) fn spot(&self, below: &[&str]) -> Spot {
        let part = self.part_with(below).or(self.part_with(below.get(..1).unwrap_or(below))).or(self.parts.first());
        part.map_or(&self.heads[0], |part| &part.node).spot_below(below)
    }

    /// Returns the locations of something on both sides. If a side does not have it, this is the counterpart of the other
    /// location.
    pub(super) fn spots(views: [&Self; 2], below: &[&str]) -> [Spot; 2] {
        let parts = views.map(|view| view.part_with(below));
        let is_at = |part: &Part<'s>, other: &Part<'s>| {
            part.node.at == other.node.at && part.node.file.path == other.node.file.path
        };
        [OLD, NEW].map(|side| {
            let counterpart = || {
                let other = parts[1 - side].filter(|_| parts[side].is_none())?;
                views[side].parts.iter().find(|part| is_at(part, other))
            };
            counterpart().map_or_else(|| views[side].spot(below), |part| part.node.spot_below(below))
        })
    }

    fn part_with(&self, below: &[&str]) -> Option<&Part<'s>> {
        let has = |part: &&Part<'s>| {
            let first = below.first().and_then(|keyword| part.get(keyword));
            below.iter().skip(1).fold(first, |value, name| value?.get(name)).is_some()
        };
        self.parts.iter().find(has)
    }

    /// Returns the unions that are not merged.
    pub(super) fn unions(&self) -> Vec<Union<'s>> {
        let of_part = |part: &Part<'s>| {
            let keywords = ["oneOf", "anyOf"].into_iter().filter(|keyword| part.get(keyword).is_some());
            let unions = keywords.map(|keyword| {
                let branches = part.node.inside(keyword).map(|list| list.elements()).unwrap_or_default();
                Union { part: part.clone(), keyword, branches }
            });
            unions.collect::<Vec<_>>()
        };
        self.parts.iter().flat_map(of_part).collect()
    }

    pub(super) fn required(&self) -> BTreeSet<&'s str> {
        let lists = self.with("required").filter_map(|(_, names)| names.as_array());
        lists.flatten().filter_map(Value::as_str).collect()
    }

    /// Returns the subschemas in an object below a keyword, by name.
    pub(super) fn entries(&self, keyword: &'static str) -> BTreeMap<&'s str, Vec<Node<'s>>> {
        let mut all: BTreeMap<&'s str, Vec<Node<'s>>> = BTreeMap::new();
        for (name, node) in self.parts.iter().flat_map(|part| part.node.entries(keyword)) {
            all.entry(name).or_default().push(node);
        }
        all
    }
}

/// Unions whose branches are combined with the schemas around them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum MergedUnions {
    None,
    /// Unions with only one branch other than null.
    Nullable,
    /// Unions whose branches have no type in common.
    Disjoint,
}

impl<'s> Walk<'s, '_> {
    /// Combines everything that applies to the same value as the given schemas of each side.
    ///
    /// Unions are merged as far as needed so that each one has a counterpart on the other side.
    pub(super) fn views(&mut self, nodes: [&[Node<'s>]; 2]) -> [View<'s>; 2] {
        let mut first = None;
        for merged in [MergedUnions::Nullable, MergedUnions::None, MergedUnions::Disjoint] {
            let views = [OLD, NEW].map(|side| self.view(side, nodes[side], merged));
            let unions = [OLD, NEW].map(|side| views[side].unions().len());
            if unions[OLD] == unions[NEW] {
                return views;
            }
            first.get_or_insert(views);
        }
        first.unwrap_or_else(|| [OLD, NEW].map(|side| self.view(side, nodes[side], MergedUnions::None)))
    }

    fn view(&mut self, side: usize, heads: &[Node<'s>], merged: MergedUnions) -> View<'s> {
        let mut view =
            View { side, heads: heads.to_vec(), parts: Vec::new(), is_merged: false, unresolved: Vec::new() };
        let mut visited = BTreeSet::new();
        for head in heads {
            self.flatten(&mut view, &mut visited, head, (merged, ANY));
        }
        view
    }

    fn flatten(
        &mut self,
        view: &mut View<'s>,
        visited: &mut BTreeSet<(&'s str, Pointer)>,
        node: &Node<'s>,
        (merged, types): (MergedUnions, Types),
    ) {
        if view.parts.len() >= MAX_PARTS || !visited.insert((&node.file.path, node.at.clone())) {
            return;
        }
        let side = self.sides[view.side];
        let index = view.parts.len();
        view.parts.push(Part { node: node.clone(), types, merged_union: None });
        for keyword in ["$ref"].iter().chain(DYNAMIC) {
            let Some(reference) = node.text(keyword) else { continue };
            match side.references.resolve(node.file, &node.at, reference) {
                Meaning::Schema { file, pointer } => {
                    let file = side.set.get(&file);
                    let target = file.and_then(|file| {
                        let value = file.value.pointer(pointer.as_str())?;
                        Some(Node { file, at: pointer, value })
                    });
                    if let Some(target) = target {
                        self.flatten(view, visited, &target, (merged, types));
                    }
                }
                Meaning::MetaSchema(_) => {}
                Meaning::Unknown(_) => view.unresolved.push((node.clone(), reference)),
            }
        }
        for part in node.inside("allOf").map(|list| list.elements()).unwrap_or_default() {
            self.flatten(view, visited, &part, (merged, types));
        }
        for keyword in ["anyOf", "oneOf"] {
            let branches = node.inside(keyword).map(|list| list.elements()).unwrap_or_default();
            let Some(branch_types) = self.disjoint_types(view.side, keyword, &branches) else { continue };
            let is_nullable = branch_types.iter().filter(|types| **types != NULL).count() == 1;
            let is_merged = match merged {
                MergedUnions::None => false,
                MergedUnions::Nullable => is_nullable,
                MergedUnions::Disjoint => true,
            };
            if is_merged {
                view.parts[index].merged_union = Some(keyword);
                view.is_merged |= !is_nullable;
                let nulls = branch_types.iter().filter(|types| **types == NULL).fold(0, |all, types| all | types);
                for (branch, own) in branches.into_iter().zip(branch_types).filter(|(_, own)| *own != NULL) {
                    // If null is the only other branch, everything else has to match this one.
                    let own = if is_nullable { ANY & !nulls } else { own };
                    self.flatten(view, visited, &branch, (merged, types & own));
                }
                break;
            }
        }
    }

    /// Returns the types of each branch of a union if no two branches allow the same type. Null counts once in an `anyOf`.
    fn disjoint_types(&mut self, side: usize, keyword: &str, branches: &[Node<'s>]) -> Option<Vec<Types>> {
        let ids: Vec<Id> = branches.iter().map(|branch| self.id(side, branch)).collect();
        let types: Vec<Types> = ids.into_iter().map(|id| self.types_of(id)).collect();
        let is_nullable = keyword == "anyOf" && types.iter().filter(|types| **types != NULL).count() == 1;
        let mut all = 0;
        for own in &types {
            if all & own != 0 && !is_nullable {
                return None;
            }
            all |= own;
        }
        (!types.is_empty()).then_some(types)
    }

    /// Returns the internal representation of everything that a view requires.
    pub(super) fn view_id(&mut self, view: &View<'s>) -> Id {
        let ids = view.heads.iter().map(|head| self.id(view.side, head)).collect();
        self.prover.arena.and(ids)
    }

    /// Returns the internal representation of a keyword of a part.
    pub(super) fn assertion(&mut self, side: usize, part: &Part<'s>, keyword: &str) -> Id {
        let Node { file, at, value } = &part.node;
        let id = self.with_reader(side, |reader| reader.read_keyword(file, at, value, keyword));
        self.unless_other(part, id)
    }

    /// Weakens an assertion of a part that does not apply to every type.
    pub(super) fn unless_other(&mut self, part: &Part<'s>, id: Id) -> Id {
        if part.types == ANY {
            return id;
        }
        let others = self.prover.arena.add(ArenaNode::Types(ANY & !part.types));
        self.prover.arena.or(vec![others, id])
    }
}
