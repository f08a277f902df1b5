//! What is done with forms that exist: opened, published, made a draft.

use planwright_generated::form_plan::{
    DraftFormParams, FormStep, OpenBuilderParams, OpenResultsParams, PublishFormParams,
};

use super::fields::group;
use super::forms::{Forms, Mention};
use super::references::Reference;
use super::tokens::{Kind, Token};
use super::verbs::{self, Status};
use super::words::phrase;

/// A step and the token where it is said.
#[derive(Clone, Debug)]
pub(super) struct Move {
    pub(super) at: usize,
    pub(super) step: FormStep,
}

/// Finds all moves; `None` if one of them lacks the id of its form.
pub(super) fn find(tokens: &[Token], forms: &Forms, references: &[Reference]) -> Option<Vec<Move>> {
    let mut moves: Vec<Move> = references.iter().map(|one| Move { at: one.start, step: one.step.clone() }).collect();
    statuses(tokens, forms, &mut moves)?;
    let results = results(tokens, forms, &mut moves)?;
    let taken =
        |mention: &Mention| results.contains(&mention.start) || references.iter().any(|one| one.form == mention.start);
    builders(tokens, forms, taken, &mut moves);
    Some(moves)
}

/// «نتایج فرم 3»
fn results(tokens: &[Token], forms: &Forms, moves: &mut Vec<Move>) -> Option<Vec<usize>> {
    let mut found = Vec::new();
    for at in 0..tokens.len() {
        let Some(mention) = phrase(tokens, at, "نتایج").and_then(|form| forms.at(form)) else { continue };
        found.push(mention.start);
        moves.push(Move { at, step: FormStep::OpenResults { params: OpenResultsParams { id: mention.id? } } });
    }
    Some(found)
}

/// «فرم 3 را باز کن», «فرم 3 و فرم 4 را ویرایش کن»
fn builders(tokens: &[Token], forms: &Forms, taken: impl Fn(&Mention) -> bool, moves: &mut Vec<Move>) {
    for (index, mention) in forms.mentions.iter().enumerate().filter(|(_, mention)| !taken(mention)) {
        if edit_after(tokens, forms, mention.end).is_none() {
            continue;
        }
        for mention in joined(tokens, forms, index).iter().filter(|mention| !taken(mention)) {
            if let Some(id) = mention.id {
                let step = FormStep::OpenBuilder { params: OpenBuilderParams { id } };
                moves.push(Move { at: mention.start, step });
            }
        }
    }
}

/// «فرم 3 را منتشر کن». Without an id before it in its clause there is no plan.
fn statuses(tokens: &[Token], forms: &Forms, moves: &mut Vec<Move>) -> Option<()> {
    let mut from = 0;
    while from < tokens.len() {
        let Some((status, end)) = verbs::status(tokens, from) else {
            from += 1;
            continue;
        };
        let before = forms.before(tokens, from);
        let mention = before.or_else(|| forms.at(end)).or_else(|| forms.at(phrase(tokens, end, "کردن")?))?;
        let index = forms.mentions.iter().position(|one| one == mention)?;
        for mention in joined(tokens, forms, index) {
            let id = mention.id?;
            let step = match status {
                Status::Published => FormStep::PublishForm { params: PublishFormParams { id } },
                Status::Draft => FormStep::DraftForm { params: DraftFormParams { id } },
            };
            moves.push(Move { at: from, step });
        }
        from = end;
    }
    Some(())
}

/// The mention at `index` and those that are joined to it by «و» or a comma before.
fn joined<'f>(tokens: &[Token], forms: &'f Forms, index: usize) -> &'f [Mention] {
    let joins = |one: usize| {
        let (before, after) = (&forms.mentions[one - 1], &forms.mentions[one]);
        let between = &tokens[before.end..after.start];
        before.id.is_some() && matches!(between, [one] if one.is("و") || one.is_mark("،") || one.is_mark(","))
    };
    let first = (1..=index).rev().take_while(|&one| joins(one)).last().map_or(index, |one| one - 1);
    &forms.mentions[first..=index]
}

/// Where the verb for opening or editing ends that belongs to the form that ends at `from`: with nothing else between.
pub(super) fn edit_after(tokens: &[Token], forms: &Forms, from: usize) -> Option<usize> {
    for at in from..tokens.len() {
        if let Some(end) = verbs::edit(tokens, at) {
            return Some(end);
        }
        let stops = !matches!(tokens[at].kind, Kind::Word | Kind::Number | Kind::Mark)
            || tokens[at].is("و")
            || forms.at(at).is_some()
            || verbs::status(tokens, at).is_some()
            || verbs::add(tokens, at).is_some()
            || verbs::create(tokens, at).is_some()
            || group(tokens, at).is_some();
        if stops {
            return None;
        }
    }
    None
}
