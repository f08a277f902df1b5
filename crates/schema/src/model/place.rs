//! Location of a part of a schema in its document.

use std::sync::Arc;

use planwright_source::Pointer;

use super::Keyword;

/// Location in a document.
///
/// A location shares the path to it with its neighbours, so a model takes memory in proportion to its document even
/// where names are long.
#[derive(Clone, Debug, Default)]
pub struct Place(Option<Arc<Step>>);

#[derive(Debug)]
struct Step {
    parent: Place,
    token: Token,
}

#[derive(Debug)]
enum Token {
    Keyword(Keyword),
    Name(Arc<str>),
    Index(usize),
}

impl Place {
    /// Returns the location of a whole document.
    pub fn root() -> Self {
        Self::default()
    }

    /// Returns whether this is the location of a whole document.
    pub fn is_root(&self) -> bool {
        self.0.is_none()
    }

    /// Returns the location at a pointer.
    pub fn from_pointer(pointer: &Pointer) -> Self {
        pointer.tokens().fold(Self::root(), |place, token| place.name(token.into()))
    }

    /// Returns the location of a keyword of the schema that is located here.
    #[must_use]
    pub fn keyword(&self, keyword: Keyword) -> Self {
        self.step(Token::Keyword(keyword))
    }

    /// Returns the location of a property of the object that is located here.
    #[must_use]
    pub fn name(&self, name: Arc<str>) -> Self {
        self.step(Token::Name(name))
    }

    /// Returns the location of an item of the array that is located here.
    #[must_use]
    pub fn index(&self, index: usize) -> Self {
        self.step(Token::Index(index))
    }

    fn step(&self, token: Token) -> Self {
        Self(Some(Arc::new(Step { parent: self.clone(), token })))
    }

    /// Returns the name of the property whose schema in `properties` is located here.
    pub fn property(&self) -> Option<&str> {
        let step = self.0.as_deref()?;
        let parent = step.parent.0.as_deref()?;
        match (&parent.token, &step.token) {
            (Token::Keyword(Keyword::Properties), Token::Name(name)) => Some(name),
            _ => None,
        }
    }

    /// Returns the location as a JSON Pointer.
    pub fn pointer(&self) -> Pointer {
        let mut steps = Vec::new();
        let mut place = self;
        while let Some(step) = &place.0 {
            steps.push(&step.token);
            place = &step.parent;
        }
        let mut pointer = Pointer::root();
        for token in steps.into_iter().rev() {
            match token {
                Token::Keyword(keyword) => pointer.push(keyword.name()),
                Token::Name(name) => pointer.push(name),
                Token::Index(index) => pointer.push_index(*index),
            }
        }
        pointer
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_a_pointer() {
        let place = Place::root().keyword(Keyword::Properties).name("a/b".into()).keyword(Keyword::AllOf).index(1);
        assert_eq!(place.pointer().as_str(), "/properties/a~1b/allOf/1");
        assert_eq!(Place::from_pointer(&place.pointer()).pointer(), place.pointer());
        assert!(Place::root().pointer().is_root() && Place::root().is_root() && !place.is_root());
        assert_eq!(place.property(), None);
        assert_eq!(Place::root().keyword(Keyword::Properties).name("a".into()).property(), Some("a"));
        assert_eq!(Place::root().keyword(Keyword::Defs).name("a".into()).property(), None);
    }
}
