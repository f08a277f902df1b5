//! Every case of `cases/codegen`. Written by `goldens`; see there.
#![allow(unreachable_pub, clippy::module_inception, reason = "generated code is public wherever it is put")]

#[rustfmt::skip]
#[path = "../../../cases/codegen/anchors/expected/mod.rs"]
pub(crate) mod anchors;
#[rustfmt::skip]
#[path = "../../../cases/codegen/bad_annotations/expected/mod.rs"]
pub(crate) mod bad_annotations;
#[rustfmt::skip]
#[path = "../../../cases/codegen/bad_defaults/expected/mod.rs"]
pub(crate) mod bad_defaults;
#[rustfmt::skip]
#[path = "../../../cases/codegen/boolean_schemas/expected/mod.rs"]
pub(crate) mod boolean_schemas;
#[rustfmt::skip]
#[path = "../../../cases/codegen/cross_file_refs/expected/mod.rs"]
pub(crate) mod cross_file_refs;
#[rustfmt::skip]
#[path = "../../../cases/codegen/cross_folder_refs/expected/mod.rs"]
pub(crate) mod cross_folder_refs;
#[rustfmt::skip]
#[path = "../../../cases/codegen/defaults/expected/mod.rs"]
pub(crate) mod defaults;
#[rustfmt::skip]
#[path = "../../../cases/codegen/definitions_only/expected/mod.rs"]
pub(crate) mod definitions_only;
#[rustfmt::skip]
#[path = "../../../cases/codegen/draft_04/expected/mod.rs"]
pub(crate) mod draft_04;
#[rustfmt::skip]
#[path = "../../../cases/codegen/draft_2020/expected/mod.rs"]
pub(crate) mod draft_2020;
#[rustfmt::skip]
#[path = "../../../cases/codegen/dynamic_references/expected/mod.rs"]
pub(crate) mod dynamic_references;
#[rustfmt::skip]
#[path = "../../../cases/codegen/enum_defaults/expected/mod.rs"]
pub(crate) mod enum_defaults;
#[rustfmt::skip]
#[path = "../../../cases/codegen/enums/expected/mod.rs"]
pub(crate) mod enums;
#[rustfmt::skip]
#[path = "../../../cases/codegen/existing_types/expected/mod.rs"]
pub(crate) mod existing_types;
#[rustfmt::skip]
#[path = "../../../cases/codegen/formats/expected/mod.rs"]
pub(crate) mod formats;
#[rustfmt::skip]
#[path = "../../../cases/codegen/forty_members/expected/mod.rs"]
pub(crate) mod forty_members;
#[rustfmt::skip]
#[path = "../../../cases/codegen/hostile_descriptions/expected/mod.rs"]
pub(crate) mod hostile_descriptions;
#[rustfmt::skip]
#[path = "../../../cases/codegen/hostile_names/expected/mod.rs"]
pub(crate) mod hostile_names;
#[rustfmt::skip]
#[path = "../../../cases/codegen/id_refs/expected/mod.rs"]
pub(crate) mod id_refs;
#[rustfmt::skip]
#[path = "../../../cases/codegen/idioms/expected/mod.rs"]
pub(crate) mod idioms;
#[rustfmt::skip]
#[path = "../../../cases/codegen/joined_schemas/expected/mod.rs"]
pub(crate) mod joined_schemas;
#[rustfmt::skip]
#[path = "../../../cases/codegen/kept_defaults/expected/mod.rs"]
pub(crate) mod kept_defaults;
#[rustfmt::skip]
#[path = "../../../cases/codegen/large_types/expected/mod.rs"]
pub(crate) mod large_types;
#[rustfmt::skip]
#[path = "../../../cases/codegen/law_only/expected/mod.rs"]
pub(crate) mod law_only;
#[rustfmt::skip]
#[path = "../../../cases/codegen/meta_schema/expected/mod.rs"]
pub(crate) mod meta_schema;
#[rustfmt::skip]
#[path = "../../../cases/codegen/mixed_dialects/expected/mod.rs"]
pub(crate) mod mixed_dialects;
#[rustfmt::skip]
#[path = "../../../cases/codegen/nested_ids/expected/mod.rs"]
pub(crate) mod nested_ids;
#[rustfmt::skip]
#[path = "../../../cases/codegen/nested_unions/expected/mod.rs"]
pub(crate) mod nested_unions;
#[rustfmt::skip]
#[path = "../../../cases/codegen/nested_unions_serde/expected/mod.rs"]
pub(crate) mod nested_unions_serde;
#[rustfmt::skip]
#[path = "../../../cases/codegen/newtypes/expected/mod.rs"]
pub(crate) mod newtypes;
#[rustfmt::skip]
#[path = "../../../cases/codegen/no_title/expected/mod.rs"]
pub(crate) mod no_title;
#[rustfmt::skip]
#[path = "../../../cases/codegen/nullable/expected/mod.rs"]
pub(crate) mod nullable;
#[rustfmt::skip]
#[path = "../../../cases/codegen/nullable_definitions/expected/mod.rs"]
pub(crate) mod nullable_definitions;
#[rustfmt::skip]
#[path = "../../../cases/codegen/numbers/expected/mod.rs"]
pub(crate) mod numbers;
#[rustfmt::skip]
#[path = "../../../cases/codegen/object_defaults/expected/mod.rs"]
pub(crate) mod object_defaults;
#[rustfmt::skip]
#[path = "../../../cases/codegen/odd_defaults/expected/mod.rs"]
pub(crate) mod odd_defaults;
#[rustfmt::skip]
#[path = "../../../cases/codegen/other_syntaxes/expected/mod.rs"]
pub(crate) mod other_syntaxes;
#[rustfmt::skip]
#[path = "../../../cases/codegen/own_traits/expected/mod.rs"]
pub(crate) mod own_traits;
#[rustfmt::skip]
#[path = "../../../cases/codegen/recursion/expected/mod.rs"]
pub(crate) mod recursion;
#[rustfmt::skip]
#[path = "../../../cases/codegen/recursive_unions/expected/mod.rs"]
pub(crate) mod recursive_unions;
#[rustfmt::skip]
#[path = "../../../cases/codegen/repeated_texts/expected/mod.rs"]
pub(crate) mod repeated_texts;
#[rustfmt::skip]
#[path = "../../../cases/codegen/rust_words/expected/mod.rs"]
pub(crate) mod rust_words;
#[rustfmt::skip]
#[path = "../../../cases/codegen/same_names/expected/mod.rs"]
pub(crate) mod same_names;
#[rustfmt::skip]
#[path = "../../../cases/codegen/shared_members/expected/mod.rs"]
pub(crate) mod shared_members;
#[rustfmt::skip]
#[path = "../../../cases/codegen/style_borrowed/expected/mod.rs"]
pub(crate) mod style_borrowed;
#[rustfmt::skip]
#[path = "../../../cases/codegen/style_borrowed_map/expected/mod.rs"]
pub(crate) mod style_borrowed_map;
#[rustfmt::skip]
#[path = "../../../cases/codegen/style_builders/expected/mod.rs"]
pub(crate) mod style_builders;
#[rustfmt::skip]
#[path = "../../../cases/codegen/style_derives/expected/mod.rs"]
pub(crate) mod style_derives;
#[rustfmt::skip]
#[path = "../../../cases/codegen/style_exact_numbers/expected/mod.rs"]
pub(crate) mod style_exact_numbers;
#[rustfmt::skip]
#[path = "../../../cases/codegen/style_flat/expected/mod.rs"]
pub(crate) mod style_flat;
#[rustfmt::skip]
#[path = "../../../cases/codegen/style_formats/expected/mod.rs"]
pub(crate) mod style_formats;
#[rustfmt::skip]
#[path = "../../../cases/codegen/style_inner_newtypes/expected/mod.rs"]
pub(crate) mod style_inner_newtypes;
#[rustfmt::skip]
#[path = "../../../cases/codegen/style_integer_formats/expected/mod.rs"]
pub(crate) mod style_integer_formats;
#[rustfmt::skip]
#[path = "../../../cases/codegen/style_list_newtypes/expected/mod.rs"]
pub(crate) mod style_list_newtypes;
#[rustfmt::skip]
#[path = "../../../cases/codegen/style_map/expected/mod.rs"]
pub(crate) mod style_map;
#[rustfmt::skip]
#[path = "../../../cases/codegen/style_names/expected/mod.rs"]
pub(crate) mod style_names;
#[rustfmt::skip]
#[path = "../../../cases/codegen/style_open/expected/mod.rs"]
pub(crate) mod style_open;
#[rustfmt::skip]
#[path = "../../../cases/codegen/style_optional_defaults/expected/mod.rs"]
pub(crate) mod style_optional_defaults;
#[rustfmt::skip]
#[path = "../../../cases/codegen/style_replaced/expected/mod.rs"]
pub(crate) mod style_replaced;
#[rustfmt::skip]
#[path = "../../../cases/codegen/style_roots/expected/mod.rs"]
pub(crate) mod style_roots;
#[rustfmt::skip]
#[path = "../../../cases/codegen/style_struct_attributes/expected/mod.rs"]
pub(crate) mod style_struct_attributes;
#[rustfmt::skip]
#[path = "../../../cases/codegen/style_trait_alone/expected/mod.rs"]
pub(crate) mod style_trait_alone;
#[rustfmt::skip]
#[path = "../../../cases/codegen/style_written_defaults/expected/mod.rs"]
pub(crate) mod style_written_defaults;
#[rustfmt::skip]
#[path = "../../../cases/codegen/tag_enum_of_one/expected/mod.rs"]
pub(crate) mod tag_enum_of_one;
#[rustfmt::skip]
#[path = "../../../cases/codegen/tagged_refs/expected/mod.rs"]
pub(crate) mod tagged_refs;
#[rustfmt::skip]
#[path = "../../../cases/codegen/titled_branches/expected/mod.rs"]
pub(crate) mod titled_branches;
#[rustfmt::skip]
#[path = "../../../cases/codegen/tool_pairs/expected/mod.rs"]
pub(crate) mod tool_pairs;
#[rustfmt::skip]
#[path = "../../../cases/codegen/tool_pairs_off/expected/mod.rs"]
pub(crate) mod tool_pairs_off;
#[rustfmt::skip]
#[path = "../../../cases/codegen/unknown_places/expected/mod.rs"]
pub(crate) mod unknown_places;
#[rustfmt::skip]
#[path = "../../../cases/codegen/untagged_unions/expected/mod.rs"]
pub(crate) mod untagged_unions;
#[rustfmt::skip]
#[path = "../../../cases/codegen/validated_parts/expected/mod.rs"]
pub(crate) mod validated_parts;

