//! The options of a set can add the builders of a library to structs.

use planwright_runtime::Maybe;

use crate::cases::style_struct_attributes::schemas::{Region, RegionState};

#[test]
fn a_builder_of_a_library_knows_what_is_required_and_what_has_a_default() {
    let least = Region::builder().file("a.rs").build();
    assert_eq!((least.offset, least.line, least.note), (-1, None, Maybe::Absent));
    let region = Region::builder().file("a.rs").line(3_u64).state(RegionState::Open).tags(["a".to_owned()]).build();
    let text = serde_json::to_string(&region).expect("it is written");
    assert_eq!(text, r#"{"kind":"region","file":"a.rs","line":3,"tags":["a"],"state":"open"}"#);
    assert_eq!(Region::parse(&text).expect("it obeys its schema"), region);
}
