//! The schemas of contracts as a model should see them: with the rules that are only code, and blueprints with the
//! objects, fields and picklist values of an org.
//!
//! Every document that the result accepts is valid under the schema of the contract. The reverse is not true.

mod contract_rules;

use std::collections::{BTreeMap, BTreeSet};

use planwright_generated::action_blueprint::SchemaSnapshot;
use planwright_schema::model::Keyword;
use serde_json::{Map, Value, json};

pub(crate) use self::contract_rules::add_rules;

const PROPERTIES: &str = Keyword::Properties.name();
const DEFINITIONS: &str = Keyword::Definitions.name();
const REQUIRED: &str = Keyword::Required.name();
const ITEMS: &str = Keyword::Items.name();
const ENUM: &str = Keyword::Enum.name();
const CONST: &str = Keyword::Const.name();
const DEFAULT: &str = Keyword::Default.name();

/// Maximum number of objects or fields that the schema lists. Vendors limit the values of all enums together.
const MAX_NAMES: usize = 300;
/// Maximum number of fields whose picklist values the schema lists, and of values of each.
const MAX_PICKLISTS: usize = 40;
const MAX_PICKLIST_VALUES: usize = 50;

/// Restricts a schema to the objects, fields and picklist values of an org. Returns what was left out of it, in
/// sentences.
pub(crate) fn narrow(schema: &mut Value, org: &SchemaSnapshot) -> Vec<String> {
    let mut notes = Vec::new();
    let objects: BTreeSet<&str> = org.objects.values().map(|object| object.api_name.as_str()).collect();
    let all = || org.objects.values().flat_map(|object| object.fields.values());
    let fields: BTreeSet<&str> = all().map(|field| field.api_name.as_str()).chain(["Id"]).collect();
    let mut picklists: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for field in all().filter(|field| !field.picklist_values.is_empty()) {
        let values = field.picklist_values.iter().map(String::as_str);
        picklists.entry(&field.api_name).or_default().extend(values);
    }
    if objects.is_empty() || objects.len() > MAX_NAMES {
        notes.push(format!("the schema does not list the {} objects of the snapshot", objects.len()));
    } else {
        let target = json!({ "description": "API name of the object that the action changes.", (ENUM): objects });
        set(schema, &[PROPERTIES, "targetSObject"], target);
    }
    if fields.len() > MAX_NAMES {
        notes.push(format!(
            "the schema does not list the {} fields of the snapshot, because {MAX_NAMES} are possible",
            fields.len()
        ));
        return notes;
    }
    let one_field = json!({ "description": "API name of a field.", (ENUM): fields });
    set(schema, &[PROPERTIES, "keyFields", ITEMS], one_field.clone());
    set(schema, &[DEFINITIONS, "FlsParams", PROPERTIES, "fields", ITEMS], one_field.clone());
    narrow_inputs(schema, &one_field);
    let is_short = |(_, values): &(&&str, &BTreeSet<&str>)| values.len() <= MAX_PICKLIST_VALUES;
    let listed: Vec<_> = picklists.iter().filter(is_short).take(MAX_PICKLISTS).collect();
    if listed.len() < picklists.len() {
        notes.push(format!("the schema lists the values of {} of {} picklists", listed.len(), picklists.len()));
    }
    narrow_values(schema, &fields, &listed);
    notes
}

/// Divides inputs into those that set a field of the org, and parameters of a CALL, which have any name.
fn narrow_inputs(schema: &mut Value, one_field: &Value) {
    let Some(input) = at(schema, &[DEFINITIONS, "ActionInput"]).map(|input| input.clone()) else { return };
    let (mut field, mut parameter) = (input.clone(), input);
    let usage = "What the input is used for.";
    set(&mut field, &[PROPERTIES, "fieldApiName"], one_field.clone());
    let used = json!({ "description": usage, "type": "string", (CONST): "FIELD", (DEFAULT): "FIELD" });
    set(&mut field, &[PROPERTIES, "usage"], used);
    set(&mut field, &["description"], "Value for a field of the target object.".into());
    let used = json!({ "description": usage, "type": "string", (ENUM): ["PARAMETER", "CONTEXT"] });
    set(&mut parameter, &[PROPERTIES, "usage"], used);
    set(&mut parameter, &["description"], "Value for the handler of a CALL.".into());
    if let Some(Value::Array(required)) = at(&mut parameter, &[REQUIRED]) {
        required.push("usage".into());
    }
    let union = json!({
        "description": "One input of the action.",
        (Keyword::OneOf.name()): [reference("FieldInput"), reference("ParameterInput")],
    });
    set(schema, &[DEFINITIONS, "ActionInput"], union);
    set(schema, &[DEFINITIONS, "FieldInput"], field);
    set(schema, &[DEFINITIONS, "ParameterInput"], parameter);
}

/// Divides the parameters of `ENUM_ALLOWED` by field, so that those of a picklist have only its values.
fn narrow_values(schema: &mut Value, fields: &BTreeSet<&str>, picklists: &[(&&str, &BTreeSet<&str>)]) {
    let Some(params) = at(schema, &[DEFINITIONS, "EnumAllowedParams"]).map(|params| params.clone()) else { return };
    let others: Vec<&str> =
        fields.iter().copied().filter(|field| picklists.iter().all(|(known, _)| *known != field)).collect();
    let branch = |names: Value, items: Option<Value>| {
        let mut branch = params.clone();
        set(&mut branch, &[PROPERTIES, "field"], names);
        if let Some(items) = items {
            set(&mut branch, &[PROPERTIES, "values", ITEMS], items);
        }
        branch
    };
    let mut branches: Vec<Value> = picklists
        .iter()
        .map(|(field, values)| branch(json!({ "type": "string", (CONST): field }), Some(json!({ (ENUM): values }))))
        .collect();
    branches.push(branch(json!({ "type": "string", (ENUM): others }), None));
    if branches.len() > 1 {
        let union = json!({ "description": "Parameters of ENUM_ALLOWED.", (Keyword::OneOf.name()): branches });
        set(schema, &[DEFINITIONS, "EnumAllowedParams"], union);
    }
}

fn reference(definition: &str) -> Value {
    json!({ (Keyword::Ref.name()): format!("#/definitions/{definition}") })
}

/// Returns the value at a path of property names.
fn at<'v>(value: &'v mut Value, path: &[&str]) -> Option<&'v mut Value> {
    path.iter().try_fold(value, |value, name| value.get_mut(*name))
}

/// Sets a value, if the schema has the object above it.
fn set(schema: &mut Value, path: &[&str], value: Value) {
    if let Some((name, above)) = path.split_last()
        && let Some(Value::Object(members)) = at(schema, above)
    {
        let members: &mut Map<String, Value> = members;
        members.insert((*name).to_owned(), value);
    }
}
