//! Converts patches to edits of the source text, so that the notation of unchanged parts is preserved.

use planwright_runtime::{Patch, PatchOp};
use planwright_source::{Found, Place, Pointer, TextEdit, locate_all};
use serde_json::Value;

/// Returns the edits of each patch, applied separately, in the order of the patches. An entry is `None` if the patch
/// does not fit the document.
pub fn text_edits<'p>(text: &str, patches: impl IntoIterator<Item = &'p Patch>) -> Vec<Option<Vec<TextEdit>>> {
    let patches: Vec<&Patch> = patches.into_iter().collect();
    let anchors: Vec<Option<Pointer>> = patches.iter().map(|patch| anchor(patch)).collect();
    let mut places = locate_all(text, anchors.iter().flatten()).into_iter();
    let mut place = |anchor: &Option<Pointer>| anchor.as_ref().and_then(|_| places.next().flatten());
    let anchored = patches.into_iter().zip(&anchors).map(|(patch, anchor)| (patch, place(anchor)));
    anchored.map(|(patch, place)| edits(text, patch, place.filter(|place| place.found == Found::Exact))).collect()
}

/// Returns the location that the patch needs in the document.
fn anchor(patch: &Patch) -> Option<Pointer> {
    match &patch.op {
        PatchOp::Text { .. } => None,
        PatchOp::Replace { path, .. } | PatchOp::Remove { path } => Some(path.clone()),
        PatchOp::Add { path, .. } => path.parent(),
        PatchOp::Move { from, .. } => Some(from.clone()),
    }
}

/// Returns the edits of a patch. `place` is the location of its anchor.
fn edits(text: &str, patch: &Patch, place: Option<Place>) -> Option<Vec<TextEdit>> {
    match &patch.op {
        PatchOp::Text { edits } => Some(edits.clone()),
        PatchOp::Replace { value, .. } => Some(vec![TextEdit::new(place?.value, written(value))]),
        PatchOp::Remove { path } => Some(vec![removed(text, path, place?)?]),
        PatchOp::Add { path, value } => Some(vec![added(text, path, value, &place?)?]),
        PatchOp::Move { from, path } => {
            // A move to the location of the container replaces it by its only part. Within one object, a move is a
            // rename: only the key changes. Other moves are not supported.
            if from.parent().as_ref() == Some(path) {
                return unwrapped(text, &place?);
            }
            let is_rename = from.parent() == path.parent();
            let (key, name) = (place?.key?, path.last()?);
            is_rename.then(|| vec![TextEdit::new(key, written(&name.as_ref().into()))])
        }
    }
}

fn written(value: &Value) -> String {
    value.to_string()
}

/// Removes a property or an element, with the comma after it, or else the comma before it.
fn removed(text: &str, at: &Pointer, place: Place) -> Option<TextEdit> {
    at.parent()?;
    let start = place.key.map_or(place.value.start, |key| key.start);
    let end = place.value.end;
    let rest = text[end..].trim_start();
    if let Some(after) = rest.strip_prefix(',') {
        return Some(TextEdit::new(start..text.len() - after.trim_start().len(), ""));
    }
    // Without a comma after it, this is the last element, so the comma before it is removed.
    let before = text[..start].trim_end();
    let from = before.strip_suffix(',').map_or(before.len(), str::len);
    Some(TextEdit::new(from..end, ""))
}

/// Removes the brackets around the only property or element of a container, and its name.
fn unwrapped(text: &str, place: &Place) -> Option<Vec<TextEdit>> {
    let start = place.key.as_ref().map_or(place.value.start, |key| key.start);
    let before = text[..start].trim_end().strip_suffix(['{', '['])?.len();
    let rest = text[place.value.end..].trim_start().strip_prefix(['}', ']'])?;
    let after = text.len() - rest.len();
    Some(vec![TextEdit::new(before..place.value.start, ""), TextEdit::new(place.value.end..after, "")])
}

/// Adds a property at the end of an object, on a new line if the last one is on its own line.
fn added(text: &str, at: &Pointer, value: &Value, place: &Place) -> Option<TextEdit> {
    let object = text.get(place.value.clone())?;
    let inside = object.strip_prefix('{')?.strip_suffix('}')?.trim_end();
    let name = at.last()?;
    let member = format!("{}: {}", written(&name.as_ref().into()), written(value));
    let end = place.value.start + 1 + inside.len();
    if inside.trim_start().is_empty() {
        return Some(TextEdit::new(end..end, member));
    }
    // Use the style of the last property: a separate line with its indentation, or the same line.
    let has_lines = text[end..place.value.end].contains('\n');
    let line = text[..end].rsplit('\n').next().unwrap_or_default();
    let indent: String = line.chars().take_while(|letter| matches!(letter, ' ' | '\t')).collect();
    let space = if has_lines { format!("\n{indent}") } else { " ".to_owned() };
    Some(TextEdit::new(end..end, format!(",{space}{member}")))
}

