//! Writes the source of a test class. It reads every document strictly, writes it, reads it again and asserts every
//! field. It also asserts the lists of values and the initial values, which are in no document.

mod asserts;
mod declared;

use askama::Template;
use planwright_apex::layout::Piece;
use planwright_apex::literal;
use planwright_apex::source_file;
use planwright_apex::tokens::{ApexDoc, ApexIdent, ApexPath, ApexStatement};
use serde_json::Value;

use super::checks::Checks;
use super::class_parts::{self, Part, PlacedPart};
use super::model::{Model, Type, deserialized};
use super::{APEX_MARK, ApexOptions, read, sample, serializers};

#[derive(Debug, Template)]
#[template(path = "test.cls.txt")]
struct TestClass {
    tested: ApexIdent,
    note: Option<ApexDoc>,
    mark: ApexDoc,
    files: ApexDoc,
    name: ApexIdent,
    members: Vec<PlacedPart>,
}

/// Returns the test of a class. `examples` has the examples of each root, in the order of the roots.
pub(super) fn print(model: &Model, examples: &[Vec<Value>], checks: &Checks, options: &ApexOptions) -> String {
    let mut tests = Vec::new();
    let mut readers = Vec::new();
    let mut sources = Vec::new();
    let mut looks_up = false;
    for ((file, root), examples) in model.roots.iter().zip(examples) {
        let documents = sample::documents(model, root.as_str(), examples);
        let class = Type::Class(root.to_string());
        let is_strict = documents.iter().all(|document| sample::names_every_property(model, &class, document));
        readers.push(reader(model, root, is_strict));
        for (index, document) in documents.iter().enumerate() {
            let name = root.numbered(index + 1);
            let source = ApexIdent::prefixed("text", &name);
            let text = Piece::own_call(&source, Vec::new());
            tests.extend(checks.test(model, (file, root), (&name, &text), document));
            let methods = asserts::methods(model, root, document);
            let count = methods.len();
            for (part, method) in methods.into_iter().enumerate() {
                let name = if count > 1 { name.suffixed("Part").numbered(part + 1) } else { name.clone() };
                looks_up |= method.looks_up;
                tests.push(test(model, root, &name, &text, method.lines));
            }
            let json = literal::ascii_json(&document.to_string());
            sources.push(Part::Strings { name: source, lines: vec![ApexStatement::text_result(4, &json)] });
        }
    }
    for (part, method) in declared::methods(model).into_iter().enumerate() {
        let name = ApexIdent::near("hasItsDeclarations").numbered(part + 1);
        tests.push(Part::Test { name, lines: method.lines });
    }
    let lookup = if looks_up { vec![Part::Lookup] } else { Vec::new() };
    source_file(&TestClass {
        tested: model.name.clone(),
        note: options.note.as_deref().map(ApexDoc::new),
        mark: ApexDoc::new(APEX_MARK),
        files: model.files(),
        name: model.test_name(),
        members: class_parts::place(vec![tests, readers, sources, lookup]),
    })
}

fn test(model: &Model, root: &ApexIdent, name: &ApexIdent, text: &Piece, asserts: Vec<ApexStatement>) -> Part {
    let kind = ApexPath::member(&model.name, root);
    let read = Piece::own_call(&ApexIdent::prefixed("read", root), vec![text.clone()]);
    let mut lines = vec![ApexStatement::declaration(6, &kind, &ApexIdent::near("made"), &read)];
    lines.extend(asserts);
    Part::Test { name: ApexIdent::prefixed("reads", name), lines }
}

/// Returns a method that reads, writes and reads again, so that the assertions cover both directions.
///
/// A strict reader rejects unknown properties.
fn reader(model: &Model, root: &ApexIdent, is_strict: bool) -> Part {
    let (outer, kind) = (Piece::name(&model.name), ApexPath::member(&model.name, root));
    let class = model.classes.get(root);
    let read = |text: Piece| {
        if class.is_some_and(|class| class.needs_reader) {
            outer.method(read::parser_name(root).as_str(), vec![text])
        } else if is_strict {
            Piece::call("JSON.deserializeStrict", vec![text, Piece::class(&kind)]).cast(&kind)
        } else {
            deserialized(&kind, text)
        }
    };
    let (text, once) = (ApexIdent::near("text"), ApexIdent::near("once"));
    let written = if class.is_some_and(|class| class.needs_writer) {
        outer.method(serializers::serializer_name(root).as_str(), vec![Piece::name(&once)])
    } else {
        Piece::call("JSON.serialize", vec![Piece::name(&once)])
    };
    Part::TestReader {
        head: ApexStatement::method(
            "private static",
            &kind,
            &ApexIdent::prefixed("read", root),
            (&ApexPath::keyword("String"), &text),
        ),
        once: ApexStatement::declaration(4, &kind, &once, &read(Piece::name(&text))),
        result: ApexStatement::result(4, &read(Piece::code(written.flat()))),
    }
}
