//! Changes of bounds, steps, patterns and formats.

use std::collections::BTreeMap;

use planwright_schema::model::{Keyword, SchemaObject};
use serde_json::{Number, Value};

use super::view::Part;
use super::{Evidence, NEW, OLD, Scope, View, Walk, short};
use crate::arena::{Id, Node as ArenaNode};
use crate::formats::is_specified;
use crate::number::{self, Exact, is_multiple};
use crate::pattern::{Language, Query};
use crate::rules::RuleId;

/// Bounds: the keyword, its exclusive form, and whether it is a lower bound.
const BOUNDS: [(Keyword, Option<Keyword>, bool); 8] = [
    (Keyword::Minimum, Some(Keyword::ExclusiveMinimum), true),
    (Keyword::Maximum, Some(Keyword::ExclusiveMaximum), false),
    (Keyword::MinLength, None, true),
    (Keyword::MaxLength, None, false),
    (Keyword::MinItems, None, true),
    (Keyword::MaxItems, None, false),
    (Keyword::MinProperties, None, true),
    (Keyword::MaxProperties, None, false),
];

/// The strictest bound of a kind.
struct EffectiveBound<'s> {
    /// Value, normalized so that a larger one is stricter. An exclusive bound is stricter than an inclusive one.
    rank: (Exact, bool),
    keyword: Keyword,
    written: Value,
    part: Part<'s>,
    id: Id,
}

