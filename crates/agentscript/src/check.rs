//! Checks the `.agent` files of a project against its invocable Apex.

use std::collections::BTreeSet;
use std::ops::Range;

use planwright_check::{Diagnostic, Report, Severity, nearest};
use planwright_contracts::action_blueprint::names::{CLASS_PREFIX, same};

use super::apex::{InvocableParam, InvocableWrapper};
use super::script::{AgentScript, ScriptAction, ScriptParam, ScriptText, ScriptUse, fault, parse_script};
use super::signature::{ActionSignature, ProjectClasses, apex_target, local_name};
use super::types::{self, ScriptForm};
use super::{codes, names, shape};
use planwright_org::FileReport;

/// Files of a project, by path from its root.
#[derive(Debug, Default)]
pub struct ScriptProject {
    /// Agent scripts, `*.agent`.
    pub scripts: Vec<(String, String)>,
    /// Bundle metadata, `*.bundle-meta.xml`.
    pub bundles: Vec<(String, String)>,
    /// Apex classes, `*.cls`.
    pub classes: Vec<(String, String)>,
    /// Permission sets and profiles.
    pub permissions: Vec<(String, String)>,
    /// Namespace of the project.
    pub namespace: Option<String>,
}

/// Checks every script. Returns a report for each one, even if it has no findings, sorted by path.
pub fn check(project: &ScriptProject) -> Vec<FileReport> {
    let known = KnownClasses { classes: ProjectClasses::from_files(&project.classes), project };
    let mut reports: Vec<FileReport> = project
        .scripts
        .iter()
        .map(|(path, text)| {
            let script = parse_script(text);
            let mut found = script.faults.clone();
            known.bundle(path, &mut found);
            shape::check_shape(&script, &mut found);
            for action in &script.actions {
                known.action(action, &mut found);
            }
            uses(&script, &known, &mut found);
            found.sort_by_key(|one| (one.span.as_ref().map(|span| span.start), one.code));
            found.dedup();
            FileReport { path: path.clone(), text: text.clone(), report: Report::of_text(found, text) }
        })
        .collect();
    reports.sort_by(|one, other| one.path.cmp(&other.path));
    reports
}

/// Invocable Apex of the project.
struct KnownClasses<'p> {
    classes: ProjectClasses,
    project: &'p ScriptProject,
}

fn warning(code: &'static str, span: &Range<usize>, message: String, help: &str) -> Diagnostic {
    Diagnostic { severity: Severity::Warning, ..fault(code, span, message, help) }
}

