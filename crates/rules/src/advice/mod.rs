//! Adds suggestions to refusals: accepted orders similar to the one that was refused.
//!
//! Suggestions come only from what the seat may order: its legal orders, its instructions, and the
//! title's own hints if the rules accept them. None of these depend on information hidden from the
//! seat, so suggestions leak nothing.

pub mod search;

use std::collections::BTreeMap;

use super::dice::Dice;
use super::orders::refusal::{Refusal, RefusalCode};
use super::rules::Rules;
use super::rules::run::Run;
use super::seat::Seat;
use super::text::phrase;
use super::text::spelling::{distance, plain};

/// Maximum number of suggestions.
const OFFERED: usize = 4;
/// Maximum number of unlisted candidate orders to try.
const TRIED: usize = 6;
/// Limits on how much of the input is compared, in characters and in words.
const LETTERS: usize = 160;
const WORDS: usize = 16;
/// Maximum number of first words that a refusal names.
const BEGINNINGS: usize = 12;
/// Number of word-level matches that are compared character by character.
const CLOSE: usize = 64;

/// Replaces the hints in the refusals of one part of a line with orders that would be accepted.
/// They are attached to the last refusal; hints that are single words move into its reason. A
/// title's hint that is a complete order comes first, because it knows what is wrong. Consecutive
/// words that are wrong for one reason are reported together.
pub fn advise<R: Rules>(
    state: &R::State,
    seat: Seat,
    part: &str,
    mut refusals: Vec<Refusal>,
) -> Vec<Refusal> {
    let mut orders = known::<R>(state, seat, part);
    let mut best: Vec<String> = Vec::new();
    for refusal in &mut refusals {
        let mut words = Vec::new();
        for hint in std::mem::take(&mut refusal.instead) {
            let fitted = fitted(part, refusal.word.as_deref(), &hint);
            let whole = hint.contains(char::is_whitespace).then(|| taken::<R>(state, seat, &hint));
            if let Some(order) = whole.flatten() {
                best.push(order);
                continue;
            }
            let forms = [Some(hint.clone()), fitted].into_iter().flatten();
            match forms.filter_map(|form| taken::<R>(state, seat, &form)).next() {
                Some(order) if orders.contains(&order) => {}
                Some(order) => orders.push(order),
                None if hint.contains(char::is_whitespace) => {}
                None => words.push(hint),
            }
        }
        if !words.is_empty() {
            refusal.why = format!("{}; perhaps {}", refusal.why, phrase::or(&words));
        }
        if refusal.code == RefusalCode::UnknownOrder {
            refusal.why.push_str(&beginnings::<R>(state, seat));
        }
    }
    let mut refusals = together(part, refusals);
    if let Some(last) = refusals.last_mut() {
        for order in nearest(part, &orders) {
            if !best.contains(&order) {
                best.push(order);
            }
        }
        best.truncate(OFFERED);
        last.instead = best;
    }
    refusals
}

/// Says what the seat's orders begin with here: "; here, moves begin with play or rest".
fn beginnings<R: Rules>(state: &R::State, seat: Seat) -> String {
    if !(1..=R::seats(state)).contains(&seat.0) {
        return String::new();
    }
    let legal = R::legal(state, seat);
    let orders = legal.orders.iter().map(|order| R::write(state, order));
    let leads = legal.forms.into_iter().map(|form| form.lead);
    let mut words: Vec<String> = Vec::new();
    for text in orders.chain(leads) {
        let first = text.split_whitespace().next().unwrap_or_default();
        if !first.is_empty() && !words.iter().any(|word| word == first) {
            words.push(first.to_owned());
        }
    }
    words.truncate(BEGINNINGS);
    if words.is_empty() {
        return String::new();
    }
    format!("; here, moves begin with {}", phrase::or(&words))
}

/// Merges refusals of consecutive words for the same reason: "2 b, 2 g".
fn together(part: &str, refusals: Vec<Refusal>) -> Vec<Refusal> {
    let part = part.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut merged: Vec<Refusal> = Vec::new();
    for refusal in refusals {
        if let Some(last) = merged.last_mut()
            && last.is_subject
            && (&last.code, &last.why, last.rule) == (&refusal.code, &refusal.why, refusal.rule)
            && let (Some(one), Some(next)) = (&last.word, &refusal.word)
        {
            let both = format!("{one} {next}");
            if part.contains(&both) {
                last.word = Some(both);
                continue;
            }
        }
        merged.push(refusal);
    }
    merged
}

/// Returns the orders the seat may give now, plus its instructions if the part begins like one.
fn known<R: Rules>(state: &R::State, seat: Seat, part: &str) -> Vec<String> {
    if !(1..=R::seats(state)).contains(&seat.0) {
        return Vec::new();
    }
    let written = plain(part);
    let lead = written.split_whitespace().next().unwrap_or_default();
    let alike = |order: &str| {
        let begins = order.split(' ').next().unwrap_or_default();
        distance(lead, begins) <= lead.chars().count() / 4
    };
    let legal = R::legal(state, seat).orders;
    let mut orders: Vec<String> = legal.iter().map(|order| R::write(state, order)).collect();
    let aside = R::instructions(state, seat).into_iter().flat_map(|group| group.offers);
    let aside = aside.map(|offer| offer.order).filter(|order| alike(order));
    // Instructions already in force would change nothing.
    orders.extend(aside.filter_map(|order| taken::<R>(state, seat, &order)));
    let more: Vec<String> =
        R::candidates(state, seat).iter().map(|order| R::write(state, order)).collect();
    for order in ranked(part, &more).into_iter().take(TRIED) {
        let known = orders.contains(&order);
        orders.extend(taken::<R>(state, seat, &order).filter(|_| !known));
    }
    orders
}

