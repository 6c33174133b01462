//! Applies facts to the state, without judging rules.

use std::sync::Arc;

use super::super::things::ids::{Field, Fields};
use super::super::things::kinds::{Good, Herd, Season};
use super::doctrine::Luck;
use super::facts::{Fact, Goal, Limit, Opened, Pen, Verdict};
use super::land::{Land, Used};
use super::line::{Answers, Diplomacy, Doctrines, SheetLine};
use super::pact::{Offer, Pact};
use super::player::Player;
use super::stack::{self, Stack, mark};
use super::{SEATS, State, Step};
use ravenpost_rules::list::List;
use ravenpost_rules::{Seat, Seats};

/// Applies one fact. Every fact is listed here, so that none can be forgotten.
pub fn apply(state: &mut State, fact: &Fact) {
    match fact {
        Fact::Opened(opened) => open(state, opened),
        Fact::Asked(step, seats) => ask(state, *step, seats),
        Fact::LineWritten(seat, line) => write(state, *seat, line),
        Fact::LinesDropped(seat, from) => strike(state, *seat, *from),
        Fact::SheetClosed(seat) => close(state, *seat),
        Fact::SheetTimedOut { seat, missed } => time_out(state, *seat, *missed),
        Fact::InstructionSet(seat, line) => instruct(state, *seat, line),
        Fact::SheetsRevealed(step) => reveal(state, *step),
        Fact::DoctrineApplied(..) => {}
        Fact::RoundStarted(round, order) => begin_round(state, *round, order),
        Fact::RearStarted => begin_rear(state),
        Fact::YearStarted => begin_year(state),
        Fact::VictoryPointsNoted => note_victory_points(state),
        Fact::GameEnded(verdict) => end(state, verdict),
        Fact::HomelandAssigned(seat, home) => player(state, *seat).home = Some(*home),
        Fact::FactionChosen(seat, faction) => player(state, *seat).faction = Some(*faction),
        Fact::LateStart(seat) => player(state, *seat).late = true,
        Fact::Arrived(seat) => player(state, *seat).late = false,
        Fact::UnitsAdded(seat, stack, _) => come(state, *seat, *stack),
        Fact::UnitsRemoved { seat, stack, .. } => fall(state, *seat, stack),
        Fact::UnitsChanged(seat, _, from, to) => go(state, *seat, from, *to),
        Fact::HalfGoldChanged(seat, by, _) => change(&mut player(state, *seat).halves, *by),
        Fact::PrestigeChanged(seat, by, _) => change(&mut player(state, *seat).pp, *by),
        Fact::VictoryPointsChanged(seat, by, _) => change(&mut player(state, *seat).vp, *by),
        Fact::CasualtiesCounted(seat, slain, fallen) => count(state, *seat, *slain, *fallen),
        Fact::SettlementChanged(field, town, _) => lot(state, *field).town = *town,
        Fact::ShipyardChanged(field, yard, _) => lot(state, *field).yard = *yard,
        Fact::ConstructionChanged(field, site, _) => lot(state, *field).site = *site,
        Fact::StoreChanged(field, Good::Grain, now, _) => lot(state, *field).grain = *now,
        Fact::StoreChanged(field, Good::Fish, now, _) => lot(state, *field).fish = *now,
        Fact::HerdMoved(seat, herd, from, to) => drive(state, *seat, *herd, [*from, *to]),
        Fact::HerdAdded(seat, herd, at, _) => pen(state, *seat, *herd, *at),
        Fact::HerdRemoved(_, herd, at, _) => part(state, *herd, *at),
        Fact::HerdTaken(_, to, herd, pens) => drive(state, *to, *herd, *pens),
        Fact::Sown(seat, field) => sow(lot(state, *field), *seat),
        Fact::CropChanged(field, now, _) => reap(lot(state, *field), *now),
        Fact::Looted(_, field, _) => lot(state, *field).looted = true,
        Fact::LootMarkerCleared(field) => lot(state, *field).looted = false,
        Fact::TradeLimitUsed(field, limit, n) => used(&mut lot(state, *field).used, *limit, *n),
        Fact::PactOffered(from, to, offer) => player(state, *from).offers[to.index()] = *offer,
        Fact::OfferClosed(from, to) => player(state, *from).offers[to.index()] = Offer::NONE,
        Fact::PactAgreed(one, other, pact) => *between(state, *one, *other) = *pact,
        Fact::PactEnded(one, other) => *between(state, *one, *other) = Pact::NONE,
        Fact::VassalageEnding(one, other) => between(state, *one, *other).until = state.round,
        Fact::TributePaid(one, other) => note_pair(&mut state.tributes, *one, *other),
        Fact::RedemptionPaid(one, other) => note_pair(&mut state.redemptions, *one, *other),
        Fact::RivalNamed(seat, rival) => player(state, *seat).rival = *rival,
        Fact::CommandLevelSet(seat, level) => player(state, *seat).command = *level,
        Fact::RerollsSet(seat, luck, n) => player(state, *seat).luck[luck.index()] = *n,
        Fact::RerollsOrdered(seat, luck) => player(state, *seat).tries[luck.index()] = true,
        Fact::TollPromised(seat, field) => player(state, *seat).tolls.put(*field),
        Fact::SecondMarchBought(seat) => player(state, *seat).marches = true,
        Fact::BuildTwiceBought(seat) => player(state, *seat).builds_twice = true,
        Fact::CorsairsHired(seat) => player(state, *seat).corsairs = true,
        Fact::ClashByDoctrine(seat) => player(state, *seat).stands = true,
        Fact::LightInfantryBought(seat, n) => player(state, *seat).recruits += n,
        Fact::VictoryAnnounced(seat, goal) => announce(state, *seat, *goal, true),
        Fact::AnnouncementFailed(seat, goal) => announce(state, *seat, *goal, false),
        Fact::Eliminated(seat) => player(state, *seat).out = true,
        Fact::Resigned(seat) => resign(state, *seat),
        Fact::WinterWeather(weather) => state.winter = *weather,
        Fact::IceFormed(ice) => freeze(state, ice),
        // Narrated only; their results are separate facts.
        Fact::LineSkipped(..) | Fact::PhaseStarted(_) | Fact::DiceRolled(_) => {}
        Fact::BattleStarted(..) | Fact::AssaultStarted(..) | Fact::StrikeMade(_) => {}
        Fact::Intercepted(..) | Fact::CombatDecided(..) | Fact::WallsBroken(_) => {}
    }
}

