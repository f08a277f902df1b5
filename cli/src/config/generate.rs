//! The sections `[gen]` and `[[gen]]`: what `planwright gen` makes, of which schemas, and where to.

use clap::ValueEnum;
use planwright_templates::ApiVersion;
use toml::Spanned;

use crate::args::{Lang, Layout};

use super::advice;
use super::section::Section;

/// The keys for either language.
const COMMON: &[&str] = &["documents", "lang", "out", "schemas", "suffix"];
/// Those for Rust alone.
const RUST: &[&str] = &["layout", "module-path", "tools"];
/// Those for Apex alone.
const APEX: &[&str] = &["api-version", "class", "root"];

/// One set of schemas. Each is `None` where the file does not say. Paths are as they were written.
#[derive(Debug, Default)]
pub(crate) struct GenConfig {
    pub schemas: Option<String>,
    pub out: Option<String>,
    /// Each `URI=DIR`.
    pub documents: Option<Vec<String>>,
    /// How the names of schema files end.
    pub suffix: Option<String>,
    pub lang: Option<Lang>,
    pub layout: Option<Layout>,
    pub module_path: Option<String>,
    pub tools: Option<bool>,
    pub class: Option<String>,
    pub root: Option<Vec<String>>,
    pub api_version: Option<ApiVersion>,
}

impl GenConfig {
    pub(super) fn read(section: &mut Section<'_, '_>) -> Self {
        section.allow(&[COMMON, RUST, APEX].concat());
        let lang = choice(section, "lang", "language");
        let (strays, other) = if lang == Some(Lang::Apex) { (RUST, "rust") } else { (APEX, "apex") };
        for key in strays {
            if let Some(at) = section.place_of(key) {
                section.wrong(key, at, &format!("this key is for lang = {other:?} only"));
            }
        }
        Self {
            schemas: section.text("schemas"),
            out: section.text("out"),
            documents: plain(section.texts("documents")),
            suffix: section.text("suffix"),
            lang,
            layout: choice(section, "layout", "layout"),
            module_path: section.text("module-path"),
            tools: section.flag("tools"),
            class: section.text("class"),
            root: plain(section.texts("root")),
            api_version: section.parsed("api-version"),
        }
    }
}

fn plain(texts: Option<Vec<Spanned<String>>>) -> Option<Vec<String>> {
    texts.map(|texts| texts.into_iter().map(Spanned::into_inner).collect())
}

/// One of the values that the command line takes for the same option.
fn choice<T: ValueEnum>(section: &mut Section<'_, '_>, key: &str, what: &str) -> Option<T> {
    let text = section.text(key)?;
    let found = T::from_str(&text, false).ok();
    if found.is_none() {
        let names = T::value_variants().iter().filter_map(ValueEnum::to_possible_value);
        let names: Vec<String> = names.map(|value| value.get_name().to_owned()).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let at = section.place_of(key).unwrap_or_default();
        section.wrong(key, at, &format!("no {what} is called {text:?}; {}", advice(&text, &names)));
    }
    found
}
