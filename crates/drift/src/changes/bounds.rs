//! Changes of bounds, steps, patterns and formats.

use std::collections::BTreeSet;

use planwright_schema::model::{Keyword, SchemaObject};
use serde_json::{Number, Value};

use super::view::Part;
use super::{NEW, OLD, Scope, Shown, View, Walk, short};
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
struct EffectiveBound {
    /// Value, normalized so that a larger one is stricter. An exclusive bound is stricter than an inclusive one.
    rank: (Exact, bool),
    keyword: Keyword,
    written: Value,
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
                self.add(id, views, name, message, shown.witness());
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
    ) -> Option<EffectiveBound> {
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
        Some(EffectiveBound { rank, keyword, written: written.clone().into(), id })
    }

    fn steps(&mut self, views: [&View<'s>; 2], scope: &Scope) {
        let steps = views.map(|view| {
            let step = |part: &Part<'s>| {
                let step = number::exact(part.keywords().number.multiple_of.as_ref()?)?;
                Some((step, self.assertion(view.side, part, Keyword::MultipleOf)))
            };
            view.parts.iter().filter_map(step).collect::<Vec<(Exact, Id)>>()
        });
        let shown = [OLD, NEW].map(|side| {
            let mut all = Shown::Never;
            for (step, id) in &steps[1 - side] {
                if !steps[side].iter().any(|(own, _)| is_multiple(own, step)) {
                    all = all.or(self.shows(scope, side, *id));
                }
            }
            all
        });
        let id = match [shown[OLD].is_possible(), shown[NEW].is_possible()] {
            [false, false] => return,
            [true, false] => RuleId::MultipleOfTightened,
            [false, true] => RuleId::MultipleOfLoosened,
            [true, true] => RuleId::MultipleOfChanged,
        };
        let [old, new] = views.map(|view| {
            let step = view.parts.iter().find_map(|part| part.keywords().number.multiple_of.clone());
            step.map_or("none".to_owned(), |step| short(&step.into()))
        });
        let [one, two] = shown;
        let message = format!("`multipleOf` changed from {old} to {new}");
        self.add(id, views, Keyword::MultipleOf, message, one.or(two).witness());
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
            self.add(id, views, Keyword::UniqueItems, message, shown.witness());
        }
    }

    pub(super) fn strings(&mut self, views: [&View<'s>; 2], scope: &Scope) {
        self.pattern(views, scope);
        self.format(views);
    }

    fn pattern(&mut self, views: [&View<'s>; 2], scope: &Scope) {
        let texts = views.map(|view| only_texts(view, |object| object.string.pattern.as_deref()));
        let only = [OLD, NEW].map(|side| texts[side].difference(&texts[1 - side]).copied().collect::<Vec<&str>>());
        let shown = [OLD, NEW].map(|side| {
            let mut all = Shown::Never;
            for pattern in &only[1 - side] {
                let id = self.prover.arena.add(ArenaNode::Pattern((*pattern).to_owned()));
                all = all.or(self.shows(scope, side, id));
            }
            all
        });
        let possible = [shown[OLD].is_possible(), shown[NEW].is_possible()];
        let id = match (&only[OLD][..], &only[NEW][..]) {
            ([], []) => return,
            ([], _) if texts[OLD].is_empty() => RuleId::PatternAdded,
            (_, []) if texts[NEW].is_empty() => RuleId::PatternRemoved,
            ([one], [two]) => match (self.patterns_differ(one, two), possible) {
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
        let [one, two] = shown;
        let say = |texts: &[&str]| texts.first().map_or("none".to_owned(), |text| format!("{text:?}"));
        let message = match id {
            RuleId::PatternAdded => format!("the pattern {} was added", say(&only[NEW])),
            RuleId::PatternRemoved => format!("the pattern {} was removed", say(&only[OLD])),
            _ => format!("the pattern changed from {} to {}", say(&only[OLD]), say(&only[NEW])),
        };
        self.add(id, views, Keyword::Pattern, message, one.or(two).witness());
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

    fn format(&mut self, views: [&View<'s>; 2]) {
        let texts = views.map(|view| only_texts(view, |object| object.format.as_deref()));
        let (old, new) = (texts[OLD].difference(&texts[NEW]).next(), texts[NEW].difference(&texts[OLD]).next());
        let (id, message) = match (old, new) {
            (None, None) => return,
            (None, Some(new)) => (RuleId::FormatTightened, format!("the format {new:?} was added")),
            (Some(old), None) => (RuleId::FormatLoosened, format!("the format {old:?} was removed")),
            (Some(old), Some(new)) => (RuleId::FormatChanged, format!("the format changed from {old:?} to {new:?}")),
        };
        self.add(id, views, Keyword::Format, message, None);
        if let Some(name) = new.filter(|name| !is_specified(name)) {
            let message = format!("the format {name:?} is not defined by any specification");
            self.add(RuleId::FormatUnknown, views, Keyword::Format, message, None);
        }
    }
}

/// Returns the strings that are the values of a keyword.
fn only_texts<'s>(view: &View<'s>, text: fn(&SchemaObject) -> Option<&str>) -> BTreeSet<&'s str> {
    view.parts.iter().filter_map(|part| text(part.keywords())).collect()
}

fn describe_bound(keyword: Keyword, old: Option<&EffectiveBound>, new: Option<&EffectiveBound>) -> String {
    let say = |bound: &EffectiveBound| {
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
