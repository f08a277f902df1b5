//! Draws workflows as diagrams, and checks that no string of a workflow becomes part of the diagram language.

use std::collections::BTreeSet;
use std::fs;

use planwright_sync::Files;
use planwright_tests::cases::{self, Case};
use planwright_tests::{golden, workspace};
use planwright_workflow::{DiagramFormat, Draft, diagram, load_text, sheets};
use serde_json::json;

fn draft(case: &Case) -> Draft {
    let text = fs::read_to_string(case.folder.join("draft.json")).expect("every case has a draft");
    Draft::from_text(&text).unwrap_or_else(|report| panic!("{}: {report:?}", case.name))
}

const FORMATS: [(DiagramFormat, &str); 3] =
    [(DiagramFormat::Mermaid, "diagram.mmd"), (DiagramFormat::Dot, "diagram.dot"), (DiagramFormat::Svg, "diagram.svg")];

#[test]
fn every_case_is_drawn_as_expected() {
    cases::run("diagrams", |case| {
        let draft = draft(case);
        let settled = FORMATS.map(|(format, file)| golden::compare_file(&case.folder, file, diagram(&draft, format)));
        let drawn = sheets(&draft);
        let are_several = drawn.len() > 1;
        let names = (1..).map(|number| format!("sheet-{number}.svg"));
        let several: Files = names.zip(drawn).filter(|_| are_several).collect();
        let settled = settled.into_iter().chain([golden::compare(&case.folder.join("sheets"), &several)]);
        settled.collect()
    });
}

/// Counts how often a drawing refers `to` another sheet, or `from` one.
fn crossings(svg: &str, direction: &str) -> usize {
    let starts = svg.split('>').filter_map(|text| text.strip_prefix(direction)?.strip_prefix(' '));
    let counted = starts.map(|text| match text.split_once(" more on other sheets") {
        Some((more, _)) => more.parse().unwrap_or_else(|_| panic!("{text}")),
        None => usize::from(text.split_once(" on sheet ").is_some()),
    });
    counted.sum()
}

/// Every action of a workflow is on one sheet. Every link is a line, or a reference at both of its ends.
#[test]
fn sheets_have_every_action_and_every_link() {
    let mut most = 0;
    for case in cases::all("diagrams") {
        let draft = draft(&case);
        let (whole, sheets) = (diagram(&draft, DiagramFormat::Svg), sheets(&draft));
        let counted = |count: &dyn Fn(&str) -> usize| sheets.iter().map(|sheet| count(sheet)).sum::<usize>();
        let cards = |svg: &str| svg.matches("<rect class=\"card\"").count();
        assert_eq!(counted(&cards), cards(&whole), "{}", case.name);
        // The arrow heads in the legend have another direction.
        let lines = |svg: &str| svg.matches("h10l-5 9z").count();
        let across = counted(&|svg| crossings(svg, "to"));
        assert_eq!(counted(&lines) + across, lines(&whole), "{}", case.name);
        assert_eq!(counted(&|svg| crossings(svg, "from")), across, "{}", case.name);
        assert_eq!(across > 0, sheets.len() > 1, "{}", case.name);
        most = most.max(sheets.len());
    }
    assert!(most > 2, "a case has several sheets");
}

#[test]
fn the_example_is_drawn_as_it_stands() {
    let folder = workspace().join("examples/workflows");
    let text = fs::read_to_string(folder.join("loan-approval.json")).expect("the example is there");
    let loaded = load_text(&text).expect("the example can be read");
    assert!(loaded.warnings.is_empty());
    let drawn = diagram(&loaded.draft, DiagramFormat::Svg);
    golden::compare_file(&folder, "loan-approval.svg", drawn).unwrap_or_else(|failure| panic!("{failure}"));
}

/// Returns the elements of a drawing with their attributes, without text.
fn markup(svg: &str) -> BTreeSet<String> {
    let document = roxmltree::Document::parse(svg).unwrap_or_else(|error| panic!("{error}\n{svg}"));
    let elements = document.descendants().filter(roxmltree::Node::is_element);
    let names = elements.flat_map(|element| {
        let name = element.tag_name().name().to_owned();
        let attributes =
            element.attributes().map(|attribute| format!("{name}@{}", attribute.name())).collect::<Vec<_>>();
        attributes.into_iter().chain([name])
    });
    names.collect()
}

#[test]
fn no_text_becomes_markup() {
    for case in cases::all("diagrams") {
        for name in markup(&diagram(&draft(&case), DiagramFormat::Svg)) {
            let element = name.split('@').next().unwrap_or_default();
            let known = ["svg", "title", "desc", "style", "rect", "g", "path", "circle", "text"];
            assert!(known.contains(&element), "{}: {name}", case.name);
            assert!(!name.contains("@on") && !name.ends_with("href"), "{}: {name}", case.name);
        }
    }
    let control = "<svg><title>a</title><script href=\"x\"/></svg>";
    assert!(
        markup(control).contains("script") && markup(control).contains("script@href"),
        "the check sees what it looks for"
    );
}

/// Splits a Mermaid diagram into the parts outside of quoted labels and the labels.
fn labels(mermaid: &str) -> (String, Vec<&str>) {
    let (_, body) = mermaid.split_once("\n---\n").expect("a title stands before the flowchart");
    let parts: Vec<&str> = body.split('"').collect();
    (parts.iter().step_by(2).copied().collect(), parts.iter().skip(1).step_by(2).copied().collect())
}

fn is_harmless(label: &str) -> bool {
    let bare = label.replace("<b>", "").replace("</b>", "").replace("<i>", "").replace("</i>", "").replace("<br/>", "");
    bare.chars().all(|c| c.is_alphanumeric() || " .,-#;".contains(c))
}

#[test]
fn no_text_leaves_its_label() {
    for case in cases::all("diagrams") {
        let mermaid = diagram(&draft(&case), DiagramFormat::Mermaid);
        let (outside, inside) = labels(&mermaid);
        assert!(inside.iter().all(|label| is_harmless(label)), "{}: {inside:?}", case.name);
        for word in ["script", "click", "javascript", "alert"] {
            assert!(!outside.contains(word), "{}: {outside}", case.name);
        }
        let dot = diagram(&draft(&case), DiagramFormat::Dot);
        let plain = dot.replace("\\\\", "").replace("\\\"", "");
        let outside: String = plain.split('"').step_by(2).collect();
        assert!(!outside.contains("script") && !outside.contains('<'), "{}: {outside}", case.name);
        assert_eq!(plain.matches('"').count() % 2, 0, "{}: every string ends", case.name);
    }
    assert!(!is_harmless("<script>") && !is_harmless("a\nb") && !is_harmless("a]"), "the check sees what it looks for");
}

#[test]
fn a_workflow_of_many_actions_is_drawn() {
    let actions: Vec<_> = (0..400)
        .map(|id| {
            let to = ["a", "b", "c"][id % 3];
            let condition = json!({ "field": "x", "operator": "equals", "value": id, "routeTo": to });
            json!({ "id": id, "title": format!("Step {id}"), "sender": (["a", "b", "c"][id * 7 / 5 % 3]),
                "routing": { "kind": "conditional", "conditions": [condition], "default": "b" } })
        })
        .collect();
    let people: Vec<_> = ["a", "b", "c"].iter().map(|id| json!({ "id": id, "name": id })).collect();
    let draft = json!({ "id": "x", "title": "Many", "description": "Many actions", "participants": people, "actions": actions });
    let draft = Draft::from_value(draft).expect("a draft");
    for (format, _) in FORMATS {
        assert!(diagram(&draft, format).matches("Step ").count() >= 400);
    }
}
