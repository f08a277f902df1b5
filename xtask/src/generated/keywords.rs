//! Generates the table of `docs/keywords.md`: the Rust type for each row of `tests/cases/table.json`. The tests compile and
//! run the same types.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use planwright_codegen::{Error, Layout, Options, Readers, SchemaSet, compile};
use planwright_sync::{Files, Mode};
use proc_macro2::TokenTree;
use quote::ToTokens as _;
use syn::{Attribute, Fields, Item, Type};

use super::summary::PartSummary;
use super::{COMMAND, lines, write_files};
use rows::{Row, file, try_rows};

#[path = "../../../tests/src/table.rs"]
#[allow(dead_code, unreachable_pub, reason = "the tests need all of it")]
mod rows;

/// Inputs of the table, apart from the code generator.
pub(super) const SOURCES: [&str; 2] = ["tests/cases/table.json", "tests/src/table.rs"];

/// The page with the table.
const PAGE: &str = "keywords.md";

type TypesByModule = BTreeMap<String, BTreeMap<String, Item>>;

/// Writes, or checks, the page with the table.
pub(super) fn page(root: &Path, mode: Mode) -> Result<PartSummary, String> {
    let page = std::fs::read_to_string(root.join("docs").join(PAGE)).map_err(|error| format!("{PAGE}: {error}"))?;
    let page = between(&page, "table", &table()?)?;
    let wanted = Files::from([(PAGE.to_owned(), page)]);
    Ok(PartSummary::new("1 table".to_owned(), &write_files(root, "docs", false, &wanted, mode)?))
}

/// Returns the page with `text` between the marks of a part.
fn between(page: &str, part: &str, text: &str) -> Result<String, String> {
    let (begin, end) = (format!("<!-- {part}: begin, written by `{COMMAND}` -->"), format!("<!-- {part}: end -->"));
    let missing = |mark: &str| format!("the page has no line `{mark}`");
    let (before, rest) = page.split_once(&begin).ok_or_else(|| missing(&begin))?;
    let (_, after) = rest.split_once(&end).ok_or_else(|| missing(&end))?;
    Ok(format!("{before}{begin}\n\n{}\n\n{end}{after}", text.trim_matches('\n')))
}

/// Returns one table per section of the rows.
fn table() -> Result<String, String> {
    let rows = try_rows()?;
    let texts = rows.iter().enumerate().map(|(index, row)| (file(index), row.document().to_string().into_bytes()));
    let modules = types(&SchemaSet::parse(texts).map_err(errors)?)?;
    let mut table = String::new();
    let mut section = "";
    for (index, row) in rows.iter().enumerate().filter(|(_, row)| !row.hidden) {
        if row.section != section {
            section = &row.section;
            let _ = write!(table, "\n## {section}\n\n| keyword | schema | Rust |\n|---|---|---|\n");
        }
        let types = modules.get(&format!("row{index}")).ok_or_else(|| format!("row {index} has no module"))?;
        let _ = writeln!(table, "{}", line(row, types)?);
    }
    Ok(table)
}

/// Returns the types of each generated module, by name.
fn types(set: &SchemaSet) -> Result<TypesByModule, String> {
    // The table shows types and not how they are read.
    let readers = Readers::Serde;
    let options = Options { layout: Layout::SingleFile, readers, ..Options::default() };
    let files = compile(set, &options).map_err(errors)?.files;
    let text: String = files.into_iter().map(|file| file.text).collect();
    let file = syn::parse_file(&text).map_err(|error| error.to_string())?;
    let modules = file.items.into_iter().filter_map(|item| match item {
        Item::Mod(module) => Some((module.ident.to_string(), module.content?.1)),
        _ => None,
    });
    let named = |item: Item| match &item {
        Item::Struct(one) => Some((one.ident.to_string(), item)),
        Item::Enum(one) => Some((one.ident.to_string(), item)),
        Item::Type(one) => Some((one.ident.to_string(), item)),
        _ => None,
    };
    Ok(modules.map(|(name, items)| (name, items.into_iter().map(declared).filter_map(named).collect())).collect())
}

/// Returns the type that a macro of the runtime declares. Other items are returned unchanged.
fn declared(item: Item) -> Item {
    let Item::Macro(call) = &item else { return item };
    let mut tokens = Vec::new();
    let mut pending = call.mac.tokens.clone().into_iter().peekable();
    while let Some(token) = pending.next() {
        // The tag of a union is between its name and its branches.
        if token.to_string() == "by" && matches!(pending.peek(), Some(TokenTree::Literal(_))) {
            pending.next();
        } else {
            tokens.push(token);
        }
    }
    syn::parse2(tokens.into_iter().collect()).unwrap_or(item)
}

#[allow(clippy::needless_pass_by_value, reason = "it maps errors")]
fn errors(errors: Vec<Error>) -> String {
    lines("error: ", &errors)
}

fn line(row: &Row, types: &BTreeMap<String, Item>) -> Result<String, String> {
    let mut schema = row.schema.clone();
    if let Some(members) = schema.as_object_mut() {
        members.extend(row.definitions.clone());
    }
    let code = |text: &str| format!("`{}`", text.replace('|', "\\|"));
    let mut keyword = row.keyword.replace('|', "\\|");
    if !row.drafts.is_empty() {
        let _ = write!(keyword, " ({})", row.drafts);
    }
    if !row.note.is_empty() {
        let _ = write!(keyword, ": {}", row.note);
    }
    let rust = code(&rust(row, types)?).replace('\n', "`<br>`");
    Ok(format!("| {keyword} | {} | {rust} |", code(&schema.to_string())))
}

