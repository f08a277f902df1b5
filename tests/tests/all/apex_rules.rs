//! Compares the validator of generated Apex, run by the offline interpreter, with the validator of Rust: the same
//! violated keywords at the same locations, for the table of keywords and for random schemas and documents.
//!
//! It needs Node and the packages of `tests/apex-run`. `cargo xtask verify` runs it after `npm ci` in that folder:
//! `cargo test -p planwright-tests apex_rules -- --ignored`.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::process::{Command, Stdio};

use planwright_apex_types::{ApexOptions, apex_rules};
use planwright_check::schema::UserSchema;
use planwright_codegen::SchemaSet;
use planwright_runtime::schema::broken_keywords;
use planwright_tests::workspace;
use serde_json::{Value, json};

/// A violation: location, keyword and code.
type Broken = BTreeSet<(String, String, String)>;

/// A schema with documents.
struct Question {
    name: String,
    schema: Value,
    documents: Vec<Value>,
}

/// A question that both validators can answer.
struct Asked<'q> {
    question: &'q Question,
    rules: String,
    expected: Vec<Broken>,
    /// Whether the rules contain every constraint.
    is_whole: bool,
}

/// Compiles a question. Returns `None` if the schema cannot be used or no rules are generated.
fn compile(question: &Question) -> Option<Asked<'_>> {
    let file = ("schema.json".to_owned(), question.schema.to_string().into_bytes());
    let set = SchemaSet::parse([file]).ok()?;
    let rules = apex_rules(&set, &ApexOptions::default()).ok()?;
    let is_whole = rules.warnings.is_empty();
    let rules = rules.by_file.get("schema.json")?.clone();
    let schema = UserSchema::new(&set, "schema.json").ok()?;
    let expected = question.documents.iter().map(|document| expected(&schema, document)).collect();
    Some(Asked { question, rules, expected, is_whole })
}

fn expected(schema: &UserSchema, document: &Value) -> Broken {
    let keyword = |keyword: String, code: &str| match code {
        // Rust names the keyword of the name's schema, or `falseSchema`.
        "FIELD_NAME_MISMATCH" => "propertyNames".to_owned(),
        "UNKNOWN_FIELD" if keyword == "falseSchema" => "additionalProperties".to_owned(),
        _ => keyword,
    };
    let found = broken_keywords(schema, document).into_iter();
    found.map(|(at, of, code)| (at.to_string(), keyword(of, code), code.to_owned())).collect()
}

