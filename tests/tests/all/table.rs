//! `docs/keywords.md` shows what is generated: its table is written from the rows in `cases/table.json` and from their
//! types, which `compiled` compiles and runs.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;

use planwright_codegen::{Layout, Options, Support, compile};
use planwright_tests::cases;
use planwright_tests::table::{Row, file, rows, set};
use planwright_tests::{golden, here, workspace};
use quote::ToTokens as _;
use serde_json::Value;
use syn::{Attribute, Fields, Item, Type};

/// The types of all rows as one file.
fn generated(rows: &[Row]) -> String {
    let options = Options {
        layout: Layout::SingleFile,
        support: Support::runtime(),
        command: "cargo test -p planwright-tests table".to_owned(),
        module_path: "crate::planwright".to_owned(),
        ..Options::default()
    };
    let compiled = compile(&set(rows), &options).unwrap_or_else(|errors| panic!("{errors:#?}"));
    let warned: Vec<String> = compiled.warnings.iter().map(ToString::to_string).collect();
    let bad = rows.iter().position(|row| row.keyword.contains("breaks its schema")).expect("a row has a bad default");
    let [only] = warned.as_slice() else { panic!("{warned:?}") };
    assert!(only.starts_with(&file(bad)) && only.contains("/properties/m/default"), "{only}");
    compiled.files.into_iter().map(|file| file.text).collect()
}

#[test]
fn the_types_of_every_row_are_as_expected() {
    let folder = here().join("tests/compiled/table/expected");
    golden::compare_file(&folder, "planwright.rs", generated(&rows())).unwrap_or_else(|failure| panic!("{failure}"));
}

#[test]
fn the_page_shows_what_is_generated() {
    let rows = rows();
    let modules = modules(&generated(&rows));
    let mut table = String::new();
    let mut section = "";
    for (index, row) in rows.iter().enumerate() {
        if row.section != section {
            section = &row.section;
            let _ = write!(
                table,
                "\n## {section}\n\n| keyword | drafts | schema | Rust | takes, refuses | the law |\n|---|---|---|---|---|---|\n"
            );
        }
        let _ = writeln!(table, "{}", line(row, &modules[&format!("row{index}")]));
    }
    let page = fs::read_to_string(workspace().join("docs/keywords.md")).expect("there is a page");
    let page = between(&between(&page, "table", &table), "names", &names_table());
    golden::compare_file(&workspace().join("docs"), "keywords.md", page).unwrap_or_else(|failure| panic!("{failure}"));
}

/// The page with `text` between the marks of a part.
fn between(page: &str, part: &str, text: &str) -> String {
    let (begin, end) = (format!("<!-- {part}: begin -->"), format!("<!-- {part}: end -->"));
    let (before, rest) = page.split_once(&begin).expect("the part begins");
    let (_, after) = rest.split_once(&end).expect("the part ends");
    format!("{before}{begin}\n{text}\n{end}{after}")
}

/// The names of the case `same_names`, whose types `compiled` compiles and runs.
fn names_table() -> String {
    let case = cases::all("codegen").into_iter().find(|case| case.name == "same_names").expect("there is the case");
    let set = case.set().expect("the case is generated");
    let options = Options { layout: Layout::SingleFile, ..Options::default() };
    let compiled = compile(&set, &options).unwrap_or_else(|errors| panic!("{errors:#?}"));
    let text: String = compiled.files.into_iter().map(|file| file.text).collect();
    let mut lines = Vec::new();
    for item in modules(&text).into_values().flat_map(BTreeMap::into_values) {
        let said = attributes(&item);
        let mut place = said.iter().map(|attribute| attribute.to_token_stream().to_string());
        let place = place.find_map(|doc| Some(doc.split_once("Schema: `")?.1.split_once('`')?.0.to_owned()));
        let name = item_text(&item).split([' ', '(']).nth(1).unwrap_or_default().to_owned();
        if let Some(place) = place {
            let (file, pointer) = place.split_once('#').unwrap_or((&place, ""));
            let schema = set.files().find(|known| known.path == file).and_then(|known| known.value.pointer(pointer));
            let title = schema
                .and_then(|schema| schema["title"].as_str())
                .map_or_else(String::new, |title| format!("`{title}`"));
            lines.push(format!("| `{place}` | {title} | `{name}` |"));
        }
    }
    lines.sort();
    let titles = lines.iter().filter(|line| line.contains("| `Job` |")).count();
    assert!(titles >= 2, "the case has two files of one title: {lines:#?}");
    format!("| schema | title | type |\n|---|---|---|\n{}", lines.join("\n"))
}

