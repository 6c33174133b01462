//! Reasons for changes, as narrated in the story.

use super::super::things::words::words;

words!(
    /// Why gold, prestige or victory points changed.
    Cause, "cause", {
        Setup = "setup",
        Trade = "trade",
        Building = "building",
        Taxes = "taxes",
        Festivals = "festivals",
        Salaries = "salaries",
        Rounding = "rounding",
        Toll = "toll",
        Pact = "pact",
        Beached = "beached",
        UnitsDestroyed = "units-destroyed",
        Conquest = "conquest",
        Battle = "battle",
        Spoils = "spoils",
        Looting = "looting",
        Razing = "razing",
        Herd = "herd",
        Grain = "grain",
        Spent = "spent",
        Reroll = "reroll",
        Meat = "meat",
        NewYear = "new-year",
        TopUp = "top-up",
        LostVictoryPoints = "lost-victory-points",
        Levy = "levy",
        Command = "command",
    }
);

words!(
    /// How units moved or changed.
    How, "manner", {
        March = "march",
        Board = "board",
        Sail = "sail",
        Carried = "carried",
        Land = "land",
        Beach = "beach",
        Ferry = "ferry",
        Army = "army",
        Fleet = "fleet",
        Ride = "ride",
        Retreat = "retreat",
        Harbour = "harbour",
        Slip = "slip",
        Withdraw = "withdraw",
        Emerge = "emerge",
        Exit = "exit",
        /// Left a settlement automatically, because it is not besieged or has no room.
        MovedOut = "moved-out",
        /// Went ashore because the ship did not leave the quay.
        Disembark = "disembark",
        Escape = "escape",
        Work = "work",
        /// The building is completed or lost.
        WorkEnded = "work-ended",
        Raise = "raise",
        Lower = "lower",
        Train = "train",
        SentHome = "sent-home",
        /// A siege machine without a siege became light infantry again.
        Reverted = "reverted",
    }
);

words!(
    /// Why units were added or removed.
    UnitReason, "fate", {
        Setup = "setup",
        Bought = "bought",
        Hired = "hired",
        Recruited = "recruited",
        Mustered = "mustered",
        Arrived = "arrived",
        Disbanded = "disbanded",
        Unpaid = "unpaid",
        Battle = "battle",
        Assault = "assault",
        Drowned = "drowned",
        Wrecked = "wrecked",
        Corsairs = "corsairs",
        Passage = "passage",
        Attrition = "attrition",
        Hunger = "hunger",
        /// Could not leave a field from which their side escaped.
        LeftBehind = "left-behind",
        /// Ships at the quay of a lost shipyard.
        ShipyardLost = "shipyard-lost",
        /// Received without payment.
        Free = "free",
    }
);

words!(
    /// What happened to a settlement, shipyard or building site.
    Lot, "lot", {
        Setup = "setup",
        Begun = "begun",
        Progress = "progress",
        Completed = "completed",
        Cancelled = "cancelled",
        Seized = "seized",
        Lowered = "lowered",
        Razed = "razed",
        Destroyed = "destroyed",
        Dismantled = "dismantled",
        Starved = "starved",
        Attrition = "attrition",
        Abandoned = "abandoned",
    }
);

words!(
    /// Why stores or crops changed.
    Use, "use", {
        Setup = "setup",
        Carted = "carted",
        Trade = "trade",
        Sown = "sown",
        Yield = "yield",
        Harvest = "harvest",
        Festival = "festival",
        Eaten = "eaten",
        Fishing = "fishing",
        Lost = "lost",
        Burnt = "burnt",
    }
);

words!(
    /// What happened to a herd.
    Herding, "herding", {
        Setup = "setup",
        Bought = "bought",
        Sold = "sold",
        Slaughtered = "slaughtered",
        Culled = "culled",
        Born = "born",
        Mounted = "mounted",
        Killed = "killed",
        Lost = "lost",
    }
);
