//! Reads `planwright.toml`, the settings of a project. Options on the command line override them.
//!
//! Each command has a section of the same name. All problems of a file are reported, each with its location.

mod apex;
mod check;
mod documents;
mod drift;
mod generate;
mod lock;
mod section;
mod semantics;
mod snapshot;

use std::env;
use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};

use planwright_contracts::nearest;
use planwright_schema::Semantics;
use planwright_source::Lines;
use planwright_sync::read_bytes;
use toml::de::{DeTable, DeValue};

use crate::config_locations;
use crate::documents::Documents;
use crate::exit::Failure;
use planwright_runtime::Position;

pub use apex::{ApexConfig, Part, RuntimeExtent};
pub use check::{CheckConfig, IgnoreConfig};
pub use documents::DocumentArgs;
pub use drift::{AcceptConfig, DriftConfig, VersionSource};
pub use generate::{GenConfig, Lang};
pub use lock::{LockConfig, LockProfile};
use section::{Problem, Section};
pub use semantics::{CONTENT, Content, ContentArgs, DIALECT, FORMATS, FormatArgs};
pub use snapshot::SnapshotConfig;

/// File name of the configuration.
pub const NAME: &str = "planwright.toml";

/// Names of the sections.
pub const SECTIONS: &[&str] = &["apex", "check", "drift", "gen", "lock", "snapshot"];

/// Key of the documents that schemas refer to, before all sections.
pub const DOCUMENTS: &str = "documents";

/// Content of a configuration file.
#[derive(Debug, Default)]
pub struct Config {
    /// Folder of the file. Paths in the file are relative to it.
    pub folder: PathBuf,
    /// Path of the file, if there is one.
    pub file: Option<PathBuf>,
    /// Section `[apex]`.
    pub apex: ApexConfig,
    /// `true` if the file has the section `[apex]`.
    pub has_apex: bool,
    /// Section `[check]`, or each `[[check]]`.
    pub checks: Vec<CheckConfig>,
    /// Section `[drift]`.
    pub drift: Option<DriftConfig>,
    /// Section `[lock]`, or each `[[lock]]`.
    pub locks: Vec<LockConfig>,
    /// Section `[snapshot]`.
    pub snapshot: Option<SnapshotConfig>,
    /// Section `[gen]`, or each `[[gen]]`.
    pub sets: Vec<GenConfig>,
    /// Meaning of the schemas, for every command.
    pub semantics: Semantics,
    /// `documents`, before all sections: entries of the form `URI=FILE` or `URI=DIR`, for every command.
    pub documents: Vec<String>,
}

impl Config {
    /// Returns the documents that the file supplies. Returns all problems.
    pub fn documents(&self) -> Result<Documents, Vec<String>> {
        let documents = Documents::parse(&self.documents, &self.folder)?;
        Ok(documents.with_dialect(Some(self.semantics.dialect)))
    }
}

/// Location in the configuration.
#[derive(Clone, Debug)]
pub struct ConfigPlace {
    /// Path of the configuration file.
    pub file: String,
    /// Line and column in that file.
    pub at: Position,
}

impl fmt::Display for ConfigPlace {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}:{}:{}", self.file, self.at.line, self.at.column)
    }
}

/// Reads the given file, or the nearest `planwright.toml` in this folder or above. Returns an empty configuration if
/// there is none.
pub fn load(given: Option<&Path>) -> Result<Config, Failure> {
    let Some(path) = given.map(Path::to_owned).or_else(find) else { return Ok(Config::default()) };
    let path_text = path.display().to_string();
    if path.is_dir() {
        let how = match given {
            Some(_) => format!("name the file in it, such as {path_text}/{NAME}"),
            None => "the configuration must be a file; rename the folder".to_owned(),
        };
        return Err(Failure::one(format!("{path_text} is a folder; {how}")));
    }
    let bytes = read_bytes(&path_text).map_err(Failure::one)?;
    let text = std::str::from_utf8(&bytes).map_err(|error| {
        let line = 1 + bytes.iter().take(error.valid_up_to()).filter(|byte| **byte == b'\n').count();
        Failure::one(format!("{path_text}:{line}: not UTF-8; save the file as UTF-8"))
    })?;
    let folder = path.parent().map(Path::to_owned).unwrap_or_default();
    let lines = Lines::new(text);
    let place = |at: &Range<usize>| {
        let at = lines.line_column(at.start);
        ConfigPlace { file: path_text.clone(), at: Position::from((at.line, at.column)) }
    };
    let config = parse_table(text).and_then(|table| {
        config_locations::remember(
            &table,
            |given| folder.join(given).display().to_string(),
            |at| place(at).to_string(),
        );
        read_table(&table, folder)
    });
    let config = config.map(|config| Config { file: Some(path), ..config });
    let mut config = config.map_err(|mut problems| {
        problems.sort_by_key(|problem| problem.at.start);
        Failure::all(problems.iter().map(|problem| format!("{}: {}", place(&problem.at), problem.message)))
    })?;
    for set in &mut config.sets {
        set.places = set.spans.iter().map(|(option, at)| (option.clone(), place(at))).collect();
    }
    Ok(config)
}

