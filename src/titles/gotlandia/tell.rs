//! Facts in sentences, for one viewer each. Secrets are told to their owner only; what nobody may
//! know is not told at all. The short log forms are those of R25.11.

use super::ask::{items, name};
use super::facts::{Act, Deed, Fact, Gift, How};
use super::goods::Goods;
use super::names::{Card, Dir};
use super::orders::Lot;
use super::orders::words::lot_words;
use super::orders::write::{colour, sealed_text, write_lot};
use super::state::{Goal, Stage};
use crate::rules::list::List;
use crate::rules::phrase::{and, count};
use crate::rules::{Seat, Told, Viewer};

pub fn tell(fact: &Fact, viewer: Viewer) -> Option<Told> {
    setup(fact, viewer)
        .or_else(|| generation(fact, viewer))
        .or_else(|| turn(fact, viewer))
        .or_else(|| end(fact))
        .or_else(|| private(fact, viewer))
}

fn plain(text: String) -> Told {
    Told { text, ..Told::default() }
}

fn of(seat: Seat, text: String) -> Told {
    Told { seat: Some(seat), ..plain(text) }
}

fn coded(code: String, told: Told) -> Told {
    Told { code: Some(code), ..told }
}

fn card_names(cards: &[Card]) -> String {
    let names: Vec<&str> = cards.iter().map(|card| card.name()).collect();
    and(&names)
}

fn setup(fact: &Fact, viewer: Viewer) -> Option<Told> {
    Some(match fact {
        Fact::Opened { seats, .. } => {
            let text = format!("A game for {} is set up", count(usize::from(*seats), "seat"));
            Told { chapter: true, ..plain(text) }
        }
        Fact::Homes { neutral, .. } => plain(format!(
            "In Settings without a family stand {}",
            count(neutral.len(), "neutral farmstead")
        )),
        Fact::Began { seat, home, farmsteads: [one, other], ship, goods } => {
            let (who, home) = (name(*seat), home.name());
            let (one, other) = (one.name(), other.name());
            let sea = ship.name();
            of(
                *seat,
                format!(
                    "{who} is at home in {home}: farmsteads in {one} and {other}, a ship in the \
                     {sea}, {}",
                    goods.words()
                ),
            )
        }
        Fact::Piled { craft, trading } => {
            let tops = craft.iter().chain(trading).filter_map(|pile| pile.first().copied());
            let tops: Vec<Card> = tops.collect();
            plain(format!("On top of the piles lie {}", card_names(&tops)))
        }
        Fact::Offered { seat, cards: [one, other] } if viewer.is(*seat) => {
            of(*seat, format!("You are dealt {} and {}", one.name(), other.name()))
        }
        Fact::Kept { seat, rep, gift } => {
            let (who, rep) = (name(*seat), rep.name());
            of(*seat, format!("{who}'s reputation is {rep}{}", gift_words(gift)))
        }
        Fact::Starter { seat } => of(*seat, format!("{} begins", name(*seat))),
        _ => return None,
    })
}

fn gift_words(gift: &Gift) -> String {
    match gift {
        Gift::Nothing => String::new(),
        Gift::Tower(district) => format!(": the farmstead in {} becomes a tower", district.name()),
        Gift::BuriedSilver(silver) => format!(": {silver} Silver are buried"),
        Gift::Goods(goods) => format!(": {} more", goods.words()),
        Gift::Ship(dir) => format!(": another ship in the {}", dir.name()),
        Gift::Card(card) => format!(": {} goes to the discard pile", card.name()),
        Gift::Farmstead(district) => format!(": another farmstead in {}", district.name()),
        Gift::Moved { from, to } => {
            format!(": the farmstead in {} moves to {}", from.name(), to.name())
        }
    }
}

