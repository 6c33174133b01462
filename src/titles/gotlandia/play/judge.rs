//! Whether a card may be used as asked, and what comes of it. `legal` and `decide` both ask here,
//! so that they cannot disagree. It changes nothing and draws nothing.

use super::super::orders::{Lot, Play, ShipOrder, Use};
use super::super::reckon::board;
use super::super::state::facts::Deed;
use super::super::state::steps::{Step, Steps};
use super::super::state::{Family, State};
use super::super::things::data::{Alt, Follow, Reach, data};
use super::super::things::goods::Goods;
use super::super::things::names::{Card, Deco, Dir, District, Kind, Rep};
use super::why::Why;
use crate::rules::Seat;

/// The alternative of the card that a use means.
pub fn alternative(card: Card, act: &Use) -> Option<&'static Alt> {
    let alts = &card.data().alts;
    alts.iter().find(|alt| match (act, alt) {
        (Use::Settle(..), Alt::Settle { .. })
        | (Use::Produce, Alt::Produce { .. } | Alt::ProduceSetting)
        | (Use::Tower(..), Alt::BuildTower { .. } | Alt::PlaceTower)
        | (Use::Church(..), Alt::BuildChurch)
        | (Use::Decorate(_), Alt::Decorate)
        | (Use::Ship(..), Alt::BuildShip | Alt::PlaceShip)
        | (Use::Raid, Alt::Raid(_))
        | (Use::Sell(..), Alt::Sell { .. })
        | (Use::Assembly, Alt::Assembly)
        | (Use::Draw(_), Alt::Draw(_))
        | (Use::Sink, Alt::Sink) => true,
        (Use::Take(word), Alt::TakeOne(kinds)) => word.is_none_or(|kind| kinds.contains(&kind)),
        (Use::Take(None), Alt::Take(_) | Alt::TakePer(..)) => true,
        (Use::Take(Some(kind)), Alt::Take(goods) | Alt::TakePer(_, goods)) => {
            leaves_choice(card) && goods.of(*kind) > 0
        }
        _ => false,
    })
}

/// Whether `take` needs a word with this card: Gotland, Riga, Stettin.
pub fn leaves_choice(card: Card) -> bool {
    let takes = card
        .data()
        .alts
        .iter()
        .filter(|alt| matches!(alt, Alt::Take(_) | Alt::TakePer(..) | Alt::TakeOne(_)));
    takes.clone().count() > 1 || takes.into_iter().any(|alt| matches!(alt, Alt::TakeOne(_)))
}

/// Whether this option of the table keeps the alternative for the follow-up (R13.12).
fn only_follows(state: &State, alt: &Alt) -> bool {
    state.options.then_church && matches!(alt, Alt::BuildChurch | Alt::Decorate)
}

/// What playing the card so would come to.
pub fn judge(state: &State, seat: Seat, play: &Play) -> Result<Deed, Why> {
    let family = state.of(seat);
    if !family.hand.contains(&play.card) {
        return Err(Why::NotInHand(play.card));
    }
    let alt = match (alternative(play.card, &play.act), play.act) {
        (Some(_), Use::Take(None)) if leaves_choice(play.card) => {
            return Err(Why::TakeWhat(play.card));
        }
        (Some(alt), _) => alt,
        (None, Use::Take(Some(kind))) => return Err(Why::NotTaken(play.card, kind)),
        (None, _) => return Err(Why::NoSuchUse(play.card)),
    };
    if only_follows(state, alt) {
        return Err(Why::OnlyFollows(play.card));
    }
    if play.nodraw && !brings_draw(family, play.card, alt) {
        return Err(Why::NoDraw(play.card));
    }
    match play.act {
        Use::Settle(district, pay) => settle(state, seat, alt, (district, pay)),
        Use::Produce => Ok(Deed::Produced { goods: board::produce(state, seat, alt) }),
        Use::Take(word) => Ok(Deed::Took { goods: take(state, seat, (play.card, alt, word)) }),
        Use::Tower(district, pay) => tower(state, seat, alt, (district, pay)),
        Use::Church(district, pay) => church(state, seat, district, pay),
        Use::Decorate(decoration) => decorate(state, seat, decoration),
        Use::Ship(dir, pay) => ship(state, seat, alt, (dir, pay)),
        Use::Raid if family.fleet() == 0 => Err(Why::NoShips),
        Use::Raid => Ok(Deed::Raided),
        Use::Sell(count, kind) => sell(state, seat, alt, (count, kind)),
        Use::Assembly if state.assembly > 0 => Err(Why::RomaTaken),
        Use::Assembly => Ok(Deed::Assembly),
        Use::Draw(count) => match alt {
            Alt::Draw(most) if count <= *most => Ok(Deed::Drawing { most: count }),
            Alt::Draw(most) => Err(Why::TooManyDraws(*most)),
            _ => Err(Why::NoSuchUse(play.card)),
        },
        Use::Sink if state.pirates == 0 => Err(Why::NoPirate),
        Use::Sink => Ok(Deed::Sinking),
    }
}

