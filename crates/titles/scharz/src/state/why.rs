//! Why something changed: the words of the story.

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
    /// How units came to be where or what they are.
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
        /// They left a settlement without an order: nobody besieges it, or there is no room.
        MovedOut = "moved-out",
        /// The ship did not leave the quay, so they went ashore.
        Disembark = "disembark",
        Escape = "escape",
        Work = "work",
        /// The building is done or gone.
        WorkEnded = "work-ended",
        Raise = "raise",
        Lower = "lower",
        Train = "train",
        SentHome = "sent-home",
        /// A siege machine without a siege is light infantry again.
        Reverted = "reverted",
    }
);

words!(
    /// Why units came or went for good.
    Fate, "fate", {
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
        /// They cannot leave a field from which their side escaped.
        LeftBehind = "left-behind",
        /// Ships at the quay of a shipyard that was lost.
        ShipyardLost = "shipyard-lost",
        /// Given without pay.
        Free = "free",
    }
);

words!(
    /// What came of a settlement, a shipyard or a site.
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
    /// What came of a herd.
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
