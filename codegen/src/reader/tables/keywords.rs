//! Compiles keywords to fields of a table.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use jsonschema::Draft;
use planwright_schema::link::Module;
use planwright_schema::{Target, draft, unions};
use planwright_source::Pointer;
use serde_json::{Map, Value};

use super::StaticPatterns;
use crate::formats::Formats;
use crate::text::literal;

/// A field of a table, or the reason why the schema has no table.
type TableText = Result<String, &'static str>;

/// State of compiling one schema.
pub(super) struct TableCompiler<'a> {
    pub module: &'a Module,
    /// Module and table name of each location that has a table.
    pub names: &'a BTreeMap<Target, (String, String)>,
    pub own: &'a Target,
    pub draft: Draft,
    pub formats: Formats,
    pub patterns: &'a mut StaticPatterns,
    /// Tables that this one refers to.
    pub uses: BTreeSet<Target>,
    /// Those of them that apply to the same value, and not to a nested one.
    pub applies: BTreeSet<Target>,
    /// Set if the compiled schema applies to a property or an element.
    pub is_inside: bool,
}

/// Keywords without influence on validation.
const ANNOTATIONS: &[&str] = &[
    "$anchor",
    "$comment",
    "$id",
    "$schema",
    "default",
    "definitions",
    "$defs",
    "deprecated",
    "description",
    "examples",
    "id",
    "readOnly",
    "title",
    "writeOnly",
];

/// Keywords that no table can express.
const UNSUPPORTED: &[(&str, &str)] = &[
    ("$dynamicRef", "`$dynamicRef` depends on the path of evaluation"),
    ("$recursiveRef", "`$recursiveRef` depends on the path of evaluation"),
    ("unevaluatedItems", "`unevaluatedItems` depends on other schemas"),
    ("unevaluatedProperties", "`unevaluatedProperties` depends on other schemas"),
];