/// Reads the configuration as [`load`] does. A folder with the name of the configuration file counts as no file.
pub fn load_existing(given: Option<&Path>) -> Result<Config, Failure> {
    if given.is_none() && find().is_none_or(|path| path.is_dir()) {
        return Ok(Config::default());
    }
    load(given)
}

/// Looks for `planwright.toml`, `../planwright.toml` and so on.
fn find() -> Option<PathBuf> {
    let here = env::current_dir().ok()?;
    let mut up = PathBuf::new();
    for _ in here.ancestors() {
        let path = up.join(NAME);
        if path.exists() {
            return Some(path);
        }
        up.push("..");
    }
    None
}

fn parse_table(text: &str) -> Result<DeTable<'_>, Vec<Problem>> {
    let (table, errors) = DeTable::parse_recoverable(text);
    if !errors.is_empty() {
        let problem = |error: &toml::de::Error| Problem {
            at: error.span().unwrap_or_default(),
            message: format!("invalid TOML: {}", error.message()),
        };
        return Err(errors.iter().map(problem).collect());
    }
    Ok(table.into_inner())
}

#[cfg(test)]
fn parse_config(text: &str, folder: PathBuf) -> Result<Config, Vec<Problem>> {
    parse_table(text).and_then(|table| read_table(&table, folder))
}

fn read_table(table: &DeTable<'_>, folder: PathBuf) -> Result<Config, Vec<Problem>> {
    let mut problems = Vec::new();
    let mut config = Config { folder, ..Config::default() };
    for (name, value) in table {
        let tables = tables(value.get_ref());
        match (name.get_ref().as_ref(), tables.as_slice()) {
            ("apex", [table]) => {
                config.apex = ApexConfig::from_section(&mut Section::new("apex", table, &mut problems));
                config.has_apex = true;
            }
            ("drift", [table]) => {
                config.drift = Some(DriftConfig::from_section(&mut Section::new("drift", table, &mut problems)));
            }
            ("snapshot", [table]) => {
                config.snapshot =
                    Some(SnapshotConfig::from_section(&mut Section::new("snapshot", table, &mut problems)));
            }
            ("check", [_, ..]) => {
                let each = tables
                    .iter()
                    .map(|table| CheckConfig::from_section(&mut Section::new("check", table, &mut problems)));
                config.checks = each.collect();
            }
            ("lock", [_, ..]) => {
                let locks = tables
                    .iter()
                    .map(|table| LockConfig::from_section(&mut Section::new("lock", table, &mut problems)));
                config.locks = locks.collect();
            }
            ("gen", [_, ..]) => {
                let sets =
                    tables.iter().map(|table| GenConfig::from_section(&mut Section::new("gen", table, &mut problems)));
                config.sets = sets.collect();
            }
            (FORMATS | CONTENT | DIALECT, _) => {}
            (DOCUMENTS, _) => {
                config.documents = strings(value.get_ref()).unwrap_or_else(|| {
                    let message = format!("{DOCUMENTS}: expected a list of strings, each as URI=FILE or URI=DIR");
                    problems.push(Problem { at: value.span(), message });
                    Vec::new()
                });
            }
            (known, _) if SECTIONS.contains(&known) => {
                let message = format!("{known:?} is a section; write [{known}]");
                problems.push(Problem { at: name.span(), message });
            }
            (unknown, _) => {
                let message = format!("unknown section {unknown:?}; {}", advice(unknown, SECTIONS));
                problems.push(Problem { at: name.span(), message });
            }
        }
    }
    config.semantics = semantics::from_table(table, &mut problems);
    if problems.is_empty() { Ok(config) } else { Err(problems) }
}

/// Returns the strings of a list.
fn strings(value: &DeValue<'_>) -> Option<Vec<String>> {
    value.as_array()?.iter().map(|item| item.get_ref().as_str().map(str::to_owned)).collect()
}

