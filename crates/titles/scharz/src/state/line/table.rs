//! The table of all lines: names, notation, slots, sheets and English sentences. Types, notation,
//! forms, sentences and the list in `NOTATION.md` are generated from it.
//!
//! A chapter lists its decisions and the heading of its lines. The syntax of a row is:
//!
//! ```text
//! Name = [flag before] "words" (slot: its type) "more words" [optional slot]
//!     => "label", "sentence with {slot}";
//! ```
//!
//! An optional slot has the word before it and the text that it adds to the sentence, where `{}`
//! stands for its value. Rows that begin alike are tried in this order.

/// Passes the table to a macro.
macro_rules! table {
    ($apply:ident) => { $apply! {
        /// Sheet commands.
        Sheet [] "Your sheet" {
            Done = "done" [anyway: bool, "anyway", ", whatever it leaves open"]
                => "Submit the sheet", "Submit the sheet{anyway}";
            Drop = "drop" (n: u8)
                => "Take lines off the sheet", "Take line {n} and all after it off the sheet";
            Reset = "reset" => "Empty the sheet", "Empty the sheet";
        }

        Homelands [Homeland] "Homelands" {
            Pick = "pick" (homelands: Wishes)
                => "Rank homelands, favourite first", "Wish for {homelands}";
        }

        /// Preferences set before the game begins (R8.2a).
        Beforehand [] "Homelands" {
            Wish = "wish" (homelands: Wishes)
                => "Leave your wish for homelands", "Leave for later: wish for {homelands}";
        }

        /// Starting setup (R8).
        Start [Settle] "Your start" {
            Faction = "faction" (faction: things::ids::Faction)
                => "Choose your people", "Play as {faction}";
            Village = "village" (at: Field) => "Found a village", "Found a village at {at}";
            City = "city" (at: Field) => "Found a city", "Found a city at {at}";
            Port = "port" (at: Field) => "Found a port", "Found a port at {at}";
            Dock = "dock" (at: Field) => "Found a dock", "Found a dock at {at}";
            Place = "place" (units: Part) (at: Field) => "Place units", "Place {units} at {at}";
            PlaceGrain = "grain" (n: u8) (at: Field) => "Store grain", "Store {n} grain at {at}";
            PlaceHerd = "herd" (herd: things::kinds::Herd) (at: Field) (pen: Pasturage)
                => "Place a herd", "Place {herd} at {at}, {pen}";
            Fort = "fort" (at: Field) => "Fortify a settlement", "Fortify {at}";
        }

        Rivalry [Rear, Settle] "Your rival" {
            Rival = "rival" (seat: Seat) => "Name your rival", "Name {seat} as rival";
        }

        /// Movement over land, and settings for the round (R10).
        March [March] "March" {
            Move = [second: bool, "second", "With the second march: "]
                "move" (units: Part) (at: Field) ">" (to: Field)
                [then: Option<Field>, ">", ", then on to {}"]
                => "March to a field beside", "{second}March {units} from {at} to {to}{then}";
            Army = "army" (at: Field) ">" (to: Field) ":" (group: Parts)
                => "March as an army", "March as an army from {at} to {to} with {group}";
            Ride = "ride" (n: u8) (unit: things::units::Unit) (at: Field) ">" (to: Field)
                => "Ride one field further", "Ride with {n} {unit} from {at} on to {to}";
            SpecialMove = "spend" "special-move"
                => "March a second time, for 14 PP", "Pay 14 PP for a second march";
            Toll = "toll" (at: Field) => "Pay the toll of a road", "Pay the toll at {at}";
            Standing = "standing"
                => "Leave the clash to your doctrine", "Leave the clash to your doctrine";
        }

        Crew [March, Clash] "March" {
            Exit = "exit" (units: Part) (at: Field)
                => "Take builders from work", "Take {units} from work at {at}";
        }

        Chance [March, Rear] "Luck" {
            Luck = "luck" (kind: doctrine::Luck) (n: u8)
                => "Prestige for another throw", "Pay for up to {n} new throws {kind}";
        }

        /// Ships and their cargo (R10.7 to R10.15).
        AtSea [March] "At sea" {
            Board = [second: bool, "second", "With the second march: "]
                "board" (units: Part) (at: Field) ">" (ships: Ships)
                => "Go aboard", "{second}Embark {units} at {at} on {ships}";
            Sail = [second: bool, "second", "With the second march: "]
                "sail" (n: u8) (ship: things::units::Unit) (at: Field) ">" (to: Field)
                [cargo: Parts, "with", " with {} aboard"]
                [afloat: bool, "afloat", ", staying afloat"]
                => "Sail", "{second}Sail {n} {ship} from {at} to {to}{cargo}{afloat}";
            Land = [second: bool, "second", "With the second march: "]
                "land" (units: Part) (at: Field) ">" (to: Field)
                => "Go ashore", "{second}Land {units} from {at} at {to}";
            Beach = [second: bool, "second", "With the second march: "]
                "beach" (n: u8) (ship: things::units::Unit) (at: Field) ">" (to: Field)
                => "Beach ships", "{second}Beach {n} {ship} from {at} at {to}";
            Ferry = [second: bool, "second", "With the second march: "]
                "ferry" (units: Part) (at: Field) ">" (to: Field)
                => "Ferry across", "{second}Ferry {units} from {at} to {to}";
            Fleet = "fleet" (at: Field) ">" (to: Field) ":" (ships: Parts)
                [cargo: Parts, "with", " with {} aboard"]
                => "Sail as a fleet", "Sail as a fleet from {at} to {to} with {ships}{cargo}";
        }

        /// Transport of herds and stores (R10.18, R10.19).
        Stores [March] "Herds and stores" {
            Drive = "herd" (herd: things::kinds::Herd) (at: Field) ">" (to: Field)
                [stable: bool, "stable", ", into the stable"]
                => "Drive a herd", "Drive {herd} from {at} to {to}{stable}";
            Stable = "stable" (herd: things::kinds::Herd) (at: Field)
                => "A herd into the stable", "Bring {herd} into the stable at {at}";
            Pasture = "pasture" (herd: things::kinds::Herd) (at: Field)
                => "A herd to pasture", "Let {herd} out to pasture at {at}";
            Cart = "cart" (n: u8) (good: things::kinds::Good) (at: Field) ">" (to: Field)
                => "Cart stores to a field beside", "Cart {n} {good} from {at} to {to}";
        }

        Answers [March, Rear] "Offers to you" {
            Accept = "accept" (seat: Seat) => "Accept an offer", "Accept the offer of {seat}";
            Reject = "reject" (seat: Seat) => "Reject an offer", "Reject the offer of {seat}";
        }

        /// Movement before battle (R11).
        Retreats [Clash] "Retreat" {
            Retreat = "retreat" (units: Part) (at: Field) ">" (to: Field)
                => "Retreat before battle", "Retreat with {units} from {at} to {to}";
            Harbour = "harbour" (n: u8) (ship: things::units::Unit) (at: Field) ">" (to: Field)
                => "Into harbour", "Bring {n} {ship} from {at} into the harbour of {to}";
            Slip = "slip" (n: u8) (ship: things::units::Unit) (at: Field) ">" (to: Field)
                => "Slip away with war ships", "Slip away with {n} {ship} from {at} to {to}";
        }

        /// Entering and leaving settlements (R12.1, R12.20).
        Walls [Clash] "Walls" {
            Withdraw = "withdraw" (units: Part) (at: Field)
                => "Withdraw behind walls", "Withdraw {units} behind the walls of {at}";
            WithdrawHerd = "withdraw" (herd: things::kinds::Herd) (at: Field)
                => "A herd behind walls", "Bring {herd} behind the walls of {at}";
            Emerge = "emerge" (units: Part) (at: Field)
                => "Lead out of the walls", "Lead {units} out of the walls of {at}";
        }

        /// Settings for battles (R12).
        Battle [Clash] "Battle" {
            Attack = "attack" (seat: Seat) (at: Field) (when: Condition)
                [rounds: Option<u8>, "rounds", ", {} rounds at most"]
                => "Attack", "Attack {seat} at {at} {when}{rounds}";
            Escape = "escape" (at: Field) (escape: doctrine::Escape)
                [to: Option<Field>, ">", ", towards {}"]
                => "When to leave a battle", "Leave the battle of {at} {escape}{to}";
            Target = "target" (at: Field) (kinds: doctrine::Kinds)
                => "Whom to strike first", "Strike at {at} first at {kinds}";
            Snipe = "snipe" (at: Field) (unit: things::units::Unit)
                => "Strike at the back, for 6 PP", "Pay 6 PP to strike {unit} at {at} in the back";
            Reroll = "reroll" (at: Field) (n: u8)
                => "Prestige for dice in battle", "Spend up to {n} PP on dice at {at}";
            Spare = "spare" (at: Field) (spare: doctrine::Spare)
                => "What to do with spare swords", "Use spare swords at {at} {spare}";
        }

        /// Sieges and looting (R13, R14).
        Looting [Clash] "Siege and looting" {
            Siege = "siege" (at: Field) (siege: doctrine::Siege)
                => "Storm walls", "Storm the walls of {at}: {siege}";
            Loot = "loot" (at: Field) => "Loot", "Loot {at}";
            Burn = "burn" (at: Field) => "Burn grain", "Burn the grain of {at}";
            Herds = "herds" (at: Field) (fate: doctrine::HerdPolicy)
                => "What becomes of herds", "Herds that fall to you at {at}: {fate}";
        }

        /// Construction (R15).
        Construction [Rear] "Construction" {
            BuildTwice = "spend" "build-twice"
                => "Build twice as fast, for 12 PP", "Pay 12 PP to build twice as fast";
            Hasten = "hasten" (at: Field) => "Hasten a building", "Hasten the building at {at}";
            Build = "build" (building: things::kinds::Building) (at: Field) "with" (builders: Parts)
                => "Build", "Build {building} at {at} with {builders}";
            AddBuilders = "add" (units: Part) (at: Field)
                => "Send more builders", "Send {units} to the building at {at}";
            Cancel = "cancel" (at: Field) => "Give a building up", "Give the building at {at} up";
            Dismantle = "dismantle" (at: Field)
                => "Take a village down", "Take the village at {at} down";
        }

        /// Trade (R16).
        Trade [Rear] "Trade" {
            BuyLi = "buy" (n: u8) "li" (at: Field)
                => "Buy", "Buy {n} Light Infantry at {at}";
            BuyGoods = "buy" (n: u8) (good: things::kinds::Good) (at: Field)
                => "Buy goods", "Buy {n} {good} at {at}";
            BuyCors = "buy" "cors" (at: Field)
                => "Hire corsairs, for 16 PP", "Pay 16 PP for corsairs at {at}";
            BuyEle = "buy" "ele" (at: Field)
                => "Buy a war elephant", "Buy a war elephant at {at}";
            BuyHerd = "buy" (herd: things::kinds::Herd) (at: Field)
                => "Buy a herd", "Buy {herd} at {at}";
            Double = "double" (at: Field)
                => "Buy and raise twice as much", "Pay 2 PP to buy and raise twice as much at {at}";
            Hire = "hire" (n: u8) "merc" (at: Field) [cheap: bool, "cheap", " for prestige"]
                => "Hire mercenaries", "Hire {n} Mercenaries at {at}{cheap}";
            Raise = "raise" (units: Part) ">" (kind: things::kinds::Kind) (at: Field)
                => "Train or equip light infantry", "Raise {units} at {at} to {kind}";
            Lower = "lower" (units: Part) (at: Field)
                => "Back to light infantry", "Make {units} at {at} light infantry again";
            Disband = "disband" (units: Part) (at: Field)
                => "Disband units", "Disband {units} at {at}";
            Dismiss = "dismiss" (units: Part) (at: Field)
                => "Dismiss mercenaries", "Dismiss {units} at {at}";
            SellGoods = "sell" (n: u8) (good: things::kinds::Good) (at: Field)
                => "Sell", "Sell {n} {good} at {at}";
            SellHerd = "sell" (herd: things::kinds::Herd) (at: Field)
                => "Sell a herd", "Sell {herd} at {at}";
            Slaughter = "slaughter" (herd: things::kinds::Herd) (at: Field)
                => "Slaughter a herd for sale", "Slaughter {herd} at {at} and sell the meat";
            Command = "command" (command: Commanders)
                => "Pay commanders", "Pay for {command} commanders";
        }

        /// Pacts (R17).
        Diplomacy [Rear] "Diplomacy" {
            Offer = "offer" (bond: pact::Bond) (seat: Seat) [amount: Option<u8>, "", " of {}"]
                => "Offer a pact", "Offer {seat} {bond}{amount}";
            Demand = "demand" (bond: pact::Bond) (seat: Seat) [amount: Option<u8>, "", " of {}"]
                => "Demand a pact", "Demand of {seat} {bond}{amount}";
            Recall = "recall" (seat: Seat)
                => "Take an offer back", "Take the offer to {seat} back";
            Release = "release" (seat: Seat) => "Release a vassal", "Release {seat} from vassalage";
            Revolt = "revolt" => "Revolt against your lord", "Revolt against your lord";
        }

        /// Announcements (R22) and resignation (R30).
        Victory [Rear] "Victory" {
            AnnounceDominance = "announce" "dominance"
                => "Announce a victory to come", "Announce Dominance";
            AnnounceMight = "announce" "might" (goal: MightGoal) (other: MightGoal)
                => "Announce a victory by Might", "Announce Might by the goals {goal} and {other}";
            Resign = "resign" => "Resign", "Resign";
        }

        /// Lines for one season (R19).
        Season [Rear] "The season" {
            SowAuto = "sow" "auto" => "Sow", "Sow wherever it pays";
            Sow = "sow" (at: Field) => "Sow a field", "Sow {at}";
            RecruitAll = "recruit" "all" => "Recruit in the autumn", "Recruit wherever it can be";
            Recruit = "recruit" (at: Field) => "Recruit at a settlement", "Recruit at {at}";
            Festival = "festival" (festival: doctrine::Festival)
                => "Hold festivals", "Hold {festival}";
            FeedSlaughter = "feed-slaughter" (herd: things::kinds::Herd) (at: Field)
                => "Slaughter a herd for food", "Slaughter {herd} at {at} for food";
            Keep = "keep" (herd: things::kinds::Herd) (at: Field)
                => "A herd to be fed first", "Feed {herd} at {at} before others";
            Starve = "starve" (units: Part) (at: Field)
                => "Units to go hungry first", "Let {units} at {at} go hungry first";
            Calf = "calf" (herd: things::kinds::Herd) (at: Field)
                => "Where calves go", "Young {herd} go to {at}";
            Muster = "muster" (n: u8)
                => "Muster light infantry", "Muster {n} Light Infantry at New Year";
        }

        /// Doctrine, in force until it is changed (R28). Labels are the questions shown in forms.
        Doctrines [] "Doctrine" {
            DoctrineStance = "doctrine" "stance" (stance: doctrine::Stance)
                => "Enemies stand on a field with you, and your sheet says nothing: attack?",
                "Where your sheet says nothing: {stance}";
            DoctrineWithdraw = "doctrine" "withdraw" (withdrawal: doctrine::Withdraw)
                => "Enemies come to one of your settlements: withdraw behind its walls?",
                "When enemies come to a settlement: {withdrawal}";
            DoctrineEmerge = "doctrine" "emerge" (emerge: doctrine::Emerge)
                => "You are besieged: come out and fight?", "When besieged: {emerge}";
            DoctrineEscape = "doctrine" "escape" (escape: doctrine::Escape)
                => "When do your units leave a battle?", "Your units leave a battle {escape}";
            DoctrineTarget = "doctrine" "target" (kinds: Targets)
                => "Whom do your units strike first?", "Your units strike first at {kinds}";
            DoctrineReroll = "doctrine" "reroll" (prestige: Prestige)
                => "How much prestige may a fight cost for new throws?",
                "In a fight spend {prestige} on new throws";
            DoctrineSpare = "doctrine" "spare" (spare: doctrine::Spare)
                => "What do swords do that hit nobody?", "Swords that hit nobody serve {spare}";
            DoctrineSiege = "doctrine" "siege" (siege: Storm)
                => "You besiege a settlement, and your sheet says nothing: storm it?",
                "Where your sheet says nothing about a siege: {siege}";
            DoctrineLoot = "doctrine" "loot" (loot: doctrine::LootWhat)
                => "Do you loot enemy land without an order?", "Without an order: {loot}";
            DoctrineHerds = "doctrine" "herds" (fate: doctrine::HerdPolicy)
                => "What becomes of herds that fall to you?", "Herds that fall to you: {fate}";
            DoctrineRetreat = "doctrine" "retreat" (retreat: doctrine::Retreat)
                => "A settlement beside is threatened: go there before battle?",
                "Before battle: {retreat}";
            DoctrineHarbour = "doctrine" "harbour" (harbour: doctrine::Harbour)
                => "Do ships at sea make for a harbour before storms?",
                "Ships at sea: {harbour}";
            DoctrineTrain = "doctrine" "train" (kinds: Pupils)
                => "Who learns first from a fight?", "First to learn from a fight: {kinds}";
            DoctrineLuck = "doctrine" "luck" (kind: doctrine::Luck) (n: u8)
                => "How many bad throws a round are thrown again, for prestige?",
                "Each round pay for up to {n} new throws {kind}";
            DoctrineSow = "doctrine" "sow" (sow: doctrine::Sow)
                => "Your sheet says nothing about sowing: sow?", "In spring: {sow}";
            DoctrineRecruit = "doctrine" "recruit" (recruit: doctrine::Recruit)
                => "Your sheet says nothing about recruits: recruit?", "In autumn: {recruit}";
            DoctrineFestival = "doctrine" "festival" (festival: doctrine::Festival)
                => "Which festivals do you hold in autumn?", "In autumn hold {festival}";
        }
    } };
}

pub(crate) use table;
