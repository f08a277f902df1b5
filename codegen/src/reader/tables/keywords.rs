//! Compiles keywords to fields of a table.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use jsonschema::Draft;
use planwright_schema::link::{Definition, Module};
use planwright_schema::model::{
    ArrayKeywords, Count, Exclusive, Form, Keyword, Logic, NumberKeywords, ObjectKeywords, References, Schema,
    SchemaObject, StringKeywords, Subject, Type, Types, Values,
};
use planwright_schema::unions::{self, Tagged};
use planwright_schema::{Target, draft};
use serde_json::{Number, Value};

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
    /// Definition that contains the schema.
    pub definition: &'a Definition,
    pub own: &'a Target,
    pub formats: Formats,
    pub patterns: &'a mut StaticPatterns,
    /// Tables that this one refers to.
    pub uses: BTreeSet<Target>,
    /// Those of them that apply to the same value, and not to a nested one.
    pub applies: BTreeSet<Target>,
    /// Set if the compiled schema applies to a property or an element.
    pub is_inside: bool,
}

const ANY: &str = "&ValueCheck::ANY";
const FOREIGN_PATTERN: &str = "a pattern is too large, or means other things elsewhere";

// The groups of keywords are taken apart without `..`, so that a new keyword does not compile until it is handled here.
impl TableCompiler<'_> {
    /// Returns a reference to the table of a schema.
    pub(super) fn value(&mut self, schema: &Schema) -> TableText {
        let target = &self.definition.target;
        let target = Target { file: target.file.clone(), pointer: target.pointer.join(&schema.place.pointer()) };
        if target != *self.own && self.names.contains_key(&target) {
            return self.reference(&target);
        }
        let object = match &schema.form {
            Form::Boolean(true) => return Ok(ANY.to_owned()),
            Form::Boolean(false) => return Ok("&ValueCheck::NEVER".to_owned()),
            Form::Object(object) => object,
            Form::Invalid(_) => return Err("it is not a schema"),
        };
        if self.definition.draft == Draft::Draft4 {
            return Err("draft-04 has other integers");
        }
        if !object.invalid.is_empty() {
            return Err("the value of a keyword is of the wrong kind");
        }
        let mut constraining = object.keywords().filter(|keyword| keyword.constrains());
        let (first, is_single) = (constraining.next(), constraining.next().is_none());
        let References { reference, dynamic, recursive } = &object.references;
        if dynamic.is_some() {
            return Err("`$dynamicRef` depends on the path of evaluation");
        }
        if recursive.is_some() {
            return Err("`$recursiveRef` depends on the path of evaluation");
        }
        if reference.is_some() {
            let name = object.references.definition().ok_or("it refers to a meta-schema")?;
            let definition = self.module.definitions.get(name).ok_or("it refers to nothing")?;
            let referred = self.reference(&definition.target)?;
            if is_single {
                return Ok(referred);
            }
            let beside = self.table(object)?;
            return Ok(format!(
                "&ValueCheck {{ applied: &[Applied::All(&[{referred}, {beside}])], ..ValueCheck::ANY }}"
            ));
        }
        // Older dialects assert them.
        if self.definition.draft < Draft::Draft201909
            && [Keyword::ContentEncoding, Keyword::ContentMediaType]
                .iter()
                .any(|keyword| object.has(*keyword) || object.unknown.contains_key(keyword.name()))
        {
            return Err("`contentEncoding` and `contentMediaType` are left to the validator");
        }
        let Logic { all_of, any_of, one_of, .. } = &object.logic;
        if let (true, Some(Keyword::AllOf | Keyword::AnyOf | Keyword::OneOf)) = (is_single, first)
            && let Some([only]) = all_of.as_ref().or(any_of.as_ref()).or(one_of.as_ref()).map(Vec::as_slice)
        {
            return self.value(only);
        }
        self.table(object)
    }

    /// Returns a table of the keywords other than references.
    fn table(&mut self, object: &SchemaObject) -> TableText {
        let fields = self.fields(object)?;
        Ok(match fields.as_slice() {
            [] => ANY.to_owned(),
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

    fn fields(&mut self, object: &SchemaObject) -> Result<Vec<String>, &'static str> {
        // Keywords for values of other types assert nothing.
        let accepts = |subject| object.types.as_ref().is_none_or(|types| types.include(subject));
        let mut fields = Vec::new();
        fields.extend(object.types.as_ref().map(kinds).transpose()?);
        let texts = accepts(Subject::String).then_some(&object.string);
        fields.extend(self.text(texts, object.format.as_deref())?);
        if accepts(Subject::Number) {
            fields.extend(number(&object.number)?);
        }
        let is_inside = std::mem::replace(&mut self.is_inside, true);
        if accepts(Subject::Array) {
            fields.extend(self.list(&object.array)?);
        }
        if accepts(Subject::Object) {
            fields.extend(self.object(&object.object)?);
        }
        self.is_inside = is_inside;
        let mut applied = Vec::new();
        let Values { enumeration, constant } = &object.values;
        if let Some(values) = constant.as_ref().map(std::slice::from_ref).or(enumeration.as_deref()) {
            fields.push(listed(values)?);
        }
        if let (Some(_), Some(values)) = (constant, enumeration) {
            applied.push(format!("Applied::All(&[&ValueCheck {{ {}, ..ValueCheck::ANY }}])", listed(values)?));
        }
        self.logic(&object.logic, &mut fields, &mut applied)?;
        if accepts(Subject::Object) {
            self.dependencies(&object.object, &mut applied)?;
        }
        if !applied.is_empty() {
            fields.push(format!("applied: &[{}]", applied.join(", ")));
        }
        Ok(fields)
    }

    fn text(
        &mut self,
        keywords: Option<&StringKeywords>,
        format: Option<&str>,
    ) -> Result<Option<String>, &'static str> {
        let mut fields = Vec::new();
        if let Some(StringKeywords { min_length, max_length, pattern }) = keywords {
            fields = bounds(min_length.as_ref(), max_length.as_ref())?;
            if let Some(pattern) = pattern {
                let name = self.patterns.pattern(pattern).ok_or(FOREIGN_PATTERN)?;
                fields.push(format!("pattern: Some(&{name})"));
            }
        }
        if let Some(format) = format.filter(|_| self.formats == Formats::Assert) {
            let draft = draft::variant(self.definition.draft);
            fields.push(format!("format: Some(&{})", self.patterns.format(format, draft)));
        }
        Ok(record("text", "TextCheck", &fields))
    }

    fn list(&mut self, array: &ArrayKeywords) -> Result<Option<String>, &'static str> {
        let ArrayKeywords {
            prefix_items: _,
            items: _,
            additional_items: _,
            contains,
            min_contains,
            max_contains,
            min_items,
            max_items,
            unique_items,
            unevaluated_items,
        } = array;
        if unevaluated_items.is_some() {
            return Err("`unevaluatedItems` depends on other schemas");
        }
        let mut fields = bounds(min_items.as_ref(), max_items.as_ref())?;
        let first = array.slots();
        if !first.is_empty() {
            fields.push(format!("first: &[{}]", self.values(first)?.join(", ")));
        }
        if let Some(rest) = array.rest() {
            fields.push(format!("rest: {}", self.value(rest)?));
        }
        if *unique_items == Some(true) {
            fields.push("unique: true".to_owned());
        }
        if let Some(contains) = contains {
            let counted = self.value(contains)?;
            let least = min_contains.as_ref().map_or(Ok("1".to_owned()), count)?;
            let most = max_contains.as_ref().map_or(Ok("usize::MAX".to_owned()), count)?;
            fields.push(format!("contains: Some(({counted}, {least}, {most}))"));
        }
        Ok(record("list", "ListCheck", &fields))
    }

    fn values(&mut self, schemas: &[Schema]) -> Result<Vec<String>, &'static str> {
        schemas.iter().map(|schema| self.value(schema)).collect()
    }

    fn object(&mut self, object: &ObjectKeywords) -> Result<Option<String>, &'static str> {
        let ObjectKeywords {
            properties,
            pattern_properties,
            additional_properties,
            unevaluated_properties,
            property_names,
            required,
            min_properties,
            max_properties,
            // They apply to the object as a whole.
            dependent_required: _,
            dependent_schemas: _,
            dependencies: _,
        } = object;
        if unevaluated_properties.is_some() {
            return Err("`unevaluatedProperties` depends on other schemas");
        }
        let mut fields = bounds(min_properties.as_ref(), max_properties.as_ref())?;
        let required: BTreeSet<&str> = required.iter().flatten().map(String::as_str).collect();
        let mut list = String::new();
        for (name, property) in properties.iter().flatten() {
            let check = self.value(property)?;
            let _ = write!(list, "\n        {},", member_text(name, &check, required.contains(&**name), true));
        }
        for name in required.iter().filter(|name| object.property(name).is_none()) {
            let _ = write!(list, "\n        {},", member_text(name, ANY, true, false));
        }
        if !list.is_empty() {
            fields.push(format!("members: &[{list}\n    ]"));
        }
        let mut patterns = Vec::new();
        for (pattern, property) in pattern_properties.iter().flatten() {
            let name = self.patterns.pattern(pattern).ok_or(FOREIGN_PATTERN)?;
            patterns.push(format!("(&{name}, {})", self.value(property)?));
        }
        let names_some = properties.as_ref().is_some_and(|properties| !properties.is_empty());
        match additional_properties {
            None if names_some && patterns.is_empty() => fields.push("extra: Extra::Unsaid".to_owned()),
            None => {}
            Some(extra) => match extra.as_bool() {
                Some(true) => {}
                Some(false) => fields.push("extra: Extra::Refused".to_owned()),
                None => fields.push(format!("extra: Extra::Like({})", self.value(extra)?)),
            },
        }
        if !patterns.is_empty() {
            fields.push(format!("patterns: &[{}]", patterns.join(", ")));
        }
        if let Some(names) = property_names {
            fields.push(format!("names: Some({})", self.value(names)?));
        }
        Ok(record("object", "ObjectCheck", &fields))
    }

    fn logic(
        &mut self,
        logic: &Logic,
        fields: &mut Vec<String>,
        applied: &mut Vec<String>,
    ) -> Result<(), &'static str> {
        let Logic { all_of, any_of, one_of, not, if_schema, then_schema, else_schema } = logic;
        if let Some(schemas) = all_of {
            applied.push(format!("Applied::All(&[{}])", self.values(schemas)?.join(", ")));
        }
        let mut is_tagged = false;
        for (branches, how) in [(any_of, "Any"), (one_of, "One")] {
            let Some(branches) = branches else { continue };
            let checks = self.values(branches)?;
            let tagged = if is_tagged { None } else { unions::tagged(branches, &self.module.definitions) };
            if let Some(tagged) = tagged {
                fields.push(tag_check(&tagged, &checks));
                is_tagged = true;
                continue;
            }
            let nullable = self.nullable_branch(branches, &checks);
            // Next to other keywords, it is treated like any other union.
            if let Some(other) = nullable.filter(|_| fields.is_empty() && applied.is_empty()) {
                fields.push(format!("or_null: Some({other})"));
            } else {
                applied.push(format!("Applied::{how}(&[{}])", checks.join(", ")));
            }
        }
        if let Some(schema) = not {
            applied.push(format!("Applied::Not({})", self.value(schema)?));
        }
        if let Some(condition) = if_schema {
            let mut branch = |outcome: &Option<Box<Schema>>| match outcome {
                Some(schema) => self.value(schema),
                None => Ok(ANY.to_owned()),
            };
            let (then, otherwise) = (branch(then_schema)?, branch(else_schema)?);
            applied.push(format!("Applied::If({}, {then}, {otherwise})", self.value(condition)?));
        }
        Ok(())
    }

    /// Returns the other branch of a union with null, if null is not one of its values.
    fn nullable_branch<'c>(&self, branches: &[Schema], checks: &'c [String]) -> Option<&'c str> {
        let is_null = |schema: &Schema| {
            schema.groups().single_type() == Some(Type::Null) && schema.groups().is_only(Keyword::Type)
        };
        let [one, two] = branches else { return None };
        let (index, other) = if is_null(one) { (1, two) } else { (0, one) };
        let kind = unions::follow(other, &self.module.definitions).groups().single_type();
        (is_null(&branches[1 - index]) && kind.is_some_and(|kind| kind != Type::Null)).then(|| checks[index].as_str())
    }

    fn dependencies(&mut self, object: &ObjectKeywords, applied: &mut Vec<String>) -> Result<(), &'static str> {
        for (name, names) in object.required_by_property() {
            let names: Vec<String> = names.iter().map(|name| literal(name).to_string()).collect();
            applied.push(format!("Applied::Requires({}, &[{}])", literal(name), names.join(", ")));
        }
        for (name, schema) in object.schemas_by_property() {
            applied.push(format!("Applied::With({}, {})", literal(name), self.value(schema)?));
        }
        Ok(())
    }
}

