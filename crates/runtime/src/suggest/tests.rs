//! Suggestions, also compared with a straightforward implementation.

use super::{KnownNames, SplitName, Suggestion, VERBS, is_opposite, nearest, suggest, verb_at};

#[test]
fn identifiers_are_split_like_other_names() {
    for name in ["createOrder", "OrderDelete", "ALLOW", "readMe2", "x", "", "unpublishAll", "deleteReadABCdropX"] {
        assert_eq!(SplitName::parse_identifier(name), SplitName::parse_words(name), "{name}");
    }
}

#[test]
fn every_verb_of_the_table_is_found() {
    for (row, verb) in VERBS.iter().enumerate().flat_map(|(row, verbs)| verbs.iter().map(move |verb| (row, *verb))) {
        assert_eq!(verb_at(verb, 0), Some((row, 0, verb.len())), "{verb}");
    }
}

#[test]
fn near_names_are_found_and_far_ones_are_not() {
    let known = ["INSERT", "UPDATE", "UPSERT"];
    assert_eq!(nearest("update", known), Some("UPDATE"));
    assert_eq!(nearest("UPDTE", known), Some("UPDATE"));
    assert_eq!(nearest("in-progess", ["in_progress"]), Some("in_progress"));
    assert_eq!(nearest("DELETE", known), None);
    assert_eq!(nearest("", known), None);
    let is_only = |given| suggest(given, ["left", "lift", "loft"]).map(|near| (near.name, near.is_only));
    assert_eq!(is_only("lxft"), Some(("left", false)), "three are as near");
    assert_eq!(is_only("leftt"), Some(("left", true)));
}

#[test]
fn a_verb_leads_to_the_same_verb_or_nowhere() {
    let known = ["create_form", "update_form_title", "open_builder"];
    assert_eq!(nearest("delete_form", known), None);
    assert_eq!(nearest("deleteForm", known), None);
    assert_eq!(nearest("add_form", known), Some("create_form"));
    assert_eq!(nearest("create_from", known), Some("create_form"));
    assert_eq!(nearest("creat_form", known), Some("create_form"), "a misspelt verb is a slip like others");
    assert_eq!(nearest("disable_field", ["enable_field"]), None);
    assert_eq!(nearest("removeField", ["update_field", "delete_field"]), Some("delete_field"));
}

#[test]
fn a_name_is_never_corrected_to_its_opposite() {
    for (given, known) in [
        ("deactivate", "activate"),
        ("activate", "deactivate"),
        ("unopen", "open"),
        ("inactive", "active"),
        ("decrease", "increase"),
        ("Import-Data", "export_data"),
        ("maxWidth", "min_width"),
        ("descending", "ascending"),
        ("nonbillable", "billable"),
        ("not paid", "paid"),
    ] {
        assert_eq!(nearest(given, [known]), None, "{given} {known}");
        assert_eq!(KnownNames::new([known]).suggest(given), None, "{given} {known}");
    }
    // Controls: a typing error is corrected also where an opposite is known.
    assert_eq!(nearest("decraese", ["increase", "decrease"]), Some("decrease"));
    assert_eq!(nearest("actvate", ["activate", "deactivate"]), Some("activate"));
}

