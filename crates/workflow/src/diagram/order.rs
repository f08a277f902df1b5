//! Orders actions from top to bottom. No function is recursive, so that a long workflow cannot overflow the stack.

use super::link::{Link, Point};
use planwright_drawing::levels;

/// Marks the links that lead back to an action whose traversal is not finished.
pub(super) fn mark_back(count: usize, starts: &[usize], links: &mut [Link]) {
    let mut out = vec![Vec::new(); count];
    for (index, link) in links.iter().enumerate() {
        if let (Point::Step(from), Point::Step(_)) = (link.from, link.to) {
            out[from].push(index);
        }
    }
    let mut state = vec![VisitState::New; count];
    for root in starts.iter().copied().chain(0..count) {
        if state[root] != VisitState::New {
            continue;
        }
        state[root] = VisitState::UnderWay;
        let mut path = vec![(root, 0)];
        // Depth-first search with an explicit stack. A link to an action on the current path closes a loop.
        while let Some((node, next)) = path.last_mut() {
            let Some(&link) = out[*node].get(*next) else {
                state[*node] = VisitState::Done;
                path.pop();
                continue;
            };
            *next += 1;
            let Point::Step(to) = links[link].to else { continue };
            match state[to] {
                VisitState::New => {
                    state[to] = VisitState::UnderWay;
                    path.push((to, 0));
                }
                VisitState::UnderWay => links[link].back = true,
                VisitState::Done => {}
            }
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum VisitState {
    New,
    UnderWay,
    Done,
}

/// Returns the length of the longest path from a start to each action.
pub(super) fn ranks(count: usize, links: &[Link]) -> Vec<usize> {
    let down = links.iter().filter(|link| !link.back).filter_map(|link| match (link.from, link.to) {
        (Point::Step(from), Point::Step(to)) => Some((from, to)),
        _ => None,
    });
    levels(count, down)
}
