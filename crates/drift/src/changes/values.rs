//! Changes of the types and of the listed values that a schema allows.

use planwright_schema::model::{Form, Keyword};
use serde_json::Value;

use super::possible::describe_types;
use super::view::Part;
use super::{Evidence, NEW, OLD, Scope, View, Walk, short};
use crate::arena::{ANY, FRACTION, INTEGER, NULL, Node, Types};
use crate::number::same;
use crate::rules::RuleId;

impl<'s> Walk<'s, '_> {
    pub(super) fn values(&mut self, views: [&View<'s>; 2], scope: &Scope) {
        let ids = views.map(|view| self.view_id(view));
        let types = ids.map(|id| self.types_of(id));
        let ignores_null = self.nullable(views, scope, types);
        let listed = ids.map(|id| {
            let mut values = self.values_of(id)?;
            values.retain(|value| !(ignores_null && value.is_null()));
            Some(values)
        });
        if let [Some(old), Some(new)] = &listed {
            self.listed(views, scope, [old, new]);
        } else {
            self.types(views, scope, types, ignores_null);
            self.lists(views, scope, &listed);
        }
        self.bounds(views, scope);
        self.strings(views, scope);
    }

    /// Reports whether null was added or removed. Returns `true` if null needs no further comparison.
    fn nullable(&mut self, views: [&View<'s>; 2], scope: &Scope, types: [Types; 2]) -> bool {
        if types.iter().any(|types| types & !NULL == 0) {
            return false;
        }
        let ids = views.map(|view| self.view_id(view));
        let (id, side, message) = match ids.map(|id| self.accepts(id, &Value::Null)) {
            [Some(false), Some(true)] => (RuleId::NullableAdded, NEW, "null was added"),
            [Some(true), Some(false)] => (RuleId::NullableRemoved, OLD, "null was removed"),
            [one, two] => return one.is_some() && one == two,
        };
        // If the type is not restricted on one side, null is only one of many values that changed.
        if types[side] == ANY && types[1 - side] != ANY & !NULL {
            return false;
        }
        if self.shows_value(scope, side, &Value::Null) {
            let spots = views.map(|view| view.merged_union().unwrap_or_else(|| view.spot(Keyword::Type)));
            self.report(id, spots, message.to_owned(), Evidence::value(side, &Value::Null));
        }
        true
    }

    /// Checks whether one side accepts a value that the other side rejects.
    fn shows_value(&mut self, scope: &Scope, side: usize, value: &Value) -> bool {
        (self.inverted.is_some() || !self.proved[side])
            && self.accepts(scope.whole[side], value) != Some(false)
            && self.accepts(scope.whole[1 - side], value) != Some(true)
            && scope.path[side].clone().into_iter().all(|id| self.accepts(id, value) != Some(false))
    }

    fn types(&mut self, views: [&View<'s>; 2], scope: &Scope, full: [Types; 2], ignores_null: bool) {
        let has_integers = |types: Types| types & INTEGER != 0 && types != ANY;
        if full.into_iter().all(has_integers) && full[OLD] & FRACTION != full[NEW] & FRACTION {
            let message = "the number type of the generated field changed";
            self.add(RuleId::RustNumberChanged, views, Keyword::Type, message, None);
        }
        // Branches of a union are compared one by one if there is a union on both sides.
        let unions = views.map(|view| view.unions().len());
        let is_merged = views.iter().any(|view| view.is_merged);
        let has_counterparts = unions[OLD] == unions[NEW] && !is_merged;
        let mut types = if has_counterparts { views.map(|view| self.own_types(view)) } else { full };
        if ignores_null {
            types = types.map(|types| types | NULL);
        }
        if types[OLD] == types[NEW] {
            return;
        }
        let mut shown = Evidence::default();
        for side in [OLD, NEW].into_iter().filter(|side| types[*side] & !types[1 - side] != 0) {
            let other = self.prover.arena.add(Node::Types(types[1 - side]));
            shown = shown.or(self.shows(scope, side, other));
        }
        let id = match shown.possible() {
            [false, false] => return,
            [false, true] => RuleId::TypeWidened,
            [true, false] => RuleId::TypeNarrowed,
            [true, true] => RuleId::TypeChanged,
        };
        let [old, new] = [OLD, NEW].map(|side| {
            let own = full[side] & types[side];
            describe_types(if ignores_null && full[OLD] & full[NEW] & NULL == 0 { own & !NULL } else { own })
        });
        let mut spots = View::spots(views, Keyword::Type.into());
        for (spot, union) in spots.iter_mut().zip(views.map(View::merged_union)) {
            *spot = union.unwrap_or_else(|| spot.clone());
        }
        self.report(id, spots, format!("the type changed from {old} to {new}"), shown);
    }

    /// Returns the types that the `type` keywords allow.
    fn own_types(&mut self, view: &View<'s>) -> Types {
        let is_never = |part: &Part<'s>| matches!(part.node.schema.form, Form::Boolean(false));
        let mut all = if view.parts.iter().any(is_never) { 0 } else { ANY };
        for part in view.with(Keyword::Type) {
            let id = self.assertion(view.side, part, Keyword::Type);
            all &= self.types_of(id);
        }
        all
    }

    /// Compares two lists of allowed values.
    fn listed(&mut self, views: [&View<'s>; 2], scope: &Scope, values: [&[Value]; 2]) {
        let [removed, added] = [OLD, NEW].map(|side| {
            let mut only = missing(values[side], values[1 - side]);
            only.retain(|value| self.shows_value(scope, side, value));
            only
        });
        let consts = views.map(|view| view.has(Keyword::Const));
        let below = list_keyword(views[NEW]).or(list_keyword(views[OLD])).unwrap_or(Keyword::Enum);
        if let ([true, true], [old], [new]) = (consts, &removed[..], &added[..]) {
            let unions = [Keyword::OneOf, Keyword::AnyOf].map(Keyword::name);
            let in_branch = views[OLD].heads[0].at().tokens().any(|token| unions.contains(&&*token));
            let id = if in_branch { RuleId::DiscriminatorChanged } else { RuleId::ConstChanged };
            let message = format!("the constant changed from {} to {}", short(old), short(new));
            return self.add(id, views, below, message, Evidence::value(OLD, old));
        }
        if let ([true, false], [], [first, ..]) = (consts, &removed[..], &added[..]) {
            let message = "more values than the constant are allowed";
            return self.add(RuleId::ConstWidened, views, below, message, Evidence::value(NEW, first));
        }
        for value in removed {
            let message = format!("the value {} was removed", short(value));
            self.add(RuleId::EnumValueRemoved, views, below, message, Evidence::value(OLD, value));
        }
        let has_variants = !consts[OLD] && values[OLD].iter().all(Value::is_string);
        for value in added {
            let message = format!("the value {} was added", short(value));
            self.add(RuleId::EnumValueAdded, views, below, message, Evidence::value(NEW, value));
            if has_variants {
                let message = format!("the generated enum has a new variant for {}", short(value));
                self.add(RuleId::RustEnumGrown, views, below, message, None);
            }
        }
    }

    /// Reports a list of allowed values that only one side has.
    fn lists(&mut self, views: [&View<'s>; 2], scope: &Scope, listed: &[Option<Vec<Value>>; 2]) {
        let (side, values) = match listed {
            [None, Some(values)] => (OLD, values),
            [Some(values), None] => (NEW, values),
            _ => return,
        };
        let mut values = values.clone();
        values.push(Value::Null);
        let list = self.prover.arena.add(Node::Enum(values));
        // The `type` next to the list is compared separately.
        let own = self.own_types(views[1 - side]);
        let types = self.prover.arena.add(Node::Types(own));
        let mut limited = scope.clone();
        limited.path[side].push(types);
        let shown = self.shows(&limited, side, list);
        // A union of constants is compared as a union unless the other side has no union.
        let Some(keyword) = list_keyword(views[1 - side]).filter(|_| shown.is_possible()) else { return };
        let (id, message) = match (side, keyword) {
            (OLD, _) => (RuleId::EnumIntroduced, "only listed values are now allowed"),
            (_, Keyword::Const) => (RuleId::ConstWidened, "the constant was removed"),
            _ => (RuleId::EnumDropped, "the list of allowed values was removed"),
        };
        self.add(id, views, keyword, message, shown);
    }
}

/// Returns the keyword of a view that lists the allowed values.
fn list_keyword(view: &View<'_>) -> Option<Keyword> {
    [Keyword::Const, Keyword::Enum, Keyword::OneOf, Keyword::AnyOf].into_iter().find(|keyword| view.has(*keyword))
}

/// Returns the values of one list that are not in another.
fn missing<'v>(of: &'v [Value], other: &[Value]) -> Vec<&'v Value> {
    let texts: std::collections::HashSet<&str> = other.iter().filter_map(Value::as_str).collect();
    let rest: Vec<&Value> = other.iter().filter(|value| !value.is_string()).collect();
    let is_there = |value: &Value| match value.as_str() {
        Some(text) => texts.contains(text),
        None => rest.iter().any(|other| same(value, other)),
    };
    of.iter().filter(|value| !is_there(value)).collect()
}
