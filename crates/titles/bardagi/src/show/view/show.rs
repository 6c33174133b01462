//! R19 Hidden information: makes a view of a state and decides what stays hidden.

use std::borrow::Cow;

use super::super::super::play::outcome;
use super::super::super::reckon::ask;
use super::super::super::state::facts::{Instruction, PreOrder};
use super::super::super::state::standing::{Auto, Retreat};
use super::super::super::state::turn::Session;
use super::super::super::state::{State, Step};
use super::super::super::things::areas::Area;
use super::super::super::things::kinds::{Building, Colour, Pile, Rune, Unit};
use super::super::super::things::tiles::Tile;
use super::super::super::things::words::some;
use super::super::words;
use super::{
    Asked, AttackView, ClaimView, LandView, MarketView, OfferView, SeatView, TurnView, View,
};
use ravenpost_rules::list::List;
use ravenpost_rules::{Narrator, Seat, Viewer};

pub fn show(state: &State, viewer: Viewer) -> View {
    View {
        viewer: match viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Spectator => None,
        },
        map: state.map,
        round: state.round,
        rounds: (state.rounds > 0).then_some(state.rounds),
        step: state.step,
        options: options(state),
        order: state.in_order().collect(),
        seats: state.seats().map(|seat| of_seat(state, seat, viewer)).collect(),
        lands: Area::of(state.map.areas()).filter_map(|area| land(state, area)).collect(),
        market: market(state),
        runes: state.runes.len() as u8,
        axes: state.axes,
        turn: turn(state),
        attack: state.attack.map(|attack| AttackView {
            area: attack.area,
            aim: attack.aim,
            waits: attack.waits.iter().collect(),
        }),
        offer: offer(state, viewer),
        yielded: state.yielded.iter().collect(),
        awaited: ask::asked(state)
            .map(|seat| Asked {
                seat,
                decision: ask::id(state.step),
                ask: ask::sentence(state, seat, &Narrator::new(viewer)),
            })
            .collect(),
        last: Area::of(state.last).collect(),
        outcome: outcome::outcome(state),
    }
}

fn options(state: &State) -> Vec<Cow<'static, str>> {
    let options = &state.options;
    let all = [
        (options.choose_homes, "chosen colours"),
        (options.own_turn, "planning at the start of each turn"),
        (options.eight_cards, "eight cards from round 5 on"),
        (options.forced_trade, "forced trade"),
        (options.open_gold, "open gold"),
        (options.charge, "charge"),
    ];
    let mut names: Vec<Cow<'static, str>> =
        all.into_iter().filter(|(on, _)| *on).map(|(_, name)| name.into()).collect();
    if options.minutes > 0 {
        names.push(format!("time limit of {}", length(options.minutes)).into());
    }
    names
}

fn length(minutes: u32) -> String {
    match minutes {
        1440.. => some(minutes / 1440, "day"),
        60.. => some(minutes / 60, "hour"),
        _ => some(minutes, "minute"),
    }
}

fn of_seat(state: &State, seat: Seat, viewer: Viewer) -> SeatView {
    let own = viewer.is(seat);
    let player = &state.players[seat];
    // After the end everything is public (R19.2).
    let knows = own || state.over();
    let hand = knows || player.open;
    let spent = [
        (player.council, Tile::WAR_COUNCIL),
        (player.oracle, Tile::ORACLE),
        (player.steward, Tile::STEWARDS_HOUSE),
    ];
    SeatView {
        seat,
        colour: Some(player.colour).filter(|colour| *colour != Colour::NONE),
        home: state.home(seat),
        glory: player.glory,
        disks: player.disks,
        limits: std::array::from_fn(|building| player.limit(Building(building as u8))),
        town: player.town,
        pile: player.pile,
        areas: state.owned(seat).count_ones() as u8,
        goods: player.goods,
        storage: player.storage(),
        gold: (knows || state.options.open_gold).then_some(player.gold),
        runes_held: player.runes.iter().sum(),
        runes: knows.then_some(player.runes),
        axes: player.axes,
        sea: player.sea,
        tiles: std::array::from_fn(|building| tiles(&player.tiles[building])),
        at: player.at,
        ship: player.ship,
        entry: player.entry,
        planned: player.planned,
        cards: player.hand.iter().sum(),
        hand: hand.then_some(player.hand),
        used: player.used,
        spent: spent.iter().filter(|(is, _)| *is).map(|(_, tile)| *tile).collect(),
        claim: (own && player.claims && state.step == Step::Claim).then(|| sheet(state, seat)),
        standing: own.then(|| instructions(state, seat)),
        later: own.then(|| later(state, seat)),
    }
}

