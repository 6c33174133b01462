//! Writes a state as a document that reads back as the same state. It includes some derived values
//! for worked examples to check.

use serde_json::{Value, json};

use super::super::orders::write::{mix, side};
use super::super::state::State;
use super::super::state::player::Player;
use super::super::state::turn::Turn;
use super::super::things::areas::{Area, Place};
use super::super::things::ids::Areas;
use super::super::things::kinds::{Building, Good, Pile, Rune, Unit};
use super::super::things::tiles::Tile;
use super::words::Table;
use super::{lands, words};
use ravenpost_rules::Seat;

pub fn write(state: &State) -> Value {
    let seat = |seat: Seat| words::colour(state, seat);
    let tiles = |pile: Pile| -> (String, Value) {
        let tiles = state.piles[pile.index()].iter().rev();
        (pile.slug().to_owned(), tiles.map(|tile| tile.slug()).collect())
    };
    let shown = |pile: Pile| -> (String, Value) {
        let tiles = state.shown[pile.index()].iter();
        (pile.slug().to_owned(), tiles.map(|tile| tile.slug()).collect())
    };
    let attack = state.attack.map_or(Value::Null, |attack| {
        json!({ "area": attack.area.slug(), "aim": words::aim_text(state, attack.aim),
            "waits": words::colours(state, attack.waits) })
    });
    let step = json!(state.step).as_str().map(|step| step.replace('-', "_"));
    let seats = state.seats().map(|seat| {
        (words::colour(state, seat).to_owned(), seat_sheet(state, seat, &state.players[seat]))
    });
    let colours = state.seats().map(|seat| state.players[seat].colour.slug());
    let mut sheet = json!({
        "colours": colours.collect::<Vec<_>>(),
        "map": state.map.slug(),
        "round": state.round,
        "rounds": state.rounds,
        "time_up": state.time_up,
        "last_round": state.last_round(),
        "state": step,
        "starter": seat(state.starter),
        "turn": seat(state.turn),
        "order": state.in_order().map(seat).collect::<Vec<_>>(),
        "gone": words::colours(state, state.gone),
        "lands": lands::write(state),
        "paid": slugs(state.paid),
        "axes": state.axes,
        "rune_pile": state.runes.iter().rev().map(|rune| rune.slug()).collect::<Vec<_>>(),
        "rune_count": state.runes.len(),
        "shown": Pile::all().map(shown).collect::<Table>(),
        "piles": Pile::all().map(tiles).collect::<Table>(),
        "seats": seats.collect::<Table>(),
        "now": now(state, &state.now),
        "attack": attack,
        "last": slugs(state.last),
    });
    if !state.yielded.is_empty() {
        sheet["yielded"] = words::colours(state, state.yielded).into();
    }
    sheet
}

fn slugs(areas: Areas) -> Vec<&'static str> {
    Area::of(areas).map(Area::slug).collect()
}

fn now(state: &State, now: &Turn) -> Value {
    let [b, g, k] = now.steps;
    json!({
        "steps": { "b": b, "g": g, "k": k },
        "squares": now.squares,
        "session": words::session_text(state, now.session),
        "chance": now.chance,
        "bought_runes": now.bought_runes,
        "tanned": now.tanned,
        "refused": words::colours(state, now.refused),
        "offers": now.offers,
        "give": side(&now.give),
        "want": side(&now.want),
        "orders": now.orders,
        "laid": now.laid,
    })
}

fn seat_sheet(state: &State, seat: Seat, player: &Player) -> Value {
    let mut document = json!({
        "disks": words::three_text(player.disks),
        "town": player.town,
        "limits": words::three_text([0, 1, 2].map(|at| player.limit(Building(at)))),
        "pile": player.pile,
        "storage": player.storage(),
        "goods": Good::all().map(|good| (good.slug().to_owned(), player.goods[good.index()].into()))
            .collect::<Table>(),
        "gold": player.gold,
        "glory": player.glory,
        "runes": Rune::all().map(|rune| (rune.slug().to_owned(), player.runes[rune.index()].into()))
            .collect::<Table>(),
        "held": player.runes.iter().sum::<u8>(),
        "axes": player.axes,
        "sea": player.sea,
        "tiles": tiles(player),
        "at": Unit::LAND.map(|unit| (unit.slug().to_owned(), player.at[unit.index()].slug().into()))
            .into_iter().collect::<Table>(),
        "ship": player.ship.slug(),
        "entry": entry(player.entry),
        "hand": mix(player.hand),
        "dealt": mix(player.dealt),
        "used": mix(player.used),
        "planned": player.planned,
        "open": player.open,
        "last": mix(player.last),
        "next": mix(player.next),
    });
    let rest = json!({
        "attacked": slugs(player.attacked),
        "taken": player.taken,
        "spent": spent(player),
        "flock": player.flock,
        "herd": player.herd,
        "claims": player.claims,
        "claim": claim(player),
        "bonus": player.bonus,
        "standing": standing(state, seat),
        "script": script(state, seat),
        "wish": state.drawer[seat].build,
        "homes": state.drawer[seat].homes,
    });
    if let (Value::Object(document), Value::Object(rest)) = (&mut document, rest) {
        document.extend(rest);
    }
    document
}

fn tiles(player: &Player) -> Vec<&'static str> {
    let there = player.tiles.iter().flatten().filter(|tile| **tile != Tile::NONE);
    there.map(|tile| tile.slug()).collect()
}

fn entry(entry: Option<Place>) -> &'static str {
    match entry {
        None => "none",
        Some(Place::ABOARD) => "sea",
        Some(place) => place.slug(),
    }
}

fn spent(player: &Player) -> Vec<&'static str> {
    let all = [
        (player.council, "war-council"),
        (player.oracle, "oracle"),
        (player.steward, "stewards-house"),
    ];
    all.into_iter().filter(|(used, _)| *used).map(|(_, slug)| slug).collect()
}

fn claim(player: &Player) -> Value {
    let claim = &player.claim;
    json!({
        "sheep": claim.sheep,
        "cattle": claim.cattle,
        "tokens": claim.tokens,
        "chosen": claim.chosen,
        "recruits": words::three_text(claim.recruits),
        "axes": claim.axes.iter().map(|area| area.slug()).collect::<Vec<_>>(),
        "placed": claim.placed,
        "done": claim.done,
        "orders": claim.orders,
    })
}

/// Every instruction that differs from its default, in notation.
fn standing(state: &State, seat: Seat) -> Vec<String> {
    use super::super::orders::{Order, write};
    use super::super::state::facts::Instruction;
    use super::super::state::standing::Retreat;
    let known = &state.players[seat].standing;
    let mut all = Vec::new();
    if known.retreat != Retreat::Ask {
        all.push(Instruction::Retreat(known.retreat));
    }
    if known.claim.is_some() {
        all.push(Instruction::Claim(known.claim));
    }
    if known.decline {
        all.push(Instruction::DeclineBargains(true));
    }
    if known.repeat {
        all.push(Instruction::RepeatPlan(true));
    }
    all.into_iter().map(|one| write::write(state, &Order::Standing(one))).collect()
}

fn script(state: &State, seat: Seat) -> String {
    let drawer = &state.drawer[seat];
    let body = drawer.script.join("; ");
    if drawer.else_done { format!("{body} else done") } else { body }
}
