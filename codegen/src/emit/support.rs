//! Shared code of generated modules, either emitted into the index or imported from a crate. Both use the sources of
//! the runtime crate.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use planwright_runtime::source::{
    BASIS, BORROWED, BRANCHES, BUILDERS, COMPILED_ROOT, CONSTANTS, FORMATTED, JUDGED, MACROS, SCALAR_MACROS,
    SCHEMA_ROOT, SUPPORT, TOOLS, TYPES, VALUES,
};

use super::{Validators, needed};

/// Report and validator of code that includes its support. They are simpler than those of the runtime: without custom
/// messages, source positions and help.
pub(super) const INLINE: &str = include_str!("inline.rs.txt");

/// The items of the runtime crate that replace them.
const RUNTIME_ITEMS: [&str; 3] = ["Diagnostic", "Report", "Validator"];

/// Source of shared code: the trait of root types, their report and the tool calls.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Support {
    /// Emitted into each set. Sets that were generated separately have separate traits.
    #[default]
    Inline,
    /// Imported from the crate `planwright-runtime`, by its path in the generated code: `::planwright_runtime`, or the
    /// path of a re-export.
    Crate(String),
}

impl Support {
    /// Returns the crate with its default path.
    pub fn runtime() -> Self {
        Self::Crate("::planwright_runtime".to_owned())
    }

    /// Returns the crates that generated code requires, as arguments of `cargo add`.
    ///
    /// Formats of internationalized names and compiled validators need more, as docs/stability.md describes.
    pub const fn dependencies(&self) -> &'static [&'static str] {
        match self {
            Self::Inline => &["serde --features derive", "serde_json", "jsonschema@0.60.2 --no-default-features"],
            Self::Crate(_) => &["serde --features derive", "serde_json", "planwright-runtime"],
        }
    }

    /// Returns the start of an index: definitions or imports.
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
                import(&mut text, "pub use", path, &RUNTIME_ITEMS.into());
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

    /// Returns the definitions or imports for format types.
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

    /// Returns the definitions or imports for borrowing types, with this map type.
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

    /// Reduces emitted support code to what the generated code and its users need.
    pub(super) fn needed(&self, text: String, code: &[&str]) -> String {
        match self {
            Self::Inline => {
                let api = [SUPPORT, BASIS, INLINE, BORROWED, TOOLS].into_iter().flat_map(shared);
                needed::needed(&text, code, &api.collect())
            }
            Self::Crate(_) => text,
        }
    }

    /// Returns the path of the crate, if the support comes from one.
    pub(crate) fn path(&self) -> Option<&str> {
        match self {
            Self::Inline => None,
            Self::Crate(path) => Some(path),
        }
    }

    /// Returns the call of the macro that ties a schema to its type.
    pub(super) fn root_macro(&self, validators: Validators) -> String {
        let name = match validators {
            Validators::RunTime => "schema_root!",
            Validators::Compiled => "compiled_schema_root!",
        };
        self.macro_path(name)
    }

    /// Returns the call of a macro.
    pub(super) fn macro_path(&self, name: &str) -> String {
        match self {
            Self::Inline => name.to_owned(),
            Self::Crate(path) => format!("{path}::{name}"),
        }
    }

    /// Returns the path of the format functions, given the path of the index.
    pub(super) fn formats(&self, index: &str) -> String {
        match self {
            Self::Inline => format!("{index}::formats"),
            Self::Crate(path) => format!("{path}::formats"),
        }
    }
}

/// Returns a source of the runtime crate as it is emitted: hidden items become private, and `$crate` becomes the index.
fn inline(source: &str) -> String {
    let head = |line: &&str| line.starts_with("//!") || line.starts_with("use ") || line.is_empty();
    let lines: Vec<&str> = source.lines().skip_while(head).collect();
    let mut text = lines.join("\n") + "\n";
    // Macros call each other by name, including those of another source.
    for line in source.lines().chain(MACROS.lines()).chain(SCALAR_MACROS.lines()) {
        if let Some(name) = line.strip_prefix("macro_rules! ").and_then(|rest| rest.split(' ').next()) {
            text = text.replace(&format!("$crate::{name}!"), &format!("{name}!"));
        }
    }
    // Builders are in a separate module, one level deeper.
    let index = if source == BUILDERS { "super::super::" } else { "super::" };
    text.replace("#[cfg(feature = \"validator\")]\n", "")
        .replace("#[doc(hidden)]\n#[macro_export]\n", "")
        .replace("#[doc(hidden)]\npub ", "")
        .replace("#[doc(hidden)]\n    pub ", "")
        .replace("$crate::", index)
}

/// Returns the items of a source for users of generated code, sorted.
fn shared(source: &str) -> BTreeSet<&str> {
    items(source).filter(|(_, is_hidden)| !is_hidden).map(|(name, _)| name).collect()
}

/// Returns the items of a source for generated code only, sorted.
fn hidden(source: &str) -> BTreeSet<&str> {
    items(source).filter(|(_, is_hidden)| *is_hidden).map(|(name, _)| name).collect()
}

/// Returns the names of public items except modules, and whether they are hidden.
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
