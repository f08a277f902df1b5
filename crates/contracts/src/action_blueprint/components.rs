//! Component fields of compound fields. A blueprint binds them instead of the address or location as a whole.

const STANDARD_ADDRESS: [&str; 5] = ["Street", "City", "State", "PostalCode", "Country"];
const CUSTOM_ADDRESS: [&str; 5] = ["Street__s", "City__s", "StateCode__s", "PostalCode__s", "CountryCode__s"];
const STANDARD_LOCATION: [&str; 2] = ["Latitude", "Longitude"];
const CUSTOM_LOCATION: [&str; 2] = ["Latitude__s", "Longitude__s"];

/// Returns the API names of the components of `field`. `data_type` must be the hint ADDRESS or LOCATION.
pub(super) fn components(field: &str, data_type: &str) -> Vec<String> {
    let is_address = data_type.trim().eq_ignore_ascii_case("address");
    let parts = |stem: String, parts: &[&str]| parts.iter().map(|part| format!("{stem}{part}")).collect();
    match field.strip_suffix("__c") {
        Some(stem) if is_address => parts(format!("{stem}__"), &CUSTOM_ADDRESS),
        Some(stem) => parts(format!("{stem}__"), &CUSTOM_LOCATION),
        None if is_address => parts(stem(field, "Address"), &STANDARD_ADDRESS),
        None => parts(stem(field, "Location"), &STANDARD_LOCATION),
    }
}

/// Removes the ending of a field name: `Billing` for `BillingAddress`.
fn stem(field: &str, word: &str) -> String {
    field.strip_suffix(word).unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::components;

    #[test]
    fn components_are_named_after_their_compound_field() {
        assert_eq!(
            components("BillingAddress", "Address"),
            ["BillingStreet", "BillingCity", "BillingState", "BillingPostalCode", "BillingCountry"]
        );
        assert_eq!(components("Address", " ADDRESS ").first().map(String::as_str), Some("Street"));
        assert_eq!(components("Home__c", "address").last().map(String::as_str), Some("Home__CountryCode__s"));
        assert_eq!(components("Place__c", "Location"), ["Place__Latitude__s", "Place__Longitude__s"]);
        assert_eq!(components("ns__Place__c", "location"), ["ns__Place__Latitude__s", "ns__Place__Longitude__s"]);
        assert_eq!(components("Location", "Location"), ["Latitude", "Longitude"]);
    }
}
