//! Numbers are written as an option defines.

use crate::cases::style_exact_numbers::schemas::Chart;

#[test]
fn whole_numbers_are_written_as_they_were_read_where_that_is_asked_for() {
    let text = include_str!("../../cases/codegen/style_exact_numbers/valid/chart.whole.json");
    let chart: Chart = serde_json::from_str(text).expect("it is valid");
    let (read, written) = (serde_json::from_str::<serde_json::Value>(text), serde_json::to_value(&chart));
    assert_eq!(written.expect("it is JSON"), read.expect("it is JSON"), "300 is not 300.0 here");
}
