//! A thousand replies as people write them, generated from a seed. Orders come from positions of
//! recorded games of all titles, in thirty shapes and ten languages. The expected reading of each
//! is known.

mod languages;
mod shapes;

use std::fs::File;
use std::io::{BufRead, BufReader};

use flate2::read::GzDecoder;
use ravenpost::mail::incoming::intake;
use ravenpost::mail::incoming::reading::{self, Trust};
use ravenpost::service::reply::dry_run::{Meant, meant};
use ravenpost::titles;
use ravenpost_rules::contract::recorded::Recorded;
use ravenpost_rules::{Dice, Group, Offer, Position, Seat, Title};

use crate::harness::at_night;
use languages::LANGUAGES;
use shapes::{Email, SHAPES};

/// Replies in the default test: each shape once in each language.
const FEW: usize = 300;

/// A position, and the orders that a seat may give there.
pub struct Listed {
    pub position: Box<dyn Position>,
    pub seat: Seat,
    pub offers: Vec<Offer>,
}

/// Possible orders in the first recorded games of a title, with their descriptions.
pub fn offers(title: &dyn Title) -> Vec<Listed> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recorded");
    let file = File::open(folder.join(format!("{}.jsonl.gz", title.about().key))).expect("games");
    let mut lists = Vec::new();
    for line in BufReader::new(GzDecoder::new(file)).lines().skip(2).step_by(17).take(5) {
        let game: Recorded = serde_json::from_str(&line.expect("a line")).expect("a game");
        let mut position = title.blank();
        for (at, facts) in game.facts.iter().enumerate() {
            position.fold(facts).expect("its facts");
            if at % 7 != 3 {
                continue;
            }
            let Some(one) = position.awaited().into_iter().next() else { continue };
            let seat = Seat(one.seat.0);
            let offers = position.offers(seat).into_iter();
            let offers: Vec<Offer> = offers.flat_map(|group| group.offers).collect();
            if !offers.is_empty() {
                lists.push(Listed { position: position.copy(), seat, offers });
            }
        }
    }
    lists
}

fn raw(email: &Email) -> Vec<u8> {
    let head = "From: Ann <ann@example.org>\r\nTo: o-x@reply.raven.example\r\n\
        Message-ID: <1@phone.example>\r\nMIME-Version: 1.0\r\n";
    let flowed = if email.flowed { "; format=flowed" } else { "" };
    let plain =
        format!("Content-Type: text/plain; charset=utf-8{flowed}\r\n\r\n{}\r\n", email.text);
    let page = |page: &String| format!("Content-Type: text/html; charset=utf-8\r\n\r\n{page}\r\n");
    let text = match &email.page {
        None => format!("{head}{plain}"),
        Some(only) if email.text.is_empty() => format!("{head}{}", page(only)),
        Some(both) => format!(
            "{head}Content-Type: multipart/alternative; boundary=cut\r\n\r\n--cut\r\n{plain}\
             --cut\r\n{}--cut--\r\n",
            page(both)
        ),
    };
    text.into_bytes()
}

/// Normalises an order: phones change capitals and add punctuation at the end.
fn bare(order: &str) -> String {
    let words = order.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    words.trim_end_matches(['.', '!', ',']).to_owned()
}

/// What is wrong with the reading of an email.
fn faults(email: &Email, orders: &[Offer], at: &Listed, title: &dyn Title) -> Option<String> {
    let read = reading::read(&raw(email), &Trust::default()).expect("an email");
    let lines = intake::lines(read.written.lines);
    let listed = [Group { offers: orders.to_vec(), ..Group::default() }];
    let understood = meant(&lines, &*at.position, at.seat, &listed);
    let (mut taken, mut said, mut stopped, mut refused) = (Vec::new(), None, false, Vec::new());
    for (_, one) in &understood {
        match one {
            Meant::Order(order) if !stopped => {
                taken.extend(title.split(order).into_iter().map(bare));
            }
            Meant::Unclear(line) | Meant::Asked(line) => {
                stopped = true;
                refused.push(line.clone());
            }
            Meant::Said(_, words) | Meant::Note(words) => said = Some(words.clone()),
            _ => {}
        }
    }
    let wanted: Vec<String> = orders
        .iter()
        .take(email.taken.unwrap_or(orders.len()))
        .flat_map(|one| title.split(&one.order).into_iter().map(bare).collect::<Vec<_>>())
        .collect();
    if taken != wanted {
        return Some(format!("taken {taken:?} and not {wanted:?}"));
    }
    if refused.is_empty() == email.refused {
        return Some(format!("refused: {refused:?}"));
    }
    if said != email.said {
        return Some(format!("said {said:?} and not {:?}", email.said));
    }
    None
}

#[test]
fn corpus_replies_are_understood() {
    let night = at_night();
    let count = if night { 1000 } else { FEW };
    let all: Vec<(&dyn Title, Vec<Listed>)> =
        titles::all().iter().map(|title| (*title, offers(*title))).collect();
    assert!(count >= SHAPES.len() * all.len(), "each shape occurs in each title");
    let mut wrong = Vec::new();
    for number in 0..count {
        let mut dice = Dice::seeded(number as u64);
        let mut chance = dice.stream("letter");
        let (title, lists) = &all[number % all.len()];
        let listed = chance.pick(lists).expect("a list");
        let offers = &listed.offers;
        let many = 2 + number % 2;
        let orders: Vec<Offer> = (0..many).filter_map(|_| chance.pick(offers).cloned()).collect();
        let shape = (number / all.len()) % SHAPES.len();
        let language = &LANGUAGES[(number / 3) % LANGUAGES.len()];
        let email = SHAPES[shape](&orders, language);
        if let Some(fault) = faults(&email, &orders, listed, *title) {
            let key = title.about().key;
            wrong.push(format!("{number}: {key}, shape {shape}: {fault}\n{}\n", email.text));
        }
    }
    assert!(wrong.is_empty(), "{} of {count}\n{}", wrong.len(), wrong.join("\n"));
}
