//! Letters with numbers, as plans and Claim sheets have them.

use super::super::things::Mix;
use super::reader::{Reader, number};
use crate::rules::Refusal;

/// Cards by unit: `b2 g1`, in any order.
pub fn mix(reader: &mut Reader<'_>) -> Option<Mix> {
    counted(reader, ["b", "g", "k", "n"], &CARDS)
}

/// What a run of letters with numbers is about, for refusals.
pub struct Counted {
    /// What one of them is: "a unit's letter with a number, as b2".
    what: &'static str,
    rule: &'static str,
}

const CARDS: Counted = Counted { what: "a unit's letter with a number, as b2", rule: "R23.3" };
pub const CLAIM: Counted = Counted {
    what: "s (sheep as meat), c (cattle as meat) or a (Axe tokens) with a number, as s1",
    rule: "R23.3",
};
pub const RECRUIT: Counted =
    Counted { what: "v, h or s (Virki, Hof, Verslun) with a number, as v2", rule: "R23.3" };

/// Letters with numbers, each at most once: `v2 h1`. What is left out is 0.
pub fn counted<const N: usize>(
    reader: &mut Reader<'_>,
    letters: [&str; N],
    about: &Counted,
) -> Option<[u8; N]> {
    let mut counts: [Option<u8>; N] = [None; N];
    while let Some((word, raw)) = reader.take() {
        let parts = word.char_indices().nth(1).map(|(at, _)| word.split_at(at));
        let (letter, figure) = parts.unwrap_or((word.as_str(), ""));
        let place = letters.iter().position(|known| *known == letter);
        let refusal = match (place, number(figure)) {
            (Some(at), Some(count)) if counts[at].is_none() => {
                counts[at] = Some(count);
                continue;
            }
            (Some(_), Some(_)) => Refusal::new("is named twice"),
            _ => Refusal::new(format!("is not {}", about.what)),
        };
        reader.wrong.push(refusal.word(raw).rule(about.rule));
    }
    reader.wrong.is_empty().then(|| counts.map(Option::unwrap_or_default))
}