/// Returns the Rust of a row: the type of its property, the types that this one names, and the reason if it is any
/// value.
fn rust(row: &Row, types: &BTreeMap<String, Item>) -> Result<String, String> {
    let mut lines = Vec::new();
    let mut why = None;
    let mut listed = vec!["Row".to_owned()];
    let mut pending: Vec<String> = Vec::new();
    if row.root {
        listed.clear();
        pending.push("Row".to_owned());
    } else {
        let Some(Item::Struct(root)) = types.get("Row") else {
            return Err(format!("{} has no type `Row`", row.keyword));
        };
        match root.fields.iter().next() {
            Some(member) => {
                let kind = plain(&member.ty);
                why = reason(&member.attrs);
                pending.extend(type_names(&kind));
                // The declaration of a type shows its name again.
                if !types.contains_key(&kind) {
                    lines.push(kind);
                }
            }
            None => lines.push("no field: the value is always this".to_owned()),
        }
    }
    while let Some(name) = pending.pop() {
        let Some(item) = types.get(&name).filter(|_| !listed.contains(&name)) else { continue };
        let text = item_text(item);
        pending.extend(type_names(&text));
        why = why.or_else(|| reason(attributes(item)));
        lines.push(text);
        listed.push(name);
    }
    lines.extend(why.map(|why| format!("// {why}")));
    Ok(lines.join("\n"))
}

fn item_text(item: &Item) -> String {
    match item {
        Item::Struct(item) => match &item.fields {
            Fields::Unnamed(fields) => format!(
                "struct {}({})",
                item.ident,
                fields.unnamed.iter().map(|field| plain(&field.ty)).collect::<Vec<_>>().join(", ")
            ),
            fields => format!("struct {} {}", item.ident, members(fields)),
        },
        Item::Enum(item) => {
            let variants = item.variants.iter().map(|variant| {
                let name = named(&variant.ident.to_string(), &variant.attrs);
                let text = variant.discriminant.as_ref().map(|(_, text)| format!(" = {}", text.to_token_stream()));
                let text = text.unwrap_or_default();
                let form = match &variant.fields {
                    Fields::Unit => name,
                    Fields::Unnamed(fields) => format!(
                        "{name}({})",
                        fields.unnamed.iter().map(|field| plain(&field.ty)).collect::<Vec<_>>().join(", ")
                    ),
                    fields @ Fields::Named(_) => format!("{name} {}", members(fields)),
                };
                format!("{form}{text}")
            });
            format!("enum {} {{ {} }}", item.ident, variants.collect::<Vec<_>>().join(", "))
        }
        Item::Type(item) => format!("type {} = {}", item.ident, plain(&item.ty)),
        other => other.to_token_stream().to_string(),
    }
}

fn members(fields: &Fields) -> String {
    let fields = fields.iter().map(|field| {
        let name = field.ident.as_ref().map_or_else(String::new, ToString::to_string);
        let why = reason(&field.attrs).map_or_else(String::new, |why| format!(" /* {why} */"));
        format!("{}: {}{why}", named(&name, &field.attrs), plain(&field.ty))
    });
    format!("{{ {} }}", fields.collect::<Vec<_>>().join(", "))
}

/// Returns a name with its serde attribute.
fn named(name: &str, attributes: &[Attribute]) -> String {
    let told = attributes
        .iter()
        .filter(|attribute| attribute.path().is_ident("serde"))
        .map(|attribute| attribute.to_token_stream().to_string());
    let told: String = told.collect();
    match told.split_once("rename = ") {
        Some((_, rest)) => {
            let literal = rest.trim_end_matches([')', ']', ' ']);
            let end = literal
                .char_indices()
                .skip(1)
                .find(|(at, c)| *c == '"' && !literal[..*at].ends_with('\\'))
                .map_or(literal.len(), |(at, _)| at + 1);
            format!("#[rename = {}] {name}", &literal[..end])
        }
        None if told.contains("flatten") => format!("#[flatten] {name}"),
        None => name.to_owned(),
    }
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Struct(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        _ => &[],
    }
}

/// Returns why a type is any value, according to its documentation.
fn reason(attributes: &[Attribute]) -> Option<String> {
    attributes.iter().filter(|attribute| attribute.path().is_ident("doc")).find_map(|attribute| {
        let text = attribute.to_token_stream().to_string();
        let (_, why) = text.split_once("Any JSON value, because ")?;
        Some(why.split_once(';').map_or(why, |(why, _)| why).replace('`', ""))
    })
}

fn plain(kind: &Type) -> String {
    let mut text = kind.to_token_stream().to_string().replace(' ', "");
    for path in [
        "::std::option::",
        "::std::vec::",
        "::std::string::",
        "::std::collections::",
        "::std::boxed::",
        "::serde_json::",
    ] {
        text = text.replace(path, "");
    }
    text.replace(",>", ">").replace(',', ", ")
}

/// Returns the type names in a string.
fn type_names(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| word.starts_with(char::is_uppercase));
    let mut names: Vec<String> = words.map(str::to_owned).collect();
    names.reverse();
    names
}

#[cfg(test)]
mod tests {
    use super::between;

    #[test]
    fn only_the_part_is_replaced() {
        let page = "a\n<!-- t: begin, written by `cargo xtask gen` -->\nold\n<!-- t: end -->\nb\n";
        let new = between(page, "t", "new").expect("it has the marks");
        assert_eq!(new, "a\n<!-- t: begin, written by `cargo xtask gen` -->\n\nnew\n\n<!-- t: end -->\nb\n");
        assert_eq!(between(&new, "t", "new").expect("it has the marks"), new);
    }

    #[test]
    fn a_page_without_marks_is_an_error() {
        assert!(between("a\n", "t", "new").is_err_and(|reason| reason.contains("t: begin")));
        assert!(between("<!-- t: begin, written by `cargo xtask gen` -->", "t", "").is_err());
    }
}