impl TableCompiler<'_> {
    /// Returns a reference to the table of a schema, which is at `at` in the compiled one.
    pub(super) fn value(&mut self, schema: &Value, at: &Pointer) -> TableText {
        if !at.is_root() {
            let target = Target { file: self.own.file.clone(), pointer: self.own.pointer.join(at) };
            if self.names.contains_key(&target) {
                return self.reference(&target);
            }
        }
        let members = match schema {
            Value::Bool(true) => return Ok("&ValueCheck::ANY".to_owned()),
            Value::Bool(false) => return Ok("&ValueCheck::NEVER".to_owned()),
            Value::Object(members) => members,
            _ => return Err("it is not a schema"),
        };
        if matches!(self.draft, Draft::Draft4) {
            return Err("draft-04 has other integers");
        }
        if let Some((_, why)) = UNSUPPORTED.iter().find(|(keyword, _)| members.contains_key(*keyword)) {
            return Err(why);
        }
        let asks = |keyword: &str| !ANNOTATIONS.contains(&keyword) && !keyword.starts_with("x-");
        let asking: Vec<&str> = members.keys().map(String::as_str).filter(|keyword| asks(keyword)).collect();
        if members.contains_key("$ref") {
            let name = unions::reference(schema).ok_or("it refers to a meta-schema")?;
            let definition = self.module.definitions.get(name).ok_or("it refers to nothing")?;
            let target = definition.target.clone();
            let referred = self.reference(&target)?;
            if asking.len() == 1 || draft::ignores_siblings(self.draft) {
                return Ok(referred);
            }
            let mut beside = members.clone();
            beside.retain(|keyword, _| keyword != "$ref");
            let beside = self.value(&Value::Object(beside), &Pointer::root().member("$ref"))?;
            return Ok(format!(
                "&ValueCheck {{ applied: &[Applied::All(&[{referred}, {beside}])], ..ValueCheck::ANY }}"
            ));
        }
        if let [keyword @ ("allOf" | "anyOf" | "oneOf")] = asking.as_slice()
            && let Some([only]) = members.get(*keyword).and_then(Value::as_array).map(Vec::as_slice)
        {
            return self.value(only, &at.member(keyword).index(0));
        }
        let fields = self.fields(members, at)?;
        Ok(match fields.as_slice() {
            [] => "&ValueCheck::ANY".to_owned(),
            fields => format!("&ValueCheck {{ {}, ..ValueCheck::ANY }}", fields.join(", ")),
        })
    }

    fn reference(&mut self, target: &Target) -> TableText {
        let (module, name) = self.names.get(target).ok_or("it refers to nothing")?;
        self.uses.insert(target.clone());
        if !self.is_inside {
            self.applies.insert(target.clone());
        }
        Ok(if *module == self.module.name {
            format!("&{name}")
        } else {
            format!("&super::super::{module}::checks::{name}")
        })
    }

    fn fields(&mut self, members: &Map<String, Value>, at: &Pointer) -> Result<Vec<String>, &'static str> {
        let mut fields = Vec::new();
        fields.extend(kinds(members)?);
        fields.extend(self.text(members)?);
        fields.extend(number(members)?);
        let is_inside = std::mem::replace(&mut self.is_inside, true);
        fields.extend(self.list(members, at)?);
        fields.extend(self.object(members, at)?);
        self.is_inside = is_inside;
        let listed = members.get("enum").and_then(Value::as_array);
        if let Some(values) = members.get("const").map(std::slice::from_ref).or(listed.map(Vec::as_slice)) {
            let values = values.iter().map(constant).collect::<Result<Vec<_>, _>>()?;
            fields.push(format!("values: Some(&[{}])", values.join(", ")));
        }
        let mut applied = Vec::new();
        if let (Some(_), Some(values)) = (members.get("const"), listed) {
            let values = values.iter().map(constant).collect::<Result<Vec<_>, _>>()?;
            applied.push(format!(
                "Applied::All(&[&ValueCheck {{ values: Some(&[{}]), ..ValueCheck::ANY }}])",
                values.join(", ")
            ));
        }
        self.unions(members, at, &mut fields, &mut applied)?;
        self.conditions(members, at, &mut applied)?;
        if !applied.is_empty() {
            fields.push(format!("applied: &[{}]", applied.join(", ")));
        }
        Ok(fields)
    }

    fn text(&mut self, members: &Map<String, Value>) -> Result<Option<String>, &'static str> {
        if self.draft < Draft::Draft201909
            && ["contentEncoding", "contentMediaType"].iter().any(|keyword| members.contains_key(*keyword))
        {
            return Err("`contentEncoding` and `contentMediaType` are left to the validator");
        }
        let mut fields = bounds(members, "minLength", "maxLength")?;
        if let Some(pattern) = members.get("pattern").and_then(Value::as_str) {
            let name =
                self.patterns.pattern(pattern).ok_or("a pattern is too large, or means other things elsewhere")?;
            fields.push(format!("pattern: Some(&{name})"));
        }
        if let Some(format) = members.get("format").and_then(Value::as_str).filter(|_| self.formats == Formats::Assert)
        {
            fields.push(format!("format: Some(&{})", self.patterns.format(format, draft::variant(self.draft))));
        }
        Ok(record("text", "TextCheck", &fields))
    }

    fn list(&mut self, members: &Map<String, Value>, at: &Pointer) -> Result<Option<String>, &'static str> {
        let mut fields = bounds(members, "minItems", "maxItems")?;
        let is_newest = self.draft > Draft::Draft201909;
        let (first, rest) = match members.get("items") {
            Some(Value::Array(_)) if is_newest => return Err("`items` is a list"),
            Some(Value::Array(_)) => ("items", "additionalItems"),
            _ if is_newest => ("prefixItems", "items"),
            _ => ("", "items"),
        };
        if let Some(Value::Array(tuple)) = members.get(first) {
            let here = at.member(first);
            let tuple = tuple.iter().enumerate().map(|(index, item)| self.value(item, &here.index(index)));
            fields.push(format!("first: &[{}]", tuple.collect::<Result<Vec<_>, _>>()?.join(", ")));
        }
        if let Some(rest_schema) = members.get(rest) {
            fields.push(format!("rest: {}", self.value(rest_schema, &at.member(rest))?));
        }
        if members.get("uniqueItems") == Some(&Value::Bool(true)) {
            fields.push("unique: true".to_owned());
        }
        if let Some(contains) = members.get("contains") {
            let counted = self.value(contains, &at.member("contains"))?;
            let counts = self.draft >= Draft::Draft201909;
            let bound = |keyword| if counts { members.get(keyword) } else { None };
            let least = bound("minContains").map_or(Ok("1".to_owned()), count)?;
            let most = bound("maxContains").map_or(Ok("usize::MAX".to_owned()), count)?;
            fields.push(format!("contains: Some(({counted}, {least}, {most}))"));
        }
        Ok(record("list", "ListCheck", &fields))
    }

    fn object(&mut self, members: &Map<String, Value>, at: &Pointer) -> Result<Option<String>, &'static str> {
        let mut fields = bounds(members, "minProperties", "maxProperties")?;
        let none = Map::new();
        let named = members.get("properties").and_then(Value::as_object).unwrap_or(&none);
        let required: BTreeSet<&str> =
            members.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect();
        let mut list = String::new();
        for (name, member) in named {
            let check = self.value(member, &at.member("properties").member(name))?;
            let is_required = required.contains(name.as_str());
            let _ = write!(list, "\n        {},", member_text(name, &check, is_required, true));
        }
        for name in required.iter().filter(|name| !named.contains_key(**name)) {
            let _ = write!(list, "\n        {},", member_text(name, "&ValueCheck::ANY", true, false));
        }
        if !list.is_empty() {
            fields.push(format!("members: &[{list}\n    ]"));
        }
        let patterns = members.get("patternProperties").and_then(Value::as_object).unwrap_or(&none);
        let mut tables = Vec::new();
        for (pattern, member) in patterns {
            let name =
                self.patterns.pattern(pattern).ok_or("a pattern is too large, or means other things elsewhere")?;
            let check = self.value(member, &at.member("patternProperties").member(pattern))?;
            tables.push(format!("(&{name}, {check})"));
        }
        match members.get("additionalProperties") {
            None if named.is_empty() || !patterns.is_empty() => {}
            None => fields.push("extra: Extra::Unsaid".to_owned()),
            Some(Value::Bool(false)) => fields.push("extra: Extra::Refused".to_owned()),
            Some(Value::Bool(true)) => {}
            Some(schema) => {
                let check = self.value(schema, &at.member("additionalProperties"))?;
                fields.push(format!("extra: Extra::Like({check})"));
            }
        }
        if !tables.is_empty() {
            fields.push(format!("patterns: &[{}]", tables.join(", ")));
        }
        if let Some(names) = members.get("propertyNames") {
            fields.push(format!("names: Some({})", self.value(names, &at.member("propertyNames"))?));
        }
        Ok(record("object", "ObjectCheck", &fields))
    }

    fn unions(
        &mut self,
        members: &Map<String, Value>,
        at: &Pointer,
        fields: &mut Vec<String>,
        applied: &mut Vec<String>,
    ) -> Result<(), &'static str> {
        let mut is_tagged = false;
        for (keyword, how) in [("allOf", "All"), ("anyOf", "Any"), ("oneOf", "One")] {
            let Some(branches) = members.get(keyword).and_then(Value::as_array) else { continue };
            let here = at.member(keyword);
            let checks = branches.iter().enumerate().map(|(index, branch)| self.value(branch, &here.index(index)));
            let checks = checks.collect::<Result<Vec<_>, _>>()?;
            let tagged =
                if keyword == "allOf" || is_tagged { None } else { unions::tagged(branches, &self.module.definitions) };
            if let Some(tagged) = tagged {
                let branches = tagged.values.iter().zip(&checks);
                let branches: Vec<String> =
                    branches.map(|(value, check)| format!("({}, {check})", literal(value))).collect();
                let tag = literal(&tagged.tag);
                fields.push(format!("tagged: Some(&TagCheck {{ tag: {tag}, branches: &[{}] }})", branches.join(", ")));
                is_tagged = true;
            } else if let Some(other) = self.nullable_branch(branches, &checks).filter(|_| keyword != "allOf") {
                fields.push(format!("or_null: Some({other})"));
                if fields.len() > 1 || !applied.is_empty() {
                    // Next to other keywords, it is treated like any other union.
                    fields.pop();
                    applied.push(format!("Applied::{how}(&[{}])", checks.join(", ")));
                }
            } else {
                applied.push(format!("Applied::{how}(&[{}])", checks.join(", ")));
            }
        }
        Ok(())
    }

    /// Returns the other branch of a union with null, if null is not one of its values.
    fn nullable_branch(&self, branches: &[Value], checks: &[String]) -> Option<String> {
        let is_null = |schema: &Value| {
            schema.as_object().is_some_and(|schema| schema.len() == 1) && schema.get("type") == Some(&"null".into())
        };
        let [one, two] = branches else { return None };
        let (index, other) = if is_null(one) { (1, two) } else { (0, one) };
        let other = unions::follow(other, &self.module.definitions);
        let kind = other.get("type").and_then(Value::as_str).is_some_and(|kind| kind != "null");
        (is_null(&branches[1 - index]) && kind).then(|| checks[index].clone())
    }

    fn conditions(
        &mut self,
        members: &Map<String, Value>,
        at: &Pointer,
        applied: &mut Vec<String>,
    ) -> Result<(), &'static str> {
        if let Some(schema) = members.get("not") {
            applied.push(format!("Applied::Not({})", self.value(schema, &at.member("not"))?));
        }
        if let Some(condition) = members.get("if").filter(|_| self.draft > Draft::Draft6) {
            let mut branch = |keyword: &str| match members.get(keyword) {
                Some(schema) => self.value(schema, &at.member(keyword)),
                None => Ok("&ValueCheck::ANY".to_owned()),
            };
            let (then, otherwise) = (branch("then")?, branch("else")?);
            let condition = self.value(condition, &at.member("if"))?;
            applied.push(format!("Applied::If({condition}, {then}, {otherwise})"));
        }
        let is_new = self.draft >= Draft::Draft201909;
        if is_new && members.contains_key("dependencies") {
            return Err("`dependencies` has no meaning in this dialect");
        }
        let both = if is_new { ["dependentRequired", "dependentSchemas"].as_slice() } else { &["dependencies"] };
        for keyword in both {
            for (name, asked) in members.get(*keyword).and_then(Value::as_object).into_iter().flatten() {
                let text = literal(name);
                applied.push(match asked {
                    Value::Array(names) => {
                        let names: Vec<String> =
                            names.iter().filter_map(Value::as_str).map(|name| literal(name).to_string()).collect();
                        format!("Applied::Requires({text}, &[{}])", names.join(", "))
                    }
                    schema => {
                        format!("Applied::With({text}, {})", self.value(schema, &at.member(keyword).member(name))?)
                    }
                });
            }
        }
        Ok(())
    }
}

