//! Every repeated member of a text, with its bytes. Only asked after the parser has met one.

use std::collections::HashMap;
use std::ops::Range;

use crate::problem::DuplicateKeys;
use crate::scan::{skip_space, skip_string, skip_value, unquote};
use crate::{Pointer, Problem};

/// Finds all members whose object already has their name, in the order of the text.
pub(crate) fn duplicates(text: &str) -> Vec<Problem> {
    let mut found = DuplicateKeys::default();
    // `text` has been parsed, so the walk reaches its end; if it did not, what was found so far still holds.
    let _ = walk(text, &mut found);
    found.finish()
}

/// The names an object has so far, or how many elements an array has.
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
        // Close what ends here, then step to the next member or element.
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