fn line(row: &Row, types: &BTreeMap<String, Item>) -> String {
    let mut schema = row.schema.clone();
    if let Some(members) = schema.as_object_mut() {
        members.extend(row.definitions.clone());
    }
    let code = |text: &str| format!("`{}`", text.replace('|', "\\|"));
    let values = |values: &[Value], mark: &str| {
        values.iter().map(|value| format!("{mark}\u{a0}{}", code(&value.to_string()))).collect::<Vec<_>>()
    };
    let documents = [values(&row.valid, "✓"), values(&row.invalid, "✗")].concat().join("<br>");
    let keyword = row.keyword.replace('|', "\\|");
    format!(
        "| {keyword} | {} | {} | {} | {documents} | {} |",
        row.drafts,
        code(&schema.to_string()),
        code(&rust(row, types)).replace('\n', "`<br>`"),
        row.law
    )
}

/// What a row becomes: the type of its member, the types that this names, and why it says no more.
fn rust(row: &Row, types: &BTreeMap<String, Item>) -> String {
    let mut lines = Vec::new();
    let mut why = None;
    let mut shown = vec!["Row".to_owned()];
    let mut pending: Vec<String> = Vec::new();
    if row.root {
        shown.clear();
        pending.push("Row".to_owned());
    } else {
        let Some(Item::Struct(root)) = types.get("Row") else { panic!("{} has no root", row.keyword) };
        let member = root.fields.iter().next().expect("the root has its member");
        lines.push(plain(&member.ty));
        why = reason(&member.attrs);
        pending.extend(names(&lines[0]));
    }
    while let Some(name) = pending.pop() {
        let Some(item) = types.get(&name).filter(|_| !shown.contains(&name)) else { continue };
        let text = item_text(item);
        pending.extend(names(&text));
        why = why.or_else(|| reason(attributes(item)));
        lines.push(text);
        shown.push(name);
    }
    lines.extend(why.map(|why| format!("// {why}")));
    lines.join("\n")
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
                match &variant.fields {
                    Fields::Unit => name,
                    Fields::Unnamed(fields) => format!(
                        "{name}({})",
                        fields.unnamed.iter().map(|field| plain(&field.ty)).collect::<Vec<_>>().join(", ")
                    ),
                    fields @ Fields::Named(_) => format!("{name} {}", members(fields)),
                }
            });
            format!("enum {} {{ {} }}", item.ident, variants.collect::<Vec<_>>().join(", "))
        }
        Item::Type(item) => format!("type {} = {}", item.ident, plain(&item.ty)),
        other => panic!("what is {}", other.to_token_stream()),
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

/// A name with what serde is told of it.
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

/// Why a type is any value, as its documentation has it.
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

/// The names of types in a text.
fn names(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| word.starts_with(char::is_uppercase));
    let mut names: Vec<String> = words.map(str::to_owned).collect();
    names.reverse();
    names
}

/// The types of each module, by name.
fn modules(text: &str) -> BTreeMap<String, BTreeMap<String, Item>> {
    let file: syn::File = syn::parse_file(text).expect("what is generated parses");
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
    modules.map(|(name, items)| (name, items.into_iter().filter_map(named).collect())).collect()
}
