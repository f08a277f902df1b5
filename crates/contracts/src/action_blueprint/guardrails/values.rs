//! Parameters as values.

use planwright_generated::action_blueprint::RecordAccessLevel;

/// The value of a parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ParamValue<'g> {
    /// A text or a name.
    Text(&'g str),
    /// Texts or names.
    Texts(&'g [String]),
    /// A number.
    Number(f64),
    /// A count.
    Count(u64),
    /// An access.
    Access(RecordAccessLevel),
}

/// A member of the generated types, read as a parameter.
pub(super) trait ReadParam {
    /// The value; `None` where it is absent.
    fn read(&self) -> Option<ParamValue<'_>>;
    /// The texts, for respelling.
    fn texts_mut(&mut self) -> Vec<&mut String>;
}

impl ReadParam for String {
    fn read(&self) -> Option<ParamValue<'_>> {
        Some(ParamValue::Text(self))
    }

    fn texts_mut(&mut self) -> Vec<&mut String> {
        vec![self]
    }
}

impl ReadParam for Vec<String> {
    fn read(&self) -> Option<ParamValue<'_>> {
        Some(ParamValue::Texts(self))
    }

    fn texts_mut(&mut self) -> Vec<&mut String> {
        self.iter_mut().collect()
    }
}

impl ReadParam for f64 {
    fn read(&self) -> Option<ParamValue<'_>> {
        Some(ParamValue::Number(*self))
    }

    fn texts_mut(&mut self) -> Vec<&mut String> {
        Vec::new()
    }
}

impl ReadParam for u64 {
    fn read(&self) -> Option<ParamValue<'_>> {
        Some(ParamValue::Count(*self))
    }

    fn texts_mut(&mut self) -> Vec<&mut String> {
        Vec::new()
    }
}

impl ReadParam for RecordAccessLevel {
    fn read(&self) -> Option<ParamValue<'_>> {
        Some(ParamValue::Access(*self))
    }

    fn texts_mut(&mut self) -> Vec<&mut String> {
        Vec::new()
    }
}

impl<T: ReadParam> ReadParam for Option<T> {
    fn read(&self) -> Option<ParamValue<'_>> {
        self.as_ref().and_then(ReadParam::read)
    }

    fn texts_mut(&mut self) -> Vec<&mut String> {
        self.as_mut().map(ReadParam::texts_mut).unwrap_or_default()
    }
}

/// What the Apex runtime calls an access.
pub(super) fn access_word(access: RecordAccessLevel) -> &'static str {
    match access {
        RecordAccessLevel::Read => "read",
        RecordAccessLevel::Edit => "edit",
        RecordAccessLevel::Delete => "delete",
        RecordAccessLevel::Transfer => "transfer",
        RecordAccessLevel::All => "full",
    }
}
