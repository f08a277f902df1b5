//! Workflow documents: the requirements on an exported workflow that could be published.
//!
//! The rules only look at [`facts`], which a draft in progress has too.

pub mod facts;
mod graph;
pub mod logic;
pub mod resolve;
pub mod routing;
pub mod rules;

use planwright_check::{Contract, Rule, rule};
use planwright_generated::workflow_tools::WorkflowDocument;
use planwright_source::Pointer;

use self::facts::{Facts, Workflow as _};

/// Contract of an exported workflow document that could be published.
pub struct Document;

impl Contract for Document {
    type Plan = WorkflowDocument;
    type Context = ();

    const RULES: &'static [Rule<WorkflowDocument, ()>] = &rules::table::<WorkflowDocument>();

    /// Runs the rules on facts that are collected once.
    fn is_clean(plan: &WorkflowDocument, (): &()) -> bool {
        rule::run(&rules::table::<Facts>(), plan.facts().as_ref(), &(), &Pointer::root()).is_empty()
    }
}
