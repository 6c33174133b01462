//! The properties of every fact: who may see the stored fact, who is notified, and whether it is an
//! instruction or reveals hidden information. The board is public and sheets are secret. The
//! results of a line are public, but the line itself is its owner's secret until it is revealed.

use super::super::state::Step;
use super::super::state::facts::Fact;
use ravenpost_rules::{Audience, FactInfo, Seat};

/// What is revealed: all sheets of a step.
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
        // Their effects are narrated elsewhere.
        Asked(..) | RearStarted | YearStarted | VictoryPointsNoted => open.untold(),
        CasualtiesCounted(..) | TradeLimitUsed(..) | LootMarkerCleared(_) => open.untold(),
        TributePaid(..) | RedemptionPaid(..) => open.untold(),
        CorsairsHired(_) | LightInfantryBought(..) => open.untold(),
        SheetsRevealed(step) => open.revealing(*step),
        LineWritten(seat, _) | LinesDropped(seat, _) | InstructionSet(seat, _) => {
            FactInfo::instruction(*seat)
        }
        DoctrineApplied(seat, ..) => FactInfo::own(*seat),
        // The seat's intentions for fights to come.
        RerollsSet(seat, ..) | RerollsOrdered(seat, _) | ClashByDoctrine(seat) => {
            FactInfo::own(*seat).untold()
        }
        // The fact belongs to the offering seat, and the other seat is notified as well.
        PactOffered(from, to, _) | OfferClosed(from, to) => {
            FactInfo::own(*from).with_audience(Audience::Both(*from, *to))
        }
    }
}

/// The announcement before sheets are revealed.
pub fn preview_note(step: Hidden, _seat: Seat) -> Option<String> {
    Some(format!("All {} sheets are revealed", step.slug()))
}
