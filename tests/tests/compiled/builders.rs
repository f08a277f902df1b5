//! Builders accept natural argument types, and the built values are valid.

use planwright_runtime::Maybe;

use crate::cases::style_builders::schemas::{Line, Order, OrderState, Price, PriceCurrency};
use crate::cases::style_trait_alone::schemas::Parcel;

fn line() -> Line {
    let price = Price::builder().amount(5_u64).currency(PriceCurrency::Eur).build().expect("it is whole");
    Line::builder().price(price).build().expect("it is whole")
}

#[test]
fn a_member_takes_its_value_whatever_the_field_holds_it_in() {
    let first = Order::builder().id("a").lines([line()]).build().expect("it is whole");
    let order = Order::builder()
        .id("b")
        .lines([line()])
        .state("open")
        .clerk("Ada")
        .maybe_clerk(true)
        .with_build("7")
        .before(first.clone())
        .build()
        .expect("it is whole");
    assert_eq!(order.state, Some(OrderState::Open));
    assert_eq!(order.clerk, Maybe::Value("Ada".to_owned()));
    assert_eq!((order.maybe_clerk, order.build.as_deref(), order.code.as_str()), (Some(true), Some("7"), "XX"));
    assert_eq!(order.before.as_deref(), Some(&first));
    let text = serde_json::to_string(&order).expect("it is written");
    assert_eq!(Order::parse(&text).expect("it obeys its schema"), order);
}

#[test]
fn a_second_setter_takes_all_that_the_field_can_be() {
    let begun = Order::builder().id("a").lines([]).state("open").clerk("Ada");
    let order = begun.maybe_state(None).maybe_clerk_(Maybe::Null).maybe_before(None).build().expect("it is whole");
    assert_eq!((order.state, order.clerk), (None, Maybe::Null));
}

#[test]
fn what_is_missing_or_does_not_fit_is_told_at_once() {
    let refused = Order::builder().id("a").state("closed").build().expect_err("two things are wrong").to_string();
    assert!(refused.contains("lines is missing; state: "), "{refused}");
}

#[test]
fn what_is_built_obeys_its_schema() {
    let refused =
        Order::builder().id("far too long").lines([]).build().expect_err("the schema has a bound").to_string();
    assert!(refused.contains("/id"), "{refused}");
    let line = Line { count: 0, ..line() };
    let refused = Order::builder().id("a").lines([line]).build().expect_err("the schema has a bound").to_string();
    assert!(refused.contains("/lines/0/count"), "{refused}");
}

#[test]
fn members_are_called_as_they_like() {
    let price = Price::builder().amount(5_u64).currency(PriceCurrency::Eur);
    let price = price.with_build(8).with_build2("7").default("none").build().expect("it is whole");
    assert_eq!((price.with_build, price.default.as_deref()), (Some(8), Some("none")));
    assert_eq!(price.build.as_deref(), Some("7"));
}

/// The root has only the methods of its trait.
#[test]
fn what_is_built_obeys_its_schema_without_methods_too() {
    assert_eq!(
        Parcel::builder().id("a").note("by hand").build().expect("it is whole").note.as_deref(),
        Some("by hand")
    );
    let refused = Parcel::builder().id("far too long").build().expect_err("the schema has a bound").to_string();
    assert!(refused.contains("/id"), "{refused}");
}
