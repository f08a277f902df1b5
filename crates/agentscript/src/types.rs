//! Table of the Agent Script types that are compatible with Apex types. Each row has the source of the fact.

use planwright_contracts::action_blueprint::names::same;

/// Apex type.
struct TypeRow {
    apex: &'static str,
    /// Type to write in Agent Script.
    written: &'static str,
    /// Other compatible types: a type, or the `complex_data_type_name` of an `object`.
    fits: &'static [&'static str],
    /// Source of the row.
    #[allow(dead_code, reason = "read by whoever doubts the row")]
    source: &'static str,
}

const fn row(
    apex: &'static str,
    written: &'static str,
    fits: &'static [&'static str],
    source: &'static str,
) -> TypeRow {
    TypeRow { apex, written, fits, source }
}

/// Types with a verified form. The server's rule is not documented.
const TYPES: &[TypeRow] = &[
    row(
        "String",
        "string",
        &["lightning__textType", "lightning__multilineTextType", "lightning__richTextType"],
        "published recipes",
    ),
    row(
        "Id",
        "string",
        &["id", "lightning__textType", "lightning__recordIdType"],
        "compiler 2.41.1, where `id` is deprecated; the object in scripts of published agents",
    ),
    row("Boolean", "boolean", &["lightning__booleanType"], "published recipes"),
    row(
        "Integer",
        "integer",
        &["lightning__integerType"],
        "published recipes write the object; the compiler has `integer`",
    ),
    row("Long", "long", &["lightning__integerType", "lightning__numberType"], "the platform's skills, design page"),
    row(
        "Decimal",
        "number",
        &["currency", "lightning__doubleType", "lightning__numberType", "lightning__currencyType"],
        "published recipes",
    ),
    row("Double", "number", &["currency", "lightning__doubleType", "lightning__numberType"], "published recipes"),
    row("Date", "date", &["lightning__dateType"], "the platform's skills; reported to fail at run time, unconfirmed"),
    row("Datetime", "datetime", &["lightning__dateTimeStringType", "lightning__dateTimeType"], "compiler 2.41.1"),
];

/// Apex types without a verified form. `Time` compiles to a string without a warning.
const WITHOUT_FORM: [&str; 4] = ["Time", "Blob", "Object", "SObject"];

/// Form of an Apex type in Agent Script.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum ScriptForm {
    /// A simple type, with the type to write.
    Plain { written: &'static str, list: bool },
    /// A class, of the project or not.
    Class { name: String, list: bool },
    /// No verified form.
    None,
}

/// Parses the type of a variable.
pub(super) fn parse_type(apex: &str) -> ScriptForm {
    let (element, list) = match generic(apex, "List") {
        Some(element) => (element, true),
        None => match apex.strip_suffix("[]") {
            Some(element) => (element, true),
            None => (apex, false),
        },
    };
    let plain = element.strip_prefix("System.").unwrap_or(element);
    if element.contains(['<', '[']) || WITHOUT_FORM.iter().any(|name| same(name, plain)) {
        return ScriptForm::None;
    }
    match TYPES.iter().find(|row| same(row.apex, plain)) {
        Some(row) => ScriptForm::Plain { written: row.written, list },
        None => ScriptForm::Class { name: element.to_owned(), list },
    }
}

/// Returns the argument of a generic type.
pub(super) fn generic<'t>(apex: &'t str, name: &str) -> Option<&'t str> {
    let (head, rest) = apex.split_once('<')?;
    same(head, name).then(|| rest.strip_suffix('>'))?
}

/// Returns whether a simple Apex type accepts this type of Agent Script. `complex` is the type name of an `object`.
pub(crate) fn fits(apex: &str, script: &str, complex: Option<&str>) -> bool {
    let ScriptForm::Plain { list, .. } = parse_type(apex) else { return false };
    let element = generic(apex, "List").or_else(|| apex.strip_suffix("[]")).unwrap_or(apex);
    let plain = element.strip_prefix("System.").unwrap_or(element);
    let inner = script.strip_prefix("list[").and_then(|rest| rest.strip_suffix(']'));
    if inner.is_some() != list {
        return false;
    }
    let given = inner.unwrap_or(script);
    let given = if given == "object" { complex.unwrap_or_default() } else { given };
    let row = TYPES.iter().find(|row| same(row.apex, plain));
    row.is_some_and(|row| row.written == given || row.fits.contains(&given))
}