impl KnownClasses<'_> {
    /// Returns the signature of the target of an action, if it is valid.
    fn signature(&self, action: &ScriptAction) -> Option<ActionSignature<'_>> {
        self.classes.signature(self.local_class_name(apex_target(&action.property("target")?.value.text)?))
    }

    /// Returns the name of a class without the namespace of the project.
    fn local_class_name<'n>(&self, name: &'n str) -> &'n str {
        local_name(name, self.project.namespace.as_deref())
    }

    fn bundle(&self, path: &str, found: &mut Vec<Diagnostic>) {
        let mut parts = path.rsplit(['/', '\\']);
        let file = parts.next().unwrap_or_default();
        let folder = parts.next().unwrap_or_default();
        let name = file.strip_suffix(".agent").unwrap_or(file);
        let mut refuse = |message: String, help: &str| found.push(fault(codes::AGENT_BUNDLE, &(0..0), message, help));
        if folder != name {
            refuse(format!("the script {name} is in the folder {folder}"), "give folder and script one name");
        }
        let is_version = name
            .rsplit_once('_')
            .is_some_and(|(_, end)| !end.is_empty() && end.bytes().all(|byte| byte.is_ascii_digit()));
        if is_version {
            refuse(format!("{name} ends in a number, which means a version"), "take the number off the name");
        }
        let stem = path.strip_suffix(file).unwrap_or_default();
        let Some((_, meta)) = self
            .project
            .bundles
            .iter()
            .find(|(bundle, _)| bundle.strip_prefix(stem).is_some_and(|rest| !rest.contains('/')))
        else {
            refuse("the bundle has no bundle-meta.xml".to_owned(), "add one with <bundleType>AGENT</bundleType>");
            return;
        };
        let expected = format!("{stem}{name}.bundle-meta.xml");
        if !self.project.bundles.iter().any(|(bundle, _)| *bundle == expected) {
            refuse(
                format!("the metadata of the bundle is not called {name}.bundle-meta.xml"),
                "give it the name of the script",
            );
        }
        if let Some(other) = self.other_bundle(path, name) {
            refuse(
                format!("{other} is a bundle of the same name, but an org can contain only one"),
                "rename one, or remove it",
            );
        }
        if meta.contains("<target>") {
            refuse("the metadata of the bundle names a target, which locks it".to_owned(), "remove <target>");
        }
    }

    /// Returns another bundle with this name, anywhere in the project.
    fn other_bundle(&self, path: &str, name: &str) -> Option<&str> {
        let others = self.project.scripts.iter().map(|(other, _)| other.as_str());
        others.filter(|other| *other != path && other.contains("aiAuthoringBundles")).find(|other| {
            let file = other.rsplit(['/', '\\']).next().and_then(|file| file.strip_suffix(".agent"));
            file.is_some_and(|file| file.eq_ignore_ascii_case(name))
        })
    }

    fn action(&self, action: &ScriptAction, found: &mut Vec<Diagnostic>) {
        let Some(target) = action.property("target") else { return };
        let Some(name) = apex_target(&target.value.text).map(|name| self.local_class_name(name)) else { return };
        if let Some(why) = names::name_problem(&action.name.text) {
            let message = format!("the action {} {why}", action.name.text);
            found.push(fault(codes::AGENT_NAME, &action.name.span, message, "rename it"));
        }
        parameter_names(action, found);
        if !action.has_outputs || action.outputs.is_empty() {
            let message = format!("{} has no outputs", action.name.text);
            found.push(fault(
                codes::AGENT_NO_OUTPUTS,
                &action.name.span,
                message,
                "declare the fields of the response",
            ));
        }
        if let Some(why) = self.target(name) {
            found.push(fault(
                codes::AGENT_TARGET,
                &target.value.span,
                why,
                "name a class as in \"apex://OrderActions\"",
            ));
            return;
        }
        if self.classes.class(name).is_none() {
            // The class belongs to another package.
            return;
        }
        let Some(signature) = self.signature(action) else {
            let message =
                format!("the method of {name} does not take and return lists of classes with invocable variables");
            let help = "wrap its parameters and results in classes with @InvocableVariable";
            found.push(fault(codes::AGENT_WRAPPER, &target.value.span, message, help));
            return;
        };
        self.params(&action.inputs, signature.request, false, &signature, found);
        self.params(&action.outputs, signature.response, true, &signature, found);
        for field in signature.request.fields.iter().filter(|field| field.required) {
            if !action.inputs.iter().any(|input| same(&input.name.text, &field.name)) {
                let message = format!("{} requires {}, which is not an input", signature.class.name, field.name);
                found.push(fault(
                    codes::AGENT_REQUIRED,
                    &action.name.span,
                    message,
                    "add the input with is_required: True",
                ));
            }
        }
        if self.project.namespace.is_some() {
            global(action, &signature, found);
        }
        self.access(action, &signature, found);
        if signature.class.name.starts_with(CLASS_PREFIX) {
            check_descriptions(action, &signature, found);
        }
    }

    /// Returns why the target of an action is not an invocable class of the project.
    fn target(&self, name: &str) -> Option<String> {
        let is_name = !name.is_empty() && name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
        if !is_name {
            return Some("the target is not apex:// followed by only the name of a class".to_owned());
        }
        // Classes of other namespaces are not part of the project.
        let Some(class) = self.classes.class(name) else {
            let near = nearest(name, self.classes.invocable())
                .map_or_else(String::new, |near| format!("; did you mean {near:?}?"));
            return (!name.contains("__")).then(|| format!("the project has no class {name}{near}"));
        };
        match &class.methods[..] {
            _ if class.name != name => Some(format!("the class is called {}", class.name)),
            [] => Some(format!("{name} has no invocable method")),
            [method] if method.is_static => None,
            [method] => Some(format!("the invocable method {} of {name} is not static", method.name)),
            _ => Some(format!("{name} has several invocable methods, but the platform allows one")),
        }
    }

    fn params(
        &self,
        params: &[ScriptParam],
        wrapper: &InvocableWrapper,
        output: bool,
        of: &ActionSignature<'_>,
        found: &mut Vec<Diagnostic>,
    ) {
        for param in params {
            let name = &param.name.text;
            let Some(field) = wrapper.fields.iter().find(|field| field.name == *name) else {
                let near = nearest(name, wrapper.fields.iter().map(|field| field.name.as_str()));
                let help = near.map_or_else(
                    || "use the name of an invocable variable".to_owned(),
                    |near| format!("did you mean {near:?}?"),
                );
                let message = format!("{}.{} has no invocable variable {name}", of.class.name, wrapper.name);
                found.push(fault(codes::AGENT_PARAMETER, &param.name.span, message, &help));
                continue;
            };
            let is_required = param.property("is_required").is_some_and(|property| property.value.text == "True");
            if !output && field.required && !is_required {
                let message = format!("{name} is required in Apex, but not in the input");
                found.push(fault(codes::AGENT_REQUIRED, &param.name.span, message, "add is_required: True"));
            }
            self.param_type(param, field, found);
        }
    }

    fn param_type(&self, param: &ScriptParam, field: &InvocableParam, found: &mut Vec<Diagnostic>) {
        let written = param.script_type.text.as_str();
        if written.is_empty() {
            let message = format!("{} has no type", param.name.text);
            let help = "write one behind the colon, such as string";
            found.push(fault(codes::AGENT_TYPE, &param.name.span, message, help));
            return;
        }
        let complex = param.property("complex_data_type_name");
        let inner = written.strip_prefix("list[").and_then(|rest| rest.strip_suffix(']')).unwrap_or(written);
        let span = &param.script_type.span;
        if inner != "object"
            && let Some(complex) = complex
        {
            let message = format!("{written} is not an object and cannot have a complex_data_type_name");
            found.push(fault(codes::AGENT_COMPLEX_TYPE, &complex.span, message, "remove it, or make the type object"));
        }
        match types::parse_type(&field.apex_type) {
            ScriptForm::None => {
                let message = format!(
                    "{} is of the type {}, for which Agent Script has no proven form",
                    field.name, field.apex_type
                );
                found.push(fault(
                    codes::AGENT_NO_FORM,
                    span,
                    message,
                    "give the class a field of another type, such as String",
                ));
            }
            ScriptForm::Plain { written: wanted, list } => {
                let complex = complex.map(|complex| complex.value.text.as_str());
                if !types::fits(&field.apex_type, written, complex) {
                    let wanted = if list { format!("list[{wanted}]") } else { wanted.to_owned() };
                    let message = format!("{written} does not fit {}, which is {}", field.name, field.apex_type);
                    found.push(fault(codes::AGENT_TYPE, span, message, &format!("write {wanted}")));
                }
            }
            ScriptForm::Class { name, list } => {
                if inner != "object" || (inner == written) == list {
                    let wanted = if list { "list[object]" } else { "object" };
                    let message = format!("{written} does not fit {}, which is {}", field.name, field.apex_type);
                    found.push(fault(codes::AGENT_TYPE, span, message, &format!("write {wanted}")));
                    return;
                }
                let Some(complex) = complex else {
                    let message = format!("{} is an object without complex_data_type_name", field.name);
                    let help = format!("add complex_data_type_name: \"@apexClassType/c__{}\"", name.replace('.', "$"));
                    found.push(fault(codes::AGENT_COMPLEX_TYPE, &param.name.span, message, &help));
                    return;
                };
                let is_apex = complex.value.text.starts_with("@apexClassType/");
                if is_apex && !self.classes.has_type(&complex.value.text) {
                    let message = format!("no class of the project is {}", complex.value.text);
                    found.push(fault(
                        codes::AGENT_COMPLEX_TYPE,
                        &complex.value.span,
                        message,
                        "write @apexClassType/c__Outer$Inner",
                    ));
                }
            }
        }
    }

    fn access(&self, action: &ScriptAction, of: &ActionSignature<'_>, found: &mut Vec<Diagnostic>) {
        let mut named = vec![format!(">{}<", of.class.name)];
        named.extend(self.project.namespace.iter().map(|namespace| format!(">{namespace}__{}<", of.class.name)));
        let is_named = |(_, text): &(String, String)| named.iter().any(|name| text.contains(name));
        if !self.project.permissions.is_empty() && !self.project.permissions.iter().any(is_named) {
            let message = format!("no permission set or profile of the project names {}", of.class.name);
            let help = "give the user who runs the agent access to the class";
            found.push(warning(codes::AGENT_NO_ACCESS, &action.name.span, message, help));
        }
    }
}

