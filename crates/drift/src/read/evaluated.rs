//! Translates `unevaluatedProperties` and `unevaluatedItems`.
//!
//! There is one case for each combination of branches that may apply, and each case records the evaluated properties
//! and elements.

use std::collections::BTreeSet;

use planwright_schema::Draft;
use planwright_schema::Meaning;
use planwright_schema::model::Keyword;

use super::Reader;
use super::keywords::{Dependent, dependencies, names};
use crate::arena::{Id, Node as ArenaNode};
use crate::schema_library::Node;

/// Maximum number of cases that differ in what they evaluate.
const MAX_CASES: usize = 64;
/// Maximum depth of references.
const MAX_DEPTH: usize = 12;

/// Condition of a case, and what is evaluated if it applies.
#[derive(Clone, Default)]
struct Case {
    holds: Vec<Id>,
    names: BTreeSet<String>,
    patterns: BTreeSet<String>,
    first: u64,
    all: bool,
}

impl Case {
    /// Checks whether both cases evaluate the same.
    fn evaluates_like(&self, other: &Self) -> bool {
        (&self.names, &self.patterns, self.first, self.all) == (&other.names, &other.patterns, other.first, other.all)
    }
}

impl Reader<'_> {
    pub(super) fn unevaluated(&mut self, node: Node<'_>, keyword: Keyword) -> Id {
        let (Some(cases), Some(rest)) = (self.cases(node, keyword, Some(keyword), 0), node.children(keyword).pop())
        else {
            return self.opaque(keyword.name(), node);
        };
        let rest = self.schema(rest);
        let mut alternatives = Vec::new();
        for case in cases {
            let mut parts = case.holds;
            if !case.all {
                parts.push(self.arena.add(if keyword == Keyword::UnevaluatedItems {
                    ArenaNode::ItemsFrom(case.first, rest)
                } else {
                    let (names, patterns) = (case.names.into_iter().collect(), case.patterns.into_iter().collect());
                    ArenaNode::Others(names, patterns, rest)
                }));
            }
            alternatives.push(self.arena.and(parts));
        }
        self.arena.or(alternatives)
    }

    /// Returns what a schema evaluates for one of the two keywords. `except` is the keyword itself in its own schema.
    fn cases(&mut self, node: Node<'_>, of: Keyword, except: Option<Keyword>, depth: usize) -> Option<Vec<Case>> {
        let object = node.keywords();
        let is_dynamic = object.references.dynamic.is_some() || object.references.recursive.is_some();
        // Validators disagree on what `dependencies` evaluates, because newer dialects do not define it.
        if depth > MAX_DEPTH || is_dynamic || object.object.dependencies.is_some() {
            return None;
        }
        let mut cases = vec![own(node, of, except)?];
        if let Some(reference) = &object.references.reference {
            let Meaning::Schema { file, pointer } = self.library.resolve(node, reference) else { return None };
            let target = self.library.find(&file, &pointer)?;
            let inner = self.cases(target, of, None, depth + 1)?;
            cases = self.product(&cases, &inner)?;
        }
        for part in node.children(Keyword::AllOf) {
            let inner = self.cases(part, of, None, depth + 1)?;
            cases = self.product(&cases, &inner)?;
        }
        for branch in [Keyword::AnyOf, Keyword::OneOf].into_iter().flat_map(|keyword| node.children(keyword)) {
            let either = self.either(branch, of, depth)?;
            cases = self.product(&cases, &either)?;
        }
        for condition in node.children(Keyword::If) {
            let conditions = self.conditions(node, condition, of, depth)?;
            cases = self.product(&cases, &conditions)?;
        }
        for (name, dependent) in dependencies(node, Keyword::DependentSchemas) {
            let Dependent::Schema(dependent) = dependent else { continue };
            let has = self.arena.add(ArenaNode::Has(name.to_owned()));
            let lacks = self.arena.not(has);
            let mut either = self.cases(dependent, of, None, depth + 1)?;
            for case in &mut either {
                case.holds.push(has);
            }
            either.push(Case { holds: vec![lacks], ..Case::default() });
            let either = self.merged(either);
            cases = self.product(&cases, &either)?;
        }
        Some(cases)
    }

    /// Returns two kinds of cases: the branch applies and its evaluations count, or it does not apply.
    fn either(&mut self, branch: Node<'_>, of: Keyword, depth: usize) -> Option<Vec<Case>> {
        let id = self.schema(branch);
        let not = self.arena.not(id);
        let mut cases = self.cases(branch, of, None, depth + 1)?;
        for case in &mut cases {
            case.holds.push(id);
        }
        cases.push(Case { holds: vec![not], ..Case::default() });
        Some(cases)
    }

    fn conditions(&mut self, node: Node<'_>, condition: Node<'_>, of: Keyword, depth: usize) -> Option<Vec<Case>> {
        let mut either = self.either(condition, of, depth)?;
        let no = either.pop()?;
        let mut branch = |keyword: Keyword, cases: Vec<Case>| -> Option<Vec<Case>> {
            let Some(branch) = node.children(keyword).pop() else { return Some(cases) };
            let inner = self.cases(branch, of, None, depth + 1)?;
            Some(combined(&cases, &inner))
        };
        let mut cases = branch(Keyword::Then, either)?;
        cases.extend(branch(Keyword::Else, vec![no])?);
        Some(cases)
    }

    /// Returns the cases in which one case of each list applies. Each list has to cover everything.
    fn product(&mut self, one: &[Case], other: &[Case]) -> Option<Vec<Case>> {
        let cases = self.merged(combined(one, other));
        (cases.len() <= MAX_CASES).then_some(cases)
    }

    /// Joins the cases that evaluate the same. The cases have to cover everything, so a single one needs no condition.
    fn merged(&mut self, cases: Vec<Case>) -> Vec<Case> {
        let mut groups: Vec<(Case, Vec<Vec<Id>>)> = Vec::new();
        for case in cases {
            match groups.iter_mut().find(|(known, _)| known.evaluates_like(&case)) {
                Some((_, holds)) => holds.push(case.holds),
                None => groups.push((case.clone(), vec![case.holds])),
            }
        }
        let is_single = groups.len() == 1;
        let joined = groups.into_iter().map(|(case, holds)| {
            let holds = match &holds[..] {
                _ if is_single => Vec::new(),
                [only] => only.clone(),
                several => {
                    let alternatives = several.iter().map(|ids| self.arena.and(ids.clone())).collect();
                    vec![self.arena.or(alternatives)]
                }
            };
            Case { holds, ..case }
        });
        joined.collect()
    }
}

