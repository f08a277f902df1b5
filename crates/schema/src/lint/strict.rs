//! Keywords that are valid, but probably do not do what their author meant.
//!
//! The checks of types, tuples and required properties are those of ajv's strict mode.

use super::unknown::{Advice, advice};
use super::{
    Checked, Found, IGNORED_NEXT_TO_REFERENCE, KEYWORD_OF_ANOTHER_DRAFT, KEYWORD_OF_ANOTHER_TYPE,
    KEYWORD_WITHOUT_EFFECT, MISSING_TYPE, OPEN_TUPLE, PROPERTY_MATCHES_PATTERN, REQUIRED_UNDEFINED, UNKNOWN_KEYWORD,
};
use crate::draft::{self, Draft};
use crate::model::{Effect, Form, Items, Keyword, Schema, Subject, Type, Types};
use crate::pattern_engine::CompiledPattern;

/// Reports names that are similar to no keyword.
pub(super) fn unknown_keywords(checked: &Checked<'_, '_>, found: &mut Found) {
    if checked.has_own_dialect || super::ignores_all(checked) {
        return;
    }
    for name in checked.object.unknown.keys() {
        if advice(name, checked.object) == Some(Advice::Unknown) {
            let message = "no dialect has this keyword, so it is ignored; the names of extensions start with `x-`";
            found.add_name(checked.schema, name, UNKNOWN_KEYWORD, message.to_owned());
        }
    }
}

/// Reports keywords that the dialect of the document does not define, but another dialect does.
pub(super) fn keywords_of_another_draft(checked: &Checked<'_, '_>, found: &mut Found) {
    let foreign = checked.object.unknown.keys().filter_map(|name| Keyword::from_name(name));
    let replaced = checked.object.keywords().filter(|keyword| !keyword.is_defined_in(checked.draft));
    for keyword in foreign.chain(replaced) {
        if matches!(keyword.effect(), Effect::Annotation | Effect::Definitions) {
            continue;
        }
        let (name, version) = (keyword.name(), draft::name(checked.draft));
        let advice = match replacement(keyword, checked.draft) {
            Some(other) => format!("use {other}"),
            None => format!("`$schema` must name {} or later", draft::name(keyword.drafts().0)),
        };
        let message = format!("{version} does not define `{name}`, so validators may ignore it; {advice}");
        found.add(checked.schema, keyword, KEYWORD_OF_ANOTHER_DRAFT, message);
    }
}

/// Returns what a dialect has instead of a keyword that it does not define.
fn replacement(keyword: Keyword, draft: Draft) -> Option<&'static str> {
    let is_old = draft::ignores_siblings(draft);
    Some(match keyword {
        Keyword::AdditionalItems => "`items` next to `prefixItems`",
        Keyword::Anchor if is_old => "`$id` with a fragment",
        Keyword::Const => "`enum` with one value",
        Keyword::Dependencies => "`dependentRequired` or `dependentSchemas`",
        Keyword::DependentRequired | Keyword::DependentSchemas => "`dependencies`",
        Keyword::DollarId => "`id`",
        Keyword::DynamicRef if draft == Draft::Draft201909 => "`$recursiveRef`",
        Keyword::DynamicAnchor if draft == Draft::Draft201909 => "`$recursiveAnchor`",
        Keyword::Id => "`$id`",
        Keyword::PrefixItems => "an array as `items`",
        Keyword::RecursiveRef if !is_old => "`$dynamicRef`",
        Keyword::RecursiveAnchor if !is_old => "`$dynamicAnchor`",
        _ => return None,
    })
}

/// Reports keywords that the dialect ignores because they are next to a `$ref`.
pub(super) fn next_to_reference(checked: &Checked<'_, '_>, found: &mut Found) {
    for (keyword, _) in &checked.object.ignored {
        let message = format!(
            "{} ignores keywords next to `$ref`; put the reference and `{}` into `allOf`",
            draft::name(checked.draft),
            keyword.name()
        );
        found.add(checked.schema, *keyword, IGNORED_NEXT_TO_REFERENCE, message);
    }
}

/// Reports keywords for values of a type that the schema does not accept, and keywords without a type.
pub(super) fn types(checked: &Checked<'_, '_>, found: &mut Found) {
    let object = checked.object;
    let mut reported: Vec<Subject> = Vec::new();
    for keyword in object.keywords() {
        let subject = keyword.applies_to();
        if let Some(types) = checked.types {
            if !types.is_empty() && !types.iter().any(|one| one.is_of(subject)) {
                let names: Vec<&str> = types.iter().map(|one| one.name()).collect();
                let message = format!(
                    "`{}` applies to {}, but the type is {}, so it has no effect",
                    keyword.name(),
                    plural(subject),
                    names.join(" or ")
                );
                found.add(checked.schema, keyword, KEYWORD_OF_ANOTHER_TYPE, message);
            }
        } else if let Some(missing) = missing_type(subject)
            && !checked.is_in_place
            && !is_typed_elsewhere(checked)
            && !reported.contains(&subject)
        {
            reported.push(subject);
            let message = format!(
                "`{}` only applies to {}, so other values are accepted; add `\"type\": {:?}`",
                keyword.name(),
                plural(subject),
                missing.name()
            );
            found.add(checked.schema, keyword, MISSING_TYPE, message);
        }
    }
}

/// Returns whether other keywords can determine the type.
fn is_typed_elsewhere(checked: &Checked<'_, '_>) -> bool {
    let (values, logic) = (&checked.object.values, &checked.object.logic);
    values.constant.is_some()
        || values.enumeration.is_some()
        || checked.object.references.any()
        || logic.all_of.is_some()
        || logic.any_of.is_some()
        || logic.one_of.is_some()
}

