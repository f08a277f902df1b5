//! Writes methods that validate values against whole schemas, and the classes that interpret their rules.

use std::collections::{BTreeMap, BTreeSet};

use planwright_apex::layout::{PRINT_WIDTH, Piece};
use planwright_apex::literal;
use planwright_apex::tokens::{ApexDoc, ApexIdent, ApexPath, ApexStatement};
use planwright_schema::SchemaValidator;
use planwright_schema::bundle::{self, BundledSchema};
use planwright_schema::error::{Error, ErrorKind};
use planwright_schema::link::{Linked, Root};
use planwright_schema::lint::APEX_UNCHECKED;
use planwright_schema::model::Schema;
use planwright_schema::set::SchemaSet;
use planwright_source::Pointer;
use serde_json::Value;

use super::class_parts::Part;
use super::model::{Model, OBJECT};
use super::{ApexOptions, ApexValidators, SharedClasses, class_files, validation_rules};
use planwright_codegen::Formats;
use planwright_codegen::GeneratedFile;

/// Maximum number of characters in the rules of a root. A class has at most a million.
const MAX_RULES: usize = 400_000;

/// Classes that interpret rules, which every generated class shares.
const CLASSES: [(&str, &str); 14] = [
    ("PwSchemaEvaluated", include_str!("validator/PwSchemaEvaluated.cls")),
    ("PwSchemaFindings", include_str!("validator/PwSchemaFindings.cls")),
    ("PwSchemaFormats", include_str!("validator/PwSchemaFormats.cls")),
    ("PwSchemaLists", include_str!("validator/PwSchemaLists.cls")),
    ("PwSchemaObjects", include_str!("validator/PwSchemaObjects.cls")),
    ("PwSchemaParts", include_str!("validator/PwSchemaParts.cls")),
    ("PwSchemaPlace", include_str!("validator/PwSchemaPlace.cls")),
    ("PwSchemaScalars", include_str!("validator/PwSchemaScalars.cls")),
    ("PwSchemaStep", include_str!("validator/PwSchemaStep.cls")),
    ("PwSchemaUnions", include_str!("validator/PwSchemaUnions.cls")),
    ("PwSchemaValidator", include_str!("validator/PwSchemaValidator.cls")),
    ("PwSchemaValidator_Test", include_str!("validator/PwSchemaValidator_Test.cls")),
    ("PwSchemaValues", include_str!("validator/PwSchemaValues.cls")),
    ("PwSchemaViolation", include_str!("validator/PwSchemaViolation.cls")),
];

/// Returns the names of the classes that interpret rules.
pub(super) fn class_names() -> impl Iterator<Item = &'static str> {
    CLASSES.iter().map(|(name, _)| *name)
}

/// The rules of roots, by file.
pub(super) struct Checks {
    rules: BTreeMap<String, CheckedRoot>,
    /// Warnings about constraints that the rules do not contain.
    pub(super) warnings: Vec<Error>,
}

struct CheckedRoot {
    rules: String,
    /// The schema, if its rules contain all of its constraints.
    whole: Option<SchemaValidator>,
}

impl Checks {
    /// Compiles the rules of each requested root.
    pub(super) fn new(set: &SchemaSet, linked: &Linked<'_>, options: &ApexOptions) -> Result<Self, Vec<Error>> {
        let mut checks = Self { rules: BTreeMap::new(), warnings: Vec::new() };
        let ApexValidators::Generated(formats) = options.validators else { return Ok(checks) };
        let bundled = bundle::bundled_schemas(set, linked)?;
        let mut unchecked = BTreeMap::new();
        for module in linked.modules.values() {
            let roots =
                module.roots.iter().filter(|root| options.roots.is_empty() || options.roots.contains(&root.file));
            for root in roots {
                let Some(bundled) = bundled.get(&root.file) else { continue };
                let files: BTreeSet<&str> = bundled.definitions.keys().map(|target| target.file.as_str()).collect();
                // Roots can share files, so each file is read once.
                for file in &files {
                    let warnings = || validation_rules::unchecked(set, file, formats);
                    unchecked.entry((*file).to_owned()).or_insert_with(warnings);
                }
                let is_whole = files.iter().all(|file| unchecked[*file].is_empty());
                checks.add(set, root, bundled, formats, is_whole);
            }
        }
        checks.warnings.extend(unchecked.into_values().flatten());
        Ok(checks)
    }

    /// Compiles the rules of a root. `is_whole` tells whether Apex checks every constraint of its files.
    fn add(&mut self, set: &SchemaSet, root: &Root, bundled: &BundledSchema, formats: Formats, is_whole: bool) {
        let document = Schema::from_value(&bundled.document, root.draft);
        let mut refuse = |reason: &str| {
            let message = format!("Apex does not check documents of this schema: {reason}");
            let kind = ErrorKind::Lint { code: APEX_UNCHECKED, message };
            self.warnings.extend(set.get(&root.file).map(|file| file.error(Pointer::root(), None, kind)));
        };
        if !validation_rules::is_flat(&document) {
            return refuse("its references depend on the evaluation path, or reach another dialect");
        }
        let rules = literal::ascii_json(&validation_rules::compile(bundled, &document, formats).to_string());
        if rules.len() > MAX_RULES {
            return refuse(&format!("its rules have more than {MAX_RULES} characters"));
        }
        let asserts_formats = formats == Formats::Assert;
        let whole = is_whole.then(|| SchemaValidator::new(&bundled.document, root.draft, asserts_formats)).flatten();
        self.rules.insert(root.file.clone(), CheckedRoot { rules, whole });
    }

