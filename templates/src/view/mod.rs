//! Views: the input of the templates. Every string is a token that is legal where it is used, and every choice is
//! already made.

mod chunk;
mod class;
mod test;

pub(crate) use chunk::{AccessCheck, Answer, Assignment, Body, Chunk, Part};
pub(crate) use class::{Class, Member, ReadBack, Write};
pub(crate) use test::{
    CallTest, DmlOptionsTest, Fill, OutputsTest, RateTest, RecordsTest, RuleTest, RulesTest, SampleLine, SampleRequest,
    Setting, Test, TroubleTest, WriteTest,
};

/// Everything that the templates need to lay out an action.
#[derive(Clone, Debug)]
pub struct ActionView {
    pub(crate) class: Class,
    pub(crate) parts: Vec<Part>,
    pub(crate) test: Test,
    pub(crate) rules_tests: Vec<RulesTest>,
}
