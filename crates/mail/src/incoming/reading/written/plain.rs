//! Normalises a line for the order parser: undoes the changes of phones and mail programs.

use icu_normalizer::ComposingNormalizerBorrowed;

use ravenpost_rules::text::invisible::is_hidden;

/// Characters that enclose an order copied with its quotes, or written in bold or italics; the
/// plain-text alternative uses them as markup.
const AROUND: [char; 5] = ['"', '\'', '*', '_', '`'];
/// The combining character that turns a digit into a keycap emoji.
const KEYCAP: char = '\u{20e3}';

/// Strips decoration from a line. A `>` inside the line and a number on its own are kept.
pub(super) fn of(raw: &str) -> String {
    let composed = ComposingNormalizerBorrowed::new_nfc().normalize(raw);
    let mut simple = String::with_capacity(composed.len());
    for c in composed.chars().filter(|c| !is_unseen(*c) && *c != KEYCAP) {
        match c {
            c if digit(c).is_some() => simple.extend(digit(c)),
            '‘' | '’' | '‚' | '‛' | '‹' | '›' | '′' => simple.push('\''),
            '“' | '”' | '„' | '‟' | '«' | '»' | '″' => simple.push('"'),
            '‐' | '‑' | '‒' | '–' | '—' | '―' | '−' => simple.push('-'),
            '…' => simple.push_str("..."),
            c if c.is_whitespace() => simple.push(' '),
            c => simple.push(c),
        }
    }
    let words = simple.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    if let Some(number) = enclosed(&words) {
        return number.to_string();
    }
    let line = without_number(without_tick(without_bullet(without_pictures(&words))));
    let line = unwrapped(line.trim_end_matches(END));
    without_number(line).trim_end_matches(END).to_owned()
}

/// Returns the value of a decimal digit of another script (Unicode category Nd).
fn digit(c: char) -> Option<char> {
    let code = u32::from(c);
    if c.is_ascii() || !c.is_numeric() {
        return None;
    }
    let zero = match code {
        // Five consecutive mathematical digit sets.
        0x1d7ce..=0x1d7ff => return char::from_digit((code - 0x1d7ce) % 10, 10),
        _ => ZEROS.iter().find(|zero| (**zero..**zero + 10).contains(&code))?,
    };
    char::from_digit(code - zero, 10)
}

/// The zero digits of scripts in which people write email.
const ZEROS: [u32; 34] = [
    0x0660, 0x06f0, 0x07c0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66,
    0x0de6, 0x0e50, 0x0ed0, 0x0f20, 0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90,
    0x1b50, 0x1bb0, 0x1c40, 0x1c50, 0xa620, 0xa8d0, 0xa900, 0xa9d0, 0xff10, 0x1fbf0,
];

/// Returns the number if the line is a single enclosed number, such as a circled one.
fn enclosed(line: &str) -> Option<u32> {
    let mut chars = line.trim_end_matches(END).chars();
    let code = u32::from(chars.next().filter(|_| chars.next().is_none())?);
    let first = [0x2460..0x2474, 0x2776..0x2780, 0x2780..0x278a, 0x278a..0x2794];
    first.into_iter().find(|signs| signs.contains(&code)).map(|signs| code - signs.start + 1)
}

/// Strips a ticked checkbox.
fn without_tick(line: &str) -> &str {
    let ticked = ["[x] ", "[X] "].into_iter().find_map(|sign| line.strip_prefix(sign));
    ticked.map_or(line, str::trim_start)
}

/// Strips emoji and arrows on both sides.
fn without_pictures(line: &str) -> &str {
    let picture = |c: char| {
        let symbols = matches!(c, '\u{2190}'..='\u{21ff}' | '\u{2300}'..='\u{27bf}');
        let emoji = matches!(c, '\u{2b00}'..='\u{2bff}' | '\u{1f000}'..='\u{1faff}')
            || "\u{203c}\u{2049}\u{2122}\u{2139}\u{3030}\u{303d}\u{3297}\u{3299}".contains(c);
        (symbols || emoji) && !is_bullet(c)
    };
    let bare = line.trim_matches(|c: char| picture(c) || c == ' ');
    if bare.is_empty() { line } else { bare }
}

fn is_bullet(c: char) -> bool {
    matches!(c, '-' | '*' | '•' | '·' | '◦' | '‣' | '▪' | '●' | '○' | '➤')
}

/// Trailing punctuation of a sentence.
const END: [char; 4] = ['.', '!', ',', ' '];