fn player(state: &mut State, seat: Seat) -> &mut Player {
    state.player_mut(seat)
}

fn lot(state: &mut State, field: Field) -> &mut Land {
    state.last.put(field);
    state.land_mut(field)
}

/// The pact of two seats in either order.
fn between(state: &mut State, one: Seat, other: Seat) -> &mut Pact {
    &mut player(state, one.min(other)).pacts[one.max(other).index()]
}

/// Opens a decision. Lines written for it earlier are already on its sheets.
fn ask(state: &mut State, step: Step, seats: &[Seat]) {
    state.step = step;
    state.asked = seats.iter().copied().collect();
    state.done = Seats::NONE;
    state.edits = [0; SEATS];
    if matches!(step, Step::March | Step::Clash) {
        for at in 0..state.deferred.len() {
            state.drafts[at].append(&mut state.deferred[at]);
        }
    }
}

fn write(state: &mut State, seat: Seat, line: &SheetLine) {
    state.edits[seat.index()] += 1;
    state.drafts[seat.index()].push(*line);
}

fn strike(state: &mut State, seat: Seat, from: u8) {
    state.edits[seat.index()] += 1;
    state.drafts[seat.index()].truncate(usize::from(from).saturating_sub(1));
}

fn close(state: &mut State, seat: Seat) {
    state.done.add(seat);
    player(state, seat).missed = 0;
}

fn time_out(state: &mut State, seat: Seat, missed: bool) {
    state.done.add(seat);
    let player = player(state, seat);
    player.missed = player.missed.saturating_add(missed.into());
}

fn begin_round(state: &mut State, round: u8, order: &[Seat]) {
    state.round = round;
    state.order = List::of(order);
    state.players_mut().for_each(rest);
    // Yield rerolls set in spring apply to the summer after it.
    if state.season() != Season::Summer {
        let at = Luck::Yield.index();
        state.players_mut().for_each(|player| player.tries[at] = false);
    }
}

fn begin_rear(state: &mut State) {
    let none = Used::default();
    if state.lands.iter().any(|land| land.used != none) {
        Arc::make_mut(&mut state.lands).iter_mut().for_each(|land| land.used = none);
    }
    // Players without a change remain shared with other copies of the state.
    let bought = |one: &Arc<Player>| one.recruits > 0 || one.corsairs || one.builds_twice;
    for shared in state.players.iter_mut().filter(|one| bought(one)) {
        let player = Arc::make_mut(shared);
        player.recruits = 0;
        player.corsairs = false;
        player.builds_twice = false;
    }
}

