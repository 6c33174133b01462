//! R4 Setup: homes, piles, decks and reputations, up to the choice that ends it.

use super::super::state::facts::Fact;
use super::super::state::options::Options;
use super::super::state::{Pack, Pile};
use super::super::things::data::data;
use super::super::things::goods::Goods;
use super::super::things::ids::{Card, Gen, Rep, Setting};
use super::super::things::tables::Suit;
use super::run::Run;
use ravenpost_rules::list::List;
use ravenpost_rules::{Dice, Seat};

/// Performs the set-up until the choice of reputations, in the order of R4.1.
pub fn set_up(run: &mut Run, seats: u8, options: Options) {
    run.put(Fact::Opened { seats, options });
    let homes = homes(seats, run.dice);
    let neutral = Setting::all().filter(|setting| !homes.contains(setting));
    let neutral = neutral.flat_map(|setting| data().settings[setting.index()].start).collect();
    run.put(Fact::HomesDealt { homes, neutral });
    for (seat, home) in Seat::all(seats).zip(homes.iter()) {
        begin(run, seat, *home);
    }
    let piles = [
        (Suit::Craft, [Card::STUD, Card::TAR_PIT], options.advanced_craft),
        (Suit::Trading, [Card::LINKOPING, Card::LUBECK], options.advanced_trading),
    ];
    let [craft, trading] = piles.map(|(suit, fixed, advanced)| pile(run, suit, fixed, advanced));
    run.put(Fact::PilesSet { craft, trading });
    deal_reputations(run);
    shuffle_decks(run);
    lay_generations(run);
}

fn begin(run: &mut Run, seat: Seat, home: Setting) {
    let known = &data().settings[home.index()];
    let mut goods = data().storage;
    for district in known.start {
        goods.add(&Goods::one(district.terrain().yields()));
    }
    run.put(Fact::SeatSetUp { seat, home, farmsteads: known.start, ship: known.dir, goods });
}

fn pile(run: &mut Run, suit: Suit, fixed: [Card; 2], advanced: bool) -> Vec<Pile> {
    let single = |card: &Card| {
        card.suit() == suit && !fixed.contains(card) && (advanced || !card.data().advanced)
    };
    let mut singles: Vec<Card> = Card::all().filter(single).collect();
    let purpose = if suit == Suit::Craft { "craft piles" } else { "trading piles" };
    run.dice.stream(purpose).shuffle(&mut singles);
    let mut piles: Vec<Pile> = fixed.map(|card| List::of(&[card; 4])).to_vec();
    piles.extend(singles.chunks(4).map(List::of));
    piles
}

fn deal_reputations(run: &mut Run) {
    let state = &run.state;
    let (new, old): (Vec<Seat>, Vec<Seat>) =
        state.seats().partition(|seat| state.options.is_new(*seat));
    let mut pool: Vec<Rep> = Rep::all().collect();
    let mut dealt = Vec::new();
    let mut draws = run.dice.stream("reputation");
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
        run.put(Fact::ReputationsDealt { seat, cards });
    }
}

fn shuffle_decks(run: &mut Run) {
    let mut decks = Vec::new();
    let mut draws = run.dice.stream("decks");
    for seat in run.state.seats() {
        let mut cards = starting_deck(run.state.of(seat).home);
        draws.shuffle(cards.as_mut());
        decks.push((seat, cards));
    }
    for (seat, cards) in decks {
        run.put(Fact::DeckShuffled { seat, cards });
    }
}

fn lay_generations(run: &mut Run) {
    let mut draws = run.dice.stream("generations");
    let mut cards = List::new();
    for (century, used) in [(0, 4), (1, 4), (2, 3)] {
        let mut all: Vec<Gen> = Gen::all().filter(|card| card.data().century == century).collect();
        draws.shuffle(&mut all);
        for card in all.into_iter().take(used) {
            cards.push(card);
        }
    }
    run.put(Fact::GenerationDeckSet { cards });
}

/// Returns the 12 basic cards and the Setting card, in data order.
pub fn starting_deck(home: Option<Setting>) -> Pack {
    let basic = Card::all().filter(|card| card.suit() == Suit::Basic);
    let basic = basic.flat_map(|card| std::iter::repeat_n(card, usize::from(card.data().copies)));
    basic.chain(home.map(Card::from_setting)).collect()
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
