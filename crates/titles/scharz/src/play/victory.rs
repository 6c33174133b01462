//! R22 Victory: announcements, the four ways to win, and the score of Importance.

use super::super::reckon::seats::{agriculture, herds, settlements, stored};
use super::super::reckon::world::World;
use super::super::state::State;
use super::super::state::facts::{Fact, Goal, Verdict, VictoryKind};
use super::super::state::line::slots::MightGoal;
use super::super::state::options::Module;
use super::super::state::pact::{Bond, Pact};
use super::super::things::kinds::{Good, Kind};
use super::run::{Run, require};
use ravenpost_rules::RefusalCode::{AlreadyDone, NotInGame, NotNow};
use ravenpost_rules::{Refusal, Seat};

/// Figures of the goals (R22.3). Dominance needs one more point for each seat after the fourth
/// (R22.3a).
const DOMINANCE: u16 = 10;
const FEW: u8 = 4;
const LANDS: usize = 14;
const SETTLEMENTS: u8 = 7;
const POINTS: u32 = 35;
const CITIES: u8 = 2;
const PRESTIGE: u16 = 70;

/// `announce`: announces a goal that has been reached (R22.4).
pub fn announce(run: &mut Run<'_>, seat: Seat, goal: Goal) -> Result<(), Refusal> {
    let player = run.state.player(seat);
    let open = match goal {
        Goal::Dominance => player.dominance > 0,
        Goal::Might(_) => player.might > 0,
    };
    AlreadyDone.unless(!open, "R22.4a", "you have already announced this")?;
    if let Goal::Might([one, other]) = goal {
        let fast = run.state.has(Module::FastCycle);
        require(one < other, "R22.4", "name two different goals in alphabetical order")?;
        NotInGame.unless(
            !fast || other == MightGoal::B,
            "R22.3",
            "in FAST the only goals are a and b",
        )?;
    }
    let reached = reached(&run.state, &World::of(&run.state), seat, goal);
    NotNow.unless(reached, "R22.4", "you have not reached the goal yet")?;
    run.put(Fact::VictoryAnnounced(seat, goal));
    Ok(())
}

/// Victory points needed for Dominance.
pub fn dominance(seats: u8) -> u16 {
    DOMINANCE + u16::from(seats.saturating_sub(FEW))
}

pub fn reached(state: &State, world: &World, seat: Seat, goal: Goal) -> bool {
    match goal {
        Goal::Dominance => state.player(seat).vp >= dominance(state.seats),
        Goal::Might(goals) => goals.into_iter().all(|goal| might(state, world, seat, goal)),
    }
}

fn might(state: &State, world: &World, seat: Seat, goal: MightGoal) -> bool {
    let (villages, cities) = settlements(state, world, seat);
    match goal {
        MightGoal::A => lands(state, world, seat) >= LANDS,
        MightGoal::B => villages + cities >= SETTLEMENTS,
        MightGoal::C => agriculture(state, seat) >= POINTS,
        MightGoal::D => cities >= CITIES,
        MightGoal::E => state.player(seat).pp >= PRESTIGE && state.has(Module::Prestige),
    }
}

pub fn lands(state: &State, world: &World, seat: Seat) -> usize {
    world.held[seat.index()].on(state.map()).filter(|field| field.is_land()).count()
}

/// Whether a seat can feed all its settlements now (R22.2).
pub fn feeds(state: &State, seat: Seat) -> bool {
    let towns = state.fields().filter_map(|at| state.land(at).town_of(seat));
    let needed: u32 = towns.map(|town| if town.city { 2 } else { 1 }).sum();
    if state.has(Module::FastCycle) {
        return u32::from(state.player(seat).gold()) >= needed;
    }
    let mode = state.options.mode;
    let meat: u32 = herds(state, seat).map(|(herd, ..)| u32::from(herd.culled(mode))).sum();
    stored(state, seat, Good::Grain) + stored(state, seat, Good::Fish) / 2 + meat >= needed
}

/// Checks for victory at the end of a round. Returns whether the game is over.
pub fn check(run: &mut Run<'_>) -> bool {
    announced(run) || sovereignty(run)
}

/// Checks announcements of the previous round (R22.4).
fn announced(run: &mut Run<'_>) -> bool {
    let world = World::of(&run.state);
    let round = run.state.round;
    let mut won: Vec<(Seat, VictoryKind)> = Vec::new();
    for seat in run.state.in_order() {
        let player = run.state.player(seat).clone();
        let open = [
            (player.dominance, Goal::Dominance, VictoryKind::Dominance),
            (player.might, Goal::Might(player.goals), VictoryKind::Might),
        ];
        for (since, goal, way) in open {
            if since == 0 || since >= round {
                continue;
            }
            let able = !player.resigned && feeds(&run.state, seat);
            if able && reached(&run.state, &world, seat, goal) {
                won.push((seat, way));
            } else {
                run.put(Fact::AnnouncementFailed(seat, goal));
            }
        }
    }
    let rank = |seat: Seat| standing(&run.state, &world, seat);
    let Some(best) = won.iter().map(|(seat, _)| rank(*seat)).max() else { return false };
    let mut winners: Vec<Seat> =
        won.iter().map(|(seat, _)| *seat).filter(|seat| rank(*seat) == best).collect();
    winners.sort_unstable();
    winners.dedup();
    let by = won
        .iter()
        .find(|(seat, _)| *seat == winners[0])
        .map_or(VictoryKind::Might, |(_, way)| *way);
    run.put(Fact::GameEnded(Verdict { winners, by }));
    true
}

