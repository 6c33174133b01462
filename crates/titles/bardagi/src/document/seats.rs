//! The seats in a document: disks, goods, figures, cards and secrets.

use serde::Deserialize;
use serde_json::{Value, json};

use super::super::orders::{Order, parse};
use super::super::state::apply::apply;
use super::super::state::facts::Fact;
use super::super::state::player::{Claim, Player};
use super::super::state::{SEATS, State, Step};
use super::super::things::areas::Place;
use super::super::things::goods::Mix;
use super::super::things::ids::Node;
use super::super::things::kinds::{Colour, Good, Rune, Unit};
use super::super::things::tiles::Tile;
use super::lands;
use super::words::{self, MIX, SEAT, THREE};
use ravenpost_rules::Seat;
use ravenpost_rules::doc::Doc;

/// Disks of a player (R2.4).
const DISKS: u16 = 40;
/// The default hand of seats that have not had their turn, and the default last plan.
const PLAN: Mix = [2, 2, 2, 0];

const KEYS: [&str; 35] = [
    "disks", "town", "pile", "goods", "gold", "glory", "runes", "axes", "sea", "tiles", "at",
    "ship", "entry", "hand", "dealt", "used", "planned", "open", "last", "next", "attacked",
    "taken", "spent", "flock", "herd", "claims", "claim", "standing", "script", "wish", "homes",
    "bonus", "held", "limits", "storage",
];
/// The keys of a Claim sheet.
const CLAIM: [&str; 9] =
    ["sheep", "cattle", "tokens", "chosen", "recruits", "placed", "axes", "done", "orders"];

pub fn read(state: &mut State, document: &Doc) {
    let none = json!({});
    let mut given: [&Value; SEATS] = [&none; SEATS];
    if let Some(seats) = document.part_by_name("seats") {
        for (name, value) in seats.entries() {
            match words::seat(state, name) {
                Some(seat) => given[seat] = value,
                None => seats.slips().add(format!("\"{name}\" is not a {SEAT}")),
            }
        }
    }
    for seat in state.seats() {
        let own = Doc::of(words::colour(state, seat), given[seat], &KEYS, document.slips());
        let mut player = state.players[seat];
        board(state, seat, &mut player, &own);
        figures(state, seat, &mut player, &own);
        cards(state, seat, &mut player, &own);
        round(state, &mut player, &own);
        state.players[seat] = player;
        private(state, seat, &own);
    }
}

fn board(state: &State, seat: Seat, player: &mut Player, own: &Doc) {
    player.disks = own.named("disks", THREE, words::three).unwrap_or([6; 3]);
    player.town = own.number("town").unwrap_or_default();
    let placed = player.disks.iter().map(|disks| u16::from(*disks)).sum::<u16>();
    let out = placed + u16::from(player.town) + lands::disks_out(state, seat);
    let rest = DISKS.checked_sub(out).or_else(|| own.slip(format!("{out} disks are out")));
    player.pile = rest.unwrap_or_default() as u8;
    if let Some(pile) = own.number::<u8>("pile").filter(|pile| *pile != player.pile) {
        own.slip::<()>(format!("{pile} disks in the pile, not {}", player.pile));
    }
    counts(&mut player.goods, own, "goods", Good::all().map(Good::slug));
    counts(&mut player.runes, own, "runes", Rune::all().map(Rune::slug));
    player.gold = own.number("gold").unwrap_or(1);
    player.glory = own.number("glory").unwrap_or_default();
    player.axes = own.number("axes").unwrap_or_default();
    player.sea = own.truth("sea").unwrap_or_default();
    for tile in own.list("tiles", "tile", Tile::from_slug).unwrap_or_default() {
        let slots = &mut player.tiles[tile.pile().building().index()];
        let slots = if tile.pile().level() == 1 { &mut slots[..2] } else { &mut slots[2..] };
        match slots.iter_mut().find(|slot| **slot == Tile::NONE) {
            Some(slot) => *slot = tile,
            None => _ = own.slip::<()>(format!("there is no slot for {}", tile.slug())),
        }
    }
}

/// Reads the counts of a table of things.
fn counts(held: &mut [u8], own: &Doc, key: &str, slugs: impl Iterator<Item = &'static str>) {
    let slugs: Vec<&str> = slugs.collect();
    let Some(given) = own.part(key, &slugs) else { return };
    for (count, slug) in held.iter_mut().zip(slugs) {
        *count = given.number(slug).unwrap_or_default();
    }
}

/// Reads the places of the pawns and the ship.
fn figures(state: &State, seat: Seat, player: &mut Player, own: &Doc) {
    let home = state.home(seat).map_or(Place::TOWN, Place::on);
    let given = own.part("at", &Unit::LAND.map(Unit::slug));
    let at = |unit: Unit| given.as_ref()?.named(unit.slug(), "place", Place::from_slug);
    player.at = Unit::LAND.map(|unit| at(unit).unwrap_or(home));
    player.ship = own.named("ship", "place of a ship", Node::from_slug).unwrap_or(Node::DOCK);
    player.entry = match own.text("entry") {
        None | Some("none") => None,
        Some("sea") => Some(Place::ABOARD),
        Some(slug) => words::area(state, own, slug).map(Place::on),
    };
}

