//! Setup (R4): homes, piles, decks, reputations, and the choice that ends it.

use super::super::reckon::{ask, board};
use super::super::state::facts::{Fact, Gift};
use super::super::state::options::Options;
use super::super::state::{Pack, Param, Pile, Sealed, Stage, State};
use super::super::things::data::{Family, data};
use super::super::things::goods::Goods;
use super::super::things::names::{Card, District, Gen, Kind, Rep, Setting, Terrain};
use super::flow::Run;
use crate::rules::list::List;
use crate::rules::{Dice, Seat};

impl Run<'_> {
    /// Everything up to the choice of reputations, in the order of R4.1.
    pub fn set_up(&mut self, seats: u8, options: Options) {
        self.put(Fact::Opened { seats, options });
        let homes = homes(seats, self.dice);
        let neutral = Setting::all().filter(|setting| !homes.contains(setting));
        let neutral = neutral.flat_map(|setting| data().settings[setting.index()].start).collect();
        self.put(Fact::Homes { homes, neutral });
        for (seat, home) in Seat::all(seats).zip(homes.iter()) {
            self.begin(seat, *home);
        }
        let piles = [
            (Family::Craft, [Card::STUD, Card::TAR_PIT], options.advanced_craft),
            (Family::Trading, [Card::LINKOPING, Card::LUBECK], options.advanced_trading),
        ];
        let [craft, trading] =
            piles.map(|(family, fixed, advanced)| self.pile(family, fixed, advanced));
        self.put(Fact::Piled { craft, trading });
        self.deal_reputations();
        self.shuffle_decks();
        self.lay_generations();
    }

    fn begin(&mut self, seat: Seat, home: Setting) {
        let known = &data().settings[home.index()];
        let mut goods = data().storage;
        for district in known.start {
            goods.add(&Goods::one(district.terrain().yields()));
        }
        self.put(Fact::Began { seat, home, farmsteads: known.start, ship: known.dir, goods });
    }

    fn pile(&mut self, family: Family, fixed: [Card; 2], advanced: bool) -> Vec<Pile> {
        let single = |card: &Card| {
            card.family() == family && !fixed.contains(card) && (advanced || !card.data().advanced)
        };
        let mut singles: Vec<Card> = Card::all().filter(single).collect();
        let purpose = if family == Family::Craft { "craft piles" } else { "trading piles" };
        self.dice.stream(purpose).shuffle(&mut singles);
        let mut piles: Vec<Pile> = fixed.map(|card| List::of(&[card; 4])).to_vec();
        piles.extend(singles.chunks(4).map(List::of));
        piles
    }

    fn deal_reputations(&mut self) {
        let state = &self.state;
        let (new, old): (Vec<Seat>, Vec<Seat>) =
            state.seats().partition(|seat| state.options.is_new(*seat));
        let mut pool: Vec<Rep> = Rep::all().collect();
        let mut dealt = Vec::new();
        let mut draws = self.dice.stream("reputation");
        for seat in new.into_iter().chain(old) {
            let even_only = state.options.is_new(seat);
            let cards = [(); 2].map(|()| {
                let fits = |rep: &&Rep| !even_only || rep.number().is_multiple_of(2);
                let fitting: Vec<Rep> = pool.iter().filter(fits).copied().collect();
                let rep = *draws.pick(&fitting).expect("even cards suffice (R4.15)");
                pool.retain(|known| *known != rep);
                rep
            });
            dealt.push((seat, cards));
        }
        for (seat, mut cards) in dealt {
            cards.sort_unstable();
            self.put(Fact::Offered { seat, cards });
        }
    }

    fn shuffle_decks(&mut self) {
        let mut decks = Vec::new();
        let mut draws = self.dice.stream("decks");
        for seat in self.state.seats() {
            let mut cards = starting_deck(self.state.of(seat).home);
            draws.shuffle(cards.as_mut());
            decks.push((seat, cards));
        }
        for (seat, cards) in decks {
            self.put(Fact::Shuffled { seat, cards });
        }
    }

    fn lay_generations(&mut self) {
        let mut draws = self.dice.stream("generations");
        let mut cards = List::new();
        for (century, used) in [(0, 4), (1, 4), (2, 3)] {
            let mut all: Vec<Gen> =
                Gen::all().filter(|card| card.data().century == century).collect();
            draws.shuffle(&mut all);
            for card in all.into_iter().take(used) {
                cards.push(card);
            }
        }
        self.put(Fact::Laid { cards });
    }

    /// When all have chosen: the kept cards, the higher number first, and the starting player.
    pub(super) fn reputations(&mut self) -> bool {
        if self.state.seats().any(|seat| self.state.of(seat).sealed.is_none()) {
            return false;
        }
        let mut kept: Vec<(Rep, Seat, Param)> = Vec::new();
        for seat in self.state.seats() {
            if let Some(Sealed::Rep { rep, param }) = self.state.of(seat).sealed {
                kept.push((rep, seat, param));
            }
        }
        kept.sort_unstable_by_key(|(rep, ..)| *rep);
        let first = kept.first().map_or(Seat(1), |(_, seat, _)| *seat);
        for (rep, seat, param) in kept {
            let gift = gift(&self.state, seat, (rep, param));
            self.put(Fact::Kept { seat, rep, gift });
        }
        self.put(Fact::Starter { seat: first });
        self.enter(Stage::Reveal);
        true
    }
}

