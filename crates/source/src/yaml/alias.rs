//! What anchors mark, and copies of it within a limit: a few aliases of aliases can stand for more than any machine holds.

use std::collections::BTreeMap;

use serde_json::Value;

/// How much all copies may be together: values, and bytes of text.
const LARGEST: usize = 1_000_000;

/// The values that have an anchor.
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
    /// Keeps a value for later; an anchor of 0 is none.
    pub(super) fn keep(&mut self, anchor: usize, value: &Value) {
        if anchor != 0 {
            let (size, depth) = measure(value);
            self.values.insert(anchor, Marked { value: value.clone(), size, depth });
        }
    }

    /// A copy of a value that is nested no deeper than `deepest`; else why there is none, and how to mend it.
    pub(super) fn copy(&mut self, anchor: usize, deepest: usize) -> Result<Value, (&'static str, &'static str)> {
        let Some(marked) = self.values.get(&anchor) else {
            return Err((
                "an alias stands inside of what it stands for",
                "use $ref for a schema that refers to itself",
            ));
        };
        if marked.depth > deepest {
            return Err(("written out, more than 127 values are nested in one another", "use $ref"));
        }
        self.copied += marked.size;
        if self.copied > LARGEST {
            return Err(("the aliases stand for too much, written out", "use $ref, which is not written out"));
        }
        Ok(marked.value.clone())
    }
}

/// How many values and bytes of text there are, and how deep they are nested.
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
