//! What lines are called where they are offered: the heading they stand under, and a label each.

use super::super::state::Verb;
use super::super::state::line::Sheet;

/// The heading under which lines of a verb stand.
pub fn heading(verb: Verb) -> &'static str {
    match verb.sheet() {
        Sheet::Any => "Your sheet",
        Sheet::Homeland => "Homelands",
        Sheet::Settle => "Your start",
        Sheet::Doctrine => "Doctrine",
        Sheet::March => match verb {
            Verb::Drive | Verb::Stable | Verb::Pasture | Verb::Cart => "Herds and stores",
            Verb::Board | Verb::Sail | Verb::Land | Verb::Beach | Verb::Ferry | Verb::Fleet => {
                "At sea"
            }
            Verb::Accept | Verb::Refuse => "Offers to you",
            _ => "March",
        },
        Sheet::Clash => match verb {
            Verb::Retreat | Verb::Harbour | Verb::Slip => "Retreat",
            Verb::Withdraw | Verb::Shelter | Verb::Emerge => "Walls",
            Verb::Siege => "Siege",
            Verb::Loot | Verb::Burn | Verb::Herds => "Looting",
            _ => "Battle",
        },
        Sheet::Rear => match verb {
            Verb::Offer | Verb::Demand | Verb::Recall | Verb::Release | Verb::Revolt => "Diplomacy",
            Verb::Dominance | Verb::Might => "Victory",
            verb if verb <= Verb::Dismantle => "Construction",
            verb if verb <= Verb::Slaughter => "Trade",
            _ => "The season",
        },
    }
}

/// What a form for lines with this first word is called.
pub fn label(word: &str) -> Option<&'static str> {
    let (_, label) = LABELS.iter().find(|(known, _)| *known == word)?;
    Some(label)
}

/// First words that do not say by themselves what their lines do.
const LABELS: &[(&str, &str)] = &[
    ("pick", "Name homelands, the dearest first"),
    ("faction", "Choose your people"),
    ("village", "Found a village"),
    ("city", "Found a city"),
    ("port", "Found a port"),
    ("dock", "Found a dock"),
    ("fort", "Fortify"),
    ("place", "Place units"),
    ("grain", "Store grain"),
    ("rival", "Name your rival"),
    ("move", "March to a field beside"),
    ("ride", "Ride one field further"),
    ("army", "March as an army"),
    ("fleet", "Sail as a fleet"),
    ("board", "Go aboard"),
    ("land", "Go ashore"),
    ("beach", "Beach ships"),
    ("ferry", "Ferry across"),
    ("spend", "Spend prestige"),
    ("herd", "Drive a herd, or place one"),
    ("stable", "A herd into the stable"),
    ("pasture", "A herd to pasture"),
    ("cart", "Cart stores to a field beside"),
    ("exit", "Take builders from work"),
    ("toll", "Ask toll"),
    ("luck", "Prestige for another throw"),
    ("accept", "Accept an offer"),
    ("reject", "Reject an offer"),
    ("standing", "Leave the clash to your doctrine"),
    ("retreat", "Retreat before battle"),
    ("harbour", "Into harbour"),
    ("slip", "Slip out of harbour"),
    ("withdraw", "Withdraw behind walls"),
    ("emerge", "Lead out of the walls"),
    ("target", "Whom to strike first"),
    ("snipe", "Strike at the back"),
    ("reroll", "Prestige for dice in battle"),
    ("spare", "What to do with spare swords"),
    ("siege", "Storm walls"),
    ("burn", "Burn grain"),
    ("herds", "What becomes of herds"),
    ("hasten", "Hasten a building"),
    ("add", "Send more builders"),
    ("cancel", "Give a building up"),
    ("dismantle", "Take a village down"),
    ("double", "Buy and raise twice as much"),
    ("hire", "Hire mercenaries"),
    ("raise", "Train or equip light infantry"),
    ("lower", "Back to light infantry"),
    ("disband", "Disband units"),
    ("dismiss", "Dismiss mercenaries"),
    ("slaughter", "Slaughter a herd for sale"),
    ("command", "Pay commanders"),
    ("offer", "Offer a pact"),
    ("demand", "Ask for a pact"),
    ("recall", "Take an offer back"),
    ("release", "Release a vassal"),
    ("revolt", "Revolt against your lord"),
    ("announce", "Announce a victory to come"),
    ("recruit", "Recruit in the autumn"),
    ("festival", "Hold festivals"),
    ("feed-slaughter", "Slaughter a herd for food"),
    ("keep", "A herd to be fed first"),
    ("starve", "Units to go hungry first"),
    ("calf", "Where calves go"),
    ("muster", "Muster light infantry"),
];
