//! Parses the invocable signature of an Apex class: its method, and the variables of its input and output classes.
//!
//! Only declarations that an action can see are parsed; bodies are skipped. Text that is not Apex yields no class and
//! never panics.

use std::collections::BTreeMap;
use std::ops::Range;

use planwright_contracts::action_blueprint::names::same;

/// Class with its invocable parts.
#[derive(Clone, Debug)]
pub struct InvocableClass {
    /// Name of the class.
    pub name: String,
    /// True if the class is global, so that code outside of its package can use it.
    pub is_global: bool,
    /// Invocable methods. The platform allows only one.
    pub methods: Vec<InvocableEntry>,
    /// The class itself and its inner classes, by lowercase name.
    pub wrappers: BTreeMap<String, InvocableWrapper>,
}

/// Invocable method.
#[derive(Clone, Debug)]
pub struct InvocableEntry {
    /// Name of the method.
    pub name: String,
    /// Span of the name.
    pub span: Range<usize>,
    /// True if the method is static.
    pub is_static: bool,
    /// True if the method is global.
    pub is_global: bool,
    /// Types of its parameters.
    pub takes: Vec<String>,
    /// Return type.
    pub returns: String,
    /// Label in the annotation.
    pub label: Option<String>,
    /// Description in the annotation.
    pub description: Option<String>,
}

/// Class whose variables are inputs or outputs.
#[derive(Clone, Debug, Default)]
pub struct InvocableWrapper {
    /// Name of the class.
    pub name: String,
    /// True if the class is global.
    pub is_global: bool,
    /// Invocable variables, in source order.
    pub fields: Vec<InvocableParam>,
}

/// Invocable variable.
#[derive(Clone, Debug)]
pub struct InvocableParam {
    /// Name of the variable.
    pub name: String,
    /// Span of the name.
    pub span: Range<usize>,
    /// Type of the variable, without whitespace.
    pub apex_type: String,
    /// True if a value is required.
    pub required: bool,
    /// True if the variable is global.
    pub is_global: bool,
    /// Label in the annotation.
    pub label: Option<String>,
    /// Description in the annotation.
    pub description: Option<String>,
}

impl InvocableClass {
    /// Adds the wrapper classes of another class that this one accepts or returns.
    pub fn add_wrappers(&mut self, other: Self) {
        self.wrappers.extend(other.wrappers);
    }

    /// Returns the wrapper class with this name: `Request` or `Outer.Request`.
    pub fn wrapper(&self, name: &str) -> Option<&InvocableWrapper> {
        let inner = match name.split_once('.') {
            Some((outer, inner)) => Some(inner).filter(|_| same(outer, &self.name))?,
            None => name,
        };
        self.wrappers.get(&inner.to_ascii_lowercase())
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum ApexPiece {
    Word(String),
    Text(String),
    Sign(char),
}

type ApexPieces = Vec<(ApexPiece, Range<usize>)>;

/// Parses the class in a file.
pub fn read_class(text: &str) -> Option<InvocableClass> {
    let pieces = tokenize(text);
    let start = pieces.iter().position(|(piece, _)| is_word(piece, "class"))?;
    let ApexPiece::Word(name) = &pieces.get(start + 1)?.0 else { return None };
    let mut class = InvocableClass {
        name: name.clone(),
        is_global: pieces[..start].iter().any(|(piece, _)| is_word(piece, "global")),
        methods: Vec::new(),
        wrappers: BTreeMap::new(),
    };
    let open = pieces[start..].iter().position(|(piece, _)| *piece == ApexPiece::Sign('{'))? + start;
    let own = InvocableWrapper { name: name.clone(), is_global: class.is_global, fields: Vec::new() };
    body(&pieces, open + 1, own, &mut class);
    Some(class)
}

/// Parses the body of a class, starting after its opening brace. Returns the index of the closing brace.
fn body(pieces: &ApexPieces, mut at: usize, mut wrapper: InvocableWrapper, class: &mut InvocableClass) -> usize {
    let mut member: ApexPieces = Vec::new();
    while let Some((piece, _)) = pieces.get(at) {
        match piece {
            ApexPiece::Sign('}') => break,
            ApexPiece::Sign(';') => {
                add_member(&member, &mut wrapper, class);
                member.clear();
            }
            ApexPiece::Sign('=') if depth(&member) == 0 => {
                add_member(&member, &mut wrapper, class);
                member.clear();
                at = initializer_end(pieces, at);
            }
            ApexPiece::Sign('{') => {
                if let Some(name) = class_name(&member) {
                    let is_global = member.iter().any(|(piece, _)| is_word(piece, "global"));
                    at = body(pieces, at + 1, InvocableWrapper { name, is_global, fields: Vec::new() }, class);
                } else {
                    add_member(&member, &mut wrapper, class);
                    at = closing_brace(pieces, at);
                }
                member.clear();
            }
            _ => member.push(pieces[at].clone()),
        }
        at += 1;
    }
    class.wrappers.insert(wrapper.name.to_ascii_lowercase(), wrapper);
    at
}

fn depth(member: &ApexPieces) -> i32 {
    member
        .iter()
        .map(|(piece, _)| match piece {
            ApexPiece::Sign('(') => 1,
            ApexPiece::Sign(')') => -1,
            _ => 0,
        })
        .sum()
}

/// Returns the index of the `;` that ends an initializer.
fn initializer_end(pieces: &ApexPieces, mut at: usize) -> usize {
    while let Some((piece, _)) = pieces.get(at) {
        match piece {
            ApexPiece::Sign(';') => return at,
            ApexPiece::Sign('{') => at = closing_brace(pieces, at),
            _ => {}
        }
        at += 1;
    }
    at
}

/// Returns the index of the brace that closes the one at `at`.
fn closing_brace(pieces: &ApexPieces, at: usize) -> usize {
    let mut depth = 0usize;
    for (index, (piece, _)) in pieces.iter().enumerate().skip(at) {
        match piece {
            ApexPiece::Sign('{') => depth += 1,
            ApexPiece::Sign('}') => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return index;
                }
            }
            _ => {}
        }
    }
    pieces.len()
}

