//! What the factory knows of English: verbs, other names of objects and fields, and the small words between them.

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

const DELETING: &str = "deleting and merging records is no operation of a blueprint";
const READING: &str = "reading records is no operation of a blueprint";

/// Verbs in their base form.
const VERBS: &[(Act, &[&str])] = &[
    (Act::Create, &[
        "create", "add", "insert", "make", "open", "log", "register", "record", "raise", "schedule", "book", "generate",
        "draft", "enter", "capture", "file", "enroll", "enrol",
    ]),
    (Act::Change, &[
        "update", "set", "change", "modify", "edit", "mark", "move", "adjust", "increase", "decrease", "rename", "reset",
        "fill", "put", "advance", "promote", "link", "relate", "associate", "attach", "switch", "correct", "extend",
        "postpone", "push", "lower", "reduce", "flag", "store", "save", "populate", "bump", "apply",
    ]),
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
    (Act::Assign, &["assign", "reassign", "route", "transfer", "delegate"]),
    (Act::Upsert, &["upsert", "sync", "synchronize", "synchronise", "import", "load"]),
    (Act::Notify, &["notify", "send", "call", "email", "alert", "message", "ping", "post", "text", "remind", "inform", "phone", "mail"]),
    (Act::Run, &["invoke", "trigger", "run", "submit", "launch", "execute", "convert", "recalculate", "publish", "request"]),
    (Act::Refuse(DELETING), &["delete", "remove", "erase", "purge", "merge", "undelete", "drop"]),
    (Act::Refuse(READING), &["show", "list", "find", "query", "search", "report", "summarize", "summarise", "count", "get", "export"]),
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
    for (ending, instead) in [("ies", "y"), ("ied", "y"), ("es", ""), ("s", ""), ("ed", ""), ("d", ""), ("ing", ""), ("ing", "e")] {
        if let Some(stem) = word.strip_suffix(ending).filter(|stem| stem.len() > 1) {
            stems.push(format!("{stem}{instead}"));
            let letters: Vec<char> = stem.chars().collect();
            if let [.., a, b] = letters[..] && a == b {
                stems.push(stem[..stem.len() - b.len_utf8()].to_owned());
            }
        }
    }
    stems.iter().find_map(|stem| known(stem)).map(|(verb, act)| (verb, act, Form::Other))
}

/// Other names of objects. The third says whether the name says more than the label, and is kept in the action's name.
pub(super) const OBJECT_SYNONYMS: &[(&str, &str, bool)] = &[
    ("deal", "Opportunity", false),
    ("opp", "Opportunity", false),
    ("sales opportunity", "Opportunity", false),
    ("ticket", "Case", false),
    ("support case", "Case", false),
    ("service request", "Case", false),
    ("incident", "Case", false),
    ("issue", "Case", false),
    ("customer", "Account", false),
    ("company", "Account", false),
    ("client", "Account", false),
    ("person", "Contact", false),
    ("people", "Contact", false),
    ("prospect", "Lead", false),
    ("to do", "Task", false),
    ("follow up", "Task", true),
    ("reminder", "Task", true),
    ("call", "Task", true),
    ("phone call", "Task", true),
    ("activity", "Task", false),
    ("meeting", "Event", true),
    ("appointment", "Event", true),
    ("calendar entry", "Event", false),
    ("agreement", "Contract", false),
    ("sales order", "Order", false),
    ("purchase order", "Order", false),
    ("product", "Product2", false),
    ("pricebook", "Pricebook2", false),
    ("proposal", "Quote", false),
    ("marketing campaign", "Campaign", false),
];

/// Other names of fields; `*` is any object that has the field.
pub(super) const FIELD_SYNONYMS: &[(&str, &str, &str)] = &[
    ("*", "owner", "OwnerId"),
    ("*", "assignee", "OwnerId"),
    ("*", "notes", "Description"),
    ("*", "details", "Description"),
    ("*", "email address", "Email"),
    ("*", "e mail", "Email"),
    ("*", "phone number", "Phone"),
    ("*", "telephone", "Phone"),
    ("*", "mobile", "MobilePhone"),
    ("*", "mobile number", "MobilePhone"),
    ("*", "cell phone", "MobilePhone"),
    ("*", "job title", "Title"),
    ("*", "surname", "LastName"),
    ("*", "family name", "LastName"),
    ("*", "given name", "FirstName"),
    ("*", "birthday", "Birthdate"),
    ("*", "source", "LeadSource"),
    ("*", "revenue", "AnnualRevenue"),
    ("*", "headcount", "NumberOfEmployees"),
    ("*", "number of employees", "NumberOfEmployees"),
    ("*", "price", "UnitPrice"),
    ("*", "budget", "BudgetedCost"),
    ("*", "valid until", "ExpirationDate"),
    ("*", "expiry date", "ExpirationDate"),
    ("*", "serial", "SerialNumber"),
    ("*", "sku", "StockKeepingUnit"),
    ("Opportunity", "value", "Amount"),
    ("Opportunity", "size", "Amount"),
    ("Opportunity", "revenue", "Amount"),
    ("Opportunity", "deal size", "Amount"),
    ("Opportunity", "forecast", "ForecastCategoryName"),
    ("Opportunity", "next steps", "NextStep"),
    ("Task", "due date", "ActivityDate"),
    ("Task", "deadline", "ActivityDate"),
    ("Task", "due", "ActivityDate"),
    ("Task", "comments", "Description"),
    ("Task", "title", "Subject"),
    ("Event", "title", "Subject"),
    ("Event", "start", "StartDateTime"),
    ("Event", "start time", "StartDateTime"),
    ("Event", "end", "EndDateTime"),
    ("Event", "end time", "EndDateTime"),
    ("Case", "severity", "Priority"),
    ("Case", "urgency", "Priority"),
    ("Case", "channel", "Origin"),
    ("Case", "title", "Subject"),
];

