//! Breaks lines exactly as the formatter of the Salesforce community does: Prettier with its Apex plugin, 100 columns.
//!
//! Line breaks depend on widths, which templates do not know. So everything that can break is laid out here.

use crate::characters::is_unsafe;
use crate::literal;

/// Maximum width of a line.
pub const PRINT_WIDTH: usize = 100;
/// Columns per level of indentation.
pub const STEP: usize = 2;

/// Position at which a piece of code starts.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// Indentation of the statement, in columns.
    pub indent: usize,
    /// Column of the first character of the piece.
    pub column: usize,
    /// Number of characters that follow the piece on its last line, such as `;` or ` {`.
    pub tail: usize,
}

impl Place {
    /// Creates the position of a piece that starts `lead` columns after the indentation and is followed by a semicolon.
    pub const fn new(indent: usize, lead: usize) -> Self {
        Self { indent, column: indent + lead, tail: 1 }
    }

    /// Changes the number of characters after the piece.
    #[must_use]
    pub const fn tail(self, tail: usize) -> Self {
        Self { tail, ..self }
    }
}

/// Item of a group.
#[derive(Clone, Debug)]
pub enum Piece {
    /// ASCII code that never breaks.
    Code(String),
    /// A group with a prefix: `head(a, b)`, `head{ a, b }`.
    Headed(String, Group),
    /// A string value, written as a literal or with an escape.
    Text(String),
    /// A string that must be a literal. It is already quoted.
    Literal(String),
}

impl Piece {
    /// Creates code that never breaks.
    pub fn code(text: impl Into<String>) -> Self {
        Self::Code(text.into())
    }

    /// `head(a, b)`
    pub fn call(head: impl Into<String>, arguments: Vec<Self>) -> Self {
        Self::Headed(head.into(), Group::arguments(arguments))
    }

    /// `head{ a, b }`
    pub fn values(head: impl Into<String>, items: Vec<Self>) -> Self {
        Self::Headed(head.into(), Group::values(items))
    }

    /// Returns the piece on one line.
    pub fn flat(&self) -> String {
        let mut text = String::new();
        push_flat(&mut text, self);
        text
    }
}

/// Items in brackets. They are on one line, or each on its own line.
#[derive(Clone, Debug)]
pub struct Group {
    open: &'static str,
    close: &'static str,
    separator: &'static str,
    /// Padding inside the brackets if the group is on one line.
    pad: &'static str,
    items: Vec<Piece>,
}

impl Group {
    /// `(a, b)`
    pub fn arguments(items: Vec<Piece>) -> Self {
        Self { open: "(", close: ")", separator: ",", pad: "", items }
    }

    /// `{ a, b }`
    pub fn values(items: Vec<Piece>) -> Self {
        Self { open: "{", close: "}", separator: ",", pad: " ", items }
    }

    /// `(a || b)`
    pub fn any_of(items: Vec<Piece>) -> Self {
        Self { open: "(", close: ")", separator: " ||", pad: "", items }
    }

    /// `(a b)`, as in an annotation.
    pub fn annotation(items: Vec<Piece>) -> Self {
        Self { open: "(", close: ")", separator: "", pad: "", items }
    }

    /// Lays out the group. If the width of a string is ambiguous, the string is written in ASCII.
    pub fn fit(&self, place: Place) -> String {
        let mut text = String::with_capacity(PRINT_WIDTH);
        self.push_fit(&mut text, place);
        text
    }

    /// Lays out the group. Returns `None` if the result depends on a letter of ambiguous width.
    pub fn fit_if_clear(&self, place: Place) -> Option<String> {
        let mut text = String::with_capacity(PRINT_WIDTH);
        self.push_flat(&mut text);
        if !Self::has_room(&text, place)? && !self.items.is_empty() {
            text.clear();
            self.push_broken(&mut text, place);
        }
        Some(text)
    }

    /// Appends the group on one line, and removes it again if it does not fit.
    fn push_fit(&self, text: &mut String, place: Place) {
        let start = text.len();
        self.push_flat(text);
        match Self::has_room(&text[start..], place) {
            Some(true) => {}
            _ if self.items.is_empty() => {}
            Some(false) => {
                text.truncate(start);
                self.push_broken(text, place);
            }
            None => {
                text.truncate(start);
                self.in_ascii().push_fit(text, place);
            }
        }
    }