fn tiles(places: &[Tile; 3]) -> List<Tile, 3> {
    places.iter().copied().filter(|tile| *tile != Tile::NONE).collect()
}

fn sheet(state: &State, seat: Seat) -> ClaimView {
    let player = &state.players[seat];
    let claim = &player.claim;
    ClaimView {
        flock: player.flock,
        herd: player.herd,
        sheep: claim.sheep,
        cattle: claim.cattle,
        chosen: claim.chosen,
        tokens: claim.tokens,
        recruits: claim.recruits,
        axes: claim.axes,
        surplus: player.surplus() as u8,
        done: claim.done,
    }
}

/// Instructions that differ from their defaults.
fn instructions(state: &State, seat: Seat) -> Vec<String> {
    let known = &state.players[seat].standing;
    let claim: Option<Auto> = known.claim;
    let all = [
        (known.retreat != Retreat::Ask, Instruction::Retreat(known.retreat)),
        (claim.is_some(), Instruction::Claim(claim)),
        (known.decline, Instruction::DeclineBargains(true)),
        (known.repeat, Instruction::RepeatPlan(true)),
    ];
    all.iter().filter(|(is, _)| *is).map(|(_, one)| words::standing(*one)).collect()
}

fn later(state: &State, seat: Seat) -> Vec<String> {
    let (drawer, next) = (&state.drawer[seat], state.players[seat].next);
    let script = || PreOrder::Script { orders: drawer.script.clone(), else_done: drawer.else_done };
    let all = [
        (!drawer.script.is_empty() || drawer.else_done).then(script),
        (!drawer.build.is_empty()).then(|| PreOrder::Build(drawer.build.clone())),
        (!drawer.homes.is_empty()).then(|| PreOrder::Homes(drawer.homes.clone())),
        (next != [0; Unit::COUNT]).then_some(PreOrder::Plan(next)),
    ];
    all.iter().flatten().map(words::advance).collect()
}

fn land(state: &State, area: Area) -> Option<LandView> {
    let land = state.land(area);
    let some = land.disks > 0 || land.axes > 0 || land.runes != 0;
    some.then(|| LandView {
        area,
        owner: state.owner(area),
        disks: land.disks,
        axes: land.axes,
        runes: Rune::all().filter(|rune| land.runes & rune.bit() != 0).collect(),
        caster: land.caster,
    })
}

fn market(state: &State) -> Vec<MarketView> {
    let one = |pile: Pile| MarketView {
        pile,
        shown: state.shown[pile.index()],
        left: state.piles[pile.index()].len() as u8,
    };
    Pile::all().map(one).collect()
}

fn turn(state: &State) -> Option<TurnView> {
    let running = matches!(state.step, Step::Act | Step::GodiRetreat | Step::Bargain);
    let now = &state.now;
    running.then_some(TurnView {
        seat: state.turn,
        steps: now.steps,
        squares: now.squares,
        session: now.session,
        chance: now.chance,
        tanned: now.tanned,
        bought_runes: now.bought_runes,
    })
}

/// The visitor sees the whole offer, the host what was sent (R19).
fn offer(state: &State, viewer: Viewer) -> Option<OfferView> {
    let Session::Visit(host) = state.now.session else { return None };
    let (visitor, host) = (state.turn, host);
    let sent = state.step == Step::Bargain;
    let partner = viewer.is(visitor) || sent && viewer.is(host);
    let some = state.now.give.iter().chain(&state.now.want).any(|count| *count > 0);
    let known = partner && some;
    (sent || known).then(|| OfferView {
        visitor,
        host,
        sent,
        amounts: known.then_some((state.now.give, state.now.want)),
    })
}