fn missing_type(subject: Subject) -> Option<Type> {
    match subject {
        Subject::Any => None,
        Subject::Array => Some(Type::Array),
        Subject::Number => Some(Type::Number),
        Subject::Object => Some(Type::Object),
        Subject::String => Some(Type::String),
    }
}

fn plural(subject: Subject) -> &'static str {
    match subject {
        Subject::Any => "all values",
        Subject::Array => "arrays",
        Subject::Number => "numbers",
        Subject::Object => "objects",
        Subject::String => "strings",
    }
}

/// Reports tuples whose length is not fixed.
pub(super) fn open_tuples(checked: &Checked<'_, '_>, found: &mut Found) {
    let array = &checked.object.array;
    let length = array.slots().len() as u64;
    if length == 0 {
        return;
    }
    let is_closed = array.rest().is_some_and(|rest| matches!(rest.form, Form::Boolean(false)));
    let has_min = array.min_items.as_ref().is_some_and(|min| min.get() >= length);
    let has_max = is_closed || array.max_items.as_ref().is_some_and(|max| max.get() <= length);
    let is_tuple_of_old = array.prefix_items.is_none();
    let (keyword, rest) =
        if is_tuple_of_old { (Keyword::Items, "additionalItems") } else { (Keyword::PrefixItems, "items") };
    let items = if length == 1 { "1 item".to_owned() } else { format!("{length} items") };
    let message = match (has_min, has_max || array.rest().is_some()) {
        (true, true) => return,
        (false, true) => format!("arrays with fewer than {items} are accepted; set `minItems` to {length}"),
        (true, false) => format!("arrays with more than {items} are accepted; set `{rest}` to false"),
        (false, false) => format!(
            "arrays with fewer or more than {items} are accepted; set `minItems` to {length} and `{rest}` to false"
        ),
    };
    found.add(checked.schema, keyword, OPEN_TUPLE, message);
}

/// Reports required properties that the schema does not describe.
pub(super) fn undefined_required(checked: &Checked<'_, '_>, found: &mut Found) {
    let object = &checked.object.object;
    // Other schemas can describe the property, and `REQUIRED_IMPOSSIBLE` reports closed objects.
    let is_described_elsewhere = checked.is_in_place
        || object.pattern_properties.is_some()
        || object.additional_properties.is_some()
        || object.unevaluated_properties.is_some()
        || is_typed_elsewhere(checked)
        || checked.object.logic.if_schema.is_some();
    if is_described_elsewhere {
        return;
    }
    for (index, name) in object.required.iter().flatten().enumerate() {
        if object.property(name).is_none() {
            let place = checked.schema.place.keyword(Keyword::Required).index(index);
            let message = format!("{name:?} is required, but `properties` does not describe it");
            found.add_at(&place, Keyword::Required, REQUIRED_UNDEFINED, message);
        }
    }
}

/// Maximum number of names that are matched with patterns in one schema.
const MAX_MATCHES: usize = 10_000;

/// Reports properties that are described twice, by name and by a pattern.
pub(super) fn overlapping_properties(checked: &Checked<'_, '_>, found: &mut Found) {
    let object = &checked.object.object;
    let (Some(properties), Some(patterns)) = (&object.properties, &object.pattern_properties) else { return };
    if properties.len().saturating_mul(patterns.len()) > MAX_MATCHES {
        return;
    }
    for pattern in patterns.keys() {
        let Some(compiled) = CompiledPattern::compile(pattern) else { continue };
        for (name, property) in properties {
            if compiled.is_match(name) {
                let message = format!("{name:?} also matches the pattern {pattern:?}, so both schemas apply to it");
                found.add_at(&property.place, Keyword::Properties, PROPERTY_MATCHES_PATTERN, message);
            }
        }
    }
}

/// Reports keywords that have no effect because another keyword is missing.
pub(super) fn without_effect(checked: &Checked<'_, '_>, found: &mut Found) {
    let object = checked.object;
    let has = |keyword: Keyword| object.keywords().any(|own| own == keyword);
    for keyword in object.keywords() {
        let reason = match keyword {
            Keyword::If if !has(Keyword::Then) && !has(Keyword::Else) => "without `then` and `else`".to_owned(),
            Keyword::AdditionalItems if matches!(object.array.items, Some(Items::All(_))) => {
                "unless `items` is an array".to_owned()
            }
            _ => match keyword.depends_on().filter(|needed| !has(*needed)) {
                Some(needed) => format!("without `{}`", needed.name()),
                None => continue,
            },
        };
        let message = format!("`{}` has no effect {reason}", keyword.name());
        found.add(checked.schema, keyword, KEYWORD_WITHOUT_EFFECT, message);
    }
}

/// Returns whether the children in the value of a keyword are applied to the same value as their parent.
pub(super) fn is_in_place(keyword: Keyword) -> bool {
    matches!(
        keyword,
        Keyword::AllOf
            | Keyword::AnyOf
            | Keyword::OneOf
            | Keyword::Not
            | Keyword::If
            | Keyword::Then
            | Keyword::Else
            | Keyword::Dependencies
            | Keyword::DependentSchemas
    )
}

/// Returns the types that a schema accepts by itself.
pub(super) fn own_types(schema: &Schema) -> Option<&[Type]> {
    schema.object()?.types.as_ref().map(Types::as_slice)
}
