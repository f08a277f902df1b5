//! Makes paths of types and traits absolute, so that they have the same meaning in every module.

use syn::visit_mut::{self, VisitMut};
use syn::{Path, TypePath};

/// Types that need no path.
const PRELUDE: &[&str] = &[
    "Box", "Option", "String", "Vec", "bool", "char", "f32", "f64", "i128", "i16", "i32", "i64", "i8", "isize", "str",
    "u128", "u16", "u32", "u64", "u8", "usize",
];

/// Returns the absolute path.
pub(super) fn path(text: &str) -> Result<Path, String> {
    let path = syn::parse_str::<TypePath>(text).map_err(|error| format!("this is not a path of a type: {error}"))?;
    if path.qself.is_some() { Err("write a plain path".to_owned()) } else { absolute(path.path) }
}

pub(super) fn type_path(text: &str) -> Result<TypePath, String> {
    let mut path = TypePath { attrs: Vec::new(), qself: None, path: path(text)? };
    let mut inner = Inner { wrong: None };
    for segment in &mut path.path.segments {
        inner.visit_path_arguments_mut(&mut segment.arguments);
    }
    inner.wrong.map_or(Ok(path), Err)
}

/// Visitor for paths inside the parameters of a type.
struct Inner {
    wrong: Option<String>,
}

impl VisitMut for Inner {
    fn visit_path_mut(&mut self, path: &mut Path) {
        visit_mut::visit_path_mut(self, path);
        match absolute(path.clone()) {
            Ok(whole) => *path = whole,
            Err(message) => self.wrong = Some(message),
        }
    }
}

pub(super) fn absolute(mut path: Path) -> Result<Path, String> {
    let Some(first) = path.segments.first().map(|segment| segment.ident.to_string()) else {
        return Err("write the whole path, such as crate::Money".to_owned());
    };
    match first.as_str() {
        "crate" => {}
        "self" | "super" | "Self" => {
            return Err(format!(
                "{first:?} depends on the module: write the path from `crate` or from the name of a crate"
            ));
        }
        _ if path.leading_colon.is_some() => {}
        _ if path.segments.len() == 1 && PRELUDE.contains(&first.as_str()) => {}
        _ if path.segments.len() == 1 => {
            return Err(format!("write the whole path, such as crate::{first} or some_crate::{first}"));
        }
        _ => path.leading_colon = Some(syn::token::PathSep::default()),
    }
    Ok(path)
}

#[cfg(test)]
mod tests {
    use quote::ToTokens as _;

    use super::type_path;

    fn display_path(text: &str) -> Result<String, String> {
        type_path(text).map(|path| path.to_token_stream().to_string().replace(' ', ""))
    }

    #[test]
    fn paths_are_whole() {
        for (text, path) in [
            ("crate::Money", "crate::Money"),
            ("uuid::Uuid", "::uuid::Uuid"),
            ("::uuid::Uuid", "::uuid::Uuid"),
            ("chrono::DateTime<chrono::Utc>", "::chrono::DateTime<::chrono::Utc>"),
            ("u64", "u64"),
            ("Vec<u8>", "Vec<u8>"),
        ] {
            assert_eq!(display_path(text).as_deref(), Ok(path));
        }
        for text in ["Money", "super::Money", "Vec<Money>", "crate::Money; fn f() {}", "", "&str", "<u8 as X>::Y"] {
            assert!(display_path(text).is_err(), "{text}");
        }
    }
}
