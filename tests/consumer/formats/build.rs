//! Generates one set with three libraries of dates.

use planwright_build::{Builder, Error, Style};

fn main() -> Result<(), Error> {
    for (dates, file) in [("jiff", "jiff_visits.rs"), ("chrono", "chrono_visits.rs"), ("time", "time_visits.rs")] {
        let types = [("uuid", "uuid"), ("date-time", dates), ("date", dates), ("uri", "url"), ("ipv4", "std")];
        let times = (dates == "time").then_some(("time", dates));
        let types = types.into_iter().chain(times);
        let format_types = types.map(|(format, named)| (format.to_owned(), named.to_owned())).collect();
        Builder::new("schemas").style(Style { format_types, ..Style::default() }).file_name(file).compile()?;
    }
    Ok(())
}
