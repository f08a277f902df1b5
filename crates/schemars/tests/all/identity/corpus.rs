//! Types whose schemas are generated back into Rust: `identity.rs` compares the shapes.

use std::collections::{BTreeMap, HashMap};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A point with fields of each number type.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct Numbers {
    pub a: i8,
    pub b: i16,
    pub c: i32,
    pub d: i64,
    pub e: u8,
    pub f: u16,
    pub g: u32,
    pub h: u64,
    pub i: f32,
    pub j: f64,
}

/// Optional fields.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct Optional {
    pub name: String,
    pub nick: Option<String>,
    pub age: Option<u8>,
    pub tags: Option<Vec<String>>,
}

/// Nested structs.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct Order {
    pub customer: Customer,
    pub lines: Vec<Line>,
    pub note: Option<Note>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
pub struct Customer {
    pub name: String,
    pub vip: bool,
}

#[derive(Serialize, Deserialize, JsonSchema)]
pub struct Line {
    pub sku: String,
    pub quantity: u32,
}

#[derive(Serialize, Deserialize, JsonSchema)]
pub struct Note {
    pub text: String,
}

/// Names in camel case.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CamelCase {
    pub first_name: String,
    pub last_name_upper: String,
}

/// Names in kebab case, and a keyword.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct KebabCase {
    pub dry_run: bool,
    #[serde(rename = "type")]
    pub r#type: String,
}

/// A closed struct.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Closed {
    pub id: String,
    pub count: i64,
}

/// A struct without fields.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Nothing {}

/// Maps.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct Maps {
    pub names: BTreeMap<String, String>,
    pub counts: HashMap<String, u32>,
    pub lines: BTreeMap<String, Vec<Line>>,
    pub any: BTreeMap<String, Value>,
}

/// Any value.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct AnyValue {
    pub value: Value,
    pub list: Vec<Value>,
}

/// Arrays and tuples.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct Tuples {
    pub pair: (String, i32),
    pub triple: (f64, bool, Line),
    pub matrix: [[f64; 3]; 3],
    pub point: [f64; 2],
}

/// Defaults.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct Defaults {
    #[serde(default)]
    pub retries: u32,
    #[serde(default)]
    pub verbose: bool,
    #[serde(default = "host")]
    pub host: String,
    #[serde(default)]
    pub tags: Vec<String>,
}

fn host() -> String {
    "localhost".to_owned()
}

/// A plain enum.
#[derive(Serialize, Deserialize, JsonSchema)]
pub enum Color {
    Red,
    Green,
    Blue,
}

/// A documented enum.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// Nothing is wrong.
    AllGood,
    /// Something is strange.
    Warning,
    /// Something is wrong.
    Error,
}

/// An enum of which some values are documented.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Mixed {
    /// The first one.
    FirstOne,
    SecondOne,
    ThirdOne,
}

/// An internally tagged enum.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Shape {
    /// A circle.
    Circle { radius: f64 },
    /// A rectangle.
    Rectangle { width: f64, height: f64 },
    /// A point.
    Point,
}

/// An internally tagged enum of structs.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type")]
pub enum Event {
    Created(Created),
    Deleted(Deleted),
}

#[derive(Serialize, Deserialize, JsonSchema)]
pub struct Created {
    pub id: String,
    pub at: u64,
}

#[derive(Serialize, Deserialize, JsonSchema)]
pub struct Deleted {
    pub id: String,
    pub reason: Option<String>,
}

/// An externally tagged enum.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Timeout {
    Off,
    Fixed(u32),
    Named(String),
    Range { from: u32, to: u32 },
}

/// An externally tagged enum without unit variants.
#[derive(Serialize, Deserialize, JsonSchema)]
pub enum Payload {
    Text(String),
    Lines(Vec<Line>),
    Customer(Customer),
}

/// An adjacently tagged enum.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "t", content = "c")]
pub enum Adjacent {
    Number(i64),
    Text(String),
    Nothing,
}

/// An untagged enum.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Untagged {
    Number(i64),
    Text(String),
    Line(Line),
}

