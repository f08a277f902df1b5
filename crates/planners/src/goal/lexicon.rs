//! The verbs that the factory knows, and what each asks for.

use planwright_generated::action_blueprint::Operation;

/// What a verb asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Act {
    /// A new record.
    Create,
    /// Fields of a record that exists.
    Change,
    /// The status of a record that exists: the field gets a value with one of the stems, the first that there is.
    Status(&'static [&'static str]),
    /// A status that is none of these stems.
    Leave(&'static [&'static str]),
    /// A boolean, or a status with one of the stems.
    Switch(bool, &'static [&'static str]),
    /// The owner.
    Assign,
    /// A record that may exist.
    Upsert,
    /// A message to somebody.
    Notify,
    /// Other code.
    Run,
    /// Nothing that an action can do, and why.
    Refuse(&'static str),
}

impl Act {
    /// Returns the operation of the action that the verb asks for.
    pub(super) const fn operation(self) -> Operation {
        match self {
            Self::Create => Operation::Insert,
            Self::Upsert => Operation::Upsert,
            Self::Notify | Self::Run | Self::Refuse(_) => Operation::Call,
            Self::Change | Self::Status(_) | Self::Leave(_) | Self::Switch(..) | Self::Assign => Operation::Update,
        }
    }
}

const DELETING: &str = "deleting and merging records is no operation of a blueprint";
const READING: &str = "reading records is no operation of a blueprint";

/// Verbs in their base form.
const VERBS: &[(Act, &[&str])] = &[
    (
        Act::Create,
        &[
            "create", "add", "insert", "make", "open", "log", "register", "record", "raise", "schedule", "book",
            "generate", "draft", "issue", "enter", "capture", "file", "enroll", "enrol",
        ],
    ),
    (
        Act::Change,
        &[
            "update",
            "set",
            "change",
            "modify",
            "edit",
            "mark",
            "move",
            "adjust",
            "increase",
            "decrease",
            "rename",
            "reset",
            "fill",
            "put",
            "advance",
            "promote",
            "link",
            "relate",
            "associate",
            "attach",
            "switch",
            "correct",
            "extend",
            "postpone",
            "push",
            "lower",
            "reduce",
            "flag",
            "store",
            "save",
            "populate",
            "bump",
            "apply",
        ],
    ),
    (Act::Status(&["closed", "completed", "resolved", "done"]), &["close"]),
    (Act::Status(&["completed", "complete", "done", "closed"]), &["complete", "finish"]),
    (Act::Status(&["resolved", "closed"]), &["resolve"]),
    (Act::Status(&["closed won"]), &["win"]),
    (Act::Status(&["closed lost"]), &["lose"]),
    (Act::Status(&["qualified"]), &["qualify"]),
    (Act::Status(&["unqualified", "disqualified"]), &["disqualify"]),
    (Act::Status(&["approved"]), &["approve"]),
    (Act::Status(&["rejected", "denied"]), &["reject"]),
    (Act::Status(&["denied", "rejected"]), &["deny"]),
    (Act::Status(&["accepted"]), &["accept"]),
    (Act::Status(&["presented"]), &["present"]),
    (Act::Status(&["deferred"]), &["defer"]),
    (Act::Status(&["cancelled", "canceled", "aborted"]), &["cancel"]),
    (Act::Status(&["aborted", "cancelled", "canceled"]), &["abort"]),
    (Act::Status(&["in progress", "working", "started"]), &["start"]),
    (Act::Status(&["obsolete", "retired"]), &["retire"]),
    (Act::Status(&["installed"]), &["install"]),
    (Act::Switch(true, &["escalated"]), &["escalate"]),
    (Act::Switch(true, &["activated", "active"]), &["activate"]),
    (Act::Switch(false, &["deactivated", "inactive"]), &["deactivate"]),
    (Act::Leave(&["closed", "completed", "resolved"]), &["reopen"]),
    (Act::Status(&["paused", "on hold", "suspended"]), &["pause"]),
    (Act::Assign, &["allocate", "assign", "reassign", "route", "transfer", "delegate"]),
    (Act::Upsert, &["upsert", "sync", "synchronize", "synchronise", "import", "load"]),
    (
        Act::Notify,
        &[
            "notify", "send", "call", "email", "alert", "message", "ping", "post", "text", "remind", "inform", "phone",
            "mail",
        ],
    ),
    (
        Act::Run,
        &["invoke", "trigger", "run", "submit", "launch", "execute", "convert", "recalculate", "publish", "request"],
    ),
    (Act::Refuse(DELETING), &["delete", "remove", "erase", "purge", "merge", "undelete", "drop"]),
    (
        Act::Refuse(READING),
        &["show", "list", "find", "query", "search", "report", "summarize", "summarise", "count", "get", "export"],
    ),
];

