//! Which types of Agent Script fit a type of Apex: the one table, each row with where it is known from.

use planwright_contracts::action_blueprint::names::same;

/// One Apex type.
struct TypeRow {
    apex: &'static str,
    /// The type to write.
    written: &'static str,
    /// Others that fit: a type, or the `complex_data_type_name` of an `object`.
    fits: &'static [&'static str],
    /// What the row rests on.
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

/// The types that have a proven form. The server's rule is written down nowhere.
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

/// Types of Apex for which nothing is proven; `Time` compiles to text without a word.
const WITHOUT_FORM: [&str; 4] = ["Time", "Blob", "Object", "SObject"];

/// What an Apex type is to Agent Script.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum ScriptForm {
    /// A plain type: what to write.
    Plain { written: &'static str, list: bool },
    /// A class, of the project or not.
    Class { name: String, list: bool },
    /// None that is proven.
    None,
}

/// Reads the type of a field.
pub(super) fn read(apex: &str) -> ScriptForm {
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

/// The argument of a generic type.
pub(super) fn generic<'t>(apex: &'t str, name: &str) -> Option<&'t str> {
    let (head, rest) = apex.split_once('<')?;
    same(head, name).then(|| rest.strip_suffix('>'))?
}

/// Whether a plain Apex type takes this type of Agent Script, with the name beside an `object`.
pub(crate) fn fits(apex: &str, script: &str, complex: Option<&str>) -> bool {
    let ScriptForm::Plain { list, .. } = read(apex) else { return false };
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
