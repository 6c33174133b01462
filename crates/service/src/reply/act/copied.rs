//! Lines copied from the list in an email, description included: `wood bro - take Wood in Bro`.
//! Long entries are wrapped over two lines in the email, and so in the copy.

use std::collections::{HashMap, HashSet};

use crate::reply::line::ReplyLine;
use ravenpost_emails::parts::order_forms::Signs;
use ravenpost_rules::{Field, Group, Offer};

/// Separates an order from its description.
const DASH: &str = " - ";
/// Maximum number of lines that a copied entry spans.
const LINES: usize = 6;

/// Replaces entries copied from a list with the order alone, if the copy is complete.
pub(in crate::reply) fn out_of_lists(lines: &[ReplyLine], groups: &[Group]) -> Vec<ReplyLine> {
    let offers = groups.iter().flat_map(|group| &group.offers);
    let signs = Signs::of(groups);
    // Emails show the title's signs; pages and older emails show the plain order.
    let both = |offer: &Offer| {
        [signs.shown(&offer.order), offer.order.clone()]
            .map(|order| bare(&format!("{order}{DASH}{}", offer.words)))
    };
    let listed: Vec<(String, &str)> =
        offers.flat_map(|offer| both(offer).map(|line| (line, &*offer.order))).collect();
    let described = described(groups);
    let (mut out, mut at) = (Vec::new(), 0);
    while at < lines.len() {
        let copied = copied(&lines[at..], &listed);
        let words = || described.get(&bare(&lines[at].plain)).map(|order| (order.as_str(), 1));
        let copied = copied.or_else(words);
        let (plain, length) = copied.unwrap_or((lines[at].plain.as_str(), 1));
        out.push(ReplyLine { plain: plain.to_owned(), lines: length, ..lines[at].clone() });
        at += length;
    }
    out
}

/// Maps the descriptions of a list's orders to the orders: "Found a village at Roma".
fn described(groups: &[Group]) -> HashMap<String, String> {
    let offers = groups.iter().flat_map(|group| &group.offers);
    let offers = offers.map(|offer| (bare(&offer.words), offer.order.clone()));
    let forms = groups.iter().flat_map(|group| &group.forms);
    let choices = forms.filter_map(|form| match form.fields.as_slice() {
        [Field::Pick { choices, .. }] => Some((form, choices)),
        _ => None,
    });
    let choices = choices.flat_map(|(form, choices)| {
        let order = |word: &str| format!("{} {word}", form.lead).trim().to_owned();
        choices.iter().map(move |(word, label)| (bare(label), order(word)))
    });
    let (mut described, mut twice) = (HashMap::new(), HashSet::new());
    for (words, order) in offers.chain(choices).filter(|(words, _)| words.contains(' ')) {
        if described.insert(words.clone(), order.clone()).is_some_and(|other| other != order) {
            twice.insert(words);
        }
    }
    described.retain(|words, _| !twice.contains(words));
    described
}

/// Returns the order that was copied and the number of lines that it spans.
fn copied<'a>(lines: &[ReplyLine], listed: &[(String, &'a str)]) -> Option<(&'a str, usize)> {
    let first = bare(&lines[0].plain);
    let mut fitting: Vec<&(String, &str)> =
        listed.iter().filter(|(line, _)| line.starts_with(&first)).collect();
    // A one-word order is a prefix of many entries, so it needs its description.
    let shortest = if first.contains(DASH.trim()) { 1 } else { 2 };
    let mut whole = first;
    for length in 1..=LINES.min(lines.len()) {
        if length > 1 {
            whole = format!("{whole} {}", bare(&lines[length - 1].plain));
        }
        fitting.retain(|(line, _)| line.starts_with(&whole));
        if length > 1 && lines[length - 1].begins_paragraph {
            break;
        }
        let same = fitting.iter().find(|(line, _)| length >= shortest && *line == whole);
        if let Some((_, order)) = same {
            return Some((order, length));
        }
        if fitting.is_empty() {
            break;
        }
    }
    None
}

/// Normalises a line: lower case, single spaces, plain quotes and dashes, no punctuation after
/// words.
fn bare(line: &str) -> String {
    let simple = |c: char| match c {
        '\u{2018}' | '\u{2019}' => '\'',
        '\u{201c}' | '\u{201d}' | '\u{201e}' => '"',
        '\u{2013}' | '\u{2014}' | '\u{2212}' => '-',
        other => other,
    };
    let line: String = line.chars().map(simple).collect::<String>().to_lowercase();
    let words = line.split_whitespace().map(|word| word.trim_end_matches(['.', '!', ',']));
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(email: &str) -> Vec<String> {
        let offer = |order: &str, words: &str| Offer {
            order: order.into(),
            words: words.into(),
            ..Offer::default()
        };
        let group = Group {
            offers: vec![
                offer("wood bro", "take Wood in Bro"),
                offer("wood", "take Wood"),
                offer("sell 2", "sell 2 Wood. Then take up to 3 Silver"),
                offer("sail 1", "sail to Bro"),
                offer("sail 2", "sail to Bro"),
            ],
            ..Group::default()
        };
        let lines: Vec<ReplyLine> = email.lines().map(ReplyLine::of).collect();
        out_of_lists(&lines, &[group]).into_iter().map(|line| line.plain).collect()
    }

    #[test]
    fn copied_line_is_its_order() {
        assert_eq!(read("wood bro - take Wood in Bro"), ["wood bro"]);
        assert_eq!(read("Wood bro  -  take wood in bro."), ["wood bro"]);
        assert_eq!(
            read("sell 2 - sell 2 Wood. Then\ntake up to 3 Silver\nwood"),
            ["sell 2", "wood"]
        );
        // The line was broken inside the order.
        assert_eq!(read("wood\nbro - take Wood in Bro\nwood"), ["wood bro", "wood"]);
        assert_eq!(read("wood\nbro"), ["wood", "bro"]);
    }

    #[test]
    fn description_is_its_order_unless_two_orders_share_it() {
        assert_eq!(read("Take wood in Bro"), ["wood bro"]);
        assert_eq!(read("Sail to Bro"), ["Sail to Bro"]);
    }

    #[test]
    fn incomplete_copy_stays_unchanged() {
        for email in ["wood", "wood bro - because I can", "wood bro", "sell 2 - sell 2 Wood. Then"]
        {
            assert_eq!(read(email), [email]);
        }
        assert_eq!(
            read("sell 2 - sell 2 Wood. Then\nwood"),
            ["sell 2 - sell 2 Wood. Then", "wood"]
        );
    }
}
