//! Compares formats with the validator.

use planwright_source::string_formats::format_test;

/// Compares formats with the validator, for strings near the edge cases.
#[test]
fn formats_are_judged_as_the_validator_does() {
    let texts = [
        "",
        "/",
        "/~",
        "/~0~1",
        "/~2",
        "a",
        "~0",
        "/é~1",
        "2024-02-29",
        "2023-02-29",
        "1900-02-29",
        "2000-02-29",
        "0000-01-01",
        "2024-00-10",
        "2024-13-01",
        "2024-04-31",
        "2024-04-30",
        "2024-1-01",
        "02024-01-01",
        "2024-01-1é",
        "é024-01-01",
        "10:00:00Z",
        "10:00:00z",
        "10:00:00",
        "24:00:00Z",
        "23:60:00Z",
        "23:59:60Z",
        "23:58:60Z",
        "22:59:60-01:00",
        "00:29:60+00:30",
        "01:29:60+01:30",
        "15:59:60-08:00",
        "15:59:60+08:00",
        "23:59:60+00:00",
        "23:59:61Z",
        "10:00:00.Z",
        "10:00:00.5Z",
        "10:00:00.500",
        "10:00:00+24:00",
        "10:00:00+23:59",
        "10:00:00+23:60",
        "10:00:00+1:00",
        "10:00:00+01:0",
        "10:00:00+01:00Z",
        "10:00:00 Z",
        "1é:00:00Z",
        "2024-02-29T10:00:00Z",
        "2024-02-29t10:00:00+01:00",
        "2024-02-29 10:00:00Z",
        "2024-02-29TT10:00:00Z",
        "2023-02-29T10:00:00Z",
        "T10:00:00Z",
        "1.2.3.4",
        "1.2.3",
        "01.2.3.4",
        "256.1.1.1",
        "1.2.3.4 ",
        "::",
        "::1",
        "1::2::3",
        "::ffff:1.2.3.4",
        "fe80::1%eth0",
        "12345::",
        "[::1]",
        "123e4567-e89b-12d3-a456-426614174000",
        "123E4567-E89B-12D3-A456-426614174000",
        "123e4567e89b12d3a456426614174000",
        "0",
        "01",
        "1#",
        "1##",
        "10/a",
        "10/~2",
        "10a",
        "P",
        "PT",
        "P1",
        "P1Y2M3DT4H5M6S",
        "P1Y2D",
        "P2DT",
        "P3W",
        "P3WT1H",
        "P1M1Y",
        "PT1H2S",
        "P1S",
        "http://a:80/b?c#d",
        "http://a:b/",
        "a:",
    ];
    for (draft, name) in every_format() {
        let ours = format_test(name, draft).unwrap();
        let theirs = crate::reader::by_validator::ValidatedFormat::new(draft);
        for text in texts {
            assert_eq!(ours(text), theirs.holds(name, text), "{name} {text:?}");
        }
        assert!(texts.iter().any(|text| ours(text)), "{name}");
    }
}

/// Returns the formats that are checked here, in all dialects that the validator names. It does not support `uuid` in
/// all of them.
fn every_format() -> impl Iterator<Item = (&'static str, &'static str)> {
    let of_all = [
        "date",
        "date-time",
        "duration",
        "time",
        "ipv4",
        "ipv6",
        "iri",
        "iri-reference",
        "json-pointer",
        "relative-json-pointer",
        "uri",
        "uri-reference",
        "uri-template",
    ];
    let drafts = ["Draft4", "Draft6", "Draft7", "Draft201909", "Draft202012"];
    let of_all = drafts.into_iter().flat_map(move |draft| of_all.map(|name| (draft, name)));
    of_all.chain([("Draft201909", "uuid"), ("Draft202012", "uuid")])
}

/// Compares formats with the validator, for random strings made of significant pieces.
#[test]
fn formats_of_any_texts_are_judged_as_the_validator_does() {
    let pieces = ": / // ? # @ [ ] [::1] [v1.a:b] [vG.a] [1.2.3.4] [::1%25a] %41 %4 % a http urn 1 80 . .. - + ~ ! ' ( \
        * , ; = & $ \" < > \\ ^ ` | { } {a} {+a} {a*} {a:3} {a:0} {a:12345} {a,b} {a.b} {.} {?a*,b:1} {a..b} \
        {%41} {a%4} \t \u{7f} é \u{a0} \u{9f} \u{e000} \u{fdd0} \u{fff0} \u{1fffe} \u{e0fff} \u{e1000} \
        \u{f0000} \u{10fffd} \u{10ffff} P T 1Y 2M 3W 4D 5H 6S 0 01 ~0 ~2 _";
    // A space is a piece too.
    let pieces: Vec<&str> = pieces.split(' ').chain([" "]).collect();
    let mut state = 7_u64;
    let mut below = |bound: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap_or_default() % bound
    };
    let text = |below: &mut dyn FnMut(usize) -> usize| {
        let start = ["", "", "a:", "http://", "//", "P", "PT", "0", "{"][below(9)];
        let count = below(6);
        (0..count).fold(start.to_owned(), |text, _| text + pieces[below(pieces.len())])
    };
    let texts: Vec<String> = (0..20_000).map(|_| text(&mut below)).collect();
    let mut held = 0;
    for (draft, name) in every_format().filter(|(draft, _)| ["Draft4", "Draft7", "Draft202012"].contains(draft)) {
        let ours = format_test(name, draft).unwrap();
        let theirs = crate::reader::by_validator::ValidatedFormat::new(draft);
        for text in &texts {
            let holds = theirs.holds(name, text);
            assert_eq!(ours(text), holds, "{draft} {name} {text:?}");
            held += usize::from(holds && draft == "Draft202012");
        }
    }
    assert!(held > 10_000, "{held} of the texts have a format");
}
