//! Random documents that look like schemas, with values of the right and of the wrong kind.

use planwright_schema::Draft;
use planwright_schema::model::{Keyword, Type, ValueKind};
use serde_json::{Map, Value, json};

/// Generator of random documents.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % end as u64).unwrap_or(0)
    }

    /// Returns a schema that is nested at most `depth` levels. Some of its keywords have values of the wrong kind.
    pub(crate) fn schema(&mut self, depth: usize) -> Value {
        match self.below(12) {
            0 => json!(true),
            1 => json!(false),
            _ => {
                let mut members = Map::new();
                for _ in 0..self.below(6) {
                    let (name, value) = self.member(depth);
                    members.insert(name, value);
                }
                Value::Object(members)
            }
        }
    }

    fn member(&mut self, depth: usize) -> (String, Value) {
        if self.below(8) == 0 {
            return (self.name(), self.any(depth));
        }
        let keyword = Keyword::ALL[self.below(Keyword::ALL.len())];
        let is_wrong = self.below(8) == 0;
        let draft = [Draft::Draft4, Draft::Draft7, Draft::Draft202012][self.below(3)];
        let value = if is_wrong || depth == 0 { self.any(depth) } else { self.value(keyword, draft, depth - 1) };
        (keyword.name().to_owned(), value)
    }

    /// Returns a value of the kind that a keyword has in a dialect.
    pub(crate) fn value(&mut self, keyword: Keyword, draft: Draft, depth: usize) -> Value {
        let (one, two) = (self.schema(depth), self.schema(depth));
        match keyword.value() {
            ValueKind::Any => self.any(depth),
            ValueKind::Bound if draft == Draft::Draft4 => json!(self.below(2) == 0),
            ValueKind::Bound => json!(1.5),
            ValueKind::Count => [json!(3), json!(4.0), json!(u64::MAX), json!(1e300)][self.below(4)].clone(),
            ValueKind::Flag => json!(self.below(2) == 0),
            ValueKind::Flags => json!({"b": true, "a": false}),
            ValueKind::List => json!([{"b": 1, "a": [null]}, "x", 1.0]),
            ValueKind::Names => json!(["b", "a"]),
            ValueKind::NamesByName => json!({"b": ["c", "a"], "a": []}),
            ValueKind::Number => [json!(-0.5), json!(i64::MIN), json!(0), json!(2.0)][self.below(4)].clone(),
            ValueKind::Text => json!(self.name()),
            ValueKind::Types => {
                let name = Type::ALL[self.below(Type::ALL.len())].name();
                [json!(name), json!([name, "null"]), json!([])][self.below(3)].clone()
            }
            ValueKind::Schema => one,
            ValueKind::Schemas => json!([one, two, self.any(depth)]),
            ValueKind::SchemasByName => json!({self.name(): one, self.name(): two, self.name(): self.any(depth)}),
            ValueKind::SchemaOrSchemas if draft == Draft::Draft202012 => one,
            ValueKind::SchemaOrSchemas => [json!([one, two]), two][self.below(2)].clone(),
            ValueKind::SchemasOrNamesByName => json!({self.name(): one, self.name(): ["b", "a"]}),
        }
    }

    fn name(&mut self) -> String {
        ["z", "a", "x-y", "nullable", "$id", "", "a/b~c", "\u{1F600}"][self.below(8)].to_owned()
    }

    fn any(&mut self, depth: usize) -> Value {
        match self.below(if depth == 0 { 6 } else { 8 }) {
            0 => Value::Null,
            1 => json!(self.below(2) == 0),
            2 => json!(self.below(100)),
            3 => json!(-1.25),
            4 => json!(self.name()),
            5 => json!([]),
            6 => json!([self.any(depth - 1), self.any(depth - 1)]),
            _ => json!({self.name(): self.any(depth - 1), self.name(): self.any(depth - 1)}),
        }
    }
}
