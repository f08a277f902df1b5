//! Where lines break: as Prettier with its Apex plugin prints them, 100 columns wide. Everything here is ASCII, or
//! documentation, which is never broken.

const WIDTH: usize = 100;
const STEP: usize = 2;

/// An expression, as far as it can break.
#[derive(Clone, Debug)]
pub(super) enum Expr {
    /// Never breaks.
    Atom(String),
    /// `head(a, b)`
    Call(String, Vec<Expr>),
    /// `head{ a, b }`
    Values(String, Vec<Expr>),
}

impl Expr {
    pub(super) fn atom(text: impl Into<String>) -> Self {
        Self::Atom(text.into())
    }

    pub(super) fn call(head: impl Into<String>, arguments: Vec<Self>) -> Self {
        Self::Call(head.into(), arguments)
    }

    /// The expression on one line.
    pub(super) fn flat(&self) -> String {
        let list = |items: &[Self]| items.iter().map(Self::flat).collect::<Vec<_>>().join(", ");
        match self {
            Self::Atom(text) => text.clone(),
            Self::Call(head, arguments) => format!("{head}({})", list(arguments)),
            Self::Values(head, items) if items.is_empty() => format!("{head}{{}}"),
            Self::Values(head, items) => format!("{head}{{ {} }}", list(items)),
        }
    }
}

/// `lead`, the expression and `tail` as a statement `indent` columns in.
pub(super) fn statement(indent: usize, lead: &str, expr: &Expr, tail: &str) -> String {
    let blank = " ".repeat(indent);
    format!("{blank}{lead}{}{tail}\n", fit(expr, indent, indent + lead.len(), tail.len()))
}

/// The head of a method with one parameter, in a class.
pub(super) fn signature(head: &str, parameter: &str) -> String {
    statement(2, "", &Expr::call(head, vec![Expr::atom(parameter)]), " {")
}

fn fit(expr: &Expr, indent: usize, column: usize, tail: usize) -> String {
    let flat = expr.flat();
    if column + flat.len() + tail <= WIDTH {
        return flat;
    }
    match expr {
        Expr::Call(head, items) if !items.is_empty() => broken(head, ["(", ")"], items, indent),
        Expr::Values(head, items) if !items.is_empty() => broken(head, ["{", "}"], items, indent),
        _ => flat,
    }
}

fn broken(head: &str, [open, close]: [&str; 2], items: &[Expr], indent: usize) -> String {
    let inner = indent + STEP;
    let last = items.len() - 1;
    let lines = items.iter().enumerate().map(|(index, item)| {
        let comma = usize::from(index < last);
        format!("{}{}{}", " ".repeat(inner), fit(item, inner, inner, comma), ",".repeat(comma))
    });
    format!("{head}{open}\n{}\n{}{close}", lines.collect::<Vec<_>>().join("\n"), " ".repeat(indent))
}

/// `return` and a long literal, quoted by `quote`, in pieces where it does not fit one line. The text is ASCII.
pub(super) fn return_text(indent: usize, text: &str, quote: fn(&str) -> String) -> String {
    let blank = " ".repeat(indent);
    let whole = quote(text);
    if indent + "return ;".len() + whole.len() <= WIDTH {
        return format!("{blank}return {whole};\n");
    }
    let mut pieces = Vec::new();
    let mut piece = String::new();
    for letter in text.chars() {
        let column = if pieces.is_empty() { indent + "return ".len() } else { indent + STEP };
        let longer = format!("{piece}{letter}");
        if column + quote(&longer).len() + " +".len() > WIDTH {
            pieces.push(quote(&piece));
            piece.clear();
        }
        piece.push(letter);
    }
    pieces.push(quote(&piece));
    format!("{blank}return {};\n", pieces.join(&format!(" +\n{blank}  ")))
}

#[cfg(test)]
mod tests {
    use super::{Expr, return_text, statement};

    #[test]
    fn a_call_breaks_one_column_over_the_width() {
        let call = |width: usize| Expr::call("f", vec![Expr::atom("x".repeat(width)), Expr::atom("b")]);
        assert_eq!(statement(4, "", &call(89), ";").lines().count(), 1);
        assert_eq!(statement(4, "", &call(90), ";").lines().count(), 4);
        assert_eq!(
            Expr::Values("new List<String>".to_owned(), vec![Expr::atom("'a'")]).flat(),
            "new List<String>{ 'a' }"
        );
    }

    #[test]
    fn a_long_text_is_cut_into_lines_that_fit() {
        let quote = |text: &str| format!("'{text}'");
        let text = return_text(4, &"x".repeat(300), quote);
        assert!(text.lines().all(|line| line.len() <= 100) && text.lines().count() == 4, "{text}");
        assert_eq!(return_text(4, "x", quote), "    return 'x';\n");
    }
}
