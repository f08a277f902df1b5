//! Draws the picture of the README: the output of `planwright demo` in a terminal.

use std::fmt::Write as _;

use planwright_source::markup_text;

/// Maximum length of a line, in characters.
const COLUMNS: usize = 104;
const LETTER: usize = 8;
const LINE: usize = 18;
const MARGIN: usize = 20;

/// Returns a terminal with these lines as SVG.
pub(crate) fn terminal(text: &str) -> String {
    let lines: Vec<(&str, String)> =
        text.lines().flat_map(|line| rows(line).into_iter().map(|row| (class(line), row))).collect();
    let (width, height) = (COLUMNS * LETTER + 2 * MARGIN, lines.len() * LINE + 3 * MARGIN);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         role=\"img\" aria-label=\"planwright demo in a terminal\">\n<style>\n\
         text {{ font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace; white-space: pre; \
         fill: #d6deeb }}\n\
         .command {{ fill: #addb67; font-weight: bold }} .remark {{ fill: #8fa1b3 }} .error {{ fill: #ff6b6b; font-weight: bold }}\n\
         .warning {{ fill: #ffcb6b }} .mark {{ fill: #ff6b6b }} .help {{ fill: #82aaff }}\n</style>\n\
         <rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"#011627\"/>\n"
    );
    for (x, colour) in [(20, "#ff5f57"), (40, "#febc2e"), (60, "#28c840")] {
        let _ = writeln!(svg, "<circle cx=\"{x}\" cy=\"16\" r=\"6\" fill=\"{colour}\"/>");
    }
    for (index, (class, row)) in lines.iter().enumerate().filter(|(_, (_, row))| !row.is_empty()) {
        let y = 2 * MARGIN + (index + 1) * LINE - 4;
        let class = if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") };
        // The width of a character depends on the font.
        let length = row.chars().count() * LETTER;
        let _ = writeln!(
            svg,
            "<text x=\"{MARGIN}\" y=\"{y}\"{class} xml:space=\"preserve\" textLength=\"{length}\">{}</text>",
            markup_text(row)
        );
    }
    svg + "</svg>\n"
}

/// Splits a line that is longer than the picture is wide.
fn rows(line: &str) -> Vec<String> {
    let letters: Vec<char> = line.chars().collect();
    if letters.is_empty() {
        return vec![String::new()];
    }
    letters.chunks(COLUMNS).map(|row| row.iter().collect()).collect()
}

/// Returns the CSS class of a line, according to its start.
fn class(line: &str) -> &'static str {
    let is_underline = line.contains('^') && line.chars().all(|letter| matches!(letter, ' ' | '|' | '^'));
    match line {
        _ if line.starts_with("$ ") => "command",
        _ if line.starts_with("# ") => "remark",
        _ if line.starts_with("error") => "error",
        _ if line.starts_with("warning") => "warning",
        _ if is_underline => "mark",
        _ if line.trim_start().starts_with("= help") => "help",
        _ => "",
    }
}

#[test]
fn lines_are_escaped_broken_and_coloured() {
    let text = format!("$ a <b> & c\nerror[X]: y\n  | ^^\n{}\n", "w".repeat(COLUMNS + 1));
    let svg = terminal(&text);
    assert!(svg.contains(" class=\"command\"") && svg.contains(">$ a &lt;b&gt; &amp; c</text>"), "{svg}");
    assert!(svg.contains(" class=\"error\"") && svg.contains(" class=\"mark\""), "{svg}");
    assert_eq!(svg.matches("<text ").count(), 5, "{svg}");
}