fn take(state: &State, seat: Seat, (card, alt, word): (Card, &Alt, Option<Kind>)) -> Goods {
    let wanted = match (alt, word) {
        (Alt::TakeOne(_), Some(kind)) => Goods::one(kind),
        _ => board::takes(state, seat, card, alt),
    };
    wanted.at_most(&state.bank)
}

fn affordable(family: &Family, cost: &Goods, pay: &Goods) -> Result<(), Why> {
    if !board::payments(cost).contains(pay) {
        return Err(Why::BadPay(*cost));
    }
    if family.storage.holds(pay) { Ok(()) } else { Err(Why::CannotPay(*pay)) }
}

fn settle(
    state: &State,
    seat: Seat,
    alt: &Alt,
    (district, pay): (District, Goods),
) -> Result<Deed, Why> {
    let family = state.of(seat);
    let bit = district.bit();
    let Alt::Settle { reach, among } = alt else { return Err(Why::Nothing) };
    if family.settled() & bit != 0 {
        return Err(Why::Already(district));
    }
    if among & bit == 0 {
        return Err(Why::WrongLand(district));
    }
    match reach {
        Reach::Adjacent if board::adjacent(family) & bit == 0 => {
            return Err(Why::NotAdjacent(district));
        }
        Reach::Home if family.home != Some(district.setting()) => {
            return Err(Why::NotHome(district));
        }
        _ => {}
    }
    if board::threatened(state) & bit != 0 {
        return Err(Why::Threatened(district));
    }
    if board::spare(family.farmsteads, 5) == 0 {
        return Err(Why::NoPiece("farmstead"));
    }
    affordable(family, &data().costs.settle, &pay)?;
    let (toll, neutral) = board::toll(state, seat, district);
    let silver = toll.len() as u8 * data().costs.neighbour + neutral;
    let whole = pay.plus(&Goods::silver(silver));
    if !family.storage.holds(&whole) {
        return Err(Why::CannotPayToll(district, silver));
    }
    Ok(Deed::Settled { district, pay, toll, neutral })
}

fn tower(
    state: &State,
    seat: Seat,
    alt: &Alt,
    (district, pay): (District, Goods),
) -> Result<Deed, Why> {
    let family = state.of(seat);
    let free = matches!(alt, Alt::PlaceTower);
    if family.farmsteads & district.bit() == 0 {
        return Err(Why::NoFarmstead(district));
    }
    if matches!(alt, Alt::BuildTower { home: true }) && family.home != Some(district.setting()) {
        return Err(Why::NotHome(district));
    }
    if board::spare(family.towers, 3) == 0 {
        return Err(Why::NoPiece("tower"));
    }
    if !free {
        affordable(family, &data().costs.tower, &pay)?;
    } else if !pay.is_none() {
        return Err(Why::Free);
    }
    Ok(Deed::Tower { district, pay })
}

/// A church, whether as the main effect or as a follow-up.
pub fn church(state: &State, seat: Seat, district: District, pay: Goods) -> Result<Deed, Why> {
    let family = state.of(seat);
    if family.towers & district.bit() == 0 {
        return Err(Why::NoTower(district));
    }
    if board::church_in(state, district) {
        return Err(Why::ChurchThere(district));
    }
    if board::spare(family.churches, 3) == 0 {
        return Err(Why::NoPiece("church"));
    }
    affordable(family, &data().costs.church, &pay)?;
    Ok(Deed::Church { district, pay })
}

/// A decoration, whether as the main effect or as a follow-up.
pub fn decorate(state: &State, seat: Seat, decoration: Deco) -> Result<Deed, Why> {
    let family = state.of(seat);
    if family.churches == 0 {
        return Err(Why::NoChurch);
    }
    if state.for_sale & decoration.bit() == 0 {
        return Err(Why::DecorationGone(decoration));
    }
    if family.silver() < decoration.cost() {
        return Err(Why::CannotPay(Goods::silver(decoration.cost())));
    }
    Ok(Deed::Decorated { decoration, silver: decoration.cost() })
}