/// A field that is an untagged enum.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct HasUnion {
    pub value: Untagged,
    pub color: Color,
    pub level: Option<Level>,
    pub shapes: Vec<Shape>,
}

/// A recursive type.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct Tree {
    pub name: String,
    pub children: Vec<Tree>,
}

/// A recursive type with a box.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct List {
    pub value: i64,
    pub next: Option<Box<List>>,
}

/// A recursive enum.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "op", rename_all = "lowercase")]
pub enum Expression {
    Literal { value: f64 },
    Add { left: Box<Expression>, right: Box<Expression> },
    Negate { inner: Box<Expression> },
}

/// Newtypes.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct UsesNewtypes {
    pub id: SessionId,
    pub count: Count,
    pub enabled: Enabled,
}

#[derive(Serialize, Deserialize, JsonSchema)]
pub struct SessionId(pub String);

#[derive(Serialize, Deserialize, JsonSchema)]
pub struct Count(pub u32);

#[derive(Serialize, Deserialize, JsonSchema)]
pub struct Enabled(pub bool);

/// Flattened fields.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct Flattened {
    pub id: String,
    #[serde(flatten)]
    pub line: Line,
}

/// Names that are keywords.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct Keywords {
    pub r#match: String,
    pub r#loop: u8,
    pub r#async: bool,
}

/// A deprecated field.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct HasDeprecated {
    pub name: String,
    #[schemars(extend("deprecated" = true))]
    pub old: Option<String>,
}

/// Nested lists.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct NestedLists {
    pub rows: Vec<Vec<u8>>,
    pub optional_items: Vec<Option<String>>,
}

/// A unit and an option of a struct.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct OptionalStruct {
    pub line: Option<Line>,
    pub color: Option<Color>,
    pub boxed: Box<Line>,
}

/// Generic types.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct Pages {
    pub orders: Page<Line>,
    pub names: Page<String>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
pub struct Page<T> {
    pub items: Vec<T>,
    pub next: Option<String>,
}

/// Enums with data in fields of a struct.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct Request {
    pub timeout: Timeout,
    pub payload: Option<Payload>,
    pub adjacent: Adjacent,
    pub event: Event,
}

/// Variants with other names.
#[derive(Serialize, Deserialize, JsonSchema)]
pub enum Renamed {
    #[serde(rename = "utf-8")]
    Utf8,
    #[serde(rename = "utf-16")]
    Utf16,
}

/// Tagged by a name with a capital letter, with an empty variant.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "Command", rename_all_fields = "camelCase")]
pub enum Command {
    Start { process_name: String, arguments: Vec<String> },
    Stop { process_name: String },
    List,
}

/// Fields that are skipped when they are absent.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct Skipped {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<String>,
    #[serde(default)]
    pub items: Vec<i64>,
}

/// Bounds.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct Bounds {
    #[schemars(range(min = 1, max = 100))]
    pub percent: u8,
    #[schemars(length(min = 1, max = 20))]
    pub name: String,
    #[schemars(length(min = 1))]
    pub lines: Vec<Line>,
    #[schemars(regex(pattern = "^[a-z]+$"))]
    pub slug: String,
}

/// A result of a call.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "status", content = "data", rename_all = "lowercase")]
pub enum Outcome {
    Ok(Line),
    Failed(Vec<String>),
    Pending,
}

/// Untagged structs.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Source {
    Path { path: String },
    Url { url: String, depth: u8 },
    Inline(Vec<String>),
}

/// Enums in maps and lists.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct Collections {
    pub levels: Vec<Level>,
    pub by_name: BTreeMap<String, Color>,
    pub commands: Vec<Command>,
    pub outcomes: BTreeMap<String, Option<Outcome>>,
}

/// A graph.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct Graph {
    pub nodes: BTreeMap<String, Node>,
    pub root: Option<String>,
}

/// A node of a graph.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct Node {
    pub label: Label,
    pub edges: Vec<Edge>,
    pub inner: Option<Graph>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
pub struct Edge {
    pub to: String,
    pub weight: f32,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Label(pub String);
