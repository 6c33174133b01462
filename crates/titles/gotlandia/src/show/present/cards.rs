//! Cards with their texts, which are generated from the figures of `data.json`.

use super::super::super::state::options::Options;
use super::super::super::things::data::data;
use super::super::super::things::ids::{Card, Deco, Gen, Rep};
use super::super::super::things::kinds::{Kind, Terrain};
use super::super::super::things::tables::{After, Alt, CardData, Follow, Per, Reach, Suit};
use super::art::{self, price};
use super::words::{count, list, names, sea};
use ravenpost_rules::text::phrase::{self, capital};
use ravenpost_rules::view::panel::{self, CardLook};
use ravenpost_rules::view::scene::Mark;
use ravenpost_rules::{Cell, Item};

/// Returns a face-up action card.
pub fn face(card: Card, options: &Options) -> panel::Card {
    let data = card.data();
    let mut lines: Vec<(String, String)> = Vec::new();
    for (index, words) in alternatives(card, options).into_iter().enumerate() {
        lines.push((if index == 0 { "Play" } else { "or" }.to_owned(), words));
    }
    if data.draws {
        lines.push(("then".into(), "You may draw 1 card".into()));
    }
    if let Some(words) = follow(card, options) {
        lines.push(("after".into(), words));
    }
    lines.push(("In hand".into(), left(data)));
    if let Some(words) = end(data) {
        lines.push(("End".into(), words));
    }
    if let Some(words) = needs(data) {
        lines.push(("Needs".into(), words));
    }
    panel::Card {
        slug: card.slug().to_owned(),
        name: card.name().to_owned(),
        family: suit(data.suit).to_owned(),
        look: look(data.suit),
        count: 1,
        lines,
        cost: art::cost(card, options),
        art: art::art(card, options),
        ..panel::Card::default()
    }
}

fn suit(suit: Suit) -> &'static str {
    match suit {
        Suit::Basic => "basic",
        Suit::Setting => "setting",
        Suit::Craft => "craft",
        Suit::Trading => "trading",
    }
}

fn look(suit: Suit) -> CardLook {
    match suit {
        Suit::Basic => CardLook::Basic,
        Suit::Setting => CardLook::Setting,
        Suit::Craft => CardLook::Craft,
        Suit::Trading => CardLook::Trading,
    }
}

/// Describes the alternatives, each as a sentence without full stop.
pub(super) fn alternatives(card: Card, options: &Options) -> Vec<String> {
    art::alts(card, options).into_iter().map(alternative).collect()
}

fn alternative(alt: &Alt) -> String {
    let costs = &data().costs;
    match alt {
        Alt::Settle { reach, among } => settle(*reach, *among),
        Alt::Produce { plus, per } => produce(*plus, per),
        Alt::ProduceSetting => {
            "Produce 1 resource per settled district of your home Setting".into()
        }
        Alt::Take(goods) => format!("Take {}", goods.words()),
        Alt::TakeOne(kinds) => format!("Take 1 {}", any_of(kinds)),
        Alt::TakePer(per, goods) => format!("Take {} per {}", goods.words(), each(*per)),
        Alt::BuildShip => {
            format!("Build a ship off a Harbour you have settled ({})", price(&costs.ship))
        }
        Alt::PlaceShip => "Place a ship in any direction, free of charge".into(),
        Alt::BuildTower { home } => {
            let place = if *home { " in your home Setting" } else { "" };
            format!("Turn a farmstead{place} into a tower ({})", price(&costs.tower))
        }
        Alt::PlaceTower => "Turn a farmstead into a tower, free of charge".into(),
        Alt::BuildChurch => format!("Turn a tower into a church ({})", price(&costs.church)),
        Alt::Decorate => "Buy a church decoration".into(),
        Alt::Raid(after) => format!(
            "Raid: each ship takes 2 Silver or sinks a pirate, and may move once{}",
            match after {
                After::Nothing => "",
                After::Draw => "; you may draw 1 card",
                After::Pirate => "; place a pirate",
            }
        ),
        Alt::Sink => "Sink one pirate anywhere".into(),
        Alt::Assembly => {
            "Call the assembly in Roma: take the starting-player token and sink one pirate".into()
        }
        Alt::Draw(most) => {
            format!("Draw up to {}", phrase::count((*most).into(), "card"))
        }
        Alt::Sell { kinds, space: true } if kinds.len() > 5 => {
            "Sell any number of one kind in Wisby".into()
        }
        Alt::Sell { kinds, .. } => format!("Sell any number of {}", any_of(kinds)),
    }
}

