//! Parses the action parts of an `.agent` file: definitions, and the uses that bind their inputs and outputs.
//!
//! Blocks are nested by indentation. Everything else, such as instructions, conditions and variables, is skipped.

use std::ops::Range;

use planwright_check::Diagnostic;
use planwright_source::Pointer;

use super::codes::AGENT_SCRIPT_SYNTAX;

/// String in the file, with its span.
#[derive(Clone, Debug, Default)]
pub(crate) struct ScriptText {
    pub text: String,
    pub span: Range<usize>,
}

/// Property: its name, and its value without quotes.
#[derive(Clone, Debug)]
pub(crate) struct ScriptProperty {
    pub name: String,
    pub value: ScriptText,
    pub span: Range<usize>,
}

/// Input or output.
#[derive(Clone, Debug)]
pub(crate) struct ScriptParam {
    pub name: ScriptText,
    pub is_quoted: bool,
    pub script_type: ScriptText,
    pub has_default: bool,
    pub properties: Vec<ScriptProperty>,
}

/// Definition of an action.
#[derive(Clone, Debug)]
pub(crate) struct ScriptAction {
    pub subagent: String,
    pub name: ScriptText,
    pub properties: Vec<ScriptProperty>,
    pub has_outputs: bool,
    pub inputs: Vec<ScriptParam>,
    pub outputs: Vec<ScriptParam>,
}

/// Use of an action.
#[derive(Clone, Debug)]
pub(crate) struct ScriptUse {
    pub subagent: String,
    pub action: ScriptText,
    /// True if the model chooses the action and supplies unbound inputs. Otherwise `run` executes it.
    pub is_tool: bool,
    pub is_conditional: bool,
    /// Bound inputs with their values.
    pub with: Vec<(ScriptText, String)>,
    /// Outputs that the use reads.
    pub outputs: Vec<ScriptText>,
    /// Names of the other properties directly below the use.
    pub properties: Vec<ScriptText>,
}

/// Parsed script.
#[derive(Debug, Default)]
pub(crate) struct AgentScript {
    /// Names of the subagents.
    pub subagents: Vec<ScriptText>,
    pub actions: Vec<ScriptAction>,
    pub uses: Vec<ScriptUse>,
    pub faults: Vec<Diagnostic>,
}

impl ScriptAction {
    pub(crate) fn property(&self, name: &str) -> Option<&ScriptProperty> {
        self.properties.iter().find(|property| property.name == name)
    }
}

impl ScriptParam {
    pub(crate) fn property(&self, name: &str) -> Option<&ScriptProperty> {
        self.properties.iter().find(|property| property.name == name)
    }
}

/// Creates an error at a location in the file.
pub(super) fn fault(code: &'static str, span: &Range<usize>, message: String, help: &str) -> Diagnostic {
    let mut found = Diagnostic::error(code, Pointer::root(), message).with_help(help);
    found.span = Some(span.clone());
    found
}

/// Kind of the block that a line belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Level {
    Subagent,
    Definitions,
    Definition,
    Inputs,
    Outputs,
    Param {
        output: bool,
    },
    Reasoning,
    Uses,
    Use,
    /// Multi-line text. Deeper lines are not code.
    Text,
    Other,
}

/// Parses a file.
pub(crate) fn parse_script(text: &str) -> AgentScript {
    let mut reader = Reader {
        script: AgentScript::default(),
        levels: Vec::new(),
        subagent: String::new(),
        has_tabs: None,
        is_mixed: false,
    };
    if text.starts_with('\u{feff}') {
        reader.refuse(0..3, "the file starts with a byte order mark".to_owned(), "save the file as UTF-8 without one");
    }
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        reader.line(line.trim_end_matches(['\n', '\r']).trim_start_matches('\u{feff}'), start + bom(line));
        start += line.len();
    }
    if reader.levels.is_empty() {
        reader.refuse(0..0, "the script is empty".to_owned(), "write a config block, a start_agent and subagents");
    }
    reader.script
}

