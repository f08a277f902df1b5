//! View of the test class. It covers what the blueprint has samples for; the runtime has its own tests.

use askama::Template;

use crate::tokens::{ApexCode, ApexDoc, ApexIdent, ApexNumber, ApexPath, ApexString};

use super::Body;

/// The whole test class.
#[derive(Clone, Debug, Template)]
#[template(path = "test.cls.txt")]
pub(crate) struct Test {
    pub(crate) name: ApexIdent,
    pub(crate) doc: ApexDoc,
    pub(crate) sample: SampleRequest,
    pub(crate) object: ApexPath,
    /// Arguments of `invoke`.
    pub(crate) requests: ApexCode,
    /// Class of the responses.
    pub(crate) response: ApexPath,
    /// Arguments of `toResponse`.
    pub(crate) result: ApexCode,
    pub(crate) blueprint_name: ApexString,
    pub(crate) operation: ApexPath,
    pub(crate) summary: Option<ApexString>,
    /// True if a batch is rolled back when one of its records fails.
    pub(crate) all_or_none: bool,
    /// Labels of the required inputs, as a collection.
    pub(crate) missing: Option<ApexCode>,
    /// Checkpoint question, if the sample request passes all guardrails.
    pub(crate) checkpoint: Option<ApexString>,
    pub(crate) rules: Vec<RuleTest>,
    pub(crate) trouble: Option<TroubleTest>,
    pub(crate) write: Option<WriteTest>,
    pub(crate) call: Option<CallTest>,
    pub(crate) outputs: Option<OutputsTest>,
    /// Version of the runtime that the org must have as a package.
    pub(crate) runtime_version: Option<ApexString>,
}

/// Values of the outputs by name, and the response variables that should contain them.
#[derive(Clone, Debug)]
pub(crate) struct OutputsTest {
    pub(crate) given: ApexCode,
    pub(crate) held: ApexCode,
    /// Name, label and type of each output, in one list.
    pub(crate) told: ApexCode,
}

/// Class that tests only guardrails, for blueprints with many of them.
#[derive(Clone, Debug, Template)]
#[template(path = "rules_test.cls.txt")]
pub(crate) struct RulesTest {
    pub(crate) name: ApexIdent,
    pub(crate) doc: ApexDoc,
    pub(crate) sample: SampleRequest,
    pub(crate) rules: Vec<RuleTest>,
}

/// Lines with which a test creates a request.
#[allow(clippy::struct_excessive_bools, reason = "each is an independent part of the template")]
#[derive(Clone, Debug)]
pub(crate) struct SampleRequest {
    /// Class under test.
    pub(crate) class: ApexIdent,
    pub(crate) has_checkpoint: bool,
    pub(crate) takes_token: bool,
    /// True if the action needs its custom permission.
    pub(crate) needs_permission: bool,
    pub(crate) body: Body<SampleLine>,
    /// Arguments that declare a record accessible, one for each record of a guardrail.
    pub(crate) records: Vec<ApexCode>,
    /// True if the test has to lift a rate limit.
    pub(crate) has_limits: bool,
    pub(crate) fills: Vec<Fill>,
}

/// Method that sets some variables of the sample request.
#[derive(Clone, Debug)]
pub(crate) struct Fill {
    pub(crate) name: ApexIdent,
    pub(crate) parameters: ApexCode,
    pub(crate) lines: Vec<SampleLine>,
}

/// `request.member = value;`
#[derive(Clone, Debug)]
pub(crate) struct SampleLine {
    pub(crate) member: ApexIdent,
    pub(crate) value: ApexCode,
}

/// Test of one guardrail. It denies access through a test hook of the evaluator or by running as another user, and it
/// sets values.
#[derive(Clone, Debug)]
pub(crate) struct RuleTest {
    pub(crate) name: ApexIdent,
    /// Index among the guardrails, from zero.
    pub(crate) index: usize,
    pub(crate) kind: ApexIdent,
    /// True if the sample request passes, and no other guardrail has the same message.
    pub(crate) passes: bool,
    /// True if the sample request is refused, because no value passes.
    pub(crate) fails: bool,
    pub(crate) denied: Option<ApexCode>,
    pub(crate) is_for_outsider: bool,
    pub(crate) records: Option<RecordsTest>,
    pub(crate) rate: Option<RateTest>,
    pub(crate) accepted: Vec<Setting>,
    pub(crate) refused: Vec<Setting>,
}

/// Test of access to records.
#[derive(Clone, Debug)]
pub(crate) struct RecordsTest {
    pub(crate) access: ApexPath,
    pub(crate) fields: ApexCode,
    /// Payload keys of the records that the sample request names.
    pub(crate) keys: ApexCode,
}

/// Rate limit: the number of requests in a number of seconds.
#[derive(Clone, Debug)]
pub(crate) struct RateTest {
    pub(crate) requests: ApexNumber,
    pub(crate) seconds: ApexNumber,
    /// Arguments of the assertion on the counting key.
    pub(crate) field: ApexCode,
}

impl RuleTest {
    /// Returns whether the test needs a user who has access: otherwise no request would pass, or be counted.
    pub(crate) fn needs_access(&self) -> bool {
        self.rate.is_some() || self.passes && (self.denied.is_some() || self.is_for_outsider)
    }

    /// Returns whether the test uses the sample request at all.
    pub(crate) fn is_tried(&self) -> bool {
        let tries = self.denied.is_some() || self.records.is_some() || self.rate.is_some();
        self.passes || self.fails || tries || !self.accepted.is_empty() || !self.refused.is_empty()
    }
}

/// Arguments of `payload.put`.
#[derive(Clone, Debug)]
pub(crate) struct Setting {
    pub(crate) arguments: ApexCode,
}

/// Test of values that cannot be converted.
#[derive(Clone, Debug)]
pub(crate) struct TroubleTest {
    pub(crate) labels: ApexCode,
}

/// Test of the DML statement.
#[derive(Clone, Debug)]
pub(crate) struct WriteTest {
    /// Arguments of `put` that give the first field a value of the wrong type.
    pub(crate) unbuildable: Option<Setting>,
    /// The fields that are written.
    pub(crate) denied: ApexCode,
    /// True if the statement gets as far as the permission check: the key is known, or none is needed.
    pub(crate) has_key: bool,
    /// Number of requests that are written at once.
    pub(crate) rows: usize,
    /// Lines for writable inputs that the sample request leaves out.
    pub(crate) rest: Vec<SampleLine>,
    /// Request variables by field.
    pub(crate) sent: ApexCode,
    /// Payload keys of the optional inputs by field.
    pub(crate) optional: Option<ApexCode>,
    /// Payload keys of the inputs that Flow can clear, by field.
    pub(crate) clearable: Option<ApexCode>,
    /// An Id that belongs to no record, if the test uses one to make a record fail.
    pub(crate) nobody: Option<ApexCode>,
    /// Values by field that make the statement fail for a record.
    pub(crate) spoilt: ApexCode,
    /// True if outputs are read back.
    pub(crate) has_outputs: bool,
    /// True if two requests can have the same key.
    pub(crate) has_duplicate: bool,
}

/// Test of the handler of a CALL.
#[derive(Clone, Debug)]
pub(crate) struct CallTest {
    /// Arguments of `register`.
    pub(crate) registration: ApexCode,
    /// Request variables by argument name.
    pub(crate) sent: ApexCode,
    pub(crate) refusal: ApexString,
}
