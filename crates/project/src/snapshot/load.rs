//! Reads snapshots from files, folders, projects and git revisions. All sources are read before anything is reported.

use std::path::Path;

use planwright_generated::action_blueprint::SchemaSnapshot;
use planwright_org::{FileReport, import};
use planwright_runtime::FindingCounts;
use planwright_sync::{read_bytes, read_tree_of};

use crate::exit::Failure;
use crate::git;
use crate::input;
use crate::render::human;
use crate::report::CommandReport;
use crate::sfdx::{self, Sfdx};

type OrgFiles = Vec<(String, Vec<u8>)>;

/// Suffixes of metadata files that describe objects.
const METADATA: [&str; 6] = [
    ".object-meta.xml",
    ".field-meta.xml",
    ".recordType-meta.xml",
    ".globalValueSet-meta.xml",
    ".object",
    ".globalValueSet",
];

/// Reads all sources into one snapshot and adds the findings to the report. Returns `None` if a source has errors.
pub fn snapshot(sources: &[String], report: &mut CommandReport) -> Result<Option<SchemaSnapshot>, Failure> {
    let mut files = Vec::new();
    let mut failures = Vec::new();
    let mut are_sources = false;
    for source in sources {
        match read_source(source) {
            Ok(Source::Files(read)) => files.extend(read),
            Ok(Source::WithoutObjects) => {
                are_sources = true;
                // A project may contain no objects. Another folder is probably the wrong one.
                if !Path::new(source).join(sfdx::NAME).is_file() {
                    report.note(format!("note: {source}: no objects below this folder"));
                }
            }
            Err(failed) => failures.extend(failed.reasons()),
        }
    }
    if !failures.is_empty() {
        return Err(Failure::from_reasons(failures));
    }
    match import(&files) {
        Ok(mut imported) => {
            add(report, &imported.warnings);
            if are_sources {
                imported.snapshot.partial = Some(true);
            }
            Ok(Some(imported.snapshot))
        }
        Err(reports) => {
            add(report, &reports);
            let FindingCounts { errors, warnings } = reports.iter().map(|file| file.report.counts()).sum();
            report.note(format!("{}; no snapshot found", human::count(errors, warnings)));
            Ok(None)
        }
    }
}

fn add(report: &mut CommandReport, files: &[FileReport]) {
    for file in files {
        report.add_report(&file.path, &file.text, &file.report);
    }
}

/// Content of one source.
enum Source {
    Files(OrgFiles),
    /// A project folder that contains no metadata of objects.
    WithoutObjects,
}

/// Reads one source. For a project, reads its package directories. For other folders, reads metadata, or JSON if there
/// is none.
fn read_source(source: &str) -> Result<Source, Failure> {
    if let Some((revision, path)) = git::at_revision(source) {
        return at_revision(revision, path);
    }
    if !Path::new(source).is_dir() {
        let name = if source == "-" { "<stdin>" } else { source };
        let bytes = read_bytes(source).map_err(Failure::one)?;
        return Ok(Source::Files(vec![(name.to_owned(), bytes)]));
    }
    let project = Sfdx::in_folder(Path::new(source)).map_err(Failure::one)?;
    let folders = match &project {
        Some(project) => project.packages().map_err(Failure::one)?,
        None => vec![source.trim_end_matches('/').to_owned()],
    };
    let mut files = Vec::new();
    for folder in folders.iter().filter(|folder| Path::new(folder).is_dir()) {
        files.extend(below(folder, &METADATA)?);
    }
    let is_project = || project.is_some() || holds_source(Path::new(source));
    if files.is_empty() && !is_project() {
        files = below(source, &[".json"])?;
    }
    files.sort();
    Ok(if files.is_empty() { Source::WithoutObjects } else { Source::Files(files) })
}

/// Returns `true` if the folder is part of a project: some file below it is metadata in source format.
fn holds_source(folder: &Path) -> bool {
    read_tree_of(folder, &["-meta.xml"]).is_ok_and(|files| !files.is_empty())
}

fn below(folder: &str, suffixes: &[&str]) -> Result<OrgFiles, Failure> {
    let files = input::read_tree(Path::new(folder), suffixes)?;
    let folder = folder.trim_end_matches('/');
    Ok(files.into_iter().map(|(path, bytes)| (format!("{folder}/{path}"), bytes)).collect())
}

/// Like [`read_source`], for a path in a git revision.
fn at_revision(revision: &str, path: &str) -> Result<Source, Failure> {
    let path = path.trim_end_matches('/');
    let path = if path.is_empty() { "." } else { path };
    let whole = Path::new(path);
    // Run git in a folder that exists now, because `path` may exist only in the revision.
    let folder = whole.ancestors().find(|folder| folder.is_dir() && !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let inside = whole.strip_prefix(folder).unwrap_or(whole).display().to_string();
    let folder = folder.display().to_string();
    git::require_revision(&folder, revision)?;
    let name = |file: &str| format!("{revision}:{folder}/{file}");
    let all = git::paths(&folder, revision)?;
    if !inside.is_empty() && all.contains(&inside) {
        return Ok(Source::Files(vec![(name(&inside), git::file(&folder, revision, &inside)?)]));
    }
    let is_below =
        |file: &str, root: &str| root.is_empty() || file.strip_prefix(root).is_some_and(|rest| rest.starts_with('/'));
    let all: Vec<String> = all.into_iter().filter(|file| is_below(file, &inside)).collect();
    if all.is_empty() {
        return Err(Failure::one(format!("{revision}:{path}: not in this revision")));
    }
    let project = if inside.is_empty() { sfdx::NAME.to_owned() } else { format!("{inside}/{}", sfdx::NAME) };
    let roots = if all.contains(&project) {
        let bytes = git::file(&folder, revision, &project)?;
        let project = Sfdx::from_bytes(Path::new(&project).to_owned(), &bytes).map_err(Failure::one)?;
        project.packages().map_err(Failure::one)?
    } else {
        vec![inside]
    };
    let ends = |file: &String, suffixes: &[&str]| suffixes.iter().any(|suffix| file.ends_with(suffix));
    let among = |file: &&String| roots.iter().any(|root| is_below(file, root));
    let mut wanted: Vec<String> = all.iter().filter(among).filter(|file| ends(file, &METADATA)).cloned().collect();
    if wanted.is_empty() && !all.iter().any(|file| file.ends_with("-meta.xml")) && !all.contains(&project) {
        wanted = all.into_iter().filter(|file| ends(file, &[".json"])).collect();
    }
    let files = git::files(&folder, revision, &wanted)?;
    let files: OrgFiles = files.into_iter().map(|(file, bytes)| (name(&file), bytes)).collect();
    Ok(if files.is_empty() { Source::WithoutObjects } else { Source::Files(files) })
}
