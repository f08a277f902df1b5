//! The test class. What a blueprint gives no sample for is not tested there; the runtime has tests of its own.

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
    /// Arguments of `toResponse`.
    pub(crate) result: ApexCode,
    pub(crate) blueprint_name: ApexString,
    pub(crate) operation: ApexPath,
    pub(crate) target: ApexString,
    pub(crate) category: ApexString,
    pub(crate) summary: Option<ApexString>,
    pub(crate) callout: bool,
    /// Whether the org's assignment rule is run, and whether alerts of duplicate rules stop nothing; none where the statement has
    /// no options.
    pub(crate) dml_options: Option<DmlOptionsTest>,
    /// Whether a batch is written as a whole.
    pub(crate) all_or_none: bool,
    /// The message for a request without payload.
    pub(crate) no_payload: ApexString,
    /// Labels of the required inputs, as a collection.
    pub(crate) missing: Option<ApexCode>,
    /// The question, where a sound request is possible.
    pub(crate) checkpoint: Option<ApexString>,
    pub(crate) rules: Vec<RuleTest>,
    pub(crate) trouble: Option<TroubleTest>,
    pub(crate) write: Option<WriteTest>,
    pub(crate) call: Option<CallTest>,
    pub(crate) outputs: Option<OutputsTest>,
}

/// Values of the outputs by name, and the members of the response that should hold them.
#[derive(Clone, Debug)]
pub(crate) struct OutputsTest {
    pub(crate) given: ApexCode,
    pub(crate) held: ApexCode,
    /// Name, label and type of each, in one list.
    pub(crate) told: ApexCode,
}

/// A class that tests only guardrails, where there are many.
#[derive(Clone, Debug, Template)]
#[template(path = "rules_test.cls.txt")]
pub(crate) struct RulesTest {
    pub(crate) name: ApexIdent,
    pub(crate) doc: ApexDoc,
    pub(crate) sample: SampleRequest,
    pub(crate) rules: Vec<RuleTest>,
}

/// How a test makes a request.
#[derive(Clone, Debug)]
pub(crate) struct SampleRequest {
    /// The class that is tested.
    pub(crate) class: ApexIdent,
    pub(crate) has_checkpoint: bool,
    pub(crate) takes_token: bool,
    pub(crate) body: Body<SampleLine>,
    /// Arguments that declare a record accessible, for each that a guardrail asks for.
    pub(crate) records: Vec<ApexCode>,
    /// Whether a limit has to be lifted.
    pub(crate) has_limits: bool,
    pub(crate) fills: Vec<Fill>,
}

/// A method that sets some members of the sample request.
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

/// One guardrail. Access is denied by a seam of the evaluator or by another user; a value is judged by what it is set to.
#[derive(Clone, Debug)]
pub(crate) struct RuleTest {
    pub(crate) name: ApexIdent,
    pub(crate) refusal: ApexString,
    /// Place among the guardrails, from zero.
    pub(crate) index: usize,
    pub(crate) kind: ApexIdent,
    /// Whether the sample request passes, and nothing else says the same.
    pub(crate) passes: bool,
    /// Whether the sample request is refused, because no value passes.
    pub(crate) fails: bool,
    pub(crate) denied: Option<ApexCode>,
    pub(crate) is_for_outsider: bool,
    pub(crate) records: Option<RecordsTest>,
    pub(crate) rate: Option<RateTest>,
    pub(crate) accepted: Vec<Setting>,
    pub(crate) refused: Vec<Setting>,
}

/// Records whose access is judged.
#[derive(Clone, Debug)]
pub(crate) struct RecordsTest {
    pub(crate) access: ApexPath,
    pub(crate) fields: ApexCode,
    /// Payload keys of those that the sample request names.
    pub(crate) keys: ApexCode,
}

/// How many requests pass in how many seconds.
#[derive(Clone, Debug)]
pub(crate) struct RateTest {
    pub(crate) requests: ApexNumber,
    pub(crate) seconds: ApexNumber,
    /// Arguments that assert what is counted by.
    pub(crate) field: ApexCode,
}

impl RuleTest {
    /// Whether the sample request passes only for a user who has access.
    pub(crate) fn needs_access(&self) -> bool {
        self.passes && (self.denied.is_some() || self.is_for_outsider)
    }

    /// Whether there is anything to try on the sample request.
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

/// Values that cannot be converted.
#[derive(Clone, Debug)]
pub(crate) struct TroubleTest {
    pub(crate) labels: ApexCode,
}

/// The options of the statement, each as the blueprint has it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DmlOptionsTest {
    pub(crate) use_assignment_rules: bool,
    pub(crate) allow_duplicates: bool,
}

/// Whatever concerns DML.
#[derive(Clone, Debug)]
pub(crate) struct WriteTest {
    /// `(batch)`
    pub(crate) batch: ApexCode,
    /// The same, where a test calls it itself.
    pub(crate) batch_in_test: ApexCode,
    /// Arguments of `put` that give the first field a value of no type that it takes.
    pub(crate) unbuildable: Option<Setting>,
    pub(crate) denied: ApexCode,
    /// Whether the statement gets as far as asking for permission: the key is known, or none is needed.
    pub(crate) has_key: bool,
    /// Whether any field is checked.
    pub(crate) has_checks: bool,
    /// What the sample leaves out and the record takes.
    pub(crate) rest: Vec<SampleLine>,
    /// Members of the request by field.
    pub(crate) sent: ApexCode,
    /// Payload keys by field, of what may be left out.
    pub(crate) optional: Option<ApexCode>,
    /// The same, of what Flow can clear.
    pub(crate) clearable: Option<ApexCode>,
    /// An Id that no record has, where that spoils a record.
    pub(crate) nobody: Option<ApexCode>,
    /// Values by field that make the statement fail for a record.
    pub(crate) spoilt: ApexCode,
    /// Whether outputs are read back.
    pub(crate) has_outputs: bool,
    /// The message for the second use of a key.
    pub(crate) duplicate: Option<ApexString>,
}

/// Whatever concerns the handler of a CALL.
#[derive(Clone, Debug)]
pub(crate) struct CallTest {
    /// Arguments of `register`.
    pub(crate) registration: ApexCode,
    /// Members of the request by argument name.
    pub(crate) sent: ApexCode,
    pub(crate) refusal: ApexString,
}