/// Returns the table of a section, or the tables of a list of sections. Returns nothing for any other value.
fn tables<'t>(value: &'t DeValue<'t>) -> Vec<&'t DeTable<'t>> {
    match value {
        DeValue::Table(table) => vec![table],
        DeValue::Array(items) => {
            items.iter().map(|item| item.get_ref().as_table()).collect::<Option<_>>().unwrap_or_default()
        }
        _ => Vec::new(),
    }
}

/// Returns `did you mean …?`, or the list of known names if none is similar.
/// Suggests a known name, or lists all of them.
pub fn advice(given: &str, known: &[&str]) -> String {
    nearest(given, known.iter().copied())
        .map_or_else(|| format!("expected one of {}", known.join(", ")), |name| format!("did you mean {name:?}?"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(text: &str) -> Vec<String> {
        let mut problems = parse_config(text, PathBuf::new()).expect_err("there are problems");
        problems.sort_by_key(|problem| problem.at.start);
        let lines = Lines::new(text);
        let line = |problem: &Problem| format!("{}:{}", lines.line_column(problem.at.start).line, problem.message);
        problems.iter().map(line).collect()
    }

    #[test]
    fn every_problem_is_found_at_its_place() {
        let text =
            "[apx]\n[apex]\nouts = \"x\"\nruntime = \"yes\"\nparts = [\"agent\", \"agents\"]\napi-version = \"59\"\n";
        let found = problems(text);
        let expected = [
            "1:unknown section \"apx\"; did you mean \"apex\"?",
            "3:unknown key \"outs\" in [apex]; did you mean \"out\"?",
            "4:apex.runtime: expected true, false, \"all\", \"package\" or \"used\"",
            "5:apex.parts: unknown part \"agents\"; did you mean \"agent\"?",
            "6:apex.api-version: \"59\" is not an API version from 60.0 to 99.0",
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn a_section_of_drift_says_what_counts() {
        let text = "[drift]\nschemas = [\"a\", \"b\"]\nrole = { \"a/\" = \"consumed\" }\nagainst = \"main\"\n";
        let drift = parse_config(text, PathBuf::new()).expect("it is right").drift.expect("there is the section");
        assert_eq!(drift.roles, [("a/".to_owned(), planwright_schema::Role::Consumed)]);
        let found = problems(
            "[drift]\nschemas = [\"a\", \"b\"]\nagainst = \"old/\"\nbaseline = \"kept.json\"\nrole = \"consumer\"\n\
             content-model = \"strikt\"\n[snapshot]\nfile = 1\n",
        );
        let expected = [
            "4:drift.baseline: `against` is also set; remove one of the two",
            "4:drift.baseline: a baseline is for one file or folder, but `schemas` has several",
            "5:drift.role: unknown role \"consumer\"; did you mean \"consumed\"?",
            "6:drift.content-model: unknown content model \"strikt\"; did you mean \"strict\"?",
            "8:snapshot.file: expected a non-empty string, found a number",
        ];
        assert_eq!(found, expected);
        assert_eq!(problems("[drift]\nrole = { \"a/\" = 1 }\n"), ["2:drift.role: expected a string, found a number"]);
    }

    #[test]
    fn one_key_sets_the_meaning_of_formats() {
        let formats = |text: &str| parse_config(text, PathBuf::new()).expect("it is right").semantics.asserts_formats;
        assert_eq!((formats(""), formats("assert-formats = false\n[drift]\nassert-formats = false\n")), (true, false));
        assert!(!formats("[drift]\nassert-formats = false\n"), "the other commands agree with drift");
        assert!(!formats("[[gen]]\nformats = \"annotate\"\n[[gen]]\nsuffix = \"a\"\n"));
        assert_eq!(problems("assert-formats = \"no\"\n"), ["1:assert-formats: expected true or false"]);
        let found =
            problems("assert-formats = false\n[drift]\nassert-formats = true\nstrict = true\nallow-undecided = true\n");
        let expected = [
            "3:drift.assert-formats: `assert-formats` before all sections is false; remove this one",
            "4:drift.strict: `allow-undecided` is also set; remove this one",
        ];
        assert_eq!(found, expected);
        let allows = |key: &str| parse_config(&format!("[drift]\n{key}\n"), PathBuf::new()).expect("it is right").drift;
        let allows = |key: &str| allows(key).expect("there is the section").allow_undecided;
        assert_eq!((allows(""), allows("strict = true"), allows("strict = false")), (None, Some(false), Some(true)));
    }

    #[test]
    fn keys_of_sections_do_not_contradict_each_other() {
        let content = |text: &str| parse_config(text, PathBuf::new()).expect("it is right").semantics.content;
        for text in [
            "content-model = \"lenient\"\n",
            "[drift]\ncontent-model = \"lenient\"\n",
            "[[lock]]\nsources = [\"a\"]\n[[lock]]\nsources = [\"b\"]\ncontent-model = \"lenient\"\n",
            "content-model = \"lenient\"\n[drift]\ncontent-model = \"lenient\"\n",
        ] {
            assert_eq!(content(text), planwright_schema::ContentModel::Lenient, "{text}");
        }
        for (text, problem) in [
            (
                "content-model = \"strict\"\n[drift]\ncontent-model = \"lenient\"\n",
                "3:drift.content-model: `content-model` before all sections is \"strict\"; remove this one",
            ),
            (
                "[drift]\ncontent-model = \"strict\"\n[lock]\nsources = [\"a\"]\ncontent-model = \"lenient\"\n",
                "5:lock.content-model: `content-model` in [drift] is \"strict\"; write one `content-model` before all sections instead of both",
            ),
            (
                "[drift]\nassert-formats = true\n[gen]\nformats = \"annotate\"\n",
                "4:gen.formats: `assert-formats` in [drift] is true; write one `assert-formats` before all sections instead of both",
            ),
            (
                "content-model = \"leniant\"\n",
                "1:content-model: expected \"strict\" or \"lenient\"; did you mean \"lenient\"?",
            ),
        ] {
            assert_eq!(problems(text), [problem]);
        }
    }

    #[test]
    fn a_check_says_what_and_against_what() {
        let text = "[[check]]\nfiles = [\"a\"]\n[[check]]\ncontract = \"fix-plan\"\nschema = \"s.json\"\nschemas = 1\n";
        let expected = [
            "2:check.contract: missing; set `contract`, or `schema` to a file",
            "4:check.files: missing; name files or folders",
            "5:check.schema: `contract` is also set; remove one of the two",
            "6:check.schemas: expected a non-empty string, found a number",
        ];
        assert_eq!(problems(text), expected);
        let right =
            parse_config("[check]\ncontract = \"fix-plan\"\nfiles = [\"a\"]\n", PathBuf::new()).expect("it is right");
        assert_eq!(right.checks.len(), 1);
    }

    #[test]
    fn a_lock_names_files_and_no_command() {
        let found = problems("[[lock]]\nfile = \"a\"\n[[lock]]\nsources = [\"a\"]\ncommand = \"x\"\n");
        let expected = [
            "2:lock.sources: missing; name files that list operations, or folders of schemas",
            "5:unknown key \"command\" in [lock]; expected one of allow-undecided, content-model, deny, file, profile, sources, strict",
        ];
        assert_eq!(found, expected);
        let right = "[[lock]]\nsources = [\"a\"]\n[[lock]]\nsources = [\"b\"]\nfile = \"b.json\"\n";
        assert_eq!(parse_config(right, PathBuf::new()).expect("it is right").locks.len(), 2);
    }

    #[test]
    fn sets_are_a_section_or_a_list_of_them() {
        let sets = |text: &str| parse_config(text, PathBuf::new()).expect("it is right").sets.len();
        assert_eq!((sets(""), sets("[gen]\nout = \"a\"\n"), sets("[[gen]]\n[[gen]]\n")), (0, 1, 2));
        let found = problems(
            "[[gen]]\nlang = \"apx\"\nroot = [\"a\"]\n[[gen]]\nlang = \"apex\"\ntools = true\nlayout = \"file\"\n",
        );
        let expected = [
            "2:gen.lang: unknown language \"apx\"; did you mean \"apex\"?",
            "3:gen.root: this key is for lang = \"apex\" only",
            "6:gen.tools: this key is for lang = \"rust\" only",
            "7:gen.layout: this key is for lang = \"rust\" only",
            "7:gen.layout: unknown layout \"file\"; expected one of crate, module, flat, single-file",
        ];
        assert_eq!(found, expected);
        assert_eq!(problems("gen = [1]\n"), ["1:\"gen\" is a section; write [gen]"]);
    }

    #[test]
    fn a_text_that_is_no_toml_is_located() {
        assert!(problems("[apex\nout = 1\n")[0].starts_with("1:invalid TOML: "));
        assert!(problems("[apex]\nout = \"a\"\nout = \"b\"\n")[0].starts_with("3:invalid TOML: "));
        assert_eq!(problems("apex = 1\n"), ["1:\"apex\" is a section; write [apex]"]);
    }
}