/// The 12 basic cards and the Setting card, in data order.
pub fn starting_deck(home: Option<Setting>) -> Pack {
    let basic = Card::all().filter(|card| card.family() == Family::Basic);
    let basic = basic.flat_map(|card| std::iter::repeat_n(card, usize::from(card.data().copies)));
    basic.chain(home.map(Card::of_setting)).collect()
}

fn homes(seats: u8, dice: &mut Dice) -> List<Setting, 4> {
    let mut draws = dice.stream("home");
    let all: Vec<Setting> = Setting::all().collect();
    let drawn = *draws.pick(&all).expect("there are six Settings");
    let opposite = data().settings[drawn.index()].opposite;
    match seats {
        1 => List::of(&[drawn]),
        2 => List::of(&[drawn, opposite]),
        3 => {
            let other = data().triples.iter().find(|triple| !triple.contains(&drawn));
            let mut dealt = other.cloned().unwrap_or_default();
            draws.shuffle(&mut dealt);
            List::of(&dealt)
        }
        _ => {
            let rest = all.into_iter().filter(|setting| *setting != drawn && *setting != opposite);
            let mut dealt: Vec<Setting> = rest.collect();
            draws.shuffle(&mut dealt);
            List::of(&dealt)
        }
    }
}

/// The parameters a reputation may be kept with, in data order; one empty one for most.
pub fn params(state: &State, seat: Seat, rep: Rep) -> Vec<Param> {
    let family = state.of(seat);
    let home = family.home.map_or(0, |home| data().setting[home.index()]);
    let districts = |set: u32| District::of(set).map(Param::District).collect();
    match rep {
        Rep::RESPECTABLE => districts(family.farmsteads),
        Rep::LARGE_FAMILY => districts(home & !family.settled()),
        Rep::TROLL_BORN => districts(troll_forests(state, seat)),
        Rep::STRONG => cards(&["smithy", "fishing-hut"]),
        Rep::INNOVATORS => cards(&["stud", "tar-pit"]),
        _ => vec![Param::None],
    }
}

fn cards(slugs: &[&str]) -> Vec<Param> {
    slugs.iter().filter_map(|slug| Card::from_slug(slug)).map(Param::Card).collect()
}

/// Where Troll-born may put the farmstead (R15.5).
fn troll_forests(state: &State, seat: Seat) -> u32 {
    let from = left_by_trolls(state, seat).map_or(0, |district| district.bit());
    let mut taken = state.neutral;
    for other in state.seats() {
        taken |= state.of(other).settled();
    }
    let others = state.seats().filter(|other| *other != seat);
    let foreign = others.filter_map(|other| state.of(other).home);
    let foreign = foreign.fold(0, |set, home| set | data().setting[home.index()]);
    data().terrain[Terrain::FOREST.index()] & !(taken & !from) & !foreign
}

/// The farmstead that is not in the Harbour.
fn left_by_trolls(state: &State, seat: Seat) -> Option<District> {
    District::of(state.of(seat).farmsteads & !data().harbours).next()
}

fn gift(state: &State, seat: Seat, (rep, param): (Rep, Param)) -> Gift {
    let bank = |goods: Goods| Gift::Goods(goods.at_most(&state.bank));
    match (rep, param) {
        (Rep::RESPECTABLE, Param::District(district)) => Gift::Tower(district),
        (Rep::LARGE_FAMILY, Param::District(district)) => Gift::Farmstead(district),
        (Rep::TROLL_BORN, Param::District(to)) => match left_by_trolls(state, seat) {
            Some(from) => Gift::Moved { from, to },
            None => Gift::Nothing,
        },
        (Rep::STRONG | Rep::INNOVATORS, Param::Card(card)) => Gift::Card(card),
        (Rep::STORYTELLERS, _) => Gift::BuriedSilver(5.min(state.bank.of(Kind::SILVER))),
        (Rep::RICH, _) => bank(Goods::silver(5)),
        (Rep::HOARDERS, _) => bank(Goods::some(Kind::GRAIN, 3)),
        (Rep::SEA_LEGGED, _) => match state.of(seat).home {
            Some(home) => Gift::Ship(board::sea(home)),
            None => Gift::Nothing,
        },
        _ => Gift::Nothing,
    }
}

/// What is kept when a seat stays silent: the higher number, the first parameter (R24.1).
pub fn by_default(state: &State, seat: Seat) -> Option<(Rep, Param)> {
    debug_assert!(ask::ask(state, seat) == Some(ask::Ask::Reputation));
    let rep = state.of(seat).offered?.into_iter().min()?;
    Some((rep, params(state, seat, rep).first().copied().unwrap_or_default()))
}