#[cfg(test)]
mod tests {
    use planwright_source::{edited, parse};
    use serde_json::json;

    use super::*;

    fn applied(text: &str, op: PatchOp) -> Option<String> {
        let edits = text_edits(text, [&Patch { op, is_safe: true }]).remove(0)?;
        let made = edited(text, edits);
        assert!(parse(&made).is_ok(), "{made}");
        Some(made)
    }

    fn at(text: &str) -> Pointer {
        text.parse().unwrap()
    }

    /// The shared pass over the text finds the same locations as a separate search for each patch.
    #[test]
    fn patches_keep_their_order_and_their_places() {
        let text = "{\"a\": 1, \"b\": [2, 3]}";
        let patch = |op| Patch { op, is_safe: false };
        let ops = [
            PatchOp::Remove { path: at("/b/1") },
            PatchOp::Text { edits: vec![TextEdit::new(0..0, " ")] },
            PatchOp::Remove { path: at("/c") },
            PatchOp::Add { path: at(""), value: json!(1) },
            PatchOp::Replace { path: at("/a"), value: json!("x") },
            PatchOp::Replace { path: at("/b"), value: json!(null) },
        ];
        let patches = ops.map(patch);
        let together = text_edits(text, &patches);
        let alone: Vec<_> = patches.iter().map(|one| text_edits(text, [one]).remove(0)).collect();
        assert_eq!(together, alone);
        assert_eq!(together.iter().map(Option::is_some).collect::<Vec<_>>(), [true, true, false, false, true, true]);
    }

    #[test]
    fn properties_are_added_in_the_style_of_their_object() {
        let add = |text, path| applied(text, PatchOp::Add { path: at(path), value: json!({"x": 1}) });
        assert_eq!(add("{}", "/a").as_deref(), Some("{\"a\": {\"x\":1}}"));
        assert_eq!(add("{ \"b\": 1 }", "/a").as_deref(), Some("{ \"b\": 1, \"a\": {\"x\":1} }"));
        assert_eq!(
            add("{\n  \"b\": [\n    1\n  ]\n}\n", "/a").as_deref(),
            Some("{\n  \"b\": [\n    1\n  ],\n  \"a\": {\"x\":1}\n}\n")
        );
        assert_eq!(add("[1]", "/a"), None);
        assert_eq!(add("{\"b\": {}}", "/c/a"), None, "there is no such object");
    }

    #[test]
    fn properties_and_elements_are_removed_with_one_comma() {
        let remove = |text, path| applied(text, PatchOp::Remove { path: at(path) });
        assert_eq!(remove("{\"a\": 1, \"b\": 2}", "/a").as_deref(), Some("{\"b\": 2}"));
        assert_eq!(remove("{\"a\": 1, \"b\": 2}", "/b").as_deref(), Some("{\"a\": 1}"));
        assert_eq!(remove("[1]", "/0").as_deref(), Some("[]"));
        assert_eq!(remove("[\n  1,\n  2\n]", "/1").as_deref(), Some("[\n  1\n]"));
        assert_eq!(remove("[1]", ""), None);
        assert_eq!(remove("[1]", "/1"), None);
    }

    #[test]
    fn the_only_part_of_a_container_replaces_it() {
        let lift = |text, from, path| applied(text, PatchOp::Move { from: at(from), path: at(path) });
        assert_eq!(lift("{ \"a\": { \"b\": 1 } }\n", "/a", "").as_deref(), Some("{ \"b\": 1 }\n"));
        assert_eq!(lift("{\"a\": [\n  {}\n]}", "/a/0", "/a").as_deref(), Some("{\"a\": {}}"));
        assert_eq!(lift("{\"a\": {}, \"b\": 1}", "/a", ""), None, "another property would be lost");
        assert_eq!(lift("[{}, {}]", "/0", ""), None);
    }

    #[test]
    fn names_and_values_are_changed_in_place() {
        let text = "{\"a\\u0062\": [ 1 ], \"c\": 2}";
        let moved = |from, path| applied(text, PatchOp::Move { from: at(from), path: at(path) });
        assert_eq!(moved("/ab", "/a\"b").as_deref(), Some("{\"a\\\"b\": [ 1 ], \"c\": 2}"));
        assert_eq!(moved("/ab", "/c/d"), None);
        let value = PatchOp::Replace { path: at("/ab/0"), value: json!("x") };
        assert_eq!(applied(text, value).as_deref(), Some("{\"a\\u0062\": [ \"x\" ], \"c\": 2}"));
    }
}