fn begin_year(state: &mut State) {
    state.tributes = Default::default();
    state.redemptions = Default::default();
    for player in state.players_mut() {
        (player.slain, player.fallen) = (0, 0);
    }
}

fn open(state: &mut State, opened: &Opened) {
    let map = opened.options.map.data();
    let zone = match opened.seats {
        0..=3 => 1,
        4..=7 => 2,
        _ => 3,
    };
    state.options = opened.options;
    state.seats = opened.seats;
    state.players = (0..opened.seats).map(|_| Arc::new(Player::BLANK)).collect();
    state.lands = Arc::new(vec![Land::BLANK; map.fields.len()]);
    state.order = List::of(&opened.setup_order);
    let within = map.all().filter(|field| field.data().zone <= zone);
    state.field = within.fold(Fields::NONE, |set, field| set | Fields::of(field));
    let water = state.fields().filter(|field| field.is_water());
    state.coast = water.fold(Fields::NONE, |set, field| set | field.neighbours());
    state.coast = state.coast & state.field;
    state.done = Seats::NONE;
}

/// Reveals the sheets. Lines for the clash on a march sheet are stored until then. A clash without
/// an awaited seat continues the march, so its movements stay visible.
fn reveal(state: &mut State, step: Step) {
    if !state.asked.is_empty() {
        state.last = Fields::NONE;
        state.moves.clear();
    }
    state.asked = Seats::NONE;
    state.done = Seats::NONE;
    for at in 0..state.drafts.len() {
        let draft = std::mem::take(&mut state.drafts[at]);
        if draft.iter().any(|line| comes_to_light(step, line)) {
            player(state, Seat::at(at)).missed = 0;
        }
        state.deferred[at] = match step {
            Step::March => of_sheet(&draft, Step::Clash),
            Step::Rear => draft.into_iter().filter(is_for_march).collect(),
            _ => Vec::new(),
        };
    }
}

/// Whether a line becomes public when the sheets of a step are revealed. Lines for the next step,
/// offers and settings of fights do not (R25.1).
fn comes_to_light(step: Step, line: &SheetLine) -> bool {
    let offers = matches!(
        line,
        SheetLine::Diplomacy(Diplomacy::Offer(_) | Diplomacy::Demand(_) | Diplomacy::Recall(_))
            | SheetLine::Answers(Answers::Reject(_))
            | SheetLine::Chance(_)
    );
    let now = match step {
        Step::March => line.step() == Some(Step::March),
        Step::Clash => !matches!(line, SheetLine::Battle(_) | SheetLine::Looting(_)),
        Step::Rear => line.steps().contains(&Step::Rear),
        _ => true,
    };
    now && !offers
}

/// Whether a line written in a rear belongs to the next march.
fn is_for_march(line: &SheetLine) -> bool {
    let march = matches!(line.step(), Some(Step::March | Step::Clash));
    march && !matches!(line, SheetLine::Answers(_)) && !line.is_luck_of_rear()
}

fn of_sheet(draft: &[SheetLine], step: Step) -> Vec<SheetLine> {
    draft.iter().filter(|line| line.step() == Some(step)).copied().collect()
}

/// Resets the units for a new round.
fn rest(player: &mut Player) {
    let stacks = std::mem::take(&mut player.stacks);
    for one in &stacks {
        let fresh = Stack { marks: one.marks & mark::WAITING, via: 0, ..*one };
        stack::add(&mut player.stacks, fresh);
    }
    // Remaining yield rerolls apply to the summer that may begin now.
    player.luck = [0, 0, 0, 0, player.luck[4]];
    player.tries = [false, false, false, false, player.tries[4]];
    player.tolls = Fields::NONE;
    player.marches = false;
    player.stands = false;
}

fn come(state: &mut State, seat: Seat, stack: Stack) {
    state.last.put(stack.at);
    stack::add(&mut player(state, seat).stacks, stack);
}

fn fall(state: &mut State, seat: Seat, stack: &Stack) {
    state.last.put(stack.at);
    stack::remove(&mut player(state, seat).stacks, stack);
}

fn go(state: &mut State, seat: Seat, from: &Stack, to: Stack) {
    state.last.put(to.at);
    let way = (seat, from.at, to.at);
    if from.at != to.at && !state.moves.contains(&way) {
        state.moves.push(way);
    }
    let stacks = &mut player(state, seat).stacks;
    stack::remove(stacks, from);
    stack::add(stacks, to);
}

fn end(state: &mut State, verdict: &Verdict) {
    (state.step, state.asked) = (Step::Over, Seats::NONE);
    state.won = Some(verdict.clone());
}

