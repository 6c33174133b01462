//! R17 Wordfame, end of the game, elimination: places and scores.

use super::super::state::progress::End;
use super::super::state::{LAST_ROUND, STILL, State};
use super::super::things::names::Kind;
use super::super::things::who::Who;
use ravenpost_rules::{Narrator, Outcome, Seat, Viewer};

/// Criteria of the ranking: winner, Wordfame, farms, Goods, Bondi.
type Rank = (bool, u8, u8, u32, u8);

pub fn outcome(state: &State) -> Option<Outcome> {
    let end = state.end?;
    let ranked = Outcome::ranked(
        Seat::all(state.seats),
        |seat| rank(state, seat, end),
        |seat| result(state, seat),
        |_| verdict(end, &Narrator::new(Viewer::Spectator)),
    );
    Some(ranked)
}

fn rank(state: &State, seat: Seat, end: End) -> Rank {
    let won = match end {
        End::Wordfame(who) | End::LastFarms(who) | End::LastSeat(who) => who.seat == seat,
        End::LastWinter | End::NoWordfame => false,
    };
    let farms = state.all_farms(seat);
    (won, state.fame[seat], farms, wealth(state, seat), state.oaths[seat].count())
}

/// Total worth of the Goods in Wealth.
pub fn wealth(state: &State, seat: Seat) -> u32 {
    let goods = state.goods[seat];
    Kind::all().map(|kind| u32::from(goods[kind.index()]) * u32::from(kind.worth())).sum()
}

/// A seat's score, and its components.
fn result(state: &State, seat: Seat) -> (i32, Vec<(String, i32)>) {
    let parts = vec![
        ("Wordfame".to_owned(), i32::from(state.fame[seat])),
        ("farms".to_owned(), i32::from(state.all_farms(seat))),
        ("worth of Goods".to_owned(), wealth(state, seat) as i32),
        ("Bondi".to_owned(), i32::from(state.oaths[seat].count())),
    ];
    (i32::from(state.fame[seat]), parts)
}

/// Describes how the game ended.
pub fn verdict(end: End, narrator: &Narrator) -> String {
    let wins = |who: Who, how: &str| {
        let voice = who.voice(narrator);
        voice.states(&format!("{how} and {}", voice.verb("win")))
    };
    match end {
        End::Wordfame(who) => wins(who, "have 22 Wordfame"),
        End::LastFarms(who) => wins(who, "are the last with a farm in Iceland"),
        End::LastSeat(who) => wins(who, "are the last player in the game"),
        End::LastWinter => format!("Winter {LAST_ROUND} was the last one: the ranking decides"),
        End::NoWordfame => {
            format!("No one gained Wordfame for {STILL} winters: the ranking decides")
        }
    }
}