/// Returns the answers of Apex, in the order of the questions.
fn ask(asked: &[Asked<'_>]) -> Vec<Vec<Broken>> {
    let folder = workspace().join("tests/apex-run");
    assert!(folder.join("node_modules").is_dir(), "run `npm ci` in tests/apex-run first");
    let mut node = Command::new("node")
        .args(["rules.mjs", "../../crates/apex-types/src/validator"])
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("node can be started");
    let mut lines = String::new();
    for one in asked {
        let documents: Vec<String> = one.question.documents.iter().map(Value::to_string).collect();
        lines.push_str(&json!({"rules": one.rules, "documents": documents}).to_string());
        lines.push('\n');
    }
    let mut input = node.stdin.take().expect("it reads");
    let writer = std::thread::spawn(move || input.write_all(lines.as_bytes()));
    let output = node.wait_with_output().expect("it ends");
    writer.join().expect("no panic").expect("it read everything");
    assert!(output.status.success(), "Apex threw an exception");
    let text = String::from_utf8(output.stdout).expect("it writes text");
    text.lines().map(|line| serde_json::from_str(line).expect("a line of violations")).collect()
}

/// Result of a comparison.
#[derive(Debug, Default)]
struct Comparison {
    /// Number of documents with the same violations, and of those with the same verdict only.
    equal: usize,
    same_verdict: usize,
    /// Number of documents of schemas with constraints that Apex announced not to check.
    announced: usize,
    /// Number of documents that no rules exist for.
    without_rules: usize,
    /// Number of documents with properties or items that no keyword applies to.
    unevaluated: usize,
    differences: Vec<String>,
}

fn compare(questions: &[Question]) -> Comparison {
    let mut result = Comparison::default();
    let asked: Vec<Asked<'_>> = questions
        .iter()
        .filter_map(|question| {
            let asked = compile(question);
            result.without_rules += if asked.is_none() { question.documents.len() } else { 0 };
            asked
        })
        .collect();
    for (one, answers) in asked.iter().zip(ask(&asked)) {
        for ((document, expected), found) in one.question.documents.iter().zip(&one.expected).zip(answers) {
            result.unevaluated += usize::from(expected.iter().any(|(_, of, _)| of.starts_with("unevaluated")));
            if !one.is_whole {
                result.announced += 1;
            } else if *expected == found {
                result.equal += 1;
            } else {
                result.same_verdict += usize::from(expected.is_empty() == found.is_empty());
                let schema = &one.question.schema;
                let name = &one.question.name;
                result
                    .differences
                    .push(format!("{name}: {document} under {schema}\n  Rust {expected:?}\n  Apex {found:?}"));
            }
        }
    }
    result
}

/// Returns the rows of the table of keywords.
fn table() -> Vec<Question> {
    let text = fs::read_to_string(workspace().join("tests/cases/table.json")).expect("the table can be read");
    let rows: Vec<Value> = serde_json::from_str(&text).expect("the table is JSON");
    let documents = |row: &Value, name: &str| row[name].as_array().cloned().unwrap_or_default();
    rows.iter()
        .map(|row| Question {
            name: row["keyword"].to_string(),
            schema: row["schema"].clone(),
            documents: [documents(row, "valid"), documents(row, "invalid")].concat(),
        })
        .collect()
}

#[test]
#[ignore = "needs node and the packages of tests/apex-run; `cargo xtask verify` runs it"]
fn apex_and_rust_report_the_same_violations() {
    let (rows, pairs) = (compare(&table()), compare(&random(0x9e37_79b9_7f4a_7c15, 200)));
    assert_eq!([rows.differences, pairs.differences].concat(), Vec::<String>::new());
    assert!(rows.equal > 180 && pairs.equal > 1_800, "{} rows, {} pairs", rows.equal, pairs.equal);
    assert!(pairs.unevaluated > 50, "{}", pairs.unevaluated);
}

/// Control: a violation that only one validator reports is found.
#[test]
#[ignore = "needs node and the packages of tests/apex-run; `cargo xtask verify` runs it"]
fn a_violation_that_apex_does_not_report_is_found() {
    let question = Question { name: String::new(), schema: json!({"minLength": 2}), documents: vec![json!("a")] };
    let mut asked = compile(&question).expect("it is a schema");
    asked.rules = asked.rules.replace("minLength", "maxLength");
    assert_eq!(asked.expected[0].len(), 1);
    assert_ne!(ask(std::slice::from_ref(&asked))[0], asked.expected);
}

/// Small generator of schemas and documents that often almost match.
struct Random {
    state: u64,
    /// Whether the next schema applies to the same value as the schema around it. A reference there could refer back to
    /// itself for the same value, which means nothing.
    is_in_place: bool,
}

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.state ^= self.state >> 12;
        self.state ^= self.state << 25;
        self.state ^= self.state >> 27;
        let number = self.state.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33;
        usize::try_from(number).unwrap_or_default() % limit
    }

    fn pick<T: Clone>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())].clone()
    }

    fn name(&mut self) -> &'static str {
        self.pick(&["a", "b", "kind", "A", "x/y~", "long name", "x1"])
    }

    fn scalar(&mut self) -> Value {
        self.pick(&[
            json!(null),
            json!(true),
            json!(0),
            json!(1),
            json!(1.0),
            json!(-2.5),
            json!(7),
            json!(4_294_967_296_u64),
            json!(""),
            json!("a"),
            json!("A"),
            json!(" \u{a0}"),
            json!("2024-02-30"),
            json!("2024-02-29T10:00:00Z"),
            json!("\u{1f600}x"),
            json!("one"),
            json!("two"),
        ])
    }

    fn document(&mut self, depth: usize) -> Value {
        match self.below(if depth == 0 { 1 } else { 4 }) {
            0 => self.scalar(),
            1 => (0..self.below(4)).map(|_| self.document(depth - 1)).collect(),
            _ => (0..self.below(5)).map(|_| (self.name().to_owned(), self.document(depth - 1))).collect(),
        }
    }

    fn schema(&mut self, depth: usize) -> Value {
        let is_in_place = std::mem::take(&mut self.is_in_place);
        if depth == 0 && !is_in_place && self.below(3) == 0 {
            return self.pick(&[
                json!(true),
                json!(false),
                json!({"$ref": "#"}),
                json!({"$ref": "#/definitions/Other"}),
            ]);
        }
        let mut schema = serde_json::Map::new();
        for _ in 0..=self.below(3) {
            let (keyword, value) =
                if depth == 0 || self.below(2) == 0 { self.assertion() } else { self.applicator(depth - 1) };
            schema.insert(keyword.to_owned(), value);
        }
        schema.into()
    }

    fn assertion(&mut self) -> (&'static str, Value) {
        let count = self.below(4);
        match self.below(20) {
            0..4 => ("type", self.pick(&["null", "boolean", "integer", "number", "string", "array", "object"]).into()),
            4 => ("type", json!(["string", "null"])),
            5 => ("enum", (0..=count).map(|_| self.scalar()).collect()),
            6 => ("const", self.document(1)),
            7 => ("minLength", count.into()),
            8 => ("maxLength", count.into()),
            9 => ("minimum", self.pick(&[json!(0), json!(1.5), json!(7)])),
            10 => ("exclusiveMaximum", self.pick(&[json!(0), json!(1), json!(7)])),
            11 => ("multipleOf", self.pick(&[json!(2), json!(0.5), json!(0.01)])),
            12 => ("pattern", self.pick(&["^[a-z]+$", "\\S", "^.$", "\\d", "o|t"]).into()),
            13 => ("format", self.pick(&["date", "date-time", "uuid", "ipv4", "time"]).into()),
            14 => ("uniqueItems", true.into()),
            15 => ("minItems", count.into()),
            16 => ("maxProperties", count.into()),
            17 => ("maxItems", count.into()),
            _ => ("required", (0..=count).map(|_| self.name()).collect::<BTreeSet<_>>().into_iter().collect()),
        }
    }

    /// Returns a schema that applies to the same value as the schema around it.
    fn in_place(&mut self, depth: usize) -> Value {
        self.is_in_place = true;
        let schema = self.schema(depth);
        self.is_in_place = false;
        schema
    }

    fn applicator(&mut self, depth: usize) -> (&'static str, Value) {
        let schemas = |random: &mut Self| (0..=random.below(3)).map(|_| random.in_place(depth)).collect::<Value>();
        match self.below(18) {
            0..4 => {
                let named = (0..=self.below(4)).map(|_| (self.name().to_owned(), self.schema(depth)));
                ("properties", named.collect::<serde_json::Map<_, _>>().into())
            }
            4 => ("additionalProperties", if depth.is_multiple_of(2) { false.into() } else { self.schema(depth) }),
            5 => ("patternProperties", json!({"^x": self.schema(depth), "[AB]$": self.schema(depth)})),
            6 => ("items", self.schema(depth)),
            7 => ("propertyNames", self.schema(depth)),
            8 => ("contains", self.schema(depth)),
            9 => ("allOf", schemas(self)),
            10 => ("anyOf", schemas(self)),
            11 => ("oneOf", schemas(self)),
            12 => ("not", self.in_place(depth)),
            13 => ("if", self.in_place(depth)),
            14 => ("then", self.in_place(depth)),
            15 => ("unevaluatedProperties", if self.below(3) == 0 { self.schema(depth) } else { false.into() }),
            16 => ("unevaluatedItems", if self.below(3) == 0 { self.schema(depth) } else { false.into() }),
            _ => {
                let branch = |random: &mut Self, tag: &str| json!({"type": "object", "properties": {"kind": {"const": tag}, "a": random.schema(depth)}, "required": ["kind"]});
                ("oneOf", json!([branch(self, "one"), branch(self, "two")]))
            }
        }
    }

    fn question(&mut self, index: usize) -> Question {
        let mut schema = json!({"$schema": self.pick(&["http://json-schema.org/draft-07/schema#", "https://json-schema.org/draft/2020-12/schema"])});
        if let (Some(members), Value::Object(other)) = (schema.as_object_mut(), self.schema(3)) {
            members.extend(other);
            members.insert("definitions".to_owned(), json!({"Other": self.in_place(1)}));
            // Otherwise most violations of these keywords would be hidden by others.
            for keyword in ["unevaluatedProperties", "unevaluatedItems"] {
                if self.below(2) == 0 {
                    members.insert(keyword.to_owned(), if self.below(3) == 0 { self.schema(1) } else { false.into() });
                }
            }
        }
        let documents = (0..10).map(|_| self.document(3)).collect();
        Question { name: format!("random {index}"), schema, documents }
    }
}

fn random(seed: u64, count: usize) -> Vec<Question> {
    let mut random = Random { state: seed, is_in_place: false };
    (0..count).map(|index| random.question(index)).collect()
}
