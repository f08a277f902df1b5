//! Turns warnings into errors, by code.

use planwright_contracts::nearest;
use planwright_project::exit::Failure;
use planwright_reference::code_tables;
use planwright_runtime::{Diagnostic, Severity};

/// Options that turn warnings into errors.
#[derive(Clone, Debug, Default, clap::Args)]
#[group(skip)]
pub(crate) struct DenyArgs {
    /// Treat all warnings as errors.
    #[arg(long)]
    pub deny_warnings: bool,
    /// Treat warnings with this code as errors. Can be repeated.
    #[arg(long, value_name = "CODE")]
    pub deny: Vec<String>,
}

impl DenyArgs {
    /// Returns the finding, as an error if its warning is denied.
    pub(crate) fn applied(&self, finding: Diagnostic) -> Diagnostic {
        let is_denied = self.deny_warnings || self.deny.iter().any(|code| code == finding.code);
        let is_warning = finding.severity == Severity::Warning;
        Diagnostic { severity: if is_denied && is_warning { Severity::Error } else { finding.severity }, ..finding }
    }

    /// Returns an error for each unknown code.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        let reasons: Vec<String> = self.deny.iter().filter_map(|code| unknown(code)).collect();
        if reasons.is_empty() { Ok(()) } else { Err(Failure::all(reasons)) }
    }
}

/// Returns the reason why a code cannot be denied or accepted: it is unknown, or always an error.
pub(crate) fn unknown(code: &str) -> Option<String> {
    let tables = code_tables::all_tables();
    let known: Vec<&str> = tables.iter().flat_map(|(_, codes)| codes.iter().map(|info| info.code)).collect();
    if known.contains(&code) {
        return None;
    }
    let help = nearest(code, known.iter().copied()).map_or_else(String::new, |near| format!("did you mean {near}? "));
    Some(format!("unknown code {code:?}; {help}`planwright rules` lists all"))
}
