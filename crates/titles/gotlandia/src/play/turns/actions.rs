//! R9, R17, R26 Actions and decorations: whether a use of a card is legal, and its effect.

use crate::play::means::{has_piece, has_silver, holds, pays, pays_nothing};
use crate::play::refuse::{refusal, require};
use crate::reckon::{board, income};
use crate::state::State;
use crate::state::plays::{Effect, Play, Use};
use crate::things::data::data;
use crate::things::goods::Goods;
use crate::things::ids::{Deco, District};
use crate::things::kinds::{Dir, Kind};
use crate::things::tables::{Alt, Reach};
use ravenpost_rules::RefusalCode::{
    AlreadyDone, CannotPay, NoneThere, NotHeld, Occupied, OutOfRange, WrongAmount, WrongKind,
};
use ravenpost_rules::{Refusal, Seat, text::phrase};

/// Returns the effect of using an alternative of a card as requested.
pub fn check(state: &State, seat: Seat, play: &Play, alt: &Alt) -> Result<Effect, Refusal> {
    let effect = match (play.action, alt) {
        (Use::Settle(district, pay), Alt::Settle { reach, among }) => {
            return settle(state, seat, *reach, *among, district, pay);
        }
        (Use::Produce, _) => Effect::Produced { goods: income::produce(state, seat, alt) },
        (Use::Take(Some(kind)), Alt::TakeOne(_)) => {
            Effect::Taken { goods: Goods::one(kind).at_most(&state.bank) }
        }
        (Use::Take(_), _) => {
            let goods = income::takes(state, seat, play.card, alt).at_most(&state.bank);
            Effect::Taken { goods }
        }
        (Use::Tower(district, pay), _) => return tower(state, seat, alt, district, pay),
        (Use::Church(district, pay), _) => return church(state, seat, district, pay),
        (Use::Decorate(decoration), _) => return decorate(state, seat, decoration),
        (Use::Ship(dir, pay), _) => return ship(state, seat, alt, dir, pay),
        (Use::Raid, _) => {
            let sails = state.of(seat).fleet() > 0;
            require(sails, || refusal("R9.31", "you have no ship on the board").code(NotHeld))?;
            Effect::RaidStarted
        }
        (Use::Sell(count, kind), Alt::Sell { kinds, space }) => {
            return sell(state, seat, kinds, *space, count, kind);
        }
        (Use::Assembly, _) => {
            let open = state.assembly.is_none();
            require(open, || {
                refusal("R8.4", "the assembly has already been called this generation")
                    .code(AlreadyDone)
            })?;
            Effect::AssemblyCalled
        }
        (Use::Draw(count), Alt::Draw(most)) => {
            require(count <= *most, || {
                let most = phrase::count((*most).into(), "card");
                refusal("R7.3", format!("this card draws at most {most}")).code(WrongAmount)
            })?;
            Effect::DrawChosen { up_to: count }
        }
        (Use::Sink, _) => {
            require(state.pirates != 0, || {
                refusal("R8.3", "there is no pirate to sink").code(NoneThere)
            })?;
            Effect::SinkChosen
        }
        _ => return Err(refusal("R8.3", "that is not possible here").code(WrongKind)),
    };
    Ok(effect)
}

/// Settles a district (R9.1-R9.5).
fn settle(
    state: &State,
    seat: Seat,
    reach: Reach,
    among: u32,
    district: District,
    pay: Goods,
) -> Result<Effect, Refusal> {
    let house = state.of(seat);
    let (bit, name) = (district.bit(), district.name());
    let of = |rule, why: String| refusal(rule, why).word(district.slug());
    require(house.settled() & bit == 0, || {
        of("R9.1", format!("you have already settled {name}")).code(AlreadyDone)
    })?;
    require(among & bit != 0, || {
        of("R9.1", format!("{name} is {}, which does not match the card", land(district)))
            .code(WrongKind)
    })?;
    match reach {
        Reach::Adjacent => require(board::adjacent(house) & bit != 0, || {
            of("R9.2", format!("{name} is not adjacent to one of your settlements"))
                .code(OutOfRange)
        })?,
        Reach::Home => at_home(state, seat, district)?,
        Reach::Any => {}
    }
    let threatened = board::threatened(state) & bit != 0;
    require(!threatened, || {
        of("R6.4", format!("{name} is threatened by a pirate")).code(Occupied)
    })?;
    has_piece(board::spare(house.farmsteads, 5), "farmstead", "R9.4")?;
    pays(state, seat, &data().costs.settle, &pay)?;
    let (toll, neutral) = board::toll(state, seat, district);
    let silver = toll.len() as u8 * data().costs.neighbour + neutral;
    require(house.storage.holds(&pay.plus(&Goods::silver(silver))), || {
        of("R9.3", format!("you cannot also pay {silver} Silver for the settlements there"))
            .code(CannotPay)
    })?;
    Ok(Effect::Settled { district, pay, toll, neutral })
}

