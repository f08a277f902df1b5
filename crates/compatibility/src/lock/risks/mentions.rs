//! Names of tools and arguments, and the mention of tools in a description.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use planwright_source::{Hazard, hazard, name_words};
use regex::Regex;

/// Letters of other scripts that look like a Latin letter.
const LOOKALIKES: &[(&str, char)] = &[
    ("аɑαа", 'a'),
    ("сϲ", 'c'),
    ("ԁ", 'd'),
    ("еєҽ", 'e'),
    ("ɡ", 'g'),
    ("һ", 'h'),
    ("іıιі", 'i'),
    ("ј", 'j'),
    ("κк", 'k'),
    ("ӏⅼ", 'l'),
    ("ո", 'n'),
    ("оοօ", 'o'),
    ("рρ", 'p'),
    ("ѕ", 's'),
    ("υս", 'u'),
    ("ѵν", 'v'),
    ("хχ", 'x'),
    ("уγ", 'y'),
];

/// Words of names that mean a secret by themselves.
const SECRETS: &[&str] = &[
    "password",
    "passwords",
    "passwd",
    "passphrase",
    "pwd",
    "secret",
    "secrets",
    "credential",
    "credentials",
    "apikey",
    "cookie",
    "cookies",
    "privatekey",
    "otp",
    "mnemonic",
    "conversation",
    "transcript",
    "sidenote",
    "keychain",
];

/// Pairs of neighboring words of names that mean a secret.
const SECRET_PAIRS: &[(&str, &str)] = &[
    ("api", "key"),
    ("private", "key"),
    ("access", "key"),
    ("secret", "key"),
    ("ssh", "key"),
    ("encryption", "key"),
    ("signing", "key"),
    ("access", "token"),
    ("auth", "token"),
    ("bearer", "token"),
    ("session", "token"),
    ("refresh", "token"),
    ("oauth", "token"),
    ("id", "token"),
    ("api", "token"),
    ("session", "cookie"),
    ("chat", "history"),
    ("message", "history"),
    ("system", "prompt"),
    ("conversation", "history"),
    ("seed", "phrase"),
    ("recovery", "phrase"),
    ("env", "vars"),
    ("environment", "variables"),
    ("card", "number"),
    ("credit", "card"),
    ("social", "security"),
    ("full", "context"),
    ("user", "prompt"),
    ("ssh", "keys"),
    ("api", "keys"),
    ("chain", "of"),
];

/// Returns a letter without disguise: Latin instead of a lookalike, in lower case.
fn latin(letter: char) -> char {
    let lower = letter.to_lowercase().next().unwrap_or(letter);
    match lower {
        '\u{ff41}'..='\u{ff5a}' => char::from_u32(u32::from(lower) - 0xfee0).unwrap_or(lower),
        _ => LOOKALIKES.iter().find(|(alike, _)| alike.contains(lower)).map_or(lower, |(_, letter)| *letter),
    }
}

/// Returns the form of a name that similar names share: without case, separators and lookalikes.
pub(in super::super) fn folded(name: &str) -> String {
    let digits = |letter: char| match letter {
        '0' => 'o',
        '1' => 'l',
        other => other,
    };
    name.chars().filter(|letter| letter.is_alphanumeric()).map(latin).map(digits).collect()
}

/// Returns whether a name has Latin letters and lookalikes of them.
pub(super) fn has_mixed_scripts(name: &str) -> bool {
    name.chars().any(|letter| letter.is_ascii_alphabetic())
        && name.chars().any(|letter| !letter.is_ascii() && latin(letter).is_ascii_alphabetic())
}

/// Returns a description as patterns read it: without hidden characters, with single spaces, and with Latin letters.
pub(super) fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for letter in text.chars() {
        if letter.is_whitespace() {
            if !plain.ends_with(' ') {
                plain.push(' ');
            }
        } else if hazard(letter).is_none() || matches!(hazard(letter), Some(Hazard::Separator)) {
            // Only words with lookalikes change; other scripts stay as they are.
            plain.push(if letter.is_ascii() || !latin(letter).is_ascii() { letter } else { latin(letter) });
        }
    }
    plain
}

