//! Graph of the dependencies between tasks.

use std::collections::HashMap;

use planwright_generated::fix_plan::FixPlan;

/// Entry of a task's `dependencies`.
#[derive(Clone, Copy, Debug)]
pub struct Edge<'p> {
    /// Index of the task that has the dependency.
    pub from: usize,
    /// Index in its `dependencies`.
    pub entry: usize,
    /// Id that it depends on.
    pub id: &'p str,
    /// Index of the first task with that id.
    pub to: Option<usize>,
}

/// Returns all dependencies in document order.
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

/// Returns the component number of each task. Tasks that depend on each other, directly or indirectly, have the same
/// number.
///
/// This is Tarjan's algorithm for strongly connected components, with an explicit stack: an untrusted plan could
/// overflow the call stack of a recursive one.
pub(super) fn component_numbers(count: usize, edges: &[Edge<'_>]) -> Vec<usize> {
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
        component: vec![usize::MAX; count],
    };
    for task in 0..count {
        if state.order[task].is_none() {
            state.visit(task, &next);
        }
    }
    state.component
}

struct Tarjan {
    next: usize,
    order: Vec<Option<usize>>,
    low: Vec<usize>,
    open: Vec<usize>,
    component: Vec<usize>,
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

    /// Returns whether `to` must be visited. A task that is still on the stack updates the low link immediately.
    fn step(&mut self, task: usize, to: usize) -> bool {
        match self.order[to] {
            None => true,
            Some(number) => {
                if self.component[to] == usize::MAX {
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
            self.component[member] = task;
            if member == task {
                break;
            }
        }
    }
}
