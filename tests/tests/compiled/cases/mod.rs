//! Every case of `cases/codegen`. Written by `goldens`; see there.
#![allow(unreachable_pub, clippy::module_inception, reason = "generated code is public wherever it is put")]

#[rustfmt::skip]
#[path = "../../../cases/codegen/anchors/expected/mod.rs"]
mod anchors;
#[rustfmt::skip]
#[path = "../../../cases/codegen/bad_defaults/expected/mod.rs"]
mod bad_defaults;
#[rustfmt::skip]
#[path = "../../../cases/codegen/boolean_schemas/expected/mod.rs"]
mod boolean_schemas;
#[rustfmt::skip]
#[path = "../../../cases/codegen/cross_file_refs/expected/mod.rs"]
mod cross_file_refs;
#[rustfmt::skip]
#[path = "../../../cases/codegen/cross_folder_refs/expected/mod.rs"]
mod cross_folder_refs;
#[rustfmt::skip]
#[path = "../../../cases/codegen/defaults/expected/mod.rs"]
mod defaults;
#[rustfmt::skip]
#[path = "../../../cases/codegen/definitions_only/expected/mod.rs"]
mod definitions_only;
#[rustfmt::skip]
#[path = "../../../cases/codegen/draft_04/expected/mod.rs"]
mod draft_04;
#[rustfmt::skip]
#[path = "../../../cases/codegen/draft_2020/expected/mod.rs"]
mod draft_2020;
#[rustfmt::skip]
#[path = "../../../cases/codegen/dynamic_references/expected/mod.rs"]
mod dynamic_references;
#[rustfmt::skip]
#[path = "../../../cases/codegen/enums/expected/mod.rs"]
mod enums;
#[rustfmt::skip]
#[path = "../../../cases/codegen/formats/expected/mod.rs"]
mod formats;
#[rustfmt::skip]
#[path = "../../../cases/codegen/forty_members/expected/mod.rs"]
mod forty_members;
#[rustfmt::skip]
#[path = "../../../cases/codegen/hostile_descriptions/expected/mod.rs"]
mod hostile_descriptions;
#[rustfmt::skip]
#[path = "../../../cases/codegen/hostile_names/expected/mod.rs"]
mod hostile_names;
#[rustfmt::skip]
#[path = "../../../cases/codegen/id_refs/expected/mod.rs"]
mod id_refs;
#[rustfmt::skip]
#[path = "../../../cases/codegen/law_only/expected/mod.rs"]
mod law_only;
#[rustfmt::skip]
#[path = "../../../cases/codegen/meta_schema/expected/mod.rs"]
mod meta_schema;
#[rustfmt::skip]
#[path = "../../../cases/codegen/mixed_dialects/expected/mod.rs"]
mod mixed_dialects;
#[rustfmt::skip]
#[path = "../../../cases/codegen/nested_ids/expected/mod.rs"]
mod nested_ids;
#[rustfmt::skip]
#[path = "../../../cases/codegen/no_title/expected/mod.rs"]
mod no_title;
#[rustfmt::skip]
#[path = "../../../cases/codegen/nullable/expected/mod.rs"]
mod nullable;
#[rustfmt::skip]
#[path = "../../../cases/codegen/numbers/expected/mod.rs"]
mod numbers;
#[rustfmt::skip]
#[path = "../../../cases/codegen/recursion/expected/mod.rs"]
mod recursion;
#[rustfmt::skip]
#[path = "../../../cases/codegen/rust_words/expected/mod.rs"]
mod rust_words;
#[rustfmt::skip]
#[path = "../../../cases/codegen/same_names/expected/mod.rs"]
mod same_names;
#[rustfmt::skip]
#[path = "../../../cases/codegen/tag_enum_of_one/expected/mod.rs"]
mod tag_enum_of_one;
#[rustfmt::skip]
#[path = "../../../cases/codegen/tagged_refs/expected/mod.rs"]
mod tagged_refs;
#[rustfmt::skip]
#[path = "../../../cases/codegen/untagged_unions/expected/mod.rs"]
mod untagged_unions;

/// The roots of a case.
#[rustfmt::skip]
pub(crate) fn roots(case: &str) -> Vec<planwright_tests::round_trip::Root> {
    match case {
        "anchors" => roots!(anchors),
        "bad_defaults" => roots!(bad_defaults),
        "boolean_schemas" => roots!(boolean_schemas),
        "cross_file_refs" => roots!(cross_file_refs),
        "cross_folder_refs" => roots!(cross_folder_refs),
        "defaults" => roots!(defaults),
        "definitions_only" => roots!(definitions_only),
        "draft_04" => roots!(draft_04),
        "draft_2020" => roots!(draft_2020),
        "dynamic_references" => roots!(dynamic_references),
        "enums" => roots!(enums),
        "formats" => roots!(formats),
        "forty_members" => roots!(forty_members),
        "hostile_descriptions" => roots!(hostile_descriptions),
        "hostile_names" => roots!(hostile_names),
        "id_refs" => roots!(id_refs),
        "law_only" => roots!(law_only),
        "meta_schema" => roots!(meta_schema),
        "mixed_dialects" => roots!(mixed_dialects),
        "nested_ids" => roots!(nested_ids),
        "no_title" => roots!(no_title),
        "nullable" => roots!(nullable),
        "numbers" => roots!(numbers),
        "recursion" => roots!(recursion),
        "rust_words" => roots!(rust_words),
        "same_names" => roots!(same_names),
        "tag_enum_of_one" => roots!(tag_enum_of_one),
        "tagged_refs" => roots!(tagged_refs),
        "untagged_unions" => roots!(untagged_unions),
        _ => Vec::new(),
    }
}