/// The roots of a case.
#[rustfmt::skip]
pub(crate) fn roots(case: &str) -> Vec<planwright_tests::round_trip::Root> {
    match case {
        "anchors" => roots!(anchors),
        "bad_annotations" => roots!(bad_annotations),
        "bad_defaults" => roots!(bad_defaults),
        "boolean_schemas" => roots!(boolean_schemas),
        "cross_file_refs" => roots!(cross_file_refs),
        "cross_folder_refs" => roots!(cross_folder_refs),
        "defaults" => roots!(defaults),
        "definitions_only" => roots!(definitions_only),
        "draft_04" => roots!(draft_04),
        "draft_2020" => roots!(draft_2020),
        "dynamic_references" => roots!(dynamic_references),
        "enum_defaults" => roots!(enum_defaults),
        "enums" => roots!(enums),
        "existing_types" => roots!(existing_types),
        "formats" => roots!(formats),
        "forty_members" => roots!(forty_members),
        "hostile_descriptions" => roots!(hostile_descriptions),
        "hostile_names" => roots!(hostile_names),
        "id_refs" => roots!(id_refs),
        "idioms" => roots!(idioms),
        "joined_schemas" => roots!(joined_schemas),
        "kept_defaults" => roots!(kept_defaults),
        "large_types" => roots!(large_types),
        "law_only" => roots!(law_only),
        "meta_schema" => roots!(meta_schema),
        "mixed_dialects" => roots!(mixed_dialects),
        "nested_ids" => roots!(nested_ids),
        "nested_unions" => roots!(nested_unions),
        "nested_unions_serde" => roots!(nested_unions_serde),
        "newtypes" => roots!(newtypes),
        "no_title" => roots!(no_title),
        "nullable" => roots!(nullable),
        "nullable_definitions" => roots!(nullable_definitions),
        "numbers" => roots!(numbers),
        "object_defaults" => roots!(object_defaults),
        "odd_defaults" => roots!(odd_defaults),
        "other_syntaxes" => roots!(other_syntaxes),
        "own_traits" => roots!(own_traits),
        "recursion" => roots!(recursion),
        "recursive_unions" => roots!(recursive_unions),
        "repeated_texts" => roots!(repeated_texts),
        "rust_words" => roots!(rust_words),
        "same_names" => roots!(same_names),
        "shared_members" => roots!(shared_members),
        "style_borrowed" => roots!(style_borrowed),
        "style_borrowed_map" => roots!(style_borrowed_map),
        "style_builders" => roots!(style_builders),
        "style_derives" => roots!(style_derives),
        "style_exact_numbers" => roots!(style_exact_numbers),
        "style_flat" => roots!(style_flat),
        "style_formats" => roots!(style_formats),
        "style_inner_newtypes" => roots!(style_inner_newtypes),
        "style_integer_formats" => roots!(style_integer_formats),
        "style_list_newtypes" => roots!(style_list_newtypes),
        "style_map" => roots!(style_map),
        "style_names" => roots!(style_names),
        "style_open" => roots!(style_open),
        "style_optional_defaults" => roots!(style_optional_defaults),
        "style_replaced" => roots!(style_replaced),
        "style_roots" => roots!(style_roots),
        "style_struct_attributes" => roots!(style_struct_attributes),
        "style_trait_alone" => roots!(style_trait_alone),
        "style_written_defaults" => roots!(style_written_defaults),
        "tag_enum_of_one" => roots!(tag_enum_of_one),
        "tagged_refs" => roots!(tagged_refs),
        "titled_branches" => roots!(titled_branches),
        "tool_pairs" => roots!(tool_pairs),
        "tool_pairs_off" => roots!(tool_pairs_off),
        "unknown_places" => roots!(unknown_places),
        "untagged_unions" => roots!(untagged_unions),
        "validated_parts" => roots!(validated_parts),
        _ => Vec::new(),
    }
}
