//! Checks whether a type can derive the requested standard traits, according to its shape. Other traits are left to the
//! compiler.

use std::collections::{BTreeMap, BTreeSet};

use syn::Path;

use super::{ConfiguredBy, Numbers, Resolved, refused};
use crate::names::qualified;
use crate::shape::{Field, Kind, Shape, Shapes, TypeDef};
use planwright_schema::Target;
use planwright_schema::error::Error;

/// A trait that not every shape supports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Trait {
    Copy,
    Default,
    Eq,
    Hash,
    Ord,
    PartialOrd,
}

impl Trait {
    fn name(self) -> &'static str {
        match self {
            Self::Copy => "Copy",
            Self::Default => "Default",
            Self::Eq => "Eq",
            Self::Hash => "Hash",
            Self::Ord => "Ord",
            Self::PartialOrd => "PartialOrd",
        }
    }
}

/// Derives of every string enum.
pub(crate) const TEXT_ENUM: &[&str] = &["Clone", "Copy", "Debug", "PartialEq", "Eq", "PartialOrd", "Ord", "Hash"];
/// Derives of every named string.
pub(crate) const NAMED_TEXT: &[&str] = &["Clone", "Debug", "PartialEq", "Eq", "PartialOrd", "Ord", "Hash"];
/// Derives of every named integer or boolean.
const NAMED_INTEGER: &[&str] = TEXT_ENUM;
/// Derives of every type.
pub(crate) const ALL: &[&str] = &["Clone", "Debug", "PartialEq"];

/// Returns the derives of a newtype that owns its value.
pub(crate) fn newtype_derives(shape: &Shape) -> &'static [&'static str] {
    match shape {
        Shape::String | Shape::Date | Shape::DateTime => NAMED_TEXT,
        Shape::Bool | Shape::Integer(_) => NAMED_INTEGER,
        _ => ALL,
    }
}

/// Derives that require other derives.
const NEEDS: &[(&str, &[&str])] = &[("Ord", &["Eq", "PartialOrd"])];

/// Types that omit a derive that is requested for all types, by location and trait, with the reason.
pub(crate) type Without = BTreeMap<(Target, String), String>;

/// Finds types that cannot have a derive that is requested for all types. These types omit it, and so do types that
/// contain them.
pub(crate) fn without(shapes: &BTreeMap<String, Shapes>, style: &mut Resolved) {
    let asked: Vec<String> = style.all.derives.iter().filter_map(|derive| standard(&derive.what)).collect();
    loop {
        let checker = DeriveChecker { shapes, style };
        let mut found = Without::new();
        for (module, shapes) in shapes {
            for def in &shapes.types {
                let Some(target) = def.target() else { continue };
                for name in &asked {
                    let key = (target.clone(), name.clone());
                    let own = style.types.get(&target).is_some_and(|own| {
                        own.derives.iter().any(|derive| standard(&derive.what).as_ref() == Some(name))
                    });
                    let Some(known) = named(name).filter(|_| !own && !style.without.contains_key(&key)) else {
                        continue;
                    };
                    let needs = NEEDS.iter().filter(|(other, _)| other == name).flat_map(|(_, needs)| needs.iter());
                    let lacks = needs.filter(|need| style.without.contains_key(&(target.clone(), (**need).to_owned())));
                    let lacks = lacks.map(|need| format!("it has no {need}")).next();
                    let judged = checker.check_def(known, module, def, &mut BTreeSet::new());
                    if let Some(why) = lacks.or(judged.err()) {
                        found.insert(key, why);
                    }
                }
            }
        }
        if found.is_empty() {
            return;
        }
        style.without.extend(found);
    }
}

