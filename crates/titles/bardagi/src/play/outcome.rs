//! R15, R16 Glory and the end of the game: sale of goods, bonuses and ranking.

use super::super::reckon::income::count;
use super::super::state::facts::{Fact, FinalGlory};
use super::super::state::player::Player;
use super::super::state::{SEATS, State};
use super::super::things::kinds::{Good, Kind};
use super::run::Run;
use ravenpost_rules::{Outcome, Place, Seat};

/// For most gold and for most areas (R16.3).
const MOST_GOLD: u16 = 15;
const MOST_AREAS: u16 = 12;

pub fn score(run: &mut Run<'_>) {
    let state = &run.state;
    let gold = |seat: Seat| final_gold(&state.players[seat]);
    let areas = |seat: Seat| state.owned(seat).count_ones() as u16;
    let (richest, widest) = (shares(state, gold, MOST_GOLD), shares(state, areas, MOST_AREAS));
    let glory = |seat: Seat| {
        let (most_gold, most_areas) = (richest[seat], widest[seat]);
        let who = state.who(seat);
        Fact::FinalGlory(FinalGlory { who, most_gold, most_areas, gold: gold(seat) })
    };
    let scored: Vec<Fact> = state.in_order().map(glory).collect();
    scored.into_iter().for_each(|fact| run.put(fact));
    run.put(Fact::GameEnded);
}

/// Gold including the sale of goods: 3 for every 8 units, 1 more for a rest of 4; mine goods count
/// two units (R16.2).
pub fn final_gold(player: &Player) -> u16 {
    let worth =
        |good: Good| u16::from(player.goods[good.index()]) * if good.is_basic() { 1 } else { 2 };
    let units: u16 = Good::all().map(worth).sum();
    player.gold + units / 8 * 3 + u16::from(units % 8 >= 4)
}

/// Each seat's share of a bonus: the most, then gold mines, then Villages, then shared (R16.4).
fn shares(state: &State, by: impl Fn(Seat) -> u16, prize: u16) -> [u16; SEATS] {
    let rank =
        |seat: Seat| (by(seat), count(state, seat, Kind::Gold), count(state, seat, Kind::Village));
    let best = state.seats().map(rank).max();
    let first = |seat: Seat| Some(rank(seat)) == best;
    let sharers = state.seats().filter(|seat| first(*seat)).count().max(1) as u16;
    let share = |seat: Seat| if first(seat) && state.has(seat) { prize / sharers } else { 0 };
    std::array::from_fn(|at| share(Seat::at(at)))
}

/// Criteria of the ranking: glory, then gold, then areas.
type Rank = (u16, u16, u32);

pub fn outcome(state: &State) -> Option<Outcome> {
    let result = |seat: Seat| (i32::from(state.players[seat].glory), parts(state, seat));
    let rank = |seat: Seat| rank(state, seat);
    let verdict = |places: &[Place]| verdict(state, places);
    state.over().then(|| Outcome::ranked(state.seats(), rank, result, verdict))
}

fn rank(state: &State, seat: Seat) -> Rank {
    let player = &state.players[seat];
    (player.glory, player.gold, state.owned(seat).count_ones())
}

/// The sources of a seat's glory, as in R16.3.
fn parts(state: &State, seat: Seat) -> Vec<(String, i32)> {
    let player = &state.players[seat];
    let [richest, widest, gold] = player.bonus.map(i32::from);
    let before = i32::from(player.glory) - richest - widest - gold;
    [("during the game", before), ("most gold", richest), ("most areas", widest), ("gold", gold)]
        .map(|(name, glory)| (name.to_owned(), glory))
        .to_vec()
}

fn verdict(state: &State, places: &[Place]) -> String {
    let glory = places.first().map_or(0, |first| first.score);
    let winners = places.iter().filter(|place| place.place == 1);
    let winners: Vec<String> = winners.map(|place| state.who(place.seat).name()).collect();
    match winners.as_slice() {
        [one] => format!("{one} wins with {glory} glory."),
        [others @ .., last] => {
            format!("{} and {last} share the victory with {glory} glory.", others.join(", "))
        }
        [] => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::things::areas::Area;
    use super::super::super::things::kinds::Map;
    use super::*;

    #[test]
    fn goods_are_sold_for_the_most_gold_x90_x124() {
        let sold = |goods, gold| final_gold(&Player { goods, gold, ..Player::blank() });
        assert_eq!(sold([5, 3, 0, 4, 3, 2], 0), 7);
        assert_eq!(sold([0, 0, 0, 0, 3, 0], 1), 2);
        assert_eq!(sold([0, 3, 0, 0, 0, 0], 9), 9);
    }

    /// Gives each seat a number of areas of a kind.
    fn give(state: &mut State, kind: Kind, counts: [usize; 3]) {
        let mut areas = Area::of(state.map.areas()).filter(|area| area.kind() == kind);
        for (seat, count) in Seat::all(3).zip(counts) {
            for area in areas.by_ref().take(count) {
                let land = &mut state.lands[area.index()];
                (land.owner, land.disks) = (Some(seat), 1);
            }
        }
    }

    #[test]
    fn ties_go_by_mines_then_villages_then_split_x91_x92() {
        let mut state = State { seats: 3, map: Map::SUMMER, ..State::blank() };
        let gold = |seat: Seat| [14, 14, 3, 0, 0][seat];
        assert_eq!(shares(&state, |_| 0, MOST_AREAS), [4, 4, 4, 0, 0]);
        assert_eq!(shares(&state, gold, MOST_GOLD), [7, 7, 0, 0, 0]);
        give(&mut state, Kind::Village, [1, 2, 0]);
        assert_eq!(shares(&state, gold, MOST_GOLD), [0, 15, 0, 0, 0]);
        give(&mut state, Kind::Gold, [2, 1, 3]);
        assert_eq!(shares(&state, gold, MOST_GOLD), [15, 0, 0, 0, 0]);
    }
}
