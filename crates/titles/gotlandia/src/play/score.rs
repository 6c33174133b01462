//! R19, R20, R21 Scores of a century and of the whole game, places, and the goals of a solo game.

use super::super::reckon::board::{count, settings};
use super::super::reckon::score::{century_points, final_parts, total};
use super::super::state::facts::Fact;
use super::super::state::{FinalScore, Goal, Stage, State};
use super::super::things::data::data;
use super::super::things::ids::Deco;
use super::super::things::seats::name;
use super::run::{Run, RunExt};
use ravenpost_rules::list::List;
use ravenpost_rules::{Outcome, Place, Seat, text::phrase};

pub fn score(run: &mut Run) -> bool {
    let century = run.state.century;
    miss_goal(run, usize::from(century), 2);
    let points = run.state.seats().map(|seat| century_points(&run.state, seat)).collect();
    run.put(Fact::CenturyScored { century, points });
    if century < 2 {
        run.go(Stage::Reveal);
        return true;
    }
    let parts: List<FinalScore, 4> =
        run.state.seats().map(|seat| final_parts(run.state.of(seat))).collect();
    let vp = run.state.houses.iter().zip(parts.iter());
    let vp = vp.map(|(house, parts)| house.vp + total(parts)).collect();
    run.put(Fact::FinalScores { parts, vp });
    miss_goal(run, 2, 3);
    run.go(Stage::Over);
    true
}

fn miss_goal(run: &mut Run, goal: usize, below: usize) {
    if run.state.seats == 1 && goal < below && run.state.goals[goal] == Goal::Open {
        run.put(Fact::GoalDecided { goal: goal as u8, status: Goal::Missed });
    }
}

/// Records solo goals as soon as they are reached (R21.4).
pub fn note_goals(run: &mut Run) {
    if run.state.seats != 1 {
        return;
    }
    let house = &run.state.houses[0];
    let holds = [
        house.churches != 0,
        settings(house) == 6,
        count(house.churches) == 3 && house.decorations & Deco::SPLINTER.bit() != 0,
    ];
    for (goal, holds) in holds.into_iter().enumerate() {
        let in_time = usize::from(run.state.century) <= goal;
        if holds && in_time && run.state.goals[goal] == Goal::Open {
            run.put(Fact::GoalDecided { goal: goal as u8, status: Goal::Reached });
        }
    }
}

/// Returns places and scores once the game is over.
pub fn outcome(state: &State) -> Option<Outcome> {
    if state.stage != Stage::Over {
        return None;
    }
    // The most expensive decoration breaks ties (R20.8).
    let rank = |seat: Seat| {
        let house = state.of(seat);
        (house.vp, u32::BITS - house.decorations.leading_zeros())
    };
    let result = |seat: Seat| (i32::from(state.of(seat).vp), score_parts(state, seat));
    Some(Outcome::ranked(state.seats(), rank, result, |places| verdict(state, places)))
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
            Goal::Reached => format!("The game is won. The {id} goal was reached: {text}"),
            Goal::Open | Goal::Missed => {
                format!("The game is lost. The {id} goal was missed: {text}")
            }
        };
    }
    let winners: Vec<&str> =
        places.iter().filter(|place| place.place == 1).map(|place| name(place.seat)).collect();
    let vp = places.first().map_or(0, |place| place.score);
    match winners[..] {
        [] => String::new(),
        [only] => format!("{only} wins with {vp} VP"),
        _ => format!("{} share the victory with {vp} VP", phrase::and(&winners)),
    }
}
