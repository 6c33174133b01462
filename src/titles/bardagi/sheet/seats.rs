//! The seats' part of a document: disks, goods, figures, cards, and what they keep to themselves.

use super::super::orders::{Order, parse};
use super::super::state::apply::apply;
use super::super::state::facts::Fact;
use super::super::state::{Player, State, Step};
use super::super::things::{Colour, Good, Mix, Node, Place, Rune, Tile, Unit};
use super::words::Doc;
use super::{lands, words};
use crate::rules::Seat;

/// Disks of a player (R2.4).
const DISKS: u16 = 40;
/// What rests in the hands of seats whose turn is to come, and what was planned last.
const PLAN: Mix = [2, 2, 2, 0];

const KEYS: [&str; 35] = [
    "disks", "town", "pile", "goods", "gold", "glory", "runes", "axes", "sea", "tiles", "at",
    "ship", "entry", "hand", "dealt", "used", "planned", "open", "last", "next", "attacked",
    "taken", "spent", "flock", "herd", "claims", "claim", "standing", "script", "wish", "homes",
    "bonus", "held", "limits", "storage",
];

pub fn read(state: &mut State, sheet: &Doc) -> Result<(), String> {
    let none = Doc::new();
    let seats = words::part(sheet, "seats")?.unwrap_or(&none);
    for colour in seats.keys() {
        words::place(state, colour)?;
    }
    for seat in state.seats() {
        let colour = words::colour(state, seat);
        let known = words::part(seats, colour)?.unwrap_or(&none);
        one(state, seat, known).map_err(|why| format!("{colour}: {why}"))?;
    }
    Ok(())
}

fn one(state: &mut State, seat: Seat, known: &Doc) -> Result<(), String> {
    words::known("a seat", known, &KEYS)?;
    let mut player = state.players[seat];
    board(state, seat, &mut player, known)?;
    figures(state, seat, &mut player, known)?;
    cards(state, seat, &mut player, known)?;
    round(state, &mut player, known)?;
    state.players[seat] = player;
    private(state, seat, known)
}

/// Disks, goods, gold, Runes, tokens, tiles.
fn board(state: &State, seat: Seat, player: &mut Player, known: &Doc) -> Result<(), String> {
    player.disks = words::three(words::text(known, "disks")?.unwrap_or("6 6 6"))?;
    player.town = words::number(known, "town")?.unwrap_or_default();
    let placed = player.disks.iter().map(|disks| u16::from(*disks)).sum::<u16>();
    let out = placed + u16::from(player.town) + lands::disks_out(state, seat);
    let rest = DISKS.checked_sub(out).ok_or_else(|| format!("{out} disks are out"))?;
    player.pile = words::number(known, "pile")?.unwrap_or(rest as u8);
    if u16::from(player.pile) != rest {
        return Err(format!("{} disks in the pile, not {rest}", player.pile));
    }
    if let Some(goods) = words::part(known, "goods")? {
        words::known("the goods", goods, &Good::all().map(Good::slug).collect::<Vec<_>>())?;
        for good in Good::all() {
            player.goods[good.index()] = words::number(goods, good.slug())?.unwrap_or_default();
        }
    }
    if let Some(runes) = words::part(known, "runes")? {
        words::known("the Runes", runes, &Rune::all().map(Rune::slug).collect::<Vec<_>>())?;
        for rune in Rune::all() {
            player.runes[rune.index()] = words::number(runes, rune.slug())?.unwrap_or_default();
        }
    }
    player.gold = words::large(known, "gold")?.unwrap_or(1);
    player.glory = words::large(known, "glory")?.unwrap_or_default();
    player.axes = words::number(known, "axes")?.unwrap_or_default();
    player.sea = words::truth(known, "sea")?.unwrap_or_default();
    for slug in words::list(known, "tiles")?.unwrap_or_default() {
        let tile = words::slug("tile", Tile::from_slug(slug), slug)?;
        let slots = &mut player.tiles[tile.pile().building().index()];
        let slots = if tile.pile().level() == 1 { &mut slots[..2] } else { &mut slots[2..] };
        let free = slots.iter_mut().find(|slot| **slot == Tile::NONE);
        *free.ok_or_else(|| format!("there is no slot for {slug}"))? = tile;
    }
    Ok(())
}

/// Where the pawns and the ship are.
fn figures(state: &State, seat: Seat, player: &mut Player, known: &Doc) -> Result<(), String> {
    let home = state.home(seat).map_or(Place::TOWN, Place::on);
    player.at = [home; 3];
    if let Some(places) = words::part(known, "at")? {
        words::known("pawns", places, &["b", "g", "k"])?;
        for unit in Unit::LAND {
            if let Some(slug) = words::text(places, unit.slug())? {
                player.at[unit.index()] = words::slug("place", Place::from_slug(slug), slug)?;
            }
        }
    }
    let ship = words::text(known, "ship")?.unwrap_or("dock");
    player.ship = words::slug("place of a ship", Node::from_slug(ship), ship)?;
    player.entry = match words::text(known, "entry")? {
        None | Some("none") => None,
        Some("sea") => Some(Place::ABOARD),
        Some(slug) => Some(Place::on(lands::area(state, slug)?)),
    };
    Ok(())
}

