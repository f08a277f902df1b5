//! From what was understood to steps: which form each field goes to, in which order, and how many.

use planwright_contracts::form_plan::DEFAULT_TITLE;
use planwright_generated::form_plan::{AddFieldParams, CreateFormParams, FormStep, UpdateFormTitleParams};

use super::PlannerConfig;
use super::fields::Group;
use super::forms::{Forms, Mention};
use super::moves::Move;
use super::names::Names;
use super::questions::Text;
use super::tokens::{Token, Utterance};
use super::words::{INTO, OBJECT, any, skip};

/// All that was understood.
pub(super) struct Parts<'u> {
    pub(super) said: &'u Utterance,
    pub(super) names: Names,
    pub(super) forms: Forms,
    pub(super) groups: Vec<Group>,
    pub(super) moves: Vec<Move>,
}

/// The steps: the form is created first, the rest follows in the order of the utterance. `None` if there is nothing to plan,
/// too much, or only something to open.
pub(super) fn steps(parts: Parts<'_>, config: &PlannerConfig) -> Option<Vec<FormStep>> {
    let creates = parts.forms.creates;
    if parts.names.needs_form && !creates {
        return None;
    }
    let mut said = fields(&parts, config.max_fields)?;
    said.extend(parts.moves.into_iter().map(|one| (one.at, one.step)));
    for rename in parts.names.renames {
        let id = rename.id.parse().ok()?;
        let params = UpdateFormTitleParams { id, title: rename.title };
        said.push((rename.at, FormStep::UpdateFormTitle { params }));
    }
    said.sort_by_key(|(at, _)| *at);
    let title = parts.names.titles.into_iter().next().unwrap_or_else(|| DEFAULT_TITLE.to_owned());
    let create = creates.then_some(FormStep::CreateForm { params: CreateFormParams { title } });
    let steps: Vec<FormStep> = create.into_iter().chain(said.into_iter().map(|(_, step)| step)).collect();
    let opens = |step: &FormStep| {
        matches!(step, FormStep::OpenBuilder { .. } | FormStep::OpenEditor { .. } | FormStep::OpenResults { .. })
    };
    let planned = match steps.as_slice() {
        [] => false,
        [only] => !opens(only),
        more => more.len() <= config.max_steps,
    };
    planned.then_some(steps)
}

/// The steps that add fields, up to the limit.
fn fields(parts: &Parts<'_>, max_fields: usize) -> Option<Vec<(usize, FormStep)>> {
    let mut steps = Vec::new();
    for (index, group) in parts.groups.iter().enumerate() {
        let id = target(parts, index)?;
        for number in 0..group.count.min(max_fields - steps.len()) {
            let text = if group.texts.len() > 1 { group.texts.get(number) } else { group.texts.first() };
            let params = AddFieldParams {
                id,
                index: None,
                question: text.map(|&text| written(parts.said, text)).filter(|text| !text.is_empty()),
                required: group.required,
                type_: group.kind,
            };
            steps.push((group.start, FormStep::AddField { params }));
        }
    }
    Some(steps)
}

fn written(said: &Utterance, text: Text) -> String {
    match text {
        Text::Taken(at) => said.tokens[at].text.clone(),
        Text::Quoted(at) => said.written(at..at + 1),
    }
}

/// The id of the form that a group goes to, `Some(None)` for the one that is created; `None` if there is no form.
#[expect(clippy::option_option, reason = "no form, the new form, a form with an id")]
fn target(parts: &Parts<'_>, index: usize) -> Option<Option<u64>> {
    let (tokens, forms) = (parts.said.tokens.as_slice(), &parts.forms);
    if let Some(mention) = addressed(tokens, forms, &parts.groups[index..]) {
        return known(mention, forms.creates);
    }
    let start = parts.groups[index].start;
    let mentions = |test: fn(&Mention) -> bool| {
        let before = forms.mentions.iter().rfind(move |one| test(one) && one.end <= start);
        before.or_else(|| forms.mentions.iter().find(move |one| test(one) && one.start >= start))
    };
    if forms.creates {
        return known(mentions(|one| one.into || one.id.is_none())?, true);
    }
    let same_clause = forms.before(tokens, start).filter(|one| one.into && one.id.is_some());
    let nearest = same_clause
        .or_else(|| mentions(|one| one.into && one.id.is_some()))
        .or_else(|| mentions(|one| one.id.is_some()));
    nearest.and_then(|mention| known(mention, false))
}

/// The form that stands right after the first group, or after one that continues it: «دو سوال و یک فیلد به فرم 3».
fn addressed<'f>(tokens: &[Token], forms: &'f Forms, groups: &[Group]) -> Option<&'f Mention> {
    for (index, group) in groups.iter().enumerate() {
        let into = any(tokens, skip(tokens, group.end, OBJECT), &[INTO, &["با"]].concat());
        if let Some(mention) = into.and_then(|form| forms.at(form)) {
            return Some(mention);
        }
        let next = groups.get(index + 1)?;
        let joins = |one: &Token| one.is("و") || one.is_mark("،") || one.is_mark(",");
        if !tokens[group.end..next.start].iter().all(joins) {
            return None;
        }
    }
    None
}

#[expect(clippy::option_option, reason = "as `target`")]
fn known(mention: &Mention, creates: bool) -> Option<Option<u64>> {
    match mention.id {
        Some(id) => Some(Some(id)),
        None => creates.then_some(None),
    }
}