fn generation(fact: &Fact, viewer: Viewer) -> Option<Told> {
    Some(match fact {
        Fact::Revealed { card, century, generation } => {
            let known = card.data();
            let kinds: Vec<&str> = known.demand.iter().map(|kind| kind.name()).collect();
            let text = format!(
                "1{}00s, generation {generation}: {}. High demand: {}",
                century + 1,
                known.title,
                and(&kinds)
            );
            coded(format!("reveal {}", card.slug()), Told { chapter: true, ..plain(text) })
        }
        Fact::Tribute { seat, owes } => {
            let owes = items(*owes);
            of(*seat, format!("{} owes a tribute of {owes}, or all it has", name(*seat)))
        }
        Fact::Sealed { seat, order } if viewer.is(*seat) => {
            of(*seat, format!("Your sealed order: {}", sealed_text(order)))
        }
        Fact::Sealed { seat, .. } => of(*seat, format!("{} has decided", name(*seat))),
        Fact::Lost { seat, goods, .. } => {
            of(*seat, format!("{} gives up {}", name(*seat), goods.words()))
        }
        Fact::Workers { seat, workers } => {
            of(*seat, format!("{} is left with {workers} workers", name(*seat)))
        }
        Fact::Plague { removed, spared } => {
            let grave = |grave: &super::facts::Grave| {
                let whose = grave.seat.map_or("a neutral one".to_owned(), |seat| name(seat).into());
                format!("{} ({whose})", grave.district.name())
            };
            let gone: Vec<String> = removed.iter().map(grave).collect();
            let kept: Vec<String> = spared.iter().map(grave).collect();
            let mut text = format!("The Black Death empties {}", gone.join(", "));
            if removed.is_empty() {
                text = "The Black Death empties no farmstead".to_owned();
            }
            if !kept.is_empty() {
                text.push_str(&format!("; spared: {}", kept.join(", ")));
            }
            plain(text)
        }
        Fact::Pirate { .. } | Fact::Calm { .. } | Fact::Wreck { .. } | Fact::Raid { .. } => {
            return pirates(fact);
        }
        Fact::Quiet { seat } => of(*seat, format!("{} places no pirate", name(*seat))),
        Fact::Drew { seat, cards, shuffled } => {
            let (who, count) = (name(*seat), count(cards.len(), "card"));
            let own = viewer.is(*seat).then(|| format!(": {}", card_names(cards)));
            let again = if shuffled.is_some() { " after shuffling its discard pile" } else { "" };
            let text = format!("{who} draws {count}{again}{}", own.unwrap_or_default());
            coded(format!("draw {} {}", colour(*seat), cards.len()), of(*seat, text))
        }
        _ => return None,
    })
}

fn pirates(fact: &Fact) -> Option<Told> {
    Some(match fact {
        Fact::Pirate { dir, by: None, .. } => coded(
            format!("pirate {}", dir.slug()),
            plain(format!("A pirate appears in the {}", dir.name())),
        ),
        Fact::Pirate { dir, by: Some(seat), .. } => coded(
            format!("pirate {}", dir.slug()),
            of(*seat, format!("{} places a pirate in the {}", name(*seat), dir.name())),
        ),
        Fact::Calm { dir } => plain(format!("No pirate is left for the {}", dir.name())),
        Fact::Wreck { dir, seats } => {
            let colours: Vec<&str> = seats.iter().map(|seat| colour(*seat)).collect();
            let names: Vec<&str> = seats.iter().map(|seat| name(*seat)).collect();
            coded(
                format!("wreck {} {}", dir.slug(), colours.join(" ")),
                plain(format!(
                    "Battle in the {}: the pirate and a ship of {} are lost",
                    dir.name(),
                    and(&names)
                )),
            )
        }
        Fact::Raid { dir, hits } => {
            let mut code = format!("raid {}", dir.slug());
            let mut met = Vec::new();
            for hit in hits {
                code.push_str(&format!(" {} {}", colour(hit.seat), hit.farmsteads));
                let count = count(usize::from(hit.farmsteads), "farmstead");
                met.push(format!("{} ({count})", name(hit.seat)));
            }
            let met: Vec<&str> = met.iter().map(String::as_str).collect();
            let whom = if met.is_empty() { "nobody".to_owned() } else { and(&met) };
            coded(code, plain(format!("Pirates from the {} raid {whom}", dir.name())))
        }
        _ => return None,
    })
}