/// Straightforward implementation, which splits and compares every name completely.
fn plainly<'k>(given: &str, known: &[&'k str]) -> Option<Suggestion<'k>> {
    fn split(name: &str) -> (String, Option<usize>, String) {
        let mut words: Vec<String> = Vec::new();
        let (mut starts, mut after_small) = (true, false);
        for letter in name.chars() {
            let separates = matches!(letter, '_' | '-' | ' ');
            starts |= separates || after_small && letter.is_uppercase();
            after_small = letter.is_lowercase();
            if separates {
                continue;
            }
            if starts {
                words.push(String::new());
            }
            starts = false;
            words.last_mut().unwrap().extend(letter.to_lowercase());
        }
        let row = |word: &String| VERBS.iter().position(|row| row.contains(&word.as_str()));
        let at = words.iter().position(|word| row(word).is_some());
        let rest = words.iter().enumerate().filter(|(index, _)| Some(*index) != at).map(|(_, word)| word.as_str());
        (words.concat(), at.and_then(|at| row(&words[at])), rest.collect())
    }
    if given.len() > 100 {
        return None;
    }
    let (plain, verb, rest) = split(given);
    let limit = plain.chars().count().div_ceil(3).min(4);
    let within = |one: &str, other: &str, limit| Some(strsim::osa_distance(one, other)).filter(|found| *found <= limit);
    let mut best: Option<(usize, Suggestion<'k>)> = None;
    for name in known {
        let (other, other_verb, other_rest) = split(name);
        let distance = match (verb, other_verb) {
            (Some(one), Some(other)) if one != other => None,
            (Some(_), Some(_)) => within(&rest, &other_rest, limit.min(rest.chars().count().div_ceil(3))),
            _ => within(&plain, &other, limit),
        };
        let Some(distance) = distance.filter(|distance| *distance == 0 || !is_opposite(&plain, name)) else { continue };
        match &mut best {
            Some((least, near)) if *least == distance => near.is_only &= near.name == *name,
            Some((least, _)) if *least < distance => {}
            _ => best = Some((distance, Suggestion { name, is_only: true })),
        }
    }
    best.map(|(_, near)| near)
}

/// Pseudorandom numbers, which are the same in every run.
struct RandomNumbers(u64);

impl RandomNumbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % bound
    }

    /// Returns a name with up to five typing errors.
    fn misspelled(&mut self, name: &str) -> String {
        let mut letters: Vec<char> = name.chars().collect();
        for _ in 0..self.below(6) {
            let letter = ['a', 'e', 'n', 'T', '_', '-', '1', 'é', 'İ', 'x'][self.below(10)];
            let at = self.below(letters.len() + 1);
            match self.below(4) {
                0 => letters.insert(at, letter),
                1 if at < letters.len() => _ = letters.remove(at),
                2 if at < letters.len() => letters[at] = letter,
                _ if at + 1 < letters.len() => letters.swap(at, at + 1),
                _ => {}
            }
        }
        letters.into_iter().collect()
    }
}

#[test]
fn suggestions_are_those_of_the_plain_algorithm() {
    let long = "a_very_long_name_of_a_member_that_nobody_would_type_by_hand_and_that_fills_words";
    let mut known: Vec<&str> = vec![
        "",
        "_",
        "a",
        "Id",
        "name",
        "Name",
        "title",
        "BillingStreet",
        "BillingState",
        "BillingCity",
        "ShippingStreet",
        "AnnualRevenue",
        "NumberOfEmployees",
        "create_form",
        "createForm",
        "add-form",
        "updateForm",
        "delete_field",
        "remove field",
        "open_builder",
        "unpublish_form",
        "draft_form",
        "größe",
        "Straße",
        "İstanbul",
        "naïve_name",
        "maxLength",
        "minLength",
        "maxItems",
        "minItems",
        "additionalProperties",
        "patternProperties",
        long,
    ];
    for row in VERBS {
        known.extend(row.iter());
    }
    let prepared = KnownNames::new(known.iter().copied());
    let mut numbers = RandomNumbers(7);
    let (mut found, mut none) = (0, 0);
    for round in 0..2_000 {
        let given = numbers.misspelled(known[round % known.len()]);
        let expected = plainly(&given, &known);
        assert_eq!(suggest(&given, known.iter().copied()), expected, "{given:?}");
        assert_eq!(prepared.suggest(&given), expected, "{given:?}, prepared");
        assert_eq!(prepared.has_suggestion(&given), expected.is_some(), "{given:?}, any");
        *if expected.is_some() { &mut found } else { &mut none } += 1;
    }
    assert!(found > 500 && none > 50, "{found} found, {none} not");
    assert_eq!(prepared.suggest(&"x".repeat(101)), None);
}
