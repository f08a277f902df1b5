//! The builder: what to read, how to compile it, where it goes.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::env;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use planwright_codegen::{
    Compiled, Error as SchemaError, Formats, GENERATED_MARK, Layout, Options, Readers, RootMethods, SchemaSet, Style,
    Support, Tools, Validators, compile, document_path, linted, unknown_warning,
};
use planwright_sync::{Files, Mode, Plan, path_from, plan_among, plan_recorded, read_tree};

use crate::cargo;
use crate::documents::Documents;
use crate::error::{Error, Problem};

/// Compiles a folder of JSON Schemas to Rust.
///
/// A folder inside of it becomes a module of its own. Everything but the folder has a default.
#[derive(Clone, Debug)]
#[must_use = "nothing happens before `compile` or `sync`"]
pub struct Builder {
    schemas: PathBuf,
    suffix: String,
    documents: Documents,
    out_dir: Option<PathBuf>,
    file_name: String,
    options: Options,
    denied: Vec<String>,
}

/// What a run has done, or, in [`Mode::Check`], has found to be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildOutcome {
    /// The files that were written or removed.
    pub changed: Vec<PathBuf>,
    /// How many files were as they should be.
    pub fresh: usize,
    /// Files in the folder that look generated and are neither written nor removed: they were edited, or no record of the folder names
    /// them.
    pub left: Vec<PathBuf>,
    /// What somebody should mend in the schemas, though they compile.
    pub warnings: Vec<SchemaError>,
}

impl Builder {
    /// Starts from a folder of schemas, in a build script relative to the package.
    pub fn new(schemas: impl Into<PathBuf>) -> Self {
        Self {
            schemas: schemas.into(),
            suffix: ".json".to_owned(),
            documents: Documents::default(),
            out_dir: None,
            file_name: "planwright.rs".to_owned(),
            options: Options { layout: Layout::SingleFile, command: "cargo build".to_owned(), ..Options::default() },
            denied: Vec::new(),
        }
    }

    /// How the name of a schema file ends; without this `.json`.
    pub fn suffix(mut self, suffix: impl Into<String>) -> Self {
        self.suffix = suffix.into();
        self
    }

    /// Has a folder stand for the documents whose URIs begin with `uri`. Can be given again; nothing is ever fetched.
    pub fn documents(mut self, uri: impl Into<String>, folder: impl Into<PathBuf>) -> Self {
        self.documents.add(uri, folder);
        self
    }

    /// Where the generated module stands in the crate, such as `crate::plans`; see [`Options::module_path`].
    pub fn module_path(mut self, path: impl Into<String>) -> Self {
        self.options.module_path = path.into();
        self
    }

    /// Whether the code brings along what it shares, or takes it from the crate `planwright-runtime`.
    pub fn support(mut self, support: Support) -> Self {
        self.options.support = support;
        self
    }

    /// What `format` means; without this it is asserted.
    pub fn formats(mut self, formats: Formats) -> Self {
        self.options.formats = formats;
        self
    }

    /// When the validators of the schemas are made; without this at run time.
    pub fn validators(mut self, validators: Validators) -> Self {
        self.options.validators = validators;
        self
    }

    /// Whether schemas in pairs become a tool executor; without this they do.
    pub fn tools(mut self, tools: Tools) -> Self {
        self.options.tools = tools;
        self
    }

    /// Which files there are; without this one, for `include!`. The others need [`out_dir`](Self::out_dir).
    pub fn layout(mut self, layout: Layout) -> Self {
        self.options.layout = layout;
        self
    }

    /// Whether the types of roots have methods besides their trait; without this they have.
    pub fn methods(mut self, methods: RootMethods) -> Self {
        self.options.methods = methods;
        self
    }

    /// Whether types are judged while they are read, where the support is a crate; without this they are.
    pub fn readers(mut self, readers: Readers) -> Self {
        self.options.readers = readers;
        self
    }

    /// What the types are like.
    pub fn style(mut self, style: Style) -> Self {
        self.options.style = style;
        self
    }

    /// Takes the warnings of a code, such as `UNKNOWN_KEYWORD`, for errors. Can be given again. A code that there is not is an
    /// error of the run.
    pub fn deny(mut self, code: impl Into<String>) -> Self {
        self.denied.push(code.into());
        self
    }

    /// Changes any other option of the compiler.
    pub fn options(mut self, change: impl FnOnce(&mut Options)) -> Self {
        change(&mut self.options);
        self
    }

    /// The folder that is written to; without this `OUT_DIR`, which cargo sets for a build script.
    pub fn out_dir(mut self, folder: impl Into<PathBuf>) -> Self {
        self.out_dir = Some(folder.into());
        self
    }

    /// The name of the one file of [`Layout::SingleFile`]; without this `planwright.rs`. A script that compiles several
    /// folders needs a name for each.
    pub fn file_name(mut self, name: impl Into<String>) -> Self {
        self.file_name = name.into();
        self
    }

    /// Writes the code, if it changed, and tells cargo what to watch and to warn of. For build scripts.
    pub fn compile(&self) -> Result<BuildOutcome, Error> {
        let mut watched = vec![self.schemas.clone()];
        let outcome = self.run(Mode::Write, &mut watched);
        let warnings = outcome.iter().flat_map(|outcome| &outcome.warnings);
        let left = outcome.iter().flat_map(|outcome| &outcome.left);
        let left =
            left.map(|path| cargo::warning(&format!("{}: generated earlier or elsewhere, left alone", path.display())));
        let lines = watched.iter().filter_map(|path| cargo::rerun_if_changed(path));
        let lines = lines.chain(warnings.map(|warning| cargo::warning(&warning.to_string()))).chain(left);
        tell(lines).map_err(Problem::Output)?;
        outcome
    }

