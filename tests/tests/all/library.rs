//! Checks and renders a file of blueprints with the library crates only.

use planwright_contracts::action_blueprint::{Context, check_file};
use planwright_templates::{Options, lower, render};

#[test]
fn blueprints_become_classes() -> Result<(), Box<dyn std::error::Error>> {
    let text = std::fs::read_to_string("../examples/blueprints/update-opportunity-stage.json")?;
    let batch = check_file(&text, &Context::default()).map_err(|report| report[0].message.clone())?;
    for blueprint in &batch.actions {
        let bundle = render(&lower(blueprint), &Options::default());
        assert_eq!(bundle.class_name, "DynamicAction_UpdateOpportunityStage");
        assert_eq!(bundle.files.len() % 2, 0, "class, test classes, and the metadata of each");
        assert!(bundle.files.len() >= 4, "a class and a test class at least");
    }
    Ok(())
}