/// Compares the descriptions in the script with those of a generated class.
fn check_descriptions(action: &ScriptAction, of: &ActionSignature<'_>, found: &mut Vec<Diagnostic>) {
    let mut compare = |script: Option<&ScriptText>, apex: Option<&String>, what: &str| {
        if let (Some(script), Some(apex)) = (script, apex)
            && super::write::plain(&script.text) != super::write::plain(apex)
        {
            let message = format!("the description of {what} is not that of the class: {apex:?}");
            found.push(warning(codes::AGENT_TEXT_DRIFT, &script.span, message, "write the fragment again"));
        }
    };
    let described = |param: &ScriptParam| param.property("description").map(|property| property.value.clone());
    let own = action.property("description").map(|property| property.value.clone());
    compare(own.as_ref(), of.method.description.as_ref(), &action.name.text);
    for (params, wrapper) in [(&action.inputs, of.request), (&action.outputs, of.response)] {
        for param in params {
            let field = wrapper.fields.iter().find(|field| field.name == param.name.text);
            let apex = field.and_then(|field| field.description.as_ref());
            compare(described(param).as_ref(), apex, &param.name.text);
        }
    }
}

fn uses(script: &AgentScript, known: &KnownClasses<'_>, found: &mut Vec<Diagnostic>) {
    for one in &script.uses {
        let here = || script.actions.iter().filter(|action| action.subagent == one.subagent);
        let Some(action) = here().find(|action| action.name.text == one.action.text) else {
            let near = nearest(&one.action.text, here().map(|action| action.name.text.as_str()));
            let help =
                near.map_or_else(|| "define it in this subagent".to_owned(), |near| format!("did you mean {near:?}?"));
            let message = format!("the subagent {} defines no action {}", one.subagent, one.action.text);
            found.push(fault(codes::AGENT_BINDING, &one.action.span, message, &help));
            continue;
        };
        let target = action.property("target").and_then(|target| apex_target(&target.value.text));
        if target.is_none() {
            continue;
        }
        for (name, _) in &one.with {
            bound(name, &action.inputs, "input", action, found);
        }
        for name in &one.outputs {
            bound(name, &action.outputs, "output", action, found);
        }
        unbound(one, action, found);
        if let Some(signature) = known.signature(action) {
            confirmation(one, &signature, found);
        }
    }
}

