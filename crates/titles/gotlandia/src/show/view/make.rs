//! Derives a viewer's view from the state.

use super::super::super::orders::write::sealed_text;
use super::super::super::play::score;
use super::super::super::reckon::{ask, board, growth};
use super::super::super::state::house::House;
use super::super::super::state::{Goal, Pile, Piles, Stage, State};
use super::super::super::things::data::data;
use super::super::super::things::ids::{Deco, District};
use super::super::super::things::kinds::{Dir, Kind};
use super::super::super::things::seats::colour;
use super::super::words;
use super::{Asked, Building, GoalView, PileView, SeatView, Settlement, Ships, Sold, Spare, View};
use ravenpost_rules::list::List;
use ravenpost_rules::{Awaited, Seat, Viewer};

/// Returns what the viewer may know of the state.
pub fn show(state: &State, viewer: Viewer) -> View {
    let turns = state.stage == Stage::Turns;
    let bits = |set: u32| Dir::all().filter(|dir| set & dir.bit() != 0).collect();
    View {
        viewer: match viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Spectator => None,
        },
        options: state.options,
        stage: state.stage,
        century: 1100 + 100 * u16::from(state.century),
        generation: state.generation,
        generations: if state.century == 2 { 3 } else { 4 },
        card: state.card,
        left: small(state.left()),
        past: state.past,
        demand: state.card.map(|card| card.data().demand.as_slice()).unwrap_or_default(),
        token: state.token,
        turn: turns.then_some(state.turn),
        playing: state.playing.filter(|_| turns),
        steps: state.steps.iter().collect(),
        raiders: ships(&state.raiders),
        bank: state.bank,
        pirates: bits(state.pirates),
        pirate_tokens: state.tokens,
        threatened: District::of(board::threatened(state)).collect(),
        neutral: District::of(state.neutral).collect(),
        craft_piles: piles(&state.craft),
        trading_piles: piles(&state.trading),
        decorations: decorations(state.for_sale),
        sold: sold(state),
        assembly: state.assembly,
        seats: state.seats().map(|seat| seat_view(state, seat, viewer)).collect(),
        awaited: asked(state, viewer),
        goals: goals(state),
        scored: (0..3)
            .map(|century| scored(state, century))
            .filter(|row| !row.is_empty())
            .collect(),
        outcome: score::outcome(state),
    }
}

fn seat_view(state: &State, seat: Seat, viewer: Viewer) -> SeatView {
    let house = state.of(seat);
    let own = viewer.is(seat);
    let shown = own || state.stage == Stage::End;
    let mut unseen = house.hand;
    house.deck.iter().for_each(|card| unseen.put(*card));
    SeatView {
        seat,
        colour: colour(seat),
        home: house.home,
        settlements: settlements(house),
        ships: ships(&house.ships),
        storage: house.storage,
        buried_silver: house.buried_silver,
        buried: house.buried,
        deck: small(house.deck.len()),
        hand: small(house.hand.len()),
        hand_cards: shown.then_some(house.hand),
        unseen,
        played: house.played,
        discard: house.discard,
        workers: house.workers,
        free: house.free,
        sunk: house.sunk,
        decorations: decorations(house.decorations),
        reputation: house.reputation,
        offered: house.offered.filter(|_| own),
        vp: house.vp,
        owes: house.owes,
        settings: board::settings(house),
        draws: growth::draws(house),
        need: growth::need(house),
        food: shown.then(|| growth::food(state, seat)),
        spare: Spare {
            farmsteads: board::spare(house.farmsteads, 5),
            towers: board::spare(house.towers, 3),
            churches: board::spare(house.churches, 3),
            ships: 3 - house.fleet().min(3),
        },
        sealed: house.sealed.as_ref().filter(|_| own).map(sealed_text),
        sealed_words: house.sealed.as_ref().filter(|_| own).map(words::sealed),
        standing: own.then_some(house.standing),
        plan: own.then(|| house.plan.as_deref().cloned().unwrap_or_default()),
    }
}

fn settlements(house: &House) -> List<Settlement, 21> {
    let kind = |district: District| match district.bit() {
        bit if house.churches & bit != 0 => Building::Church,
        bit if house.towers & bit != 0 => Building::Tower,
        _ => Building::Farmstead,
    };
    let settled = District::of(house.settled());
    settled.map(|district| Settlement { district, kind: kind(district) }).collect()
}

fn ships(fleet: &[u8; Dir::COUNT]) -> List<Ships, 6> {
    let all = Dir::all().map(|dir| Ships { dir, count: fleet[dir.index()] });
    all.filter(|ships| ships.count > 0).collect()
}

fn piles(piles: &Piles) -> List<PileView, 5> {
    let view = |pile: &Pile| PileView { top: pile.last().copied(), size: small(pile.len()) };
    piles.0.iter().map(view).collect()
}

fn decorations(set: u32) -> List<Deco, 10> {
    Deco::all().filter(|deco| set & deco.bit() != 0).collect()
}

fn sold(state: &State) -> List<Sold, 6> {
    let sold = |kind: Kind| Some(Sold { kind, seat: state.sold[kind.index()]? });
    Kind::all().filter_map(sold).collect()
}

fn asked(state: &State, viewer: Viewer) -> Vec<Asked> {
    let asked = |one: Awaited| Asked {
        seat: one.seat,
        decision: one.decision,
        ask: one.ask.to(viewer).to_owned(),
    };
    ask::awaited(state).into_iter().map(asked).collect()
}

fn goals(state: &State) -> Vec<GoalView> {
    if state.seats != 1 {
        return Vec::new();
    }
    let all = data().goals.iter().zip(state.goals).enumerate();
    let view = |(at, ((name, text), now)): (usize, (&'static (String, String), Goal))| GoalView {
        name,
        text,
        now,
        chosen: usize::from(state.options.solo_goal) == at,
    };
    all.map(view).collect()
}

fn scored(state: &State, century: usize) -> Vec<u8> {
    let done = usize::from(state.century) > century || state.stage == Stage::Over;
    let points = &state.scored[century][..usize::from(state.seats)];
    if done { points.to_vec() } else { Vec::new() }
}

fn small(count: usize) -> u8 {
    u8::try_from(count).expect("nothing in the game comes in hundreds")
}
