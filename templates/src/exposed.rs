//! Makes the entry points of packaged classes `global`.
//!
//! Flows and agents of a subscriber org can only call `global` classes and methods. Everything else stays `public`,
//! because a released package can neither remove nor change what is `global`.

/// Declarations of the runtime classes that subscribers see: responses and their errors.
const SHARED_DECLARATIONS: [&str; 2] =
    ["public with sharing class PwProblem {", "public with sharing class PwResponse {"];
/// Suppresses the PMD warning about global classes. PMD cannot know that a package needs them.
const SUPPRESSION: &str = "@SuppressWarnings('PMD.AvoidGlobalModifier')";

/// Returns the source of a class as it is packaged.
///
/// If the class has an invocable method, the method, the class, its wrapper classes and their invocable variables
/// become `global`. Any other class is returned unchanged. `public` and `global` have the same length, so no line has
/// to be broken differently.
pub(crate) fn exposed(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let is_invocable = lines.iter().any(|line| line.starts_with("  @InvocableMethod"));
    let is_answer = SHARED_DECLARATIONS.iter().any(|declaration| lines.contains(declaration));
    if !is_invocable && !is_answer {
        return text.to_owned();
    }
    let mut exposed = String::with_capacity(text.len() + SUPPRESSION.len() + 1);
    // Set by an annotation, for the declaration that follows it.
    let mut is_annotated = false;
    for (index, line) in lines.iter().enumerate() {
        let is_member = line.trim_start().starts_with("public ");
        is_annotated |= line.starts_with("  @InvocableMethod") || line.starts_with("    @InvocableVariable");
        is_annotated |= is_answer && (*line == "  @AuraEnabled" || line.starts_with("  @InvocableVariable"));
        let is_class = line.starts_with("public ") && line.contains(" class ");
        let is_wrapper = line.starts_with("  public class ") && has_variables(&lines[index + 1..]);
        if is_class && !lines[..index].last().is_some_and(|above| above.starts_with("@SuppressWarnings(")) {
            exposed.push_str(SUPPRESSION);
            exposed.push('\n');
        }
        if line.starts_with("@SuppressWarnings(") {
            // A class can have the annotation only once.
            exposed.push_str(&line.replacen("')", ", PMD.AvoidGlobalModifier')", 1));
        } else if is_member && (is_class || is_wrapper || is_annotated) {
            exposed.push_str(&line.replacen("public ", "global ", 1));
            is_annotated = false;
        } else {
            exposed.push_str(line);
        }
        exposed.push('\n');
    }
    exposed
}

/// Returns whether an inner class has invocable variables. `lines` start after its declaration.
fn has_variables(lines: &[&str]) -> bool {
    lines.iter().take_while(|line| **line != "  }").any(|line| line.starts_with("    @InvocableVariable"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entry_points_become_global() {
        let class = "/** public class Doc { */\npublic with sharing class A {\n  /**\n   * public class Request {\n   */\n  \
                     public class Request {\n    @InvocableVariable(\n      label='public class X {'\n    )\n    public String \
                     name;\n    public String inner;\n  }\n\n  public class Other {\n    public String text;\n  }\n\n  \
                     @InvocableMethod(label='A')\n  public static List<A> invoke(List<Request> requests) {\n    return null;\n  \
                     }\n\n  public void run() {\n  }\n}\n";
        let wanted = class
            .replace("public with sharing", "@SuppressWarnings('PMD.AvoidGlobalModifier')\nglobal with sharing")
            .replace("\n  public class Request", "\n  global class Request")
            .replace("    public String name", "    global String name")
            .replace("public static", "global static");
        assert_eq!(exposed(class), wanted);
    }

    #[test]
    fn internal_classes_stay_public() {
        let class = "public with sharing class A {\n  public class Request {\n    public String name;\n  }\n}\n";
        assert_eq!(exposed(class), class);
        let test = "@IsTest\nprivate class A_Test {\n  @IsTest\n  static void works() {\n  }\n}\n";
        assert_eq!(exposed(test), test);
    }
}