/// Reads the cards. Omitted values follow from the step of the game.
fn cards(state: &State, seat: Seat, player: &mut Player, own: &Doc) {
    let mix = |key: &str| own.named(key, MIX, words::mix);
    let hand = mix("hand");
    let gone = state.gone.has(seat);
    let on_turn = state.turn == seat && state.step != Step::Turn;
    let (planned, open) = match state.step {
        Step::Blank | Step::PickHome => (false, false),
        Step::Plan if state.options.own_turn => (gone, gone),
        Step::Plan => (hand.is_some(), false),
        Step::Turn | Step::Act | Step::GodiRetreat | Step::Bargain => {
            (!state.options.own_turn || gone || on_turn, gone || on_turn)
        }
        Step::Yard | Step::Build | Step::Claim | Step::Close | Step::Scoring | Step::Over => {
            (true, true)
        }
    };
    player.planned = own.truth("planned").unwrap_or(planned);
    player.open = own.truth("open").unwrap_or(open);
    let waits = player.planned && !player.open;
    player.hand = hand.unwrap_or(if waits { PLAN } else { Mix::default() });
    player.used = mix("used").unwrap_or_default();
    let dealt = std::array::from_fn(|unit| player.hand[unit].saturating_add(player.used[unit]));
    player.dealt = mix("dealt").unwrap_or(dealt);
    let last = if state.round > 1 { PLAN } else { Mix::default() };
    player.last = mix("last").unwrap_or(last);
    player.next = mix("next").unwrap_or_default();
}

/// Reads what lasts for a round, and the final bonuses.
fn round(state: &State, player: &mut Player, own: &Doc) {
    player.attacked = words::set(state, own, "attacked").unwrap_or_default();
    player.taken = own.number("taken").unwrap_or_default();
    let once = |slug: &str| Tile::from_slug(slug).filter(|tile| ONCE.contains(tile));
    let spent = own.list("spent", "tile that works once a round", once).unwrap_or_default();
    [player.council, player.oracle, player.steward] = ONCE.map(|tile| spent.contains(&tile));
    player.flock = own.number("flock").unwrap_or_default();
    player.herd = own.number("herd").unwrap_or_default();
    player.claims = own.truth("claims").unwrap_or_default();
    if let Some(sheet) = own.part("claim", &CLAIM) {
        player.claim = claim(state, &sheet);
    }
    player.bonus = bonus(own).unwrap_or_default();
}

/// Tiles that work once per round.
const ONCE: [Tile; 3] = [Tile::WAR_COUNCIL, Tile::ORACLE, Tile::STEWARDS_HOUSE];

fn claim(state: &State, sheet: &Doc) -> Claim {
    let number = |key: &str| sheet.number(key).unwrap_or_default();
    Claim {
        sheep: number("sheep"),
        cattle: number("cattle"),
        tokens: number("tokens"),
        chosen: sheet.truth("chosen").unwrap_or_default(),
        recruits: sheet.named("recruits", THREE, words::three).unwrap_or_default(),
        placed: sheet.truth("placed").unwrap_or(sheet.has("recruits")),
        axes: sheet.fitted("axes", &words::areas(state, sheet, "axes").unwrap_or_default()),
        done: sheet.truth("done").unwrap_or_default(),
        orders: number("orders"),
    }
}

/// Reads three numbers: for most gold, most areas, and gold.
fn bonus(own: &Doc) -> Option<[u16; 3]> {
    let value = own.value("bonus")?;
    let read = Deserialize::deserialize(value).ok();
    read.or_else(|| own.slip(format!("bonus: {value} is not three numbers")))
}

/// Reads standing instructions and pre-orders.
fn private(state: &mut State, seat: Seat, own: &Doc) {
    let instruction = |text: &str| match parse::parse(state, seat, text) {
        Ok(Order::Standing(instruction)) => Some(instruction),
        _ => None,
    };
    let standing = own.list("standing", "standing instruction", instruction).unwrap_or_default();
    let who = state.who(seat);
    for instruction in standing {
        apply(state, &Fact::InstructionSet(who, instruction));
    }
    let drawer = &mut state.drawer[seat];
    if let Some(script) = own.text("script").map(str::trim) {
        let body = script.strip_suffix("else done");
        drawer.else_done = body.is_some();
        let orders = body.unwrap_or(script).split(';').map(str::trim);
        drawer.script = orders.filter(|order| !order.is_empty()).map(str::to_owned).collect();
    }
    let wishes = own.words("wish").unwrap_or_default();
    drawer.build = wishes.into_iter().map(str::to_owned).collect();
    drawer.homes = own.list("homes", "colour", Colour::from_slug).unwrap_or_default();
}
