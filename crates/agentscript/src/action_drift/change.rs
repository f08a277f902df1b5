//! Compares two signatures of an action and reports the differences that matter to callers.

use std::ops::Range;

use planwright_check::nearest;

use crate::{ActionSignature, InvocableWrapper, ProjectClasses};

/// Change of a signature. The span is in the new class, or in the old one if the class was removed.
#[derive(Debug)]
pub(super) struct SignatureChange {
    pub kind: ChangedPart,
    pub span: Range<usize>,
}

/// Kind of a change.
#[derive(Debug)]
pub(super) enum ChangedPart {
    /// The action no longer exists, with the reason.
    Gone { why: String },
    /// An input or output was removed. `near` is a similar name that it may have now.
    ParamGone { side: ParamSide, name: String, near: Option<String> },
    /// An input became required. `replaced` is the input that it probably replaces.
    Required { name: String, replaced: Option<String> },
    /// The type of a parameter changed.
    Retyped { side: ParamSide, name: String, was: String, is: String },
    /// A class, method or variable is no longer global, so nothing outside of its package can use it.
    Hidden { name: String },
}

/// Direction of a parameter: input or output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ParamSide {
    Input,
    Output,
}

impl ParamSide {
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Input => "input",
            Self::Output => "output",
        }
    }
}

/// Returns the changes from a signature to the class with the same name in `after`.
pub(super) fn between(was: &ActionSignature<'_>, after: &ProjectClasses) -> Vec<SignatureChange> {
    let name = was.class.name.as_str();
    let start = was.method.span.clone();
    let Some(class) = after.class(name) else {
        let near =
            nearest(name, after.invocable()).map_or_else(String::new, |near| format!("; did you mean {near:?}?"));
        let why = format!("the project has no class {name} any more{near}");
        return vec![SignatureChange { kind: ChangedPart::Gone { why }, span: start }];
    };
    let gone = |why: String, span: Range<usize>| vec![SignatureChange { kind: ChangedPart::Gone { why }, span }];
    match &class.methods[..] {
        [] => return gone(format!("{name} has no invocable method any more"), 0..0),
        [method] if was.method.is_static && !method.is_static => {
            return gone(format!("the invocable method of {name} is not static any more"), method.span.clone());
        }
        [_] => {}
        [_, second, ..] => {
            return gone(
                format!("{name} has several invocable methods, but the platform allows one"),
                second.span.clone(),
            );
        }
    }
    let Some(is) = after.signature(name) else {
        let span = class.methods.first().map_or(0..0, |method| method.span.clone());
        let why =
            format!("the method of {name} does not take and return lists of classes with invocable variables any more");
        return gone(why, span);
    };
    let mut changes = Vec::new();
    let members = [
        (name, was.class.is_global, class.is_global),
        (&was.method.name, was.method.is_global, is.method.is_global),
        (&was.request.name, was.request.is_global, is.request.is_global),
        (&was.response.name, was.response.is_global, is.response.is_global),
    ];
    for (name, _, _) in members.into_iter().filter(|(_, was, is)| *was && !is) {
        let kind = ChangedPart::Hidden { name: name.to_owned() };
        changes.push(SignatureChange { kind, span: is.method.span.clone() });
    }
    if class.name != name {
        let why = format!("the class {name} is called {} now", class.name);
        changes.extend(gone(why, is.method.span.clone()));
    }
    params(was.request, is.request, &is, ParamSide::Input, &mut changes);
    params(was.response, is.response, &is, ParamSide::Output, &mut changes);
    changes
}

fn params(
    was: &InvocableWrapper,
    is: &InvocableWrapper,
    signature: &ActionSignature<'_>,
    side: ParamSide,
    changes: &mut Vec<SignatureChange>,
) {
    let mut add = |kind, span: &Range<usize>| changes.push(SignatureChange { kind, span: span.clone() });
    let renamed = renamed(was, is);
    for old in &was.fields {
        let name = old.name.clone();
        match is.fields.iter().find(|field| field.name == name) {
            None => {
                let fresh = is.fields.iter().filter(|field| was.fields.iter().all(|old| old.name != field.name));
                let near = nearest(&name, fresh.map(|field| field.name.as_str()));
                let near = near.or(renamed.map(|(_, to)| to)).map(str::to_owned);
                add(ChangedPart::ParamGone { side, name, near }, &signature.method.span);
            }
            Some(new) if !same_type(&old.apex_type, &new.apex_type) => {
                let (was, is) = (old.apex_type.clone(), new.apex_type.clone());
                add(ChangedPart::Retyped { side, name, was, is }, &new.span);
            }
            Some(new) if old.is_global && !new.is_global => add(ChangedPart::Hidden { name }, &new.span),
            Some(_) => {}
        }
    }
    for new in is.fields.iter().filter(|field| side == ParamSide::Input && field.required) {
        if !was.fields.iter().any(|old| old.name == new.name && old.required) {
            let replaced = renamed.filter(|(_, to)| *to == new.name).map(|(from, _)| from.to_owned());
            add(ChangedPart::Required { name: new.name.clone(), replaced }, &new.span);
        }
    }
}

/// Returns the old and new name of the only variable that was removed, if one variable of its type was added.
fn renamed<'w>(was: &'w InvocableWrapper, is: &'w InvocableWrapper) -> Option<(&'w str, &'w str)> {
    let lacks = |wrapper: &InvocableWrapper, name: &str| wrapper.fields.iter().all(|field| field.name != name);
    let mut gone = was.fields.iter().filter(|field| lacks(is, &field.name));
    let mut fresh = is.fields.iter().filter(|field| lacks(was, &field.name));
    let (Some(from), None, Some(to), None) = (gone.next(), gone.next(), fresh.next(), fresh.next()) else {
        return None;
    };
    same_type(&from.apex_type, &to.apex_type).then_some((&from.name, &to.name))
}

/// Returns whether two Apex types are equal. Case is ignored, and an array equals a list.
fn same_type(was: &str, is: &str) -> bool {
    plain(was) == plain(is)
}

/// Normalises an Apex type: lowercase, with arrays as lists, and without the `System` namespace.
pub(super) fn plain(apex: &str) -> String {
    let small = apex.to_ascii_lowercase().replace("system.", "");
    match small.strip_suffix("[]") {
        Some(element) => format!("list<{element}>"),
        None => small,
    }
}
