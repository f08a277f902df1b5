//! Where a type holds itself: typify cuts the circle at whichever end it meets first, and a box around an option would write
//! an absent member as null.

use syn::punctuated::Punctuated;
use syn::{Attribute, Field, Fields, File, GenericArgument, Item, Meta, PathArguments, Token, Type, parse_quote};

/// Turns every `Box<Option<T>>` of a field into `Option<Box<T>>`.
pub(super) fn turn(file: &mut File) {
    for item in &mut file.items {
        match item {
            Item::Struct(item) => turn_fields(&mut item.fields),
            Item::Enum(item) => item.variants.iter_mut().for_each(|variant| turn_fields(&mut variant.fields)),
            _ => {}
        }
    }
}

fn turn_fields(fields: &mut Fields) {
    let Fields::Named(fields) = fields else { return };
    fields.named.iter_mut().for_each(turn_field);
}

fn turn_field(field: &mut Field) {
    let Some(inner) = inside(&field.ty, "Box").and_then(|option| inside(option, "Option")) else { return };
    field.ty = parse_quote!(::std::option::Option<::std::boxed::Box<#inner>>);
    field.attrs.iter_mut().for_each(leave_out_none);
}

/// What an option that may be absent tells serde.
fn leave_out_none(attribute: &mut Attribute) {
    let Meta::List(list) = &mut attribute.meta else { return };
    let Ok(mut told) = list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated) else { return };
    for meta in &mut told {
        if matches!(meta, Meta::Path(path) if path.is_ident("default")) {
            *meta = parse_quote!(skip_serializing_if = "::std::option::Option::is_none");
        }
    }
    if list.path.is_ident("serde") {
        list.tokens = quote::quote!(#told);
    }
}

/// The only argument of a type with this name.
fn inside<'a>(outer: &'a Type, name: &str) -> Option<&'a Type> {
    let Type::Path(path) = outer else { return None };
    let last = path.path.segments.last().filter(|last| last.ident == name)?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    match arguments.args.first()? {
        GenericArgument::Type(inner) => Some(inner),
        _ => None,
    }
}