fn ship(state: &State, seat: Seat, alt: &Alt, (dir, pay): (Dir, Goods)) -> Result<Deed, Why> {
    let family = state.of(seat);
    if family.fleet() >= 3 {
        return Err(Why::NoPiece("ship"));
    }
    if matches!(alt, Alt::PlaceShip) {
        if !pay.is_none() {
            return Err(Why::Free);
        }
        return Ok(Deed::Ship { dir, pay });
    }
    if family.settled() & board::harbour(dir).bit() == 0 {
        return Err(Why::NoHarbour(dir));
    }
    affordable(family, &data().costs.ship, &pay)?;
    Ok(Deed::Ship { dir, pay })
}

fn sell(state: &State, seat: Seat, alt: &Alt, (count, kind): (u8, Kind)) -> Result<Deed, Why> {
    let Alt::Sell { kinds, space } = alt else { return Err(Why::Nothing) };
    if !kinds.contains(&kind) {
        return Err(Why::NotSoldHere(kind));
    }
    if *space && state.sold[kind.index()] > 0 {
        return Err(Why::SpaceTaken(kind));
    }
    if count == 0 {
        return Err(Why::SellOne);
    }
    if state.of(seat).storage.of(kind) < count {
        return Err(Why::NotThatMany(kind, state.of(seat).storage.of(kind)));
    }
    let silver = u16::from(count) * u16::from(board::price(state, seat, kind));
    match u8::try_from(silver) {
        Ok(silver) if silver <= state.bank.of(Kind::SILVER) => {
            Ok(Deed::Sold { kind, count, silver, space: *space })
        }
        _ => Err(Why::BankShort(state.bank.of(Kind::SILVER) / board::price(state, seat, kind))),
    }
}

/// Whether the play brings a draw besides a `draw n` (R25.6).
pub fn brings_draw(family: &Family, card: Card, alt: &Alt) -> bool {
    card.data().draws
        || matches!(alt, Alt::Raid(super::super::things::data::After::Draw))
        || gossips(family, card)
}

fn gossips(family: &Family, card: Card) -> bool {
    family.is(Rep::GOSSIP_MONGERS) && (card == Card::WISBY || card == Card::ROMA)
}

/// What the play still brings after its main effect, in order (R8.11).
pub fn steps(state: &State, seat: Seat, play: &Play) -> Steps {
    use super::super::things::data::After;
    let family = state.of(seat);
    let card = play.card;
    let mut steps = Steps::NONE;
    let alt = alternative(card, &play.act);
    match alt {
        Some(Alt::Raid(after)) => {
            steps.add(Step::Raid);
            if *after == After::Pirate {
                steps.add(Step::Pirate);
            }
            if *after == After::Draw && !play.nodraw {
                steps.add(Step::Draw);
            }
        }
        Some(Alt::Sink | Alt::Assembly) => steps.add(Step::Sink),
        _ => {}
    }
    if card.data().draws && !play.nodraw {
        steps.add(Step::Draw);
    }
    if gossips(family, card) && !play.nodraw {
        steps.add(Step::Gossip);
    }
    if family.is(Rep::WISE) && card == Card::HOME {
        steps.add(Step::Wise);
    }
    if family.is(Rep::LONG_FINGERED) && card == Card::GOTLAND {
        steps.add(Step::Steal);
    }
    let merchant = (card == Card::LUBECK || card == Card::LINKOPING) && state.options.then_church;
    if card.data().follow.is_some() || merchant {
        steps.add(Step::Follow);
    }
    steps
}

/// Whether a ship may do this now (R9.16, R25.7).
pub fn judge_ship(state: &State, order: &ShipOrder) -> Result<(), Why> {
    let ShipOrder { from, at, to, sink } = *order;
    if state.raiders[from.index()] == 0 {
        return Err(Why::NoShipThere(from));
    }
    if from != at && at != to {
        return Err(Why::TwoMoves);
    }
    for (start, end) in [(from, at), (at, to)] {
        if start != end && !start.is_beside(end) {
            return Err(Why::NotBeside(start, end));
        }
    }
    if sink && !state.pirate(at) { Err(Why::NoPirateThere(at)) } else { Ok(()) }
}