fn bound(name: &ScriptText, known: &[ScriptParam], what: &str, action: &ScriptAction, found: &mut Vec<Diagnostic>) {
    if known.iter().any(|param| param.name.text == name.text) {
        return;
    }
    let near = nearest(&name.text, known.iter().map(|param| param.name.text.as_str()));
    let help =
        near.map_or_else(|| format!("declare the {what}, or leave it out"), |near| format!("did you mean {near:?}?"));
    let message = format!("{} has no {what} {}", action.name.text, name.text);
    found.push(fault(codes::AGENT_BINDING, &name.span, message, &help));
}

/// Warns about optional inputs that are not bound: a tool never sends them.
fn unbound(one: &ScriptUse, action: &ScriptAction, found: &mut Vec<Diagnostic>) {
    for input in action.inputs.iter().filter(|_| one.is_tool) {
        let is_required = input.property("is_required").is_some_and(|property| property.value.text == "True");
        let is_bound = one.with.iter().any(|(name, _)| name.text == input.name.text);
        if !is_required && !is_bound && !input.has_default {
            let message = format!("{} is optional and not bound here, so it is never sent", input.name.text);
            let help = format!("add `with {} = ...`, if the model may fill it in", input.name.text);
            found.push(warning(codes::AGENT_UNBOUND, &one.action.span, message, &help));
        }
    }
}

