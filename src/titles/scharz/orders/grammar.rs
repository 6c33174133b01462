//! The forms of all lines, one row each: read by `parse`, followed by `write`, shown in refusals.
//!
//! A row is the line itself, with slots in place of what varies:
//!
//! | slot | stands for |
//! |---|---|
//! | `<n>` | a number |
//! | `<units>`, `<group>` | units: `3 li`, `3 li, 1 cav` |
//! | `<unit>`, `<ship>`, `<kinds>` | a code of a unit; of a ship; several |
//! | `<at>` `<to>` `<on>` | fields |
//! | `<seat>` | a colour |
//! | `<herd>`, `<good>` and the like | a word of a list |
//! | `[...]` | what may be left out |

use super::super::state::Verb;

/// Every form. Those that begin alike are tried in this order.
pub const FORMS: &[(Verb, &str)] = &[
    (Verb::Done, "done"),
    (Verb::Drop, "drop <n>"),
    (Verb::Reset, "reset"),
    (Verb::Pick, "pick <homelands>"),
    (Verb::Faction, "faction <faction>"),
    (Verb::Village, "village <at>"),
    (Verb::City, "city <at>"),
    (Verb::Port, "port <at>"),
    (Verb::Dock, "dock <at>"),
    (Verb::Place, "place <units> <at>"),
    (Verb::Stock, "grain <n> <at>"),
    (Verb::Fort, "fort <at>"),
    (Verb::Rival, "rival <seat>"),
    (Verb::Move, "move <units> <at> > <to> [> <on>]"),
    (Verb::Board, "board <units> <at> > <quay>"),
    (Verb::Sail, "sail <n> <ship> <at> > <to> [with <group>] [afloat]"),
    (Verb::Land, "land <units> <at> > <to>"),
    (Verb::Beach, "beach <n> <ship> <at> > <to>"),
    (Verb::Ferry, "ferry <units> <at> > <to>"),
    (Verb::Army, "army <at> > <to> : <group>"),
    (Verb::Fleet, "fleet <at> > <to> : <ships> [with <cargo>]"),
    (Verb::Ride, "ride <n> <unit> <at> > <to>"),
    (Verb::Haste, "spend special-move"),
    (Verb::Twice, "spend build-twice"),
    (Verb::Drive, "herd <herd> <at> > <to> [stable]"),
    (Verb::Flock, "herd <herd> <at> <pen>"),
    (Verb::Stable, "stable <herd> <at>"),
    (Verb::Pasture, "pasture <herd> <at>"),
    (Verb::Cart, "cart <n> <good> <at> > <to>"),
    (Verb::Exit, "exit <units> <at>"),
    (Verb::Toll, "toll <at>"),
    (Verb::Luck, "luck <luck> <n>"),
    (Verb::Accept, "accept <seat>"),
    (Verb::Refuse, "reject <seat>"),
    (Verb::Standing, "standing"),
    (Verb::Retreat, "retreat <units> <at> > <to>"),
    (Verb::Harbour, "harbour <n> <ship> <at> > <to>"),
    (Verb::Slip, "slip <n> <ship> <at> > <to>"),
    (Verb::Withdraw, "withdraw <units> <at>"),
    (Verb::Shelter, "withdraw <herd> <at>"),
    (Verb::Emerge, "emerge <units> <at>"),
    (Verb::Attack, "attack <seat> <at> <if> [rounds <n>]"),
    (Verb::Escape, "escape <at> <escape> [> <to>]"),
    (Verb::Target, "target <at> <kinds>"),
    (Verb::Snipe, "snipe <at> <unit>"),
    (Verb::Reroll, "reroll <at> <n>"),
    (Verb::Spare, "spare <at> <spare>"),
    (Verb::Siege, "siege <at> [rounds] [stop] [sack]"),
    (Verb::Loot, "loot <at>"),
    (Verb::Burn, "burn <at>"),
    (Verb::Herds, "herds <at> <fate>"),
    (Verb::Hasten, "hasten <at>"),
    (Verb::Build, "build <building> <at> with <group>"),
    (Verb::Join, "add <units> <at>"),
    (Verb::Cancel, "cancel <at>"),
    (Verb::Dismantle, "dismantle <at>"),
    (Verb::BuyLi, "buy <n> li <at>"),
    (Verb::BuyGoods, "buy <n> <good> <at>"),
    (Verb::BuyCors, "buy cors <at>"),
    (Verb::BuyEle, "buy ele <at>"),
    (Verb::BuyHerd, "buy <herd> <at>"),
    (Verb::Double, "double <at>"),
    (Verb::Hire, "hire <n> merc <at> [cheap]"),
    (Verb::Raise, "raise <units> > <kind> <at>"),
    (Verb::Lower, "lower <units> <at>"),
    (Verb::Disband, "disband <units> <at>"),
    (Verb::Dismiss, "dismiss <units> <at>"),
    (Verb::SellGoods, "sell <n> <good> <at>"),
    (Verb::SellHerd, "sell <herd> <at>"),
    (Verb::Slaughter, "slaughter <herd> <at>"),
    (Verb::Command, "command <command>"),
    (Verb::Offer, "offer <bond> <seat> [amount]"),
    (Verb::Demand, "demand <bond> <seat> [amount]"),
    (Verb::Recall, "recall <seat>"),
    (Verb::Release, "release <seat>"),
    (Verb::Revolt, "revolt"),
    (Verb::Dominance, "announce dominance"),
    (Verb::Might, "announce might <goals>"),
    (Verb::SowAuto, "sow auto"),
    (Verb::Sow, "sow <at>"),
    (Verb::RecruitAll, "recruit all"),
    (Verb::Recruit, "recruit <at>"),
    (Verb::Festival, "festival <festival>"),
    (Verb::FeedSlaughter, "feed-slaughter <herd> <at>"),
    (Verb::Keep, "keep <herd> <at>"),
    (Verb::Starve, "starve <units> <at>"),
    (Verb::Calf, "calf <herd> <at>"),
    (Verb::Muster, "muster <n>"),
    (Verb::Resign, "resign"),
    (Verb::OurStance, "doctrine stance <stance>"),
    (Verb::OurWithdraw, "doctrine withdraw <withdrawal>"),
    (Verb::OurEmerge, "doctrine emerge <emerge>"),
    (Verb::OurEscape, "doctrine escape <escape>"),
    (Verb::OurTarget, "doctrine target <targets>"),
    (Verb::OurReroll, "doctrine reroll <n>"),
    (Verb::OurSpare, "doctrine spare <spare>"),
    (Verb::OurSiege, "doctrine siege <siege>"),
    (Verb::OurLoot, "doctrine loot <loot>"),
    (Verb::OurHerds, "doctrine herds <fate>"),
    (Verb::OurRetreat, "doctrine retreat <retreat>"),
    (Verb::OurHarbour, "doctrine harbour <harbour>"),
    (Verb::OurTrain, "doctrine train <pupils>"),
    (Verb::OurLuck, "doctrine luck <luck> <n>"),
    (Verb::OurSow, "doctrine sow <auto>"),
    (Verb::OurRecruit, "doctrine recruit <all>"),
    (Verb::OurFestival, "doctrine festival <festival>"),
];

/// The form of a verb.
pub fn form(verb: Verb) -> &'static str {
    FORMS.iter().find(|(known, _)| *known == verb).map_or("", |(_, form)| form)
}

/// The pieces of a form: a slot, a word, or a part in brackets.
pub fn pieces(form: &'static str) -> impl Iterator<Item = &'static str> + Clone {
    let mut rest = form;
    std::iter::from_fn(move || {
        rest = rest.trim_start();
        let end = if rest.starts_with('[') {
            rest.find(']')? + 1
        } else {
            rest.find(' ').unwrap_or(rest.len())
        };
        let (piece, after) = rest.split_at(end);
        rest = after;
        (!piece.is_empty()).then_some(piece)
    })
}
