//! Maps JSON Pointers to byte ranges, in one pass for any number of pointers.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::Pointer;
use crate::scan::{skip_space, skip_string, skip_value, unquote};

/// Source location of a pointer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Whether this is the requested location or the nearest enclosing one.
    pub found: Found,
    /// Pointer of this location: the requested one, or that of an ancestor.
    pub at: Pointer,
    /// Bytes of the property's name, quotes included, or `None` for the root and for array elements.
    pub key: Option<Range<usize>>,
    /// Bytes of the value.
    pub value: Range<usize>,
}

/// How precisely [`locate`] found the location.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// The location exists.
    Exact,
    /// The location does not exist, for example because a property is missing. This is its nearest existing ancestor.
    Ancestor,
}

/// Returns the bytes of the value at `pointer` in `text`, or those of its nearest existing ancestor.
///
/// Supports every input that [`parse`](crate::parse) accepts, in one pass and without recursion. Of duplicate
/// properties, the first one counts.
///
/// Returns `None` if the input is not valid JSON up to that location.
pub fn locate(text: &str, pointer: &Pointer) -> Option<Place> {
    locate_all(text, [pointer]).pop().flatten()
}

/// Locates many pointers in a single pass, and returns the results in the order of the pointers.
pub fn locate_all<'p>(text: &str, pointers: impl IntoIterator<Item = &'p Pointer>) -> Vec<Option<Place>> {
    let pointers: Vec<&Pointer> = pointers.into_iter().collect();
    let mut tree = Tree::from_pointers(&pointers);
    tree.scan(text);
    pointers.into_iter().map(|pointer| tree.place(pointer)).collect()
}

/// The requested pointers as a tree of tokens. The scan adds the locations.
struct Tree {
    nodes: Vec<Node>,
}

#[derive(Default)]
struct Node {
    children: BTreeMap<String, usize>,
    seen: Option<Spans>,
}

struct Spans {
    key: Option<Range<usize>>,
    value: Range<usize>,
}

/// A container that the scan is inside and that a pointer passes through.
struct Frame {
    node: usize,
    key: Option<Range<usize>>,
    start: usize,
    /// Requested children by index, or `None` for an object.
    elements: Option<BTreeMap<usize, usize>>,
    next: usize,
}

impl Tree {
    fn from_pointers(pointers: &[&Pointer]) -> Self {
        let mut nodes = vec![Node::default()];
        for pointer in pointers {
            let mut node = 0;
            for token in pointer.tokens() {
                let fresh = nodes.len();
                node = *nodes[node].children.entry(token.into_owned()).or_insert(fresh);
                if node == fresh {
                    nodes.push(Node::default());
                }
            }
        }
        Self { nodes }
    }

    fn place(&self, pointer: &Pointer) -> Option<Place> {
        let mut spans = self.nodes[0].seen.as_ref()?;
        let (mut node, mut at, mut found) = (0, Pointer::root(), Found::Exact);
        for token in pointer.tokens() {
            node = self.nodes[node].children[token.as_ref()];
            let Some(deeper) = &self.nodes[node].seen else {
                found = Found::Ancestor;
                break;
            };
            spans = deeper;
            at.push(&token);
        }
        Some(Place { found, at, key: spans.key.clone(), value: spans.value.clone() })
    }

    /// Scans the input once and skips containers that no pointer enters.
    ///
    /// Invalid JSON ends the scan, and the locations found before it are kept.
    fn scan(&mut self, text: &str) -> Option<()> {
        let bytes = text.as_bytes();
        let mut stack: Vec<Frame> = Vec::new();
        let mut at = self.enter(bytes, &mut stack, 0, None, skip_space(bytes, 0))?;
        while let Some(frame) = stack.last_mut() {
            at = skip_space(bytes, at);
            if frame.next > 0 && bytes.get(at) == Some(&b',') {
                at = skip_space(bytes, at + 1);
            }
            if matches!(bytes.get(at)?, b'}' | b']') {
                at += 1;
                let frame = stack.pop()?;
                self.record(frame.node, frame.key, frame.start..at);
                continue;
            }
            let (child, key) = if let Some(elements) = &frame.elements {
                (elements.get(&frame.next).copied(), None)
            } else {
                let end = skip_string(bytes, at)?;
                let name = unquote(text, at, end)?;
                let key = at..end;
                at = skip_space(bytes, end);
                (bytes.get(at) == Some(&b':')).then_some(())?;
                at = skip_space(bytes, at + 1);
                (self.nodes[frame.node].children.get(name.as_ref()).copied(), Some(key))
            };
            frame.next += 1;
            at = match child {
                Some(node) if self.nodes[node].seen.is_none() => self.enter(bytes, &mut stack, node, key, at)?,
                _ => skip_value(bytes, at)?,
            };
        }
        Some(())
    }

    /// Enters the value at `at`: pushes a container that pointers pass through, and records any other value.
    fn enter(
        &mut self,
        bytes: &[u8],
        stack: &mut Vec<Frame>,
        node: usize,
        key: Option<Range<usize>>,
        at: usize,
    ) -> Option<usize> {
        let children = &self.nodes[node].children;
        let elements = match bytes.get(at)? {
            b'[' if !children.is_empty() => {
                Some(children.iter().filter_map(|(token, &child)| Some((index(token)?, child))).collect())
            }
            b'{' if !children.is_empty() => None,
            _ => {
                let end = skip_value(bytes, at)?;
                self.record(node, key, at..end);
                return Some(end);
            }
        };
        stack.push(Frame { node, key, start: at, elements, next: 0 });
        Some(at + 1)
    }

    fn record(&mut self, node: usize, key: Option<Range<usize>>, value: Range<usize>) {
        self.nodes[node].seen = Some(Spans { key, value });
    }
}

/// Parses an array index as RFC 6901 defines it, without sign and leading zeros.
fn index(token: &str) -> Option<usize> {
    let plain = token == "0" || !token.starts_with('0') && token.bytes().all(|byte| byte.is_ascii_digit());
    if plain { token.parse().ok() } else { None }
}

#[cfg(test)]
mod tests;
