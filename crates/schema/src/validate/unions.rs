//! Schemas that apply to the same value.

use serde_json::Value;

use super::run::{Flow, Node, Run};
use crate::model::{Schema, SchemaObject};

impl<'v> Run<'v> {
    /// Checks `allOf`, `anyOf`, `oneOf`, `not` and `if`.
    pub(super) fn logic(&mut self, node: Node<'v>, object: &'v SchemaObject, value: &Value) -> Flow {
        let logic = &object.logic;
        for schema in logic.all_of.iter().flatten() {
            self.check(node.with(schema), value)?;
        }
        if let Some(branches) = &logic.any_of
            && !branches.iter().any(|branch| self.is_valid(node.with(branch), value))
        {
            self.report_branches("anyOf", value)?;
        }
        if let Some(branches) = &logic.one_of {
            match branches.iter().filter(|branch| self.is_valid(node.with(branch), value)).take(2).count() {
                1 => {}
                0 => self.report_branches("oneOf", value)?,
                _ => self.report(value, |value| {
                    format!("{value} is valid under more than one of the schemas listed in the 'oneOf' keyword")
                })?,
            }
        }
        if let Some(schema) = &logic.not
            && self.is_valid(node.with(schema), value)
        {
            self.report(value, |value| format!("{} is not allowed for {value}", schema.to_value()))?;
        }
        match &logic.if_schema {
            Some(condition) => {
                let is_met = self.is_valid(node.with(condition), value);
                let outcome = if is_met { &logic.then_schema } else { &logic.else_schema };
                self.check_optional(node, outcome.as_deref(), value)
            }
            None => Flow::Continue(()),
        }
    }

    fn check_optional(&mut self, node: Node<'v>, schema: Option<&'v Schema>, value: &Value) -> Flow {
        schema.map_or(Flow::Continue(()), |schema| self.check(node.with(schema), value))
    }

    fn report_branches(&mut self, keyword: &str, value: &Value) -> Flow {
        self.report(value, |value| {
            format!("{value} is not valid under any of the schemas listed in the '{keyword}' keyword")
        })
    }
}
