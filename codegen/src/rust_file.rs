//! Prints tokens as the source of a file.
//!
//! `prettyplease` lays out each item. The blank lines between items, and the lines of a macro call, are decided here.

use proc_macro2::{Punct, TokenStream, TokenTree};
use syn::{File, Item, ItemImpl, ItemMod, ItemTrait};

use crate::text::visible_tokens;

/// Returns the source of items, which ends with a line break. Inner attributes come first.
pub(crate) fn print(tokens: TokenStream) -> syn::Result<String> {
    let file: File = syn::parse2(visible_tokens(tokens))?;
    let head = File { shebang: None, frontmatter: None, attrs: file.attrs, items: Vec::new() };
    let head = if head.attrs.is_empty() { String::new() } else { prettyplease::unparse(&head) };
    let items = rows(file.items);
    let between = if head.is_empty() || items.is_empty() { "" } else { "\n" };
    Ok([head.as_str(), between, &items].concat())
}

/// Returns items with blank lines between them. Imports form one paragraph.
fn rows(items: Vec<Item>) -> String {
    let mut text = String::new();
    let mut was_use = None;
    for item in items {
        let is_use = matches!(item, Item::Use(_));
        let is_apart = was_use.is_some_and(|was_use| !(was_use && is_use));
        text.extend([if is_apart { "\n" } else { "" }, &item_text(item)]);
        was_use = Some(is_use);
    }
    text
}

fn item_text(item: Item) -> String {
    match item {
        Item::Impl(mut item) if item.items.len() > 1 => {
            let members = std::mem::take(&mut item.items);
            spaced(members, &|items| Item::Impl(ItemImpl { items, ..item.clone() }))
        }
        Item::Trait(mut item) if item.items.len() > 1 => {
            let members = std::mem::take(&mut item.items);
            spaced(members, &|items| Item::Trait(ItemTrait { items, ..item.clone() }))
        }
        Item::Mod(mut item) if item.content.as_ref().is_some_and(|(_, items)| !items.iter().all(is_declaration)) => {
            let (brace, members) = item.content.take().unwrap_or_default();
            nested(&members, &|items| Item::Mod(ItemMod { content: Some((brace, items)), ..item.clone() }))
        }
        Item::Macro(mut item) => {
            let clauses = clauses(&item.mac.tokens);
            let whole = unparse(Item::Macro(item.clone()));
            if clauses.len() < 2 || matches!(item.mac.delimiter, syn::MacroDelimiter::Paren(_)) {
                return whole;
            }
            item.mac.tokens = TokenStream::new();
            let with = |clauses: Vec<TokenStream>| {
                let mut one = item.clone();
                one.mac.tokens = clauses.into_iter().collect();
                Item::Macro(one)
            };
            joined(clauses, &with, "").unwrap_or(whole)
        }
        other => unparse(other),
    }
}

/// Returns the source of a module with blank lines between its items and in them.
fn nested(members: &[Item], with: &dyn Fn(Vec<Item>) -> Item) -> String {
    let empty = unparse(with(Vec::new()));
    let inner = rows(members.to_vec());
    match empty.strip_suffix("{}\n") {
        // A line break in a raw string must not be indented.
        Some(head) if !inner.contains("r#\"") => {
            let lines = inner.lines().flat_map(|line| [if line.is_empty() { "" } else { "    " }, line, "\n"]);
            [head, "{\n"].into_iter().chain(lines).chain(["}\n"]).collect()
        }
        _ => unparse(with(members.to_vec())),
    }
}

fn is_declaration(item: &Item) -> bool {
    matches!(item, Item::Mod(module) if module.content.is_none())
}

/// Returns the source of an `impl` or trait with blank lines between its items.
fn spaced<T: Clone>(members: Vec<T>, with: &dyn Fn(Vec<T>) -> Item) -> String {
    joined(members.clone(), with, "\n").unwrap_or_else(|| unparse(with(members)))
}

/// Returns the source of an item whose parts are printed one by one. `with` returns the item with some of its parts.
fn joined<T>(members: Vec<T>, with: &dyn Fn(Vec<T>) -> Item, between: &str) -> Option<String> {
    let empty = unparse(with(Vec::new()));
    let head = [empty.strip_suffix("{}\n")?, "{\n"].concat();
    let mut text = head.clone();
    for (index, member) in members.into_iter().enumerate() {
        let whole = unparse(with(vec![member]));
        text.push_str(if index > 0 { between } else { "" });
        text.push_str(whole.strip_prefix(&head)?.strip_suffix("}\n")?);
    }
    text.push_str("}\n");
    Some(text)
}

fn unparse(item: Item) -> String {
    prettyplease::unparse(&File { shebang: None, frontmatter: None, attrs: Vec::new(), items: vec![item] })
}

/// Splits the arguments of a macro after each semicolon at the top level.
fn clauses(tokens: &TokenStream) -> Vec<TokenStream> {
    let ends = |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if Punct::as_char(punct) == ';');
    let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    tokens.split_inclusive(ends).map(|clause| clause.iter().cloned().collect()).collect()
}

#[cfg(test)]
mod tests {
    use quote::quote;

    use super::print;

    #[test]
    fn items_and_members_are_apart_and_imports_are_not() {
        let tokens = quote! {
            #![doc = " About."]
            use a::B;
            use c::{D, E};
            #[doc = " One."]
            pub struct One(pub u8);
            impl One {
                pub const A: u8 = 1;
                fn f<T>(self) -> u8 where T: Copy { 1 }
            }
            read! { One by table; first "first" value need; second "second" value or Self::default; }
            short!(One; a;);
            block! { One }
            mod inner { use super::*; impl One { fn a() {} fn b() {} } }
        };
        let expected = "\
//! About.

use a::B;
use c::{D, E};

/// One.
pub struct One(pub u8);

impl One {
    pub const A: u8 = 1;

    fn f<T>(self) -> u8
    where
        T: Copy,
    {
        1
    }
}

read! {
    One by table;
    first \"first\" value need;
    second \"second\" value or Self::default;
}

short!(One; a;);

block! {
    One
}

mod inner {
    use super::*;

    impl One {
        fn a() {}

        fn b() {}
    }
}
";
        assert_eq!(print(tokens).expect("it is Rust"), expected);
    }

    #[test]
    fn what_is_not_rust_is_an_error() {
        assert!(print(quote!(pub struct;)).is_err());
    }
}
