//! Prints the fields of a struct: their serde attributes, the attributes that a style requests, and functions for
//! defaults.

use std::fmt::Write as _;

use super::shadow::{SerdeDerives, SerdePart, serde_attribute, split_serde};
use super::{TypePrinter, plain, values};
use crate::backend::docs;
use crate::backend::table::{FieldPresence, RustField};
use crate::shape::{Shape, TypeDef};
use crate::style::{DefaultMembers, MemberKind};
use crate::text::literal;

impl TypePrinter<'_> {
    /// Writes one field of a public struct, with its documentation and attributes. `derives` are the serde derives that
    /// process it.
    pub(super) fn field(
        &mut self,
        text: &mut String,
        owner: &str,
        field: &RustField<'_>,
        default: Option<&values::Default>,
        derives: SerdeDerives,
    ) {
        let kind = self.field_type(field);
        text.push_str(&docs::comments(&field.field.docs, "    "));
        let told = serde_attribute(&self.serde_parts(owner, field, default), derives);
        let (serde, others) = self.asked_attributes(owner, field, default);
        let serde = serde.iter().filter(|_| !derives.is_none());
        for line in told.lines().chain(serde.map(String::as_str)).chain(others.iter().map(String::as_str)) {
            let _ = writeln!(text, "    {}", line.trim());
        }
        let _ = writeln!(text, "    pub {}: {kind},", field.ident);
    }

    /// Returns the attributes of a field in a shadow struct, one per line.
    pub(super) fn shadow_attributes(
        &mut self,
        owner: &str,
        field: &RustField<'_>,
        default: Option<&values::Default>,
        derives: SerdeDerives,
    ) -> String {
        let told = serde_attribute(&self.serde_parts(owner, field, default), derives);
        let (serde, _) = self.asked_attributes(owner, field, default);
        serde.into_iter().fold(told, |told, line| format!("{told}{line}\n"))
    }

    /// Returns the attributes that a style requests: those for serde, and all others.
    fn asked_attributes(
        &self,
        owner: &str,
        field: &RustField<'_>,
        default: Option<&values::Default>,
    ) -> (Vec<String>, Vec<String>) {
        let expression = match default {
            Some(values::Default::Expression(_)) => format!("{owner}::default_{}()", plain(&field.ident)),
            _ => "Default::default()".to_owned(),
        };
        let kind = match field.presence {
            FieldPresence::Constant(_) | FieldPresence::Required => MemberKind::Required,
            FieldPresence::Optional => MemberKind::Optional,
            FieldPresence::Maybe => MemberKind::Maybe,
            FieldPresence::Defaulted(_) | FieldPresence::Rest => MemberKind::Defaulted,
        };
        let attributes = self.style.all.structs.member_attributes(kind, &expression);
        attributes.map_or_else(Default::default, |attributes| split_serde(&attributes))
    }

    /// Returns the serde attributes of a field. If the type has a reader, they only affect writing.
    fn serde_parts(&mut self, owner: &str, field: &RustField<'_>, default: Option<&values::Default>) -> Vec<SerdePart> {
        use SerdePart::{Both, Reading, Writing};
        let kind = self.field_type(field);
        let shape = &field.field.shape;
        let borrows = kind.contains("<'a");
        let mut told: Vec<SerdePart> = Vec::new();
        if field.ident != field.field.name && field.presence != FieldPresence::Rest {
            told.push(Both(format!("rename = {}", literal(&field.field.name))));
        }
        // Serde does not borrow nested strings by itself.
        let is_inside =
            borrows && kind.contains("Cow<'a, str>") && !kind.starts_with("Cow<") && !kind.starts_with("std");
        let (read, present) = if is_inside {
            ("super::borrowed::read", "super::borrowed::present")
        } else {
            ("super::required", "super::present")
        };
        let mut with = is_inside.then_some(read);
        let by_default = || Reading("default".to_owned());
        match field.presence {
            FieldPresence::Constant(_) => {}
            FieldPresence::Rest => told.push(Both("flatten".to_owned())),
            FieldPresence::Required => {
                if self.types.takes_null(self.module, shape) && !matches!(shape, Shape::Any(_) | Shape::Null) {
                    with = Some(read);
                }
            }
            FieldPresence::Defaulted(_) => {
                let leaves_out = self.style.all.defaults == DefaultMembers::LeftOut;
                let path = if let Some(values::Default::Expression(_)) = default {
                    let ident = plain(&field.ident);
                    told.push(Reading(format!("default = {}", literal(&format!("{owner}::default_{ident}")))));
                    leaves_out.then(|| format!("{owner}::is_default_{ident}"))
                } else {
                    told.push(by_default());
                    match shape {
                        Shape::List(_) => Some("Vec::is_empty".to_owned()),
                        Shape::Map(value) => Some(format!("{}::is_empty", self.map(value))),
                        _ => leaves_out.then(|| "super::is_own_default".to_owned()),
                    }
                };
                told.extend(path.map(|path| Writing(format!("skip_serializing_if = {}", literal(&path)))));
            }
            FieldPresence::Maybe => {
                told.push(by_default());
                let path = format!("{}::is_absent", self.imports.path("super::Maybe"));
                told.push(Writing(format!("skip_serializing_if = {}", literal(&path))));
                with = with.map(|_| "super::borrowed::maybe");
            }
            FieldPresence::Optional => {
                if self.types.takes_null(self.module, shape) {
                    with = Some(present);
                }
                told.extend(with.map(|_| by_default()));
                told.push(Writing("skip_serializing_if = \"Option::is_none\"".to_owned()));
            }
        }
        told.extend(with.map(|path| Reading(format!("deserialize_with = {}", literal(path)))));
        told.extend(borrows.then(|| Reading("borrow".to_owned())));
        told
    }

    /// Writes the functions for defaults, and `Default` if every field has a default.
    pub(super) fn defaults(
        &mut self,
        text: &mut String,
        def: &TypeDef,
        fields: &[RustField<'_>],
        defaults: &[Option<values::Default>],
        with_default: bool,
    ) {
        let life = self.life(def);
        let generics = if life.is_empty() { "" } else { "<'a>" };
        let mut functions = Vec::new();
        for (field, default) in fields.iter().zip(defaults) {
            if let Some(values::Default::Expression(expression)) = default {
                let kind = self.field_type(field);
                let expression = if field.is_boxed { format!("Box::new({expression})") } else { expression.clone() };
                let ident = plain(&field.ident);
                functions.push(format!("    fn default_{ident}() -> {kind} {{\n        {expression}\n    }}\n"));
                if self.style.all.defaults == DefaultMembers::LeftOut {
                    functions.push(format!(
                        "    fn is_default_{ident}(value: &{kind}) -> bool {{\n        super::is_default(value, &Self::default_{ident}())\n    }}\n"
                    ));
                }
            }
        }
        if !functions.is_empty() {
            let _ = write!(text, "\nimpl{generics} {}{life} {{\n{}}}\n", def.name, functions.join("\n"));
        }
        if with_default {
            let members =
                fields.iter().zip(defaults).filter(|(field, _)| !matches!(field.presence, FieldPresence::Constant(_)));
            let members = members.map(|(field, default)| match default {
                Some(values::Default::Expression(_)) => {
                    format!("            {}: Self::default_{}(),\n", field.ident, plain(&field.ident))
                }
                _ => format!("            {}: Default::default(),\n", field.ident),
            });
            let _ = write!(
                text,
                "\nimpl{generics} Default for {}{life} {{\n    fn default() -> Self {{\n        Self {{\n{}        }}\n    }}\n}}\n",
                def.name,
                members.collect::<String>()
            );
        }
    }
}
