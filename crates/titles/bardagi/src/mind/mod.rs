//! Estimates, imagined states and audits for bots and tests.

pub mod audit;
pub mod estimate;
pub mod imagine;

use super::Bardagi;
use super::state::Step;
use super::state::player::Claim;
use ravenpost_rules::{Dice, Mind, Seat, Viewer};

impl Mind for Bardagi {
    fn estimate(state: &Self::State, seat: Seat) -> i64 {
        estimate::estimate(state, seat)
    }

    fn unseal(state: &mut Self::State, seat: Seat) {
        let simultaneous = state.step == Step::Plan && !state.options.own_turn;
        for other in state.seats().filter(|other| *other != seat) {
            let player = &mut state.players[other];
            if simultaneous {
                (player.hand, player.dealt) = ([0; 4], [0; 4]);
                player.planned = false;
            }
            player.claim = Claim::default();
        }
    }

    fn imagine(state: &Self::State, viewer: Viewer, dice: &mut Dice) -> Self::State {
        imagine::imagine(state, viewer, dice)
    }
}
