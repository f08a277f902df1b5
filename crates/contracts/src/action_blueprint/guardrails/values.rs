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
    /// Visits the texts, for respelling.
    fn each_text(&mut self, _visit: &mut dyn FnMut(&mut String)) {}
}

impl ReadParam for String {
    fn read(&self) -> Option<ParamValue<'_>> {
        Some(ParamValue::Text(self))
    }

    fn each_text(&mut self, visit: &mut dyn FnMut(&mut String)) {
        visit(self);
    }
}

impl ReadParam for Vec<String> {
    fn read(&self) -> Option<ParamValue<'_>> {
        Some(ParamValue::Texts(self))
    }

    fn each_text(&mut self, visit: &mut dyn FnMut(&mut String)) {
        self.iter_mut().for_each(visit);
    }
}

impl ReadParam for f64 {
    fn read(&self) -> Option<ParamValue<'_>> {
        Some(ParamValue::Number(*self))
    }
}

impl ReadParam for u64 {
    fn read(&self) -> Option<ParamValue<'_>> {
        Some(ParamValue::Count(*self))
    }
}

impl ReadParam for RecordAccessLevel {
    fn read(&self) -> Option<ParamValue<'_>> {
        Some(ParamValue::Access(*self))
    }
}

impl<T: ReadParam> ReadParam for Option<T> {
    fn read(&self) -> Option<ParamValue<'_>> {
        self.as_ref().and_then(ReadParam::read)
    }

    fn each_text(&mut self, visit: &mut dyn FnMut(&mut String)) {
        if let Some(value) = self {
            value.each_text(visit);
        }
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
