//! Builders stand in a module of their own, one level deeper than the types that they build.

use std::collections::BTreeSet;

use syn::visit_mut::{self, VisitMut};
use syn::{File, Item, Path, parse_quote};

/// Leads the paths to types of other modules out of the module of builders.
pub(super) fn deepen(file: &mut File, elsewhere: &[(String, String)]) {
    let mut deeper = Deeper { elsewhere: elsewhere.iter().map(|(_, path)| path.as_str()).collect() };
    for item in &mut file.items {
        if let Item::Mod(module) = item
            && module.ident == "builder"
        {
            deeper.visit_item_mod_mut(module);
        }
    }
}

struct Deeper<'a> {
    elsewhere: BTreeSet<&'a str>,
}

impl VisitMut for Deeper<'_> {
    fn visit_path_mut(&mut self, path: &mut Path) {
        visit_mut::visit_path_mut(self, path);
        let words: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        if self.elsewhere.contains(words.join("::").as_str()) {
            *path = parse_quote!(super::#path);
        }
    }
}
