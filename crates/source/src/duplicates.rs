//! Finds every duplicate property. This runs only after the parser has detected one.

use std::collections::HashMap;
use std::ops::Range;

use crate::problem::DuplicateKeys;
use crate::scan::{skip_space, skip_string, skip_value, unquote};
use crate::{Pointer, Problem};

/// Returns every property whose object already has a property with that name, in source order.
pub(crate) fn duplicates(text: &str) -> Vec<Problem> {
    let mut found = DuplicateKeys::default();
    // The input has been parsed, so the walk reaches its end. If it did not, the duplicates found so far would still be
    // correct.
    let _ = walk(text, &mut found);
    found.finish()
}

/// The names of an object, or the number of elements of an array, up to the current position.
enum Frame {
    Object(HashMap<String, Range<usize>>),
    Array(usize),
}

fn walk(text: &str, found: &mut DuplicateKeys) -> Option<()> {
    let bytes = text.as_bytes();
    let mut at = skip_space(bytes, 0);
    let mut here = Pointer::root();
    let mut stack = Vec::new();
    loop {
        // A value starts at `at`.
        match bytes.get(at)? {
            b'{' => {
                stack.push(Frame::Object(HashMap::new()));
                at += 1;
            }
            b'[' => {
                stack.push(Frame::Array(0));
                at += 1;
            }
            _ => {
                at = skip_value(bytes, at)?;
                here.pop();
            }
        }
        // Close the containers that end here, then advance to the next property or element.
        loop {
            at = skip_space(bytes, at);
            match bytes.get(at) {
                None => return Some(()),
                Some(b'}' | b']') => {
                    stack.pop()?;
                    here.pop();
                    at += 1;
                }
                Some(b',') => at += 1,
                Some(_) => break,
            }
        }
        match stack.last_mut()? {
            Frame::Array(next) => {
                here.push_index(*next);
                *next += 1;
            }
            Frame::Object(names) => {
                let end = skip_string(bytes, at)?;
                let name = unquote(text, at, end)?.into_owned();
                here.push(&name);
                if let Some(first) = names.get(&name) {
                    found.push(&name, &here, at..end, first);
                } else {
                    names.insert(name, at..end);
                }
                at = skip_space(bytes, skip_space(bytes, end) + 1);
            }
        }
    }
}
