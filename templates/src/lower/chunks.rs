//! Spreads lines over methods and classes.
//!
//! The limits are those of PMD's rules on length and complexity, which most analyzers of Apex have in some form.

use crate::tokens::{ApexCode, ApexDoc, ApexIdent, ApexPath};
use crate::view::{Body, Chunk, Part};
use planwright_apex::layout::{Group, Piece, Place};

use super::action::{Action, Dml, Input};
use super::lines;

/// Maximum number of inputs or fields per method. They keep a method below 40 statements and 9 decisions.
const READS_PER_METHOD: usize = 30;
const ASSIGNED_PER_METHOD: usize = 7;
/// Maximum number of decisions and inputs in the main class.
const MAX_MAIN_DECISIONS: usize = 12;
const MAX_MAIN_INPUTS: usize = 12;
/// Maximum number of outputs in the main class, and in each part.
const MAX_MAIN_OUTPUTS: usize = 8;
const OUTPUTS_PER_PART: usize = 30;

/// The chunks of an action, and how the main class calls them.
pub(crate) struct Spread {
    pub(crate) parts: Vec<Part>,
    /// Chunks in the main class.
    pub(crate) own: Vec<Chunk>,
    pub(crate) read: Body<ApexCode>,
    pub(crate) deny: Body<crate::view::AccessCheck>,
    pub(crate) assign: Body<crate::view::Assignment>,
    pub(crate) answer: Body<crate::view::Answer>,
}

/// Spreads inputs and guardrails over methods, and over several classes if one class would be too large.
pub(crate) fn spread(action: &Action<'_>) -> Spread {
    let mut spread = Spread {
        parts: Vec::new(),
        own: Vec::new(),
        read: Body { inline: Vec::new(), calls: Vec::new() },
        deny: Body { inline: Vec::new(), calls: Vec::new() },
        assign: Body { inline: Vec::new(), calls: Vec::new() },
        answer: Body { inline: Vec::new(), calls: Vec::new() },
    };
    if fits(action) {
        spread.inputs(action, &action.inputs.iter().collect::<Vec<_>>(), None);
    } else {
        let size = if action.operation == Dml::Upsert { 8 } else { 13 };
        for (index, inputs) in action.inputs.chunks(size).enumerate() {
            let home = ApexIdent::near(&format!("DAFields{}_{}", index + 1, action.name));
            spread.inputs(action, &inputs.iter().collect::<Vec<_>>(), Some(&home));
        }
    }
    spread.outputs(action);
    spread
}

fn fits(action: &Action<'_>) -> bool {
    let (_, rights) = action.operation.statement();
    let writes = action.operation != Dml::Call;
    let decisions: usize = action.written().map(|input| rights.len() + usize::from(writes && !input.required)).sum();
    action.inputs.len() <= MAX_MAIN_INPUTS && decisions <= MAX_MAIN_DECISIONS
}

impl Spread {
    fn inputs(&mut self, action: &Action<'_>, inputs: &[&Input<'_>], home: Option<&ApexIdent>) {
        let (_, rights) = action.operation.statement();
        let mut methods = Methods { action, home, chunks: Vec::new() };
        let reads = inputs.iter().map(|input| lines::put_if_present(input)).collect();
        methods.body(&mut self.read, "readInputs", ChunkKind::Read, reads, READS_PER_METHOD, |chunk, lines| {
            chunk.reads = lines;
        });
        if action.operation != Dml::Call {
            let written: Vec<_> = inputs.iter().filter(|input| input.is_field).collect();
            let checks = written.iter().filter_map(|input| lines::check(action, input)).collect();
            let size = ASSIGNED_PER_METHOD.div_ceil(rights.len());
            methods
                .body(&mut self.deny, "denyFields", ChunkKind::Deny, checks, size, |chunk, lines| chunk.checks = lines);
            let assigned = written.iter().map(|input| lines::assignment(action, input)).collect();
            methods.body(
                &mut self.assign,
                "assignFields",
                ChunkKind::Assign,
                assigned,
                ASSIGNED_PER_METHOD,
                |chunk, lines| {
                    chunk.assigns = lines;
                },
            );
        }
        let chunks = methods.chunks;
        self.add_parts(action, home, chunks, "Inputs of");
    }

    fn outputs(&mut self, action: &Action<'_>) {
        let many = action.outputs.len() > MAX_MAIN_OUTPUTS;
        let size = if many { OUTPUTS_PER_PART } else { MAX_MAIN_OUTPUTS };
        for (index, outputs) in action.outputs.chunks(size).enumerate() {
            let home = many.then(|| ApexIdent::near(&format!("DAOutputs{}_{}", index + 1, action.name)));
            let mut methods = Methods { action, home: home.as_ref(), chunks: Vec::new() };
            let answers = outputs.iter().map(lines::response_assignment).collect();
            methods.body(
                &mut self.answer,
                "answerOutputs",
                ChunkKind::Answer,
                answers,
                READS_PER_METHOD,
                |chunk, lines| {
                    chunk.answers = lines;
                },
            );
            let chunks = methods.chunks;
            self.add_parts(action, home.as_ref(), chunks, "Outputs of");
        }
    }

    fn add_parts(&mut self, action: &Action<'_>, home: Option<&ApexIdent>, chunks: Vec<Chunk>, what: &str) {
        match home {
            None => self.own.extend(chunks),
            Some(name) => {
                let doc = action.doc(&format!("{what} {}", action.class));
                self.parts.push(Part { name: name.clone(), doc, chunks });
            }
        }
    }
}

