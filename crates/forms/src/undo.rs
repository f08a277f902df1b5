//! Undoes the steps of a plan, one token at a time.

use planwright_check::{Diagnostic, Report};
use planwright_source::Pointer;
use serde_json::json;

use super::audit::AuditState;
use super::codes;
use super::effect::failed;
use super::execute::{Sources, begin, mark_failed};
use super::state::Form;
use super::store::{Change, Commit, FormStore, Inverse, TokenState, UndoRecord};

/// Result of redeeming a token.
#[derive(Clone, Debug, PartialEq)]
pub struct Undone {
    /// Form that was restored or deleted.
    pub form: u64,
    /// Change that was undone.
    pub inverse: Inverse,
    /// Tokens that can no longer be redeemed because their form was deleted.
    pub invalidated: Vec<String>,
}

/// Redeems one token.
///
/// Redeem the tokens of newer changes of the same form first: a token is rejected if what it would undo no longer
/// exists. The token of a `create_form` deletes the form with all later changes, and invalidates their tokens.
pub fn undo(token: &str, store: &mut impl FormStore, sources: &mut Sources<'_>) -> Result<Undone, Report> {
    redeem(token, store, sources).map_err(|error| Report::of_value(vec![error]))
}

/// Redeems several tokens from the newest to the oldest. They are given in the order of
/// [`Executed::tokens`](super::Executed::tokens). It stops at the first token that is rejected.
pub fn undo_all<'t>(
    tokens: impl DoubleEndedIterator<Item = &'t str>,
    store: &mut impl FormStore,
    sources: &mut Sources<'_>,
) -> Result<Vec<Undone>, Report> {
    tokens.rev().map(|token| undo(token, store, sources)).collect()
}

fn redeem(token: &str, store: &mut impl FormStore, sources: &mut Sources<'_>) -> Result<Undone, Diagnostic> {
    let refuse = |error| failed(Pointer::root(), &error);
    let entry = begin("undo", json!({ "token": token }), store, sources).map_err(refuse)?;
    match reverse(token, store) {
        Ok((record, change, invalidated)) => {
            let spent = (record.token.clone(), TokenState::Used);
            let lost = invalidated.iter().map(|token| (token.clone(), TokenState::Invalidated));
            let tokens = std::iter::once(spent).chain(lost).collect();
            let state = AuditState::Done { at: (sources.clock)(), form: record.form };
            match store.commit(Commit { entry, state, change: Some(change), issued: None, tokens }) {
                Ok(()) => Ok(Undone { form: record.form, inverse: record.inverse, invalidated }),
                Err(error) => Err(mark_failed(entry, refuse(error), store, sources)),
            }
        }
        Err(error) => Err(mark_failed(entry, error, store, sources)),
    }
}

/// Returns the change that redeeming a token makes, and the tokens that it invalidates.
fn reverse(token: &str, store: &impl FormStore) -> Result<(UndoRecord, Change, Vec<String>), Diagnostic> {
    let refuse = |error| failed(Pointer::root(), &error);
    let record = store.record(token).map_err(refuse)?.ok_or_else(|| {
        let message = "this undo token was never given out";
        error(codes::TOKEN_UNKNOWN, message, "use a token that an execution has returned")
    })?;
    match record.state {
        TokenState::Open => {}
        TokenState::Used => return Err(used("this undo token was redeemed before")),
        TokenState::Invalidated => return Err(used("the form of this undo token was deleted by another token")),
    }
    let form = store.form(record.form).map_err(refuse)?;
    let form = form.ok_or_else(|| conflict(&format!("the form {} was deleted", record.form)))?;
    if record.inverse == Inverse::DeleteForm {
        // No other token of the form can be redeemed after its deletion.
        let mut lost = store.open_tokens(form.id).map_err(refuse)?;
        lost.retain(|other| other != token);
        return Ok((record, Change::Delete(form.id), lost));
    }
    let form = restored(form, &record.inverse)?;
    Ok((record, Change::Put(form), Vec::new()))
}

/// Returns the form without the change.
fn restored(mut form: Form, inverse: &Inverse) -> Result<Form, Diagnostic> {
    let id = form.id;
    match inverse {
        Inverse::DeleteForm => {}
        Inverse::RemoveField { index, field } => {
            // Later changes may have moved the field, so it is also searched by its content.
            let there = form.fields.get(*index).filter(|found| *found == field).map(|_| *index);
            let moved = || form.fields.iter().position(|found| found == field);
            let index = there.or_else(moved).ok_or_else(|| conflict(&format!("the field of form {id} was changed")))?;
            form.fields.remove(index);
        }
        Inverse::RestoreTitle { from, to } if form.title == *to => form.title.clone_from(from),
        Inverse::RestoreTitle { .. } => return Err(conflict(&format!("form {id} has got another title"))),
        Inverse::RestoreStatus { from, to } if form.status == *to => form.status = *from,
        Inverse::RestoreStatus { .. } => return Err(conflict(&format!("form {id} has got another status"))),
    }
    Ok(form)
}

fn used(message: &str) -> Diagnostic {
    error(codes::TOKEN_USED, message, "a token redeems once")
}

fn conflict(message: &str) -> Diagnostic {
    let message = format!("{message} since the step was done");
    error(codes::UNDO_CONFLICT, &message, "redeem the tokens of newer steps first")
}

fn error(code: &'static str, message: &str, help: &str) -> Diagnostic {
    Diagnostic::error(code, Pointer::root(), message).with_help(help)
}
