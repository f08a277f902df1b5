//! Finds the warning of an export that explains why a keyword is not enforced.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use planwright_schema::model::Keyword;
use planwright_schema::{Target, keywords, unions};
use planwright_source::Pointer;
use serde_json::Value;

use crate::conversion::Conversion;
use crate::weakening::{
    KEYWORD_IN_WORDS, MAP_AS_PAIRS, NUMBER_BOUNDED, ONE_OF_AS_ANY_OF, RECURSION_CUT, TUPLE_AS_LIST, VALUE_AS_TEXT,
    Weakening,
};

/// Codes of changes that may weaken the schema.
const WEAKENING_CODES: [&str; 7] =
    [KEYWORD_IN_WORDS, MAP_AS_PAIRS, NUMBER_BOUNDED, ONE_OF_AS_ANY_OF, RECURSION_CUT, TUPLE_AS_LIST, VALUE_AS_TEXT];

/// Keywords that contain the branches of a union.
const UNION_KEYWORDS: [&str; 3] = [Keyword::AnyOf.name(), Keyword::OneOf.name(), Keyword::AllOf.name()];
const DEFINITIONS: &str = Keyword::Definitions.name();

/// Name of a definition of the canonical schema, or `None` for the root.
type DefinitionName = Option<String>;

/// Warnings of a conversion, with the references to each definition.
pub struct Causes<'c> {
    conversion: &'c Conversion,
    references: BTreeMap<DefinitionName, Vec<Pointer>>,
}

impl Conversion {
    /// Returns the causes of keywords that are not enforced.
    #[must_use]
    pub fn causes(&self) -> Causes<'_> {
        let mut references: BTreeMap<DefinitionName, Vec<Pointer>> = BTreeMap::new();
        keywords::walk(self.canonical(), &Pointer::root(), &mut |schema, at| {
            let is_root = schema.get(Keyword::Ref.name()).and_then(Value::as_str) == Some("#");
            let name = unions::reference(schema).map(str::to_owned);
            if is_root || name.is_some() {
                references.entry(name).or_default().push(at.clone());
            }
        });
        Causes { conversion: self, references }
    }
}

impl Causes<'_> {
    /// Returns the warning that explains why a keyword of the canonical schema is not enforced.
    ///
    /// In order of preference, this is a warning
    /// - at the keyword itself, around it or inside it,
    /// - at a keyword that leads to its definition, such as an `if` that is only in the description,
    /// - at another branch of an enclosing or adjacent union, which the document matches.
    #[must_use]
    pub fn at(&self, at: &Pointer) -> Option<Weakening> {
        if let Some(near) = self.near(&self.conversion.written_at(at)) {
            return Some(near.clone());
        }
        let leading = self.leading(at);
        let around = leading.iter().find_map(|place| self.around(&self.conversion.written_at(place)));
        let beside = || std::iter::once(at).chain(leading.iter().copied()).find_map(|place| self.beside(place));
        around.or_else(beside).cloned()
    }

    /// Returns the references through which a location is reached.
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

    /// Returns the warning of the nearest union around or next to a location.
    ///
    /// A dialect merges keywords next to a union into its branches, and a document that violates one branch may match a
    /// weaker one.
    fn beside(&self, at: &Pointer) -> Option<&Weakening> {
        let canonical = self.conversion.canonical();
        let around = std::iter::successors(at.parent(), Pointer::parent);
        let unions = around.flat_map(|schema| UNION_KEYWORDS.map(|keyword| schema.member(keyword)));
        let mut unions = unions.filter(|union| canonical.pointer(union.as_str()).is_some());
        unions.find_map(|union| self.reached(union))
    }

    /// Returns the nearest warning below a location of the canonical schema or below the definitions that it reaches.
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

    /// Returns the warnings of a file that weaken the schema.
    fn loosening<'s>(&'s self, file: &str) -> impl Iterator<Item = &'s Weakening> {
        self.conversion.weakenings().iter().filter(move |one| one.file == file && WEAKENING_CODES.contains(&one.code))
    }

    /// Returns the nearest warning at, around or inside a location.
    fn near(&self, place: &Target) -> Option<&Weakening> {
        let near = self.loosening(&place.file).filter(|weakening| {
            let (one, other) = (&weakening.pointer, &place.pointer);
            one.is_within(other) || other.is_within(one)
        });
        near.min_by_key(|weakening| weakening.pointer.as_str().len().abs_diff(place.pointer.as_str().len()))
    }

    /// Returns the nearest warning at or around a location.
    fn around(&self, place: &Target) -> Option<&Weakening> {
        let around = self.loosening(&place.file).filter(|one| place.pointer.is_within(&one.pointer));
        around.max_by_key(|weakening| weakening.pointer.as_str().len())
    }
}

/// Returns the definition that contains a location of the canonical schema.
fn definition(at: &Pointer) -> DefinitionName {
    let mut tokens = at.tokens();
    let first = tokens.next();
    first.filter(|token| token == DEFINITIONS).and_then(|_| tokens.next()).map(|name| name.to_string())
}
