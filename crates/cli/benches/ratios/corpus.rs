//! Blueprints for benchmarks: valid, of 1 to 4 KiB, and all different.

use std::fmt::Write as _;

/// Returns `count` blueprints, which are the same in every run.
pub(crate) fn blueprints(count: usize) -> Vec<String> {
    (0..count).map(blueprint).collect()
}

fn blueprint(index: usize) -> String {
    let mut inputs = String::new();
    let mut fields = Vec::new();
    for field in 0..4 + index % 14 {
        let (name, data_type) = match field {
            0 => ("Id".to_owned(), "Id"),
            _ => (format!("Field_{field}__c"), ["String", "Decimal", "Date", "Boolean"][field % 4]),
        };
        let _ = write!(
            inputs,
            "{}\n    {{ \"apiName\": \"{name}\", \"fieldApiName\": \"{name}\", \"label\": \"Label of {name}\", \
             \"dataType\": \"{data_type}\", \"required\": {}, \"usage\": \"FIELD\" }}",
            if field == 0 { "" } else { "," },
            field % 3 == 0
        );
        fields.push(format!("\"{name}\""));
    }
    format!(
        "{{\n  \"name\": \"Update{index}\",\n  \"label\": \"Update number {index}\",\n  \"category\": \"DOMAIN\",\n  \
         \"targetSObject\": \"Opportunity\",\n  \"operation\": \"UPDATE\",\n  \"summary\": \"Updated {index}.\",\n  \
         \"checkpoint\": \"I will update number {index}. Proceed?\",\n  \"keyFields\": [\"Id\"],\n  \"inputs\": [{inputs}\n  ],\n  \
         \"guardrails\": [\n    {{ \"type\": \"FLS_EDIT\", \"params\": {{ \"fields\": [{}] }}, \"message\": \"No access.\" }},\n    \
         {{ \"type\": \"NUMERIC_RANGE\", \"params\": {{ \"field\": \"Field_1__c\", \"min\": 0, \"max\": {index} }} }}\n  ]\n}}\n",
        fields.join(", ")
    )
}
