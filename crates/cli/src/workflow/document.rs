//! Workflow documents on disk, as JSON or as YAML.

use std::path::Path;

use planwright_contracts::Report;
use planwright_workflow::{Draft, Loaded, Times, export, load_text, load_yaml, to_yaml};

use super::Source;
use crate::mcp::stored_draft;
use planwright_project::exit::{Failure, Outcome};
use planwright_project::input;
use planwright_project::own_file;
use planwright_project::render::human;
use planwright_project::terminal::printable_path;

/// Reads a document. `Err` ends the run: what is wrong with it has been printed. Warnings are printed too.
pub(super) fn read(path: &String) -> Result<Loaded, Result<Outcome, Failure>> {
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

/// The draft of a document or of a store.
pub(super) fn draft(source: &Source) -> Result<Draft, Result<Outcome, Failure>> {
    match (&source.file, &source.store) {
        (Some(file), _) => read(file).map(|loaded| loaded.draft),
        (None, Some(store)) => stored_draft(store).map_err(Err),
        (None, None) => Err(Err(Failure::one("no workflow given; name a document, or use --store DIR"))),
    }
}

/// Writes a draft as a document, whole or not at all. What keeps it from being one is printed.
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