fn settle(reach: Reach, among: u32) -> String {
    let data = data();
    let terrain = Terrain::all().find(|terrain| data.terrain[terrain.index()] == among);
    let what = match terrain {
        Some(terrain) => terrain.name(),
        None if among == data.coastal => "coastal district",
        None => "district",
    };
    match reach {
        Reach::Adjacent if terrain.is_some() => format!("Settle an adjacent {what}"),
        Reach::Adjacent => format!("Settle any adjacent {what}"),
        Reach::Any => format!("Settle any {what}, adjacent or not"),
        Reach::Home => format!("Settle any {what} of your home Setting"),
    }
}

fn produce(plus: Option<Kind>, per: &[(Terrain, Kind)]) -> String {
    let one = |(terrain, kind): &(Terrain, Kind)| match plus {
        Some(_) => format!("1 more per settled {}", terrain.name()),
        None => format!("1 {} per settled {}", kind.name(), terrain.name()),
    };
    let each = names(per, one);
    match plus {
        Some(kind) => format!("Produce 1 {} and {each}", kind.name()),
        None => format!("Produce {each}"),
    }
}

fn each(per: Per) -> &'static str {
    match per {
        Per::Ship => "ship you have",
        Per::Church => "church you have",
        Per::Setting => "settled Setting",
    }
}

fn any_of(kinds: &[Kind]) -> String {
    list(&kinds.iter().map(|kind| kind.name().to_owned()).collect::<Vec<_>>(), phrase::or)
}

/// Describes the follow-up of a play of the card.
pub(super) fn follow(card: Card, options: &Options) -> Option<String> {
    let costs = &data().costs;
    if options.then_church && [Card::LUBECK, Card::LINKOPING].contains(&card) {
        let church = price(&costs.church);
        return Some(format!("You may turn a tower into a church ({church}) or buy a decoration"));
    }
    Some(match card.data().follow? {
        Follow::Partner => format!("You may buy a trading partner for {} Silver", costs.partner),
        Follow::Learn => format!("You may learn a craft for {} Silver", costs.learn),
        Follow::Unbury if options.unbury_any => "You may unbury Silver and cards".into(),
        Follow::Unbury => "You may unbury 1 Silver or 1 card".into(),
    })
}

/// Describes what the card gives when it is left in hand.
pub(super) fn left(card: &CardData) -> String {
    let food = card.food;
    let mut parts = Vec::new();
    if food.flat > 0 {
        parts.push(format!("{} Food", food.flat));
    }
    for terrain in Terrain::all().filter(|terrain| food.terrain[terrain.index()] > 0) {
        let each = food.terrain[terrain.index()];
        parts.push(format!("{each} Food per settled {}", terrain.name()));
    }
    if food.ship > 0 {
        parts.push(format!("{} Food per ship away from pirates", food.ship));
    }
    if food.setting > 0 {
        parts.push(format!("{} Food per settled Setting", food.setting));
    }
    if food.home > 0 {
        parts.push(format!("{} Food per settled district of your home Setting", food.home));
    }
    match card.bury {
        0 => {}
        1 => parts.push("bury 1 Silver or card".into()),
        more => parts.push(format!("bury {more} Silver or cards")),
    }
    if parts.is_empty() { "nothing".into() } else { capital(&parts.join("; ")) }
}

/// Describes its VP at the end of the game.
pub(super) fn end(card: &CardData) -> Option<String> {
    let worth = card.end;
    let mut parts = Vec::new();
    if worth.flat > 0 {
        parts.push(format!("{} VP", worth.flat));
    }
    for terrain in Terrain::all().filter(|terrain| worth.terrain[terrain.index()] > 0) {
        let each = worth.terrain[terrain.index()];
        parts.push(format!("{each} VP per settled {}", terrain.name()));
    }
    let rest = [
        (worth.setting, "per settled Setting"),
        (worth.ship, "per ship on the board"),
        (worth.church, "per church on the board"),
        (worth.two_pirates, "per two pirates sunk"),
        (worth.two_silver, "per two Silver buried"),
    ];
    for (points, what) in rest.into_iter().filter(|(points, _)| *points > 0) {
        parts.push(format!("{points} VP {what}"));
    }
    (!parts.is_empty()).then(|| parts.join("; "))
}

/// Describes the requirements for learning it.
pub(super) fn needs(card: &CardData) -> Option<String> {
    let needs = card.needs;
    let mut parts: Vec<String> = Terrain::all()
        .filter(|terrain| needs.terrains & terrain.bit() != 0)
        .map(|terrain| terrain.name().to_owned())
        .collect();
    if needs.harbour {
        parts.push("a settled Harbour".into());
    }
    if needs.church {
        parts.push("a church".into());
    }
    if needs.settings > 0 {
        parts.push(format!("{} settled Settings", needs.settings));
    }
    (!parts.is_empty()).then(|| list(&parts, phrase::and))
}

