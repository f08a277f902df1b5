//! A constrained string or number cannot be created with an invalid value, by any means.

use std::str::FromStr as _;

use crate::cases::newtypes::schemas::{Level, Mail, Share, Task, TaskId};
use crate::cases::style_inner_newtypes::schemas::{Advisory, AlternateName, Cve};

#[test]
fn no_way_leads_around_the_bounds_of_a_text() {
    let id = TaskId::new("t-1").expect("it obeys");
    assert_eq!((&*id, id.as_ref(), id.to_string().as_str()), ("t-1", "t-1", "t-1"));
    assert_eq!(TaskId::as_str(&id), "t-1");
    let owned = String::from(id.clone());
    assert_eq!(owned, id);
    assert_eq!(id, owned);
    assert_eq!("t-1", id);
    assert_eq!(id.into_inner(), "t-1");
    assert!(TaskId::new("x").is_err() && TaskId::from_str("x").is_err());
    assert!(TaskId::try_from("x").is_err() && TaskId::try_from("x".to_owned()).is_err());
    let error = serde_json::from_str::<TaskId>("\"x\"").expect_err("it breaks the pattern").to_string();
    assert!(error.contains("TaskId") && error.contains("^t-[0-9]+$"), "{error}");
    assert!(Mail::new("nobody").is_err() && Mail::new("a@example.org").is_ok(), "formats are asserted");
}

#[test]
fn no_way_leads_around_the_bounds_of_a_number() {
    assert_eq!(Level::new(5_u32).map(Level::into_inner), Ok(5));
    assert!(Level::new(6_u32).is_err() && Level::from_str("0").is_err() && Level::from_str("many").is_err());
    assert!(Share::try_from(0.5).is_ok_and(|share| share.to_string() == "0.5") && Share::try_from(0.0).is_err());
    assert!(serde_json::from_str::<Level>("9").is_err());
}

#[test]
fn a_default_that_obeys_fills_in() {
    let task: Task = serde_json::from_str("{\"id\": \"t-1\"}").expect("it obeys");
    assert_eq!(&*task.queue, "main");
    assert!(serde_json::from_str::<Task>("{\"id\": \"1\"}").is_err(), "a member judges too");
}

#[test]
fn bounds_that_are_written_in_place_are_types_too() {
    assert!(Cve::new("2024-1").is_err() && AlternateName::new("").is_err());
    let text = r#"{"title":"A","cve":"CVE-2024-0001","aliases":["b"]}"#;
    let advisory = Advisory::parse(text).expect("it obeys its schema");
    let aliases: Vec<&str> = advisory.aliases.iter().map(AlternateName::as_str).collect();
    assert_eq!((advisory.cve.as_str(), aliases), ("CVE-2024-0001", vec!["b"]));
    let advisory = Advisory { aliases: Vec::new(), ..advisory };
    assert_eq!(serde_json::to_string(&advisory).expect("it is written"), r#"{"title":"A","cve":"CVE-2024-0001"}"#);
}
