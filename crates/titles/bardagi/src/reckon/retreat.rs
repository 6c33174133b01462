//! Where a driven-out Godi may go (R10.7), and where its owner's instruction sends it (R22.2).

use super::super::state::State;
use super::super::state::standing::Retreat;
use super::super::things::areas::Area;
use super::super::things::ids::Areas;
use super::spread;
use ravenpost_rules::Seat;

impl State {
    /// The refuges of a seat's Godi: all its own areas except the attacked one, and its home.
    pub fn refuges(&self, seat: Seat) -> Areas {
        let attacked = self.attack.map_or(0, |attack| attack.area.bit());
        self.own_land(seat) & !attacked
    }

    /// Where the Godi goes without a decision: the only refuge, or the one given by instruction.
    pub fn refuge_unasked(&self, seat: Seat) -> Option<Area> {
        let refuges = self.refuges(seat);
        if refuges.count_ones() == 1 {
            return Area::of(refuges).next();
        }
        match self.players[seat].standing.retreat {
            Retreat::Ask => None,
            Retreat::Home => self.home(seat),
            Retreat::Nearest => self.nearest_refuge(seat),
            Retreat::List(list) => {
                let first = list.iter().copied().find(|area| refuges & area.bit() != 0);
                first.or_else(|| self.nearest_refuge(seat))
            }
        }
    }

    /// The refuge with the fewest border crossings, regardless of owners in between. On a tie it is
    /// the home, then the first slug; across the sea, the home.
    pub fn nearest_refuge(&self, seat: Seat) -> Option<Area> {
        let home = self.home(seat)?;
        let refuges = self.refuges(seat);
        let mut seen = self.attack?.area.bit();
        loop {
            let all = seen | spread(seen);
            let found = all & refuges;
            if found & home.bit() != 0 || all == seen {
                return Some(home);
            }
            if found != 0 {
                return Area::of(found).next();
            }
            seen = all;
        }
    }
}
