//! Compares two versions of a schema and returns the result as JSON.

use planwright_drift::{
    Change, ContentModel, Judged, Library, Options, Pair, Role, Semantics, Severity, Source, Spot, Verdict, compare,
    severities,
};
use planwright_schema::{Error, SchemaFile};
use serde_json::{Value, json};

use crate::named_schema::NamedSchema;
use crate::refused_call::RefusedCall;

/// Options of a comparison.
#[derive(Clone, Copy, Debug, Default)]
pub struct DriftQuestion {
    /// How documents are used.
    pub role: Role,
    /// Semantics of formats and open objects, with the same default in every command.
    pub semantics: Semantics,
}

impl DriftQuestion {
    /// Parses the options from the values of the command line.
    pub fn of_words(role: &str, content: &str, assert_formats: bool) -> Result<Self, RefusedCall> {
        let role = match role {
            "both" => Role::Both,
            "consumed" => Role::Consumed,
            "produced" => Role::Produced,
            other => {
                return Err(RefusedCall::of_reason(&format!(
                    "unknown role {other:?}; expected both, consumed or produced"
                )));
            }
        };
        let content = match content {
            "strict" => ContentModel::Strict,
            "lenient" => ContentModel::Lenient,
            other => {
                return Err(RefusedCall::of_reason(&format!(
                    "unknown content model {other:?}; expected strict or lenient"
                )));
            }
        };
        Ok(Self { role, semantics: Semantics { content, asserts_formats: assert_formats, ..Semantics::default() } })
    }
}

/// Compares two schemas. The result is the output of `planwright drift OLD NEW --format json` for two files. Only the names
/// of the files differ: here they are those of the schemas.
pub fn drift(old: &NamedSchema, new: &NamedSchema, question: DriftQuestion) -> Result<Value, RefusedCall> {
    let set = NamedSchema::unchecked_set;
    let (one, two) = both(set(old), set(new))?;
    let empty = [(&one, old), (&two, new)].into_iter();
    let empty: Vec<Error> =
        empty.filter_map(|(set, schema)| set.get(schema.root()).and_then(SchemaFile::is_no_schema)).collect();
    if !empty.is_empty() {
        return Err(RefusedCall::of_schema(empty));
    }
    let (one, two) = both(Library::new(&one), Library::new(&two))?;
    let (old, new) = (Source { library: &one, path: old.root() }, Source { library: &two, path: new.root() });
    let pair = compare(old, new, Options::from(question.semantics));
    let pair = pair.map_err(|failure| RefusedCall::of_reason(&failure.to_string()))?;
    Ok(of_pair(&pair, &severities(&pair, question.role, question.semantics.content)))
}

/// Returns both values, or the errors of both.
fn both<T>(one: Result<T, Vec<Error>>, two: Result<T, Vec<Error>>) -> Result<(T, T), RefusedCall> {
    match (one, two) {
        (Ok(one), Ok(two)) => Ok((one, two)),
        (one, two) => Err(RefusedCall::of_schema(one.err().into_iter().chain(two.err()).flatten())),
    }
}

/// Returns `{"backward": {"verdict", "witness"}, "forward": …, "changes": […]}`.
///
/// If definitions were compared, they are included. If formats were ignored, the result contains `"formats_compared":
/// false`.
pub fn of_pair(pair: &Pair, severities: &[Severity]) -> Value {
    let changes = pair.changes.iter().zip(severities).map(|(change, severity)| of_change(change, *severity));
    let mut object = json!({
        "backward": verdict(&pair.backward()),
        "forward": verdict(&pair.forward()),
        "changes": changes.collect::<Vec<_>>(),
    });
    if pair.judged.iter().any(|one| !one.at.is_root()) {
        let named = |one: &Judged| {
            (one.at.to_string(), json!({ "backward": verdict(&one.backward), "forward": verdict(&one.forward) }))
        };
        object["definitions"] = Value::Object(pair.judged.iter().map(named).collect());
    }
    if !pair.has_formats {
        object["formats_compared"] = false.into();
    }
    object
}

/// Returns `{"verdict"}`, with `witness` or `because`.
pub fn verdict(verdict: &Verdict) -> Value {
    match verdict {
        Verdict::Proved => json!({ "verdict": "proved" }),
        Verdict::Broken(witness) => json!({ "verdict": "broken", "witness": witness }),
        Verdict::Undecided(because) => json!({ "verdict": "undecided", "because": because }),
    }
}

fn of_change(change: &Change, severity: Severity) -> Value {
    let spot =
        |spot: &Spot| json!({ "file": spot.file, "pointer": spot.pointer, "line": spot.line, "column": spot.column });
    let mut object = json!({
        "rule": change.rule.id.as_str(),
        "severity": severity.word(),
        "backward": change.backward.word(),
        "forward": change.forward.word(),
        "pointer": change.pointer(),
        "old": change.old.as_ref().map(spot),
        "new": change.new.as_ref().map(spot),
        "message": change.message,
    });
    if let Some(witness) = &change.witness {
        object["witness"] = witness.clone();
    }
    object
}