    /// Writes the code, if it changed, or checks it, and prints nothing. For code that is checked in, and for tests and tasks.
    ///
    /// With any other layout than [`Layout::SingleFile`], files that an earlier run wrote and that are no longer generated are removed from
    /// the folder, unless they were edited. The folder has a record of them, `.planwright/written.txt`; check it in with the code.
    pub fn sync(&self, mode: Mode) -> Result<BuildOutcome, Error> {
        self.run(mode, &mut Vec::new())
    }

    fn run(&self, mode: Mode, watched: &mut Vec<PathBuf>) -> Result<BuildOutcome, Error> {
        let Compiled { files, warnings } = self.generate(watched)?;
        let plan = self.plan(files.into_iter().map(|file| (file.path, file.text)).collect())?;
        match mode {
            Mode::Write => plan.write().map_err(Problem::Output)?,
            Mode::Check => found(&plan, &self.out()?)?,
        }
        let changed = plan.changes().iter().map(|change| plan.path_of(change)).collect();
        let left = plan.left().iter().map(|(path, _)| plan.place_of(path)).collect();
        Ok(BuildOutcome { changed, fresh: plan.unchanged_count(), left, warnings })
    }

    /// The code, and in `watched` every file that it is made of, whether or not it can be made.
    fn generate(&self, watched: &mut Vec<PathBuf>) -> Result<Compiled, Error> {
        let mut problems: Vec<Problem> = Vec::new();
        let missing = self.documents.missing();
        problems.extend(missing.map(|(uri, folder)| Problem::NoDocuments { uri: uri.into(), folder: folder.into() }));
        let texts = read_tree(&self.schemas, &self.suffix).unwrap_or_else(|errors| {
            problems.extend(errors.into_iter().map(Problem::Unreadable));
            Vec::new()
        });
        if texts.is_empty() && problems.is_empty() {
            problems.push(Problem::NoSchemas { folder: self.schemas.clone(), suffix: self.suffix.clone() });
        }
        let unknown = self.denied.iter().filter_map(|code| unknown_warning(code));
        problems.extend(unknown.map(|message| Problem::NoSuchCode { message }));
        if !problems.is_empty() {
            return Err(problems.into());
        }
        let mut places: BTreeMap<String, PathBuf> =
            texts.iter().map(|(path, _)| (path.clone(), self.schemas.join(path))).collect();
        watched.extend(places.values().cloned());
        let found: RefCell<BTreeMap<String, PathBuf>> = RefCell::default();
        let documents = |uri: &str| {
            let (file, text) = self.documents.find(uri)?;
            found.borrow_mut().insert(document_path(uri), file);
            Some(text)
        };
        let compiled = SchemaSet::parse_with(texts, &documents)
            .and_then(|set| linted(&set, &self.options.style.format_types, |set| compile(set, &self.options)))
            .and_then(|compiled| self.allowed(compiled));
        let found = found.into_inner();
        watched.extend(found.values().cloned());
        for (path, file) in found {
            places.entry(path).or_insert(file);
        }
        match compiled {
            Ok(Compiled { files, warnings }) => Ok(Compiled {
                files,
                warnings: warnings.into_iter().map(|warning| at_home(warning, &places)).collect(),
            }),
            Err(errors) => {
                let problems = errors.into_iter().map(|error| Problem::Schema(at_home(error, &places)));
                Err(problems.collect::<Vec<_>>().into())
            }
        }
    }

    /// What was compiled, unless a warning is denied.
    fn allowed(&self, compiled: Compiled) -> Result<Compiled, Vec<SchemaError>> {
        let is_denied = |warning: &&SchemaError| self.denied.iter().any(|code| code == warning.kind.code());
        let denied: Vec<SchemaError> = compiled.warnings.iter().filter(is_denied).cloned().collect();
        if denied.is_empty() { Ok(compiled) } else { Err(denied) }
    }

    fn plan(&self, wanted: Files) -> Result<Plan, Error> {
        let out = self.out()?;
        let is_ours = |_: &str, text: &str| text.starts_with(GENERATED_MARK);
        let plan = match self.options.layout {
            Layout::SingleFile => {
                let wanted = wanted.into_values().map(|text| (self.file_name.clone(), text)).collect();
                plan_among(&out, &wanted, [], is_ours)
            }
            _ => plan_recorded(&out, &wanted, &format!("gen {}", path_from(&out, &self.schemas)), is_ours),
        };
        Ok(plan.map_err(Problem::Output)?)
    }

    fn out(&self) -> Result<PathBuf, Error> {
        match (&self.out_dir, self.options.layout) {
            (Some(folder), _) => Ok(folder.clone()),
            (None, Layout::SingleFile) => Ok(env::var_os("OUT_DIR").map(PathBuf::from).ok_or(Problem::NoOutDir)?),
            (None, _) => Err(Problem::NeedsFolder.into()),
        }
    }
}

/// The same error with the file as it is found on the disk.
fn at_home(error: SchemaError, places: &BTreeMap<String, PathBuf>) -> SchemaError {
    let file = places.get(&error.file).map_or_else(|| error.file.clone(), |path| path.display().to_string());
    SchemaError { file, ..error }
}

fn found(plan: &Plan, out: &Path) -> Result<(), Error> {
    let stale = plan.changes().iter().cloned().map(Problem::Stale);
    let foreign = plan.foreign().iter().map(|path| Problem::Foreign(out.join(path)));
    let problems: Vec<Problem> = stale.chain(foreign).collect();
    if problems.is_empty() { Ok(()) } else { Err(problems.into()) }
}

fn tell(lines: impl Iterator<Item = String>) -> io::Result<()> {
    let mut out = io::stdout().lock();
    for line in lines {
        writeln!(out, "{line}")?;
    }
    Ok(())
}
