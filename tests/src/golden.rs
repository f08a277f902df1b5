//! Compares output with expected files, as a set in both directions. Writes them only if `UPDATE_EXPECT` is set and
//! `CI` is not.
//!
//! Crates that this one depends on include this file by its path, so that there is only one copy.

use std::env;
use std::path::Path;

use planwright_sync::{Files, Plan, plan, plan_among};

/// Reaction to a difference from the expected files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// Fail.
    Compare,
    /// Rewrite the expected files.
    Update,
    /// Refuse an update in CI, where nobody would review it.
    Refuse,
}

impl Policy {
    /// Returns the policy for these environment variables.
    pub fn new(update_expect: Option<&str>, ci: Option<&str>) -> Self {
        let is_set = |value: Option<&str>| value.is_some_and(|value| !matches!(value, "" | "0" | "false"));
        match (is_set(update_expect), is_set(ci)) {
            (false, _) => Self::Compare,
            (true, false) => Self::Update,
            (true, true) => Self::Refuse,
        }
    }

    fn from_env() -> Self {
        Self::new(env::var("UPDATE_EXPECT").ok().as_deref(), env::var("CI").ok().as_deref())
    }
}

/// Compares all files in `folder`, with the policy of the environment.
pub fn compare(folder: &Path, wanted: &Files) -> Result<(), String> {
    compare_by(Policy::from_env(), folder, wanted)
}

/// Compares one file in `folder` and ignores the others, with the policy of the environment.
pub fn compare_file(folder: &Path, name: &str, text: String) -> Result<(), String> {
    compare_optional(folder, name, Some(text))
}

/// Compares one file in `folder`, which must not exist if nothing is expected, with the policy of the environment.
pub fn compare_optional(folder: &Path, name: &str, text: Option<String>) -> Result<(), String> {
    let wanted: Files = text.map(|text| (name.to_owned(), text)).into_iter().collect();
    let plan = plan_among(folder, &wanted, [name.to_owned()], |_, _| true).map_err(|error| error.to_string())?;
    apply(Policy::from_env(), &plan).map_err(|failure| format!("{}: {failure}", folder.display()))
}

/// Compares all files in `folder`: none may differ, be missing or be left over.
pub fn compare_by(policy: Policy, folder: &Path, wanted: &Files) -> Result<(), String> {
    apply(policy, &plan(folder, wanted, |_, _| true).map_err(|error| error.to_string())?)
}

fn apply(policy: Policy, plan: &Plan) -> Result<(), String> {
    match policy {
        Policy::Refuse => Err("UPDATE_EXPECT is refused where CI is set".to_owned()),
        _ if plan.is_clean() => Ok(()),
        Policy::Update => plan.write().map_err(|error| error.to_string()),
        Policy::Compare => {
            let diffs: String = plan.changes().iter().map(planwright_sync::Change::diff).collect();
            Err(format!("{diffs}{plan}\nto accept this, set UPDATE_EXPECT=1 and run the test again"))
        }
    }
}
