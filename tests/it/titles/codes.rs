//! Most refusals by the rules have a code that tells programs what to do.

use std::collections::BTreeMap;

use ravenpost::titles;
use ravenpost_rules::RefusalCode::{Malformed, NotLegal, NotYourTurn, OtherPrompt, Refused};
use ravenpost_rules::bots;
use ravenpost_rules::{Dice, RefusalCode, Title};

use crate::harness::{at_night, brief};

/// The number of orders played per title.
fn orders() -> u64 {
    if at_night() { 3_000 } else { 80 }
}

/// Codes that do not tell why the rules refuse an order.
const VAGUE: [RefusalCode; 3] = [Malformed, NotLegal, Refused];

/// Plays at random and tries orders that were legal earlier, with the same decision. Counts the
/// codes of those that are refused.
fn refused(title: &dyn Title) -> BTreeMap<&'static str, usize> {
    let bot = bots::find("random").expect("a bot");
    let (mut earlier, mut codes) = (Vec::<String>::new(), BTreeMap::new());
    let (mut number, mut seed) = (0_u64, 0_u64);
    while number < orders() {
        seed += 1;
        let opened = title.open(&brief(title, 2), &mut Dice::seeded(seed));
        let mut position = opened.unwrap_or_else(|why| panic!("{}", why[0])).next;
        while let Some(asked) = position.awaited().into_iter().next()
            && number < orders()
        {
            number += 1;
            for try_number in 0..8 {
                if earlier.is_empty() {
                    break;
                }
                let at = (number * 131 + try_number * 977) % earlier.len() as u64;
                let order = &earlier[at as usize];
                let Err(refusals) = position.decide(asked.seat, order, &mut Dice::seeded(1)) else {
                    continue;
                };
                let code = refusals[0].code;
                if ![NotYourTurn, OtherPrompt].contains(&code) {
                    *codes.entry(code.key()).or_insert(0) += 1;
                }
            }
            let legal = position.legal(asked.seat).orders;
            earlier.extend(legal.into_iter().step_by(7).take(6));
            let order = bot.choose(position.as_ref(), asked.seat, number);
            let decided = position.decide(asked.seat, &order, &mut Dice::seeded(number));
            position = decided.unwrap_or_else(|why| panic!("\"{order}\": {}", why[0])).next;
        }
    }
    codes
}

#[test]
fn most_refusals_have_a_specific_code() {
    for title in titles::all() {
        let key = title.about().key;
        let codes = refused(*title);
        let all: usize = codes.values().sum();
        let vague: usize = VAGUE.iter().filter_map(|code| codes.get(code.key())).sum();
        println!("{key}: {} of {all} refusals have a code of their own, {codes:?}", all - vague);
        assert!(all > 30 && codes.len() > 3, "{key}: {codes:?}");
        assert!(vague * 4 < all, "{key}: {codes:?}");
    }
}
