//! R18, R19 Personae and supplies: a seat's roles, strengths, neighbours, limits, presence.

use super::super::state::State;
use super::super::state::progress::{ActionSource, Vote};
use super::super::things::data;
use super::super::things::names::{Area, Card, Colour, Edge, Role, Statute};
use ravenpost_rules::{Seat, Seats};

impl State {
    /// The roles given by a Hird, as bits (R18.1).
    pub fn roles(&self, seat: Seat) -> u32 {
        Card::of(self.hird[seat]).fold(0, |roles, card| roles | card.role().bit())
    }

    pub fn has_role(&self, seat: Seat, role: Role) -> bool {
        self.hird[seat] != 0 && self.roles(seat) & role.bit() != 0
    }

    /// The Sheep Hunt figure: farms on the map, without burnt ones (R2.10, R20.5).
    pub fn sheep(&self, seat: Seat, colour: Colour) -> u8 {
        let all = self.farms[seat][colour.index()];
        if !self.options.outlawry {
            return all;
        }
        let burnt = Area::of(self.lands[seat])
            .map(|area| &self.steads[area.index()])
            .filter(|stead| stead.burnt)
            .map(|stead| stead.farms[colour.index()]);
        all - burnt.sum::<u8>()
    }

    /// A Bondi's strength in a colour (R7.5).
    pub fn hunt_strength(&self, seat: Seat, colour: Colour) -> u8 {
        let figure = usize::from(self.sheep(seat, colour));
        data().strength[figure.min(18)]
    }

    /// The colour of the statute a seat acted on in the Council (R15.2).
    pub fn colour_of_round(&self, seat: Seat) -> Option<Colour> {
        match self.votes[seat] {
            Vote::Support => self.token.map(|statute| statute.colour()),
            Vote::Sue { statute, .. } => Some(statute.colour()),
            Vote::None => None,
        }
    }

    pub fn all_farms(&self, seat: Seat) -> u8 {
        self.farms[seat].iter().sum()
    }

    /// Number of Districts of value 1 or 2, and of 3 or 4, which need Stead tokens (R19.2).
    pub fn tokens_out(&self, seat: Seat) -> (u8, u8) {
        let mut out = (0, 0);
        for area in Area::of(self.lands[seat]) {
            if self.value(area) <= 2 { out.0 += 1 } else { out.1 += 1 }
        }
        out
    }

    pub fn half_free(&self, seat: Seat) -> bool {
        self.tokens_out(seat).0 < data().halves
    }

    pub fn quarter_free(&self, seat: Seat) -> bool {
        self.tokens_out(seat).1 < data().quarters
    }

    /// The seats whose Districts touch this seat's (R2.11).
    pub fn neighbours(&self, seat: Seat) -> Seats {
        let reach = Area::of(self.lands[seat]).fold(0, |reach, area| reach | area.neighbours());
        let touch = |other: &Seat| *other != seat && self.lands[*other] & reach != 0;
        self.players().filter(touch).collect()
    }

    /// Whether a seat may receive gifts (R14.2).
    pub fn may_receive(&self, giver: Seat, other: Seat) -> bool {
        if other == giver || !self.is_in(other) {
            return false;
        }
        self.has_role(giver, Role::HOST)
            || self.neighbours(giver).has(other)
            || Area::of(self.lands[giver]).any(|area| self.edges.present(other, area))
    }

    /// Districts that a seat may subsume, ignoring tokens and farms (R8.2).
    pub fn reachable(&self, seat: Seat) -> u64 {
        let mut reach = Area::of(self.lands[seat]).fold(0, |reach, area| reach | area.neighbours());
        for edge in Edge::all().filter(|edge| self.edges.men(*edge, seat) > 0) {
            reach |= edge.both();
        }
        let taken = self.lands.iter().fold(Area::THINGVELLIR.bit(), |taken, lands| taken | lands);
        reach & !taken
    }

    /// The cost of raising a District of that value (R8.5, R18.5).
    pub fn raise_cost(&self, seat: Seat, value: u8) -> u8 {
        if value >= 2 && self.has_role(seat, Role::HALL_BUILDER) { value - 1 } else { value }
    }

    /// Whether a seat may add another Bondi (R13.4).
    pub fn may_swear(&self, seat: Seat) -> bool {
        let steward = u32::from(self.has_role(seat, Role::STEWARD));
        u32::from(self.oaths[seat].count()) < self.lands[seat].count_ones() + steward
    }

    /// Whether a Pledge could change anything for a seat (R13.6).
    pub fn may_pledge(&self, seat: Seat) -> bool {
        self.may_swear(seat) || self.oaths[seat].bondi().next().is_some()
    }

    /// Goods that match a colour for fostering (R12.3, R18.5, R18.11).
    pub fn matching(&self, seat: Seat, colour: Colour) -> u8 {
        let seer = self.has_role(seat, Role::SEER);
        let goods = self.goods[seat].chunks(3).enumerate();
        let goods = goods.filter(|(known, _)| seer || *known == colour.index());
        let mut count: u8 = goods.map(|(_, worths)| worths.iter().sum::<u8>()).sum();
        let mut kin = [false; 4];
        for card in Card::of(self.hird[seat]) {
            if card.role() == Role::FOSTER_KIN && (seer || card.colour() == colour) {
                kin[card.colour().index()] = true;
            }
        }
        count += kin.iter().filter(|known| **known).count() as u8;
        count
    }

    pub fn arson_free(&self) -> bool {
        let out = self.steads.iter().filter(|stead| stead.burnt).count();
        out < usize::from(data().arson)
    }

    /// The Thingmen of all seats that sue on a statute.
    pub fn suing(&self, on: Statute) -> u8 {
        let men = self.votes.iter().map(|vote| match vote {
            Vote::Sue { statute, from } if *statute == on => from.iter().sum(),
            _ => 0,
        });
        men.sum()
    }

    /// A seat's Thingmen on laws (R6.12).
    pub fn on_laws(&self, seat: Seat) -> u8 {
        match self.votes[seat] {
            Vote::Sue { from, .. } if self.away.has(seat) => from.iter().sum(),
            _ => 0,
        }
    }

    /// All of a seat's Thingmen, wherever they are (R1.7).
    pub fn all_men(&self, seat: Seat) -> u8 {
        let band = if self.deed.seat == seat { self.band.men } else { 0 };
        let mat = self.longhall[seat] + self.sea[seat] + self.slain[seat];
        mat + self.edges.afield(seat) + self.on_laws(seat) + band
    }

    /// Whether the current action comes from a vote and benefits from the +1 roles (R18.3, R15.7).
    pub fn in_council(&self) -> bool {
        self.deed.source == ActionSource::Council
    }

    /// The only seat that owns farms, if there is just one (R17.4).
    pub fn last_with_farms(&self) -> Option<Seat> {
        let mut with = Seat::all(self.seats).filter(|seat| self.farms[*seat] != [0; 4]);
        let first = with.next()?;
        with.next().is_none().then_some(first)
    }
}
