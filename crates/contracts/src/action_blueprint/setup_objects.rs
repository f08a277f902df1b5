//! Setup objects. Salesforce rejects a transaction that writes one of them and any other object, with
//! `MIXED_DML_OPERATION`.
//!
//! The source of the table is "sObjects That Can't Be Used Together in DML Operations" in the Apex Developer Guide
//! (<https://developer.salesforce.com/docs/platform/apex-dev/references/apex-dev/apex-dml-non-mix-sobjects.html>), for
//! code of API version 18 and later. That page says that its list is incomplete.

use planwright_generated::action_blueprint::{ActionBlueprint, ConfirmationMode, Guardrail, InputUsage, Operation};

use super::Context;
use super::names::same;

/// Setup object, and the writes that Salesforce counts as setup writes.
#[derive(Debug)]
pub struct SetupObject {
    /// API name.
    pub name: &'static str,
    /// Inserts that cannot be mixed with other writes.
    pub inserts: SetupWrites,
    /// Updates that cannot be mixed with other writes.
    pub updates: SetupWrites,
}

/// Writes of a setup object that cannot be mixed with others.
#[derive(Clone, Copy, Debug)]
pub enum SetupWrites {
    /// Every write.
    All,
    /// No write.
    None,
    /// Writes that set one of these fields.
    OfFields(&'static [&'static str]),
}

impl SetupWrites {
    fn include(self, plan: &ActionBlueprint) -> bool {
        let sets = |field: &str| {
            let mut inputs = plan.inputs.iter().filter(|input| input.usage == InputUsage::Field);
            inputs.any(|input| same(&input.field_api_name, field))
        };
        match self {
            Self::All => true,
            Self::None => false,
            Self::OfFields(fields) => fields.iter().any(|field| sets(field)),
        }
    }
}

const fn setup(name: &'static str) -> SetupObject {
    SetupObject { name, inserts: SetupWrites::All, updates: SetupWrites::All }
}

/// All setup objects, sorted by name.
pub const SETUP_OBJECTS: &[SetupObject] = &[
    setup("AuthSession"),
    setup("ContentWorkspace"),
    setup("FieldPermissions"),
    setup("ForecastingShare"),
    setup("ForecastShare"),
    // Only deletes of groups cannot be mixed.
    SetupObject { name: "Group", inserts: SetupWrites::None, updates: SetupWrites::None },
    setup("GroupMember"),
    setup("ObjectPermissions"),
    setup("ObjectTerritory2AssignmentRule"),
    setup("ObjectTerritory2AssignmentRuleItem"),
    setup("PermissionSet"),
    setup("PermissionSetAssignment"),
    setup("QueueSobject"),
    setup("RuleTerritory2Association"),
    setup("SetupEntityAccess"),
    setup("Territory"),
    setup("Territory2"),
    setup("Territory2Model"),
    SetupObject {
        name: "User",
        inserts: SetupWrites::OfFields(&["UserRoleId"]),
        updates: SetupWrites::OfFields(&[
            "UserRoleId",
            "IsActive",
            "ForecastEnabled",
            "IsPortalEnabled",
            "Username",
            "ProfileId",
        ]),
    },
    setup("UserPackageLicense"),
    setup("UserRole"),
    setup("UserTerritory"),
    setup("UserTerritory2Association"),
];

/// Returns the setup object with this name.
pub fn find_setup_object(name: &str) -> Option<&'static SetupObject> {
    SETUP_OBJECTS.iter().find(|object| same(object.name, name))
}

/// Returns the setup object that the DML of a blueprint writes. What the handler of a `CALL` writes is unknown.
pub(crate) fn written_setup_object(plan: &ActionBlueprint) -> Option<&'static SetupObject> {
    let object = find_setup_object(&plan.target_s_object)?;
    let is_written = match plan.operation {
        Operation::Insert | Operation::Create => object.inserts.include(plan),
        Operation::Update => object.updates.include(plan),
        Operation::Upsert => object.inserts.include(plan) || object.updates.include(plan),
        Operation::Call => false,
    };
    is_written.then_some(object)
}

/// Runtime record that an action writes in addition to its own records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RuntimeRecord {
    /// Token that confirms the checkpoint.
    Confirmation,
    /// Counter of the guardrail at this index.
    Use(usize),
}

impl RuntimeRecord {
    /// Returns the object of the record.
    pub(crate) fn object(self) -> &'static str {
        match self {
            Self::Confirmation => "PlanwrightConfirmation__c",
            Self::Use(_) => "PlanwrightUse__c",
        }
    }
}

/// Returns the runtime records that an action writes.
pub(crate) fn runtime_records(plan: &ActionBlueprint, context: &Context) -> impl Iterator<Item = RuntimeRecord> {
    let asks = plan.checkpoint.as_ref().is_some_and(|question| !question.trim().is_empty());
    let takes_token = context.for_agents || plan.confirmation == ConfirmationMode::Token;
    let counters = plan.guardrails.iter().flatten().enumerate();
    let counters = counters.filter(|(_, guardrail)| matches!(guardrail, Guardrail::RateLimit(_)));
    let counters: Vec<RuntimeRecord> = counters.map(|(index, _)| RuntimeRecord::Use(index)).collect();
    (asks && takes_token).then_some(RuntimeRecord::Confirmation).into_iter().chain(counters)
}