pub fn reputation(rep: Rep) -> panel::Card {
    panel::Card {
        slug: rep.slug().to_owned(),
        name: rep.name().to_owned(),
        family: "reputation".into(),
        look: CardLook::Reputation,
        count: 1,
        art: Some(Mark::Piece("reputation", "neutral", "")),
        lines: vec![(format!("No. {}", rep.number()), capital(rep.text()))],
        ..panel::Card::default()
    }
}

/// Returns a face-up church decoration.
pub fn decoration(deco: Deco) -> panel::Card {
    panel::Card {
        slug: deco.slug().to_owned(),
        name: deco.name().to_owned(),
        family: "decoration".into(),
        look: CardLook::Decoration,
        count: 1,
        art: Some(Mark::Piece("church", "neutral", "")),
        lines: vec![
            ("Cost".into(), format!("{} Silver", deco.cost())),
            ("End".into(), format!("{} VP", deco.vp())),
        ],
        ..panel::Card::default()
    }
}

/// Returns the current generation card.
pub fn generation(card: Gen) -> panel::Card {
    let data = card.data();
    let pirates = match data.pirates.len() {
        0 => "none".to_owned(),
        6 => "in all six directions".to_owned(),
        _ => names(&data.pirates, |dir| sea(*dir)),
    };
    let mut lines =
        vec![("Pirates".to_owned(), pirates), ("High demand".to_owned(), demand(&data.demand))];
    if data.tribute {
        lines.push(("Tribute".into(), "Every player gives up 5 items from storage".into()));
    }
    if data.war {
        lines.push(("War".into(), "Every player with five workers loses one".into()));
    }
    if data.plague {
        let words = "Every player keeps two workers. Farmsteads that share a district are removed. \
                     The century ends after this generation";
        lines.push(("Plague".into(), words.into()));
    }
    panel::Card {
        slug: card.slug().to_owned(),
        name: data.title.clone(),
        family: format!("generation {}s", 1100 + 100 * u16::from(data.century)),
        look: CardLook::Generation,
        count: 1,
        art: Some(Mark::Piece("generation", "neutral", "")),
        lines,
        ..panel::Card::default()
    }
}

/// Describes demand: "Tar and Stone, 1 extra Silver each".
fn demand(kinds: &[Kind]) -> String {
    if kinds.is_empty() {
        return "none".into();
    }
    let bonus = data().demand_bonus;
    format!("{}, {bonus} extra Silver each", names(kinds, |kind| kind.name().to_owned()))
}

/// Groups identical cards, with their count.
pub(super) fn grouped(cards: &[Card]) -> Vec<(Card, u16)> {
    let mut sorted = cards.to_vec();
    sorted.sort_unstable();
    let mut groups: Vec<(Card, u16)> = Vec::new();
    for card in sorted {
        match groups.last_mut() {
            Some((last, number)) if *last == card => *number += 1,
            _ => groups.push((card, 1)),
        }
    }
    groups
}

/// Lists grouped cards by name: "Forest (2), Home".
pub(super) fn listed(cards: &[Card]) -> Cell {
    Cell::List(items(cards))
}

/// Returns grouped cards with their names and counts.
pub(super) fn items(cards: &[Card]) -> Vec<Item> {
    let item = |(card, number): (Card, u16)| match number {
        1 => Item::new(card.slug(), card.name()),
        _ => Item::new(card.slug(), format!("{} ({number})", card.name())),
    };
    grouped(cards).into_iter().map(item).collect()
}

/// Describes a card completely on one line, for text.
pub(super) fn line(card: Card, options: &Options) -> String {
    let data = card.data();
    let mut words = alternatives(card, options).join(" | ");
    if data.draws {
        words.push_str("; then you may draw 1 card");
    }
    if let Some(follow) = follow(card, options) {
        words.push_str(&format!(". {follow}"));
    }
    words.push_str(&format!(". In hand: {}", left(data)));
    if let Some(end) = end(data) {
        words.push_str(&format!(". End: {end}"));
    }
    if let Some(needs) = needs(data) {
        words.push_str(&format!(". Needs {needs}"));
    }
    words.push('.');
    words
}

/// Describes the cards below a top card: "3 cards beneath", "the last one".
pub(super) fn beneath(size: u8) -> String {
    match size {
        0 | 1 => "the last one".into(),
        more => format!("{} beneath", count(more - 1, "card")),
    }
}