fn freeze(state: &mut State, ice: &[Field]) {
    state.ice = ice.iter().fold(Fields::NONE, |set, at| set | Fields::of(*at));
}

fn sow(land: &mut Land, seat: Seat) {
    (land.sown, land.crop) = (Some(seat), 1);
}

fn count(state: &mut State, seat: Seat, slain: u16, fallen: u16) {
    let player = player(state, seat);
    player.slain += slain;
    player.fallen += fallen;
}

fn note_victory_points(state: &mut State) {
    state.players_mut().for_each(|player| player.vp_before = player.vp);
}

fn resign(state: &mut State, seat: Seat) {
    player(state, seat).resigned = true;
    state.deferred[seat.index()].clear();
}

fn note_pair(pairs: &mut [Seats; SEATS], one: Seat, other: Seat) {
    pairs[one.min(other).index()].add(one.max(other));
}

fn drive(state: &mut State, seat: Seat, herd: Herd, [from, to]: [Pen; 2]) {
    part(state, herd, from);
    pen(state, seat, herd, to);
}

/// Sets the crop on a sown field; at zero the field is no longer sown.
fn reap(land: &mut Land, now: u8) {
    land.crop = now;
    land.sown = land.sown.filter(|_| now > 0);
}

fn used(used: &mut Used, limit: Limit, n: u8) {
    match limit {
        Limit::Bought => used.bought += n,
        Limit::Raised => used.raised += n,
        Limit::Hired => used.hired += n,
        Limit::Ships => used.ships += n,
        Limit::Elephants => used.elephants += n,
        Limit::Doubled => used.doubled = true,
        Limit::Hastened => used.hastened = true,
    }
}

fn pen(state: &mut State, seat: Seat, herd: Herd, at: Pen) {
    let land = lot(state, at.at);
    if at.stable {
        land.stable.put(herd);
    } else {
        land.pasture = Some((seat, herd));
    }
}

fn part(state: &mut State, herd: Herd, at: Pen) {
    let land = lot(state, at.at);
    if at.stable {
        land.stable.take(herd);
    } else {
        land.pasture = None;
    }
}

fn change(what: &mut u16, by: i16) {
    *what = what.saturating_add_signed(by);
}

/// Records an announcement, or its failure.
fn announce(state: &mut State, seat: Seat, goal: Goal, open: bool) {
    let round = if open { state.round } else { 0 };
    let player = player(state, seat);
    match goal {
        Goal::Dominance => player.dominance = round,
        Goal::Might(goals) => (player.might, player.goals) = (round, goals),
    }
}

/// Applies a doctrine line; other lines are stored for their sheet.
fn instruct(state: &mut State, seat: Seat, line: &SheetLine) {
    let SheetLine::Doctrines(line) = line else {
        state.deferred[seat.index()] = vec![*line];
        return;
    };
    let player = player(state, seat);
    let mut doctrine = player.doctrine();
    match line {
        Doctrines::DoctrineStance(line) => doctrine.stance = line.stance,
        Doctrines::DoctrineWithdraw(line) => doctrine.withdraw = line.withdrawal,
        Doctrines::DoctrineEmerge(line) => doctrine.emerge = line.emerge,
        Doctrines::DoctrineEscape(line) => doctrine.escape = line.escape,
        Doctrines::DoctrineTarget(line) => doctrine.target = line.kinds.0,
        Doctrines::DoctrineReroll(line) => doctrine.reroll = line.prestige.0,
        Doctrines::DoctrineSpare(line) => doctrine.spare = line.spare,
        Doctrines::DoctrineSiege(line) => doctrine.siege = line.siege.0,
        Doctrines::DoctrineLoot(line) => doctrine.loot = line.loot,
        Doctrines::DoctrineHerds(line) => doctrine.herds = line.fate,
        Doctrines::DoctrineRetreat(line) => doctrine.retreat = line.retreat,
        Doctrines::DoctrineHarbour(line) => doctrine.harbour = line.harbour,
        Doctrines::DoctrineTrain(line) => doctrine.train = line.kinds.0,
        Doctrines::DoctrineLuck(line) => doctrine.luck[line.kind.index()] = line.n,
        Doctrines::DoctrineSow(line) => doctrine.sow = line.sow,
        Doctrines::DoctrineRecruit(line) => doctrine.recruit = line.recruit,
        Doctrines::DoctrineFestival(line) => doctrine.festival = line.festival,
    }
    player.doctrine = Some(Box::new(doctrine));
}
