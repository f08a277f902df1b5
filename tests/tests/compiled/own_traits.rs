//! Calls of serde traits through type names: no inherent function of a type hides the method of the trait.

use planwright_tests::cases as folders;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use serde::{Deserialize as _, Serialize as _};
use serde_json::json;

use crate::cases::own_traits::schemas::{Percent, Source};
use crate::cases::{style_borrowed, tagged_refs, tool_pairs};

#[test]
fn reading_through_the_name_of_a_type_validates() {
    assert!(Percent::deserialize(json!({"share": 1})).is_ok());
    assert!(Percent::deserialize(json!({"share": 0})).is_err());
    assert!(Percent::deserialize(&mut serde_json::Deserializer::from_str("{\"share\": 0}")).is_err());
    assert!(serde_json::from_str::<Vec<Percent>>("[{\"share\": 0}]").is_err());
    assert!(Source::deserialize(json!({"kind": "git", "version": 3, "url": "abc"})).is_ok());
    for bad in [
        json!({"kind": "git", "version": 3, "url": "ab"}),
        json!({"kind": "svn", "version": 3, "url": "abc"}),
        json!({"kind": "git", "url": "abc"}),
    ] {
        assert!(Source::deserialize(bad).is_err());
    }
    let item = json!({"name": "", "count": 1});
    assert!(tool_pairs::shop::AddItemParams::deserialize(item).is_err());
    let fill = json!({"action": "fill", "target": "a", "text": "long"});
    assert!(tagged_refs::schemas::Fill::deserialize(fill).is_err());
}

#[test]
fn writing_through_the_name_of_a_type_writes_everything() {
    let source = json!({"kind": "git", "version": 3, "url": "abc"});
    let read = Source::deserialize(source.clone()).expect("it obeys");
    assert_eq!(Source::serialize(&read, serde_json::value::Serializer).expect("it is written"), source);
    assert_eq!((Source::KIND, Source::VERSION), ("git", 3));
    let fill = json!({"action": "fill", "target": "a", "text": "abc"});
    let read = tagged_refs::schemas::Fill::deserialize(fill.clone()).expect("it obeys");
    let written = tagged_refs::schemas::Fill::serialize(&read, serde_json::value::Serializer);
    assert_eq!(written.expect("it is written"), fill);
    let image = style_borrowed::schemas::PartImage { at: "here".into(), alt: None };
    let written = style_borrowed::schemas::PartImage::serialize(&image, serde_json::value::Serializer);
    assert_eq!(written.expect("it is written"), json!({"kind": "image", "at": "here"}));
}

/// Checks for a public function with the name of a method of serde's traits, or a derive with `remote` on a public
/// type.
fn shadows_a_trait(tokens: &TokenStream) -> bool {
    let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let is_word = |token: Option<&TokenTree>, words: &[&str]| matches!(token, Some(TokenTree::Ident(ident)) if words.iter().any(|word| ident == word));
    let mut is_remote = false;
    for (index, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) => {
                let text = group.to_string();
                let is_attribute = group.delimiter() == Delimiter::Bracket;
                is_remote |= is_attribute && text.contains("serde") && text.contains("remote");
                if shadows_a_trait(&group.stream()) {
                    return true;
                }
            }
            token if is_word(Some(token), &["struct", "enum"]) => {
                if is_remote && is_word(index.checked_sub(1).and_then(|before| tokens.get(before)), &["pub"]) {
                    return true;
                }
                is_remote = false;
            }
            token if is_word(Some(token), &["pub"]) => {
                let is_method = is_word(tokens.get(index + 2), &["serialize", "deserialize"]);
                if is_method && is_word(tokens.get(index + 1), &["fn"]) {
                    return true;
                }
            }
            _ => {}
        }
    }
    false
}

#[test]
fn no_generated_type_has_a_function_that_stands_before_a_trait() {
    let control = "#[derive(Serialize)] #[serde(remote = \"Self\")] pub struct A {}";
    let other = "impl A { pub fn serialize(&self) {} }";
    for found in [control, other] {
        assert!(shadows_a_trait(&found.parse().expect("it is Rust")), "{found}");
    }
    let mut files = 0;
    for case in folders::all("codegen") {
        for (path, bytes) in planwright_sync::read_tree(&case.folder.join("expected"), ".rs").expect("it can be read") {
            let text = String::from_utf8(bytes).expect("it is text");
            let tokens = text.parse().unwrap_or_else(|error| panic!("{}/{path}: {error}", case.name));
            assert!(!shadows_a_trait(&tokens), "{}/{path}", case.name);
            files += 1;
        }
    }
    assert!(files > 100, "{files} files");
}
