//! Tests `planwright apex` for setup objects: what agents cannot run, and fields that permission sets cannot contain.

use std::path::Path;

use serde_json::{Value, json};

use crate::project::{read_text, run, write};

const PERMISSION_SET: &str = "force-app/main/default/permissionsets/Planwright_Actions.permissionset-meta.xml";

/// Creates a project with a blueprint on `GroupMember` that has these additional properties.
fn project(more: &Value) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let packages = json!({"packageDirectories": [{"path": "force-app", "default": true}]});
    write(folder.path(), "sfdx-project.json", &packages.to_string());
    let input = |api: &str| json!({"apiName": api, "fieldApiName": api, "label": api, "dataType": "Reference", "required": true});
    let mut blueprint = json!({
        "name": "JoinQueue", "label": "Join Queue", "category": "DOMAIN", "targetSObject": "GroupMember", "operation": "INSERT",
        "inputs": [input("GroupId"), input("UserOrGroupId")]
    });
    blueprint.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    write(folder.path(), "join-queue.json", &blueprint.to_string());
    folder
}

/// Writes a describe of the object with only these fields. None of them supports permissions.
fn describe(folder: &Path, object: &str, fields: &[&str]) {
    let field = |name: &&str| {
        json!({
            "name": name, "label": name, "type": "reference", "nillable": true, "createable": true, "updateable": false,
            "permissionable": false
        })
    };
    let fields: Vec<Value> = fields.iter().map(field).collect();
    let result = json!({"name": object, "label": object, "createable": true, "updateable": true, "fields": fields});
    write(folder, "describe.json", &json!({"status": 0, "result": result}).to_string());
}

#[test]
fn an_agent_function_with_a_checkpoint_on_a_setup_object_is_refused() {
    let folder = project(&json!({"checkpoint": "Add the user to the queue?"}));
    let (code, out, err) = run(folder.path(), &["apex", "--parts", "agent", "join-queue.json"]);
    assert!(code == 1 && err.contains("error[MIXED_DML]"), "{out}{err}");
    assert!(!folder.path().join("force-app").exists(), "nothing is written");
    let (code, out, err) = run(folder.path(), &["apex", "join-queue.json"]);
    assert_eq!(code, 0, "{out}{err}");
}

#[test]
fn fields_without_a_permission_are_left_out_of_permission_sets() {
    for described in [true, false] {
        let folder = project(&json!({}));
        let mut arguments = vec!["apex", "--parts", "permission-set", "--field-permissions", "join-queue.json"];
        if described {
            describe(folder.path(), "GroupMember", &["GroupId", "UserOrGroupId"]);
            arguments.extend(["--snapshot", "describe.json"]);
        }
        let (code, out, err) = run(folder.path(), &arguments);
        assert_eq!(code, 0, "{out}{err}");
        let written = read_text(folder.path(), PERMISSION_SET);
        assert!(written.contains("DynamicAction_JoinQueue") && !written.contains("GroupMember"), "{written}");
        let note =
            "GroupMember.GroupId, GroupMember.UserOrGroupId: a field for which the platform defines no permission";
        assert!(err.contains(note), "{err}");
    }
}

#[test]
fn a_describe_leaves_a_custom_field_out_of_permission_sets() {
    let folder = project(&json!({
        "name": "MakeTicket", "targetSObject": "Ticket__c",
        "inputs": [{"apiName": "Tier__c", "fieldApiName": "Tier__c", "label": "Tier", "dataType": "Reference", "required": true}]
    }));
    describe(folder.path(), "Ticket__c", &["Tier__c"]);
    let arguments = ["apex", "--parts", "permission-set", "--field-permissions", "--snapshot", "describe.json"];
    let (code, out, err) = run(folder.path(), &[&arguments[..], &["join-queue.json"]].concat());
    assert_eq!(code, 0, "{out}{err}");
    assert!(!read_text(folder.path(), PERMISSION_SET).contains("Tier__c"), "{err}");
}
