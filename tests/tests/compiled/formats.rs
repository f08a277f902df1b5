//! Strings with a format are typed values: they keep their notation, and their type can refuse them.

use std::net::Ipv4Addr;

use crate::cases::style_formats::schemas::{Host, HostUpstream};
use crate::cases::style_formats::{Ipv6Text, with_defaults};
use crate::own::Sku;

const TEXT: &str = r#"{"address":"192.0.2.1","aliases":["2001:DB8:0:0:0:0:0:1"],"sku":"A-01","upstream":"192.0.2.2"}"#;

#[test]
fn a_text_of_a_format_is_the_value_and_is_written_as_it_was_read() {
    let host = Host::parse(TEXT).expect("it is valid");
    assert!(host.address.is_documentation() && *host.address == Ipv4Addr::new(192, 0, 2, 1));
    assert_eq!(host.sku.as_deref(), Some(&Sku { letter: 'A', number: 1 }));
    assert!(matches!(&host.upstream, Some(HostUpstream::Ipv4(address)) if address.octets()[3] == 2));
    assert_eq!(serde_json::to_string(&host).expect("it is written"), TEXT, "the spelling is kept");
    assert_eq!(host.loopback, None, "a default is not read into a type that nobody here knows");
    assert_eq!(with_defaults(|| serde_json::to_string(&host).expect("it is written")), TEXT);
}

#[test]
fn values_are_equal_whatever_their_spelling_and_can_be_made_by_hand() {
    let alias: Ipv6Text = "2001:DB8::1".parse().expect("it is an address");
    let same = Ipv6Text::from(*alias.value());
    assert!(alias == same && alias.as_str() != same.as_str() && same.to_string() == "2001:db8::1");
    assert!("2001".parse::<Ipv6Text>().is_err());
    let mut host = Host::parse(TEXT).expect("it is valid");
    host.address = Ipv4Addr::LOCALHOST.into();
    host.validate().expect("what the type writes obeys the schema");
    let built = Host::builder().address(Ipv4Addr::LOCALHOST).build().expect("a builder takes the value");
    assert_eq!(built.address, host.address);
}

/// No validator knows the format, and the pattern allows larger numbers than the type.
#[test]
fn what_the_schema_allows_and_the_type_refuses_is_refused_with_its_place() {
    let broken = TEXT.replace("A-01", "A-99999999999");
    let report = Host::parse(&broken).expect_err("its type refuses it");
    assert_eq!((report[0].code, report[0].at.as_str()), ("FORMAT_MISMATCH", "/sku"));
    assert!(report.to_string().contains("the type of its format rejects \"A-99999999999\""), "{report}");
    assert!(serde_json::from_str::<Host>(&broken).expect_err("so does serde").to_string().contains("A-99999999999"));
}