/// Returns the words of a name in any usual style, in lower case.
fn words(name: &str) -> Vec<String> {
    name_words(name).into_iter().map(|word| word.chars().map(latin).collect()).collect()
}

/// Returns whether an argument with this name is meant for a secret or for the conversation.
pub(in super::super) fn asks_for_secret(name: &str) -> bool {
    let words = words(name);
    let is_pair = |pair: &[String]| SECRET_PAIRS.iter().any(|(one, two)| pair[0] == *one && pair[1] == *two);
    // A single token is one to log in with; one among other words counts or continues something.
    words.iter().any(|word| SECRETS.contains(&word.as_str()))
        || words.windows(2).any(is_pair)
        || words.len() == 1 && ["token", "jwt", "pin", "cvv", "ssn", "env"].contains(&words[0].as_str())
}

/// An identifier behind a verb of calling, or before the word "tool".
static CALLS: LazyLock<[Regex; 2]> = LazyLock::new(|| {
    [
        r"(?i)\b(?:call|use|using|invoke|run|have|calling|invoking|prefer|follow up with|through|(?:results?|outputs?|answers?) of)\s+(?:the\s+)?[`'\x22]?(?-i:([a-z][a-z0-9]*(?:_[a-z0-9]+)+|[a-z]+(?:[A-Z][a-z0-9]+)+))\b",
        r"(?i)\b(?:the|a|any|every)\s+[`'\x22]?([a-z][a-z0-9_.-]{2,})[`'\x22]?\s+(?:tool|function|server)\b",
    ]
    .map(|pattern| Regex::new(pattern).expect("a test compiles it"))
});

/// Words before "tool" that name no tool.
const NO_TOOLS: &[&str] = &[
    "this",
    "same",
    "other",
    "only",
    "first",
    "last",
    "right",
    "search",
    "wrong",
    "mcp",
    "new",
    "old",
    "command",
    "command-line",
    "cli",
    "web",
    "database",
    "remote",
    "local",
    "current",
    "called",
    "calling",
    "following",
    "main",
    "upstream",
    "origin",
    "target",
    "language",
    "file",
];

/// Returns the tools that a description mentions: those of the list by their names, and others by the way they are mentioned.
pub(super) fn tools(text: &str, own: &str, arguments: &BTreeSet<String>, listed: &BTreeSet<&str>) -> BTreeSet<String> {
    let is_own = |name: &str| folded(name) == folded(own);
    let mut found = BTreeSet::new();
    for name in listed.iter().filter(|name| !is_own(name) && !arguments.contains(**name) && mentions(text, name)) {
        found.insert((*name).to_owned());
    }
    for (index, pattern) in CALLS.iter().enumerate() {
        for name in pattern.captures_iter(text).filter_map(|captures| captures.get(1)).map(|name| name.as_str()) {
            let is_identifier = name.contains(['_', '-', '.']);
            let is_tool = index == 0 || is_identifier && !NO_TOOLS.contains(&name.to_ascii_lowercase().as_str());
            if is_tool && !is_own(name) && !arguments.contains(name) {
                found.insert(name.to_owned());
            }
        }
    }
    found
}

/// Returns whether a description has a name as a separate word. A name that is an ordinary word counts only if it is quoted
/// or followed by "tool".
fn mentions(text: &str, name: &str) -> bool {
    let is_part = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '-');
    let is_word = name.chars().all(|letter| letter.is_ascii_lowercase());
    text.match_indices(name).any(|(at, found)| {
        let (before, after) = (&text[..at], &text[at + found.len()..]);
        let stands_alone = !before.ends_with(is_part) && !after.starts_with(is_part);
        let is_quoted = before.ends_with(['`', '\'', '"']) && after.starts_with(['`', '\'', '"']);
        stands_alone && (!is_word || is_quoted || after.starts_with(" tool") || after.starts_with('('))
    })
}
