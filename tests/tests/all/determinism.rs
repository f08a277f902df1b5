//! Generated code depends only on the schemas, not on their order, the location or the date.

use planwright_codegen::{GeneratedFile, Layout, Options, SchemaSet, generate_with};
use planwright_sync::read_tree;
use planwright_tests::workspace;

fn texts() -> Vec<(String, Vec<u8>)> {
    read_tree(&workspace().join("schemas"), ".schema.json").expect("schemas/ can be read")
}

fn generate(texts: Vec<(String, Vec<u8>)>, layout: Layout) -> Vec<GeneratedFile> {
    let set = SchemaSet::parse(texts).expect("schemas/ is valid");
    generate_with(&set, &Options { layout, ..Options::default() }).expect("schemas/ compiles")
}

#[test]
fn twice_is_the_same() {
    for layout in [Layout::Crate, Layout::Module, Layout::SingleFile] {
        assert_eq!(generate(texts(), layout), generate(texts(), layout), "{layout:?}");
    }
}

#[test]
fn the_order_of_the_files_does_not_matter() {
    let mut reversed = texts();
    reversed.reverse();
    let mut turned = texts();
    turned.rotate_left(7);
    let plain = generate(texts(), Layout::Crate);
    assert_eq!(generate(reversed, Layout::Crate), plain);
    assert_eq!(generate(turned, Layout::Crate), plain);
}

#[test]
fn neither_place_nor_version_is_written() {
    let folder = workspace();
    let folder = folder.to_str().expect("the workspace has a plain path");
    for file in generate(texts(), Layout::Crate) {
        assert!(!file.text.contains(folder), "{} names {folder}", file.path);
        let banner = file.text.lines().next().unwrap_or_default();
        assert!(!banner.contains(|c: char| c.is_ascii_digit()), "{} is dated or versioned: {banner}", file.path);
        assert!(!file.text.contains('\r'), "{} has a carriage return", file.path);
        assert!(file.text.ends_with('\n') && !file.text.ends_with("\n\n"), "{} ends oddly", file.path);
    }
}
