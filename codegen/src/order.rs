//! Sorts types and fields in schema order: roots first, then as they are written.

use std::collections::BTreeMap;

use planwright_source::Pointer;

use crate::shape::{Kind, Shapes};
use planwright_schema::SchemaSet;
use planwright_schema::link::Linked;

/// Location in a file.
type Place = (String, Pointer);

/// Sorts the types of every module, and their fields.
pub(crate) fn sort(shapes: &mut BTreeMap<String, Shapes>, linked: &Linked<'_>, set: &SchemaSet) {
    let offsets = offsets(shapes, set);
    let offset = |place: &Place| offsets.get(&place.0).and_then(|file| file.get(&place.1)).copied();
    for (module, shapes) in shapes.iter_mut() {
        let roots = linked.modules.get(module).map(|module| &module.roots);
        let is_root = |name: &str| roots.is_some_and(|roots| roots.iter().any(|root| root.name == name));
        shapes.types.sort_by_cached_key(|def| {
            let place = def.docs.place.as_ref();
            let file = place.map(|(file, _)| file.clone());
            (!is_root(&def.name), file, place.and_then(offset), def.name.clone())
        });
        for def in &mut shapes.types {
            if let Kind::Struct(fields) = &mut def.kind {
                fields.sort_by_cached_key(|field| (field.rest, offset(&field.place)));
            }
        }
    }
}

/// Returns the offsets of the schemas of all types and fields, by file and pointer.
fn offsets(shapes: &BTreeMap<String, Shapes>, set: &SchemaSet) -> BTreeMap<String, BTreeMap<Pointer, usize>> {
    let mut pointers: BTreeMap<&str, Vec<&Pointer>> = BTreeMap::new();
    for def in shapes.values().flat_map(|shapes| &shapes.types) {
        let fields = if let Kind::Struct(fields) = &def.kind { fields.as_slice() } else { &[] };
        for (file, pointer) in def.docs.place.iter().chain(fields.iter().map(|field| &field.place)) {
            pointers.entry(file).or_default().push(pointer);
        }
    }
    let files = pointers.into_iter().filter_map(|(path, pointers)| {
        let places = set.get(path)?.locate_all(pointers.iter().copied());
        let starts = pointers.into_iter().zip(places);
        let starts = starts.filter_map(|(pointer, place)| Some((pointer.clone(), place?.value.start)));
        Some((path.to_owned(), starts.collect()))
    });
    files.collect()
}
