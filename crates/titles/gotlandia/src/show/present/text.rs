//! The board in words, at most 72 columns: enough to play from an email or with a screen reader.
//! Things that orders refer to appear with their slugs.

use super::super::super::state::Stage;
use super::super::super::things::data::data;
use super::super::super::things::ids::{Card, Deco, District, Setting};
use super::super::super::things::kinds::{Dir, Kind};
use super::super::view::{PileView, SeatView, View};
use super::cards::{self, grouped};
use super::words::{afloat, own, seat, settled};
use super::{headline, piles};
use ravenpost_rules::text::phrase::capital;
use ravenpost_rules::{BoardText, Seat};

pub(super) fn text(view: &View) -> BoardText {
    let mut page = Page::default();
    page.line(&headline(view));
    page.text.blank();
    now(view, &mut page);
    families(view, &mut page);
    land(view, &mut page);
    seas(view, &mut page);
    market(view, &mut page);
    stacks(view, &mut page);
    hand(view, &mut page);
    page.text
}

/// The text, in sections with headings.
#[derive(Default)]
struct Page {
    text: BoardText,
}

impl Page {
    fn line(&mut self, words: &str) {
        self.text.prose(words, 2);
    }

    fn head(&mut self, words: &str) {
        self.text.blank();
        self.line(&words.to_uppercase());
    }
}

fn now(view: &View, page: &mut Page) {
    if let Some(turn) = view.turn {
        page.line(&format!("Turn: {}.", seat(view, turn)));
    }
    if let Some(card) = view.playing {
        page.line(&format!("Card being played: {}.", card.name()));
    }
    if !view.raiders.is_empty() {
        let fleet = joined(&view.raiders, |ships| format!("{} {}", ships.dir.slug(), ships.count));
        page.line(&format!("Ships still to act in the raid: {fleet}."));
    }
    if !view.demand.is_empty() {
        page.line(&format!("High demand: {}.", joined(view.demand, |kind| kind.name().into())));
    }
    page.line(&format!("Starting-player token: {}.", seat(view, view.token)));
    for goal in view.goals.iter().filter(|goal| goal.chosen) {
        page.line(&format!("Goal of this game: {}.", goal.text));
    }
}

/// Writes a small table, then a line per seat for what does not fit into it.
fn families(view: &View, page: &mut Page) {
    page.head("Families");
    let heads = ["VP", "s", "woo", "she", "gra", "sto", "tar", "hor"];
    let mut line = format!("{:9}", "");
    heads.iter().for_each(|head| line.push_str(&format!("{head:>4}")));
    line.push_str("  workers hand deck sunk");
    page.text.columns(line);
    for one in &view.seats {
        let mut line = format!("{:9}{:>4}", capital(one.colour), one.vp);
        for kind in Kind::all() {
            line.push_str(&format!("{:>4}", one.storage.of(kind)));
        }
        line.push_str(&format!("{:>5} of {}", one.free, one.workers));
        line.push_str(&format!("{:>5}{:>5}{:>5}", one.hand, one.deck, one.sunk));
        page.text.columns(line);
    }
    for one in &view.seats {
        page.line(&format!("{}: {}.", capital(one.colour), about(view, one)));
    }
}

fn about(view: &View, one: &SeatView) -> String {
    let mut parts = Vec::new();
    if let (Stage::End, Some(hand)) = (view.stage, &one.hand_cards) {
        let cards = if hand.is_empty() { "an empty hand".into() } else { slugs(hand) };
        parts.push(format!("shows {cards}"));
    }
    if let Some(home) = one.home {
        parts.push(format!("home {}", home.name()));
    }
    if let Some(rep) = one.reputation {
        parts.push(format!("{} ({})", rep.name(), rep.text()));
    }
    if one.buried_silver > 0 {
        parts.push(format!("buried {} Silver", one.buried_silver));
    }
    for (what, cards) in
        [("buried", &one.buried), ("in play", &one.played), ("discarded", &one.discard)]
    {
        if !cards.is_empty() {
            parts.push(format!("{what} {}", slugs(cards)));
        }
    }
    if !one.decorations.is_empty() {
        parts.push(format!("owns {}", joined(&one.decorations, |deco| deco.slug().into())));
    }
    if parts.is_empty() { "nothing yet".into() } else { parts.join("; ") }
}

fn slugs(cards: &[Card]) -> String {
    let one = |(card, number): &(Card, u16)| match number {
        1 => card.word().to_owned(),
        _ => format!("{number} {}", card.word()),
    };
    joined(&grouped(cards), one)
}

fn joined<T>(things: &[T], name: impl Fn(&T) -> String) -> String {
    things.iter().map(name).collect::<Vec<_>>().join(", ")
}

