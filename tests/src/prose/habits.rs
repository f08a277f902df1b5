//! The habits of wording that are counted, and the words that public names avoid.

/// A habit of wording, with the standard words to use instead.
#[derive(Clone, Copy, Debug)]
pub struct Habit {
    /// Name in the baseline and in messages.
    pub name: &'static str,
    /// Number of hits per 1,000 lines that an area may have without a baseline entry.
    pub limit: usize,
    /// Regular expression of a line with the habit.
    pub pattern: &'static str,
    /// Words that make a match acceptable where the pattern captures one of them as `next`.
    pub except: &'static [&'static str],
    /// Standard words, for the message.
    pub instead: &'static str,
    /// Lines that have the habit. They keep the pattern honest.
    pub samples: &'static [&'static str],
    /// Lines that are close to the habit and do not have it.
    pub acceptable: &'static [&'static str],
}

/// Name, limit and substitute for sentences of more than [`MAX_WORDS`] words.
pub const LONG_SENTENCE: (&str, usize, &str) = ("sentence-over-30-words", 40, "two sentences of at most 25 words each");

/// Number of words that a sentence may have.
pub const MAX_WORDS: usize = 30;

/// The habits that show in one line, in the order of the style guide.
pub static HABITS: [Habit; 16] = [
    Habit {
        name: "noun-clause",
        limit: 10,
        pattern: "^(?:What|Whether|Where|How|Which|Whose|Who|Whoever) .*[^?]$",
        except: &[],
        instead: "a verb (\"Returns\", \"Checks\") or a noun phrase (\"Number of files\") at the beginning",
        samples: &["What the file holds.", "Whether a name is free.", "How many there are."],
        acceptable: &["Why is this needed?", "Which schema is it?", "Returns what the file contains."],
    },
    Habit {
        name: "stands",
        limit: 1,
        pattern: r"(?i)\b(?:stands?|stood)\b",
        except: &[],
        instead: "\"is\", \"is in\" or \"appears\"",
        samples: &["A name stands first.", "the file that stood there"],
        acceptable: &["A standard name.", "one that readers understand"],
    },
    Habit {
        name: "says-of-a-thing",
        limit: 2,
        pattern: r"(?i)\b(?:schema|keyword|file|type|document|table|row|blueprint|contract|option|it|they)s? (?:says?|said|asks?|asked|tells?|told)\b",
        except: &[],
        instead: "\"defines\", \"requires\", \"sets\" or \"reports\"",
        samples: &["the schema says so", "It asks for a name.", "as the options told"],
        acceptable: &["the schema defines it", "the user says so"],
    },
    Habit {
        name: "text-for-string",
        limit: 12,
        pattern: r"(?i)\btexts?\b",
        except: &[],
        instead: "\"string\", \"source\", \"content\" or \"message\"",
        samples: &["A text of JSON.", "Texts of all formats."],
        acceptable: &["the context", "A string."],
    },
    Habit {
        name: "member-for-property",
        limit: 12,
        pattern: r"(?i)\bmembers?\b",
        except: &[],
        instead: "\"property\" (JSON) or \"field\" (Rust, Apex)",
        samples: &["the members of an object"],
        acceptable: &["Remember the property."],
    },
    Habit {
        name: "judge-for-validate",
        limit: 1,
        pattern: r"(?i)\bjudg(?:e|es|ed|ing|ement|ements|es)\b",
        except: &[],
        instead: "\"validate\", \"check\" or \"validator\"",
        samples: &["Judges a document.", "is judged by its schema"],
        acceptable: &["validates a document"],
    },
    Habit {
        name: "mend-for-fix",
        limit: 0,
        pattern: r"(?i)\bmend(?:s|ed|ing)?\b",
        except: &[],
        instead: "\"fix\"",
        samples: &["Mends the plan."],
        acceptable: &["commend, amend and mention"],
    },
    Habit {
        name: "whoever",
        limit: 2,
        pattern: r"(?i)\b(?:whoever|whatever|whichever)\b",
        except: &[],
        instead: "\"users who\", \"any\" or \"the one that\"",
        samples: &["whoever reads it", "Whatever the order."],
        acceptable: &["what ever was"],
    },
    Habit {
        name: "none-as-pronoun",
        limit: 3,
        pattern: r"(?i)\b(?:is|are) none\b|(?P<subject>\bthere )?\bis no (?P<next>\w+)",
        except: &["longer", "more", "need", "way", "point"],
        instead: "\"is not a\" or \"there is no\"",
        samples: &["A null is none.", "a list is no object"],
        acceptable: &["It is no longer there.", "there is no need", "There is no task.", "is not an object"],
    },
    Habit {
        name: "is-another",
        limit: 1,
        pattern: r"(?i)\b(?:is|are|becomes?) (?:another|others|otherwise)\b",
        except: &[],
        instead: "\"changed\" or \"differs\"",
        samples: &["the default is another", "The names are others."],
        acceptable: &["in another file"],
    },
    Habit {
        name: "beside(s)",
        limit: 1,
        pattern: r"(?i)\bbesides?\b",
        except: &[],
        instead: "\"next to\", \"in addition to\" or \"also\"",
        samples: &["the file beside it", "Besides, it is new."],
        acceptable: &["the inside"],
    },
    Habit {
        name: "of-its-own",
        limit: 1,
        pattern: r"(?i)\bof (?:one's|its|their|your|a user's|the user's) own\b",
        except: &[],
        instead: "\"its own\" or \"a separate\"",
        samples: &["a folder of its own", "a schema of one's own"],
        acceptable: &["its own folder"],
    },
    Habit {
        name: "alone-for-only",
        limit: 1,
        pattern: r"(?i)\b\w+ alone\b",
        except: &[],
        instead: "\"only\"",
        samples: &["a type alone"],
        acceptable: &["only a type", "a standalone file"],
    },
    Habit {
        name: "anew",
        limit: 0,
        pattern: r"(?i)\banew\b|\ba line a \w+\b|\ba \w+ a \w+\b \(",
        except: &[],
        instead: "\"again\", or \"one line per part\"",
        samples: &["written anew", "a line a part", "a row a case (of many)"],
        acceptable: &["a new file", "a row of a case (of many)"],
    },
    Habit {
        name: "but-for",
        limit: 1,
        pattern: r"(?i)\bbut for\b",
        except: &[],
        instead: "\"except\"",
        samples: &["all but for one"],
        acceptable: &["all except one", "but forward"],
    },
    Habit {
        name: "inverted-of",
        limit: 16,
        pattern: "^(?:Of|By|With|From|In|To) (?P<next>[a-z]*)[a-z ]*, ",
        except: &["the", "a", "an", "this", "each", "every", "course", "rust", "order"],
        instead: "the subject at the beginning of the sentence",
        samples: &["Of two types, the first.", "By name, in order.", "In theory, it can."],
        acceptable: &["In the end, it is written.", "Of course, it is.", "The first of two types, in order."],
    },
];

