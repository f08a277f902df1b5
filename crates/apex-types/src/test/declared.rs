//! Creates the assertions about what a class declares: lists of values, initial values of fields, and null documents.

use planwright_apex::layout::Piece;
use planwright_apex::literal;
use planwright_apex::tokens::ApexPath;

use super::asserts::{MAX_STATEMENTS, Method, text};
use crate::model::{Model, Type};
use crate::read;

/// Returns the test methods, of which each has a limited number of statements.
pub(super) fn methods(model: &Model) -> Vec<Method> {
    let mut all = vec![Method::default()];
    for (name, arguments) in lists(model).chain(initial_values(model)).chain(nulls(model)) {
        if all.last().is_some_and(|method| method.lines.len() >= MAX_STATEMENTS) {
            all.push(Method::default());
        }
        if let Some(method) = all.last_mut() {
            method.assert(name, arguments);
        }
    }
    all.retain(|method| !method.lines.is_empty());
    all
}

/// Name of a method of `Assert`, and its arguments.
type Assertion = (&'static str, Vec<Piece>);

fn lists(model: &Model) -> impl Iterator<Item = Assertion> {
    model.choices.iter().map(|list| {
        let values = list.values.iter().filter_map(|value| literal::ascii(value)).map(Piece::Code).collect();
        let expected = Piece::collection(&ApexPath::list_of(&ApexPath::keyword("String")), values);
        let actual = Piece::name(&model.name).field(&list.name);
        ("areEqual", vec![expected, actual, text(list.name.as_str())])
    })
}

fn initial_values(model: &Model) -> impl Iterator<Item = Assertion> {
    let members =
        model.classes.iter().flat_map(|(class, declared)| declared.members.iter().map(move |one| (class, one)));
    members.filter_map(|(class, member)| {
        // Types in initial lists and maps have no scope.
        let is_scalar = !matches!(member.kind, Type::List(_) | Type::Map(_) | Type::Class(_) | Type::Any);
        let expected = member.initial.clone().filter(|_| is_scalar)?;
        let actual = Piece::instance(&ApexPath::member(&model.name, class)).field(&member.name);
        Some(("areEqual", vec![expected, actual, text(&format!("{class}.{}", member.name))]))
    })
}

/// Returns assertions that JSON null is not a document, for classes with their own reader.
fn nulls(model: &Model) -> impl Iterator<Item = Assertion> {
    let is_read = |root| model.classes.get(root).is_some_and(|class| class.needs_reader && !class.is_wrapper);
    model.roots.iter().filter(move |(_, root)| is_read(root)).map(|(_, root)| {
        let parsed = Piece::name(&model.name).method(read::parser_name(root).as_str(), vec![text("null")]);
        ("isNull", vec![parsed, text(root.as_str())])
    })
}
