//! Expressions made of names and other expressions, so that generated code is never spliced from strings.

use crate::layout::Piece;
use crate::literal::quote;
use crate::tokens::{ApexIdent, ApexPath};

impl Piece {
    /// `name`
    pub fn name(name: &ApexIdent) -> Self {
        Self::Code(name.to_string())
    }

    /// String literal of printable ASCII.
    pub fn quoted(text: &str) -> Self {
        Self::Code(quote(text))
    }

    /// `name(a, b)`
    pub fn own_call(name: &ApexIdent, arguments: Vec<Self>) -> Self {
        Self::call(name.as_str(), arguments)
    }

    /// `target.name(a, b)`. The target stays on one line.
    #[must_use]
    pub fn method(&self, name: &str, arguments: Vec<Self>) -> Self {
        Self::call(format!("{}.{name}", self.flat()), arguments)
    }

    /// `target.name()`, which never breaks.
    #[must_use]
    pub fn getter(&self, name: &str) -> Self {
        Self::Code(format!("{}.{name}()", self.flat()))
    }

    /// `target.name`
    #[must_use]
    pub fn field(&self, name: &ApexIdent) -> Self {
        Self::Code(format!("{}.{name}", self.flat()))
    }

    /// `target[index]`
    #[must_use]
    pub fn item(&self, index: usize) -> Self {
        Self::Code(format!("{}[{index}]", self.flat()))
    }

    /// `(Type) value`
    #[must_use]
    pub fn cast(self, kind: &ApexPath) -> Self {
        match self {
            Self::Headed(head, group) => Self::Headed(format!("({kind}) {head}"), group),
            other => Self::Code(format!("({kind}) {}", other.flat())),
        }
    }

    /// `Type.class`
    pub fn class(kind: &ApexPath) -> Self {
        Self::Code(format!("{kind}.class"))
    }

    /// `new Type()`
    pub fn instance(kind: &ApexPath) -> Self {
        Self::Code(format!("new {kind}()"))
    }

    /// `new Type{ a, b }`
    pub fn collection(kind: &ApexPath, items: Vec<Self>) -> Self {
        Self::values(format!("new {kind}"), items)
    }

    /// `key => value`
    #[must_use]
    pub fn entry(&self, value: &Self) -> Self {
        Self::Code(format!("{} => {}", self.flat(), value.flat()))
    }

    /// `7L`
    pub fn long(value: i64) -> Self {
        Self::Code(format!("{value}L"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_are_made_of_names_and_expressions() {
        let (item, made) = (ApexPath::keyword("Item"), Piece::name(&ApexIdent::near("made")));
        let read = Piece::call("JSON.deserialize", vec![Piece::code("text"), Piece::class(&item)]);
        let pieces = [
            (read.cast(&item), "(Item) JSON.deserialize(text, Item.class)"),
            (Piece::code("value").cast(&ApexPath::list_of(&item)), "(List<Item>) value"),
            (made.field(&ApexIdent::near("select")).item(2).getter("size"), "made.selectValue[2].size()"),
            (made.method("get", vec![Piece::quoted("it's")]), r"made.get('it\'s')"),
            (Piece::own_call(&ApexIdent::near("limit"), vec![made]), "limitValue(made)"),
            (Piece::instance(&ApexPath::map_of(&item)), "new Map<String, Item>()"),
            (Piece::collection(&item, vec![Piece::quoted("a").entry(&Piece::long(-7))]), "new Item{ 'a' => -7L }"),
        ];
        for (piece, code) in pieces {
            assert_eq!(piece.flat(), code);
        }
    }
}