/// Returns the part with the refused word replaced by the hint, or with the hint appended if no
/// word was refused.
fn fitted(part: &str, word: Option<&str>, hint: &str) -> Option<String> {
    let words: Vec<&str> = part.split_whitespace().collect();
    let Some(word) = word else { return Some(format!("{part} {hint}")) };
    let at = words.iter().position(|known| plain(known) == plain(word))?;
    Some([&words[..at], &[hint], &words[at + 1..]].concat().join(" "))
}

/// Returns the canonical text of an order if the rules accept it and it has an effect.
fn taken<R: Rules>(state: &R::State, seat: Seat, text: &str) -> Option<String> {
    let order = R::parse(state, seat, text).ok()?;
    let mut dice = Dice::seeded(0);
    let mut run = Run::<R>::new(state.clone(), &mut dice);
    R::decide(&mut run, seat, &order).ok()?;
    (!run.facts().is_empty()).then(|| R::write(state, &order))
}

/// Returns the orders most similar to the input. Orders are ranked by matching words, then by edit
/// distance; matches much worse than the best one are dropped.
fn nearest(written: &str, orders: &[String]) -> Vec<String> {
    ranked(written, orders).into_iter().take(OFFERED).collect()
}

fn ranked(written: &str, orders: &[String]) -> Vec<String> {
    let written: String = plain(written).chars().take(LETTERS).collect();
    let words: Vec<&str> = parts(&written).take(WORDS).collect();
    let mut costs: Vec<BTreeMap<&str, usize>> = vec![BTreeMap::new(); words.len()];
    let mut misses: Vec<(usize, usize)> = Vec::with_capacity(orders.len());
    for (at, order) in orders.iter().enumerate() {
        let each = words.iter().zip(&mut costs).map(|(word, costs)| {
            let known =
                parts(order).map(|part| *costs.entry(part).or_insert_with(|| misfit(word, part)));
            known.min().unwrap_or_default()
        });
        misses.push((each.sum(), at));
    }
    misses.sort_unstable();
    let far = misses.first().map_or(0, |(best, _)| 2 * best + 2);
    let close = misses.into_iter().take_while(|(miss, _)| *miss <= far).take(CLOSE);
    let mut ranked: Vec<(usize, usize, &String)> =
        close.map(|(miss, at)| (miss, distance(&written, &orders[at]), &orders[at])).collect();
    ranked.sort_by_key(|(miss, slips, _)| (*miss, *slips));
    ranked.into_iter().map(|(.., order)| order.clone()).collect()
}

/// Splits a text into alphanumeric words.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_alphanumeric()).filter(|part| !part.is_empty())
}

/// Returns the distance between a written word and a word of an order, at most the length of the
/// written word. A prefix counts as an almost exact match.
fn misfit(word: &str, part: &str) -> usize {
    let length = word.chars().count();
    if length > 1 && part.starts_with(word) {
        return usize::from(part != word);
    }
    distance(word, part).min(length)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(written: &str) -> Vec<String> {
        let orders = [
            "send 1 odd/ska",
            "send 2 odd/ska",
            "send 1 hja/odd",
            "move 1 odd/ska to hau/ska",
            "settle ska green",
            "settle ska red",
            "play setting tower rute pay wood+stone",
            "done",
        ];
        nearest(written, &orders.map(str::to_owned))
    }

    #[test]
    fn word_matches_rank_before_edit_distance() {
        assert_eq!(near("send 3 odd/ska")[..2], ["send 1 odd/ska", "send 2 odd/ska"]);
        assert_eq!(near("sned 1 hja/odd")[0], "send 1 hja/odd");
        assert_eq!(near("setle ska gren")[0], "settle ska green");
        assert_eq!(near("tower"), ["play setting tower rute pay wood+stone"]);
        assert_eq!(near("TOWER Rúte")[0], "play setting tower rute pay wood+stone");
    }

    #[test]
    fn noise_gets_few_suggestions_and_empty_input_none() {
        assert_eq!(near("xyzzy").len(), OFFERED);
        assert_eq!(near("").len(), OFFERED);
        assert_eq!(nearest("send 1 odd/ska", &[]), Vec::<String>::new());
    }

    #[test]
    fn neighbouring_words_with_one_mistake_are_one_refusal() {
        let wrong = |word: &str, why: &str| Refusal::new(why).subject(word);
        let no = |word: &str| wrong(word, "is not a card");
        let words = |refusals: Vec<Refusal>| {
            let merged = together("plan 2 b, 2 g  now x", refusals).into_iter();
            merged.filter_map(|refusal| refusal.word).collect::<Vec<_>>()
        };
        assert_eq!(words(vec![no("2"), no("b,"), no("2"), no("g")]), ["2 b, 2 g"]);
        assert_eq!(words(vec![no("b,"), no("now")]), ["b,", "now"], "they are apart");
        assert_eq!(words(vec![no("g"), wrong("now", "is late")]), ["g", "now"]);
    }

    #[test]
    fn suggestion_replaces_only_the_wrong_part() {
        assert_eq!(
            fitted("Standing  Rase spare", Some("rase"), "raze").unwrap(),
            "Standing raze spare"
        );
        assert_eq!(fitted("standing grow", None, "never").unwrap(), "standing grow never");
        assert_eq!(fitted("a b", Some("c"), "d"), None);
    }
}