/// Returns errors for all requested derives that are impossible.
pub(crate) fn check(shapes: &BTreeMap<String, Shapes>, style: &Resolved) -> Vec<Error> {
    let checker = DeriveChecker { shapes, style };
    let mut errors = Vec::new();
    for (module, shapes) in shapes {
        for def in &shapes.types {
            let (asked, _) = style.additions(def.target().as_ref());
            let asked: Vec<&ConfiguredBy<Path>> =
                asked.into_iter().filter(|asked| !style.omits_derive(def.target().as_ref(), &asked.what)).collect();
            let place = def.target().map_or_else(String::new, |target| format!(" ({target})"));
            for derive in &asked {
                let Some(name) = standard(&derive.what) else { continue };
                let mut refuse = |why: &str| {
                    let path = qualified(module, &def.name);
                    errors.push(refused(derive, format!("{path}{place} cannot derive {name}: {why}")));
                };
                if let Some(known) = named(&name)
                    && let Err(why) = checker.check_def(known, module, def, &mut BTreeSet::new())
                {
                    refuse(&why);
                }
                let is_there = |need: &str| {
                    let base = named(need).is_some_and(|known| has_already(&def.kind, known));
                    base || asked.iter().any(|other| standard(&other.what).as_deref() == Some(need))
                };
                for (_, needs) in NEEDS.iter().filter(|(other, _)| *other == name) {
                    for need in needs.iter().filter(|need| !is_there(need)) {
                        refuse(&format!("it needs {need} too, so ask for that as well"));
                    }
                }
            }
        }
    }
    errors
}

/// Returns the name of a standard derive: `Eq`, `std::cmp::Eq`.
pub(crate) fn standard(path: &Path) -> Option<String> {
    let first = path.segments.first()?.ident.to_string();
    let last = path.segments.last()?.ident.to_string();
    (path.segments.len() == 1 || first == "std" || first == "core").then_some(last)
}

fn named(name: &str) -> Option<Trait> {
    [Trait::Copy, Trait::Default, Trait::Eq, Trait::Hash, Trait::Ord, Trait::PartialOrd]
        .into_iter()
        .find(|known| known.name() == name)
}

/// Returns whether the type has the derive anyway.
fn has_already(kind: &Kind, known: Trait) -> bool {
    let has = |derives: &[&str]| derives.contains(&known.name());
    match kind {
        Kind::Enum(_) => has(TEXT_ENUM),
        Kind::OpenEnum(_) => has(NAMED_TEXT),
        Kind::Alias(shape) => has(newtype_derives(shape)),
        Kind::Struct(fields) => {
            known == Trait::Default && fields.iter().all(|field| !field.required || field.constant.is_some())
        }
        Kind::Tagged { .. } | Kind::Content { .. } | Kind::Untagged(_) => false,
    }
}

struct DeriveChecker<'a> {
    shapes: &'a BTreeMap<String, Shapes>,
    style: &'a Resolved,
}

