//! The builder: configures the input, the compiler options and the output.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::env;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use planwright_codegen::{
    Compiled, DefaultDialect, Error as SchemaError, Formats, GENERATED_MARK, Layout, Options, Readers, RootMethods,
    SchemaSet, Style, Tools, TypeGenerator, TypeSource, compile, document_path, linted, unknown_warning,
};
use planwright_sync::{Files, Mode, Plan, path_from, plan_among, plan_recorded, read_tree};

use crate::cargo;
use crate::documents::Documents;
use crate::error::{Error, Problem};

/// The other generator of types, if the crate was built with it.
#[cfg(feature = "typify")]
const GENERATOR: Option<TypeGenerator> = Some(planwright_typify::GENERATOR);
#[cfg(not(feature = "typify"))]
const GENERATOR: Option<TypeGenerator> = None;

/// Compiles a folder of JSON Schemas to Rust.
///
/// Each subfolder becomes a module. Only the folder is required; everything else has a default.
#[derive(Clone, Debug)]
#[must_use = "nothing happens before `compile` or `sync`"]
pub struct Builder {
    schemas: PathBuf,
    suffix: String,
    documents: Documents,
    dialect: DefaultDialect,
    out_dir: Option<PathBuf>,
    file_name: String,
    options: Options,
    denied: Vec<String>,
}

/// Changes that a run has made. In [`Mode::Check`], the changes that it would have made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildOutcome {
    /// Files that were written or removed.
    pub changed: Vec<PathBuf>,
    /// Number of files that were already up to date.
    pub fresh: usize,
    /// Generated files in the folder that were neither written nor removed. They were edited, or the record of the
    /// folder does not list them.
    pub left: Vec<PathBuf>,
    /// Problems in the schemas that do not prevent their compilation.
    pub warnings: Vec<SchemaError>,
}

impl Builder {
    /// Creates a builder for a folder of schemas. In a build script, the path is relative to the package.
    pub fn new(schemas: impl Into<PathBuf>) -> Self {
        Self {
            schemas: schemas.into(),
            suffix: ".json".to_owned(),
            documents: Documents::default(),
            dialect: DefaultDialect::default(),
            out_dir: None,
            file_name: "planwright.rs".to_owned(),
            options: Options {
                layout: Layout::SingleFile,
                command: "cargo build".to_owned(),
                generator: GENERATOR,
                ..Options::default()
            },
            denied: Vec::new(),
        }
    }

    /// Sets the suffix of schema files. The default is `.json`.
    pub fn suffix(mut self, suffix: impl Into<String>) -> Self {
        self.suffix = suffix.into();
        self
    }

    /// Reads documents whose URIs start with `uri` from a folder. May be called several times. Nothing is ever fetched.
    pub fn documents(mut self, uri: impl Into<String>, folder: impl Into<PathBuf>) -> Self {
        self.documents.add(uri, folder);
        self
    }

    /// Sets the dialect of schemas without `$schema`. By default, their keywords decide.
    pub fn default_dialect(mut self, dialect: DefaultDialect) -> Self {
        self.dialect = dialect;
        self
    }

    /// Sets the path of the crate `planwright-runtime` in the crate that compiles the code. The default is [`RUNTIME`](crate::RUNTIME).
    pub fn runtime(mut self, path: impl Into<String>) -> Self {
        self.options.runtime = path.into();
        self
    }

    /// Sets the meaning of `format`. By default, formats are asserted.
    pub fn formats(mut self, formats: Formats) -> Self {
        self.options.formats = formats;
        self
    }

    /// Sets whether pairs of schemas become a tool executor. By default they do.
    pub fn tools(mut self, tools: Tools) -> Self {
        self.options.tools = tools;
        self
    }

    /// Sets the layout of the output. The default is one file for `include!`. Other layouts need
    /// [`out_dir`](Self::out_dir).
    pub fn layout(mut self, layout: Layout) -> Self {
        self.options.layout = layout;
        self
    }

    /// Sets whether root types have methods in addition to their trait. By default they do.
    pub fn methods(mut self, methods: RootMethods) -> Self {
        self.options.methods = methods;
        self
    }

    /// Sets whether types validate while they are deserialized. By default they do.
    pub fn readers(mut self, readers: Readers) -> Self {
        self.options.readers = readers;
        self
    }

    /// Sets the origin of the types. The default is Planwright. [`TypeSource::Typify`] needs the feature `typify`.
    pub fn types(mut self, types: TypeSource) -> Self {
        self.options.types = types;
        self
    }

