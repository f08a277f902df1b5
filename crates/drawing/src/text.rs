//! Text in drawings: estimates its width, wraps it, and escapes markup.

use planwright_source::{is_printable, markup_text};

/// Replaces a character that is invisible or would change the text direction.
pub fn visible(c: char) -> char {
    if is_printable(c) || matches!(c, '\n' | '\r' | '\t') { c } else { '\u{FFFD}' }
}

/// Puts a string on one line.
pub fn line(text: &str) -> String {
    let shown: String = text.chars().map(visible).collect();
    shown.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Escapes a string for XML, on one line.
pub fn escape(text: &str) -> String {
    markup_text(&line(text))
}

/// Estimates the width of a string. The estimate is rather too large, because fonts differ.
pub fn width(text: &str, size: i32) -> i32 {
    let thousandths: i32 = text.chars().map(advance).sum();
    (thousandths * size + 999) / 1000
}

fn advance(c: char) -> i32 {
    match c {
        'i' | 'j' | 'l' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' | '(' | ')' | '[' | ']' => 360,
        'f' | 'r' | 't' | '-' | ' ' | '“' | '”' => 420,
        'm' | 'w' | 'M' | 'W' | '@' | '%' | '—' => 1000,
        'A'..='Z' | '#' | '&' | '+' | '=' | '<' | '>' | '~' => 730,
        '\u{1100}'..='\u{11FF}' | '\u{2E80}'..='\u{D7FF}' | '\u{F900}'..='\u{FAFF}' | '\u{FF00}'..='\u{FF60}' => 1040,
        c if u32::from(c) >= 0x1_F000 => 1300,
        _ => 620,
    }
}

/// Wraps a string into lines of at most `limit` pixels. A string with more than `most` lines is cut and ends with `…`.
pub fn wrap(text: &str, size: i32, limit: i32, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in line(text).split(' ').filter(|word| !word.is_empty()) {
        let fits = lines.last().is_some_and(|last| width(&format!("{last} {word}"), size) <= limit);
        if lines.len() > most {
            break;
        }
        match lines.last_mut() {
            Some(last) if fits => {
                last.push(' ');
                last.push_str(word);
            }
            _ => lines.extend(pieces(word, size, limit).into_iter().take(most + 1)),
        }
    }
    if lines.len() > most {
        lines.truncate(most);
        if let Some(last) = lines.last_mut() {
            while !last.is_empty() && width(&format!("{last}…"), size) > limit {
                last.pop();
            }
            last.push('…');
        }
    }
    lines
}

/// Cuts a string to one line of at most `limit` pixels.
pub fn fit(text: &str, size: i32, limit: i32) -> String {
    wrap(text, size, limit, 1).pop().unwrap_or_default()
}

/// Splits a word into pieces that fit.
fn pieces(word: &str, size: i32, limit: i32) -> Vec<String> {
    let mut pieces = vec![String::new()];
    let mut used = 0;
    for c in word.chars() {
        let wide = (advance(c) * size + 999) / 1000;
        if used + wide > limit && used > 0 {
            pieces.push(String::new());
            used = 0;
        }
        used += wide;
        if let Some(piece) = pieces.last_mut() {
            piece.push(c);
        }
    }
    pieces
}
