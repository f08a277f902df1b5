//! Finds what a changed description can make an agent do: descriptions of a tool reach the model as instructions.
//!
//! A risk is reported if the new description has it and the old one does not. The patterns err on the side of harmless
//! rewordings: a single word is not a risk, a request with its object is.

mod mentions;
mod patterns;

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use planwright_drift::operations::{OfferedOperation, OperationList, TextChange, descriptions};
use planwright_runtime::Severity;
use planwright_source::{Hazard, hazard};
use serde_json::Value;

pub(super) use mentions::{asks_for_secret, folded};

/// Kind of harm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Risk {
    /// Tells the agent to do something other than to use the tool.
    Instruction,
    /// Keeps something from the user.
    Concealment,
    /// Names an address that no description named before.
    Address,
    /// Asks for a secret or for the conversation.
    Secret,
    /// Names another tool.
    OtherTool,
    /// Has characters or markup that a reader does not see.
    Hidden,
}

impl Risk {
    /// Returns the code of the finding.
    pub(super) const fn code(self) -> &'static str {
        match self {
            Self::Instruction => "TEXT_INSTRUCTS",
            Self::Concealment => "TEXT_CONCEALS",
            Self::Address => "TEXT_NEW_ADDRESS",
            Self::Secret => "TEXT_ASKS_FOR_SECRET",
            Self::OtherTool => "TEXT_NAMES_TOOL",
            Self::Hidden => "TEXT_HIDDEN",
        }
    }

    /// Describes the risk, after the name of the description.
    pub(super) const fn description(self) -> &'static str {
        match self {
            Self::Instruction => "instructs the agent",
            Self::Concealment => "tells the agent to keep something from the user",
            Self::Address => "has an address that no text of the lock file has",
            Self::Secret => "asks for a secret or for the conversation",
            Self::OtherTool => "names another tool",
            Self::Hidden => "has content that a reader does not see",
        }
    }
}

/// Schemes of URIs that lead to another machine.
const NETWORK_SCHEMES: [&str; 8] = ["http", "https", "ws", "wss", "ftp", "ftps", "sftp", "ssh"];

/// An argument is named for a secret.
pub(super) const SECRET_ARGUMENT: &str = "SECRET_ARGUMENT";
/// A tool has nearly the name of another one.
pub(super) const TOOL_SHADOWED: &str = "TOOL_SHADOWED";

/// Codes of this module, each with its severity and meaning.
pub const TEXT_CODES: &[(&str, Severity, &str)] = &[
    (
        Risk::Instruction.code(),
        Severity::Warning,
        "A changed description instructs the agent to do something else than to use the tool.",
    ),
    (
        Risk::Concealment.code(),
        Severity::Warning,
        "A changed description instructs the agent to keep something from the user.",
    ),
    (
        Risk::Address.code(),
        Severity::Warning,
        "A changed description has a URL, host or e-mail address that the lock file does not have.",
    ),
    (Risk::Secret.code(), Severity::Warning, "A changed description asks for a secret or for the conversation."),
    (Risk::OtherTool.code(), Severity::Warning, "A changed description names another tool."),
    (
        Risk::Hidden.code(),
        Severity::Warning,
        "A changed description has invisible characters, markup comments or encoded data.",
    ),
    (SECRET_ARGUMENT, Severity::Warning, "A new argument is named for a secret or for the conversation."),
    (
        TOOL_SHADOWED,
        Severity::Warning,
        "A new tool has nearly the name of another one, or a name with letters of several scripts.",
    ),
];

/// Both versions of a list, with which a changed description is compared.
pub(super) struct ListContext<'l> {
    /// Names of the tools of both lists.
    tools: BTreeSet<&'l str>,
    old: &'l OperationList,
    /// Content of the lock file about the server.
    server: &'l Value,
    /// Addresses in all descriptions of the lock file. A list without changes does not need them.
    addresses: OnceCell<BTreeSet<String>>,
}

impl<'l> ListContext<'l> {
    pub(super) fn new(old: &'l OperationList, new: &'l OperationList, server: &'l Value) -> Self {
        let tools = old.keys().chain(new.keys()).map(String::as_str).collect();
        Self { tools, old, server, addresses: OnceCell::new() }
    }