fn member_text(name: &str, check: &str, required: bool, named: bool) -> String {
    format!("MemberCheck {{ name: {}, check: {check}, required: {required}, named: {named} }}", literal(name))
}

/// Returns a field with a nested table, if the table is not empty.
fn record(field: &str, kind: &str, fields: &[String]) -> Option<String> {
    (!fields.is_empty()).then(|| format!("{field}: Some(&{kind} {{ {}, ..{kind}::ANY }})", fields.join(", ")))
}

fn kinds(members: &Map<String, Value>) -> Result<Option<String>, &'static str> {
    let Some(kind) = members.get("type") else { return Ok(None) };
    let names = kind.as_array().map_or_else(|| std::slice::from_ref(kind), Vec::as_slice);
    let bits = names.iter().map(|name| match name.as_str() {
        Some("null") => Ok("kinds::NULL"),
        Some("boolean") => Ok("kinds::BOOL"),
        Some("integer") => Ok("kinds::INTEGER"),
        Some("number") => Ok("kinds::NUMBER"),
        Some("string") => Ok("kinds::TEXT"),
        Some("array") => Ok("kinds::LIST"),
        Some("object") => Ok("kinds::OBJECT"),
        _ => Err("a type that there is not"),
    });
    Ok(Some(format!("kinds: {}", bits.collect::<Result<Vec<_>, _>>()?.join(" | "))))
}