/// A partner bought as the follow-up of Wisby.
pub fn partner(state: &State, seat: Seat, card: Card) -> Result<Deed, Why> {
    let cheap = state.of(seat).is(Rep::OUTGOING);
    let silver = if cheap { 1 } else { data().costs.partner };
    if card < Card::LUBECK || state.pile_of(card).is_none() {
        return Err(Why::NotOnTop(card));
    }
    if state.of(seat).silver() < silver {
        return Err(Why::CannotPay(Goods::silver(silver)));
    }
    Ok(Deed::Partner { card, silver })
}

/// A craft learned as the follow-up of Roma.
pub fn learn(state: &State, seat: Seat, card: Card) -> Result<Deed, Why> {
    let silver = data().costs.learn;
    if !(Card::STUD..Card::LUBECK).contains(&card) || state.pile_of(card).is_none() {
        return Err(Why::NotOnTop(card));
    }
    if !board::meets(state.of(seat), &card.data().needs) {
        return Err(Why::Needs(card));
    }
    if state.of(seat).silver() < silver {
        return Err(Why::CannotPay(Goods::silver(silver)));
    }
    Ok(Deed::Learned { card, silver })
}

/// What Home may bring back.
pub fn unbury(state: &State, seat: Seat, lot: &Lot) -> Result<Deed, Why> {
    let family = state.of(seat);
    if lot.size() == 0 {
        return Err(Why::Empty);
    }
    if lot.silver > family.buried_silver {
        return Err(Why::NotBuried);
    }
    if lot.cards.iter().any(|card| lot.cards.count(*card) > family.buried.count(*card)) {
        return Err(Why::NotBuried);
    }
    if lot.size() > 1 && !state.options.unbury_any {
        return Err(Why::OneOnly);
    }
    Ok(Deed::Unburied { silver: lot.silver, cards: lot.cards })
}

/// What the running turn's follow-up may be.
pub fn follow(state: &State) -> Option<Follow> {
    state.playing.and_then(|card| card.data().follow)
}

/// Whether the lot may be buried, and its cards are there (R18.7).
pub fn judge_bury(family: &Family, lot: &Lot) -> Result<(), Why> {
    if lot.size() > usize::from(board::symbols(family)) {
        return Err(Why::TooManyBuried(board::symbols(family)));
    }
    if lot.silver > family.silver() {
        return Err(Why::NotThatMany(Kind::SILVER, family.silver()));
    }
    let have = |card: Card| {
        family.hand.count(card) + family.played.count(card) + family.discard.count(card)
    };
    match lot.cards.iter().find(|card| lot.cards.count(**card) > have(**card)) {
        Some(card) => Err(Why::NoSuchCard(*card)),
        None => Ok(()),
    }
}

/// Whether this is what the seat owes (R6.5-R6.8, R16.6).
pub fn judge_loss(state: &State, seat: Seat, goods: &Goods, gifts: bool) -> Result<(), Why> {
    let family = state.of(seat);
    let owes = u16::from(family.owes);
    if let Some((kind, _)) = goods.kinds().find(|(kind, count)| family.storage.of(*kind) < *count) {
        return Err(Why::NotThatMany(kind, family.storage.of(kind)));
    }
    if gifts {
        let silver = u16::from(goods.of(Kind::SILVER));
        let fits = silver % 2 == 0 && goods.resources() + silver / 2 == owes;
        return if fits { Ok(()) } else { Err(Why::OwesGifts(family.owes)) };
    }
    if goods.items() == owes { Ok(()) } else { Err(Why::Owes(family.owes)) }
}

/// What is lost without a question, if there is no choice (R6.7, R6.8).
pub fn forced_loss(family: &Family, gifts: bool) -> Option<Goods> {
    let storage = family.storage;
    let owes = u16::from(family.owes);
    if !gifts {
        if storage.items() <= owes {
            return Some(storage);
        }
        let mut kinds = storage.kinds();
        let only = kinds.next().filter(|_| kinds.next().is_none());
        return only.map(|(kind, _)| Goods::some(kind, family.owes));
    }
    let pairs = u16::from(storage.of(Kind::SILVER) / 2);
    if storage.resources() + pairs < owes {
        return Some(storage);
    }
    let bundles = super::bundles::losses(&storage, family.owes, (true, 2));
    (bundles.len() == 1).then(|| bundles[0])
}