fn combined(one: &[Case], other: &[Case]) -> Vec<Case> {
    let pairs = one.iter().flat_map(|a| other.iter().map(move |b| (a, b)));
    let joined = pairs.map(|(a, b)| {
        let holds = [&a.holds[..], &b.holds].concat();
        if a.all || b.all {
            return Case { holds, all: true, ..Case::default() };
        }
        let (names, patterns) = (&a.names | &b.names, &a.patterns | &b.patterns);
        Case { holds, names, patterns, first: a.first.max(b.first), all: false }
    });
    joined.collect()
}

/// Returns what the keywords of the schema itself evaluate.
fn own(node: Node<'_>, of: Keyword, except: Option<Keyword>) -> Option<Case> {
    let object = node.keywords();
    let is_unevaluated = except != Some(of) && object.has(of);
    if of == Keyword::UnevaluatedProperties {
        return Some(Case {
            names: names(object.object.properties.as_ref()),
            patterns: names(object.object.pattern_properties.as_ref()),
            all: object.object.additional_properties.is_some() || is_unevaluated,
            ..Case::default()
        });
    }
    // Since 2020-12, `contains` evaluates the items that match.
    if object.array.contains.is_some() && node.draft() == Draft::Draft202012 {
        return None;
    }
    let all = object.array.rest().is_some() || is_unevaluated;
    Some(Case { first: object.array.slots().len() as u64, all, ..Case::default() })
}
