//! Checks that editors list every type of generated code in the file that people read: each is a plain item, and no
//! macro declares one.

use std::collections::BTreeSet;

use planwright_sync::read_tree;
use planwright_tests::cases;
use syn::{Item, Type};

#[test]
fn every_type_is_a_plain_item_of_the_file_that_people_read() {
    cases::run("codegen", |case| {
        let files = read_tree(&case.folder.join("expected"), ".rs").map_err(|errors| format!("{errors:?}"))?;
        let files = files.iter().map(|(path, text)| Ok((path.as_str(), std::str::from_utf8(text)?)));
        let files: Vec<(&str, &str)> =
            files.collect::<Result<_, std::str::Utf8Error>>().map_err(|error| error.to_string())?;
        count_types(&files).map(|count| assert!(count > 0, "{}", case.name))
    });
}

/// Returns the number of types that are plain items, or an error if a type is not one.
fn count_types(files: &[(&str, &str)]) -> Result<usize, String> {
    let mut outline = Outline::default();
    for (path, text) in files {
        let file = syn::parse_file(text).map_err(|error| format!("{path}: {error}"))?;
        outline.add(path, file.items, !path.starts_with("impls"))?;
    }
    match outline.implemented.difference(&outline.declared).next() {
        Some(name) => Err(format!("{name} is not an item of the file that people read")),
        None => Ok(outline.declared.len()),
    }
}

#[derive(Default)]
struct Outline {
    declared: BTreeSet<String>,
    implemented: BTreeSet<String>,
}

impl Outline {
    /// Adds the items of a file or module.
    fn add(&mut self, path: &str, items: Vec<Item>, is_read: bool) -> Result<(), String> {
        for item in items {
            match item {
                Item::Struct(item) if is_read => drop(self.declared.insert(item.ident.to_string())),
                Item::Enum(item) if is_read => drop(self.declared.insert(item.ident.to_string())),
                Item::Type(item) if is_read => drop(self.declared.insert(item.ident.to_string())),
                Item::Mod(item) => self.add(path, item.content.map_or_else(Vec::new, |(_, items)| items), is_read)?,
                Item::Use(_) | Item::Const(_) | Item::Trait(_) if is_read => {}
                _ if is_read => return Err(format!("{path} contains more than types")),
                Item::Impl(item) => self.implemented.extend(own_name(&item.self_ty)),
                _ => {}
            }
        }
        Ok(())
    }
}

/// Returns the name of a type that a path of one segment refers to.
fn own_name(of: &Type) -> Option<String> {
    let Type::Path(of) = of else { return None };
    of.path.segments.first().filter(|_| of.path.segments.len() == 1).map(|first| first.ident.to_string())
}

#[test]
fn a_type_that_a_macro_declares_is_found() {
    let fine = [("mod.rs", "pub struct A { pub a: u8 }"), ("impls.rs", "impl super::A {} impl A {}")];
    assert_eq!(count_types(&fine), Ok(1));
    assert_eq!(count_types(&[("mod.rs", "pub mod m { pub struct A; }"), fine[1]]), Ok(1));
    assert!(count_types(&[("mod.rs", "pub mod m { declare!(A); }")]).is_err());
    assert!(count_types(&[("mod.rs", "pub struct A; impl A {}")]).is_err());
    assert!(count_types(&[fine[0], ("impls/a.rs", "declare!(B); impl Clone for B {}")]).is_err());
}