fn bom(line: &str) -> usize {
    if line.starts_with('\u{feff}') { 3 } else { 0 }
}

struct Reader {
    script: AgentScript,
    /// Open blocks that the next line may belong to, by indentation.
    levels: Vec<(usize, Level)>,
    subagent: String,
    /// True if the first indented line starts with a tab.
    has_tabs: Option<bool>,
    is_mixed: bool,
}

impl Reader {
    fn refuse(&mut self, span: Range<usize>, message: String, help: &str) {
        self.script.faults.push(fault(AGENT_SCRIPT_SYNTAX, &span, message, help));
    }

    fn line(&mut self, line: &str, start: usize) {
        let code = line.trim_start_matches([' ', '\t']);
        let indent = line.len() - code.len();
        // A comment may be anywhere and ends no block.
        if code.is_empty() || code.starts_with('#') {
            return;
        }
        while self.levels.last().is_some_and(|(depth, _)| *depth >= indent) {
            self.levels.pop();
        }
        let parent = self.levels.last().map(|(_, level)| *level);
        if parent == Some(Level::Text) {
            return;
        }
        self.indentation(&line[..indent], start);
        let code = strip_comment(code).trim_end();
        let at = start + indent;
        let level = self.parse_line(parent, code, at);
        self.levels.push((indent, level));
    }

    /// Reports mixed tabs and spaces in the indentation, once per file. The compiler rejects such files.
    fn indentation(&mut self, indentation: &str, start: usize) {
        if indentation.is_empty() || self.is_mixed {
            return;
        }
        let is_tabs = *self.has_tabs.get_or_insert(indentation.starts_with('\t'));
        if indentation.chars().any(|letter| (letter == '\t') != is_tabs) {
            self.is_mixed = true;
            let message = "tabs and spaces are mixed in the indentation of this file".to_owned();
            self.refuse(start..start + indentation.len(), message, "indent only with spaces");
        }
    }

    fn parse_line(&mut self, parent: Option<Level>, code: &str, at: usize) -> Level {
        if code.starts_with('|') {
            return Level::Text;
        }
        if parent.is_none() {
            let name = ["subagent ", "topic ", "start_agent "].iter().find_map(|word| code.strip_prefix(word));
            return match name {
                Some(name) => {
                    let text = name.trim().trim_end_matches(':').to_owned();
                    let start = at + code.len() - name.len();
                    self.subagent.clone_from(&text);
                    self.script.subagents.push(ScriptText { span: start..start + text.len(), text });
                    Level::Subagent
                }
                None => parse_key(code)
                    .map_or(Level::Other, |key| if is_text(key.rest) { Level::Text } else { Level::Other }),
            };
        }
        if let Some(rest) = code.strip_prefix("run @actions.") {
            self.use_of(rest, at + code.len() - rest.len(), false);
            return Level::Use;
        }
        let is_used = self.levels.iter().any(|(_, level)| *level == Level::Use);
        if is_used && (code.starts_with("with ") || code.starts_with("set ") || code.starts_with("available ")) {
            self.binding(code, at);
            return Level::Other;
        }
        let Some(key) = parse_key(code) else { return Level::Other };
        let level = match (parent, key.name) {
            (Some(Level::Subagent), "actions") => Level::Definitions,
            (Some(Level::Subagent), "reasoning") => Level::Reasoning,
            (Some(Level::Reasoning), "actions") => Level::Uses,
            (Some(Level::Definition), "inputs") => Level::Inputs,
            (Some(Level::Definition), "outputs") => {
                if let Some(action) = self.script.actions.last_mut() {
                    action.has_outputs = true;
                }
                Level::Outputs
            }
            (Some(Level::Definitions), name) => {
                let name = ScriptText { text: name.to_owned(), span: at..at + name.len() };
                let (inputs, outputs, properties) = (Vec::new(), Vec::new(), Vec::new());
                let subagent = self.subagent.clone();
                self.script.actions.push(ScriptAction {
                    subagent,
                    name,
                    properties,
                    has_outputs: false,
                    inputs,
                    outputs,
                });
                Level::Definition
            }
            (Some(Level::Inputs), _) => self.param(&key, at, false),
            (Some(Level::Outputs), _) => self.param(&key, at, true),
            (Some(Level::Uses), _) => match key.rest.strip_prefix("@actions.") {
                Some(action) => {
                    self.use_of(action, at + key.rest_at + "@actions.".len(), true);
                    Level::Use
                }
                None => Level::Other,
            },
            (Some(Level::Definition | Level::Param { .. }), _) => {
                self.property(parent, &key, at);
                Level::Other
            }
            (Some(Level::Use), name) if is_property(name) => {
                if let Some(found) = self.script.uses.last_mut() {
                    found.properties.push(ScriptText { text: name.to_owned(), span: at..at + key.length });
                }
                Level::Other
            }
            _ => Level::Other,
        };
        if level == Level::Other && is_text(key.rest) { Level::Text } else { level }
    }

