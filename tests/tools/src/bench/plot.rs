//! Draws a table of the benchmark as a bar chart that is readable on light and dark pages.

use std::fmt::Write as _;

use planwright_source::markup_text;

/// Line of a table.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Bar {
    pub(super) ratio: f64,
    pub(super) what: String,
}

/// Table with its title.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct BenchTable {
    pub(super) title: String,
    pub(super) bars: Vec<Bar>,
}

/// Reads the tables of a Markdown page: a heading, and lines with a ratio in the first column and a description in the
/// third.
pub(super) fn tables(page: &str) -> Vec<BenchTable> {
    let mut all: Vec<BenchTable> = Vec::new();
    for line in page.lines() {
        if let Some(title) = line.strip_prefix("## ") {
            all.push(BenchTable { title: title.to_owned(), bars: Vec::new() });
        }
        let mut cells = line.split('|').map(str::trim).skip(1);
        let (ratio, what) = (cells.next().and_then(|cell| cell.parse().ok()), cells.nth(1));
        if let (Some(table), Some(ratio), Some(what)) = (all.last_mut(), ratio, what) {
            table.bars.push(Bar { ratio, what: what.replace('`', "") });
        }
    }
    all.retain(|table| !table.bars.is_empty());
    all
}

const WIDTH: f64 = 860.0;
/// Part of the width that is used for names.
const NAMES: f64 = 360.0;
const ROW: f64 = 26.0;
const TOP: f64 = 56.0;
/// Space to the right of the longest bar.
const MARGIN: f64 = 60.0;

/// Draws a table with one bar per line, the shortest first, and a vertical line at 1.
pub(super) fn svg(table: &BenchTable) -> String {
    let mut bars = table.bars.clone();
    bars.sort_by(|one, other| one.ratio.total_cmp(&other.ratio));
    let longest = bars.iter().map(|bar| bar.ratio).fold(1.0, f64::max);
    let scale = (WIDTH - NAMES - MARGIN) / longest;
    let bottom = bars.iter().fold(TOP, |y, _| y + ROW);
    let height = bottom + 30.0;
    let mut y = TOP;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" height=\"{height}\" role=\"img\">\n\
         <title>{title}</title>\n\
         <style>\n\
         text {{ font: 13px system-ui, sans-serif; fill: #1f2328; }}\n\
         .title {{ font-size: 16px; font-weight: 600; }}\n\
         .note {{ fill: #59636e; }}\n\
         .own {{ fill: #1a7f37; }}\n\
         .peer {{ fill: #8c959f; }}\n\
         .one {{ stroke: #cf222e; stroke-dasharray: 4 3; }}\n\
         @media (prefers-color-scheme: dark) {{\n\
         text {{ fill: #e6edf3; }}\n\
         .note {{ fill: #9198a1; }}\n\
         .own {{ fill: #3fb950; }}\n\
         .peer {{ fill: #6e7681; }}\n\
         .one {{ stroke: #ff7b72; }}\n\
         }}\n\
         </style>\n\
         <text class=\"title\" x=\"8\" y=\"24\">{title}</text>\n\
         <text class=\"note\" x=\"8\" y=\"44\">time for a document; 1.00 is the verdict of the compiled jsonschema validator; shorter is better</text>\n",
        title = markup_text(&table.title),
    );
    for bar in &bars {
        let class = if is_own(&bar.what) { "own" } else { "peer" };
        let length = (bar.ratio * scale).max(1.0);
        let _ = write!(
            out,
            "<text x=\"{x:.0}\" y=\"{middle:.1}\" text-anchor=\"end\">{name}</text>\n\
             <rect class=\"{class}\" x=\"{NAMES}\" y=\"{top:.1}\" width=\"{length:.1}\" height=\"18\" rx=\"2\"/>\n\
             <text x=\"{end:.1}\" y=\"{middle:.1}\">{ratio:.2}</text>\n",
            x = NAMES - 8.0,
            middle = y + 17.0,
            top = y + 4.0,
            end = NAMES + length + 6.0,
            ratio = bar.ratio,
            name = markup_text(&bar.what),
        );
        y += ROW;
    }
    let _ = writeln!(
        out,
        "<line class=\"one\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{TOP}\" y2=\"{end:.1}\"/>\n</svg>",
        x = NAMES + scale,
        end = bottom + 4.0,
    );
    out
}

/// Checks whether a line measures this project: its name starts with one of our functions.
fn is_own(what: &str) -> bool {
    ["check", "parse"].iter().any(|own| what.starts_with(own))
}

/// Returns the file name of the plot of a table.
pub(super) fn file_name(title: &str) -> String {
    let words = title.split(',').next().unwrap_or_default();
    let words = words.trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == ' ');
    format!("performance-{}.svg", words.replace(' ', "-"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "## 10 valid plans, 3 KiB\n\n| time | microseconds a document | what is done | accepted |\n|---:|---:|---|---:|\n\
                        | 1.00 | 4.0 | a peer <b> | 10 |\n| 0.25 | 1.0 | `parse`: type | 10 |\n\n## Empty\n";

    #[test]
    fn tables_are_read_from_a_page() {
        let all = tables(PAGE);
        assert_eq!(all.len(), 1);
        assert_eq!(all[0].title, "10 valid plans, 3 KiB");
        let bars: Vec<(f64, &str)> = all[0].bars.iter().map(|bar| (bar.ratio, bar.what.as_str())).collect();
        assert_eq!(bars, [(1.0, "a peer <b>"), (0.25, "parse: type")]);
        assert_eq!(file_name(&all[0].title), "performance-valid-plans.svg");
    }

    #[test]
    fn the_shortest_bar_comes_first_and_names_are_escaped() {
        let picture = svg(&tables(PAGE)[0]);
        let (own, peer) = (picture.find("class=\"own\"").unwrap(), picture.find("class=\"peer\"").unwrap());
        assert!(own < peer && picture.contains("a peer &lt;b&gt;"), "{picture}");
    }
}
