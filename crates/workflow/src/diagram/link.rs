//! The links of a picture, and the points that they join.

/// A way from one point to another.
#[derive(Clone)]
pub(super) struct Link {
    pub(super) from: Point,
    pub(super) to: Point,
    pub(super) kind: LinkKind,
    pub(super) label: String,
    /// Whether it leads back, so that something repeats.
    pub(super) back: bool,
}

/// A place that a link can touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Point {
    /// The mark above the action at this position.
    Start(usize),
    /// The action at this position.
    Step(usize),
    /// The mark below the action at this position.
    End(usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LinkKind {
    /// Always taken.
    Next,
    /// Taken if a comparison holds.
    Condition,
    /// Taken if none does.
    Otherwise,
}

impl Point {
    /// The action that the point is or belongs to.
    pub(super) fn action(self) -> usize {
        match self {
            Self::Start(index) | Self::Step(index) | Self::End(index) => index,
        }
    }

    /// The same point of the action at another position.
    pub(super) fn moved(self, index: usize) -> Self {
        match self {
            Self::Start(_) => Self::Start(index),
            Self::Step(_) => Self::Step(index),
            Self::End(_) => Self::End(index),
        }
    }
}