    fn has_room(flat: &str, place: Place) -> Option<bool> {
        let width = Width::measure(flat);
        let room = PRINT_WIDTH.saturating_sub(place.column + place.tail);
        if width.max <= room {
            Some(true)
        } else if width.min > room {
            Some(false)
        } else {
            None
        }
    }

    fn in_ascii(&self) -> Self {
        let items = self.items.iter().map(|item| match item {
            Piece::Text(text) if !text.is_ascii() => unescape(text),
            Piece::Headed(head, group) => Piece::Headed(head.clone(), group.in_ascii()),
            other => other.clone(),
        });
        Self { items: items.collect(), ..self.clone() }
    }

    fn push_flat(&self, text: &mut String) {
        text.push_str(self.open);
        for (index, item) in self.items.iter().enumerate() {
            text.push_str(if index == 0 { self.pad } else { self.separator });
            if index > 0 {
                text.push(' ');
            }
            push_flat(text, item);
        }
        if !self.items.is_empty() {
            text.push_str(self.pad);
        }
        text.push_str(self.close);
    }

    fn push_broken(&self, text: &mut String, place: Place) {
        let inner = place.indent + STEP;
        let last = self.items.len().saturating_sub(1);
        text.push_str(self.open);
        for (index, item) in self.items.iter().enumerate() {
            push_line(text, inner);
            let separator = if index == last { "" } else { self.separator };
            push_piece(text, item, Place { indent: inner, column: inner, tail: separator.len() });
            text.push_str(separator);
        }
        push_line(text, place.indent);
        text.push_str(self.close);
    }
}

/// Lays out a single piece.
pub fn piece(item: &Piece, place: Place) -> String {
    let mut text = String::new();
    push_piece(&mut text, item, place);
    text
}

fn push_piece(text: &mut String, item: &Piece, place: Place) {
    match item {
        Piece::Text(value) => match literal::plain(value) {
            Some(literal) => text.push_str(&literal),
            None => push_piece(text, &unescape(value), place),
        },
        Piece::Headed(head, group) => {
            text.push_str(head);
            group.push_fit(text, Place { column: place.column + head.len(), ..place });
        }
        Piece::Code(code) | Piece::Literal(code) => text.push_str(code),
    }
}

/// Appends a line break and the indentation of the next line.
fn push_line(text: &mut String, indent: usize) {
    text.push('\n');
    text.extend(std::iter::repeat_n(' ', indent));
}

/// Lays out a statement at column `indent`: `lead`, the piece and `tail`.
pub fn statement(indent: usize, lead: &str, item: &Piece, tail: &str) -> String {
    let place = Place { indent, column: indent + lead.len(), tail: tail.len() };
    format!("{}{lead}{}{tail}\n", blank(indent), piece(item, place))
}

/// Lays out the head of a method with one parameter.
pub fn signature(head: &str, parameter: &str) -> String {
    statement(STEP, "", &Piece::call(head, vec![Piece::code(parameter)]), " {")
}

/// Lays out a `return` statement with an ASCII literal. The literal is split if it does not fit on one line.
pub fn return_text(indent: usize, text: &str) -> String {
    let blank = blank(indent);
    let flat = literal::quote(text);
    if indent + "return ;".len() + flat.len() <= PRINT_WIDTH {
        return format!("{blank}return {flat};\n");
    }
    let mut pieces = Vec::new();
    let mut piece = String::new();
    for letter in text.chars() {
        let column = if pieces.is_empty() { indent + "return ".len() } else { indent + STEP };
        let longer = format!("{piece}{letter}");
        if column + literal::quote(&longer).len() + " +".len() > PRINT_WIDTH {
            pieces.push(literal::quote(&piece));
            piece.clear();
        }
        piece.push(letter);
    }
    pieces.push(literal::quote(&piece));
    format!("{blank}return {};\n", pieces.join(&format!(" +\n{blank}  ")))
}

/// Returns the call that decodes an escaped string.
fn unescape(text: &str) -> Piece {
    Piece::call(literal::DECODER, vec![Piece::Code(literal::encoded(text))])
}

