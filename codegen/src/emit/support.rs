//! What generated code shares, as text in its index or from a crate. Both are one source: the runtime crate's.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use planwright_runtime::source::{
    BASIS, BORROWED, BRANCHES, BUILDERS, COMPILED_ROOT, CONSTANTS, FORMATTED, JUDGED, MACROS, SCALAR_MACROS,
    SCHEMA_ROOT, SUPPORT, TOOLS, TYPES, VALUES,
};

use super::{Validators, needed};

/// The report and the validator of code that brings its support along: those of the runtime, without words of its own, places
/// in the text and help.
pub(super) const INLINE: &str = include_str!("inline.rs.txt");

/// What stands in their place in the runtime.
const OF_RUNTIME: [&str; 3] = ["Diagnostic", "Report", "Validator"];

/// Where generated code takes from what it shares: the trait of root types, their report, the tool calls.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Support {
    /// It brings them along, as text. Two sets that were generated apart then have a trait each.
    #[default]
    Inline,
    /// The crate `planwright-runtime`, by the path under which the generated code finds it: `::planwright_runtime`, or where
    /// another crate exports it.
    Crate(String),
}

impl Support {
    /// The crate under its own name.
    pub fn runtime() -> Self {
        Self::Crate("::planwright_runtime".to_owned())
    }

    /// The crates that generated code names, each as `cargo add` takes it. Formats of international names and validators that the
    /// compiler makes need more: docs/stability.md says what.
    pub const fn dependencies(&self) -> &'static [&'static str] {
        match self {
            Self::Inline => &["serde --features derive", "serde_json", "jsonschema@0.60.2 --no-default-features"],
            Self::Crate(_) => &["serde --features derive", "serde_json", "planwright-runtime"],
        }
    }

    /// The start of an index: definitions, or imports.
    pub(super) fn text(&self, validators: Validators, with_builders: bool, with_tools: bool, with_idn: bool) -> String {
        let mut text = String::new();
        match self {
            Self::Inline => {
                let of_root = match validators {
                    Validators::RunTime => SCHEMA_ROOT,
                    Validators::Compiled => COMPILED_ROOT,
                };
                let sources = [
                    SUPPORT,
                    BASIS,
                    JUDGED,
                    BRANCHES,
                    INLINE,
                    of_root,
                    MACROS,
                    SCALAR_MACROS,
                    TYPES,
                    VALUES,
                    CONSTANTS,
                ];
                let asked_for = [with_builders.then_some(BUILDERS), with_tools.then_some(TOOLS)];
                for source in sources.into_iter().chain(asked_for.into_iter().flatten()) {
                    text.push('\n');
                    text.push_str(&inline(source));
                }
            }
            Self::Crate(path) => {
                import(&mut text, "pub use", path, &OF_RUNTIME.into());
                import(&mut text, "pub use", path, &(&shared(SUPPORT) | &shared(BASIS)));
                import(&mut text, "use", path, &hidden(SUPPORT));
                import(&mut text, "pub use", path, &shared(TYPES));
                import(&mut text, "use", path, &hidden(TYPES));
                if with_tools {
                    import(&mut text, "pub use", path, &shared(TOOLS));
                    import(&mut text, "use", path, &hidden(TOOLS));
                }
                if with_idn {
                    let _ = write!(
                        text,
                        "\n// Formats of internationalized names.\nconst _: () = {path}::NEEDS_FEATURE_IDN;\n"
                    );
                }
            }
        }
        text
    }

    /// What types of formats are made of.
    pub(super) fn formatted(&self) -> String {
        let mut text = String::new();
        match self {
            Self::Inline => {
                text.push('\n');
                text.push_str(&inline(FORMATTED));
            }
            Self::Crate(path) => import(&mut text, "pub use", path, &shared(FORMATTED)),
        }
        text
    }

    /// What types that borrow are made of, where maps have this type.
    pub(super) fn borrowed(&self, map: &str) -> String {
        let mut text = String::new();
        match self {
            Self::Inline => {
                text.push('\n');
                text.push_str(&inline(BORROWED).replace("::std::collections::BTreeMap", map));
            }
            Self::Crate(path) => {
                import(&mut text, "pub use", path, &shared(BORROWED));
                import(&mut text, "use", path, &(&hidden(BORROWED) | &["borrowed"].into()));
            }
        }
        text
    }

    /// Of what a set brings along, what its code needs, and what is for whoever uses it.
    pub(super) fn needed(&self, text: String, code: &[&str]) -> String {
        match self {
            Self::Inline => {
                let api = [SUPPORT, BASIS, INLINE, BORROWED, TOOLS].into_iter().flat_map(shared);
                needed::needed(&text, code, &api.collect())
            }
            Self::Crate(_) => text,
        }
    }

    /// The path of the crate, if it comes from one.
    pub(crate) fn path(&self) -> Option<&str> {
        match self {
            Self::Inline => None,
            Self::Crate(path) => Some(path),
        }
    }

    /// How a module calls the macro that ties a schema to its type.
    pub(super) fn of_root(&self, validators: Validators) -> String {
        let name = match validators {
            Validators::RunTime => "schema_root!",
            Validators::Compiled => "compiled_schema_root!",
        };
        self.macro_path(name)
    }

    /// How a module calls a macro.
    pub(super) fn macro_path(&self, name: &str) -> String {
        match self {
            Self::Inline => name.to_owned(),
            Self::Crate(path) => format!("{path}::{name}"),
        }
    }

    /// Where the functions of formats are, given where the index is.
    pub(super) fn formats(&self, index: &str) -> String {
        match self {
            Self::Inline => format!("{index}::formats"),
            Self::Crate(path) => format!("{path}::formats"),
        }
    }
}

