//! Values of guardrail parameters.

use planwright_generated::action_blueprint::RecordAccessLevel;

/// Value of a parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ParamValue<'g> {
    /// A string or a name.
    Text(&'g str),
    /// Several strings or names.
    Texts(&'g [String]),
    /// A number.
    Number(f64),
    /// A count.
    Count(u64),
    /// An access level.
    Access(RecordAccessLevel),
}

/// Field of a generated type that can be read as a parameter.
pub(super) trait ReadParam {
    /// Returns the value, or `None` if it is absent.
    fn param_value(&self) -> Option<ParamValue<'_>>;
    /// Visits the strings, so that normalisation can change their spelling.
    fn each_text(&mut self, _visit: &mut dyn FnMut(&mut String)) {}
}

impl ReadParam for String {
    fn param_value(&self) -> Option<ParamValue<'_>> {
        Some(ParamValue::Text(self))
    }

    fn each_text(&mut self, visit: &mut dyn FnMut(&mut String)) {
        visit(self);
    }
}

impl ReadParam for Vec<String> {
    fn param_value(&self) -> Option<ParamValue<'_>> {
        Some(ParamValue::Texts(self))
    }

    fn each_text(&mut self, visit: &mut dyn FnMut(&mut String)) {
        self.iter_mut().for_each(visit);
    }
}

impl ReadParam for f64 {
    fn param_value(&self) -> Option<ParamValue<'_>> {
        Some(ParamValue::Number(*self))
    }
}

impl ReadParam for u64 {
    fn param_value(&self) -> Option<ParamValue<'_>> {
        Some(ParamValue::Count(*self))
    }
}

impl ReadParam for RecordAccessLevel {
    fn param_value(&self) -> Option<ParamValue<'_>> {
        Some(ParamValue::Access(*self))
    }
}

impl<T: ReadParam> ReadParam for Option<T> {
    fn param_value(&self) -> Option<ParamValue<'_>> {
        self.as_ref().and_then(ReadParam::param_value)
    }

    fn each_text(&mut self, visit: &mut dyn FnMut(&mut String)) {
        if let Some(value) = self {
            value.each_text(visit);
        }
    }
}

/// Returns the name of an access level in the Apex runtime.
pub(super) fn access_word(access: RecordAccessLevel) -> &'static str {
    match access {
        RecordAccessLevel::Read => "read",
        RecordAccessLevel::Edit => "edit",
        RecordAccessLevel::Delete => "delete",
        RecordAccessLevel::Transfer => "transfer",
        RecordAccessLevel::All => "full",
    }
}
