//! A set of pages as data. The template escapes all strings.

use std::collections::BTreeSet;

use askama::Template;
use planwright_source::{printable, printable_lines};
use planwright_sync::Files;
use serde_json::{Value, json};

use planwright_project::exit::Failure;

const STYLE: &str = include_str!("../../templates/site.css");
const SCRIPT: &str = include_str!("../../templates/site.js");

/// Beginning of the search index.
const INDEX: &str = "// planwright report\nconst PLANWRIGHT_SEARCH = ";

/// Pages and drawings, in the order of the navigation.
#[derive(Default)]
pub(super) struct Site {
    pages: Vec<SitePage>,
    drawings: Files,
}

/// One page.
pub(super) struct SitePage {
    href: String,
    title: String,
    blocks: Vec<PageBlock>,
}

/// Part of a page. Strings are always shown as text, never as markup.
pub(super) enum PageBlock {
    Heading {
        id: String,
        text: String,
    },
    Text(String),
    Facts(Vec<(&'static str, String)>),
    Table {
        caption: String,
        head: Vec<String>,
        rows: Vec<Vec<String>>,
    },
    /// Lines of code, each with a flag for highlighting.
    Code {
        caption: String,
        lines: Vec<(bool, String)>,
    },
    Drawing {
        file: String,
        about: String,
    },
}

struct PageLink<'s> {
    href: &'s str,
    title: &'s str,
}

#[derive(Template)]
#[template(path = "page.html")]
struct HtmlPage<'s> {
    href: &'s str,
    title: &'s str,
    links: &'s [PageLink<'s>],
    blocks: &'s [PageBlock],
}

impl Site {
    /// Adds a page. The file name is built from `kind` and `name`.
    pub(super) fn add(&mut self, kind: &str, name: &str, title: impl Into<String>, blocks: Vec<PageBlock>) {
        let href = self.free(&format!("{kind}-{}", slug(name)), "html");
        self.pages.push(SitePage { href, title: title.into(), blocks });
    }

    /// Adds a drawing, and returns the block that shows it.
    pub(super) fn draw(&mut self, name: &str, svg: String, about: String) -> PageBlock {
        let file = self.free(&format!("drawing-{}", slug(name)), "svg");
        self.drawings.insert(file.clone(), svg);
        PageBlock::Drawing { file, about }
    }

    /// Returns an unused file name.
    fn free(&self, stem: &str, ending: &str) -> String {
        let taken: BTreeSet<&str> =
            self.pages.iter().map(|page| page.href.as_str()).chain(self.drawings.keys().map(String::as_str)).collect();
        let names = (1_usize..).map(|number| match number {
            1 => format!("{stem}.{ending}"),
            more => format!("{stem}-{more}.{ending}"),
        });
        names.into_iter().find(|name| !taken.contains(name.as_str())).unwrap_or_default()
    }

    /// Renders all files, by path.
    pub(super) fn files(self) -> Result<Files, Failure> {
        let mut files = self.drawings;
        let kinds = [
            ("contract", "Contracts"),
            ("schema", "Schemas"),
            ("blueprint", "Blueprints"),
            ("drift", "Drift"),
            ("lock", "Operations"),
            ("org", "Org"),
            ("graph", "Drawings"),
        ];
        let rows = kinds.iter().filter_map(|(kind, name)| {
            let titles: Vec<&str> = self
                .pages
                .iter()
                .filter(|page| page.href.starts_with(&format!("{kind}-")))
                .map(|page| page.title.as_str())
                .collect();
            (!titles.is_empty()).then(|| vec![(*name).to_owned(), titles.len().to_string(), titles.join(", ")])
        });
        let table = table("Contents", &["Part", "Pages", "Titles"], rows.collect());
        let index = SitePage { href: "index.html".to_owned(), title: "Overview".to_owned(), blocks: vec![table] };
        let pages: Vec<&SitePage> = std::iter::once(&index).chain(&self.pages).collect();
        let links: Vec<PageLink<'_>> =
            pages.iter().map(|page| PageLink { href: &page.href, title: &page.title }).collect();
        for page in &pages {
            let html = HtmlPage { href: &page.href, title: &page.title, links: &links, blocks: &page.blocks };
            files.insert(page.href.clone(), html.render().map_err(Failure::one)? + "\n");
        }
        let entries: Vec<Value> = pages.iter().flat_map(|page| entries(page)).collect();
        files.insert("search.js".to_owned(), format!("{INDEX}{};\n", Value::Array(entries)));
        files.insert("site.css".to_owned(), STYLE.to_owned());
        files.insert("site.js".to_owned(), SCRIPT.to_owned());
        Ok(files)
    }
}

