//! Selects the parts of the emitted support code that a set needs. A set without unions needs no code for them, for
//! example.

use std::collections::{BTreeMap, BTreeSet};

use quote::ToTokens as _;

/// Returns the items of `support` that the code names, those that these name in turn, and those of the `api`.
///
/// An item starts and ends at the start of a line, as rustfmt formats it.
pub(super) fn needed(support: &str, code: &[&str], api: &BTreeSet<&str>) -> String {
    let items = items(support);
    let mut by_name: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (index, item) in items.iter().enumerate() {
        for name in &item.names {
            by_name.entry(name).or_default().push(index);
        }
    }
    // An implementation is needed once its type is, or its trait if the type is from another crate.
    let mut waiting: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    let mut found = Vec::new();
    for (index, item) in items.iter().enumerate().filter(|(_, item)| item.names.is_empty()) {
        match item.implements().into_iter().find_map(|name| by_name.get_key_value(name.as_str())) {
            Some((name, _)) => waiting.entry(name).or_default().push(index),
            None => found.push(index),
        }
    }
    let mut kept = vec![false; items.len()];
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    let mut pending: Vec<&str> = api.iter().copied().chain(code.iter().flat_map(|text| words_of_code(text))).collect();
    loop {
        for index in found.drain(..) {
            if !kept[index] {
                kept[index] = true;
                pending.extend(words_of_code(items[index].text));
            }
        }
        let Some(name) = pending.pop() else { break };
        if seen.insert(name) {
            found.extend([&by_name, &waiting].into_iter().filter_map(|all| all.get(name)).flatten());
        }
    }
    items.iter().zip(kept).filter(|(_, is_kept)| *is_kept).map(|(item, _)| item.text).collect()
}

/// An item with its documentation and the blank lines before it.
struct SupportItem<'t> {
    text: &'t str,
    /// Names that the item defines, including the methods of a trait. Empty for an implementation.
    names: Vec<&'t str>,
}

fn items(text: &str) -> Vec<SupportItem<'_>> {
    let mut items = Vec::new();
    let (mut start, mut end) = (0, 0);
    for line in text.split_inclusive('\n') {
        end += line.len();
        if is_end(line.trim_end()) {
            items.push(SupportItem::parse(&text[start..end]));
            start = end;
        }
    }
    if start < end {
        items.push(SupportItem::parse(&text[start..]));
    }
    items
}

fn is_end(line: &str) -> bool {
    line.ends_with(['}', ';']) && !line.starts_with([' ', '/', '#'])
}

impl<'t> SupportItem<'t> {
    fn parse(text: &'t str) -> Self {
        let lines = text.split_inclusive('\n');
        let before = lines.take_while(|line| line.starts_with(['/', '#', '\n', ')', ']', ' '])).map(str::len).sum();
        let code: &str = &text[before..];
        let head = code.split('{').next().unwrap_or_default();
        let names = if head.starts_with("impl") {
            Vec::new()
        } else if code.starts_with("thread_local!") {
            behind(code, "static").collect()
        } else if words(head).any(|word| word == "trait") {
            behind(head, "trait").chain(behind(code, "fn")).collect()
        } else {
            words(head).find(|word| !BEFORE_NAMES.contains(word)).filter(|name| *name != "_").into_iter().collect()
        };
        Self { text, names }
    }

    /// Returns the words of an implementation's type, then those of its trait.
    fn implements(&self) -> Vec<String> {
        let Ok(item) = syn::parse_str::<syn::ItemImpl>(self.text) else { return Vec::new() };
        let of = item.trait_.map(|(_, path, _)| path);
        let text = format!("{} {}", item.self_ty.to_token_stream(), of.to_token_stream());
        words(&text).map(str::to_owned).collect()
    }
}

/// Keywords that precede the name of an item.
const BEFORE_NAMES: [&str; 12] =
    ["pub", "crate", "const", "static", "fn", "struct", "enum", "type", "mod", "union", "unsafe", "macro_rules"];

/// Returns the words of code without comments and schemas.
fn words_of_code(text: &str) -> impl Iterator<Item = &str> {
    let mut is_schema = false;
    let code = text.lines().filter(move |line| {
        let starts = line.trim_start().starts_with("schema: r#");
        let ends = line.ends_with('#') && line.trim_end_matches('#').ends_with('"');
        let is_code = !is_schema && !starts && !line.trim_start().starts_with("//");
        is_schema = (is_schema || starts) && !ends;
        is_code
    });
    code.flat_map(words)
}

/// Returns the words that follow this one.
fn behind<'t>(text: &'t str, word: &str) -> impl Iterator<Item = &'t str> {
    words(text).zip(words(text).skip(1)).filter(move |(before, _)| *before == word).map(|(_, name)| name)
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::needed;

    const SUPPORT: &str = "
/// Names Other.
pub struct Api {
    inner: Inner,
}

#[allow(dead_code)]
struct Inner(u8);

impl Inner {
    fn call() -> Helped {
        helper()
    }
}

impl<T: Bound, F: Fn() -> T> From<Unused> for Inner
where
    T: Unused,
{
}

impl<T: Inner> Extra for T {}

impl Unused for u8 {}

#[derive(
    Debug
)]
struct Helped;

fn helper()
where
    u8: Copy,
{
}

thread_local! {
    static HELD: u8 = 1;
}

trait Bound {}

trait Extra {
    fn extra();
}

trait Unused {}

mod other {
    fn helper() {}
}

macro_rules! called {
    () => { HELD };
}

type Other =
    Vec<u8>
;
";

    fn kept(code: &str) -> BTreeSet<&'static str> {
        let text = needed(SUPPORT, &[code], &["Api"].into());
        SUPPORT
            .lines()
            .filter(|line| !line.is_empty() && text.contains(line) && !line.starts_with([' ', '}', '{']))
            .collect()
    }

    #[test]
    fn what_nothing_names_is_left_out() {
        let api = kept("// called!()");
        let left_out = ["HELD", "Extra", "mod other", "macro_rules", "type Other", "thread_local"];
        let is_left_out = |line: &&str| left_out.iter().any(|name| line.contains(name));
        let all: BTreeSet<&str> = kept("extra called other Other");
        assert_eq!(
            needed(SUPPORT, &["extra called other Other"], &["Api"].into()),
            SUPPORT,
            "nothing is lost or moved"
        );
        assert_eq!(
            api,
            all.iter().copied().filter(|line| !is_left_out(line)).collect(),
            "what a head names comes along"
        );
        assert_eq!(kept("schema: r#\"{\n  \"Other\": called\n}\"#"), api);
        let and = |more: &[&'static str]| api.iter().chain(more).copied().collect::<BTreeSet<_>>();
        assert_eq!(kept("schema: r#\"{}\"#\ncalled!();"), and(&["macro_rules! called {", "thread_local! {"]));
        assert_eq!(kept("x.extra()"), and(&["impl<T: Inner> Extra for T {}", "trait Extra {"]));
        assert_eq!(kept("other::helper"), and(&["mod other {"]));
    }
}
