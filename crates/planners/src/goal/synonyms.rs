//! Names of objects, fields and values in addition to their labels.

use planwright_org::api_name_words;

use super::lexicon;

/// Synonyms of objects. The flag is set if the synonym is more specific than the label, and is kept in the action's
/// name.
pub(super) const OBJECT_SYNONYMS: &[(&str, &str, bool)] = &[
    ("deal", "Opportunity", false),
    ("opp", "Opportunity", false),
    ("sales opportunity", "Opportunity", false),
    ("ticket", "Case", false),
    ("support case", "Case", false),
    ("service request", "Case", false),
    ("incident", "Case", false),
    ("issue", "Case", false),
    ("customer", "Account", false),
    ("company", "Account", false),
    ("client", "Account", false),
    ("person", "Contact", false),
    ("people", "Contact", false),
    ("prospect", "Lead", false),
    ("to do", "Task", false),
    ("follow up", "Task", true),
    ("reminder", "Task", true),
    ("call", "Task", true),
    ("phone call", "Task", true),
    ("activity", "Task", false),
    ("meeting", "Event", true),
    ("appointment", "Event", true),
    ("calendar entry", "Event", false),
    ("agreement", "Contract", false),
    ("sales order", "Order", false),
    ("purchase order", "Order", false),
    ("product", "Product2", false),
    ("pricebook", "Pricebook2", false),
    ("proposal", "Quote", false),
    ("marketing campaign", "Campaign", false),
];

/// Synonyms of fields. `*` means any object that has the field.
pub(super) const FIELD_SYNONYMS: &[(&str, &str, &str)] = &[
    ("*", "owner", "OwnerId"),
    ("*", "assignee", "OwnerId"),
    ("*", "queue", "OwnerId"),
    ("*", "details", "Description"),
    ("*", "email address", "Email"),
    ("*", "e mail", "Email"),
    ("*", "phone number", "Phone"),
    ("*", "telephone", "Phone"),
    ("*", "mobile", "MobilePhone"),
    ("*", "mobile number", "MobilePhone"),
    ("*", "cell phone", "MobilePhone"),
    ("*", "job title", "Title"),
    ("*", "surname", "LastName"),
    ("*", "family name", "LastName"),
    ("*", "given name", "FirstName"),
    ("*", "birthday", "Birthdate"),
    ("*", "source", "LeadSource"),
    ("*", "revenue", "AnnualRevenue"),
    ("*", "headcount", "NumberOfEmployees"),
    ("*", "number of employees", "NumberOfEmployees"),
    ("*", "price", "UnitPrice"),
    ("*", "budget", "BudgetedCost"),
    ("*", "valid until", "ExpirationDate"),
    ("*", "expiry date", "ExpirationDate"),
    ("*", "serial", "SerialNumber"),
    ("*", "sku", "StockKeepingUnit"),
    ("Contact", "name", "LastName"),
    ("Lead", "name", "LastName"),
    ("Opportunity", "value", "Amount"),
    ("Opportunity", "size", "Amount"),
    ("Opportunity", "revenue", "Amount"),
    ("Opportunity", "deal size", "Amount"),
    ("Opportunity", "forecast", "ForecastCategoryName"),
    ("Opportunity", "next steps", "NextStep"),
    ("Task", "due date", "ActivityDate"),
    ("Task", "deadline", "ActivityDate"),
    ("Task", "due", "ActivityDate"),
    ("Task", "comments", "Description"),
    ("Task", "title", "Subject"),
    ("Event", "title", "Subject"),
    ("Event", "start", "StartDateTime"),
    ("Event", "start time", "StartDateTime"),
    ("Event", "end", "EndDateTime"),
    ("Event", "end time", "EndDateTime"),
    ("Case", "severity", "Priority"),
    ("Case", "urgency", "Priority"),
    ("Case", "channel", "Origin"),
    ("Case", "title", "Subject"),
];

/// Synonyms of picklist values, by key.
pub(super) const VALUE_SYNONYMS: &[(&str, &str)] = &[
    ("done", "completed"),
    ("finished", "completed"),
    ("complete", "completed"),
    ("urgent", "high"),
    ("critical", "high"),
];

/// Returns the synonyms of a lowercase word, for searches. They are lowercase, with spaces between their words: `deal`
/// is `opportunity`, `finish` is `complete`.
///
/// Plans use stricter rules.
pub fn synonyms(word: &str) -> Vec<String> {
    let singular = word.strip_suffix('s').filter(|stem| !stem.is_empty());
    let is_meant = |phrase: &str| phrase == word || Some(phrase) == singular;
    let objects = OBJECT_SYNONYMS.iter().filter(|(phrase, ..)| is_meant(phrase)).map(|(_, object, _)| stem(object));
    let fields = FIELD_SYNONYMS.iter().filter(|(_, phrase, _)| is_meant(phrase)).map(|(.., field)| stem(field));
    let values = VALUE_SYNONYMS.iter().filter(|(other, _)| is_meant(other)).map(|(_, value)| (*value).to_owned());
    let verbs = lexicon::alike(word).into_iter().map(str::to_owned);
    let mut found: Vec<String> = objects.chain(fields).chain(values).chain(verbs).collect();
    found.sort();
    found.dedup();
    found
}

/// Returns the words for a field or object: `OwnerId` is `owner`, `Product2` is `product`.
fn stem(name: &str) -> String {
    let name = name.trim_end_matches(|letter: char| letter.is_ascii_digit());
    api_name_words(name.strip_suffix("Id").filter(|rest| !rest.is_empty()).unwrap_or(name))
}

#[cfg(test)]
mod tests {
    use super::synonyms;

    #[test]
    fn words_have_synonyms() {
        assert_eq!(synonyms("deals"), ["opportunity"]);
        assert_eq!(synonyms("assignee"), ["owner"]);
        assert!(synonyms("finish").contains(&"complete".to_owned()));
        assert!(synonyms("booked").contains(&"schedule".to_owned()));
        assert_eq!(synonyms("rocket"), [""; 0]);
    }
}