    fn param(&mut self, key: &Keyed<'_>, at: usize, output: bool) -> Level {
        let (type_, default) = match key.rest.split_once('=') {
            Some((type_, _)) => (type_.trim_end(), true),
            None => (key.rest, false),
        };
        let type_at = at + key.rest_at;
        let param = ScriptParam {
            name: ScriptText { text: key.name.to_owned(), span: at..at + key.length },
            is_quoted: key.is_quoted,
            script_type: ScriptText { text: type_.to_owned(), span: type_at..type_at + type_.len() },
            has_default: default,
            properties: Vec::new(),
        };
        if let Some(action) = self.script.actions.last_mut() {
            if output { action.outputs.push(param) } else { action.inputs.push(param) }
        }
        Level::Param { output }
    }

    fn property(&mut self, parent: Option<Level>, key: &Keyed<'_>, at: usize) {
        let place = at + key.rest_at..at + key.rest_at + key.rest.len();
        let is_quoted = key.rest.starts_with('"');
        let value = if is_quoted {
            match parse_quoted(key.rest) {
                Ok(value) => value,
                Err(what) => {
                    self.refuse(place.clone(), what, "use double quotes; the escapes are \\\" \\\\ \\n \\t \\r \\0");
                    return;
                }
            }
        } else {
            key.rest.to_owned()
        };
        if !is_quoted && ["true", "false", "yes", "no"].contains(&value.as_str()) {
            let message = format!("{value} is not a value of Agent Script");
            self.refuse(place.clone(), message, "write True or False");
        }
        if !is_quoted && value.starts_with('\'') {
            self.refuse(place.clone(), "a string in single quotes".to_owned(), "use double quotes");
        } else if !is_quoted && STRING_PROPERTIES.contains(&key.name) && !is_text(key.rest) {
            let message = format!("the {} is not a string", key.name);
            self.refuse(place.clone(), message, "write it in double quotes, or behind | on this line");
        }
        let span = at..at + key.length;
        let property =
            ScriptProperty { name: key.name.to_owned(), value: ScriptText { text: value, span: place }, span };
        let Some(action) = self.script.actions.last_mut() else { return };
        let param = match parent {
            Some(Level::Param { output: true }) => action.outputs.last_mut(),
            Some(Level::Param { output: false }) => action.inputs.last_mut(),
            _ => None,
        };
        match param {
            Some(param) => param.properties.push(property),
            None => action.properties.push(property),
        }
    }

    fn use_of(&mut self, rest: &str, at: usize, is_tool: bool) {
        let end = rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(rest.len());
        self.script.uses.push(ScriptUse {
            subagent: self.subagent.clone(),
            action: ScriptText { text: rest[..end].to_owned(), span: at..at + end },
            is_tool,
            is_conditional: !is_tool,
            with: Vec::new(),
            outputs: Vec::new(),
            properties: Vec::new(),
        });
    }

