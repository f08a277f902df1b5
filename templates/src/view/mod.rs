//! Views: the input of the templates. Every string is a token that is legal where it is used, and every choice is
//! already made.

mod chunk;
mod class;
mod test;

use planwright_apex::layout::Place;

use crate::options::RUNTIME_VERSION;
use crate::tokens::ApexString;

pub(crate) use chunk::{Answer, Body, Chunk};
pub(crate) use class::{Class, Member, ReadBack, Write};
pub(crate) use test::{
    CallTest, Fill, OutputsTest, RateTest, RecordsTest, RuleTest, RulesTest, SampleLine, SampleRequest, Setting, Test,
    TroubleTest, WriteTest,
};

/// Indentation of a statement in a test.
const TEST_INDENT: usize = 6;

/// Everything that the templates need to lay out an action.
#[derive(Clone, Debug)]
pub struct ActionView {
    pub(crate) class: Class,
    pub(crate) test: Test,
    pub(crate) rules_tests: Vec<RulesTest>,
}

impl ActionView {
    /// Requires a custom permission for the action: `Run_` and its name.
    #[must_use]
    pub fn with_permission(mut self) -> Self {
        self.class.needs_permission = true;
        for sample in self.rules_tests.iter_mut().map(|test| &mut test.sample).chain([&mut self.test.sample]) {
            sample.needs_permission = true;
        }
        self
    }

    /// Makes the test class require an installed runtime that the action can use.
    #[must_use]
    pub fn with_runtime_package(mut self) -> Self {
        let place = Place::new(TEST_INDENT, "String version = ".len());
        self.test.runtime_version = Some(ApexString::at(RUNTIME_VERSION, place));
        self
    }
}
