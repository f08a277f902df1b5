//! Shapes of types, from their source: fields and variants with their types, without the names of inner types.

use std::collections::BTreeMap;

use quote::ToTokens as _;
use syn::{Attribute, Fields, GenericArgument, Item, PathArguments, Type};

/// Structs and enums of a source, by name.
pub(super) struct Items(BTreeMap<String, Item>);

/// Arguments of a generic type, by the name of the parameter.
type Arguments = BTreeMap<String, Type>;

impl Items {
    pub(super) fn from_source(source: &str) -> Self {
        let file = syn::parse_file(source).expect("it is Rust");
        let named = file.items.into_iter().filter_map(|item| {
            let name = match &item {
                Item::Struct(item) => item.ident.to_string(),
                Item::Enum(item) => item.ident.to_string(),
                _ => return None,
            };
            Some((name, item))
        });
        Self(named.collect())
    }

    /// Returns the shape of a type.
    pub(super) fn shape(&self, name: &str) -> String {
        assert!(self.0.contains_key(name), "there is no type {name}");
        self.named(name, &Arguments::new(), &mut Vec::new())
    }

    fn named(&self, name: &str, arguments: &Arguments, around: &mut Vec<String>) -> String {
        if let Some(depth) = around.iter().position(|outer| outer == name) {
            return format!("^{depth}");
        }
        around.push(name.to_owned());
        let shape = match &self.0[name] {
            Item::Struct(item) => self.fields(&item.fields, arguments, around),
            Item::Enum(item) => {
                // A schema has no names for the variants of an untagged enum.
                let is_untagged = attributes(&item.attrs).contains("untagged");
                let variants = item.variants.iter().map(|variant| {
                    let name = if is_untagged { String::new() } else { variant.ident.to_string() };
                    format!("{name} {}", self.fields(&variant.fields, arguments, around))
                });
                let mut variants: Vec<String> = variants.collect();
                // Schemars lists the variants without documentation first.
                variants.sort();
                format!("enum [{}]", variants.join("; "))
            }
            other => panic!("{} is not a type", other.to_token_stream()),
        };
        around.pop();
        shape
    }

    fn fields(&self, fields: &Fields, arguments: &Arguments, around: &mut Vec<String>) -> String {
        let mut shapes = Vec::new();
        for field in fields {
            let shape = self.of_type(&field.ty, arguments, around);
            match &field.ident {
                Some(_) if attributes(&field.attrs).contains("flatten") => {
                    shapes.push(shape.trim_matches(['{', '}']).to_owned());
                }
                // A keyword is `r#type` or `type_`.
                Some(name) => {
                    let name = name.to_string();
                    shapes.push(format!("{}: {shape}", name.trim_start_matches("r#").trim_end_matches('_')));
                }
                None => shapes.push(shape),
            }
        }
        match (fields, shapes.as_slice()) {
            (_, []) => String::new(),
            (Fields::Unnamed(_), [only]) => only.clone(),
            _ => format!("{{{}}}", shapes.join(", ")),
        }
    }

    fn of_type(&self, kind: &Type, arguments: &Arguments, around: &mut Vec<String>) -> String {
        let mut inner = |kind: &Type| self.of_type(kind, arguments, around);
        let path = match kind {
            Type::Path(path) => path.path.segments.last().expect("a path has a segment"),
            Type::Array(array) => return format!("[{}; {}]", inner(&array.elem), array.len.to_token_stream()),
            Type::Tuple(tuple) => {
                return format!("({})", tuple.elems.iter().map(inner).collect::<Vec<_>>().join(", "));
            }
            other => panic!("{} is not expected", other.to_token_stream()),
        };
        let parameters: Vec<&Type> = match &path.arguments {
            PathArguments::AngleBracketed(all) => {
                let types = all.args.iter().filter_map(|one| match one {
                    GenericArgument::Type(kind) => Some(kind),
                    _ => None,
                });
                types.collect()
            }
            _ => Vec::new(),
        };
        match (path.ident.to_string().as_str(), parameters.as_slice()) {
            ("Box", [content]) => inner(content),
            // `Maybe` also tells null from an absent property.
            ("Option" | "Maybe", [content]) => format!("Option<{}>", inner(content)),
            ("BTreeMap" | "HashMap", [key, value]) => format!("Map<{}, {}>", inner(key), inner(value)),
            // A number of 32 bits would lose digits of a document.
            ("f32", _) => "f64".to_owned(),
            (name, parameters) => match (arguments.get(name), self.0.get(name)) {
                (Some(argument), _) => self.of_type(argument, &Arguments::new(), around),
                (None, Some(item)) => {
                    let names = match item {
                        Item::Struct(item) => item.generics.type_params(),
                        Item::Enum(item) => item.generics.type_params(),
                        other => panic!("{} is not a type", other.to_token_stream()),
                    };
                    let names = names.map(|parameter| parameter.ident.to_string());
                    let own = names.zip(parameters.iter().map(|kind| (*kind).clone())).collect();
                    self.named(name, &own, around)
                }
                (None, None) => {
                    let parameters = parameters.iter().map(|kind| inner(kind)).collect::<Vec<_>>();
                    if parameters.is_empty() { name.to_owned() } else { format!("{name}<{}>", parameters.join(", ")) }
                }
            },
        }
    }
}

fn attributes(attributes: &[Attribute]) -> String {
    attributes.iter().map(|attribute| attribute.to_token_stream().to_string()).collect()
}
