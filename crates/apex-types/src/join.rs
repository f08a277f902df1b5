//! Joins the branches of a union to one Apex class with the fields of all branches.
//!
//! Fields with the same name are joined: equal types are kept, numbers are widened, and objects become one class with
//! the fields of both. An unconstrained object adds nothing. Types that cannot be joined become any value.

use std::collections::{BTreeMap, BTreeSet};

use super::model::Type;

/// The classes that were joined from several types, by their parts, and vice versa.
#[derive(Debug, Default)]
pub(super) struct Joined {
    names: BTreeMap<BTreeSet<String>, String>,
    parts: BTreeMap<String, BTreeSet<String>>,
}

impl Joined {
    /// Records the parts of a joined class. Parts that are joined classes are replaced by their own parts, so that
    /// joining terminates.
    pub(super) fn add(&mut self, name: &str, parts: &BTreeSet<String>) {
        let parts = self.written_out(parts);
        self.names.entry(parts.clone()).or_insert_with(|| name.to_owned());
        self.parts.insert(name.to_owned(), parts);
    }

    /// Returns the parts of a class.
    pub(super) fn parts(&self, name: &str) -> Option<&BTreeSet<String>> {
        self.parts.get(name)
    }

    fn written_out(&self, parts: &BTreeSet<String>) -> BTreeSet<String> {
        let own = |part: &String| self.parts.get(part).cloned().unwrap_or_else(|| BTreeSet::from([part.clone()]));
        parts.iter().flat_map(own).collect()
    }

    /// Returns the type for the values of all `types`, and whether it is a new class.
    ///
    /// `name` is the name for a new class.
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

/// Returns the rank of a number type by its width.
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
    use crate::model::Type;

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