/// Checks that only a person confirms: no model may fill in the confirmation, and the confirming use must have a
/// condition.
fn confirmation(one: &ScriptUse, of: &ActionSignature<'_>, found: &mut Vec<Diagnostic>) {
    if !of.response.fields.iter().any(|field| field.name == "confirmationRequired") {
        return;
    }
    for (name, value) in
        one.with.iter().filter(|(name, _)| ["confirmed", "confirmationToken"].contains(&name.text.as_str()))
    {
        let is_question = ["False", "\"\"", "None"].contains(&value.as_str());
        if value == "..." {
            let message = format!("the model fills in {}", name.text);
            let help = "ask in one use, and confirm in another that is available when the user has answered";
            found.push(fault(codes::AGENT_CONFIRMATION, &name.span, message, help));
        } else if !is_question && !one.is_conditional {
            let message = format!("this use sends {} = {value} and is always available", name.text);
            let help = "add `available when` with a variable that records that the user has answered";
            found.push(fault(codes::AGENT_CONFIRMATION, &name.span, message, help));
        }
    }
}

fn parameter_names(action: &ScriptAction, found: &mut Vec<Diagnostic>) {
    for all in [&action.inputs, &action.outputs] {
        let mut taken = BTreeSet::new();
        for param in all {
            let name = &param.name.text;
            let refused = names::name_problem(name).filter(|why| !(param.is_quoted && why.contains("word")));
            if let Some(why) = refused {
                found.push(fault(
                    codes::AGENT_NAME,
                    &param.name.span,
                    format!("{name} {why}"),
                    "rename the field, or quote the name",
                ));
            }
            if !taken.insert(name.to_ascii_lowercase()) {
                let message = format!("duplicate name {name}; Apex ignores the case of letters");
                found.push(fault(codes::AGENT_NAME, &param.name.span, message, "remove one"));
            }
        }
    }
}

fn global(action: &ScriptAction, of: &ActionSignature<'_>, found: &mut Vec<Diagnostic>) {
    let fields = [of.request, of.response].into_iter().flat_map(|wrapper| {
        let inner = wrapper
            .fields
            .iter()
            .filter(|field| !field.is_global)
            .map(|field| format!("{}.{}", wrapper.name, field.name));
        (!wrapper.is_global).then(|| wrapper.name.clone()).into_iter().chain(inner)
    });
    let class = (!of.class.is_global).then(|| of.class.name.clone());
    let method = (!of.method.is_global).then(|| of.method.name.clone());
    let hidden: Vec<String> = class.into_iter().chain(method).chain(fields).collect();
    if !hidden.is_empty() {
        let message = format!("not global, so that no agent outside of the package can call it: {}", hidden.join(", "));
        found.push(warning(
            codes::AGENT_NOT_GLOBAL,
            &action.name.span,
            message,
            "make them global, or use the action only in this org",
        ));
    }
}
