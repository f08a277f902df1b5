//! Determines which classes `planwright gen --lang apex` owns in a folder.

use std::path::Path;

use planwright_apex_types::{SharedClasses, is_generated_apex, shared_apex_paths};
use planwright_sync::{Files, Plan, plan_among, read_own_file};

use planwright_project::exit::Failure;

/// Plans the classes of a folder. A class is ours if it has our marker, and its metadata if the class is.
///
/// A class that is no longer generated stays, because it may belong to other schemas. Only the classes that all Apex of
/// a project shares are removed, if another folder has them.
pub(super) fn owned_plan(out: &Path, wanted: &Files, shared: SharedClasses) -> Result<Plan, Failure> {
    let is_copy = |path: &String| shared == SharedClasses::Elsewhere && out.join(path).exists();
    let copies: Vec<String> = shared_apex_paths().into_iter().filter(is_copy).collect();
    let plan = plan_among(out, wanted, copies, |path, text| match path.strip_suffix("-meta.xml") {
        Some(class) => {
            read_own_file(&out.join(class)).map_or(true, |class| is_generated_apex(&String::from_utf8_lossy(&class)))
        }
        None => is_generated_apex(text),
    })?;
    Ok(plan)
}
