//! Links of a diagram, and their end points.

/// Connection between two points.
#[derive(Clone)]
pub(super) struct Link {
    pub(super) from: Point,
    pub(super) to: Point,
    pub(super) kind: LinkKind,
    pub(super) label: String,
    /// True if the link leads back to an earlier action, and so forms a loop.
    pub(super) back: bool,
}

/// End point of a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Point {
    /// Start mark above the action with this index.
    Start(usize),
    /// Action with this index.
    Step(usize),
    /// End mark below the action with this index.
    End(usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LinkKind {
    /// Always taken.
    Next,
    /// Taken if a comparison is true.
    Condition,
    /// Taken if no comparison is true.
    Otherwise,
}

impl Point {
    /// Returns the action of the point.
    pub(super) fn action(self) -> usize {
        match self {
            Self::Start(index) | Self::Step(index) | Self::End(index) => index,
        }
    }

    /// Returns the same kind of point at another action.
    pub(super) fn moved(self, index: usize) -> Self {
        match self {
            Self::Start(_) => Self::Start(index),
            Self::Step(_) => Self::Step(index),
            Self::End(_) => Self::End(index),
        }
    }
}