/// A source of the runtime crate as it stands in an index: what is hidden there is private here, and `$crate` is the index.
fn inline(source: &str) -> String {
    let head = |line: &&str| line.starts_with("//!") || line.starts_with("use ") || line.is_empty();
    let lines: Vec<&str> = source.lines().skip_while(head).collect();
    let mut text = lines.join("\n") + "\n";
    // Macros call each other by name, also those of another source.
    for line in source.lines().chain(MACROS.lines()).chain(SCALAR_MACROS.lines()) {
        if let Some(name) = line.strip_prefix("macro_rules! ").and_then(|rest| rest.split(' ').next()) {
            text = text.replace(&format!("$crate::{name}!"), &format!("{name}!"));
        }
    }
    // Builders stand in a module of their own, one level deeper.
    let index = if source == BUILDERS { "super::super::" } else { "super::" };
    text.replace("#[cfg(feature = \"validator\")]\n", "")
        .replace("#[doc(hidden)]\n#[macro_export]\n", "")
        .replace("#[doc(hidden)]\npub ", "")
        .replace("#[doc(hidden)]\n    pub ", "")
        .replace("$crate::", index)
}

/// What a source of the runtime crate gives to who uses generated code, sorted.
fn shared(source: &str) -> BTreeSet<&str> {
    items(source).filter(|(_, is_hidden)| !is_hidden).map(|(name, _)| name).collect()
}

/// What it gives to generated code alone, sorted.
fn hidden(source: &str) -> BTreeSet<&str> {
    items(source).filter(|(_, is_hidden)| *is_hidden).map(|(name, _)| name).collect()
}

/// The names of its public items, modules aside, and whether they are hidden.
fn items(source: &str) -> impl Iterator<Item = (&str, bool)> {
    source.lines().zip(source.lines().skip(1)).filter_map(|(before, line)| {
        let (kind, rest) = line.strip_prefix("pub ")?.split_once(' ')?;
        let name = rest.split(|c: char| !c.is_alphanumeric() && c != '_').next()?;
        (kind != "mod").then_some((name, before == "#[doc(hidden)]"))
    })
}

fn import(text: &mut String, how: &str, path: &str, names: &BTreeSet<&str>) {
    let names = names.iter().copied().collect::<Vec<_>>().join(", ");
    if !names.is_empty() {
        let _ = write!(
            text,
            "\n#[allow(unused_imports, reason = \"not everyone uses all of it\")]\n{how} {path}::{{{names}}};\n"
        );
    }
}

#[cfg(test)]
mod tests {
    use super::{
        BASIS, BRANCHES, COMPILED_ROOT, CONSTANTS, FORMATTED, INLINE, MACROS, SCALAR_MACROS, SCHEMA_ROOT, SUPPORT,
        TOOLS, TYPES, VALUES, hidden, inline, shared,
    };

    #[test]
    fn what_is_imported_is_what_there_is() {
        assert_eq!(shared(SUPPORT), ["RootInfo", "SchemaRoot", "with_defaults"].into());
        assert_eq!(shared(BASIS), ["Union", "whole_numbers"].into());
        assert_eq!(
            hidden(SUPPORT),
            ["closest", "is_default", "is_own_default", "judge_by_validator", "obeys", "present"].into()
        );
        assert!(shared(TOOLS).contains(&"ToolResult"), "{:?}", shared(TOOLS));
        assert_eq!(hidden(TOOLS), ["read_arguments", "write_answer"].into());
        assert_eq!(shared(TYPES), ["Invalid", "Maybe", "NotObject"].into());
        assert_eq!(hidden(TYPES), ["read_text", "required"].into());
        assert_eq!(shared(FORMATTED), ["Formatted", "PlainForm", "TextForm"].into());
        assert_eq!(shared(INLINE), ["Report", "Validator", "Violation"].into());
        for of_root in [SCHEMA_ROOT, COMPILED_ROOT] {
            assert!(shared(of_root).is_empty() && hidden(of_root).is_empty(), "a macro is called by its path");
        }
    }

    #[test]
    fn inline_text_names_no_crate_of_ours_and_hides_nothing() {
        let sources = [
            SUPPORT,
            BASIS,
            BRANCHES,
            INLINE,
            SCHEMA_ROOT,
            COMPILED_ROOT,
            CONSTANTS,
            FORMATTED,
            MACROS,
            SCALAR_MACROS,
            TOOLS,
            TYPES,
            VALUES,
        ];
        for source in sources {
            let text = inline(source);
            for left in ["//!", "$crate", "crate::", "macro_export", "doc(hidden)", "planwright"] {
                assert!(!text.contains(left), "{left} is left in\n{text}");
            }
            assert!(text.starts_with("///") && !text.contains("\nuse "), "{text}");
            syn::parse_file(&text).expect("it is Rust");
        }
        assert!(inline(BASIS).contains("\nmod formats"), "what generated code alone needs is private");
        assert!(inline(TOOLS).contains("\nfn read_arguments") && inline(TOOLS).contains("\n    fn unknown"));
    }
}