fn land(view: &View, page: &mut Page) {
    page.head("Districts");
    page.line("* Harbour, ! threatened; F farmstead, T tower, C church");
    for setting in Setting::all() {
        let dir = data().settings[setting.index()].dir;
        page.line(&format!("{} Setting, Harbour to {}", setting.name(), dir.slug()));
        for district in District::all().filter(|one| one.setting() == setting) {
            page.text.prose(format!("  {}", place(view, district)), 6);
        }
    }
}

/// Describes a district: `rute* forest: Red F, neutral F`.
fn place(view: &View, district: District) -> String {
    let known = &data().districts[district.index()];
    let mut here: Vec<String> = settled(view, district)
        .into_iter()
        .map(|(one, settlement)| format!("{} {}", capital(one.colour), settlement.kind.letter()))
        .collect();
    if view.neutral.contains(&district) {
        here.push("neutral F".into());
    }
    format!(
        "{}{}{} {}: {}",
        district.slug(),
        if known.harbour { "*" } else { "" },
        if view.threatened.contains(&district) { "!" } else { "" },
        district.terrain().slug(),
        if here.is_empty() { "-".into() } else { here.join(", ") }
    )
}

fn seas(view: &View, page: &mut Page) {
    page.head("Seas");
    for dir in Dir::all() {
        let mut here = Vec::new();
        if view.pirates.contains(&dir) {
            here.push("PIRATE".to_owned());
        }
        for (one, ships) in afloat(view, dir) {
            here.push(format!("{} {ships}", capital(one.colour)));
        }
        let here = if here.is_empty() { "-".into() } else { here.join(", ") };
        page.text.columns(format!("{:3}{here}", dir.slug()));
    }
    if !view.threatened.is_empty() {
        let list = joined(&view.threatened, |district| district.slug().into());
        page.line(&format!("Threatened: {list}."));
    }
}

fn market(view: &View, page: &mut Page) {
    page.head("Wisby, Roma, bank");
    let space = |kind: Kind| {
        let bonus = if view.demand.contains(&kind) { data().demand_bonus } else { 0 };
        let price = data().prices[kind.index()] + bonus;
        let high = if bonus > 0 { " high" } else { "" };
        let taken = view.sold.iter().find(|sold| sold.kind == kind);
        let taken = taken.map_or_else(String::new, |sold| format!(", {}", seat(view, sold.seat)));
        format!("{} {price}s{high}{taken}", kind.word())
    };
    let spaces: Vec<String> = Kind::resources().map(space).collect();
    page.line(&format!("Wisby: {}.", spaces.join("; ")));
    let roma = view.assembly.map_or_else(|| "open".into(), |caller: Seat| seat(view, caller));
    page.line(&format!("Roma: {roma}."));
    page.line(&format!("Bank: {}.", view.bank.words()));
    page.line(&format!("Pirate tokens left: {}.", view.pirate_tokens));
}

fn stacks(view: &View, page: &mut Page) {
    let costs = &data().costs;
    page.head(&format!("Craft cards, {} Silver each after Roma", costs.learn));
    tops(view, &view.craft_piles, page);
    page.head(&format!("Trading partners, {} Silver each after Wisby", costs.partner));
    tops(view, &view.trading_piles, page);
    page.head("Decorations");
    let one = |deco: &Deco| format!("{} {}s for {} VP", deco.slug(), deco.cost(), deco.vp());
    page.line(&format!("{}.", joined(&view.decorations, one)));
}

fn tops(view: &View, piles: &[PileView], page: &mut Page) {
    for (card, size) in piles.iter().filter_map(|pile| Some((pile.top?, pile.size))) {
        let open = own(view).is_none_or(|seat| piles::meets(seat, card));
        let closed = if open { "" } else { " (prerequisite not met)" };
        let words = cards::line(card, &view.options);
        page.line(&format!("{}, {size} left{closed}: {words}", card.word()));
    }
}

fn hand(view: &View, page: &mut Page) {
    let Some(one) = own(view) else { return };
    if let Some(offered) = one.offered.filter(|_| view.stage == Stage::Reputation) {
        page.head("Your two reputations");
        for rep in offered {
            page.line(&format!("{} ({}): {}.", rep.slug(), rep.number(), rep.text()));
        }
    }
    let cards = one.hand_cards.as_deref().unwrap_or_default();
    if cards.is_empty() {
        return;
    }
    page.head("Your hand");
    for (card, number) in grouped(cards) {
        let times = if number > 1 { format!(" ({number})") } else { String::new() };
        page.line(&format!("{}{times}: {}", card.word(), cards::line(card, &view.options)));
    }
    if let Some(food) = one.food.filter(|_| one.workers < 5) {
        page.line(&format!("Food in hand: {food} of {} needed to grow.", one.need));
    }
    if one.owes > 0 {
        page.line(&format!("You owe {}.", one.owes));
    }
}