/// Phrases that are one verb.
pub(super) const PHRASES: &[(&[&str], &str)] = &[
    (&["create", "or", "update"], "upsert"),
    (&["insert", "or", "update"], "upsert"),
    (&["add", "or", "update"], "upsert"),
    (&["update", "or", "create"], "upsert"),
    (&["update", "or", "insert"], "upsert"),
    (&["set", "up"], "schedule"),
    (&["sign", "up"], "enroll"),
    (&["re", "open"], "reopen"),
    (&["hand", "over"], "transfer"),
    (&["let", "know"], "notify"),
];

/// How a verb is inflected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// `close`.
    Base,
    /// `closes`, `closed`, `closing`.
    Other,
}

/// The verbs that ask for the same as the one behind a word in lower case.
pub(super) fn alike(word: &str) -> Vec<&'static str> {
    let Some((base, act, _)) = verb(word) else { return Vec::new() };
    if matches!(act, Act::Refuse(_)) {
        return Vec::new();
    }
    let verbs = VERBS.iter().filter(|(_, verbs)| verbs.contains(&base)).flat_map(|(_, verbs)| verbs.iter().copied());
    verbs.filter(|verb| *verb != word).collect()
}

/// The verb behind a word in lower case.
pub(super) fn verb(word: &str) -> Option<(&'static str, Act, Form)> {
    let known = |base: &str| {
        VERBS.iter().find_map(|(act, verbs)| verbs.iter().find(|verb| **verb == base).map(|verb| (*verb, *act)))
    };
    if let Some((verb, act)) = known(word) {
        return Some((verb, act, Form::Base));
    }
    let irregular = [("sent", "send"), ("made", "make"), ("won", "win"), ("lost", "lose"), ("sends", "send")];
    let irregular = irregular.iter().find(|(form, _)| *form == word).map(|(_, base)| (*base).to_owned());
    let mut stems: Vec<String> = irregular.into_iter().collect();
    for (ending, instead) in
        [("ies", "y"), ("ied", "y"), ("es", ""), ("s", ""), ("ed", ""), ("d", ""), ("ing", ""), ("ing", "e")]
    {
        if let Some(stem) = word.strip_suffix(ending).filter(|stem| stem.len() > 1) {
            stems.push(format!("{stem}{instead}"));
            let letters: Vec<char> = stem.chars().collect();
            if let [.., a, b] = letters[..]
                && a == b
            {
                stems.push(stem[..stem.len() - b.len_utf8()].to_owned());
            }
        }
    }
    stems.iter().find_map(|stem| known(stem)).map(|(verb, act)| (verb, act, Form::Other))
}

#[cfg(test)]
mod tests {
    use super::{Form, verb};

    #[test]
    fn verbs_are_known_in_their_forms() {
        let cases = [
            ("close", Some(("close", Form::Base))),
            ("closed", Some(("close", Form::Other))),
            ("closing", Some(("close", Form::Other))),
            ("logged", Some(("log", Form::Other))),
            ("setting", Some(("set", Form::Other))),
            ("notifies", Some(("notify", Form::Other))),
            ("sent", Some(("send", Form::Other))),
            ("qualified", Some(("qualify", Form::Other))),
            ("weather", None),
            ("is", None),
        ];
        for (word, expected) in cases {
            assert_eq!(verb(word).map(|(base, _, form)| (base, form)), expected, "{word}");
        }
    }
}
