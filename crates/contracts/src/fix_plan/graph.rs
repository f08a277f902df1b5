//! Tasks that wait for tasks.

use std::collections::HashMap;

use planwright_generated::fix_plan::FixPlan;

/// One entry of a task's `dependencies`.
#[derive(Clone, Copy, Debug)]
pub struct Edge<'p> {
    /// The index of the task that waits.
    pub from: usize,
    /// The index within its `dependencies`.
    pub entry: usize,
    /// The id it waits for.
    pub id: &'p str,
    /// The index of the task of that id, the first if there are several.
    pub to: Option<usize>,
}

/// All dependencies in document order.
pub fn edges(plan: &FixPlan) -> Vec<Edge<'_>> {
    let mut index_of = HashMap::new();
    for (index, task) in plan.tasks.iter().enumerate() {
        index_of.entry(task.id.as_str()).or_insert(index);
    }
    let mut all = Vec::new();
    for (from, task) in plan.tasks.iter().enumerate() {
        for (entry, id) in task.dependencies.iter().flatten().enumerate() {
            all.push(Edge { from, entry, id, to: index_of.get(id.as_str()).copied() });
        }
    }
    all
}

/// The knot that each task is in: tasks that wait for each other, directly or not, have the same number.
///
/// Tarjan's strongly connected components, with a stack of its own instead of recursion: plans come from outside.
pub(super) fn knots(count: usize, edges: &[Edge<'_>]) -> Vec<usize> {
    let mut next = vec![Vec::new(); count];
    for edge in edges {
        if let Some(to) = edge.to {
            next[edge.from].push(to);
        }
    }
    let mut state = Tarjan {
        next: 0,
        order: vec![None; count],
        low: vec![0; count],
        open: Vec::new(),
        knot: vec![usize::MAX; count],
    };
    for task in 0..count {
        if state.order[task].is_none() {
            state.visit(task, &next);
        }
    }
    state.knot
}

struct Tarjan {
    next: usize,
    order: Vec<Option<usize>>,
    low: Vec<usize>,
    open: Vec<usize>,
    knot: Vec<usize>,
}

impl Tarjan {
    fn visit(&mut self, start: usize, next: &[Vec<usize>]) {
        let mut path = vec![(start, 0)];
        while let Some((task, step)) = path.pop() {
            if step == 0 {
                self.order[task] = Some(self.next);
                self.low[task] = self.next;
                self.next += 1;
                self.open.push(task);
            } else {
                let child = next[task][step - 1];
                self.low[task] = self.low[task].min(self.low[child]);
            }
            match next[task].iter().enumerate().skip(step).find(|&(_, &to)| self.step(task, to)) {
                Some((index, &to)) => {
                    path.push((task, index + 1));
                    path.push((to, 0));
                }
                None => self.close(task),
            }
        }
    }

    /// Whether `to` must be visited; a task that is still open is taken into account at once.
    fn step(&mut self, task: usize, to: usize) -> bool {
        match self.order[to] {
            None => true,
            Some(number) => {
                if self.knot[to] == usize::MAX {
                    self.low[task] = self.low[task].min(number);
                }
                false
            }
        }
    }

    fn close(&mut self, task: usize) {
        if self.order[task] != Some(self.low[task]) {
            return;
        }
        while let Some(member) = self.open.pop() {
            self.knot[member] = task;
            if member == task {
                break;
            }
        }
    }
}
