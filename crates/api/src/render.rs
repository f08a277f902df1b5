//! Generates Apex from blueprints.

use planwright_check::render::json;
use planwright_contracts::action_blueprint::Context;
use planwright_org as org;
use planwright_templates::{ApiVersion, InvalidApiVersion, Options, lower, render as render_view, runtime_for};
use serde_json::Value;

use crate::checker::{bounded_text, surroundings};
use crate::refused_call::RefusedCall;
use planwright_contracts::{ContractName, Report};

/// Options for generating Apex.
#[derive(Clone, Copy, Debug, Default)]
pub struct RenderQuestion<'q> {
    /// API version of the platform, such as `65.0`.
    pub api_version: Option<&'q str>,
    /// A context as JSON, which may contain a `snapshot` of the org.
    pub context: Option<&'q str>,
    /// Whether the runtime classes that the files need are included.
    pub with_runtime: bool,
}

/// Generated Apex.
#[derive(Clone, Debug, PartialEq)]
pub struct RenderedApex {
    /// Path and content of each file.
    pub files: Vec<(String, String)>,
    /// Report about the document, which may contain warnings.
    pub report: Value,
}

/// Checks the blueprints in a document and generates Apex for each.
pub fn render(file: &str, bytes: &[u8], question: RenderQuestion<'_>) -> Result<RenderedApex, RefusedCall> {
    let version = question.api_version.map(str::parse::<ApiVersion>).transpose();
    let invalid = |reason: InvalidApiVersion| RefusedCall::of_reason(&reason.to_string());
    let options = Options { api_version: version.map_err(invalid)?.unwrap_or_default(), ..Options::default() };
    let context = match question.context {
        Some(context) => surroundings(ContractName::ActionBlueprint, context)?.action_blueprint,
        None => Context::default(),
    };
    let text = bounded_text(bytes).map_err(|unread| unread.refused(file))?;
    let (mut files, warnings) =
        rendered_files(text, &context, &options).map_err(|refused| RefusedCall::of_report(file, text, &refused))?;
    if question.with_runtime {
        let needed = runtime_for(files.iter().map(|(_, text)| text.as_str()), &options);
        files.extend(needed.into_iter().map(|file| (file.path, file.text)));
    }
    Ok(RenderedApex { files, report: json(file, text, &warnings) })
}

/// Returns the files of each blueprint in a document, and the warnings of its check.
pub fn rendered_files(
    text: &str,
    context: &Context,
    options: &Options,
) -> Result<(Vec<(String, String)>, Report), Report> {
    let batch = org::check_file(text, context)?;
    let files = batch.actions.iter().flat_map(|blueprint| render_view(&lower(blueprint), options).files);
    Ok((files.map(|file| (file.path, file.text)).collect(), batch.warnings))
}