impl<'s> Walk<'s, '_> {
    pub(super) fn bounds(&mut self, views: [&View<'s>; 2], scope: &Scope) {
        for (keyword, exclusive, is_min) in BOUNDS {
            let [old, new] = views.map(|view| self.bound(view, keyword, exclusive, is_min));
            let (id, side, asserted) = match (&old, &new) {
                (Some(old), Some(new)) if old.rank == new.rank => continue,
                (Some(old), Some(new)) if old.rank > new.rank => (RuleId::BoundLoosened, NEW, old),
                (_, Some(new)) => (RuleId::BoundTightened, OLD, new),
                (Some(old), None) => (RuleId::BoundLoosened, NEW, old),
                (None, None) => continue,
            };
            let shown = self.shows(scope, side, asserted.id);
            if shown.is_possible() {
                let name = new.as_ref().or(old.as_ref()).map_or(keyword, |bound| bound.keyword);
                let message = describe_bound(name, old.as_ref(), new.as_ref());
                let parts = [&old, &new].map(|bound| bound.as_ref().map(|bound| (bound.part, bound.keyword.into())));
                let spots = View::spots_at(views, parts).unwrap_or_else(|| View::spots(views, name.into()));
                self.report(id, spots, message, shown);
            }
        }
        self.steps(views, scope);
        self.unique(views, scope);
    }

    fn bound(
        &mut self,
        view: &View<'s>,
        keyword: Keyword,
        exclusive: Option<Keyword>,
        is_min: bool,
    ) -> Option<EffectiveBound<'s>> {
        let sign = |number: Exact| if is_min { number } else { -number };
        let mut strictest: Option<((Exact, bool), Keyword, &Number, &Part<'s>)> = None;
        for keyword in [Some(keyword), exclusive].into_iter().flatten() {
            for part in view.with(keyword) {
                let Some(bound) = part.keywords().bound(keyword) else { continue };
                let Some(number) = number::exact(bound.number) else { continue };
                let rank = (sign(number), bound.is_exclusive);
                if strictest.as_ref().is_none_or(|(known, ..)| rank > *known) {
                    strictest = Some((rank, keyword, bound.number, part));
                }
            }
        }
        let (rank, keyword, written, part) = strictest?;
        let id = self.assertion(view.side, part, keyword);
        Some(EffectiveBound { rank, keyword, written: written.clone().into(), part: *part, id })
    }

    fn steps(&mut self, views: [&View<'s>; 2], scope: &Scope) {
        let steps = views.map(|view| {
            let step = |part: &Part<'s>| {
                let step = number::exact(part.keywords().number.multiple_of.as_ref()?)?;
                Some((step, self.assertion(view.side, part, Keyword::MultipleOf)))
            };
            view.parts.iter().filter_map(step).collect::<Vec<(Exact, Id)>>()
        });
        let mut shown = Evidence::default();
        for side in [OLD, NEW] {
            for (step, id) in &steps[1 - side] {
                if !steps[side].iter().any(|(own, _)| is_multiple(own, step)) {
                    shown = shown.or(self.shows(scope, side, *id));
                }
            }
        }
        let id = match shown.possible() {
            [false, false] => return,
            [true, false] => RuleId::MultipleOfTightened,
            [false, true] => RuleId::MultipleOfLoosened,
            [true, true] => RuleId::MultipleOfChanged,
        };
        let [old, new] = views.map(|view| {
            let step = view.parts.iter().find_map(|part| part.keywords().number.multiple_of.clone());
            step.map_or("none".to_owned(), |step| short(&step.into()))
        });
        let message = format!("`multipleOf` changed from {old} to {new}");
        self.add(id, views, Keyword::MultipleOf, message, shown);
    }

    fn unique(&mut self, views: [&View<'s>; 2], scope: &Scope) {
        let is_unique =
            views.map(|view| view.parts.iter().any(|part| part.keywords().array.unique_items == Some(true)));
        let (id, side, message) = match is_unique {
            [false, true] => (RuleId::UniqueItemsOn, OLD, "items must be unique"),
            [true, false] => (RuleId::UniqueItemsOff, NEW, "items no longer have to be unique"),
            _ => return,
        };
        let unique = self.prover.arena.add(ArenaNode::Unique);
        let shown = self.shows(scope, side, unique);
        if shown.is_possible() {
            self.add(id, views, Keyword::UniqueItems, message, shown);
        }
    }

    pub(super) fn strings(&mut self, views: [&View<'s>; 2], scope: &Scope) {
        self.pattern(views, scope);
        self.format(views, scope);
    }

    fn pattern(&mut self, views: [&View<'s>; 2], scope: &Scope) {
        let texts = views.map(|view| only_texts(view, |object| object.string.pattern.as_deref()));
        let only = only_on_one_side(&texts);
        let mut shown = Evidence::default();
        for side in [OLD, NEW] {
            for (pattern, _) in &only[1 - side] {
                let id = self.prover.arena.add(ArenaNode::Pattern((*pattern).to_owned()));
                shown = shown.or(self.shows(scope, side, id));
            }
        }
        let possible = shown.possible();
        let id = match (&only[OLD][..], &only[NEW][..]) {
            ([], []) => return,
            ([], _) => RuleId::PatternAdded,
            (_, []) => RuleId::PatternRemoved,
            ([(one, _)], [(two, _)]) => match (self.patterns_differ(one, two), possible) {
                (id @ (RuleId::PatternUndecided | RuleId::PatternEquivalent), _) => id,
                (_, [true, true]) => RuleId::PatternIncomparable,
                (_, [false, true]) => RuleId::PatternWidened,
                _ => RuleId::PatternNarrowed,
            },
            _ if possible == [true, true] => RuleId::PatternIncomparable,
            _ if possible[OLD] => RuleId::PatternNarrowed,
            _ => RuleId::PatternWidened,
        };
        if possible == [false, false] && id != RuleId::PatternEquivalent {
            return;
        }
        let say = |texts: &[(&str, Part<'s>)]| texts.first().map_or("none".to_owned(), |(text, _)| format!("{text:?}"));
        let message = match id {
            RuleId::PatternAdded => format!("the pattern {} was added", say(&only[NEW])),
            RuleId::PatternRemoved => format!("the pattern {} was removed", say(&only[OLD])),
            _ => format!("the pattern changed from {} to {}", say(&only[OLD]), say(&only[NEW])),
        };
        self.report_texts(id, views, Keyword::Pattern, &only, (message, Some(shown)));
    }

    /// Reports a change of a keyword at the first of its values that only one side has.
    fn report_texts(
        &mut self,
        id: RuleId,
        views: [&View<'s>; 2],
        keyword: Keyword,
        only: &[Vec<(&str, Part<'s>)>; 2],
        (message, evidence): (String, Option<Evidence>),
    ) {
        let parts = [OLD, NEW].map(|side| only[side].first().map(|(_, part)| (*part, keyword.into())));
        let spots = View::spots_at(views, parts).unwrap_or_else(|| View::spots(views, keyword.into()));
        self.report(id, spots, message, evidence);
    }

    fn patterns_differ(&mut self, one: &str, two: &str) -> RuleId {
        let patterns = &mut *self.prover.patterns;
        if !patterns.is_decidable(one) || !patterns.is_decidable(two) {
            return RuleId::PatternUndecided;
        }
        let mut only = |found: &str, not_found: &str| {
            patterns.text(&Query { found: vec![found], not_found: vec![not_found], ..Query::default() })
        };
        match (only(one, two), only(two, one)) {
            (Language::Unknown, _) | (_, Language::Unknown) => RuleId::PatternUndecided,
            (Language::Empty, Language::Empty) => RuleId::PatternEquivalent,
            (Language::Empty, _) => RuleId::PatternWidened,
            (_, Language::Empty) => RuleId::PatternNarrowed,
            _ => RuleId::PatternIncomparable,
        }
    }

    fn format(&mut self, views: [&View<'s>; 2], scope: &Scope) {
        let texts = views.map(|view| only_texts(view, |object| object.format.as_deref()));
        let only = only_on_one_side(&texts);
        let [old, new] = [OLD, NEW].map(|side| only[side].first().map(|(format, _)| *format));
        let (id, message) = match (old, new) {
            (None, None) => return,
            (None, Some(new)) => (RuleId::FormatTightened, format!("the format {new:?} was added")),
            (Some(old), None) => (RuleId::FormatLoosened, format!("the format {old:?} was removed")),
            (Some(old), Some(new)) => (RuleId::FormatChanged, format!("the format changed from {old:?} to {new:?}")),
        };
        let mut shown = Evidence::default();
        for side in [OLD, NEW] {
            for (_, part) in &only[1 - side] {
                let format = self.assertion(1 - side, part, Keyword::Format);
                shown = shown.or(self.shows(scope, side, format));
            }
        }
        self.report_texts(id, views, Keyword::Format, &only, (message, Some(shown)));
        if let Some(name) = new.filter(|name| !is_specified(name)) {
            let message = format!("the format {name:?} is not defined by any specification");
            self.report_texts(RuleId::FormatUnknown, views, Keyword::Format, &only, (message, None));
        }
    }
}

/// Returns the strings that are the values of a keyword, with the first part that has each.
fn only_texts<'s>(view: &View<'s>, text: fn(&SchemaObject) -> Option<&str>) -> BTreeMap<&'s str, Part<'s>> {
    let texts = view.parts.iter().rev().filter_map(|part| Some((text(part.keywords())?, *part)));
    texts.collect()
}

/// Returns the strings that the other side does not have.
fn only_on_one_side<'s>(texts: &[BTreeMap<&'s str, Part<'s>>; 2]) -> [Vec<(&'s str, Part<'s>)>; 2] {
    [OLD, NEW].map(|side| {
        let only = texts[side].iter().filter(|(text, _)| !texts[1 - side].contains_key(*text));
        only.map(|(text, part)| (*text, *part)).collect()
    })
}

fn describe_bound(keyword: Keyword, old: Option<&EffectiveBound<'_>>, new: Option<&EffectiveBound<'_>>) -> String {
    let say = |bound: &EffectiveBound<'_>| {
        if bound.keyword == keyword {
            short(&bound.written)
        } else {
            format!("`{}` {}", bound.keyword.name(), short(&bound.written))
        }
    };
    let name = keyword.name();
    match (old, new) {
        (Some(old), Some(new)) => format!("`{name}` changed from {} to {}", say(old), say(new)),
        (None, Some(new)) => format!("`{name}` {} was added", say(new)),
        (Some(old), None) => format!("`{name}` {} was removed", say(old)),
        (None, None) => String::new(),
    }
}