fn class_name(member: &ApexPieces) -> Option<String> {
    let at = member.iter().position(|(piece, _)| is_word(piece, "class"))?;
    match member.get(at + 1) {
        Some((ApexPiece::Word(name), _)) => Some(name.clone()),
        _ => None,
    }
}

/// Annotation with its arguments.
#[derive(Default)]
struct ApexAnnotation {
    name: String,
    arguments: BTreeMap<String, String>,
}

/// Adds a declaration to the class if it is invocable.
fn add_member(member: &ApexPieces, wrapper: &mut InvocableWrapper, class: &mut InvocableClass) {
    let (notes, rest) = annotations(member);
    let find = |name: &str| notes.iter().find(|note| same(&note.name, name));
    let is = |word: &str| rest.iter().any(|(piece, _)| is_word(piece, word));
    let argument = |note: &ApexAnnotation, name: &str| note.arguments.get(name).cloned();
    if let Some(note) = find("InvocableVariable") {
        let declared: ApexPieces = rest.iter().filter(|(piece, _)| !is_modifier(piece)).cloned().collect();
        let Some(((ApexPiece::Word(name), span), of)) = declared.split_last() else { return };
        wrapper.fields.push(InvocableParam {
            name: name.clone(),
            span: span.clone(),
            apex_type: joined(of),
            required: argument(note, "required").is_some_and(|value| same(&value, "true")),
            is_global: is("global"),
            label: argument(note, "label"),
            description: argument(note, "description"),
        });
    } else if let Some(note) = find("InvocableMethod") {
        let Some(open) = rest.iter().position(|(piece, _)| *piece == ApexPiece::Sign('(')) else { return };
        let head: ApexPieces = rest[..open].iter().filter(|(piece, _)| !is_modifier(piece)).cloned().collect();
        let Some(((ApexPiece::Word(name), span), of)) = head.split_last() else { return };
        class.methods.push(InvocableEntry {
            name: name.clone(),
            span: span.clone(),
            is_static: is("static"),
            is_global: is("global"),
            takes: parameters(&rest[open + 1..]),
            returns: joined(of),
            label: argument(note, "label"),
            description: argument(note, "description"),
        });
    }
}