    /// Sets the style of the generated types.
    pub fn style(mut self, style: Style) -> Self {
        self.options.style = style;
        self
    }

    /// Turns warnings with a code, such as `UNKNOWN_KEYWORD`, into errors. May be called several times. An unknown code
    /// is an error of the run.
    pub fn deny(mut self, code: impl Into<String>) -> Self {
        self.denied.push(code.into());
        self
    }

    /// Changes any other option of the compiler.
    pub fn options(mut self, change: impl FnOnce(&mut Options)) -> Self {
        change(&mut self.options);
        self
    }

    /// Sets the output folder. The default is `OUT_DIR`, which cargo sets for a build script.
    pub fn out_dir(mut self, folder: impl Into<PathBuf>) -> Self {
        self.out_dir = Some(folder.into());
        self
    }

    /// Sets the file name for [`Layout::SingleFile`]. The default is `planwright.rs`. A script that compiles several
    /// folders needs a different name for each.
    pub fn file_name(mut self, name: impl Into<String>) -> Self {
        self.file_name = name.into();
        self
    }

    /// Writes the code if it changed, and prints instructions and warnings for cargo. Use it in build scripts.
    pub fn compile(&self) -> Result<BuildOutcome, Error> {
        let mut watched = vec![self.schemas.clone()];
        let outcome = self.run(Mode::Write, &mut watched);
        let warnings = outcome.iter().flat_map(|outcome| &outcome.warnings);
        let left = outcome.iter().flat_map(|outcome| &outcome.left);
        let left = left
            .map(|path| cargo::warning(&format!("{}: generated earlier or elsewhere, not changed", path.display())));
        let lines = watched.iter().filter_map(|path| cargo::rerun_if_changed(path));
        let lines = lines.chain(warnings.map(|warning| cargo::warning(&warning.to_string()))).chain(left);
        tell(lines).map_err(Problem::Output)?;
        outcome
    }

    /// Writes or checks the code, and prints nothing. Use it for checked-in code, tests and tasks.
    ///
    /// With any layout except [`Layout::SingleFile`], files that an earlier run wrote and that are no longer generated
    /// are removed, unless they were edited. The folder contains a record of them, `.planwright/written.txt`. Commit it
    /// with the code.
    pub fn sync(&self, mode: Mode) -> Result<BuildOutcome, Error> {
        self.run(mode, &mut Vec::new())
    }

    fn run(&self, mode: Mode, watched: &mut Vec<PathBuf>) -> Result<BuildOutcome, Error> {
        let Compiled { files, warnings } = self.generate(watched)?;
        let plan = self.plan(files.into_iter().map(|file| (file.path, file.text)).collect())?;
        match mode {
            Mode::Write => plan.write().map_err(Problem::Output)?,
            Mode::Check => check_plan(&plan, &self.out()?)?,
        }
        let changed = plan.changes().iter().map(|change| plan.path_of(change)).collect();
        let left = plan.left().iter().map(|(path, _)| plan.place_of(path)).collect();
        Ok(BuildOutcome { changed, fresh: plan.unchanged_count(), left, warnings })
    }

    /// Returns the code. Adds every input file to `watched`, even if the code cannot be generated.
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
        // Inputs are recorded before compilation, so that cargo runs the script again after an error.
        watched.extend(places.values().cloned());
        // The compiler calls `documents` through a shared reference, so it records files in a `RefCell`.
        let found: RefCell<BTreeMap<String, PathBuf>> = RefCell::default();
        let documents = |uri: &str| {
            let (file, text) = self.documents.find(uri)?;
            found.borrow_mut().insert(document_path(uri), file);
            Some(text)
        };
        let compiled = SchemaSet::parse_in(self.dialect, texts, &documents)
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
                warnings: warnings.into_iter().map(|warning| with_disk_path(warning, &places)).collect(),
            }),
            Err(errors) => {
                let problems = errors.into_iter().map(|error| Problem::Schema(with_disk_path(error, &places)));
                Err(problems.collect::<Vec<_>>().into())
            }
        }
    }

    /// Returns the compiled code, or the warnings that are denied.
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

/// Replaces the file name in an error by the path on disk.
fn with_disk_path(error: SchemaError, places: &BTreeMap<String, PathBuf>) -> SchemaError {
    let file = places.get(&error.file).map_or_else(|| error.file.clone(), |path| path.display().to_string());
    SchemaError { file, ..error }
}

fn check_plan(plan: &Plan, out: &Path) -> Result<(), Error> {
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
