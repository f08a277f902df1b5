//! Compiles keywords to fields of a table.

use std::collections::{BTreeMap, BTreeSet};

use planwright_schema::Draft;
use planwright_schema::link::{Definition, Module};
use planwright_schema::model::{
    ArrayKeywords, Count, Exclusive, Form, Keyword, Logic, NumberKeywords, ObjectKeywords, References, Schema,
    SchemaObject, StringKeywords, Subject, Type, Types, Values,
};
use planwright_schema::unions::{self, Tagged};
use planwright_schema::{Target, draft};
use proc_macro2::{Literal, TokenStream};
use quote::quote;
use serde_json::{Number, Value};

use super::StaticPatterns;
use crate::formats::Formats;
use crate::text::literal;
use crate::tokens::{self, ident};

/// Tokens of a table, or the reason why the schema has no table.
type TableTokens = Result<TokenStream, &'static str>;

/// Fields of a table, or the reason why the schema has no table.
type TableFields = Result<Vec<TokenStream>, &'static str>;

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

const FOREIGN_PATTERN: &str = "a pattern is too large, or means other things elsewhere";

// The groups of keywords are taken apart without `..`, so that a new keyword does not compile until it is handled here.
impl TableCompiler<'_> {
    /// Returns the table of a schema: its name, or its value.
    pub(super) fn value(&mut self, schema: &Schema) -> TableTokens {
        let target = &self.definition.target;
        let target = Target { file: target.file.clone(), pointer: target.pointer.join(&schema.place.pointer()) };
        if target != *self.own && self.names.contains_key(&target) {
            return self.reference(&target);
        }
        let object = match &schema.form {
            Form::Boolean(true) => return Ok(any()),
            Form::Boolean(false) => return Ok(quote!(ValueCheck::NEVER)),
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
            let both = applied_all(&[referred, beside]);
            return Ok(value_check(&[quote!(applied: &[#both])]));
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
    fn table(&mut self, object: &SchemaObject) -> TableTokens {
        Ok(value_check(&self.fields(object)?))
    }

    fn reference(&mut self, target: &Target) -> TableTokens {
        let (module, name) = self.names.get(target).ok_or("it refers to nothing")?;
        self.uses.insert(target.clone());
        if !self.is_inside {
            self.applies.insert(target.clone());
        }
        let (is_here, module, name) = (*module == self.module.name, ident(module), ident(name));
        Ok(if is_here { quote!(#name) } else { quote!(super::super::#module::checks::#name) })
    }

    fn fields(&mut self, object: &SchemaObject) -> TableFields {
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
            applied.push(applied_all(&[value_check(&[listed(values)?])]));
        }
        self.logic(&object.logic, &mut fields, &mut applied)?;
        if accepts(Subject::Object) {
            self.dependencies(&object.object, &mut applied)?;
        }
        if !applied.is_empty() {
            fields.push(quote!(applied: &[#(#applied),*]));
        }
        Ok(fields)
    }

    fn text(
        &mut self,
        keywords: Option<&StringKeywords>,
        format: Option<&str>,
    ) -> Result<Option<TokenStream>, &'static str> {
        let mut fields = Vec::new();
        if let Some(StringKeywords { min_length, max_length, pattern }) = keywords {
            fields = bounds(min_length.as_ref(), max_length.as_ref())?;
            if let Some(pattern) = pattern {
                let name = self.patterns.pattern(pattern).ok_or(FOREIGN_PATTERN)?;
                fields.push(quote!(pattern: Some(&#name)));
            }
        }
        if let Some(format) = format.filter(|_| self.formats == Formats::Assert) {
            let draft = draft::variant(self.definition.draft);
            let name = self.patterns.format(format, draft);
            fields.push(quote!(format: Some(&#name)));
        }
        Ok(record(&quote!(text), &quote!(TextCheck), &fields))
    }

    fn list(&mut self, array: &ArrayKeywords) -> Result<Option<TokenStream>, &'static str> {
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
            let first = self.values(first)?;
            fields.push(quote!(first: &[#(&#first),*]));
        }
        if let Some(rest) = array.rest() {
            let rest = self.value(rest)?;
            fields.push(quote!(rest: &#rest));
        }
        if *unique_items == Some(true) {
            fields.push(quote!(unique: true));
        }
        if let Some(contains) = contains {
            let counted = self.value(contains)?;
            let least = min_contains.as_ref().map_or(Ok(quote!(1)), count)?;
            let most = max_contains.as_ref().map_or(Ok(quote!(usize::MAX)), count)?;
            fields.push(quote!(contains: Some((&#counted, #least, #most))));
        }
        Ok(record(&quote!(list), &quote!(ListCheck), &fields))
    }

    fn values(&mut self, schemas: &[Schema]) -> TableFields {
        schemas.iter().map(|schema| self.value(schema)).collect()
    }

    fn object(&mut self, object: &ObjectKeywords) -> Result<Option<TokenStream>, &'static str> {
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
        let mut members = Vec::new();
        for (name, property) in properties.iter().flatten() {
            let check = self.value(property)?;
            members.push(member_check(name, &check, required.contains(&**name), true));
        }
        let unnamed = required.iter().filter(|name| object.property(name).is_none());
        members.extend(unnamed.map(|name| member_check(name, &any(), true, false)));
        if !members.is_empty() {
            fields.push(quote!(members: &[#(#members),*]));
        }
        let mut patterns = Vec::new();
        for (pattern, property) in pattern_properties.iter().flatten() {
            let name = self.patterns.pattern(pattern).ok_or(FOREIGN_PATTERN)?;
            let check = self.value(property)?;
            patterns.push(quote!((&#name, &#check)));
        }
        let names_some = properties.as_ref().is_some_and(|properties| !properties.is_empty());
        match additional_properties {
            None if names_some && patterns.is_empty() => fields.push(quote!(extra: Extra::Unsaid)),
            None => {}
            Some(extra) => match extra.as_bool() {
                Some(true) => {}
                Some(false) => fields.push(quote!(extra: Extra::Refused)),
                None => {
                    let check = self.value(extra)?;
                    fields.push(quote!(extra: Extra::Like(&#check)));
                }
            },
        }
        if !patterns.is_empty() {
            fields.push(quote!(patterns: &[#(#patterns),*]));
        }
        if let Some(names) = property_names {
            let check = self.value(names)?;
            fields.push(quote!(names: Some(&#check)));
        }
        Ok(record(&quote!(object), &quote!(ObjectCheck), &fields))
    }

    fn logic(
        &mut self,
        logic: &Logic,
        fields: &mut Vec<TokenStream>,
        applied: &mut Vec<TokenStream>,
    ) -> Result<(), &'static str> {
        let Logic { all_of, any_of, one_of, not, if_schema, then_schema, else_schema } = logic;
        if let Some(schemas) = all_of {
            applied.push(applied_all(&self.values(schemas)?));
        }
        let mut is_tagged = false;
        for (branches, how) in [(any_of, quote!(Any)), (one_of, quote!(One))] {
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
                fields.push(quote!(or_null: Some(&#other)));
            } else {
                applied.push(quote!(Applied::#how(&[#(&#checks),*])));
            }
        }
        if let Some(schema) = not {
            let check = self.value(schema)?;
            applied.push(quote!(Applied::Not(&#check)));
        }
        if let Some(condition) = if_schema {
            let mut branch = |outcome: &Option<Box<Schema>>| match outcome {
                Some(schema) => self.value(schema),
                None => Ok(any()),
            };
            let (then, otherwise) = (branch(then_schema)?, branch(else_schema)?);
            let condition = self.value(condition)?;
            applied.push(quote!(Applied::If(&#condition, &#then, &#otherwise)));
        }
        Ok(())
    }

    /// Returns the other branch of a union with null, if null is not one of its values.
    fn nullable_branch<'c>(&self, branches: &[Schema], checks: &'c [TokenStream]) -> Option<&'c TokenStream> {
        let is_null = |schema: &Schema| {
            schema.groups().single_type() == Some(Type::Null) && schema.groups().is_only(Keyword::Type)
        };
        let [one, two] = branches else { return None };
        let (index, other) = if is_null(one) { (1, two) } else { (0, one) };
        let kind = unions::follow(other, &self.module.definitions).groups().single_type();
        (is_null(&branches[1 - index]) && kind.is_some_and(|kind| kind != Type::Null)).then(|| &checks[index])
    }

    fn dependencies(&mut self, object: &ObjectKeywords, applied: &mut Vec<TokenStream>) -> Result<(), &'static str> {
        for (name, names) in object.required_by_property() {
            let (name, names) = (literal(name), names.iter().map(|name| literal(name)));
            applied.push(quote!(Applied::Requires(#name, &[#(#names),*])));
        }
        for (name, schema) in object.schemas_by_property() {
            let (name, check) = (literal(name), self.value(schema)?);
            applied.push(quote!(Applied::With(#name, &#check)));
        }
        Ok(())
    }
}

/// Returns the table that accepts every value.
fn any() -> TokenStream {
    quote!(ValueCheck::ANY)
}

/// Returns a table of fields.
fn value_check(fields: &[TokenStream]) -> TokenStream {
    if fields.is_empty() { any() } else { quote!(ValueCheck { #(#fields,)* ..ValueCheck::ANY }) }
}

/// Returns the condition that all of several tables accept a value.
fn applied_all(checks: &[TokenStream]) -> TokenStream {
    quote!(Applied::All(&[#(&#checks),*]))
}

/// Returns the field for a union that a tag distinguishes.
fn tag_check(tagged: &Tagged, checks: &[TokenStream]) -> TokenStream {
    let (tag, values) = (literal(&tagged.tag), tagged.values.iter().map(|value| literal(value)));
    quote!(tagged: Some(&TagCheck { tag: #tag, branches: &[#((#values, &#checks)),*] }))
}

fn member_check(name: &str, check: &TokenStream, required: bool, named: bool) -> TokenStream {
    let name = literal(name);
    quote!(MemberCheck { name: #name, check: &#check, required: #required, named: #named })
}

/// Returns a field with a nested table, if the table is not empty.
fn record(field: &TokenStream, kind: &TokenStream, fields: &[TokenStream]) -> Option<TokenStream> {
    (!fields.is_empty()).then(|| quote!(#field: Some(&#kind { #(#fields,)* ..#kind::ANY })))
}

fn kinds(types: &Types) -> TableTokens {
    let kind = |kind: &Type| match kind {
        Type::Null => quote!(kinds::NULL),
        Type::Boolean => quote!(kinds::BOOL),
        Type::Integer => quote!(kinds::INTEGER),
        Type::Number => quote!(kinds::NUMBER),
        Type::String => quote!(kinds::TEXT),
        Type::Array => quote!(kinds::LIST),
        Type::Object => quote!(kinds::OBJECT),
    };
    match types.as_slice() {
        [] => Err("it lists no type"),
        types => {
            let kinds = types.iter().map(kind);
            Ok(quote!(kinds: #(#kinds)|*))
        }
    }
}

fn number(number: &NumberKeywords) -> Result<Option<TokenStream>, &'static str> {
    let NumberKeywords { minimum, maximum, exclusive_minimum, exclusive_maximum, multiple_of } = number;
    let exclusive = |bound: &'_ Option<Exclusive>| match bound {
        Some(Exclusive::Bound(bound)) => Ok(Some(bound.clone())),
        Some(Exclusive::Flag(_)) => Err("draft-04 has other bounds"),
        None => Ok(None),
    };
    let bounds = [
        (quote!(least), minimum.clone()),
        (quote!(above), exclusive(exclusive_minimum)?),
        (quote!(most), maximum.clone()),
        (quote!(below), exclusive(exclusive_maximum)?),
    ];
    let mut fields = Vec::new();
    for (field, bound) in bounds {
        if let Some(bound) = bound {
            let bound = numeric(&bound)?;
            fields.push(quote!(#field: Some(#bound)));
        }
    }
    if let Some(divisor) = multiple_of {
        let whole = divisor.as_i64().filter(|whole| (1..=1 << 53).contains(whole));
        let whole = whole.ok_or("`multipleOf` is not a whole number")?;
        let whole = Literal::i64_unsuffixed(whole);
        fields.push(quote!(multiple_of: Some(#whole)));
    }
    Ok(record(&quote!(number), &quote!(NumberCheck), &fields))
}

fn numeric(number: &Number) -> TableTokens {
    let form = match number.as_f64() {
        _ if number.is_i64() || number.is_u64() => quote!(Whole),
        Some(float) if float.is_finite() => quote!(Float),
        _ => return Err("a number that no type can represent"),
    };
    let number = tokens::number(number);
    Ok(quote!(Numeric::#form(#number)))
}

/// Returns the field for listed values.
fn listed(values: &[Value]) -> TableTokens {
    let values = constants(values)?;
    Ok(quote!(values: Some(&[#(#values),*])))
}

fn constants(values: &[Value]) -> TableFields {
    values.iter().map(constant).collect()
}

fn constant(value: &Value) -> TableTokens {
    Ok(match value {
        Value::Null => quote!(ListedConstant::Null),
        Value::Bool(value) => quote!(ListedConstant::Bool(#value)),
        Value::Number(number) => {
            let number = numeric(number)?;
            quote!(ListedConstant::Number(#number))
        }
        Value::String(text) => {
            let text = literal(text);
            quote!(ListedConstant::Text(#text))
        }
        Value::Array(items) => {
            let items = constants(items)?;
            quote!(ListedConstant::List(&[#(#items),*]))
        }
        Value::Object(members) => {
            let names = members.keys().map(|name| literal(name));
            let values = members.values().map(constant).collect::<Result<Vec<_>, _>>()?;
            quote!(ListedConstant::Object(&[#((#names, #values)),*]))
        }
    })
}

/// Returns the fields for a minimum and a maximum count.
fn bounds(least: Option<&Count>, most: Option<&Count>) -> TableFields {
    let bounds = [(quote!(least), least), (quote!(most), most)].into_iter();
    let bounds = bounds.filter_map(|(field, bound)| Some((field, count(bound?))));
    bounds.map(|(field, bound)| bound.map(|bound| quote!(#field: #bound))).collect()
}

fn count(count: &Count) -> TableTokens {
    let count = u32::try_from(count.get()).map_err(|_| "a count that no type can represent")?;
    let count = Literal::u32_unsuffixed(count);
    Ok(quote!(#count))
}