fn turn(fact: &Fact, viewer: Viewer) -> Option<Told> {
    Some(match fact {
        Fact::Played { seat, card, deed, nodraw, how, .. } => {
            let mut text = format!("{} plays {}", name(*seat), card.name());
            text.push_str(&deed_words(deed));
            if *nodraw {
                text.push_str(", and draws nothing");
            }
            if *how == How::Forced && viewer.is(*seat) {
                text.push_str(" (the only legal play)");
            }
            of(*seat, text)
        }
        Fact::Rested { seat } => of(*seat, format!("{} sets a worker aside", name(*seat))),
        Fact::Passed { seat } => of(*seat, format!("{} sets all its workers aside", name(*seat))),
        Fact::Acted { seat, from, to, act } => of(*seat, acted(*seat, (*from, *to), act)),
        Fact::RaidOver { seat, bonus } if *bonus > 0 => {
            of(*seat, format!("{} takes {bonus} Silver more for the raid", name(*seat)))
        }
        Fact::Sunk { seat, dir, .. } => {
            of(*seat, format!("{} sinks the pirate in the {}", name(*seat), dir.name()))
        }
        Fact::Stolen { seat, from, .. } => {
            of(*seat, format!("{} steals 1 Silver from {}", name(*seat), name(*from)))
        }
        Fact::Followed { seat, deed } if *deed != Deed::Nothing => {
            let words = deed_words(deed);
            of(*seat, format!("{}{}", name(*seat), words.trim_start_matches(':')))
        }
        _ => return None,
    })
}

fn acted(seat: Seat, (from, to): (Dir, Dir), act: &Act) -> String {
    let who = name(seat);
    let (at, deed) = match act {
        Act::Silver { at, silver } => (*at, format!("takes {silver} Silver")),
        Act::Sank { at } => (*at, "sinks the pirate".to_owned()),
    };
    let (from, here, to) = (from.name(), at.name(), to.name());
    if from != here {
        format!("{who}'s ship in the {from} moves to the {here} and {deed}")
    } else if to != here {
        format!("{who}'s ship in the {from} {deed} and moves to the {to}")
    } else {
        format!("{who}'s ship in the {from} {deed}")
    }
}

fn price(pay: &Goods) -> String {
    if pay.is_none() { String::new() } else { format!(" for {}", pay.words()) }
}

/// What was done, as it goes on after "Red plays Forest".
fn deed_words(deed: &Deed) -> String {
    match deed {
        Deed::Settled { district, pay, toll, neutral } => {
            let mut text = format!(": settles {}{}", district.name(), price(pay));
            text.push_str(&toll_words(toll, *neutral));
            text
        }
        Deed::Produced { goods } => format!(": produces {}", goods.words()),
        Deed::Took { goods } => format!(": takes {}", goods.words()),
        Deed::Sold { kind, count, silver, space } => {
            let place = if *space { " in Wisby" } else { "" };
            format!(": sells {count} {}{place} for {silver} Silver", kind.name())
        }
        Deed::Tower { district, pay } => {
            format!(": builds a tower in {}{}", district.name(), price(pay))
        }
        Deed::Church { district, pay } => {
            format!(": builds a church in {}{}", district.name(), price(pay))
        }
        Deed::Decorated { decoration, silver } => {
            format!(": adorns a church with {} for {silver} Silver", decoration.name())
        }
        Deed::Ship { dir, pay } => format!(": puts a ship in the {}{}", dir.name(), price(pay)),
        Deed::Raided => ": raids".to_owned(),
        Deed::Assembly => ": calls the assembly in Roma and will begin the next generation".into(),
        Deed::Drawing { most: 0 } => ": draws nothing".to_owned(),
        Deed::Drawing { most } => format!(": draws up to {}", count(usize::from(*most), "card")),
        Deed::Sinking => ": sinks a pirate".to_owned(),
        Deed::Partner { card, silver } => {
            format!(": gets {} as a trading partner for {silver} Silver", card.name())
        }
        Deed::Learned { card, silver } => format!(": learns {} for {silver} Silver", card.name()),
        Deed::Unburied { silver, cards } => {
            let lot = Lot { silver: *silver, cards: *cards };
            format!(": unburies {}", lot_words(&lot))
        }
        Deed::Nothing => String::new(),
    }
}

