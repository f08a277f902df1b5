//! Statements and declarations with their line breaks.

use crate::layout::{self, Piece};

use super::{ApexIdent, ApexPath, display_text};

/// Statement, declaration or head of a method, with its indentation and without the last line break.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApexStatement(String);

impl ApexStatement {
    /// `Type name = value;`
    pub fn declaration(indent: usize, kind: &ApexPath, name: &ApexIdent, value: &Piece) -> Self {
        Self::laid_out(indent, &format!("{kind} {name} = "), value)
    }

    /// `target = value;`
    pub fn assignment(indent: usize, target: &Piece, value: &Piece) -> Self {
        Self::laid_out(indent, &format!("{} = ", target.flat()), value)
    }

    /// `call(a, b);`
    pub fn call(indent: usize, call: &Piece) -> Self {
        Self::laid_out(indent, "", call)
    }

    /// `return value;`
    pub fn result(indent: usize, value: &Piece) -> Self {
        Self::laid_out(indent, "return ", value)
    }

    /// Statement that returns a string literal of ASCII, which is split if it does not fit on one line.
    pub fn text_result(indent: usize, text: &str) -> Self {
        Self::without_break(layout::return_text(indent, text))
    }

    /// `modifiers Type name = value;`, or without the value.
    pub fn field(
        indent: usize,
        modifiers: &'static str,
        kind: &ApexPath,
        name: &ApexIdent,
        value: Option<&Piece>,
    ) -> Self {
        let lead = format!("{modifiers} {kind} {name}");
        match value {
            Some(value) => Self::laid_out(indent, &format!("{lead} = "), value),
            None => Self::laid_out(indent, "", &Piece::Code(lead)),
        }
    }

    /// `modifiers Type name(Type parameter) {`
    pub fn method(
        modifiers: &'static str,
        kind: &ApexPath,
        name: &ApexIdent,
        (of, parameter): (&ApexPath, &ApexIdent),
    ) -> Self {
        let head = format!("{modifiers} {kind} {name}");
        Self::without_break(layout::signature(&head, &format!("{of} {parameter}")))
    }

    fn laid_out(indent: usize, lead: &str, value: &Piece) -> Self {
        Self::without_break(layout::statement(indent, lead, value, ";"))
    }

    fn without_break(mut text: String) -> Self {
        text.truncate(text.trim_end_matches('\n').len());
        Self(text)
    }
}

display_text!(ApexStatement);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_break_where_the_formatter_breaks_them() {
        let (kind, name) = (ApexPath::keyword("Item"), ApexIdent::near("made"));
        let call = Piece::call("read", vec![Piece::code("x".repeat(70)), Piece::code("y")]);
        let lines = |statement: ApexStatement| statement.to_string().lines().count();
        assert_eq!(lines(ApexStatement::declaration(4, &kind, &name, &call)), 1);
        assert_eq!(lines(ApexStatement::declaration(12, &kind, &name, &call)), 4);
        assert_eq!(ApexStatement::result(4, &Piece::name(&name)).to_string(), "    return made;");
        assert_eq!(ApexStatement::text_result(4, "it's").to_string(), r"    return 'it\'s';");
        let field = |value| ApexStatement::field(2, "public", &kind, &name, value).to_string();
        assert_eq!(field(None), "  public Item made;");
        assert_eq!(field(Some(&Piece::instance(&kind))), "  public Item made = new Item();");
        let method = ApexStatement::method("private static", &kind, &name, (&kind, &name)).to_string();
        assert_eq!(method, "  private static Item made(Item made) {");
    }
}