fn number(members: &Map<String, Value>) -> Result<Option<String>, &'static str> {
    let mut fields = Vec::new();
    let bounds =
        [("minimum", "least"), ("exclusiveMinimum", "above"), ("maximum", "most"), ("exclusiveMaximum", "below")];
    for (keyword, field) in bounds {
        if let Some(bound) = members.get(keyword) {
            fields.push(format!("{field}: Some({})", numeric(bound)?));
        }
    }
    if let Some(divisor) = members.get("multipleOf") {
        let whole = divisor.as_i64().filter(|whole| (1..=1 << 53).contains(whole));
        let whole = whole.ok_or("`multipleOf` is not a whole number")?;
        fields.push(format!("multiple_of: Some({whole})"));
    }
    Ok(record("number", "NumberCheck", &fields))
}

fn numeric(value: &Value) -> TableText {
    let number = value.as_number().ok_or("a bound is not a number")?;
    match (number.as_i64(), number.as_u64(), number.as_f64()) {
        (Some(whole), _, _) => Ok(format!("Numeric::Whole({whole})")),
        (_, Some(whole), _) => Ok(format!("Numeric::Whole({whole})")),
        (_, _, Some(float)) if float.is_finite() => Ok(format!("Numeric::Float({float:?})")),
        _ => Err("a number that no type can represent"),
    }
}

