//! Spreads lines over methods, because most analyzers limit the length of a method.

use crate::tokens::{ApexCode, ApexDoc, ApexIdent, ApexPath};
use crate::view::{Answer, Body, Chunk};
use planwright_apex::layout::{Group, Piece, Place};

use super::action::Action;
use super::lines;

/// Maximum number of inputs or outputs per method. They keep a method below PMD's limit of 40 statements.
const LINES_PER_METHOD: usize = 30;

/// The methods of an action, and how the others call them.
pub(crate) struct Spread {
    pub(crate) chunks: Vec<Chunk>,
    pub(crate) read: Body<ApexCode>,
    pub(crate) answer: Body<Answer>,
}

/// Spreads inputs and outputs over methods.
pub(crate) fn spread(action: &Action<'_>) -> Spread {
    let reads = action.inputs.iter().map(lines::put_if_present).collect();
    let parameters = [("work", "PwActionDefinition.Request"), ("request", "Request")];
    let (read, read_chunks) = split("readInputs", "Takes over what was sent.", parameters, reads);
    let answers = action.outputs.iter().map(lines::response_assignment).collect();
    let parameters = [("response", "Response"), ("result", "PwResponse")];
    let (answer, answer_chunks) = split("answerOutputs", "Fills in the outputs.", parameters, answers);
    let read_chunks = read_chunks.into_iter().map(|(chunk, reads)| Chunk { reads, ..chunk });
    let answer_chunks = answer_chunks.into_iter().map(|(chunk, answers)| Chunk { answers, ..chunk });
    Spread { chunks: read_chunks.chain(answer_chunks).collect(), read, answer }
}

/// Returns the lines themselves if one method can hold them, and numbered methods with their lines otherwise.
fn split<T>(name: &str, doc: &str, parameters: [(&str, &str); 2], lines: Vec<T>) -> (Body<T>, Vec<(Chunk, Vec<T>)>) {
    if lines.len() <= LINES_PER_METHOD {
        return (Body { inline: lines, calls: Vec::new() }, Vec::new());
    }
    let mut rest = lines.into_iter().peekable();
    let mut chunks = Vec::new();
    while rest.peek().is_some() {
        let name = ApexIdent::near(&format!("{name}{}", chunks.len() + 1));
        chunks.push((empty(name, doc, parameters), rest.by_ref().take(LINES_PER_METHOD).collect()));
    }
    let calls = chunks.iter().map(|(chunk, _)| ApexPath::from_ident(&chunk.name)).collect();
    (Body { inline: Vec::new(), calls }, chunks)
}

fn empty(name: ApexIdent, doc: &str, parameters: [(&str, &str); 2]) -> Chunk {
    let lead = format!("private static void {name}");
    let items = parameters.iter().map(|(name, apex_type)| Piece::Code(format!("{apex_type} {name}"))).collect();
    Chunk {
        doc: ApexDoc::new(doc),
        visibility: ApexPath::keyword("private"),
        parameters: parameters.iter().map(|(name, _)| ApexIdent::near(name)).collect(),
        signature: ApexCode::fit(&Group::arguments(items), Place::new(2, lead.len()).tail(" {".len())),
        name,
        reads: Vec::new(),
        answers: Vec::new(),
    }
}
