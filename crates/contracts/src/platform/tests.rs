use super::row::{operations_of, parse_attributes};
use super::*;

#[test]
fn every_row_of_the_table_is_read() {
    assert!(TABLE.len() > 2_500, "{}", TABLE.len());
    for pair in TABLE.windows(2) {
        assert_eq!(compare(pair[0].name, pair[1].name), Ordering::Less, "{}", pair[1].name);
    }
    let rows = include_str!("../../data/platform/facts.txt").lines().skip(1);
    for (line, facts) in rows.zip(TABLE.iter()) {
        let words: Vec<&str> = line.split(' ').collect();
        assert_eq!(words[0], facts.name);
        let operations = operations_of(words[1]).unwrap_or_default();
        assert!(operations == "-" || operations.chars().all(|letter| "cudrq".contains(letter)), "{line}");
        assert!(words[1].starts_with(|source: char| "FODH".contains(source)), "{line}");
        let attributes = words[2..].iter().filter(|word| word.starts_with('@'));
        assert!(attributes.clone().all(|word| !parse_attributes(word).is_empty()), "{line}");
        let fields: Vec<_> = words[2..].iter().filter(|word| !word.starts_with('@')).collect();
        assert_eq!(facts.fields().len(), fields.len(), "{line}");
        for field in facts.fields() {
            assert_eq!(facts.field(&field.name.to_ascii_uppercase()).map(|known| known.name), Some(field.name));
        }
        for group in facts.one_of() {
            assert!(group.iter().any(|name| facts.field(name).is_some()), "{line}");
        }
        for (field, _) in facts.initial_values() {
            assert!(facts.field(field).is_some(), "{line}");
        }
    }
    assert!(SYSTEM_FIELDS.is_sorted());
}

#[test]
fn facts_are_found_in_any_case_and_unknown_names_are_not() {
    let account = find_facts("ACCOUNT").unwrap();
    assert_eq!((account.name, account.supports(RecordOperation::Create)), ("Account", Some(true)));
    assert_eq!(account.has_field("createddate"), Some(true));
    assert_eq!(account.has_field("Phoen"), Some(false));
    assert!(find_facts("Acount").is_none() && find_facts("").is_none());
    for name in ["AccountHistory", "caseShare", "LeadOwnerSharingRule", "KnowledgeArticle"] {
        assert!(is_standard_object_name(name), "{name}");
    }
    assert!(!["AcountHistory", "Share", "Thing__c"].into_iter().any(is_standard_object_name));
}

/// Each kind of fact, with an object or field that has it and one that does not.
#[test]
fn facts_are_those_of_the_platform() {
    use RecordOperation::{Create, Delete, Query, Update};
    for (object, operation, expected) in [
        ("Contact", Create, Some(true)),
        ("AsyncApexJob", Create, Some(false)),
        ("AsyncApexJob", Query, Some(true)),
        ("Profile", Update, Some(false)),
        ("NetworkMember", Create, Some(false)),
        ("NetworkMember", Update, Some(true)),
        ("User", Delete, Some(false)),
        ("AccountHistory", Create, Some(false)),
        ("casefeed", Update, Some(false)),
        ("ContactChangeEvent", Create, Some(false)),
        ("AccountShare", Create, Some(true)),
        ("AccountHistory", Query, None),
        ("Thing__History", Update, Some(false)),
        ("WorkOrderShare", Create, Some(true)),
        ("Thing__c", Create, None),
        ("Nothing", Create, None),
    ] {
        assert_eq!(supports(object, operation), expected, "{object} {operation:?}");
    }
    let field = |object: &str, name: &str| find_facts(object).and_then(|facts| facts.field(name)).unwrap();
    assert_eq!(field("CaseComment", "ParentId").updateable, Possible::Never);
    assert_eq!(field("Quote", "AccountId").createable, Possible::Unlikely);
    assert_eq!(field("Contact", "Name").createable, Possible::Never);
    assert_eq!(field("Contact", "Phone").createable, Possible::Perhaps);
    assert!(field("Contact", "LastName").required && !field("Contact", "FirstName").required);
    assert!(!field("Case", "Status").required && !field("ContentVersion", "ContentDocumentId").required);
    assert_eq!(field("Account", "Phone").upsert_key, Possible::Never);
    assert_eq!(field("Quote", "Phone").upsert_key, Possible::Unlikely);
    assert_eq!(field("Contact", "Email").upsert_key, Possible::Perhaps);
    assert_eq!(field("Account", "Phone").permissionable, Some(true));
    assert_eq!(field("GroupMember", "UserOrGroupId").targets, ["Group", "User"]);
    let event = find_facts("Event").unwrap();
    assert!(event.one_of().any(|group| group.contains(&"DurationInMinutes")) && event.one_of().count() == 2);
    assert_eq!(find_facts("Order").unwrap().initial_values().collect::<Vec<_>>(), [("Status", "Draft")]);
    let (inserts, updates) = find_facts("User").unwrap().setup_writes().unwrap();
    assert_eq!(inserts, &SetupWrites::OfFields(vec!["UserRoleId"]));
    assert!(matches!(updates, SetupWrites::OfFields(fields) if fields.contains(&"ProfileId")));
    assert!(find_facts("Account").unwrap().setup_writes().is_none());
}

#[test]
fn misspelled_objects_are_found_without_comparing_all_names() {
    for (given, meant) in [
        ("Acount", Some("Account")),
        ("Accounts", Some("Account")),
        ("Opprotunity", Some("Opportunity")),
        ("Work_Order", Some("WorkOrder")),
        ("AsyncApexJobb", Some("AsyncApexJob")),
        ("contcat", Some("Contact")),
        ("Blorp", None),
        ("", None),
    ] {
        assert_eq!(suggest_object(given).map(|near| near.name), meant, "{given}");
    }
    assert_eq!(suggest_object(&"A".repeat(1_000_000)), None);
}
