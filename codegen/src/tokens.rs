//! Creates tokens from names, paths and values that earlier stages decided.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote};
use serde_json::{Number, Value};
use syn::Type;

use crate::text::literal;

/// Returns a name as an identifier.
pub(crate) fn ident(name: &str) -> Ident {
    Ident::new(name, Span::call_site())
}

/// Returns the tokens of a path or type, which may have parameters.
///
/// A string that is neither becomes an error of the generated code, never other code.
pub(crate) fn path(text: &str) -> TokenStream {
    syn::parse_str::<Type>(text).map_or_else(|error| error.to_compile_error(), Type::into_token_stream)
}

/// Returns a path as serde expects it in an attribute.
pub(crate) fn path_text(path: &TokenStream) -> String {
    path.to_string().replace(' ', "")
}

/// Returns a number without the suffix of its type.
pub(crate) fn number(number: &Number) -> TokenStream {
    match (number.as_u64(), number.as_i64()) {
        (Some(whole), _) => Literal::u64_unsuffixed(whole).into_token_stream(),
        (None, Some(whole)) => {
            let digits = Literal::u64_unsuffixed(whole.unsigned_abs());
            quote!(-#digits)
        }
        (None, None) => float(number.as_f64().unwrap_or_default()),
    }
}

/// Returns a floating-point number in its shortest form, which has a point or an exponent.
pub(crate) fn float(number: f64) -> TokenStream {
    let sign = number.is_sign_negative().then(|| quote!(-));
    let digits: Literal =
        format!("{:?}", number.abs()).parse().unwrap_or_else(|_| Literal::f64_unsuffixed(number.abs()));
    quote!(#sign #digits)
}

/// Returns the type of a constant property.
pub(crate) fn constant_type(value: &Value) -> TokenStream {
    match value {
        Value::Bool(_) => quote!(bool),
        Value::Number(number) if number.is_u64() => quote!(u64),
        Value::Number(number) if number.is_i64() => quote!(i64),
        Value::Number(_) => quote!(f64),
        Value::String(_) => quote!(&'static str),
        Value::Null | Value::Array(_) | Value::Object(_) => quote!(()),
    }
}

/// Returns the value of a constant property.
pub(crate) fn constant(value: &Value) -> TokenStream {
    match value {
        Value::Bool(value) => quote!(#value),
        Value::Number(value) => number(value),
        Value::String(text) => literal(text).into_token_stream(),
        Value::Null | Value::Array(_) | Value::Object(_) => quote!(()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{constant, path, path_text};

    #[test]
    fn numbers_are_written_as_rust_reads_them() {
        for (value, expected) in [
            (json!(0), "0"),
            (json!(u64::MAX), "18446744073709551615"),
            (json!(i64::MIN), "- 9223372036854775808"),
            (json!(1.0), "1.0"),
            (json!(-2.5), "- 2.5"),
            (json!(1e300), "1e300"),
            (Value::Null, "()"),
        ] {
            assert_eq!(constant(&value).to_string(), expected);
        }
    }

    #[test]
    fn only_paths_and_types_become_tokens() {
        for text in ["serde_json::Value", "::std::collections::BTreeMap", "crate::Money<u8>", "super::Maybe"] {
            assert_eq!(path_text(&path(text)), text);
        }
        for text in ["", "a; fn f() {}", "a b"] {
            assert!(path(text).to_string().contains("compile_error"), "{text}");
        }
    }
}