/// Strips characters that enclose the whole line.
fn unwrapped(line: &str) -> &str {
    let bare = |sign: char| {
        let mut inside = line.strip_prefix(sign)?.strip_suffix(sign)?;
        // Bold text has two of them on either side, and code blocks three.
        while let Some(more) =
            inside.strip_prefix(sign).and_then(|inside| inside.strip_suffix(sign))
        {
            inside = more;
        }
        (!inside.contains(sign) && !inside.trim().is_empty()).then(|| inside.trim())
    };
    AROUND.into_iter().find_map(bare).map_or(line, |inside| unwrapped(inside.trim_end_matches(END)))
}

/// Returns whether a character is invisible. Spaces of any width do not count as invisible.
pub(super) fn is_unseen(c: char) -> bool {
    !c.is_whitespace() && is_hidden(c)
}

fn without_bullet(line: &str) -> &str {
    let rest = line.strip_prefix(is_bullet);
    rest.and_then(|rest| rest.strip_prefix(' ')).map_or(line, str::trim_start)
}

/// Strips the number of list items such as `1. wood bro`, `(2) pass`, `3.- pass` and `a) pass`, if
/// words follow.
fn without_number(line: &str) -> &str {
    let inside = line.strip_prefix('(').unwrap_or(line);
    let rest = inside.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = inside.len() - rest.len();
    let rest = match digits {
        // A list letter must be followed by a closing bracket.
        0 if inside.get(1..2) == Some(")")
            && inside.starts_with(|c: char| c.is_ascii_alphabetic()) =>
        {
            &inside[1..]
        }
        _ => rest,
    };
    let dash = rest.strip_prefix(" -").filter(|_| digits > 0);
    let rest = rest.strip_prefix(['.', ')']).map(|rest| rest.trim_start_matches(['-', ')']));
    let rest = rest.or(dash);
    let words = rest.and_then(|rest| rest.strip_prefix(' ')).map(str::trim_start);
    let opens = |c: char| c.is_alphabetic() || AROUND.contains(&c);
    match words {
        Some(words) if digits <= 3 && words.starts_with(opens) => words,
        _ => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decoration_is_removed() {
        for (raw, plain) in [
            ("Wood bro.", "Wood bro"),
            ("  wood\u{a0}bro \u{200b}", "wood bro"),
            ("• wood bro", "wood bro"),
            ("- wood bro!", "wood bro"),
            ("1. wood bro", "wood bro"),
            ("12) wood bro,", "wood bro"),
            ("1.", "1"),
            ("3", "3"),
            ("1. 2", "1. 2"),
            ("-3", "-3"),
            ("march a > b", "march a > b"),
            ("say “it’s – well…”", "say \"it's - well...\""),
            ("\u{202b}wood\u{202c} bro…", "wood bro"),
            ("o\u{308}rtug 3", "örtug 3"),
            ("þing", "þing"),
            ("wo\u{34f}od\u{e000} br\u{180b}o\u{e0101}\u{fff9}", "wood bro"),
            (".", ""),
            ("“wood bro”", "wood bro"),
            ("“Wood bro.”", "Wood bro"),
            ("*_wood bro_*!", "wood bro"),
            ("‘3’", "3"),
            ("\"1. wood bro\"", "wood bro"),
            ("3\u{fe0f}\u{20e3}", "3"),
            ("*wood* or *bro*", "*wood* or *bro*"),
            ("**", "**"),
            ("**wood bro**", "wood bro"),
            ("1. *swap*", "swap"),
            ("**1. wood bro.**", "wood bro"),
            ("a) wood bro", "wood bro"),
            ("1.- wood bro", "wood bro"),
            ("51 - wood bro", "wood bro"),
            ("(2) wood bro", "wood bro"),
            ("\u{1f449} wood bro \u{1f642}", "wood bro"),
            ("\u{2192} 3", "3"),
            ("```wood bro```", "wood bro"),
            ("***wood bro***", "wood bro"),
            ("- [x] wood bro", "wood bro"),
            ("- [ ] wood bro", "[ ] wood bro"),
            ("\u{2705} 3", "3"),
            ("\u{203c}\u{fe0f} 3 \u{1f64f}\u{1f3fd}", "3"),
            ("\u{0663}", "3"),
            ("sell \u{ff12}", "sell 2"),
            ("\u{0968}\u{0967}", "21"),
            ("\u{1d7dd}", "5"),
            ("\u{2462}", "3"),
            ("\u{2462} wood bro", "wood bro"),
            ("(wood bro)", "(wood bro)"),
        ] {
            assert_eq!(of(raw), plain, "{raw:?}");
        }
    }
}
