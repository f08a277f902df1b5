//! Writes the source of a class.

use askama::Template;
use planwright_apex::layout::Piece;
use planwright_apex::literal;
use planwright_apex::source_file;
use planwright_apex::tokens::{ApexDoc, ApexIdent, ApexLabel, ApexPath, ApexStatement};

use super::checks::Checks;
use super::class_parts::{self, FieldPart, Part, PlacedPart};
use super::model::{Choices, Class, Model};
use super::{APEX_MARK, ApexOptions, read, serializers};

/// A PMD rule, and a function that returns whether a class violates it because of its schema.
type Check = (&'static str, fn(&Class) -> bool);

/// Naming rules that JSON properties need not follow, and size limits that the schema may exceed.
const CHECKS: &[Check] = &[
    ("PMD.FieldNamingConventions", |class| class.members.iter().any(|member| !is_camel(member.name.as_str()))),
    ("PMD.TooManyFields", |class| class.members.len() > 15),
    ("PMD.ExcessivePublicCount", |class| class.members.len() >= 20),
];

#[derive(Debug, Template)]
#[template(path = "class.cls.txt")]
struct OuterClass {
    roots: ApexDoc,
    note: Option<ApexDoc>,
    mark: ApexDoc,
    files: ApexDoc,
    /// PMD rules that the class cannot follow.
    waived: Option<ApexLabel>,
    name: ApexIdent,
    members: Vec<PlacedPart>,
}

/// Returns the source of the outer class with its types.
pub(super) fn print(model: &Model, checks: &Checks, options: &ApexOptions) -> String {
    let waived: Vec<&str> =
        CHECKS.iter().filter(|(_, applies)| model.classes.values().any(applies)).map(|(name, _)| *name).collect();
    let mut groups = vec![model.choices.iter().map(choices).collect(), serializers::name_maps(model)];
    groups.extend(model.roots.iter().map(|(file, name)| checks.methods(file, name)));
    groups.extend([read::methods(model), serializers::methods(model)]);
    groups.push(model.classes.iter().map(|(name, class)| inner(name, class)).collect());
    source_file(&OuterClass {
        roots: ApexDoc::listing("", model.roots.iter().map(|(_, name)| name.as_str()), ""),
        note: options.note.as_deref().map(ApexDoc::new),
        mark: ApexDoc::new(APEX_MARK),
        files: model.files(),
        waived: (!waived.is_empty()).then(|| ApexLabel::new(&waived.join(", "))),
        name: model.name.clone(),
        members: class_parts::place(groups),
    })
}

fn choices(list: &Choices) -> Part {
    let values = list.values.iter().filter_map(|value| literal::ascii(value)).map(Piece::Code).collect();
    let kind = ApexPath::list_of(&ApexPath::keyword("String"));
    let values = Piece::collection(&kind, values);
    let field = ApexStatement::field(2, "public static final", &kind, &list.name, Some(&values));
    Part::Constant { docs: list.docs.clone(), field }
}

fn inner(name: &ApexIdent, class: &Class) -> Part {
    let fields = class.members.iter().map(|member| FieldPart {
        docs: member.docs.clone(),
        // The platform cannot serialize untyped values.
        is_enabled: !member.kind.is_untyped(),
        declaration: ApexStatement::field(4, "public", &member.kind.path(None), &member.name, member.initial.as_ref()),
    });
    Part::InnerClass { docs: class.docs.clone(), name: name.clone(), fields: fields.collect() }
}

fn is_camel(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_lowercase()) && !name.contains('_')
}
