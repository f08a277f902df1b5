//! Converts requests to the steps of a plan: determines their order and number, and applies the limit.

use std::ops::Range;

use planwright_contracts::form_plan::DEFAULT_TITLE;
use planwright_generated::form_plan::{AddFieldParams, AddFieldStep, CreateFormParams, CreateFormStep, FormStep};

use super::PlannerConfig;
use super::field_groups::Group;
use super::persian_forms::PublishState;
use super::refusal::{FieldsCut, NoPlanReason};
use super::slots::Title;
use super::titles::Fault;

/// Form that a step applies to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Target {
    Created,
    Id(u64),
}

/// Everything that the request contains.
#[derive(Debug, Default)]
pub(super) struct Asked {
    /// Token where a form is created.
    pub(super) created: Option<usize>,
    pub(super) titles: Vec<(usize, Title)>,
    /// Steps on existing forms, each with its token.
    pub(super) steps: Vec<(usize, FormStep)>,
    pub(super) groups: Vec<(Group, Target)>,
    pub(super) left: Vec<Leaving>,
}

/// State that a form leaves, and the words for that.
#[derive(Clone, Debug)]
pub(super) struct Leaving {
    pub(super) target: Target,
    pub(super) state: PublishState,
    pub(super) words: Range<usize>,
}

impl Leaving {
    /// Returns whether `step` puts the form into the other state.
    fn is_followed_by(&self, step: &FormStep) -> bool {
        match step {
            FormStep::PublishForm(step) => {
                self.state == PublishState::Draft && self.target == Target::Id(step.params.id)
            }
            FormStep::DraftForm(step) => {
                self.state == PublishState::Published && self.target == Target::Id(step.params.id)
            }
            FormStep::CreateForm(_)
            | FormStep::AddField(_)
            | FormStep::UpdateFormTitle(_)
            | FormStep::OpenBuilder(_)
            | FormStep::OpenEditor(_)
            | FormStep::OpenResults(_) => false,
        }
    }
}

/// Returns the ordered steps, and the fields that the limit omits.
pub(super) fn assemble(asked: Asked, config: &PlannerConfig) -> Result<(Vec<FormStep>, Option<FieldsCut>), Fault> {
    let create = match asked.created {
        Some(_) => {
            Some(FormStep::CreateForm(CreateFormStep { params: CreateFormParams { title: title(&asked.titles)? } }))
        }
        None => match asked.titles.first() {
            Some(&(at, _)) => return Err((NoPlanReason::NoFormId, at..at + 1)),
            None => None,
        },
    };
    // Without such a step it is unknown which state should follow.
    let alone = |left: &&Leaving| !asked.steps.iter().any(|(_, step)| left.is_followed_by(step));
    if let Some(left) = asked.left.iter().find(alone) {
        return Err((NoPlanReason::Negation, left.words.clone()));
    }
    let total = asked.groups.iter().fold(0_usize, |sum, (group, _)| sum.saturating_add(group.count));
    let kept = total.min(config.max_fields);
    let mut steps = asked.steps;
    let mut room = kept;
    // The limit omits the last fields of the request.
    let mut groups = asked.groups;
    groups.sort_by_key(|(group, _)| group.start);
    for (group, target) in &groups {
        let count = group.count.min(room);
        room -= count;
        steps.extend((0..count).map(|number| (group.start, field(group, *target, number))));
    }
    steps.sort_by_key(|(at, _)| *at);
    let steps: Vec<FormStep> = create.into_iter().chain(steps.into_iter().map(|(_, step)| step)).collect();
    let opens =
        |step: &FormStep| matches!(step, FormStep::OpenBuilder(_) | FormStep::OpenEditor(_) | FormStep::OpenResults(_));
    match steps.as_slice() {
        [] => Err((NoPlanReason::NothingAsked, 0..0)),
        [only] if opens(only) => Err((NoPlanReason::OnlyOpens, 0..0)),
        all if all.len() > config.max_steps => Err((NoPlanReason::TooManySteps, 0..0)),
        _ => Ok((steps, (total > kept).then_some(FieldsCut { asked: total, kept }))),
    }
}

fn field(group: &Group, target: Target, number: usize) -> FormStep {
    let text = if group.texts.len() > 1 { group.texts.get(number) } else { group.texts.first() };
    let id = match target {
        Target::Created => None,
        Target::Id(id) => Some(id),
    };
    FormStep::AddField(AddFieldStep {
        params: AddFieldParams {
            id,
            index: None,
            question: text.cloned(),
            required: group.required,
            type_: group.kind,
        },
    })
}

/// Returns the title of the new form. Quoted titles take precedence, and different titles are ambiguous.
fn title(titles: &[(usize, Title)]) -> Result<String, Fault> {
    let named: Vec<_> = titles.iter().filter(|(_, title)| !title.text.is_empty()).collect();
    let quoted: Vec<_> = named.iter().filter(|(_, title)| title.quoted).copied().collect();
    let of = if quoted.is_empty() { named } else { quoted };
    let Some((_, first)) = of.first() else { return Ok(DEFAULT_TITLE.to_owned()) };
    match of.iter().find(|(_, title)| title.text != first.text) {
        Some(&&(at, _)) => Err((NoPlanReason::Ambiguous, at..at + 1)),
        None => Ok(first.text.clone()),
    }
}
