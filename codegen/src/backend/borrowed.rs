//! Types whose texts are those of the document they were read from: rendered types, rewritten.
//!
//! `String` becomes `Cow<'a, str>`, and every type that reaches one gets the lifetime. Keys of maps stay as they are.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Delimiter, Literal, TokenStream, TokenTree};
use quote::{ToTokens as _, quote};
use syn::visit_mut::{self, VisitMut};
use syn::{Attribute, Field, Fields, File, Generics, Item, ItemImpl, Meta, Path, PathArguments, Type, parse_quote};

use crate::shape::{Kind, Shape, Shapes};

/// The types that reach a text, as `module::Type`.
pub(crate) fn reaching(shapes: &BTreeMap<String, Shapes>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    loop {
        let before = found.len();
        for (module, shapes) in shapes {
            let names = Names { module, elsewhere: &shapes.elsewhere, found: &found };
            let new = shapes.types.iter().filter(|def| names.reach(&def.kind));
            let new: Vec<String> = new.map(|def| format!("{module}::{}", def.name)).collect();
            found.extend(new);
        }
        if found.len() == before {
            return found;
        }
    }
}

/// What the names of one module mean.
struct Names<'a> {
    module: &'a str,
    elsewhere: &'a [(String, String)],
    found: &'a BTreeSet<String>,
}

impl Names<'_> {
    fn reach(&self, kind: &Kind) -> bool {
        match kind {
            Kind::Enum(_) => false,
            Kind::Struct(fields) => fields.iter().any(|field| self.reaches(&field.shape)),
            Kind::Tagged { variants, .. } => {
                variants.iter().flat_map(|variant| &variant.fields).any(|field| self.reaches(&field.shape))
            }
            Kind::Untagged(shapes) => shapes.iter().any(|shape| self.reaches(shape)),
            Kind::Alias(shape) => self.reaches(shape),
        }
    }

    fn reaches(&self, shape: &Shape) -> bool {
        match shape {
            Shape::String | Shape::Date | Shape::DateTime => true,
            Shape::List(inner) | Shape::Map(inner) | Shape::Nullable(inner) => self.reaches(inner),
            Shape::Named(name) => {
                let path = self.elsewhere.iter().find(|(own, _)| own == name).map(|(_, path)| path.as_str());
                let own = || format!("{}::{name}", self.module);
                self.found.contains(&path.map_or_else(own, |path| path.trim_start_matches("super::").to_owned()))
            }
            _ => false,
        }
    }
}

/// Rewrites the types of a module.
pub(super) fn borrow(file: &mut File, module: &str, borrowed: &BTreeSet<String>) {
    if borrowed.is_empty() {
        return;
    }
    let mut rewrite = Rewrite { module, borrowed, lifetimes: 0 };
    let items = std::mem::take(&mut file.items).into_iter().filter_map(|item| rewrite.item(item));
    file.items = items.collect();
}

struct Rewrite<'a> {
    module: &'a str,
    borrowed: &'a BTreeSet<String>,
    /// How many lifetimes were written.
    lifetimes: usize,
}

