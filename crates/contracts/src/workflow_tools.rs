//! Workflow documents: what an exported workflow must be, so that it could be published.
//!
//! The rules look at [`facts`] alone, which a draft in the making has too.

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

/// The contract of an exported workflow document: one that could be published.
pub struct Document;

impl Contract for Document {
    type Plan = WorkflowDocument;
    type Context = ();

    const RULES: &'static [Rule<WorkflowDocument, ()>] = &rules::table::<WorkflowDocument>();

    /// The rules over facts that are gathered once.
    fn is_clean(plan: &WorkflowDocument, (): &()) -> bool {
        rule::run(&rules::table::<Facts>(), plan.facts().as_ref(), &(), &Pointer::root()).is_empty()
    }
}
