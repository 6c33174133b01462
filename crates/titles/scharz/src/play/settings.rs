//! Settings for the round: tolls, rerolls, and a clash left to doctrine.

use super::super::state::doctrine::Luck;
use super::super::state::facts::Fact;
use super::super::state::options::Module;
use super::super::state::{State, line};
use super::super::things::ids::Field;
use super::super::things::kinds::{Hazard, Season};
use super::super::things::tables::Ground;
use super::run::Run;
use ravenpost_rules::RefusalCode::{AlreadyDone, NoneThere, NotInGame, NotNow, WrongAmount};
use ravenpost_rules::{Refusal, Seat};

/// `toll`: units that pass a road pay for it (R11.6).
pub fn toll(run: &mut Run<'_>, seat: Seat, road: Field) -> Result<(), Refusal> {
    let is_road = road.ground() == Ground::Neutral(Hazard::Road);
    NoneThere.unless(is_road, "R11.6", "there is no toll there")?;
    let paid = run.state.player(seat).tolls.has(road);
    AlreadyDone.unless(!paid, "R11.6", "you have already ordered this")?;
    run.put(Fact::TollPromised(seat, road));
    Ok(())
}

/// `luck`: sets the number of rerolls for this round (R20.4), or for the next in case of the yield.
pub fn luck(run: &mut Run<'_>, seat: Seat, line: &line::Luck) -> Result<(), Refusal> {
    let luck = line.kind;
    NotInGame.unless(
        run.state.has(Module::Prestige),
        "R2.2",
        "there is no prestige in this mode",
    )?;
    NotInGame.unless(is_rolled(&run.state, luck), "R2.5", "this game does not use that roll")?;
    let now = luck != Luck::Yield || run.state.season() == Season::Spring;
    NotNow.unless(now, "R19.7", "write re-rolls for the yield in the rear of spring")?;
    if line.n == 0 || line.n > 20 {
        return WrongAmount.refuse("R27.2", "name a number from 1 to 20");
    }
    run.put(Fact::RerollsSet(seat, luck, line.n));
    run.put(Fact::RerollsOrdered(seat, luck));
    Ok(())
}

/// Whether this game has such rolls.
pub fn is_rolled(state: &State, luck: Luck) -> bool {
    match luck {
        Luck::Wreck => state.has(Module::Shipwreck),
        Luck::Passage => true,
        Luck::Attrition => state.has(Module::Attrition),
        Luck::Fishing => state.has(Module::FishingDie),
        Luck::Yield => state.has(Module::Weather),
    }
}

/// `standing`: doctrine and the march sheet's lines decide the clash (R26).
pub fn standing(run: &mut Run<'_>, seat: Seat) -> Result<(), Refusal> {
    AlreadyDone.unless(!run.state.player(seat).stands, "R26", "you have already ordered this")?;
    run.put(Fact::ClashByDoctrine(seat));
    Ok(())
}