/// Returns the annotations of a declaration, and the tokens after them.
fn annotations(member: &ApexPieces) -> (Vec<ApexAnnotation>, ApexPieces) {
    let mut notes = Vec::new();
    let mut at = 0;
    while let Some((ApexPiece::Sign('@'), _)) = member.get(at) {
        let mut note = ApexAnnotation::default();
        if let Some((ApexPiece::Word(name), _)) = member.get(at + 1) {
            note.name.clone_from(name);
        }
        at += 2;
        if let Some((ApexPiece::Sign('('), _)) = member.get(at) {
            let mut depth = 0usize;
            while let Some((piece, _)) = member.get(at) {
                match piece {
                    ApexPiece::Sign('(') => depth += 1,
                    ApexPiece::Sign(')') => depth = depth.saturating_sub(1),
                    ApexPiece::Word(key) => {
                        if let (
                            Some((ApexPiece::Sign('='), _)),
                            Some((ApexPiece::Word(value) | ApexPiece::Text(value), _)),
                        ) = (member.get(at + 1), member.get(at + 2))
                        {
                            note.arguments.insert(key.to_ascii_lowercase(), value.clone());
                        }
                    }
                    _ => {}
                }
                at += 1;
                if depth == 0 {
                    break;
                }
            }
        }
        notes.push(note);
    }
    (notes, member.get(at..).unwrap_or_default().to_vec())
}

/// Returns the types of the parameters. `pieces` starts after the opening parenthesis.
fn parameters(pieces: &[(ApexPiece, Range<usize>)]) -> Vec<String> {
    let end = pieces.iter().position(|(piece, _)| *piece == ApexPiece::Sign(')')).unwrap_or(pieces.len());
    let mut found = Vec::new();
    let mut nested = 0i32;
    let mut one: ApexPieces = Vec::new();
    for (piece, span) in &pieces[..end] {
        match piece {
            ApexPiece::Sign('<') => nested += 1,
            ApexPiece::Sign('>') => nested -= 1,
            _ => {}
        }
        if *piece == ApexPiece::Sign(',') && nested == 0 {
            found.extend(parameter(&one));
            one.clear();
        } else if !is_word(piece, "final") {
            one.push((piece.clone(), span.clone()));
        }
    }
    found.extend(parameter(&one));
    found
}

fn parameter(pieces: &ApexPieces) -> Option<String> {
    pieces.split_last().map(|(_, of)| joined(of))
}

fn joined(pieces: &[(ApexPiece, Range<usize>)]) -> String {
    let text = |(piece, _): &(ApexPiece, Range<usize>)| match piece {
        ApexPiece::Word(word) => word.clone(),
        ApexPiece::Text(text) => text.clone(),
        ApexPiece::Sign(sign) => sign.to_string(),
    };
    pieces.iter().map(text).collect()
}

fn is_word(piece: &ApexPiece, word: &str) -> bool {
    matches!(piece, ApexPiece::Word(found) if same(found, word))
}

fn is_modifier(piece: &ApexPiece) -> bool {
    [
        "public",
        "private",
        "protected",
        "global",
        "static",
        "final",
        "transient",
        "virtual",
        "override",
        "with",
        "without",
        "sharing",
    ]
    .iter()
    .any(|modifier| is_word(piece, modifier))
}

/// Splits source code into words, strings and punctuation, without comments.
fn tokenize(text: &str) -> ApexPieces {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(next) = text[at..].chars().next() {
        let rest = &text[at..];
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if next == '\'' {
            let (value, length) = quoted(rest);
            found.push((ApexPiece::Text(value), at..at + length));
            length
        } else if next.is_alphanumeric() || next == '_' {
            let end = rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(rest.len());
            found.push((ApexPiece::Word(rest[..end].to_owned()), at..at + end));
            end
        } else {
            if !next.is_whitespace() {
                found.push((ApexPiece::Sign(next), at..at + next.len_utf8()));
            }
            next.len_utf8()
        };
        at += length;
    }
    found
}

/// Returns the value of a string literal, and its length including the quotes.
fn quoted(rest: &str) -> (String, usize) {
    let mut value = String::new();
    let mut letters = rest.char_indices().skip(1);
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\'' => return (value, at + 1),
            '\\' => match letters.next() {
                Some((_, 'n')) => value.push('\n'),
                Some((_, 't')) => value.push('\t'),
                Some((_, 'r')) => value.push('\r'),
                Some((_, 'u')) => {
                    let digits: String = letters.by_ref().take(4).map(|(_, digit)| digit).collect();
                    value.extend(u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32));
                }
                Some((_, other)) => value.push(other),
                None => break,
            },
            other => value.push(other),
        }
    }
    (value, rest.len())
}
