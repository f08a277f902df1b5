//! Effective schemas: a schema with everything that applies to the same value through references and `allOf`.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use planwright_schema::Meaning;
use planwright_schema::model::{ByName, Keyword, Schema, SchemaObject};

use super::report::Spot;
use super::{NEW, OLD, Walk};
use crate::arena::{ANY, Id, NULL, Node as ArenaNode, Types};
use crate::schema_library::{Node, references};

/// Maximum number of schemas that are combined to one.
const MAX_PARTS: usize = 1_000;

/// Something below a schema: a keyword, or a name in the value of a keyword.
#[derive(Clone, Copy)]
pub(super) struct Below<'n> {
    keyword: Keyword,
    name: Option<&'n str>,
}

impl From<Keyword> for Below<'_> {
    fn from(keyword: Keyword) -> Self {
        Self { keyword, name: None }
    }
}

impl<'n> From<(Keyword, &'n str)> for Below<'n> {
    fn from((keyword, name): (Keyword, &'n str)) -> Self {
        Self { keyword, name: Some(name) }
    }
}

/// Selects a keyword whose value has schemas by name.
type Schemas = fn(&SchemaObject) -> Option<&ByName<Schema>>;

impl<'s> Node<'s> {
    /// Returns the subschema that is the value of a keyword.
    pub(super) fn inside(self, keyword: Keyword) -> Option<Self> {
        self.children(keyword).pop()
    }

    /// Returns the schemas of a keyword by name.
    pub(super) fn entries(self, schemas: Schemas) -> impl Iterator<Item = (&'s str, Self)> {
        let entries = schemas(self.keywords()).into_iter().flatten();
        entries.map(move |(name, schema)| (&**name, self.with(schema)))
    }

    /// Returns the reference of a schema.
    pub(super) fn reference(self) -> Option<&'s str> {
        self.keywords().references.reference.as_deref()
    }

    /// Returns whether the schema is at the same location as another one, on the other side.
    pub(super) fn is_counterpart(self, other: Self) -> bool {
        self.file.path == other.file.path && self.at() == other.at()
    }

    pub(super) fn spot(self) -> Spot {
        Spot::new(self.file, self.at())
    }

    /// Returns the location of something below the schema.
    pub(super) fn spot_below<'n>(self, below: impl Into<Below<'n>>) -> Spot {
        let Below { keyword, name } = below.into();
        let at = self.at().member(keyword.name());
        Spot::new(self.file, name.map_or_else(|| at.clone(), |name| at.member(name)))
    }

    /// Returns whether a schema has something below it.
    fn has(self, Below { keyword, name }: Below<'_>) -> bool {
        let all = self.keywords();
        let has_name = |name: &str| match keyword {
            Keyword::Properties => contains(all.object.properties.as_ref(), name),
            Keyword::PatternProperties => contains(all.object.pattern_properties.as_ref(), name),
            Keyword::Dependencies => contains(all.object.dependencies.as_ref(), name),
            Keyword::DependentRequired => contains(all.object.dependent_required.as_ref(), name),
            Keyword::DependentSchemas => contains(all.object.dependent_schemas.as_ref(), name),
            Keyword::Required => all.object.required.iter().flatten().any(|known| known == name),
            _ => false,
        };
        all.has(keyword) && name.is_none_or(has_name)
    }
}

fn contains<T>(values: Option<&ByName<T>>, name: &str) -> bool {
    values.is_some_and(|values| values.contains_key(name))
}

/// One of the schemas that apply to the same value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part<'s> {
    pub node: Node<'s>,
    /// Types to which the schema applies. They are limited if it is a branch of a merged union.
    pub types: Types,
    /// Union whose branches are separate parts, because no two of them are about the same type.
    merged_union: Option<Keyword>,
}

impl<'s> Part<'s> {
    pub(super) fn keywords(&self) -> &'s SchemaObject {
        self.node.keywords()
    }

    pub(super) fn has<'n>(&self, below: impl Into<Below<'n>>) -> bool {
        let below = below.into();
        self.merged_union != Some(below.keyword) && self.node.has(below)
    }
}