fn toll_words(toll: &List<Seat, 4>, neutral: u8) -> String {
    let names: Vec<&str> = toll.iter().map(|seat| name(*seat)).collect();
    let mut text = match names.len() {
        0 => String::new(),
        1 => format!(", paying {} 1 Silver", names[0]),
        _ => format!(", paying {} 1 Silver each", and(&names)),
    };
    if neutral > 0 {
        text.push_str(if names.is_empty() { ", paying " } else { " and " });
        text.push_str(&format!("{neutral} Silver for the neutral farmstead"));
    }
    text
}

fn end(fact: &Fact) -> Option<Told> {
    Some(match fact {
        Fact::Shown { seat, cards } => {
            of(*seat, format!("{} shows its hand: {}", name(*seat), card_names(cards)))
        }
        Fact::Grew { seat, workers, grain } => {
            let cost = match grain {
                0 => String::new(),
                grain => format!(" for {grain} Grain"),
            };
            let text = format!("{} grows to {workers} workers{cost}", name(*seat));
            coded(format!("grow {} {workers}", colour(*seat)), of(*seat, text))
        }
        Fact::Buried { seat, silver, cards } => {
            let lot = Lot { silver: *silver, cards: *cards };
            coded(
                format!("bury {} {}", colour(*seat), write_lot(&lot)),
                of(*seat, format!("{} buries {}", name(*seat), lot_words(&lot))),
            )
        }
        Fact::Scored { century, points } => {
            let mut code = format!("score 1{}00", century + 1);
            let text = scores(&mut code, points.iter().map(|vp| i16::from(*vp)));
            let text = format!("The 1{}00s are scored: {text}", century + 1);
            coded(code, Told { chapter: true, ..plain(text) })
        }
        Fact::Final { vp, .. } => {
            let mut code = "final".to_owned();
            let text = scores(&mut code, vp.iter().copied());
            let text = format!("The final scores: {text}");
            coded(code, Told { chapter: true, ..plain(text) })
        }
        Fact::Goal { goal, now } => {
            let (id, text) = &super::data::data().goals[usize::from(*goal)];
            match now {
                Goal::Reached => plain(format!("The {id} goal is reached: {text}")),
                _ => plain(format!("The {id} goal is missed: {text}")),
            }
        }
        Fact::Entered { stage: Stage::Over } => plain("The game is over".to_owned()),
        _ => return None,
    })
}

fn scores(code: &mut String, points: impl Iterator<Item = i16>) -> String {
    let mut words = Vec::new();
    for (at, vp) in points.enumerate() {
        let seat = Seat::at(at);
        code.push_str(&format!(" {} {vp}", colour(seat)));
        words.push(format!("{} {vp}", name(seat)));
    }
    words.join(", ")
}

fn private(fact: &Fact, viewer: Viewer) -> Option<Told> {
    let (seat, text) = match fact {
        Fact::Instructed { seat, line, .. } => (seat, format!("Noted: {line}")),
        Fact::Planned { seat, line, .. } => (seat, format!("Planned: {line}")),
        Fact::PlanCleared { seat } => (seat, "Your plan is dropped".to_owned()),
        Fact::PlanUsed { seat, line } => (seat, format!("Your plan is carried out: {line}")),
        Fact::PlanDropped { seat, line } => {
            (seat, format!("Your plan is dropped, for nothing of this was legal: {line}"))
        }
        Fact::PlanStopped { seat, part } => {
            (seat, format!("Your plan stopped where this was not legal: {part}"))
        }
        _ => return None,
    };
    viewer.is(*seat).then(|| of(*seat, text))
}
