//! Reads and writes workflow documents as JSON or YAML.

use std::path::Path;

use planwright_contracts::Report;
use planwright_store::StoredDraft;
use planwright_workflow::{Draft, Loaded, Times, export, load_text, load_yaml, to_yaml};

use super::Source;
use planwright_project::err;
use planwright_project::exit::{Failure, Outcome};
use planwright_project::input;
use planwright_project::own_file;
use planwright_project::render::human;
use planwright_project::terminal::printable_path;

/// Reads a document, and prints its warnings and errors. The error is the result of the run.
pub(super) fn read_document(path: &String) -> Result<Loaded, Result<Outcome, Failure>> {
    let input = input::read_all(std::slice::from_ref(path)).map_err(Err)?.remove(0);
    let load = if is_yaml(Path::new(path)) { load_yaml } else { load_text };
    let loaded = input.text.clone().and_then(|text| load(&text));
    let show = |report: &Report| err!("{}", human::document(&input.name, input.known_text(), report));
    match loaded {
        Ok(loaded) => {
            show(&loaded.warnings);
            Ok(loaded)
        }
        Err(report) => {
            show(&report);
            Err(Ok(Outcome::Findings))
        }
    }
}

/// Returns the draft of a document or a store.
pub(super) fn draft(source: &Source) -> Result<Draft, Result<Outcome, Failure>> {
    match (&source.file, &source.store) {
        (Some(file), _) => read_document(file).map(|loaded| loaded.draft),
        (None, Some(store)) => stored_draft(store).map_err(Err),
        (None, None) => Err(Err(Failure::one("no workflow given; name a document, or use --store DIR"))),
    }
}

/// Writes a draft as a document, atomically. Prints the findings if the draft cannot be exported.
pub(super) fn write(path: &Path, draft: &Draft, times: &Times) -> Result<Outcome, Failure> {
    let document = match export(draft, times) {
        Ok(document) => document,
        Err(report) => {
            err!("{}", human::document("<the workflow>", "", &report));
            errln!("{}: not written", printable_path(path));
            return Ok(Outcome::Findings);
        }
    };
    let text = if is_yaml(path) { to_yaml(&document) } else { format!("{:#}\n", serde_json::json!(document)) };
    own_file::planned(path, text, |_| true)?.write()?;
    Ok(Outcome::Fine)
}

fn is_yaml(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("yaml") || ending.eq_ignore_ascii_case("yml"))
}

/// Returns the draft in the store of a server, after the last change that the server acknowledged.
pub(super) fn stored_draft(folder: &Path) -> Result<Draft, Failure> {
    let read = StoredDraft::load(folder).map_err(|error| Failure::one(format!("{}: {error}", folder.display())))?;
    read.ok_or_else(|| Failure::one(format!("{}: no blueprint yet", folder.display())))
}