impl DeriveChecker<'_> {
    /// Checks whether the type itself can derive the trait.
    fn check_def(&self, known: Trait, module: &str, def: &TypeDef, seen: &mut BTreeSet<String>) -> Result<(), String> {
        if has_already(&def.kind, known) {
            return Ok(());
        }
        if !seen.insert(qualified(module, &def.name)) {
            return Ok(());
        }
        match &def.kind {
            Kind::Enum(_) | Kind::OpenEnum(_) | Kind::Tagged { .. } | Kind::Content { .. } | Kind::Untagged(_)
                if known == Trait::Default =>
            {
                Err("no variant of an enum is its default".to_owned())
            }
            Kind::OpenEnum(_) if known == Trait::Copy => Err("one of its variants is a string".to_owned()),
            Kind::Enum(_) | Kind::OpenEnum(_) => Ok(()),
            Kind::Struct(fields) => self.check_fields(known, module, fields, seen),
            Kind::Tagged { variants, .. } => variants.iter().try_for_each(|variant| {
                self.check_shape(known, module, &variant.shape, seen)
                    .map_err(|why| format!("its variant {:?} is {why}", variant.value))
            }),
            Kind::Content { variants, .. } => variants.iter().try_for_each(|variant| {
                let shape = variant.shape.as_ref().map_or(Ok(()), |shape| self.check_shape(known, module, shape, seen));
                shape.map_err(|why| format!("its variant {:?} is {why}", variant.name))
            }),
            Kind::Untagged(shapes) => shapes.iter().try_for_each(|shape| {
                self.check_shape(known, module, shape, seen).map_err(|why| format!("one of its variants is {why}"))
            }),
            Kind::Alias(shape) => {
                self.check_shape(known, module, shape, seen).map_err(|why| format!("its value is {why}"))
            }
        }
    }

    fn check_fields(
        &self,
        known: Trait,
        module: &str,
        fields: &[Field],
        seen: &mut BTreeSet<String>,
    ) -> Result<(), String> {
        let counts = |field: &&Field| field.constant.is_none() && (known != Trait::Default || field.required);
        for field in fields.iter().filter(counts) {
            self.check_shape(known, module, &field.shape, seen)
                .map_err(|why| format!("its property {:?} is {why}", field.name))?;
        }
        Ok(())
    }

    fn check_shape(
        &self,
        known: Trait,
        module: &str,
        shape: &Shape,
        seen: &mut BTreeSet<String>,
    ) -> Result<(), String> {
        use Trait::{Copy, Default, Eq, Hash, Ord, PartialOrd};
        let what = match (shape, known) {
            (Shape::Named(name), _) => return self.check_named(known, module, name, seen),
            (Shape::Any(_) | Shape::NotObject, Copy | Ord | PartialOrd) => "any JSON value",
            (Shape::Number, _) if self.style.all.numbers == Numbers::Floats => match known {
                Eq | Hash | Ord => "a floating-point number",
                Copy | Default | PartialOrd => return Ok(()),
            },
            (Shape::BigInteger | Shape::Number, Copy | Default | Ord | PartialOrd) => "a number of any size",
            (Shape::String | Shape::Date | Shape::DateTime, Copy) => "a string",
            (Shape::Formatted(_), Copy | Default) => "a string with a format",
            (Shape::List(_), Copy) => "a list",
            (Shape::Map(..), Copy) => "a map",
            (Shape::Map(..), Hash | Ord | PartialOrd) if self.is_unordered() => "a map without order",
            (Shape::List(_) | Shape::Map(..) | Shape::Nullable(_), Default) => return Ok(()),
            (Shape::List(inner) | Shape::Map(_, inner) | Shape::Nullable(inner), _) => {
                return self.check_shape(known, module, inner, seen);
            }
            (Shape::Array(inner, _), _) => return self.check_shape(known, module, inner, seen),
            (Shape::Tuple(items), _) => {
                return items.iter().try_for_each(|item| self.check_shape(known, module, item, seen));
            }
            _ => return Ok(()),
        };
        Err(format!("{what}, which is not {}", known.name()))
    }

    fn is_unordered(&self) -> bool {
        let map = self.style.all.map.as_ref().and_then(|path| path.segments.last());
        map.is_some_and(|last| last.ident == "HashMap" || last.ident == "IndexMap")
    }

    /// Checks whether a nested type derives the trait too. Types of the user are left to the compiler.
    fn check_named(&self, known: Trait, module: &str, name: &str, seen: &mut BTreeSet<String>) -> Result<(), String> {
        let elsewhere = self.shapes.get(module).into_iter().flat_map(|shapes| &shapes.elsewhere);
        let path = elsewhere.into_iter().find(|(own, _)| own == name).map(|(_, path)| path.as_str());
        let path = path.and_then(|path| path.trim_start_matches("super::").split_once("::"));
        let (module, name) = path.unwrap_or((module, name));
        let defs = self.shapes.get(module).into_iter().flat_map(|shapes| &shapes.types);
        let Some(def) = defs.into_iter().find(|def| def.name == name) else { return Ok(()) };
        let (asked, _) = self.style.additions(def.target().as_ref());
        let (path, trait_name) = (qualified(module, name), known.name());
        let is_without =
            def.target().is_some_and(|target| self.style.without.contains_key(&(target, trait_name.to_owned())));
        let asks = |asked: &&ConfiguredBy<Path>| !is_without && standard(&asked.what).as_deref() == Some(trait_name);
        if has_already(&def.kind, known) || asked.iter().any(asks) {
            return match known {
                Trait::Copy if seen.contains(&path) => Err(format!("{path}, which contains itself")),
                Trait::Copy => self.check_def(known, module, def, seen).map_err(|why| format!("{path}: {why}")),
                _ => Ok(()),
            };
        }
        Err(format!("{path}, which does not derive {trait_name}: ask that of it too"))
    }
}
