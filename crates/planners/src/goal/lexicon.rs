//! Verbs that the planner knows, and their meaning.

use planwright_generated::action_blueprint::Operation;

/// Meaning of a verb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Act {
    /// Creates a record.
    Create,
    /// Sets fields of an existing record.
    Change,
    /// Sets the status of an existing record to a value with one of the stems. The first stem with a value wins.
    Status(&'static [&'static str]),
    /// Sets a status that has none of these stems.
    Leave(&'static [&'static str]),
    /// Sets a Boolean, or a status with one of the stems.
    Switch(bool, &'static [&'static str]),
    /// Sets the owner.
    Assign,
    /// Creates or updates a record.
    Upsert,
    /// Sends a message.
    Notify,
    /// Calls other code.
    Run,
    /// Not possible for an action, with the reason.
    Refuse(&'static str),
}

impl Act {
    /// Returns the operation of the verb.
    pub(super) const fn operation(self) -> Operation {
        match self {
            Self::Create => Operation::Insert,
            Self::Upsert => Operation::Upsert,
            Self::Notify | Self::Run | Self::Refuse(_) => Operation::Call,
            Self::Change | Self::Status(_) | Self::Leave(_) | Self::Switch(..) | Self::Assign => Operation::Update,
        }
    }
}

const DELETING: &str = "a blueprint cannot delete or merge records";
const READING: &str = "a blueprint cannot read records";

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

/// Phrases that are treated as one verb.
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

/// Inflection of a verb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// `close`
    Base,
    /// `closes`, `closed`, `closing`
    Other,
}

/// Returns the verbs with the same meaning as a lowercase word.
pub(super) fn alike(word: &str) -> Vec<&'static str> {
    let Some((base, act, _)) = verb(word) else { return Vec::new() };
    if matches!(act, Act::Refuse(_)) {
        return Vec::new();
    }
    let verbs = VERBS.iter().filter(|(_, verbs)| verbs.contains(&base)).flat_map(|(_, verbs)| verbs.iter().copied());
    verbs.filter(|verb| *verb != word).collect()
}

/// Returns the verb of a lowercase word.
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
