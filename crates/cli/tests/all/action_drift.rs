//! Tests `planwright drift` for two states of a Salesforce project: the callers that a changed action breaks.

use crate::project::{git, read_text, run, write};

const CLASS: &str = "force-app/classes/SetStage.cls";
const FLOW: &str = "force-app/flows/Sales.flow-meta.xml";

/// Creates a project with an action and a flow that calls it in the folder `old`, and a copy in `new`.
fn projects() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for side in ["old", "new"] {
        let path = |name: &str| format!("{side}/{name}");
        write(folder.path(), &path("sfdx-project.json"), r#"{"packageDirectories": [{"path": "force-app"}]}"#);
        let class = "public class SetStage {\n  public class Request {\n    @InvocableVariable(required=true)\n    public Id recordId;\n    \
                     @InvocableVariable\n    public String stageName;\n  }\n  public class Response {\n    @InvocableVariable\n    \
                     public Boolean success;\n  }\n  @InvocableMethod\n  public static List<Response> invoke(List<Request> requests) \
                     {\n    return null;\n  }\n}\n";
        write(folder.path(), &path(CLASS), class);
        let flow = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Flow>\n  <actionCalls>\n    <name>Set_It</name>\n    \
                    <actionName>SetStage</actionName>\n    <actionType>apex</actionType>\n    <inputParameters>\n      \
                    <name>stageName</name>\n    </inputParameters>\n  </actionCalls>\n</Flow>\n";
        write(folder.path(), &path(FLOW), flow);
        write(folder.path(), &path("force-app/lwc/schema.json"), "no schema, and none of a function");
    }
    folder
}

#[test]
fn a_flow_that_a_changed_action_breaks_is_named_with_its_line() {
    let folder = projects();
    let (code, out, err) = run(folder.path(), &["drift", "old", "new"]);
    let nothing = "1 action compared, 1 call found: 0 changes that can break callers, 0 broken\n";
    assert_eq!((code, out.as_str()), (0, nothing), "{err}");
    assert!(err.contains("not seen: callers that are only in an org"), "{err}");

    let class = format!("new/{CLASS}");
    let text = read_text(folder.path(), &class);
    write(folder.path(), &class, &text.replace("stageName", "stage"));
    let (code, out, _) = run(folder.path(), &["drift", "old", "new"]);
    assert_eq!(code, 1, "{out}");
    assert!(out.contains(&format!("new/{FLOW}:8:13")) && out.contains("error[ACTION_INPUT_GONE]"), "{out}");
    assert!(!out.contains("ACTION_CHANGED") && out.contains("did you mean \"stage\"?"), "one finding: {out}");
    assert!(out.ends_with("1 change that can break callers, 1 broken\n"), "{out}");
    let (code, out, _) = run(folder.path(), &["drift", "old", "new", "--format", "json"]);
    assert_eq!(code, 1);
    assert!(out.contains("\"ACTION_INPUT_GONE\""), "{out}");

    // Change the flow as well.
    let flow = format!("new/{FLOW}");
    let text = read_text(folder.path(), &flow);
    write(folder.path(), &flow, &text.replace("stageName", "stage"));
    let (code, out, _) = run(folder.path(), &["drift", "old", "new"]);
    assert_eq!(code, 0, "{out}");
    assert!(out.contains("warning[ACTION_CHANGED]"), "for callers that are not in the project: {out}");
    assert!(out.ends_with("1 change that can break callers, 0 broken\n"), "{out}");
}

#[test]
fn a_project_is_compared_with_a_revision_of_it() {
    let folder = projects();
    let project = folder.path().join("new");
    git(&project, &["init", "-q"]);
    git(&project, &["add", "."]);
    git(&project, &["commit", "-qm", "one"]);
    assert_eq!(run(&project, &["drift", "--against", "HEAD", "."]).0, 0);
    std::fs::remove_file(project.join(CLASS)).unwrap();
    let (code, out, err) = run(&project, &["drift", "--against", "HEAD", "."]);
    assert_eq!(code, 1, "{out}{err}");
    assert!(out.contains("error[ACTION_GONE]") && !out.contains("HEAD:./"), "one finding: {out}");
    std::fs::remove_file(project.join(FLOW)).unwrap();
    let (code, out, _) = run(&project, &["drift", "--against", "HEAD", "."]);
    assert!(code == 0 && out.contains(&format!("HEAD:./{CLASS}")), "without a caller, it is a warning: {out}");
    assert_eq!(run(&project, &["drift", "--against", "nowhere", "."]).0, 2);
}

#[test]
fn ci_compares_the_actions_with_the_commit_where_the_branch_began() {
    let folder = projects();
    let project = folder.path().join("new");
    write(&project, "planwright.toml", "# No section.\n");
    git(&project, &["init", "-q", "-b", "main"]);
    git(&project, &["add", "."]);
    git(&project, &["commit", "-qm", "one"]);
    git(&project, &["checkout", "-q", "-b", "branch"]);
    git(&project, &["checkout", "-q", "main"]);
    let class = read_text(&project, CLASS);
    write(&project, CLASS, &class.replace("stageName", "stage"));
    git(&project, &["commit", "-qam", "two"]);
    git(&project, &["checkout", "-q", "branch"]);

    let (code, out, err) = run(&project, &["ci", "--against", "main"]);
    assert!(code == 0 && out.contains("actions   passed"), "{out}{err}");
    let (_, out, _) = run(&project, &["drift", "--against", "main", "--against-tip", "."]);
    assert!(out.contains("ACTION_CHANGED"), "the tip has another input: {out}");
    write(&project, "planwright.toml", "[drift]\nagainst = \"main\"\nagainst-tip = true\n");
    for arguments in [&["ci", "--only", "actions"][..], &["drift", "--against", "main", "."]] {
        let (_, out, err) = run(&project, arguments);
        assert!(out.contains("ACTION_CHANGED"), "{arguments:?}: {out}{err}");
    }
    write(&project, "planwright.toml", "# No section.\n");
    write(&project, CLASS, &class.replace("stageName", "name"));
    let (code, out, _) = run(&project, &["ci", "--against", "main"]);
    assert!(code == 1 && out.contains("error[ACTION_INPUT_GONE]") && out.contains("actions   failed"), "{out}");
    for arguments in [&["ci"][..], &["ci", "--only", "actions"]] {
        assert_eq!(run(&project, arguments).0, 2, "{arguments:?}");
    }
}

#[test]
fn what_is_about_schemas_is_refused_of_projects() {
    let folder = projects();
    let (code, _, err) = run(folder.path(), &["drift", "old", "new", "--role", "consumed"]);
    assert_eq!(code, 2, "{err}");
    assert!(err.contains("--role is for schemas only"), "{err}");
    write(folder.path(), &format!("new/{FLOW}"), "<Flow><actionCalls>");
    let (code, out, _) = run(folder.path(), &["drift", "old", "new"]);
    assert_eq!(code, 1);
    assert!(out.contains("error[PARSE_ERROR]"), "{out}");
}
