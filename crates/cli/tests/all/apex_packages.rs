//! Tests `planwright apex` for packages: global members, and components that a package must not use.

use std::fs;

use serde_json::json;

use crate::project::{read_text, run, write};

const CLASS: &str = "force-app/main/default/classes/DynamicAction_SetRank.cls";

/// Creates a project with this namespace and a blueprint of a custom field.
fn package(namespace: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let project = json!({"packageDirectories": [{"path": "force-app", "default": true}], "namespace": namespace});
    write(folder.path(), "sfdx-project.json", &project.to_string());
    let input = |api: &str, data: &str| json!({"apiName": api, "fieldApiName": api, "label": api, "dataType": data, "required": true});
    let blueprint = json!({
        "name": "SetRank", "label": "public class Request {", "category": "DOMAIN", "targetSObject": "Case", "operation": "UPDATE",
        "inputs": [input("Id", "Id"), input("Subject", "String"), input("Rank__c", "Decimal")]
    });
    write(folder.path(), "rank.json", &blueprint.to_string());
    folder
}

fn add_field(folder: &tempfile::TempDir) {
    write(folder.path(), "force-app/main/default/objects/Case/fields/Rank__c.field-meta.xml", "<CustomField/>");
}

#[test]
fn what_is_called_from_outside_of_a_package_is_global() {
    let folder = package("acme");
    add_field(&folder);
    let (code, out, err) = run(folder.path(), &["apex", "--runtime=used", "rank.json"]);
    assert_eq!(code, 0, "{out}{err}");
    let class = read_text(folder.path(), CLASS);
    for line in [
        "\nglobal with sharing class DynamicAction_SetRank ",
        "\n  global class Request {\n",
        "\n    global Decimal rank;\n",
        "\n  global static List<PwResponse> invoke(List<Request> requests) {\n",
        "label='public class Request {'",
        "\n  public List<PwResponse> execute(",
    ] {
        assert!(class.contains(line), "{line:?} in {class}");
    }
    let problem = read_text(folder.path(), "force-app/main/default/classes/PwProblem.cls");
    assert!(
        problem.contains("\nglobal with sharing class PwProblem {\n") && problem.contains("\n  global String code;\n")
    );
    // A class has an annotation only once.
    assert_eq!(problem.matches("@SuppressWarnings").count(), 1, "{problem}");
    assert!(problem.contains("\n  public static String reasonOf("), "{problem}");
    let response = read_text(folder.path(), "force-app/main/default/classes/PwResponse.cls");
    for line in [
        "\nglobal with sharing class PwResponse {\n",
        "\n  global Boolean success = false;\n",
        "\n  global String reasonCode;\n",
        "\n  public List<String> logs ",
    ] {
        assert!(response.contains(line), "{line:?} in {response}");
    }
    // Members that nothing outside calls are unchanged.
    let batch = read_text(folder.path(), "force-app/main/default/classes/PwDynamicActionBatch.cls");
    assert!(!batch.contains("global "), "{batch}");
    let test = read_text(folder.path(), "force-app/main/default/classes/DATest_SetRank.cls");
    assert!(!test.contains("\nglobal ") && test.contains("\nprivate class "), "{test}");

    write(folder.path(), "planwright.toml", "[apex]\npackaged = false\n");
    let (code, out, err) = run(folder.path(), &["apex", "--runtime=used", "rank.json"]);
    assert_eq!(code, 0, "{out}{err}");
    assert!(!read_text(folder.path(), CLASS).contains("global "));
    write(folder.path(), "planwright.toml", "[apex]\nnamespace = \"acme\"\n");
    let (code, _, err) = run(folder.path(), &["apex", "rank.json", "--check"]);
    assert_eq!(code, 1, "a namespace of the configuration counts too: {err}");
}

#[test]
fn a_package_has_the_fields_that_its_classes_name() {
    let folder = package("acme");
    let (code, _, err) = run(folder.path(), &["apex", "rank.json"]);
    assert_eq!(code, 1, "{err}");
    assert!(err.contains("error[PACKAGE_LACKS]: Case.Rank__c of SetRank are not in the package directories"), "{err}");
    assert!(err.contains("rank.json") && !folder.path().join("force-app/main").exists(), "{err}");

    // A name with the project's namespace is the same field. A name with another namespace belongs to another package.
    let text = read_text(folder.path(), "rank.json");
    write(folder.path(), "rank.json", &text.replace("Rank__c", "acme__Rank__c"));
    assert_eq!(run(folder.path(), &["apex", "rank.json"]).0, 1);
    add_field(&folder);
    assert_eq!(run(folder.path(), &["apex", "rank.json"]).0, 0);
    write(folder.path(), "rank.json", &text.replace("Rank__c", "other__Rank__c"));
    assert_eq!(run(folder.path(), &["apex", "rank.json"]).0, 0);

    // Without a namespace, the field may be in another package.
    let folder = package("");
    let (code, _, err) = run(folder.path(), &["apex", "--packaged", "rank.json"]);
    assert_eq!(code, 0, "{err}");
    assert!(err.contains("warning[PACKAGE_LACKS]"), "{err}");
    assert!(read_text(folder.path(), CLASS).contains("\nglobal with sharing "));
    let (code, _, err) = run(folder.path(), &["apex", "rank.json"]);
    assert!(code == 0 && !err.contains("PACKAGE_LACKS"), "no package: {err}");
    assert!(!read_text(folder.path(), CLASS).contains("global "));
}

#[test]
fn permission_sets_of_packages_give_custom_fields_alone() {
    let folder = package("acme");
    add_field(&folder);
    let options = ["apex", "rank.json", "--parts", "permission-set", "--field-permissions"];
    let (code, _, err) = run(folder.path(), &options);
    assert_eq!(code, 0, "{err}");
    assert!(
        err.contains("no permission for") && err.contains("Case.Subject: a field that is not the package's"),
        "{err}"
    );
    let path = "force-app/main/default/permissionsets/Planwright_Actions.permissionset-meta.xml";
    let set = read_text(folder.path(), path);
    assert!(set.contains("<field>Case.Rank__c</field>") && !set.contains("Case.Subject"), "{set}");
    fs::write(folder.path().join("planwright.toml"), "[apex]\npackaged = false\n").unwrap();
    assert_eq!(run(folder.path(), &options).0, 0);
    assert!(read_text(folder.path(), path).contains("Case.Subject"));
}
