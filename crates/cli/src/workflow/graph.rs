//! Implements `planwright workflow graph`: draws a workflow.

use planwright_workflow::{self as workflow, DiagramFormat, diagram};

use super::{Format, Graph, document};
use crate::sheets;
use planwright_project::exit::{Failure, Outcome};

/// Prints the drawing, or writes it on sheets. An invalid workflow is drawn too, because a drawing helps to fix it.
pub(super) fn run(args: &Graph) -> Result<Outcome, Failure> {
    let draft = match document::draft(&args.source) {
        Ok(draft) => draft,
        Err(ended) => return ended,
    };
    if let Some(folder) = &args.sheets {
        return sheets::write(folder, workflow::sheets(&draft));
    }
    let format = match args.format {
        Format::Mermaid => DiagramFormat::Mermaid,
        Format::Dot => DiagramFormat::Dot,
        Format::Svg => DiagramFormat::Svg,
    };
    out!("{}", diagram(&draft, format));
    Ok(Outcome::Fine)
}
