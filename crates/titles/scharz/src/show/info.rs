//! What every fact is for those who look on: who may know it as it is stored, who is told of it,
//! and whether it is an instruction or brings something hidden to light. The board lies open and
//! sheets do not: what became of a line is everybody's, the line before it came to light its
//! owner's.

use super::super::state::Step;
use super::super::state::facts::Fact;
use ravenpost_rules::{Audience, FactInfo, Seat};

/// What comes to light: the sheets that everybody has filled in for a step.
pub type Hidden = Step;

pub fn info(fact: &Fact) -> FactInfo<Hidden> {
    use Fact::*;
    let open = FactInfo::open();
    match fact {
        Opened(_)
        | SheetClosed(_)
        | SheetTimedOut { .. }
        | LineSkipped(..)
        | GameEnded(_)
        | RoundStarted(..)
        | PhaseStarted(_) => open,
        HomelandAssigned(..) | FactionChosen(..) | LateStart(_) | Arrived(_) => open,
        UnitsAdded(..) | UnitsRemoved { .. } | UnitsChanged(..) => open,
        HalfGoldChanged(..) | PrestigeChanged(..) | VictoryPointsChanged(..) => open,
        SettlementChanged(..)
        | ShipyardChanged(..)
        | ConstructionChanged(..)
        | StoreChanged(..) => open,
        HerdMoved(..) | HerdAdded(..) | HerdRemoved(..) | HerdTaken(..) => open,
        Sown(..) | CropChanged(..) | Looted(..) => open,
        PactAgreed(..) | PactEnded(..) | VassalageEnding(..) => open,
        RivalNamed(..) | CommandLevelSet(..) | TollPromised(..) | SecondMarchBought(_)
        | BuildTwiceBought(_) => open,
        VictoryAnnounced(..) | AnnouncementFailed(..) | Eliminated(_) | Resigned(_) => open,
        WinterWeather(_) | IceFormed(_) | DiceRolled(_) | BattleStarted(..)
        | AssaultStarted(..) => open,
        StrikeMade(_) | Intercepted(..) | CombatDecided(..) | WallsBroken(_) => open,
        // What counts of them is told where it matters.
        Asked(..) | RearStarted | YearStarted | VictoryPointsNoted => open.untold(),
        CasualtiesCounted(..) | TradeLimitUsed(..) | LootMarkerCleared(_) => open.untold(),
        TributePaid(..) | RedemptionPaid(..) => open.untold(),
        CorsairsHired(_) | LightInfantryBought(..) => open.untold(),
        SheetsRevealed(step) => open.revealing(*step),
        LineWritten(seat, _) | LinesDropped(seat, _) | InstructionSet(seat, _) => {
            FactInfo::instruction(*seat)
        }
        DoctrineApplied(seat, ..) => FactInfo::own(*seat),
        // How it means to go on in the fights that are to come.
        RerollsSet(seat, ..) | RerollsOrdered(seat, _) | ClashByDoctrine(seat) => {
            FactInfo::own(*seat).untold()
        }
        // The other knows of it too, and is told; the fact is that of whose offer it is.
        PactOffered(from, to, _) | OfferClosed(from, to) => {
            FactInfo::own(*from).told_to(Audience::Both(*from, *to))
        }
    }
}

/// What may be said beforehand of sheets that come to light.
pub fn preview_note(step: Hidden, _seat: Seat) -> Option<String> {
    Some(format!("All sheets of the {} come to light", step.slug()))
}
