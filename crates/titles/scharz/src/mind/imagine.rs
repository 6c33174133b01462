//! Imagines a state that the viewer cannot tell from the true one. It replaces the sheets,
//! doctrines and offers of other seats, and the settings that result from them.

use super::super::state::State;
use super::super::state::doctrine::{Doctrine, Stance};
use super::super::state::pact::Offer;
use super::super::state::player::Player;
use ravenpost_rules::{Dice, Draws, Viewer};

pub fn imagine(state: &State, viewer: Viewer, dice: &mut Dice) -> State {
    let mut other = state.clone();
    if state.over() {
        return other;
    }
    other.dreamt = true;
    let mut draws = dice.stream("imagine");
    for seat in state.all().filter(|seat| !viewer.is(*seat)) {
        let at = seat.index();
        other.drafts[at].clear();
        other.deferred[at].clear();
        other.edits[at] = 0;
        let player = other.player_mut(seat);
        player.doctrine = doctrine(viewer, &mut draws);
        forget_settings(player);
        for third in state.all().filter(|third| !viewer.is(*third)) {
            player.offers[third.index()] = Offer::NONE;
        }
    }
    other
}

/// Settings that sheets and doctrine make for the round are as secret as these (R25).
fn forget_settings(player: &mut Player) {
    player.luck = Player::BLANK.luck;
    player.tries = Player::BLANK.tries;
    player.stands = Player::BLANK.stands;
}

/// Another seat's doctrine. Returns `None` if nobody at the table is the viewer, as for a fork with
/// all of them: players must not find a doctrine there that they never wrote.
fn doctrine(viewer: Viewer, draws: &mut Draws<'_>) -> Option<Box<Doctrine>> {
    let stance = Stance::ALL[draws.below(4) as usize];
    let drawn = Doctrine { stance, ..Doctrine::default() };
    (viewer != Viewer::Spectator).then(|| Box::new(drawn))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::super::document::{read, write};
    use super::*;
    use ravenpost_rules::{Seat, Table};

    /// Imagined positions do not reveal the secret settings of other seats for the round.
    #[test]
    fn imagined_state_hides_dice_and_secret_settings() {
        let table = Table::of(2);
        let imagined = |blue: serde_json::Value, viewer: Viewer| {
            let document = json!({
                "step": "clash",
                "round": 2,
                "seats": { "blue": blue, "red": { "luck": [1, 0, 0, 0, 0] } },
            });
            let state = read::read(&table, &document).expect("it can be read");
            write::write(&imagine(&state, viewer, &mut Dice::seeded(1)))
        };
        let set = json!({ "luck": [0, 3, 0, 0, 2], "tries": [0, 1, 0, 0, 1], "stands": true });
        for viewer in [Viewer::Seat(Seat(1)), Viewer::Spectator] {
            assert_eq!(imagined(set.clone(), viewer), imagined(json!({}), viewer), "{viewer:?}");
        }
        let own = imagined(set.clone(), Viewer::Seat(Seat(2)));
        assert_eq!(own["seats"]["blue"]["luck"], set["luck"]);
        assert_eq!(own["seats"]["blue"]["stands"], set["stands"]);
    }
}
