//! Resolves a participant to an action. The tools route to participants, but a workflow goes from action to action.

use std::collections::HashMap;

/// Actions by the participant who performs them.
pub struct Resolver<'d> {
    /// Ids with their indexes, in ascending order.
    by_sender: HashMap<&'d str, Vec<(u64, usize)>>,
}

impl<'d> Resolver<'d> {
    /// Creates a resolver from the ids and senders of actions, in document order.
    pub fn new(actions: impl Iterator<Item = (u64, &'d str)>) -> Self {
        let mut by_sender = HashMap::<_, Vec<_>>::new();
        for (index, (id, sender)) in actions.enumerate() {
            by_sender.entry(sender).or_default().push((id, index));
        }
        for ids in by_sender.values_mut() {
            ids.sort_unstable();
        }
        Self { by_sender }
    }

    /// Returns the id and index of the participant's next action after action `from`.
    ///
    /// This is the smallest id greater than `from`, or the smallest id of all. Returns `None` if the participant
    /// performs no action.
    pub fn resolve(&self, participant: &str, from: u64) -> Option<(u64, usize)> {
        let ids = self.by_sender.get(participant)?;
        let next = ids.partition_point(|&(id, _)| id <= from);
        ids.get(next).or_else(|| ids.first()).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::Resolver;

    #[test]
    fn the_next_action_has_the_next_id_or_else_the_first() {
        let resolver = Resolver::new([(5, "a"), (1, "a"), (3, "b"), (9, "a")].into_iter());
        assert_eq!(resolver.resolve("a", 1), Some((5, 0)));
        assert_eq!(resolver.resolve("a", 5), Some((9, 3)));
        assert_eq!(resolver.resolve("a", 9), Some((1, 1)));
        assert_eq!(resolver.resolve("b", 3), Some((3, 2)), "an only action is its own next");
        assert_eq!(resolver.resolve("c", 0), None);
        assert_eq!(resolver.resolve("a", u64::MAX), Some((1, 1)));
    }
}