fn push_flat(text: &mut String, item: &Piece) {
    match item {
        Piece::Code(code) | Piece::Literal(code) => text.push_str(code),
        Piece::Headed(head, group) => {
            text.push_str(head);
            group.push_flat(text);
        }
        Piece::Text(value) => match literal::plain(value) {
            Some(literal) => text.push_str(&literal),
            None => push_flat(text, &unescape(value)),
        },
    }
}

fn blank(columns: usize) -> String {
    " ".repeat(columns)
}

/// Width of a string in columns. It is a range, because the formatter's width of some letters is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Width {
    /// Minimum width.
    pub min: usize,
    /// Maximum width.
    pub max: usize,
}

impl Width {
    /// Returns the width that the formatter calculates. It is exact for ASCII, European letters and the common East
    /// Asian blocks.
    pub fn measure(text: &str) -> Self {
        if text.bytes().all(|byte| (b' '..=b'~').contains(&byte)) {
            return Self { min: text.len(), max: text.len() };
        }
        let widths = text.chars().map(Self::measure_letter);
        widths.fold(Self { min: 0, max: 0 }, |sum, one| Self { min: sum.min + one.min, max: sum.max + one.max })
    }

    fn measure_letter(letter: char) -> Self {
        match letter {
            _ if is_unsafe(letter) => Self { min: 0, max: 2 },
            ' '..='~' | '\u{c0}'..='\u{24f}' | '\u{391}'..='\u{3c9}' | '\u{410}'..='\u{44f}' => Self { min: 1, max: 1 },
            '\u{3041}'..='\u{3096}' | '\u{30a1}'..='\u{30fa}' | '\u{4e00}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}' => {
                Self { min: 2, max: 2 }
            }
            _ => Self { min: 0, max: 2 },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(items: &[&str]) -> Vec<Piece> {
        items.iter().map(|item| Piece::Code((*item).to_owned())).collect()
    }

    #[test]
    fn a_group_breaks_one_column_over_the_width() {
        let group = Group::arguments(code(&["a", "b"]));
        let fits = Place::new(4, 100 - 4 - "(a, b);".len());
        assert_eq!(group.fit(fits), "(a, b)");
        assert_eq!(group.fit(Place { column: fits.column + 1, ..fits }), "(\n      a,\n      b\n    )");
        assert_eq!(Group::values(code(&["a"])).fit(Place::new(0, 0)), "{ a }");
        assert_eq!(Group::arguments(vec![]).fit(fits), "()");
    }

    #[test]
    fn a_call_in_a_statement_breaks_one_column_over_the_width() {
        let call = |width: usize| Piece::call("f", vec![Piece::code("x".repeat(width)), Piece::code("b")]);
        assert_eq!(statement(4, "", &call(89), ";").lines().count(), 1);
        assert_eq!(statement(4, "", &call(90), ";").lines().count(), 4);
        assert_eq!(Piece::values("new List<String>", code(&["'a'"])).flat(), "new List<String>{ 'a' }");
        assert_eq!(Piece::values("new List<String>", vec![]).flat(), "new List<String>{}");
    }

    #[test]
    fn a_long_text_is_cut_into_lines_that_fit() {
        let text = return_text(4, &"x".repeat(300));
        assert!(text.lines().all(|line| line.len() <= 100) && text.lines().count() == 4, "{text}");
        assert_eq!(return_text(4, "x"), "    return 'x';\n");
    }

    #[test]
    fn ambiguous_widths_are_resolved() {
        let family = Group::values(vec![Piece::Text("\u{1f468}\u{200d}\u{1f469}".repeat(9))]);
        assert!(family.fit(Place::new(4, 60)).is_ascii());
        let marks = Group::values(vec![Piece::Text("\u{a9}".repeat(30))]);
        assert_eq!(marks.fit_if_clear(Place::new(4, 50)), None);
        assert!(marks.fit(Place::new(4, 50)).is_ascii());
        assert!(!marks.fit(Place::new(4, 4)).is_ascii());
    }

    #[test]
    fn widths_of_common_letters_are_exact() {
        assert_eq!(Width::measure("aé"), Width { min: 2, max: 2 });
        assert_eq!(Width::measure("中カ"), Width { min: 4, max: 4 });
    }
}
