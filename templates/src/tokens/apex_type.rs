//! Apex types of values.

use planwright_contracts::action_blueprint::data_type::DataType;

/// Apex type of an input or output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ApexType(DataType);

impl ApexType {
    /// Returns the Apex type of a data type.
    pub fn from_data_type(data_type: DataType) -> Self {
        Self(data_type)
    }

    /// Returns the name of the type.
    pub fn as_str(self) -> &'static str {
        match self.0 {
            DataType::Text | DataType::MultiPicklist => "String",
            DataType::Id => "Id",
            DataType::Boolean => "Boolean",
            DataType::Integer => "Integer",
            DataType::Long => "Long",
            DataType::Decimal => "Decimal",
            DataType::Date => "Date",
            DataType::Datetime => "Datetime",
            DataType::Time => "Time",
            DataType::Blob => "Blob",
        }
    }
}

impl std::fmt::Display for ApexType {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}
