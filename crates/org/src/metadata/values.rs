//! Parses Booleans and numbers in XML.

use planwright_check::{Diagnostic, codes};
use roxmltree::Node;

use crate::xml;

/// Parses the Boolean in a child element. The default is false.
pub(super) fn flag(node: Node<'_, '_>, name: &'static str, found: &mut Vec<Diagnostic>) -> bool {
    match xml::content(node, name) {
        None | Some("false" | "0") => false,
        Some("true" | "1") => true,
        Some(other) => {
            mistyped(node, name, format!("expected true or false, found {other:?}"), found);
            false
        }
    }
}

/// Parses the number in a child element.
pub(super) fn number(node: Node<'_, '_>, name: &'static str, found: &mut Vec<Diagnostic>) -> Option<u64> {
    let text = xml::content(node, name)?;
    let number = text.parse().ok();
    if number.is_none() {
        mistyped(node, name, format!("expected a number from 0 up, found {text:?}"), found);
    }
    number
}

fn mistyped(node: Node<'_, '_>, name: &'static str, message: String, found: &mut Vec<Diagnostic>) {
    let at = xml::child(node, name).unwrap_or(node);
    found.push(xml::error(codes::TYPE_MISMATCH, at, message, "retrieve the metadata again"));
}
