use std::fmt::Write as _;

use serde_json::json;

use super::{YamlRules, read_yaml};

#[test]
fn aliases_are_written_out() {
    let text = "a: &x {b: [1, &t two]}\nc: *x\nd: [*x, *t]\n*t : e\n";
    let read = read_yaml(text, YamlRules::Schema).unwrap();
    let x = json!({"b": [1, "two"]});
    assert_eq!(read.value, json!({"a": x, "c": x, "d": [x, "two"], "two": "e"}));
    assert!(read.places.contains_key(&"/c".parse().unwrap()) && !read.places.contains_key(&"/c/b".parse().unwrap()));
}

#[test]
fn a_decimal_integer_is_a_name() {
    let read = read_yaml("200: {description: a}\n-1: b\ndefault: 200\n", YamlRules::Schema).unwrap();
    assert_eq!(read.value, json!({"200": {"description": "a"}, "-1": "b", "default": 200}));
    assert!(read.places.contains_key(&"/200/description".parse().unwrap()));
}

#[test]
fn what_json_cannot_say_is_refused_at_its_place() {
    for (text, start) in [
        ("a: 1\n1.0: 2", 5),
        ("0x1F: 2", 0),
        ("0200: 2", 0),
        ("200: a\n\"200\": b", 7),
        ("a: &x [1]\n&y 2: {b: *y}\n*y : 2", 24),
        ("true: 2", 0),
        ("null : 2", 0),
        ("a: &x 1\nb: {<<: *x}", 12),
        ("a: !!str 1", 3),
        ("a: &x [*x]", 7),
        ("é: *x", 4),
        ("a: 1\n---\nb: 2", 5),
        ("a: &x [1]\n*x : 2", 10),
        ("a: .nan", 3),
    ] {
        let problems = read_yaml(text, YamlRules::Schema).unwrap_err();
        assert_eq!(problems[0].span.start, start, "{text}: {}", problems[0].message());
    }
}

#[test]
fn a_small_text_that_stands_for_a_vast_one_is_refused() {
    let mut text = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n".to_owned();
    for level in 1..20 {
        let many = vec![format!("*a{}", level - 1); 9].join(", ");
        let _ = writeln!(text, "a{level}: &a{level} [{many}]");
    }
    let problems = read_yaml(&text, YamlRules::Schema).unwrap_err();
    assert!(problems[0].message().contains("too much"), "{}", problems[0].message());
    let mut deep = "a0: &a0 [x]\n".to_owned();
    for level in 1..200 {
        let _ = writeln!(deep, "a{level}: &a{level} [*a{}]", level - 1);
    }
    let problems = read_yaml(&deep, YamlRules::Schema).unwrap_err();
    assert!(problems[0].message().contains("127"), "{}", problems[0].message());
}