    /// Returns whether a description of the lock file has an address.
    fn knows_address(&self, address: &str) -> bool {
        let addresses = self.addresses.get_or_init(|| {
            let all = self.old.values().map(OfferedOperation::readable).chain([self.server.clone()]);
            all.flat_map(|one| descriptions(&one).into_values()).flat_map(|text| patterns::addresses(&text)).collect()
        });
        addresses.contains(address)
    }
}

/// Returns the risks of a changed description, each with the words that show it. `own` is the name of the tool, and
/// `arguments` are the names that its schema defines.
pub(super) fn risks(
    change: &TextChange,
    own: &str,
    arguments: &BTreeSet<String>,
    context: &ListContext<'_>,
) -> BTreeMap<Risk, String> {
    let Some(new) = &change.new else { return BTreeMap::new() };
    let old = change.old.as_deref().unwrap_or_default();
    let mut found = BTreeMap::new();
    // The description of an argument is a request in itself.
    let is_argument = ["/properties/", "/arguments/"].iter().any(|part| change.at.as_str().contains(part));
    if let Some(secret) = patterns::secret(new).filter(|_| is_argument && patterns::secret(old).is_none()) {
        found.insert(Risk::Secret, secret.to_owned());
    }
    let (plain_old, plain_new) = (mentions::plain(old), mentions::plain(new));
    let before: BTreeSet<_> = patterns::matches(&plain_old).collect();
    for (risk, words) in patterns::matches(&plain_new).filter(|found| !before.contains(found)) {
        found.entry(risk).or_insert_with(|| words.to_owned());
    }
    let known = patterns::addresses(old);
    let mut addresses = if is_own_uri(change) { BTreeSet::new() } else { patterns::addresses(new) }.into_iter();
    let address = addresses.find(|one| !known.contains(one) && !context.knows_address(one));
    found.extend(address.map(|address| (Risk::Address, address)));
    let mentioned = |text: &str| mentions::tools(text, own, arguments, &context.tools);
    let before = mentioned(&plain_old);
    let tool = mentioned(&plain_new).into_iter().find(|tool| !before.contains(tool));
    found.extend(tool.map(|tool| (Risk::OtherTool, tool)));
    if let Some(hidden) = hidden(new).filter(|_| hidden(old).is_none()) {
        found.insert(Risk::Hidden, hidden);
    }
    found
}

/// Returns whether a description is the URI of a resource in a scheme of the server. Nothing can be sent there.
fn is_own_uri(change: &TextChange) -> bool {
    let at = change.at.as_str();
    let is_uri = at.starts_with("/resources/") && at.ends_with("/uri")
        || at.starts_with("/resourceTemplates/") && at.ends_with("/uriTemplate");
    let scheme =
        change.new.as_ref().and_then(|uri| uri.split_once("://")).map(|(scheme, _)| scheme.to_ascii_lowercase());
    let is_network = |scheme: &str| NETWORK_SCHEMES.contains(&scheme);
    is_uri && scheme.is_some_and(|scheme| !is_network(&scheme))
}

/// Returns whether two names differ in case and separators only.
pub(super) fn is_respelled(one: &str, other: &str) -> bool {
    let letters = |name: &str| {
        name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect::<String>()
    };
    letters(one) == letters(other)
}

/// Returns the name that a new tool can be mistaken for, or the tool's own name if its letters are of several scripts.
pub(super) fn shadowed<'n>(name: &'n str, others: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let form = folded(name);
    let other = others.into_iter().find(|other| *other != name && folded(other) == form);
    other.or_else(|| mentions::has_mixed_scripts(name).then_some(name))
}

/// Returns what a reader of the description does not see.
fn hidden(text: &str) -> Option<String> {
    let mut before = ' ';
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let joins = !before.is_ascii() && letters.peek().is_some_and(|next| !next.is_ascii());
        let is_hidden = match hazard(letter) {
            // Joiners are part of the spelling of some scripts and of emoji.
            Some(Hazard::Shaping) => !joins,
            Some(Hazard::Control) => !matches!(letter, '\n' | '\r' | '\t'),
            Some(_) => true,
            None => false,
        };
        if is_hidden {
            return Some(format!("U+{:04X}", u32::from(letter)));
        }
        before = letter;
    }
    patterns::hidden_markup(text)
}