/// Returns `true` if an earlier run wrote the file.
pub(super) fn is_page(path: &str, text: &str) -> bool {
    match path.rsplit_once('.') {
        Some((_, "html")) => text.contains("<meta name=\"generator\" content=\"planwright report\">"),
        Some((stem, "svg")) => stem.starts_with("drawing-") && text.starts_with("<svg "),
        Some(("search", "js")) => text.starts_with(INDEX),
        Some(("site", "css")) => text.starts_with("/* planwright report */"),
        Some(("site", "js")) => text.starts_with("// planwright report"),
        _ => false,
    }
}

/// Returns the search entries of a page: one per section, with all its words.
fn entries(page: &SitePage) -> Vec<Value> {
    let mut sections: Vec<(String, &str, String)> = vec![(page.href.clone(), &page.title, page.title.clone())];
    for block in &page.blocks {
        let mut say = |text: &str| {
            if let Some((_, _, words)) = sections.last_mut() {
                words.push(' ');
                words.push_str(text);
            }
        };
        match block {
            PageBlock::Heading { id, text } => sections.push((format!("{}#{id}", page.href), text, text.clone())),
            PageBlock::Text(text) | PageBlock::Drawing { about: text, .. } => say(text),
            PageBlock::Facts(facts) => facts.iter().for_each(|(_, value)| say(value)),
            PageBlock::Table { rows, .. } => rows.iter().flatten().for_each(|cell| say(cell)),
            // A class would be most of the index, so only its caption is included.
            PageBlock::Code { caption, .. } => say(caption),
        }
    }
    let entry = |(href, title, words): (String, &str, String)| json!({ "page": page.title, "title": title, "href": href, "words": words.to_lowercase() });
    sections.into_iter().map(entry).collect()
}

/// Returns a heading that links can point to.
pub(super) fn heading(text: impl Into<String>) -> PageBlock {
    let text = text.into();
    PageBlock::Heading { id: slug(&text), text }
}

/// Returns a table, or a sentence if there are no rows.
pub(super) fn table(caption: &str, head: &[&str], rows: Vec<Vec<String>>) -> PageBlock {
    if rows.is_empty() {
        return PageBlock::Text(format!("{caption}: none."));
    }
    let rows = rows.into_iter().map(|row| row.iter().map(|cell| printable(cell).into_owned()).collect()).collect();
    PageBlock::Table { caption: caption.to_owned(), head: head.iter().map(|name| (*name).to_owned()).collect(), rows }
}

/// Returns code with highlighted lines.
pub(super) fn code(caption: &str, text: &str, is_marked: impl Fn(&str) -> bool) -> PageBlock {
    let lines = text.lines().map(|line| (is_marked(line), printable_lines(line).into_owned())).collect();
    PageBlock::Code { caption: caption.to_owned(), lines }
}

/// Returns lowercase letters, digits and hyphens only: usable as a file name on every system, and as an id.
fn slug(text: &str) -> String {
    let mut slug = String::new();
    for letter in text.chars().take(60) {
        if letter.is_ascii_alphanumeric() {
            slug.push(letter.to_ascii_lowercase());
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    let slug = slug.trim_end_matches('-');
    if slug.is_empty() { "page".to_owned() } else { slug.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_free_and_plain() {
        let mut site = Site::default();
        for name in ["A b", "a/B", "سلام", ""] {
            site.add("graph", name, name, Vec::new());
        }
        let hrefs: Vec<&str> = site.pages.iter().map(|page| page.href.as_str()).collect();
        assert_eq!(hrefs, ["graph-a-b.html", "graph-a-b-2.html", "graph-page.html", "graph-page-2.html"]);
    }
}
