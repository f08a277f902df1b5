//! Decides what the schemas of a project mean beyond what they state. Every command reads the same [`Semantics`].

use std::ops::Range;
use std::path::Path;

use clap::ValueEnum;
use planwright_schema::{ContentModel, DefaultDialect, Semantics};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::documents::parse_dialect;
use super::section::Problem;
use super::{Config, advice, load_existing, tables};
use crate::exit::Failure;

/// Key of the meaning of `format`.
pub const FORMATS: &str = "assert-formats";
/// Key of the content model.
pub const CONTENT: &str = "content-model";

/// Key of the dialect of schemas without `$schema`.
pub const DIALECT: &str = "default-dialect";

/// Options that set whether `format` is validated.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
#[group(skip)]
pub struct FormatArgs {
    /// Treat `format` as an annotation instead of validating it. Formats are validated by default, unless
    /// planwright.toml has `assert-formats = false`.
    #[arg(long, conflicts_with = "assert_formats")]
    pub no_assert_formats: bool,
    /// Validate `format`, even if planwright.toml has `assert-formats = false`.
    #[arg(long)]
    pub assert_formats: bool,
}

impl FormatArgs {
    /// Returns the choice of the command line, if there is one.
    pub fn explicit_choice(self) -> Option<bool> {
        if self.no_assert_formats { Some(false) } else { self.assert_formats.then_some(true) }
    }

    /// Returns the semantics for a command that has already loaded its configuration.
    pub fn semantics(self, config: &Config) -> Semantics {
        let asserts_formats = self.explicit_choice().unwrap_or(config.semantics.asserts_formats);
        Semantics { asserts_formats, ..config.semantics }
    }

    /// Returns the semantics for a command that needs nothing else from the configuration.
    pub fn semantics_here(self, given: Option<&Path>) -> Result<Semantics, Failure> {
        Ok(self.semantics(&load_existing(given)?))
    }
}

/// Option for the content model, with the same default in every command.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
#[group(skip)]
pub struct ContentArgs {
    /// Effect of adding or removing a property of an open object on documents or calls [default: strict]
    #[arg(long, value_enum)]
    pub content_model: Option<Content>,
}

impl ContentArgs {
    /// Returns the semantics with the content model of the command line, if there is one.
    pub fn applied(self, semantics: Semantics) -> Semantics {
        Semantics { content: self.content_model.map_or(semantics.content, ContentModel::from), ..semantics }
    }
}

/// Content model, as an argument: which undescribed properties documents are assumed to have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Content {
    /// Documents may use undeclared property names.
    Strict,
    /// Documents use declared property names only.
    Lenient,
}

impl From<Content> for ContentModel {
    fn from(content: Content) -> Self {
        match content {
            Content::Strict => Self::Strict,
            Content::Lenient => Self::Lenient,
        }
    }
}

/// A key of the file with its value.
struct Written<T> {
    /// Key with its section, or an empty section for a key before all sections.
    section: &'static str,
    key: &'static str,
    at: Range<usize>,
    value: T,
    shown: String,
}

/// Reads the semantics of a project.
///
/// Keys of sections are older than those before all sections. They have the same meaning, so they must not contradict
/// each other: two commands would disagree about one schema. Values of the wrong type in sections are reported where
/// the section is read.
pub(super) fn from_table(table: &DeTable<'_>, problems: &mut Vec<Problem>) -> Semantics {
    let defaults = Semantics::default();
    let formats = [("", FORMATS), ("drift", FORMATS), ("gen", "formats")];
    let formats = formats.map(|(section, key)| written(table, section, key, asserts_formats)).into_iter().flatten();
    let content = [("", CONTENT), ("drift", CONTENT), ("lock", CONTENT)];
    let content = content.map(|(section, key)| written(table, section, key, content_model)).into_iter().flatten();
    for (key, is_known, expected) in [
        (
            FORMATS,
            table.get(FORMATS).is_none_or(|value| value.get_ref().as_bool().is_some()),
            "true or false".to_owned(),
        ),
        (CONTENT, table.get(CONTENT).is_none_or(|value| content_model(value.get_ref()).is_some()), models_help(table)),
    ] {
        if let Some(value) = table.get(key).filter(|_| !is_known) {
            problems.push(Problem { at: value.span(), message: format!("{key}: expected {expected}") });
        }
    }
    Semantics {
        asserts_formats: agreed(FORMATS, &formats.collect::<Vec<_>>(), problems).unwrap_or(defaults.asserts_formats),
        dialect: table.get(DIALECT).and_then(|value| dialect(value, problems)).unwrap_or_default(),
        content: agreed(CONTENT, &content.collect::<Vec<_>>(), problems).unwrap_or(defaults.content),
    }
}

fn dialect(value: &Spanned<DeValue<'_>>, problems: &mut Vec<Problem>) -> Option<DefaultDialect> {
    let parsed = value.get_ref().as_str().ok_or("expected a string".to_owned()).and_then(parse_dialect);
    parsed.map_err(|help| problems.push(Problem { at: value.span(), message: format!("{DIALECT}: {help}") })).ok()
}

fn models_help(table: &DeTable<'_>) -> String {
    let names: Vec<&str> = super::drift::MODELS.iter().map(|(name, _)| *name).collect();
    let given = table.get(CONTENT).and_then(|value| value.get_ref().as_str()).unwrap_or_default();
    format!(
        "{}; {}",
        names.iter().map(|name| format!("{name:?}")).collect::<Vec<_>>().join(" or "),
        advice(given, &names)
    )
}

fn asserts_formats(value: &DeValue<'_>) -> Option<bool> {
    value.as_bool().or_else(|| match value.as_str() {
        Some("assert") => Some(true),
        Some("annotate") => Some(false),
        _ => None,
    })
}

fn content_model(value: &DeValue<'_>) -> Option<ContentModel> {
    let name = value.as_str()?;
    super::drift::MODELS.iter().find(|(known, _)| *known == name).map(|(_, model)| *model)
}

/// Returns a key of each section with this name.
fn written<T>(
    table: &DeTable<'_>,
    section: &'static str,
    key: &'static str,
    parse: impl Fn(&DeValue<'_>) -> Option<T>,
) -> Vec<Written<T>> {
    let all = if section.is_empty() {
        vec![table]
    } else {
        table.get(section).map(|value| tables(value.get_ref())).unwrap_or_default()
    };
    let found = all.into_iter().filter_map(|table| table.get(key)).filter_map(|value: &Spanned<DeValue<'_>>| {
        let shown = value
            .get_ref()
            .as_str()
            .map_or_else(|| value.get_ref().as_bool().unwrap_or_default().to_string(), |text| format!("{text:?}"));
        Some(Written { section, key, at: value.span(), value: parse(value.get_ref())?, shown })
    });
    found.collect()
}

/// Returns the value that all keys have, and reports each key that contradicts the first one.
fn agreed<T: Copy + PartialEq>(key: &str, all: &[Written<T>], problems: &mut Vec<Problem>) -> Option<T> {
    let (first, rest) = all.split_first()?;
    for other in rest.iter().filter(|other| other.value != first.value) {
        let shown = &first.shown;
        let help = if first.section.is_empty() {
            format!("`{key}` before all sections is {shown}; remove this one")
        } else {
            let (section, own) = (first.section, first.key);
            format!("`{own}` in [{section}] is {shown}; write one `{key}` before all sections instead of both")
        };
        problems.push(Problem { at: other.at.clone(), message: format!("{}.{}: {help}", other.section, other.key) });
    }
    Some(first.value)
}
