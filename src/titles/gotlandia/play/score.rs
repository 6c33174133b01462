//! Scoring a century (R19), the final scoring (R20), the solo goals (R21) and the outcome.

use super::super::reckon::ask::name;
use super::super::reckon::board;
use super::super::state::facts::Fact;
use super::super::state::{Family, Goal, Parts, Stage, State};
use super::super::things::data::{Family as Of, data};
use super::super::things::names::{Deco, Setting};
use super::flow::Run;
use crate::rules::list::List;
use crate::rules::{Outcome, Place, Seat};

impl Run<'_> {
    pub(super) fn score(&mut self) -> bool {
        let century = self.state.century;
        self.miss_goal(usize::from(century), 2);
        let points = self.state.seats().map(|seat| century_points(&self.state, seat)).collect();
        self.put(Fact::Scored { century, points });
        if century < 2 {
            self.enter(Stage::Reveal);
            return true;
        }
        let parts: List<Parts, 4> =
            self.state.seats().map(|seat| final_parts(self.state.of(seat))).collect();
        let vp = self.state.families.iter().zip(parts.iter());
        let vp = vp.map(|(family, parts)| family.vp + total(parts)).collect();
        self.put(Fact::Final { parts, vp });
        self.miss_goal(2, 3);
        self.enter(Stage::Over);
        true
    }

    fn miss_goal(&mut self, goal: usize, below: usize) {
        if self.state.seats == 1 && goal < below && self.state.goals[goal] == Goal::Open {
            self.put(Fact::Goal { goal: goal as u8, now: Goal::Missed });
        }
    }

    /// Solo goals are reached at the moment they hold (R21.4).
    pub(super) fn note_goals(&mut self) {
        if self.state.seats != 1 {
            return;
        }
        let family = &self.state.families[0];
        let holds = [
            family.churches != 0,
            board::settings(family) == 6,
            board::count(family.churches) == 3 && family.decorations & Deco::SPLINTER.bit() != 0,
        ];
        for (goal, holds) in holds.into_iter().enumerate() {
            let in_time = usize::from(self.state.century) <= goal;
            if holds && in_time && self.state.goals[goal] == Goal::Open {
                self.put(Fact::Goal { goal: goal as u8, now: Goal::Reached });
            }
        }
    }
}

/// VP of one seat in a century's scoring.
pub fn century_points(state: &State, seat: Seat) -> u8 {
    let family = state.of(seat);
    let pieces = board::count(family.towers) + 3 * board::count(family.churches);
    pieces + Setting::all().map(|setting| influence(state, seat, setting)).sum::<u8>()
}

/// Churches, towers, farmsteads in a Setting: more is more influence, in this order.
pub fn weight(family: &Family, setting: Setting) -> (u8, u8, u8) {
    let set = data().setting[setting.index()];
    let of = |pieces: u32| board::count(pieces & set);
    (of(family.churches), of(family.towers), of(family.farmsteads))
}

/// VP for influence in one Setting (R19.2-R19.5).
pub fn influence(state: &State, seat: Seat, setting: Setting) -> u8 {
    let mine = weight(state.of(seat), setting);
    let neutral = (0, 0, board::count(state.neutral & data().setting[setting.index()]));
    if mine == (0, 0, 0) || mine < neutral {
        return 0;
    }
    let rivals = state.seats().filter(|other| *other != seat);
    let best = rivals.map(|other| weight(state.of(other), setting)).max();
    match best {
        Some(best) if best > mine => 0,
        Some(best) if best == mine => 2,
        _ => 5,
    }
}

/// The parts of the final scoring of one seat (R20.2-R20.6).
pub fn final_parts(family: &Family) -> Parts {
    let cards = family.cards().filter(|card| matches!(card.family(), Of::Craft | Of::Trading));
    let bought = Deco::all().filter(|deco| family.decorations & deco.bit() != 0);
    Parts {
        pirates: family.sunk,
        silver: family.buried_silver,
        storage: (family.storage.items() / 10) as u8,
        cards: cards.map(|card| board::worth(family, &card.data().end)).sum(),
        decorations: bought.map(Deco::vp).sum(),
    }
}

pub fn total(parts: &Parts) -> i16 {
    let Parts { pirates, silver, storage, cards, decorations } = *parts;
    [pirates, silver, storage, cards, decorations].into_iter().map(i16::from).sum()
}

/// Places and scores, once the game is over.
pub fn outcome(state: &State) -> Option<Outcome> {
    if state.stage != Stage::Over {
        return None;
    }
    // The dearest decoration breaks ties (R20.8).
    let rank = |seat: Seat| {
        let family = state.of(seat);
        (family.vp, u32::BITS - family.decorations.leading_zeros())
    };
    let mut seats: Vec<Seat> = state.seats().collect();
    seats.sort_by_key(|seat| (std::cmp::Reverse(rank(*seat)), *seat));
    let better = |seat: Seat| state.seats().filter(|other| rank(*other) > rank(seat)).count();
    let places: Vec<Place> = seats
        .iter()
        .map(|seat| Place {
            seat: *seat,
            place: better(*seat) as u8 + 1,
            score: i32::from(state.of(*seat).vp),
            parts: score_parts(state, *seat),
        })
        .collect();
    let verdict = verdict(state, &places);
    Some(Outcome { places, verdict })
}

fn score_parts(state: &State, seat: Seat) -> Vec<(String, i32)> {
    let at = seat.index();
    let last = &state.last[at];
    let mut parts: Vec<(String, i32)> = (0..3)
        .map(|century| {
            (format!("scoring of the 1{}00s", century + 1), i32::from(state.scored[century][at]))
        })
        .collect();
    let named = [
        ("pirates sunk", last.pirates),
        ("buried Silver", last.silver),
        ("storage", last.storage),
        ("cards", last.cards),
        ("decorations", last.decorations),
    ];
    parts.extend(named.map(|(name, vp)| (name.to_owned(), i32::from(vp))));
    let known: i32 = parts.iter().map(|(_, vp)| vp).sum();
    let vp = i32::from(state.of(seat).vp);
    if known != vp {
        parts.push(("earlier".to_owned(), vp - known));
    }
    parts
}

fn verdict(state: &State, places: &[Place]) -> String {
    if state.seats == 1 {
        let chosen = usize::from(state.options.solo_goal);
        let (id, text) = &data().goals[chosen];
        return match state.goals[chosen] {
            Goal::Reached => format!("The game is won, the {id} goal reached: {text}"),
            Goal::Open | Goal::Missed => format!("The game is lost, the {id} goal missed: {text}"),
        };
    }
    let winners: Vec<&str> =
        places.iter().filter(|place| place.place == 1).map(|place| name(place.seat)).collect();
    let vp = places.first().map_or(0, |place| place.score);
    match winners.split_last() {
        Some((only, [])) => format!("{only} wins with {vp} VP"),
        Some((last, first)) => {
            format!("{} and {last} share the victory with {vp} VP", first.join(", "))
        }
        None => String::new(),
    }
}