/// Habits of messages, in addition to [`HABITS`].
pub static MESSAGE_HABITS: [Habit; 4] = [
    Habit {
        name: "has-come-or-is-gone",
        limit: 0,
        pattern: r"(?i)\b(?:is|are) gone\b|\b(?:has|have) come\b",
        except: &[],
        instead: "\"was added\" or \"was removed\"",
        samples: &["the property is gone", "Two branches have come."],
        acceptable: &["the property was removed", "the ongoing run"],
    },
    Habit {
        name: "says",
        limit: 0,
        pattern: r"(?i)\b(?:says?|said|tells?|told)\b",
        except: &[],
        instead: "\"defines\", \"requires\", \"sets\" or \"reports\"",
        samples: &["no verb says what to do", "does not tell them apart"],
        acceptable: &["the schema defines it"],
    },
    Habit {
        name: "holds",
        limit: 0,
        pattern: r"(?i)\b(?:holds?|held)\b",
        except: &[],
        instead: "\"contains\", \"applies\" or \"is valid\"",
        samples: &["the file holds no document", "one more schema has to hold"],
        acceptable: &["the threshold", "the file contains it"],
    },
    Habit {
        name: "none-of",
        limit: 0,
        pattern: r"(?i)\bnone of\b|\bthere twice\b",
        except: &[],
        instead: "\"not one of\", \"no\" or \"duplicate\"",
        samples: &["the value is none of those", "an item is there twice"],
        acceptable: &["not one of those", "a duplicate item"],
    },
];

/// Words that public names do not have, with the standard term of each.
pub const NAME_WORDS: [(&[&str], &str); 12] = [
    (&["mend", "mends", "mended", "mending"], "fix"),
    (&["judge", "judges", "judged", "judging", "judgement"], "validate, check or validator"),
    (&["whoever", "whatever", "whichever", "who", "whose"], "the standard term of the thing"),
    (&["anew"], "again"),
    (&["told", "tell", "tells", "said", "say", "says", "unsaid", "asked", "ask", "asks"], "report, define or require"),
    (&["hear", "heard", "settle", "settled", "given", "found", "made", "shown", "taken"], "what it is or does"),
    (&["texts"], "strings, sources or messages"),
    (&["member", "members"], "property, properties, field or fields"),
    (&["stand", "stands", "stood", "beside", "besides", "alone"], "is, in, next_to or only"),
    (&["astray", "usurp", "usurpations", "adopt", "stranger", "strangers"], "outside, overwrite, claim or unknown"),
    (&["enough", "patience", "much", "nine", "ten"], "a name of the limit, such as MAX_DEPTH or LOCK_TIMEOUT"),
    (&["law", "laws", "hall", "scene", "door"], "schema, rules, group, change or endpoint"),
];

/// Names of functions that do not tell what the function does.
pub const FUNCTION_NAMES: [&str; 12] =
    ["of", "take", "read", "told", "found", "given", "asked", "made", "said", "settle", "shown", "hear"];
