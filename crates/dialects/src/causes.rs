//! Which warning of an export explains that a keyword is not kept: the one at its place, or one of a keyword that leads there.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use planwright_schema::{Target, keywords, unions};
use planwright_source::Pointer;
use serde_json::Value;

use crate::conversion::Conversion;
use crate::weakening::{
    KEYWORD_IN_WORDS, MAP_AS_PAIRS, NUMBER_BOUNDED, ONE_OF_AS_ANY_OF, RECURSION_CUT, TUPLE_AS_LIST, VALUE_AS_TEXT,
    Weakening,
};

/// The codes of changes that may let more through than the canonical schema.
const LOOSENING: [&str; 7] =
    [KEYWORD_IN_WORDS, MAP_AS_PAIRS, NUMBER_BOUNDED, ONE_OF_AS_ANY_OF, RECURSION_CUT, TUPLE_AS_LIST, VALUE_AS_TEXT];

/// The keywords whose branches stand at one place.
const UNIONS: [&str; 3] = ["anyOf", "oneOf", "allOf"];
const DEFINITIONS: &str = "definitions";

/// The name of a definition of the canonical schema; none for the root.
type DefinitionName = Option<String>;

/// The warnings of a conversion, with what leads to each definition.
pub struct Causes<'c> {
    conversion: &'c Conversion,
    references: BTreeMap<DefinitionName, Vec<Pointer>>,
}

impl Conversion {
    /// What explains why keywords of the canonical schema are not kept.
    #[must_use]
    pub fn causes(&self) -> Causes<'_> {
        let mut references: BTreeMap<DefinitionName, Vec<Pointer>> = BTreeMap::new();
        keywords::walk(self.canonical(), &Pointer::root(), &mut |schema, at| {
            let is_root = schema.get("$ref").and_then(Value::as_str) == Some("#");
            let name = unions::reference(schema).map(str::to_owned);
            if is_root || name.is_some() {
                references.entry(name).or_default().push(at.clone());
            }
        });
        Causes { conversion: self, references }
    }
}

impl Causes<'_> {
    /// The warning that explains why a keyword of the canonical schema is not kept: of its own place, of what is around or inside
    /// of it, of a keyword through which its definition is reached, such as an `if` that is only said in words, or of another branch
    /// of a union that it stands in or beside, which the document takes.
    #[must_use]
    pub fn of(&self, at: &Pointer) -> Option<Weakening> {
        if let Some(near) = self.near(&self.conversion.written_at(at)) {
            return Some(near.clone());
        }
        let leading = self.leading(at);
        let around = leading.iter().find_map(|place| self.around(&self.conversion.written_at(place)));
        let beside = || std::iter::once(at).chain(leading.iter().copied()).find_map(|place| self.beside(place));
        around.or_else(beside).cloned()
    }

    /// The references through which a place is reached.
    fn leading(&self, at: &Pointer) -> Vec<&Pointer> {
        let first = definition(at);
        let mut seen = BTreeSet::from([first.clone()]);
        let mut pending = vec![first];
        let mut leading = Vec::new();
        while let Some(name) = pending.pop() {
            for place in self.references.get(&name).into_iter().flatten() {
                leading.push(place);
                let holder = definition(place);
                if seen.insert(holder.clone()) {
                    pending.push(holder);
                }
            }
        }
        leading
    }

    /// The warning of the nearest union that a place stands in or beside. A dialect writes what stands beside a union into its
    /// branches, and a document that breaks one branch may come from another that says less.
    fn beside(&self, at: &Pointer) -> Option<&Weakening> {
        let canonical = self.conversion.canonical();
        let around = std::iter::successors(at.parent(), Pointer::parent);
        let unions = around.flat_map(|schema| UNIONS.map(|keyword| schema.member(keyword)));
        let mut unions = unions.filter(|union| canonical.pointer(union.as_str()).is_some());
        unions.find_map(|union| self.reached(union))
    }

    /// The first warning below a place of the canonical schema, or below the definitions that it reaches, the nearest first.
    fn reached(&self, from: Pointer) -> Option<&Weakening> {
        let mut seen = BTreeSet::new();
        let mut pending = VecDeque::from([from]);
        while let Some(place) = pending.pop_front() {
            let written = self.conversion.written_at(&place);
            let below = self.loosening(&written.file).filter(|one| one.pointer.is_within(&written.pointer));
            let is_union = |one: &Weakening| one.code == ONE_OF_AS_ANY_OF;
            if let Some(first) = below.min_by_key(|one| (is_union(one), one.pointer.tokens().count())) {
                return Some(first);
            }
            let here = self.references.iter().filter(|(_, places)| places.iter().any(|one| one.is_within(&place)));
            let names = here.filter_map(|(name, _)| name.as_ref()).filter(|name| seen.insert((*name).clone()));
            pending.extend(names.map(|name| Pointer::root().member(DEFINITIONS).member(name)));
        }
        None
    }

    /// The warnings of a file that say that more is let through.
    fn loosening<'s>(&'s self, file: &str) -> impl Iterator<Item = &'s Weakening> {
        self.conversion.weakenings().iter().filter(move |one| one.file == file && LOOSENING.contains(&one.code))
    }

    /// The nearest of the warnings of a place, of what is around and of what is inside of it.
    fn near(&self, place: &Target) -> Option<&Weakening> {
        let near = self.loosening(&place.file).filter(|weakening| {
            let (one, other) = (&weakening.pointer, &place.pointer);
            one.is_within(other) || other.is_within(one)
        });
        near.min_by_key(|weakening| weakening.pointer.as_str().len().abs_diff(place.pointer.as_str().len()))
    }

    /// The nearest of the warnings of a place and of what is around it.
    fn around(&self, place: &Target) -> Option<&Weakening> {
        let around = self.loosening(&place.file).filter(|one| place.pointer.is_within(&one.pointer));
        around.max_by_key(|weakening| weakening.pointer.as_str().len())
    }
}

/// The definition that a place of the canonical schema is in.
fn definition(at: &Pointer) -> DefinitionName {
    let mut tokens = at.tokens();
    let first = tokens.next();
    first.filter(|token| token == DEFINITIONS).and_then(|_| tokens.next()).map(|name| name.to_string())
}