    fn binding(&mut self, code: &str, at: usize) {
        let Some(found) = self.script.uses.last_mut() else { return };
        if code.starts_with("available ") {
            found.is_conditional = true;
        } else if let Some(rest) = code.strip_prefix("with ") {
            let mut wrong = None;
            for (from, part) in split_list(rest) {
                let (name, value) = part.split_once('=').unwrap_or((part, ""));
                let start = at + code.len() - rest.len() + from + (name.len() - name.trim_start().len());
                let (name, value) = (name.trim().trim_matches('"'), value.trim());
                let span = start..start + name.len();
                if ["true", "false"].contains(&value) {
                    wrong = Some((span.clone(), value.to_owned()));
                }
                found.with.push((ScriptText { text: name.to_owned(), span }, value.to_owned()));
            }
            if let Some((span, value)) = wrong {
                self.refuse(span, format!("{value} is not a value of Agent Script"), "write True or False");
            }
        } else {
            let mut from = 0;
            while let Some(next) = code[from..].find("@outputs.") {
                let start = from + next + "@outputs.".len();
                let end = code[start..].find(|letter: char| !letter.is_alphanumeric() && letter != '_');
                let end = end.map_or(code.len(), |end| start + end);
                found.outputs.push(ScriptText { text: code[start..end].to_owned(), span: at + start..at + end });
                from = end;
            }
        }
    }
}

/// A line of the form `name: rest`.
struct Keyed<'c> {
    name: &'c str,
    is_quoted: bool,
    /// Length of the name in bytes, including its quotes.
    length: usize,
    rest: &'c str,
    rest_at: usize,
}

fn parse_key(code: &str) -> Option<Keyed<'_>> {
    let is_quoted = code.starts_with('"');
    let length = if is_quoted { code[1..].find('"')? + 2 } else { code.find(':')? };
    let name = code[..length].trim_matches('"').trim_end();
    let behind = code[length..].trim_start().strip_prefix(':')?;
    let rest = behind.trim_start();
    Some(Keyed { name, is_quoted, length, rest, rest_at: code.len() - rest.len() })
}

/// Properties whose value is a string.
const STRING_PROPERTIES: [&str; 7] =
    ["label", "description", "target", "source", "progress_indicator_message", "schema", "complex_data_type_name"];

/// Returns whether a line below a use is a property, and not a branch of code.
fn is_property(name: &str) -> bool {
    name != "else" && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// Returns whether the value is on the deeper lines that follow.
fn is_text(rest: &str) -> bool {
    rest.starts_with('|')
}

/// Splits a list at its commas, except inside strings and brackets. Returns each part with its offset.
fn split_list(list: &str) -> Vec<(usize, &str)> {
    let (mut parts, mut start, mut depth) = (Vec::new(), 0, 0_usize);
    let (mut quoted, mut escaped) = (false, false);
    for (at, letter) in list.char_indices() {
        match letter {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            _ if quoted => {}
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                parts.push((start, &list[start..at]));
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push((start, &list[start..]));
    parts
}

/// Removes a comment at the end of a line.
fn strip_comment(code: &str) -> &str {
    let mut quoted = false;
    let mut escaped = false;
    for (at, letter) in code.char_indices() {
        match letter {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            '#' if !quoted => return &code[..at],
            _ => {}
        }
    }
    code
}

/// Returns the value of a string in double quotes.
fn parse_quoted(text: &str) -> Result<String, String> {
    let mut value = String::new();
    let mut letters = text.chars().skip(1);
    while let Some(letter) = letters.next() {
        match letter {
            '"' => return Ok(value),
            '\\' => match letters.next() {
                Some(same @ ('"' | '\\')) => value.push(same),
                Some('n') => value.push('\n'),
                Some('t') => value.push('\t'),
                Some('r') => value.push('\r'),
                Some('0') => value.push('\0'),
                other => return Err(format!("\\{} is not an escape", other.unwrap_or(' '))),
            },
            '\0' => return Err("a zero byte in a string".to_owned()),
            other => value.push(other),
        }
    }
    Err("a string without its closing quote".to_owned())
}
