//! Implements `planwright form show`: prints the forms of a store.

use planwright_forms::{Field, Form, FormStatus};
use planwright_planners::forms::mentions;
use planwright_store::StoredForms;

use super::args::FormShow;
use super::steps_output;
use planwright_project::exit::{Failure, Outcome};
use planwright_project::render::DataFormat;
use planwright_project::render::human;

/// Prints forms. A requested form that does not exist is a finding.
pub(super) fn run(args: &FormShow) -> Result<Outcome, Failure> {
    let store = StoredForms::find(&args.store).map_err(|error| steps_output::store_failed(&args.store, &error))?;
    let Some(store) = store else {
        return Err(Failure::one(format!("{}: no store found", args.store.display())));
    };
    let wanted = |form: &&Form| {
        args.id.is_none_or(|id| form.id == id) && args.find.as_ref().is_none_or(|words| mentions(&form.title, words))
    };
    let forms: Vec<&Form> = store.state().forms().iter().filter(wanted).collect();
    match args.format {
        DataFormat::Json => out_json!(serde_json::to_string_pretty(&forms).map_err(Failure::one)?),
        DataFormat::Human => forms.iter().for_each(|form| print(form)),
    }
    let looked_for = args.id.is_some() || args.find.is_some();
    if looked_for && forms.is_empty() {
        errln!("form not found");
        return Ok(Outcome::Findings);
    }
    Ok(Outcome::Fine)
}

fn print(form: &Form) {
    outln!("form {}, {}: {}", form.id, status(form.status), human::isolated(&form.title));
    for (index, field) in form.fields.iter().enumerate() {
        outln!("  {index}  {}", described(field));
    }
}

fn described(field: &Field) -> String {
    let mut words = vec![human::isolated(&field.kind)];
    words.extend(field.question.as_deref().map(human::isolated));
    words.extend(field.required.map(|required| if required { "required" } else { "optional" }.to_owned()));
    words.join("  ")
}

/// Returns the word for a status.
pub(super) fn status(status: FormStatus) -> &'static str {
    match status {
        FormStatus::Draft => "draft",
        FormStatus::Published => "published",
        FormStatus::Disabled => "disabled",
    }
}