    /// Returns the rules of each root, by file.
    pub(super) fn rules(&self) -> BTreeMap<String, String> {
        self.rules.iter().map(|(file, root)| (file.clone(), root.rules.clone())).collect()
    }

    /// Returns the classes that interpret the rules, if this folder needs them.
    pub(super) fn classes(&self, options: &ApexOptions) -> Vec<GeneratedFile> {
        let is_needed = match options.shared_classes {
            SharedClasses::IfNeeded => !self.rules.is_empty(),
            SharedClasses::Always => true,
            SharedClasses::Elsewhere => false,
        };
        let classes = CLASSES.iter().filter(|_| is_needed);
        classes.flat_map(|(name, text)| class_files(name, (*text).to_owned(), options)).collect()
    }

    /// Returns the methods that validate documents of a root, if its rules are known.
    pub(super) fn methods(&self, file: &str, class: &ApexIdent) -> Vec<Part> {
        let Some(CheckedRoot { rules, .. }) = self.rules.get(file) else { return Vec::new() };
        let (string, name) = (ApexPath::keyword("String"), ApexIdent::prefixed("rulesOf", class));
        let validator = Piece::call("new PwSchemaValidator", vec![Piece::own_call(&name, Vec::new())]);
        let (strings, parts) = (ApexPath::list_of(&string), parts(rules).into_iter().map(Piece::Code).collect());
        let (value, parts) = (ApexIdent::near("value"), Piece::collection(&strings, parts));
        let validate = Part::Method {
            docs: ApexDoc::about("Validates a value against the whole schema of ", class.as_str(), "."),
            parameter: ApexDoc::new("value value of JSON.deserializeUntyped"),
            returns: ApexDoc::new("the violations, sorted by pointer and keyword; empty for a valid value"),
            head: ApexStatement::method("public static", &violations(), &method_name(class), (&OBJECT, &value)),
            result: ApexStatement::result(4, &validator.method("violations", vec![Piece::name(&value)])),
        };
        let lines = vec![
            ApexStatement::declaration(4, &strings, &ApexIdent::near("parts"), &parts),
            ApexStatement::result(4, &Piece::code("String.join(parts, '')")),
        ];
        vec![validate, Part::Strings { name, lines }]
    }

    /// Returns the test that validates a document of a root. `text` is the call that returns the document as JSON.
    pub(super) fn test(
        &self,
        model: &Model,
        (file, root): (&str, &ApexIdent),
        (name, text): (&ApexIdent, &Piece),
        document: &Value,
    ) -> Option<Part> {
        let checked = self.rules.get(file)?;
        let value = Piece::call("JSON.deserializeUntyped", vec![text.clone()]);
        let validate = Piece::name(&model.name).method(method_name(root).as_str(), vec![value]);
        let arguments = |found: &str| vec![Piece::code(found), Piece::quoted("the document")];
        let assertion = match checked.whole.as_ref().map(|schema| schema.is_valid(document)) {
            Some(true) => Piece::call("Assert.areEqual", [vec![Piece::code("0")], arguments("found.size()")].concat()),
            Some(false) => Piece::call("Assert.isFalse", arguments("found.isEmpty()")),
            // Apex and the schema can disagree.
            None => Piece::call("Assert.isNotNull", arguments("found")),
        };
        let found = ApexStatement::declaration(6, &violations(), &ApexIdent::near("found"), &validate);
        let lines = vec![found, ApexStatement::call(6, &assertion)];
        Some(Part::Test { name: ApexIdent::prefixed("validates", name), lines })
    }
}

/// Returns the name of the method that validates documents of a root.
fn method_name(class: &ApexIdent) -> ApexIdent {
    ApexIdent::prefixed("violationsOf", class)
}

/// Returns the type of the violations of a document.
fn violations() -> ApexPath {
    ApexPath::list_of(&ApexPath::keyword("PwSchemaViolation"))
}

/// Splits a string into literals that fit on a line each.
fn parts(text: &str) -> Vec<String> {
    let room = PRINT_WIDTH - 6 - ",".len();
    let mut parts = Vec::new();
    let mut part = String::new();
    // A character takes at most two columns in a literal: rules are ASCII without control characters.
    for letter in text.chars() {
        let width = if matches!(letter, '\\' | '\'') { 2 } else { 1 };
        if literal::quote(&part).len() + width > room {
            parts.push(literal::quote(&part));
            part.clear();
        }
        part.push(letter);
    }
    parts.push(literal::quote(&part));
    parts
}
