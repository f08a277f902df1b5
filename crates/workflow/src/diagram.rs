//! A workflow as a picture: who does what, where it goes from there and when, and who sees which data. The same picture in
//! three languages; every text of the workflow is untrusted in each of them.

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

/// A language for pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiagramFormat {
    /// A Mermaid flowchart.
    Mermaid,
    /// Graphviz DOT.
    Dot,
    /// A drawing that needs nobody else's layout: a lane a participant, from top to bottom.
    Svg,
}

/// Draws a workflow, valid or not.
pub fn diagram(draft: &Draft, format: DiagramFormat) -> String {
    let model = Model::of(draft);
    match format {
        DiagramFormat::Mermaid => mermaid::render(&model),
        DiagramFormat::Dot => dot::render(&model),
        DiagramFormat::Svg => svg::render(&model),
    }
}

/// The drawing of a workflow on sheets of a bounded size, as SVG. What leads from one sheet to another stands on its actions.
pub fn sheets(draft: &Draft) -> Vec<String> {
    split::split(&Model::of(draft)).iter().map(svg::render).collect()
}