/// Union of a part.
#[derive(Clone)]
pub(super) struct Union<'s> {
    pub part: Part<'s>,
    pub keyword: Keyword,
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
        self.parts.iter().find_map(|part| Some(part.node.spot_below(part.merged_union?)))
    }

    /// Returns the parts that have a keyword.
    pub(super) fn with(&self, keyword: Keyword) -> impl Iterator<Item = &Part<'s>> {
        self.parts.iter().filter(move |part| part.has(keyword))
    }

    pub(super) fn has(&self, keyword: Keyword) -> bool {
        self.with(keyword).next().is_some()
    }

    /// Returns the subschemas that are the values of a keyword.
    pub(super) fn inside(&self, keyword: Keyword) -> Vec<(Part<'s>, Node<'s>)> {
        self.with(keyword).filter_map(|part| Some((*part, part.node.inside(keyword)?))).collect()
    }

    /// Returns the location of something below the part that has it.
    pub(super) fn spot<'n>(&self, below: impl Into<Below<'n>>) -> Spot {
        let below = below.into();
        let part = self.part_with(below).or(self.part_with(below.keyword.into())).or(self.parts.first());
        part.map_or(self.heads[0], |part| part.node).spot_below(below)
    }

    /// Returns the locations of something on both sides. If a side does not have it, this is the counterpart of the other
    /// location.
    pub(super) fn spots(views: [&Self; 2], below: Below<'_>) -> [Spot; 2] {
        let parts = views.map(|view| view.part_with(below).map(|part| (*part, below)));
        Self::spots_at(views, parts).unwrap_or_else(|| views.map(|view| view.spot(below)))
    }

    /// Returns the locations of something in the given parts, or `None` if no side has a part. A missing location is the
    /// counterpart of the other one.
    pub(super) fn spots_at<'n>(views: [&Self; 2], parts: [Option<(Part<'s>, Below<'n>)>; 2]) -> Option<[Spot; 2]> {
        let (some, below) = parts.iter().copied().flatten().next()?;
        Some([OLD, NEW].map(|side| {
            match parts[side] {
                Some((part, below)) => part.node.spot_below(below),
                None => views[side]
                    .counterpart(some.node)
                    .map_or_else(|| views[side].spot(below), |node| node.spot_below(below)),
            }
        }))
    }

    /// Returns the locations of a keyword of one part, and of its counterpart on the other side.
    pub(super) fn spots_of(views: [&Self; 2], side: usize, part: &Part<'s>, keyword: Keyword) -> [Spot; 2] {
        let other = views[1 - side].counterpart(part.node).unwrap_or(views[1 - side].heads[0]).spot_below(keyword);
        let own = part.node.spot_below(keyword);
        if side == OLD { [own, other] } else { [other, own] }
    }

    /// Returns the schema at the same location as one of the other side.
    pub(super) fn counterpart(&self, other: Node<'s>) -> Option<Node<'s>> {
        let mut nodes = self.parts.iter().map(|part| part.node);
        nodes.find(|node| node.is_counterpart(other))
    }

    fn part_with(&self, below: Below<'_>) -> Option<&Part<'s>> {
        self.parts.iter().find(|part| part.has(below))
    }

    /// Returns the unions that are not merged.
    pub(super) fn unions(&self) -> Vec<Union<'s>> {
        let of_part = |part: &Part<'s>| {
            let part = *part;
            let keywords = [Keyword::OneOf, Keyword::AnyOf].into_iter().filter(move |keyword| part.has(*keyword));
            keywords.map(move |keyword| Union { part, keyword, branches: part.node.children(keyword) })
        };
        self.parts.iter().flat_map(of_part).collect()
    }

    pub(super) fn required(&self) -> BTreeSet<&'s str> {
        self.parts
            .iter()
            .flat_map(|part| part.keywords().object.required.iter().flatten())
            .map(String::as_str)
            .collect()
    }

    pub(super) fn properties(&self) -> BTreeMap<&'s str, Vec<Node<'s>>> {
        self.entries(|object| object.object.properties.as_ref())
    }

    pub(super) fn pattern_properties(&self) -> BTreeMap<&'s str, Vec<Node<'s>>> {
        self.entries(|object| object.object.pattern_properties.as_ref())
    }

    fn entries(&self, schemas: Schemas) -> BTreeMap<&'s str, Vec<Node<'s>>> {
        let mut all: BTreeMap<&'s str, Vec<Node<'s>>> = BTreeMap::new();
        for (name, node) in self.parts.iter().flat_map(|part| part.node.entries(schemas)) {
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
        let mut visited = HashSet::new();
        for head in heads {
            self.flatten(&mut view, &mut visited, *head, (merged, ANY));
        }
        view
    }

    fn flatten(
        &mut self,
        view: &mut View<'s>,
        visited: &mut HashSet<usize>,
        node: Node<'s>,
        (merged, types): (MergedUnions, Types),
    ) {
        if view.parts.len() >= MAX_PARTS || !visited.insert(node.address()) {
            return;
        }
        let library = self.sides[view.side].library;
        let index = view.parts.len();
        view.parts.push(Part { node, types, merged_union: None });
        for (_, reference) in references(node.keywords()) {
            match library.resolve(node, reference) {
                Meaning::Schema { file, pointer } => {
                    if let Some(target) = library.find(&file, &pointer) {
                        self.flatten(view, visited, target, (merged, types));
                    }
                }
                Meaning::MetaSchema(_) => {}
                Meaning::Unknown(_) => view.unresolved.push((node, reference)),
            }
        }
        for part in node.children(Keyword::AllOf) {
            self.flatten(view, visited, part, (merged, types));
        }
        for keyword in [Keyword::AnyOf, Keyword::OneOf] {
            let branches = node.children(keyword);
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
                    self.flatten(view, visited, branch, (merged, types & own));
                }
                break;
            }
        }
    }

    /// Returns the types of each branch of a union if no two branches allow the same type. Null counts once in an `anyOf`.
    fn disjoint_types(&mut self, side: usize, keyword: Keyword, branches: &[Node<'s>]) -> Option<Vec<Types>> {
        let ids: Vec<Id> = branches.iter().map(|branch| self.id(side, *branch)).collect();
        let types: Vec<Types> = ids.into_iter().map(|id| self.types_of(id)).collect();
        let is_nullable = keyword == Keyword::AnyOf && types.iter().filter(|types| **types != NULL).count() == 1;
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
        let ids = view.heads.iter().map(|head| self.id(view.side, *head)).collect();
        self.prover.arena.and(ids)
    }

    /// Returns the internal representation of a keyword of a part. It is weaker if the part does not apply to every type.
    pub(super) fn assertion(&mut self, side: usize, part: &Part<'s>, keyword: Keyword) -> Id {
        let id = self.with_reader(side, |reader| reader.read_keyword(part.node, keyword));
        if part.types == ANY {
            return id;
        }
        let others = self.prover.arena.add(ArenaNode::Types(ANY & !part.types));
        self.prover.arena.or(vec![others, id])
    }
}