fn at_home(state: &State, seat: Seat, district: District) -> Result<(), Refusal> {
    require(state.of(seat).home == Some(district.setting()), || {
        let why = format!("{} is not in your home Setting", district.name());
        refusal("R10.10", why).code(OutOfRange).word(district.slug())
    })
}

fn land(district: District) -> String {
    let coast = data().coastal & district.bit() != 0;
    format!("{} {}", if coast { "coastal" } else { "inland" }, district.terrain().name())
}

fn tower(
    state: &State,
    seat: Seat,
    alt: &Alt,
    district: District,
    pay: Goods,
) -> Result<Effect, Refusal> {
    let house = state.of(seat);
    require(house.farmsteads & district.bit() != 0, || {
        let why = format!("you have no farmstead in {}", district.name());
        refusal("R9.21", why).code(NotHeld).word(district.slug())
    })?;
    if matches!(alt, Alt::BuildTower { home: true }) {
        at_home(state, seat, district)?;
    }
    has_piece(board::spare(house.towers, 3), "tower", "R9.21")?;
    match alt {
        Alt::PlaceTower => pays_nothing(&pay)?,
        _ => pays(state, seat, &data().costs.tower, &pay)?,
    }
    Ok(Effect::TowerBuilt { district, pay })
}

/// Builds a church, as the main effect or as a follow-up.
pub fn church(
    state: &State,
    seat: Seat,
    district: District,
    pay: Goods,
) -> Result<Effect, Refusal> {
    let house = state.of(seat);
    let of = |why: String| refusal("R9.23", why).word(district.slug());
    let name = district.name();
    let raised = house.towers & district.bit() != 0;
    require(raised, || of(format!("you have no tower in {name}")).code(NotHeld))?;
    let free = !board::church_in(state, district);
    require(free, || of(format!("there is already a church in {name}")).code(Occupied))?;
    has_piece(board::spare(house.churches, 3), "church", "R9.23")?;
    pays(state, seat, &data().costs.church, &pay)?;
    Ok(Effect::ChurchBuilt { district, pay })
}

/// Buys a decoration, as the main effect or as a follow-up.
pub fn decorate(state: &State, seat: Seat, decoration: Deco) -> Result<Effect, Refusal> {
    let adorns = state.of(seat).churches != 0;
    require(adorns, || refusal("R9.24", "you have no church to decorate").code(NotHeld))?;
    require(state.for_sale & decoration.bit() != 0, || {
        let why = format!("{} is no longer for sale", decoration.name());
        refusal("R9.24", why).code(NoneThere).word(decoration.slug())
    })?;
    has_silver(state, seat, decoration.cost())?;
    Ok(Effect::Decorated { decoration, silver: decoration.cost() })
}

fn ship(state: &State, seat: Seat, alt: &Alt, dir: Dir, pay: Goods) -> Result<Effect, Refusal> {
    let house = state.of(seat);
    has_piece(3u8.saturating_sub(house.fleet()), "ship", "R9.15")?;
    if matches!(alt, Alt::PlaceShip) {
        pays_nothing(&pay)?;
        return Ok(Effect::ShipPlaced { dir, pay });
    }
    let harbour = board::harbour(dir);
    require(house.settled() & harbour.bit() != 0, || {
        let name = harbour.name();
        refusal("R9.13", format!("you have not settled {name}, the Harbour for this direction"))
            .code(NotHeld)
            .word(dir.slug())
    })?;
    pays(state, seat, &data().costs.ship, &pay)?;
    Ok(Effect::ShipPlaced { dir, pay })
}

/// Sells goods, in Wisby or with a card (R9.10-R9.12).
fn sell(
    state: &State,
    seat: Seat,
    kinds: &[Kind],
    space: bool,
    count: u8,
    kind: Kind,
) -> Result<Effect, Refusal> {
    let of = |rule, why: String| refusal(rule, why).word(kind.word());
    let name = kind.name();
    require(kinds.contains(&kind), || {
        of("R9.11", format!("this card cannot sell {name}")).code(WrongKind)
    })?;
    require(!space || state.sold[kind.index()].is_none(), || {
        of("R8.4", format!("{name} has already been sold in Wisby this generation"))
            .code(AlreadyDone)
    })?;
    require(count > 0, || refusal("R9.10", "sell at least one").code(WrongAmount))?;
    holds(state, seat, kind, count)?;
    let (price, bank) = (income::price(state, seat, kind), state.bank.of(Kind::SILVER));
    match count.checked_mul(price) {
        Some(silver) if silver <= bank => Ok(Effect::Sold { kind, count, silver, in_wisby: space }),
        _ => Err(refusal("R9.12", format!("the bank can pay for only {}", bank / price))
            .code(WrongAmount)),
    }
}
