//! Letters with numbers, as used in plans and Claim sheets.

use super::super::things::goods::Mix;
use super::reader::{GRAMMAR, Reader};
use ravenpost_rules::Refusal;
use ravenpost_rules::RefusalCode::{ExtraWord, UnknownWord};
use ravenpost_rules::text::reader::{Word, number};

/// Reads cards by unit: `b2 g1`, in any order.
pub fn mix(reader: &mut Reader<'_>) -> Option<Mix> {
    counted(reader, ["b", "g", "k", "n"], CARDS)
}

/// Descriptions of a letter with a number, for refusals.
const CARDS: &str = "a unit's letter with a number, such as b2";
pub const CLAIM: &str =
    "s (sheep as meat), c (cattle as meat) or a (Axe tokens) with a number, such as s1";
pub const RECRUIT: &str = "v, h or s (Virki, Hof, Verslun) with a number, such as v2";

/// Reads letters with numbers, each at most once: `v2 h1`. Omitted ones are 0.
pub fn counted<const N: usize>(
    reader: &mut Reader<'_>,
    letters: [&str; N],
    what: &str,
) -> Option<[u8; N]> {
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
            _ => Refusal::new(format!("is not {what}")).code(UnknownWord),
        };
        reader.wrong(refusal.word(raw).rule(GRAMMAR));
    }
    reader.is_right().then(|| counts.map(Option::unwrap_or_default))
}