/// Returns the field for a union that a tag distinguishes.
fn tag_check(tagged: &Tagged, checks: &[String]) -> String {
    let branches = tagged.values.iter().zip(checks);
    let branches: Vec<String> = branches.map(|(value, check)| format!("({}, {check})", literal(value))).collect();
    format!("tagged: Some(&TagCheck {{ tag: {}, branches: &[{}] }})", literal(&tagged.tag), branches.join(", "))
}

fn member_text(name: &str, check: &str, required: bool, named: bool) -> String {
    format!("MemberCheck {{ name: {}, check: {check}, required: {required}, named: {named} }}", literal(name))
}

/// Returns a field with a nested table, if the table is not empty.
fn record(field: &str, kind: &str, fields: &[String]) -> Option<String> {
    (!fields.is_empty()).then(|| format!("{field}: Some(&{kind} {{ {}, ..{kind}::ANY }})", fields.join(", ")))
}

fn kinds(types: &Types) -> Result<String, &'static str> {
    let kind = |kind: &Type| match kind {
        Type::Null => "kinds::NULL",
        Type::Boolean => "kinds::BOOL",
        Type::Integer => "kinds::INTEGER",
        Type::Number => "kinds::NUMBER",
        Type::String => "kinds::TEXT",
        Type::Array => "kinds::LIST",
        Type::Object => "kinds::OBJECT",
    };
    match types.as_slice() {
        [] => Err("it lists no type"),
        types => Ok(format!("kinds: {}", types.iter().map(kind).collect::<Vec<_>>().join(" | "))),
    }
}

