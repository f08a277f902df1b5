//! Unions in Apex: one class with the members of all branches.
//!
//! Members of the same name are joined: equal types stay, numbers widen, objects become one class with the members of both,
//! and an object of which nothing is said adds nothing. What cannot be joined is any value.

use std::collections::{BTreeMap, BTreeSet};

use super::model::Type;

/// The classes that are made of several types, by what they are made of, and the other way round.
#[derive(Debug, Default)]
pub(super) struct Joined {
    names: BTreeMap<BTreeSet<String>, String>,
    parts: BTreeMap<String, BTreeSet<String>>,
}

impl Joined {
    /// Notes that a class is made of others. They are written out, so that joining what is joined already comes to an end.
    pub(super) fn add(&mut self, name: &str, parts: &BTreeSet<String>) {
        let parts = self.written_out(parts);
        self.names.entry(parts.clone()).or_insert_with(|| name.to_owned());
        self.parts.insert(name.to_owned(), parts);
    }

    /// What a class is made of.
    pub(super) fn parts(&self, name: &str) -> Option<&BTreeSet<String>> {
        self.parts.get(name)
    }

    fn written_out(&self, parts: &BTreeSet<String>) -> BTreeSet<String> {
        let own = |part: &String| self.parts.get(part).cloned().unwrap_or_else(|| BTreeSet::from([part.clone()]));
        parts.iter().flat_map(own).collect()
    }

    /// The type that takes the values of all of `types`, and whether it is a new class. `name` is what such a class would
    /// be called.
    pub(super) fn join(&mut self, types: &[Type], name: &str) -> (Type, bool) {
        let mut distinct: Vec<&Type> = Vec::new();
        for kind in types {
            if !distinct.contains(&kind) {
                distinct.push(kind);
            }
        }
        if let [only] = distinct.as_slice() {
            return ((*only).clone(), false);
        }
        let inners = |pick: fn(&Type) -> Option<&Type>| {
            distinct.iter().map(|kind| pick(kind).cloned()).collect::<Option<Vec<Type>>>()
        };
        if let Some(items) = inners(|kind| if let Type::List(item) = kind { Some(item) } else { None }) {
            let (item, new) = self.join(&items, name);
            return (Type::list(item), new);
        }
        if let Some(values) = inners(|kind| if let Type::Map(value) = kind { Some(value) } else { None }) {
            let (value, new) = self.join(&values, name);
            return (Type::map(value), new);
        }
        if distinct.iter().all(|kind| rank(kind).is_some()) {
            let widest = distinct.iter().max_by_key(|kind| rank(kind));
            return (widest.map_or(Type::Any, |kind| (**kind).clone()), false);
        }
        self.join_objects(&distinct, name)
    }

    fn join_objects(&mut self, distinct: &[&Type], name: &str) -> (Type, bool) {
        let open = Type::map(Type::Any);
        let mut parts = BTreeSet::new();
        for kind in distinct {
            match kind {
                Type::Class(name) => drop(parts.insert(name.clone())),
                kind if **kind == open => {}
                _ => return (Type::Any, false),
            }
        }
        if parts.len() == 1 {
            return (Type::Class(parts.into_iter().next().unwrap_or_default()), false);
        }
        if let Some(known) = self.names.get(&self.written_out(&parts)) {
            return (Type::Class(known.clone()), false);
        }
        self.add(name, &parts);
        (Type::Class(name.to_owned()), true)
    }
}

/// The width of a number type.
fn rank(kind: &Type) -> Option<u8> {
    match kind {
        Type::Integer => Some(0),
        Type::Long => Some(1),
        Type::Decimal => Some(2),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::Joined;
    use crate::apex::model::Type;

    #[test]
    fn types_are_joined_to_what_takes_both() {
        let mut joined = Joined::default();
        let class = |name: &str| Type::Class(name.to_owned());
        assert_eq!(joined.join(&[Type::Integer, Type::Decimal, Type::Long], "X").0, Type::Decimal);
        assert_eq!(joined.join(&[Type::Text, Type::Flag], "X").0, Type::Any);
        assert_eq!(joined.join(&[class("A"), Type::map(Type::Any)], "X").0, class("A"));
        assert_eq!(joined.join(&[Type::list(class("A")), Type::list(class("B"))], "X").0, Type::list(class("X")));
        assert_eq!(
            joined.join(&[class("B"), class("A")], "Y"),
            (class("X"), false),
            "the same parts are the same class"
        );
        assert_eq!(joined.join(&[class("X"), class("A")], "Y"), (class("X"), false), "and so are parts joined again");
    }
}
