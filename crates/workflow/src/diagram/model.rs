//! Content of a diagram, independent of its format.

use std::collections::HashMap;

use planwright_contracts::workflow_tools::resolve::Resolver;
use planwright_generated::workflow_tools::ParticipantRole;

use super::link::{Link, LinkKind, Point};
use super::order;
use super::words::{self, Titles};
use crate::draft::{Action, Draft, Routing};

/// Content of a diagram.
pub(super) struct Model {
    pub(super) title: String,
    pub(super) description: String,
    pub(super) lanes: Vec<Lane>,
    pub(super) steps: Vec<Step>,
    pub(super) links: Vec<Link>,
    /// Number of this sheet, and the number of sheets if there are several.
    pub(super) sheet: Option<(usize, usize)>,
}

/// Participant, or another sender of actions.
#[derive(Clone)]
pub(super) struct Lane {
    pub(super) name: String,
    /// Organization, or the problem with this sender.
    pub(super) note: String,
    pub(super) role: Option<ParticipantRole>,
    /// Position among all lanes of the workflow. It determines the colour.
    pub(super) number: usize,
}

/// Action in a diagram.
#[derive(Clone)]
pub(super) struct Step {
    pub(super) id: u64,
    pub(super) title: String,
    pub(super) lane: usize,
    pub(super) starts: bool,
    /// Data that the action collects, in words. May be empty.
    pub(super) collects: String,
    /// Disclosures, one sentence per participant.
    pub(super) sees: Vec<String>,
    /// Row of the action, counted from the top.
    pub(super) row: usize,
    /// Links to and from other sheets, one sentence each.
    pub(super) elsewhere: Vec<String>,
}

impl Model {
    pub(super) fn from_draft(draft: &Draft) -> Self {
        let mut lanes = Lanes::from_draft(draft);
        let titles: Titles<'_> = words::titles(draft);
        let steps: Vec<Step> = draft.actions.iter().map(|action| step(action, &mut lanes, &titles)).collect();
        let mut model = Self {
            title: draft.title.clone(),
            description: draft.description.clone(),
            lanes: lanes.lanes,
            steps,
            links: Vec::new(),
            sheet: None,
        };
        model.mark_starts();
        model.links = links(draft, &lanes.by_id, &model.lanes, &titles);
        let starts = model.steps.iter().enumerate().filter(|(_, step)| step.starts).map(|(index, _)| index);
        let starts: Vec<usize> = starts.collect();
        order::mark_back(model.steps.len(), &starts, &mut model.links);
        for (step, rank) in model.steps.iter_mut().zip(order::ranks(draft.actions.len(), &model.links)) {
            step.row = rank;
        }
        let marks = starts.into_iter().map(|index| Link {
            from: Point::Start(index),
            to: Point::Step(index),
            kind: LinkKind::Next,
            label: String::new(),
            back: false,
        });
        model.links.extend(marks);
        model
    }

    /// Marks the action with the lowest id as a start, if no action is marked.
    fn mark_starts(&mut self) {
        if !self.steps.iter().any(|step| step.starts)
            && let Some(first) = self.steps.iter_mut().min_by_key(|step| step.id)
        {
            first.starts = true;
        }
    }
}

struct Lanes {
    lanes: Vec<Lane>,
    by_id: HashMap<String, usize>,
}

impl Lanes {
    fn from_draft(draft: &Draft) -> Self {
        let mut lanes = Self { lanes: Vec::new(), by_id: HashMap::new() };
        for participant in &draft.participants {
            let (name, note) = (participant.name.clone(), participant.organisation.clone());
            lanes.add(&participant.id, name, note, participant.role);
        }
        lanes
    }

    fn add(&mut self, id: &str, name: String, note: String, role: Option<ParticipantRole>) {
        if !self.by_id.contains_key(id) {
            let number = self.lanes.len();
            self.by_id.insert(id.to_owned(), number);
            self.lanes.push(Lane { name, note, role, number });
        }
    }

    /// Returns the lane of a sender. Unknown senders get a lane too, because the diagram shows invalid drafts.
    fn sender(&mut self, id: &str) -> usize {
        let (name, note) = if id.is_empty() { ("nobody", "no sender") } else { (id, "not a participant") };
        self.add(id, name.to_owned(), note.to_owned(), None);
        self.by_id.get(id).copied().unwrap_or_default()
    }
}

fn step(action: &Action, lanes: &mut Lanes, titles: &Titles<'_>) -> Step {
    let lane = lanes.sender(&action.sender);
    let sees = action.disclosures.iter().map(|entry| {
        let who = lanes.by_id.get(&entry.participant_id).map_or(&entry.participant_id, |&at| &lanes.lanes[at].name);
        words::describe_disclosure(who, &entry.data_pointers, titles)
    });
    Step {
        id: action.id,
        title: action.title.clone(),
        lane,
        starts: action.is_starting_action,
        sees: sees.collect(),
        collects: words::describe_data(&action.data_fields),
        row: 0,
        elsewhere: Vec::new(),
    }
}

fn links(draft: &Draft, by_id: &HashMap<String, usize>, lanes: &[Lane], titles: &Titles<'_>) -> Vec<Link> {
    let resolver = Resolver::new(draft.actions.iter().map(|action| (action.id, action.sender.as_str())));
    let mut links = Vec::new();
    for (index, action) in draft.actions.iter().enumerate() {
        let mut link = |to: Option<&str>, kind, label: String| {
            let found = to.and_then(|to| resolver.resolve(to, action.id));
            let label = match (to, found) {
                // The target participant performs no action.
                (Some(to), None) => {
                    let name = by_id.get(to).and_then(|&lane| lanes.get(lane)).map_or(to, |lane| lane.name.as_str());
                    let lost = format!("{name} has no action");
                    if label.is_empty() { lost } else { format!("{label}: {lost}") }
                }
                _ => label,
            };
            let to = found.map_or(Point::End(index), |(_, to)| Point::Step(to));
            links.push(Link { from: Point::Step(index), to, kind, label, back: false });
        };
        match &action.routing {
            None => link(None, LinkKind::Next, String::new()),
            Some(Routing::Next { to }) => link(Some(to), LinkKind::Next, String::new()),
            Some(Routing::Conditional { conditions, default }) => {
                for condition in conditions {
                    link(Some(&condition.route_to), LinkKind::Condition, words::describe_condition(condition, titles));
                }
                link(default.as_deref(), LinkKind::Otherwise, "otherwise".to_owned());
            }
        }
    }
    links
}