fn constant(value: &Value) -> TableText {
    let list = |items: Vec<String>| items.join(", ");
    Ok(match value {
        Value::Null => "ListedConstant::Null".to_owned(),
        Value::Bool(value) => format!("ListedConstant::Bool({value})"),
        Value::Number(_) => format!("ListedConstant::Number({})", numeric(value)?),
        Value::String(text) => format!("ListedConstant::Text({})", literal(text)),
        Value::Array(items) => {
            format!("ListedConstant::List(&[{}])", list(items.iter().map(constant).collect::<Result<_, _>>()?))
        }
        Value::Object(members) => {
            let members = members.iter().map(|(name, value)| Ok(format!("({}, {})", literal(name), constant(value)?)));
            format!("ListedConstant::Object(&[{}])", list(members.collect::<Result<_, &'static str>>()?))
        }
    })
}

/// Returns the fields for a minimum and a maximum count.
fn bounds(members: &Map<String, Value>, least: &str, most: &str) -> Result<Vec<String>, &'static str> {
    let mut fields = Vec::new();
    for (keyword, field) in [(least, "least"), (most, "most")] {
        if let Some(bound) = members.get(keyword) {
            fields.push(format!("{field}: {}", count(bound)?));
        }
    }
    Ok(fields)
}

fn count(value: &Value) -> TableText {
    let whole = value.as_u64().or_else(|| {
        let float = value.as_f64().filter(|float| float.fract() == 0.0 && (0.0..=4_294_967_295.0).contains(float))?;
        format!("{float:.0}").parse().ok()
    });
    let whole = whole.filter(|whole| u32::try_from(*whole).is_ok()).ok_or("a count that no type can represent")?;
    Ok(whole.to_string())
}