fn number(number: &NumberKeywords) -> Result<Option<String>, &'static str> {
    let NumberKeywords { minimum, maximum, exclusive_minimum, exclusive_maximum, multiple_of } = number;
    let exclusive = |bound: &'_ Option<Exclusive>| match bound {
        Some(Exclusive::Bound(bound)) => Ok(Some(bound.clone())),
        Some(Exclusive::Flag(_)) => Err("draft-04 has other bounds"),
        None => Ok(None),
    };
    let bounds = [
        ("least", minimum.clone()),
        ("above", exclusive(exclusive_minimum)?),
        ("most", maximum.clone()),
        ("below", exclusive(exclusive_maximum)?),
    ];
    let mut fields = Vec::new();
    for (field, bound) in bounds {
        if let Some(bound) = bound {
            fields.push(format!("{field}: Some({})", numeric(&bound)?));
        }
    }
    if let Some(divisor) = multiple_of {
        let whole = divisor.as_i64().filter(|whole| (1..=1 << 53).contains(whole));
        let whole = whole.ok_or("`multipleOf` is not a whole number")?;
        fields.push(format!("multiple_of: Some({whole})"));
    }
    Ok(record("number", "NumberCheck", &fields))
}

fn numeric(number: &Number) -> TableText {
    match (number.as_i64(), number.as_u64(), number.as_f64()) {
        (Some(whole), _, _) => Ok(format!("Numeric::Whole({whole})")),
        (_, Some(whole), _) => Ok(format!("Numeric::Whole({whole})")),
        (_, _, Some(float)) if float.is_finite() => Ok(format!("Numeric::Float({float:?})")),
        _ => Err("a number that no type can represent"),
    }
}

/// Returns the field for listed values.
fn listed(values: &[Value]) -> TableText {
    let values = values.iter().map(constant).collect::<Result<Vec<_>, _>>()?;
    Ok(format!("values: Some(&[{}])", values.join(", ")))
}

fn constant(value: &Value) -> TableText {
    let list = |items: Vec<String>| items.join(", ");
    Ok(match value {
        Value::Null => "ListedConstant::Null".to_owned(),
        Value::Bool(value) => format!("ListedConstant::Bool({value})"),
        Value::Number(number) => format!("ListedConstant::Number({})", numeric(number)?),
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
fn bounds(least: Option<&Count>, most: Option<&Count>) -> Result<Vec<String>, &'static str> {
    let bounds = [("least", least), ("most", most)].into_iter();
    bounds.filter_map(|(field, bound)| Some(count(bound?).map(|bound| format!("{field}: {bound}")))).collect()
}

fn count(count: &Count) -> TableText {
    u32::try_from(count.get()).map(|count| count.to_string()).map_err(|_| "a count that no type can represent")
}
