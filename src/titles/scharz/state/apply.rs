//! The fold: what a fact changes. No rule is judged here.

use super::super::things::ids::FIELDS;
use super::super::things::{Field, Fields, Good, Herd};
use super::doctrine::{
    Escape, Festival, Flight, HerdFate, Kinds, LootWhat, Sack, Siege, Spare, Stance, Withdraw,
};
use super::facts::{Fact, Goal, Limit, Opened, Pen};
use super::land::{Land, Used};
use super::line::{Line, Sheet, Verb};
use super::pact::{Offer, Pact};
use super::stack::{self, mark};
use super::{Player, SEATS, Seats, State, Step};
use crate::rules::Seat;
use crate::rules::list::List;

/// Applies one fact.
pub fn apply(state: &mut State, fact: &Fact) {
    course(state, fact);
    units(state, fact);
    land(state, fact);
    seats(state, fact);
}

fn player(state: &mut State, seat: Seat) -> &mut Player {
    &mut state.players[seat.index()]
}

fn lot(state: &mut State, field: Field) -> &mut Land {
    state.last.put(field);
    &mut state.lands[field.local().min(FIELDS - 1)]
}

fn course(state: &mut State, fact: &Fact) {
    match fact {
        Fact::Opened(opened) => open(state, opened),
        Fact::Asked(step, seats) => {
            state.step = *step;
            state.asked = Seats::default();
            state.done = Seats::default();
            seats.iter().for_each(|seat| state.asked.put(*seat));
            state.edits = [0; SEATS];
            if matches!(step, Step::March | Step::Clash) {
                for at in 0..state.kept.len() {
                    state.drafts[at].append(&mut state.kept[at]);
                }
            }
        }
        Fact::Wrote(seat, line) => {
            state.edits[seat.index()] += 1;
            state.drafts[seat.index()].push(*line);
        }
        Fact::Struck(seat, from) => {
            state.edits[seat.index()] += 1;
            state.drafts[seat.index()].truncate(usize::from(*from).saturating_sub(1));
        }
        Fact::Sealed(seat) => state.done.put(*seat),
        Fact::Instructed(seat, line) => instruct(player(state, *seat), line),
        Fact::Revealed(step) => reveal(state, *step),
        Fact::Round(round, order) => {
            state.round = *round;
            state.order = List::of(order);
            state.players.iter_mut().for_each(rest);
        }
        Fact::RearBegan => {
            state.lands.iter_mut().for_each(|land| land.used = Used::default());
            for player in &mut state.players {
                player.recruits = 0;
                player.corsairs = false;
                player.builds_twice = false;
            }
        }
        Fact::Winter(sky) => state.winter = *sky,
        Fact::Ice(sections) => {
            state.ice = sections.iter().fold(Fields::NONE, |set, one| set | Fields::of(*one));
        }
        Fact::Over(verdict) => {
            state.step = Step::Over;
            state.asked = Seats::default();
            state.won = Some(verdict.clone());
        }
        _ => {}
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
    state.order = List::of(&opened.order);
    let within = map.all().filter(|field| field.data().zone <= zone);
    state.field = within.fold(Fields::NONE, |set, field| set | Fields::of(field));
    let water = state.fields().filter(|field| field.is_water());
    state.coast = water.fold(Fields::NONE, |set, field| set | field.beside());
    state.coast = state.coast & state.field;
    state.done = Seats::default();
}

/// Sheets are taken up. Lines for the clash that stood on a march wait for it. A clash of which
/// nobody was asked goes on from the march, of which the ways are still to be seen.
fn reveal(state: &mut State, step: Step) {
    if state.asked != Seats::default() {
        state.last = Fields::NONE;
        state.moves.clear();
    }
    state.asked = Seats::default();
    state.done = Seats::default();
    for at in 0..state.drafts.len() {
        let draft = std::mem::take(&mut state.drafts[at]);
        if draft.iter().any(|line| comes_to_light(step, line)) {
            state.players[at].quiet = 0;
        }
        state.kept[at] = match step {
            Step::March => of_sheet(&draft, Sheet::Clash),
            Step::Rear if state.options.brisk => draft.into_iter().filter(is_for_march).collect(),
            _ => Vec::new(),
        };
    }
}

/// Whether everybody sees a line when the sheets of a step are taken up: not what waits for the
/// next step, what two seats offer each other, or the settings of a fight (R25.1).
fn comes_to_light(step: Step, line: &Line) -> bool {
    let secret =
        matches!(line.verb, Verb::Offer | Verb::Demand | Verb::Recall | Verb::Refuse | Verb::Luck);
    let sheet = line.verb.sheet();
    let now = match step {
        Step::March => sheet == Sheet::March,
        Step::Clash => sheet < Sheet::Rear && line.verb < Verb::Attack,
        Step::Rear => sheet == Sheet::Rear || line.verb == Verb::Accept,
        _ => true,
    };
    now && !secret
}

/// Whether a line of a rear played briskly is for the march after it.
fn is_for_march(line: &Line) -> bool {
    let answer = matches!(line.verb, Verb::Accept | Verb::Refuse);
    let late = line.verb == Verb::Luck && line.word >= 3;
    line.verb.sheet() < Sheet::Rear && !answer && !late
}

fn of_sheet(draft: &[Line], sheet: Sheet) -> Vec<Line> {
    draft.iter().filter(|line| line.verb.sheet() == sheet).copied().collect()
}

/// A new round: every unit is fresh again.
fn rest(player: &mut Player) {
    let stacks = std::mem::take(&mut player.stacks);
    for one in &stacks {
        let fresh = stack::Stack { marks: one.marks & mark::WAITING, via: 0, ..*one };
        stack::add(&mut player.stacks, fresh);
    }
    // What is left to try on the yield is for the summer after the spring it was written in.
    player.luck = [0, 0, 0, 0, player.luck[4]];
    player.tolls = Fields::NONE;
    player.marches = false;
    player.stands = false;
    player.quiet = if player.late { 0 } else { player.quiet.saturating_add(1) };
}

fn units(state: &mut State, fact: &Fact) {
    match fact {
        Fact::Came(seat, stack, _) => {
            state.last.put(stack.at);
            stack::add(&mut player(state, *seat).stacks, *stack);
        }
        Fact::Fell { seat, stack, .. } => {
            state.last.put(stack.at);
            stack::remove(&mut player(state, *seat).stacks, stack);
        }
        Fact::Went(seat, _, from, to) => {
            state.last.put(to.at);
            let way = (*seat, from.at, to.at);
            if from.at != to.at && !state.moves.contains(&way) {
                state.moves.push(way);
            }
            let stacks = &mut player(state, *seat).stacks;
            stack::remove(stacks, from);
            stack::add(stacks, *to);
        }
        _ => {}
    }
}

fn land(state: &mut State, fact: &Fact) {
    match fact {
        Fact::Town(field, town, _) => lot(state, *field).town = *town,
        Fact::Yard(field, yard, _) => lot(state, *field).yard = *yard,
        Fact::Site(field, site, _) => lot(state, *field).site = *site,
        Fact::Stored(field, Good::Grain, now, _) => lot(state, *field).grain = *now,
        Fact::Stored(field, Good::Fish, now, _) => lot(state, *field).fish = *now,
        Fact::Drove(seat, herd, from, to) => {
            part(state, *herd, *from);
            pen(state, *seat, *herd, *to);
        }
        Fact::Bred(seat, herd, at, _) => pen(state, *seat, *herd, *at),
        Fact::Parted(_, herd, at, _) => part(state, *herd, *at),
        Fact::Taken(_, to, herd, [from, at]) => {
            part(state, *herd, *from);
            pen(state, *to, *herd, *at);
        }
        Fact::Sown(seat, field) => {
            let land = lot(state, *field);
            (land.sown, land.crop) = (Some(*seat), 1);
        }
        Fact::Crop(field, now, _) => {
            let land = lot(state, *field);
            land.crop = *now;
            land.sown = land.sown.filter(|_| *now > 0);
        }
        Fact::Marked(_, field) => lot(state, *field).looted = true,
        Fact::Unmarked(field) => lot(state, *field).looted = false,
        Fact::Used(field, limit, n) => used(&mut lot(state, *field).used, *limit, *n),
        _ => {}
    }
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

fn seats(state: &mut State, fact: &Fact) {
    match fact {
        Fact::Settled(seat, home) => player(state, *seat).home = Some(*home),
        Fact::Became(seat, faction) => player(state, *seat).faction = Some(*faction),
        Fact::Waits(seat) => player(state, *seat).late = true,
        Fact::Arrived(seat) => player(state, *seat).late = false,
        Fact::Gold(seat, by, _) => change(&mut player(state, *seat).halves, *by),
        Fact::Prestige(seat, by, _) => change(&mut player(state, *seat).pp, *by),
        Fact::Victory(seat, by, _) => change(&mut player(state, *seat).vp, *by),
        Fact::Counted(seat, slain, fallen) => {
            player(state, *seat).slain += slain;
            player(state, *seat).fallen += fallen;
        }
        Fact::YearBegan => {
            state.tributes = Default::default();
            for player in &mut state.players {
                (player.slain, player.fallen) = (0, 0);
            }
        }
        Fact::Noted => {
            state.players.iter_mut().for_each(|player| player.vp_before = player.vp);
        }
        Fact::Named(seat, rival) => player(state, *seat).rival = *rival,
        Fact::Command(seat, level) => player(state, *seat).command = *level,
        Fact::Fortune(seat, luck, n) => player(state, *seat).luck[luck.index()] = *n,
        Fact::TollSaid(seat, field) => player(state, *seat).tolls.put(*field),
        Fact::Marched(seat) => player(state, *seat).marches = true,
        Fact::BuiltTwice(seat) => player(state, *seat).builds_twice = true,
        Fact::HiredCorsairs(seat) => player(state, *seat).corsairs = true,
        Fact::Stands(seat) => player(state, *seat).stands = true,
        Fact::Recruits(seat, n) => player(state, *seat).recruits += n,
        Fact::Announced(seat, goal) => {
            let round = state.round;
            announce(player(state, *seat), *goal, round);
        }
        Fact::Failed(seat, goal) => announce(player(state, *seat), *goal, 0),
        Fact::Out(seat) => player(state, *seat).out = true,
        Fact::Resigned(seat) => player(state, *seat).resigned = true,
        _ => pacts(state, fact),
    }
}

fn change(what: &mut u16, by: i16) {
    *what = what.saturating_add_signed(by);
}

fn announce(player: &mut Player, goal: Goal, round: u8) {
    match goal {
        Goal::Dominance => player.dominance = round,
        Goal::Might(goals) => (player.might, player.goals) = (round, goals),
    }
}

fn pacts(state: &mut State, fact: &Fact) {
    let pair = |one: &Seat, other: &Seat| (one.min(other).index(), one.max(other).index());
    match fact {
        Fact::Offered(from, to, offer) => state.offers[from.index()][to.index()] = *offer,
        Fact::Lapsed(from, to) => state.offers[from.index()][to.index()] = Offer::NONE,
        Fact::Agreed(one, other, pact) => {
            let (low, high) = pair(one, other);
            state.pacts[low][high] = *pact;
        }
        Fact::Ended(one, other) => {
            let (low, high) = pair(one, other);
            state.pacts[low][high] = Pact::NONE;
        }
        Fact::Ending(one, other) => {
            let (low, high) = pair(one, other);
            state.pacts[low][high].until = state.round;
        }
        Fact::Tribute(one, other) => {
            let (low, high) = pair(one, other);
            state.tributes[low].put(Seat::at(high));
        }
        _ => {}
    }
}

/// A line of doctrine takes its place.
fn instruct(player: &mut Player, line: &Line) {
    let mut doctrine = player.doctrine();
    let word = usize::from(line.word);
    let on = line.word == 1;
    let kinds = || -> Kinds { line.parts.iter().map(|part| part.unit.kind).collect() };
    match line.verb {
        Verb::OurStance => doctrine.stance = pick(Stance::ALL, word),
        Verb::OurWithdraw => doctrine.withdraw = pick(Withdraw::ALL, word),
        Verb::OurEmerge => doctrine.emerge = on,
        Verb::OurEscape => {
            doctrine.escape = Escape { when: pick(Flight::ALL, word), amount: line.n };
        }
        Verb::OurTarget => doctrine.target = kinds(),
        Verb::OurReroll => doctrine.reroll = line.n,
        Verb::OurSpare => doctrine.spare = pick(Spare::ALL, word),
        Verb::OurSiege => doctrine.siege = siege(line),
        Verb::OurLoot => doctrine.loot = pick(LootWhat::ALL, word),
        Verb::OurHerds => doctrine.herds = pick(HerdFate::ALL, word),
        Verb::OurRetreat => doctrine.retreat = on,
        Verb::OurHarbour => doctrine.harbour = on,
        Verb::OurTrain => doctrine.train = kinds(),
        Verb::OurLuck => doctrine.luck[word.min(4)] = line.n,
        Verb::OurSow => doctrine.sow = on,
        Verb::OurRecruit => doctrine.recruit = on,
        Verb::OurFestival => doctrine.festival = pick(Festival::ALL, word),
        _ => {}
    }
    player.doctrine = Some(Box::new(doctrine));
}

/// How a siege line goes on; 0 rounds: never.
pub fn siege(line: &Line) -> Option<Siege> {
    let sack = pick(Sack::ALL, usize::from(line.word));
    (line.n > 0).then_some(Siege { rounds: line.n, stop: line.m, sack })
}

fn pick<T: Copy + Default>(all: &[T], at: usize) -> T {
    all.get(at).copied().unwrap_or_default()
}
