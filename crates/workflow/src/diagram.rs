//! Diagrams of workflows: participants, actions, routes with their conditions, and disclosed data.
//!
//! The same diagram is available in three formats. All strings of a workflow are untrusted and must be escaped in each
//! of them.

mod dot;
mod link;
mod mermaid;
mod model;
mod order;
mod split;
mod svg;
mod words;

use super::draft::Draft;
use model::Model;

/// Format of a diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiagramFormat {
    /// A Mermaid flowchart.
    Mermaid,
    /// Graphviz DOT.
    Dot,
    /// SVG with its own layout: one lane per participant, from top to bottom.
    Svg,
}

/// Draws a workflow, valid or not.
pub fn diagram(draft: &Draft, format: DiagramFormat) -> String {
    let model = Model::from_draft(draft);
    match format {
        DiagramFormat::Mermaid => mermaid::render(&model),
        DiagramFormat::Dot => dot::render(&model),
        DiagramFormat::Svg => svg::render(&model),
    }
}

/// Draws a workflow as SVG on sheets of bounded size. Links between sheets are described on their actions.
pub fn sheets(draft: &Draft) -> Vec<String> {
    split::split(&Model::from_draft(draft)).iter().map(svg::render).collect()
}