/// Checks whether a seat is lord of all others or receives tribute from them (R22.7).
fn sovereignty(run: &mut Run<'_>) -> bool {
    let Some(winner) = sovereign(&run.state) else { return false };
    run.put(Fact::GameEnded(Verdict { winners: vec![winner], by: VictoryKind::Sovereignty }));
    true
}

/// The seat that would win by Sovereignty under the current pacts.
pub fn sovereign(state: &State) -> Option<Seat> {
    overlord(state).filter(|seat| feeds(state, *seat))
}

/// The seat with a pact over all others, whether or not its settlements are fed. Absent seats
/// cannot answer offers and are not counted (R22.7d).
pub fn overlord(state: &State) -> Option<Seat> {
    let over = |seat: &Seat| {
        let others = state.alive().filter(|other| other != seat);
        let others: Vec<Seat> = others.filter(|one| !state.player(*one).is_absent()).collect();
        // With a single other seat, one tribute would buy the game (R22.7b).
        let counts =
            |pact: &Pact| pact.is_lordship() || pact.bond == Bond::Tribute && others.len() > 1;
        let mut pacts = others.iter().map(|other| state.pact(*seat, *other));
        let agreed = pacts.clone().any(|pact| !pact.historic);
        agreed && pacts.all(|pact| pact.is_over(*seat) && counts(pact))
    };
    state.alive().filter(|seat| !state.player(*seat).resigned).find(over)
}

/// Ends the last year: the most important seat that can feed its settlements wins (R22.9). If no
/// present seat can, they compete all the same with absent seats that can (R22.9a).
pub fn importance(run: &mut Run<'_>) {
    let world = World::of(&run.state);
    let resigned = |seat: &Seat| run.state.player(*seat).resigned;
    let all: Vec<Seat> = run.state.alive().filter(|seat| !resigned(seat)).collect();
    let (absent, there): (Vec<Seat>, Vec<Seat>) =
        all.iter().partition(|seat| run.state.player(**seat).is_absent());
    let fed = |seats: &[Seat]| -> Vec<Seat> {
        seats.iter().copied().filter(|seat| feeds(&run.state, *seat)).collect()
    };
    let mut able = fed(&there);
    if able.is_empty() {
        able = there;
    }
    able.extend(fed(&absent));
    if able.is_empty() {
        able = all;
    }
    let best = able.iter().map(|seat| standing(&run.state, &world, *seat)).max();
    let winners =
        able.into_iter().filter(|seat| Some(standing(&run.state, &world, *seat)) == best).collect();
    run.put(Fact::GameEnded(Verdict { winners, by: VictoryKind::Importance }));
}

/// The criteria of the ranking: score, then wealth, then prestige (R22.10).
pub fn standing(state: &State, world: &World, seat: Seat) -> (i32, i32, u16) {
    let score = score(state, world, seat).iter().map(|(_, points)| points).sum();
    (score, wealth(state, seat), state.player(seat).pp)
}

/// The score of Importance in its parts.
pub fn score(state: &State, world: &World, seat: Seat) -> Vec<(&'static str, i32)> {
    let (mut seas, mut land) = (0, 0);
    for at in world.held[seat.index()].on(state.map()) {
        let own = world.is_cus(seat, at);
        match (at.is_water(), own, state.land(at).looted) {
            (true, ..) => seas += 1,
            (false, true, _) => land += 6,
            (false, false, true) => land += 2,
            (false, false, false) => land += 4,
        }
    }
    let (mut pacts, mut old) = (0, 0);
    for other in state.alive().filter(|other| *other != seat) {
        let pact = state.pact(seat, other);
        let over = pact.is_over(seat);
        match pact.bond {
            // Historic vassals count for their lord once, all together (R24.6a).
            Bond::Vassalage if pact.historic && over => old = 10,
            Bond::Vassalage if pact.historic => pacts -= 5,
            Bond::Tribute => pacts += if over { 5 } else { -5 },
            Bond::Redemption | Bond::Vassalage => pacts += if over { 10 } else { -10 },
            Bond::None | Bond::Truce => {}
        }
    }
    pacts += old;
    vec![("seas", seas), ("lands", land), ("pacts", pacts)]
}

/// Gold and the price of everything on the map.
fn wealth(state: &State, seat: Seat) -> i32 {
    let player = state.player(seat);
    let mode = state.options.mode;
    let units = player.stacks.iter().filter(|one| one.kind() != Kind::Cors);
    let units: i32 = units.map(|one| i32::from(one.n) * i32::from(one.kind().value(mode))).sum();
    let mut sum = i32::from(player.gold()) + units;
    for at in state.fields() {
        let land = state.land(at);
        if let Some(town) = land.town_of(seat) {
            sum += if town.city { 8 } else { 3 } + if town.fort { 2 } else { 0 };
        }
        if let Some(yard) = land.yard_of(seat) {
            sum += if yard.port { 6 } else { 2 };
        }
    }
    let herds: i32 = herds(state, seat).map(|(herd, ..)| i32::from(herd.price())).sum();
    let grain = stored(state, seat, Good::Grain) * 2 + stored(state, seat, Good::Fish);
    sum + herds + grain as i32
}

/// Whether a seat has a unit or a settlement (R30.1).
pub fn is_on_board(state: &State, seat: Seat) -> bool {
    !state.player(seat).stacks.is_empty()
        || state.fields().any(|at| state.land(at).town_of(seat).is_some())
}