/// Methods of one class.
struct Methods<'a> {
    action: &'a Action<'a>,
    /// Part that contains the methods, or `None` for the main class.
    home: Option<&'a ApexIdent>,
    chunks: Vec<Chunk>,
}

#[derive(Clone, Copy)]
enum ChunkKind {
    Read,
    Deny,
    Assign,
    Answer,
}

impl Methods<'_> {
    /// Puts lines into the calling method if one method of the main class can hold them all, and into separate methods
    /// otherwise.
    fn body<T>(
        &mut self,
        body: &mut Body<T>,
        name: &str,
        kind: ChunkKind,
        lines: Vec<T>,
        size: usize,
        fill: fn(&mut Chunk, Vec<T>),
    ) {
        if self.home.is_none() && lines.len() <= size {
            body.inline = lines;
        } else {
            body.calls.extend(self.add(name, kind, lines, size, fill));
        }
    }

    /// Adds methods for the lines and returns the calls to make. A part has one public method of each kind.
    fn add<T>(
        &mut self,
        name: &str,
        kind: ChunkKind,
        lines: Vec<T>,
        size: usize,
        fill: fn(&mut Chunk, Vec<T>),
    ) -> Vec<ApexPath> {
        let name = ApexIdent::near(name);
        if lines.is_empty() {
            return Vec::new();
        }
        if lines.len() <= size {
            let mut chunk = self.empty(name.clone(), kind, self.home.is_some());
            fill(&mut chunk, lines);
            self.chunks.push(chunk);
            return vec![self.path(&name)];
        }
        // There are too many lines for one method, so several numbered methods share them. In a part, a public method
        // calls them.
        let mut rest = lines.into_iter().peekable();
        let mut chunks = Vec::new();
        while rest.peek().is_some() {
            let numbered = ApexIdent::near(&format!("{name}{}", chunks.len() + 1));
            let mut chunk = self.empty(numbered, kind, false);
            fill(&mut chunk, rest.by_ref().take(size).collect());
            chunks.push(chunk);
        }
        let calls = chunks.iter().map(|chunk| ApexPath::from_ident(&chunk.name)).collect();
        let calls = if self.home.is_some() {
            let entry = Chunk { calls, ..self.empty(name.clone(), kind, true) };
            self.chunks.push(entry);
            vec![self.path(&name)]
        } else {
            calls
        };
        for chunk in &mut chunks {
            chunk.opens_class = false;
        }
        self.chunks.extend(chunks);
        calls
    }

    fn path(&self, name: &ApexIdent) -> ApexPath {
        self.home.map_or_else(|| ApexPath::from_ident(name), |home| ApexPath::member(home, name))
    }

    fn empty(&self, name: ApexIdent, kind: ChunkKind, is_public: bool) -> Chunk {
        let visibility = if is_public { "public" } else { "private" };
        let (doc, parameters) = self.kind(kind);
        let lead = format!("{visibility} static void {name}");
        let items = parameters.iter().map(|(name, apex_type)| Piece::Code(format!("{apex_type} {name}"))).collect();
        let names = parameters.iter().map(|(name, _)| Piece::Code((*name).to_owned())).collect();
        let arguments = Group::arguments(names);
        Chunk {
            opens_class: self.home.is_some() && self.chunks.is_empty(),
            doc: ApexDoc::new(doc),
            visibility: ApexPath::keyword(visibility),
            parameters: parameters.iter().map(|(name, _)| ApexIdent::near(name)).collect(),
            signature: ApexCode::fit(&Group::arguments(items), Place::new(2, lead.len()).tail(" {".len())),
            name,
            calls: Vec::new(),
            arguments: ApexCode::fit(&arguments, Place::new(lines::BODY_INDENT, 0)),
            reads: Vec::new(),
            checks: Vec::new(),
            assigns: Vec::new(),
            answers: Vec::new(),
        }
    }

    fn kind(&self, kind: ChunkKind) -> (&'static str, Vec<(&'static str, String)>) {
        match kind {
            ChunkKind::Read => {
                let outer = self.home.map_or_else(String::new, |_| format!("{}.", self.action.class));
                let work = ("work", "PwActionDefinition.Request".to_owned());
                ("Takes over what was sent.", vec![work, ("request", format!("{outer}Request"))])
            }
            ChunkKind::Answer => {
                let outer = self.home.map_or_else(String::new, |_| format!("{}.", self.action.class));
                let result = ("result", "PwResponse".to_owned());
                ("Fills in the outputs.", vec![("response", format!("{outer}Response")), result])
            }
            ChunkKind::Deny => {
                ("Collects the fields that the user may not write.", vec![("denied", "List<String>".to_owned())])
            }
            ChunkKind::Assign => {
                let record = ("record", self.action.object_type().to_string());
                ("Sets the fields of a record.", vec![record, ("values", "Map<String, Object>".to_owned())])
            }
        }
    }
}
