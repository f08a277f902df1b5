//! What the templates see. Every text is a token that is legal in its place; every choice is made.

mod chunk;
mod class;
mod test;

pub(crate) use chunk::{
    AccessCheck, Answer, Assignment, Body, Chunk, InputLines, OutputLines, ParamLine, Part, RuleLines,
};
pub(crate) use class::{BlueprintLines, Class, Member, ReadBack, Write};
pub(crate) use test::{
    CallTest, DmlOptionsTest, Fill, OutputsTest, RateTest, RecordsTest, RuleTest, RulesTest, SampleLine, SampleRequest,
    Setting, Test, TroubleTest, WriteTest,
};

/// Everything there is to say about an action, ready to be laid out.
#[derive(Clone, Debug)]
pub struct ActionView {
    pub(crate) class: Class,
    pub(crate) parts: Vec<Part>,
    pub(crate) test: Test,
    pub(crate) rules_tests: Vec<RulesTest>,
}
