//! Unions in Apex: one class with the members of all branches.
//!
//! Members of the same name are joined: equal types stay, numbers widen, objects become one class with the members of both,
//! and an object of which nothing is said adds nothing. What cannot be joined is any value.

use std::collections::{BTreeMap, BTreeSet};

use super::model::Type;

/// The classes that are made of several types, by what they are made of.
#[derive(Debug, Default)]
pub(super) struct Joined {
    names: BTreeMap<BTreeSet<String>, String>,
}

impl Joined {
    /// The type that takes the values of all of `types`, and the class to make if it is a new one. `name` is what such a
    /// class would be called.
    pub(super) fn join(&mut self, types: &[Type], name: &str) -> (Type, Option<(String, BTreeSet<String>)>) {
        let mut distinct: Vec<&Type> = Vec::new();
        for kind in types {
            if !distinct.contains(&kind) {
                distinct.push(kind);
            }
        }
        if let [only] = distinct.as_slice() {
            return ((*only).clone(), None);
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
            return (widest.map_or(Type::Any, |kind| (**kind).clone()), None);
        }
        self.join_objects(&distinct, name)
    }

    fn join_objects(&mut self, distinct: &[&Type], name: &str) -> (Type, Option<(String, BTreeSet<String>)>) {
        let open = Type::map(Type::Any);
        let mut parts = BTreeSet::new();
        for kind in distinct {
            match kind {
                Type::Class(name) => drop(parts.insert(name.clone())),
                kind if **kind == open => {}
                _ => return (Type::Any, None),
            }
        }
        if parts.len() == 1 {
            return (Type::Class(parts.into_iter().next().unwrap_or_default()), None);
        }
        if let Some(known) = self.names.get(&parts) {
            return (Type::Class(known.clone()), None);
        }
        self.names.insert(parts.clone(), name.to_owned());
        (Type::Class(name.to_owned()), Some((name.to_owned(), parts)))
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
            (class("X"), None),
            "the same parts are the same class"
        );
    }
}