/// Words that start a condition.
pub(super) const CONDITIONS: &[&str] = &[
    "when", "whenever", "if", "once", "after", "before", "unless", "until", "while", "because", "where", "whose", "upon",
];

/// Words before a value.
pub(super) const CONNECTORS: &[&str] = &["to", "as", "=", "is", "be", "into", "equals", "equal"];

/// Prepositions, behind which stands no direct object.
pub(super) const PREPOSITIONS: &[&str] = &[
    "to", "on", "for", "with", "of", "in", "from", "by", "under", "about", "against", "at", "into", "via", "using", "regarding",
];

/// Words before a noun.
pub(super) const DETERMINERS: &[&str] = &[
    "a", "an", "the", "this", "that", "these", "those", "each", "every", "all", "any", "some", "my", "our", "your", "their",
    "its", "his", "her", "new", "another", "existing", "current", "same",
];

/// Nouns that stand for a record of whatever object.
pub(super) const GENERIC_NOUNS: &[&str] = &["record", "records", "entry", "row", "instance"];

/// Words that say nothing about a record: small words, people and manners.
pub(super) const NOISE: &[&str] = &[
    "a", "an", "the", "this", "that", "these", "those", "each", "every", "all", "any", "some", "my", "our", "your", "their",
    "its", "his", "her", "new", "another", "existing", "current", "same", "to", "on", "for", "with", "of", "in", "from", "by",
    "under", "about", "against", "at", "into", "via", "using", "regarding", "as", "is", "be", "are", "was", "been", "being",
    "equals", "equal", "and", "or", "then", "also", "please", "should", "must", "shall", "will", "would", "can", "could",
    "may", "needs", "need", "want", "wants", "i", "we", "you", "it", "them", "they", "he", "she", "me", "us", "automatically",
    "value", "values", "field", "fields", "record", "records", "entry", "data", "information", "info", "only", "just", "not",
    "user", "users", "manager", "team", "rep", "representative", "sales", "agent", "queue", "someone", "somebody", "everyone",
    "support", "salesforce", "crm", "system", "finally", "immediately", "so", "out", "up", "off", "back", "over", "related",
    "linked", "named", "called", "titled", "saying", "due", "worth", "=", "one", "there", "both", "if", "either", "me",
    "matching", "based", "key", "external", "id", "ids", "now", "again",
];

/// Names of days and spans, which stand for a date.
pub(super) const DAYS: &[&[&str]] = &[
    &["end", "of", "the", "quarter"],
    &["end", "of", "the", "month"],
    &["end", "of", "the", "year"],
    &["end", "of", "quarter"],
    &["end", "of", "month"],
    &["next", "week"],
    &["next", "month"],
    &["next", "quarter"],
    &["next", "year"],
    &["today"],
    &["tomorrow"],
    &["monday"],
    &["tuesday"],
    &["wednesday"],
    &["thursday"],
    &["friday"],
    &["saturday"],
    &["sunday"],
];

/// How a number bounds a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Over,
    AtLeast,
    Under,
    AtMost,
    Between,
}

/// Words before a bound; longer phrases first.
pub(super) const BOUNDS: &[(&[&str], Bound)] = &[
    (&["no", "more", "than"], Bound::AtMost),
    (&["not", "more", "than"], Bound::AtMost),
    (&["no", "less", "than"], Bound::AtLeast),
    (&["not", "less", "than"], Bound::AtLeast),
    (&["a", "minimum", "of"], Bound::AtLeast),
    (&["a", "maximum", "of"], Bound::AtMost),
    (&["more", "than"], Bound::Over),
    (&["greater", "than"], Bound::Over),
    (&["higher", "than"], Bound::Over),
    (&["less", "than"], Bound::Under),
    (&["lower", "than"], Bound::Under),
    (&["at", "least"], Bound::AtLeast),
    (&["at", "most"], Bound::AtMost),
    (&["up", "to"], Bound::AtMost),
    (&["over"], Bound::Over),
    (&["above"], Bound::Over),
    (&["exceeding"], Bound::Over),
    (&["under"], Bound::Under),
    (&["below"], Bound::Under),
    (&["minimum"], Bound::AtLeast),
    (&["maximum"], Bound::AtMost),
    (&["between"], Bound::Between),
];

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
