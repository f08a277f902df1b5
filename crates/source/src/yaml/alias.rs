//! Copies anchored values within a limit, because a few nested aliases can expand to more than fits in memory.

use std::collections::BTreeMap;

use serde_json::Value;

/// Maximum total size of all copies, in values and bytes of strings.
const MAX_COPIED_SIZE: usize = 1_000_000;

/// The anchored values.
#[derive(Default)]
pub(super) struct Anchored {
    values: BTreeMap<usize, Marked>,
    copied: usize,
}

struct Marked {
    value: Value,
    size: usize,
    depth: usize,
}

impl Anchored {
    /// Stores a value under its anchor. Anchor 0 means that the value has none.
    pub(super) fn store(&mut self, anchor: usize, value: &Value) {
        if anchor != 0 {
            let (size, depth) = measure(value);
            self.values.insert(anchor, Marked { value: value.clone(), size, depth });
        }
    }

    /// Returns a copy of an anchored value that is nested at most `deepest` levels.
    ///
    /// # Errors
    ///
    /// Returns why there is none, and how to fix it.
    pub(super) fn copy(&mut self, anchor: usize, deepest: usize) -> Result<Value, (&'static str, &'static str)> {
        let Some(marked) = self.values.get(&anchor) else {
            return Err(("an alias refers to a value that contains it", "use $ref for a schema that refers to itself"));
        };
        if marked.depth > deepest {
            return Err(("written out, more than 127 values are nested in one another", "use $ref"));
        }
        self.copied += marked.size;
        if self.copied > MAX_COPIED_SIZE {
            return Err(("the aliases expand to too much data", "use $ref, which is not written out"));
        }
        Ok(marked.value.clone())
    }
}

/// Returns the number of values and string bytes, and the nesting depth.
fn measure(value: &Value) -> (usize, usize) {
    let mut pending = vec![(value, 0)];
    let (mut size, mut deepest) = (0, 0);
    while let Some((value, depth)) = pending.pop() {
        size += 1;
        deepest = deepest.max(depth);
        match value {
            Value::String(text) => size += text.len(),
            Value::Array(items) => {
                deepest = deepest.max(depth + 1);
                pending.extend(items.iter().map(|item| (item, depth + 1)));
            }
            Value::Object(members) => {
                deepest = deepest.max(depth + 1);
                size += members.keys().map(String::len).sum::<usize>();
                pending.extend(members.values().map(|value| (value, depth + 1)));
            }
            _ => {}
        }
    }
    (size, deepest)
}