/// Cards: what is not given follows from where the game stands.
fn cards(state: &State, seat: Seat, player: &mut Player, known: &Doc) -> Result<(), String> {
    let mine = |key: &str| words::text(known, key)?.map(words::mix).transpose();
    let hand = mine("hand")?;
    let gone = state.gone.has(seat);
    let on_turn = state.turn == seat && state.step != Step::Turn;
    let (planned, open) = match state.step {
        Step::Blank | Step::PickHome => (false, false),
        Step::Plan if state.options.own_turn => (gone, gone),
        Step::Plan => (hand.is_some(), false),
        Step::Turn | Step::Act | Step::GodiRetreat | Step::Bargain => {
            (!state.options.own_turn || gone || on_turn, gone || on_turn)
        }
        _ => (true, true),
    };
    player.planned = words::truth(known, "planned")?.unwrap_or(planned);
    player.open = words::truth(known, "open")?.unwrap_or(open);
    let waits = player.planned && !player.open;
    player.hand = hand.unwrap_or(if waits { PLAN } else { Mix::default() });
    player.used = mine("used")?.unwrap_or_default();
    let dealt = std::array::from_fn(|unit| player.hand[unit] + player.used[unit]);
    player.dealt = mine("dealt")?.unwrap_or(dealt);
    let last = if state.round > 1 { PLAN } else { Mix::default() };
    player.last = mine("last")?.unwrap_or(last);
    player.next = mine("next")?.unwrap_or_default();
    Ok(())
}

/// What lasts for a round, and the Claim sheet.
fn round(state: &State, player: &mut Player, known: &Doc) -> Result<(), String> {
    for slug in words::list(known, "attacked")?.unwrap_or_default() {
        player.attacked |= lands::area(state, slug)?.bit();
    }
    player.taken = words::number(known, "taken")?.unwrap_or_default();
    for slug in words::list(known, "spent")?.unwrap_or_default() {
        match slug {
            "war-council" => player.council = true,
            "oracle" => player.oracle = true,
            "stewards-house" => player.steward = true,
            _ => return Err(format!("\"{slug}\" is not used once a round")),
        }
    }
    player.flock = words::number(known, "flock")?.unwrap_or_default();
    player.herd = words::number(known, "herd")?.unwrap_or_default();
    player.claims = words::truth(known, "claims")?.unwrap_or_default();
    if let Some(claim) = words::part(known, "claim")? {
        let keys =
            ["sheep", "cattle", "tokens", "chosen", "recruits", "placed", "axes", "done", "orders"];
        words::known("a Claim sheet", claim, &keys)?;
        let of = &mut player.claim;
        of.sheep = words::number(claim, "sheep")?.unwrap_or_default();
        of.cattle = words::number(claim, "cattle")?.unwrap_or_default();
        of.tokens = words::number(claim, "tokens")?.unwrap_or_default();
        of.chosen = words::truth(claim, "chosen")?.unwrap_or_default();
        of.recruits = words::three(words::text(claim, "recruits")?.unwrap_or("0 0 0"))?;
        let given = claim.get("recruits").is_some();
        of.placed = words::truth(claim, "placed")?.unwrap_or(given);
        of.done = words::truth(claim, "done")?.unwrap_or_default();
        of.orders = words::number(claim, "orders")?.unwrap_or_default();
        for slug in words::list(claim, "axes")?.unwrap_or_default() {
            of.axes.push(lands::area(state, slug)?);
        }
    }
    if let Some(bonus) = bonus(known)? {
        player.bonus = bonus;
    }
    Ok(())
}

/// Three numbers: for most gold, most areas, and gold.
fn bonus(known: &Doc) -> Result<Option<[u16; 3]>, String> {
    let Some(value) = known.get("bonus").filter(|value| !value.is_null()) else { return Ok(None) };
    let wrong = |_| format!("bonus: {value} is not three numbers");
    serde_json::from_value(value.clone()).map(Some).map_err(wrong)
}

/// Standing instructions and what is left in advance.
fn private(state: &mut State, seat: Seat, known: &Doc) -> Result<(), String> {
    for text in words::list(known, "standing")?.unwrap_or_default() {
        let Ok(Order::Standing(instruction)) = parse::parse(state, seat, text) else {
            return Err(format!("\"{text}\" is no standing instruction"));
        };
        let who = state.who(seat);
        apply(state, &Fact::Instructed(who, instruction));
    }
    let drawer = &mut state.drawer[seat];
    if let Some(script) = words::text(known, "script")? {
        let script = script.trim();
        let body = script.strip_suffix("else done");
        drawer.else_done = body.is_some();
        let orders = body.unwrap_or(script).split(';').map(str::trim);
        drawer.script = orders.filter(|order| !order.is_empty()).map(str::to_owned).collect();
    }
    for text in words::list(known, "wish")?.unwrap_or_default() {
        drawer.build.push(text.to_owned());
    }
    for slug in words::list(known, "homes")?.unwrap_or_default() {
        drawer.homes.push(words::slug("colour", Colour::from_slug(slug), slug)?);
    }
    Ok(())
}