impl Rewrite<'_> {
    fn item(&mut self, item: Item) -> Option<Item> {
        match item {
            Item::Struct(mut item) => {
                self.named(&item.ident.to_string(), &mut item.generics);
                self.fields(&mut item.fields);
                Some(Item::Struct(item))
            }
            Item::Enum(mut item) => {
                self.named(&item.ident.to_string(), &mut item.generics);
                item.variants.iter_mut().for_each(|variant| self.fields(&mut variant.fields));
                Some(Item::Enum(item))
            }
            Item::Impl(item) => self.implementation(item).map(Item::Impl),
            Item::Mod(mut item) if item.ident == "defaults" => {
                for item in item.content.iter_mut().flat_map(|(_, items)| items) {
                    self.default(item);
                }
                Some(Item::Mod(item))
            }
            other => Some(other),
        }
    }

    fn named(&self, name: &str, generics: &mut Generics) {
        if self.borrowed.contains(&format!("{}::{name}", self.module)) {
            *generics = parse_quote!(<'a>);
        }
    }

    fn fields(&mut self, fields: &mut Fields) {
        for field in fields {
            let before = self.lifetimes;
            self.visit_type_mut(&mut field.ty);
            if self.lifetimes > before {
                tell(field);
            }
        }
    }

    /// What only passes values on is rewritten. What reads a text would have to copy it, and goes.
    fn implementation(&mut self, item: ItemImpl) -> Option<ItemImpl> {
        let name = item.trait_.as_ref()?.1.segments.last()?.ident.to_string();
        let mut new = item.clone();
        let before = self.lifetimes;
        self.visit_type_mut(&mut new.self_ty);
        if let Some((_, path, _)) = &mut new.trait_ {
            self.visit_path_mut(path);
        }
        // A text that an enum of texts is made of stays what it is.
        let own = new.self_ty.to_token_stream().to_string().contains("'a")
            || name == "From" && new.to_token_stream().to_string().contains("< 'a >");
        if !own || self.lifetimes == before {
            return Some(item);
        }
        new.generics = parse_quote!(<'a>);
        if name != "Default" {
            new.items.iter_mut().for_each(|item| self.visit_impl_item_mut(item));
        }
        ["Default", "Deref", "Display", "From"].contains(&name.as_str()).then_some(new)
    }

    fn default(&mut self, item: &mut Item) {
        let Item::Fn(function) = item else { return };
        let before = self.lifetimes;
        self.visit_return_type_mut(&mut function.sig.output);
        if self.lifetimes > before {
            function.sig.generics = parse_quote!(<'a>);
            let body = texts(function.block.to_token_stream());
            if let Ok(block) = syn::parse2(body) {
                *function.block = block;
            }
        }
    }

    fn is_borrowed(&self, path: &Path) -> bool {
        let words: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).filter(|word| *word != "super").collect();
        match words.as_slice() {
            [name] => self.borrowed.contains(&format!("{}::{name}", self.module)),
            [module, name] => self.borrowed.contains(&format!("{module}::{name}")),
            _ => false,
        }
    }
}

impl VisitMut for Rewrite<'_> {
    fn visit_path_mut(&mut self, path: &mut Path) {
        if is_string(path) {
            *path = parse_quote!(::std::borrow::Cow<'a, str>);
            self.lifetimes += 1;
            return;
        }
        if path.leading_colon.is_none() && self.is_borrowed(path) {
            if let Some(last) = path.segments.last_mut() {
                last.arguments = PathArguments::AngleBracketed(parse_quote!(<'a>));
                self.lifetimes += 1;
            }
            return;
        }
        for segment in &mut path.segments {
            if let PathArguments::AngleBracketed(arguments) = &mut segment.arguments {
                // The key of a map is left alone.
                let keys = usize::from(arguments.args.len() == 2);
                arguments
                    .args
                    .iter_mut()
                    .skip(keys)
                    .for_each(|inner| visit_mut::visit_generic_argument_mut(self, inner));
            }
        }
    }
}

fn is_string(path: &Path) -> bool {
    path.to_token_stream().to_string() == ":: std :: string :: String"
}

/// Tells serde that a field borrows. Texts inside lists, maps and options need help.
fn tell(field: &mut Field) {
    let text = field.ty.to_token_stream().to_string();
    let holds_texts = text.contains(":: std :: borrow :: Cow");
    let is_text =
        matches!(&field.ty, Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "Cow"));
    let helps = holds_texts && !is_text;
    let is_there =
        |what: &str| field.attrs.iter().any(|attribute| attribute.to_token_stream().to_string().contains(what));
    let new = if helps && is_there("deserialize_with") {
        field.attrs.iter_mut().for_each(read_by_us);
        parse_quote!(#[serde(borrow)])
    } else if helps && text.starts_with(":: std :: option") && !is_there("default") {
        parse_quote!(#[serde(borrow, default, deserialize_with = "super::borrowed::read")])
    } else if helps {
        parse_quote!(#[serde(borrow, deserialize_with = "super::borrowed::read")])
    } else {
        parse_quote!(#[serde(borrow)])
    };
    field.attrs.push(new);
}

/// A member that may be null is read by `Option` itself, which would copy.
fn read_by_us(attribute: &mut Attribute) {
    if let Meta::List(list) = &mut attribute.meta {
        let tokens = list.tokens.clone().into_iter().map(|tree| match tree.to_string().as_str() {
            "\"::std::option::Option::deserialize\"" => Literal::string("super::borrowed::read").into(),
            "\"super::present\"" => Literal::string("super::borrowed::present").into(),
            _ => tree,
        });
        list.tokens = tokens.collect();
    }
}

/// `"x".to_string()` as a text that is borrowed from the program.
fn texts(tokens: TokenStream) -> TokenStream {
    let mut trees: Vec<TokenTree> = Vec::new();
    for tree in tokens {
        match tree {
            TokenTree::Group(group) => {
                let is_call = group.delimiter() == Delimiter::Parenthesis && group.stream().is_empty();
                let ends = trees
                    .len()
                    .checked_sub(3)
                    .map(|start| trees[start..].iter().map(ToString::to_string).collect::<Vec<_>>());
                match ends.as_deref() {
                    Some([literal, dot, call])
                        if is_call && literal.starts_with('"') && dot == "." && call == "to_string" =>
                    {
                        let literal = trees.remove(trees.len() - 3);
                        trees.truncate(trees.len() - 2);
                        trees.extend(quote!(::std::borrow::Cow::Borrowed(#literal)));
                    }
                    _ => {
                        let inner = proc_macro2::Group::new(group.delimiter(), texts(group.stream()));
                        trees.push(TokenTree::Group(inner));
                    }
                }
            }
            other => trees.push(other),
        }
    }
    trees.into_iter().collect()
}
