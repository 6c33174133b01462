//! Letters with numbers, as used in plans and Claim sheets.

use super::super::things::goods::Mix;
use super::reader::{GRAMMAR, Reader};
use ravenpost_rules::Refusal;
use ravenpost_rules::RefusalCode::{ExtraWord, UnknownWord};
use ravenpost_rules::text::reader::{Word, number};

/// Reads cards by unit: `b2 g1`, in any order. The lead is the first word of the order.
pub fn mix(reader: &mut Reader<'_>, lead: &str) -> Option<Mix> {
    counted(reader, ["b", "g", "k", "n"], &Counted { lead, what: CARDS })
}

/// Descriptions of a letter with a number, for refusals.
const CARDS: &str = "a unit's letter with a number, such as b2";
pub const CLAIM: Counted<'static> = Counted {
    lead: "claim",
    what: "s (sheep as meat), c (cattle as meat) or a (Axe tokens) with a number, such as s1",
};
pub const RECRUIT: Counted<'static> =
    Counted { lead: "recruit", what: "v, h or s (Virki, Hof, Verslun) with a number, such as v2" };

/// An order that consists of letters with numbers.
pub struct Counted<'w> {
    lead: &'w str,
    what: &'w str,
}

/// Reads letters with numbers, each at most once: `v2 h1`. Omitted ones are 0. The first mistake
/// suggests the order in this notation, if it was written as `2 v, 1 h`.
pub fn counted<const N: usize>(
    reader: &mut Reader<'_>,
    letters: [&str; N],
    order: &Counted<'_>,
) -> Option<[u8; N]> {
    let tidied = tidied(reader.left(), &letters);
    let mut hint = tidied.map(|text| format!("{} {text}", order.lead));
    let mut counts: [Option<u8>; N] = [None; N];
    while let Some(Word { plain: word, raw }) = reader.take() {
        let parts = word.char_indices().nth(1).map(|(at, _)| word.split_at(at));
        let (letter, figure) = parts.unwrap_or((&*word, ""));
        let place = letters.iter().position(|known| *known == letter);
        let refusal = match (place, number(figure)) {
            (Some(at), Some(count)) if counts[at].is_none() => {
                counts[at] = Some(count);
                continue;
            }
            (Some(_), Some(_)) => Refusal::new("is named twice").code(ExtraWord),
            _ => Refusal::new(format!("is not {}", order.what)).code(UnknownWord),
        };
        reader.wrong(refusal.subject(raw).rule(GRAMMAR).instead(hint.take()));
    }
    reader.is_right().then(|| counts.map(Option::unwrap_or_default))
}

/// Returns the letters and numbers of some words in this notation: `2 v, 1 h` gives `v2 h1`. Other
/// words are left out.
fn tidied(words: &[Word<'_>], letters: &[&str]) -> Option<String> {
    let mut tokens: Vec<String> = Vec::new();
    for word in words {
        let mut last = ' ';
        for c in word.plain.chars() {
            let same = c.is_ascii_digit() == last.is_ascii_digit() && last.is_alphanumeric();
            match tokens.last_mut() {
                Some(token) if same && c.is_alphanumeric() => token.push(c),
                _ if c.is_alphanumeric() => tokens.push(c.to_string()),
                _ => {}
            }
            last = c;
        }
    }
    let is_letter = |token: &str| letters.contains(&token);
    let is_number = |token: &str| number(token).is_some();
    tokens.retain(|token| is_letter(token) || is_number(token));
    let one = |pair: &[String]| match pair {
        [a, b] if is_number(a) && is_letter(b) => Some(format!("{b}{a}")),
        [a, b] if is_letter(a) && is_number(b) => Some(format!("{a}{b}")),
        _ => None,
    };
    let pairs: Vec<String> = tokens.chunks(2).map(one).collect::<Option<_>>()?;
    (!pairs.is_empty()).then(|| pairs.join(" "))
}
