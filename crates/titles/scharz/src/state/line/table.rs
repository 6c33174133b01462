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
            Done = "done" [anyway: bool, "anyway", " as it is"]
                => "Submit the sheet", "Submit the sheet{anyway}";
            Drop = "drop" (n: u8)
                => "Remove lines", "Remove line {n} and all later lines";
            Reset = "reset" => "Clear the sheet", "Clear the sheet";
        }

        Homelands [Homeland] "Homelands" {
            Pick = "pick" (homelands: Wishes)
                => "Rank homelands, favourite first", "Choose {homelands}";
        }

        /// Preferences set before the game begins (R8.2a).
        Beforehand [] "Homelands" {
            Wish = "wish" (homelands: Wishes)
                => "Rank homelands in advance", "Choose in advance: {homelands}";
        }

        /// Starting setup (R8).
        Start [Settle] "Your start" {
            Faction = "faction" (faction: things::ids::Faction)
                => "Choose your faction", "Play the {faction} faction";
            Village = "village" (at: Field) => "Place a village", "Place a village at {at}";
            City = "city" (at: Field) => "Place a city", "Place a city at {at}";
            Port = "port" (at: Field) => "Place a port", "Place a port at {at}";
            Dock = "dock" (at: Field) => "Place a dock", "Place a dock at {at}";
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
                [then: Option<Field>, ">", ", then to {}"]
                => "March to an adjacent field", "{second}March {units} from {at} to {to}{then}";
            Army = "army" (at: Field) ">" (to: Field) ":" (group: Parts)
                => "March as an army", "March as an army from {at} to {to} with {group}";
            Ride = "ride" (n: u8) (unit: things::units::Unit) (at: Field) ">" (to: Field)
                => "Ride one more field", "Ride from {at} to {to} with {n} {unit}";
            SpecialMove = "spend" "special-move"
                => "March a second time for 14 PP", "Pay 14 PP for a second march";
            Toll = "toll" (at: Field) => "Pay a road toll", "Pay the toll at {at}";
            Standing = "standing"
                => "Leave the clash to your doctrine", "Leave the clash to your doctrine";
        }

        Crew [March, Clash] "March" {
            Exit = "exit" (units: Part) (at: Field)
                => "Stop building", "Stop building with {units} at {at}";
        }

        Chance [March, Rear] "Re-rolls" {
            Luck = "luck" (kind: doctrine::Luck) (n: u8)
                => "Re-rolls for prestige", "Buy up to {n} re-rolls {kind}";
        }

        /// Ships and their cargo (R10.7 to R10.15).
        AtSea [March] "At sea" {
            Board = [second: bool, "second", "With the second march: "]
                "board" (units: Part) (at: Field) ">" (ships: Ships)
                => "Board ships", "{second}Board {ships} with {units} from {at}";
            Sail = [second: bool, "second", "With the second march: "]
                "sail" (n: u8) (ship: things::units::Unit) (at: Field) ">" (to: Field)
                [cargo: Parts, "with", " with {} aboard"]
                [afloat: bool, "afloat", ", staying afloat"]
                => "Sail", "{second}Sail {n} {ship} from {at} to {to}{cargo}{afloat}";
            Land = [second: bool, "second", "With the second march: "]
                "land" (units: Part) (at: Field) ">" (to: Field)
                => "Go ashore", "{second}Land {units} from {at} on {to}";
            Beach = [second: bool, "second", "With the second march: "]
                "beach" (n: u8) (ship: things::units::Unit) (at: Field) ">" (to: Field)
                => "Beach ships", "{second}Beach {n} {ship} from {at} on {to}";
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
                [stable: bool, "stable", " into the stable"]
                => "Drive a herd", "Drive {herd} from {at} to {to}{stable}";
            Stable = "stable" (herd: things::kinds::Herd) (at: Field)
                => "Stable a herd", "Stable {herd} at {at}";
            Pasture = "pasture" (herd: things::kinds::Herd) (at: Field)
                => "Put a herd to pasture", "Put {herd} to pasture at {at}";
            Cart = "cart" (n: u8) (good: things::kinds::Good) (at: Field) ">" (to: Field)
                => "Cart stores", "Cart {n} {good} from {at} to {to}";
        }

        Answers [March, Rear] "Offers to you" {
            Accept = "accept" (seat: Seat) => "Accept an offer", "Accept the offer from {seat}";
            Reject = "reject" (seat: Seat) => "Reject an offer", "Reject the offer from {seat}";
        }

        /// Movement before battle (R11).
        Retreats [Clash] "Retreat" {
            Retreat = "retreat" (units: Part) (at: Field) ">" (to: Field)
                => "Retreat before battle", "Retreat with {units} from {at} to {to}";
            Harbour = "harbour" (n: u8) (ship: things::units::Unit) (at: Field) ">" (to: Field)
                => "Go into harbour", "Take {n} {ship} from {at} into the harbour of {to}";
            Slip = "slip" (n: u8) (ship: things::units::Unit) (at: Field) ">" (to: Field)
                => "Slip away with war ships", "Slip away with {n} {ship} from {at} to {to}";
        }

        /// Entering and leaving settlements (R12.1, R12.20).
        Walls [Clash] "Settlements" {
            Withdraw = "withdraw" (units: Part) (at: Field)
                => "Withdraw into a settlement", "Withdraw {units} into the settlement of {at}";
            WithdrawHerd = "withdraw" (herd: things::kinds::Herd) (at: Field)
                => "Bring a herd inside", "Bring {herd} into the settlement of {at}";
            Emerge = "emerge" (units: Part) (at: Field)
                => "Come out of a settlement", "Lead {units} out of the settlement of {at}";
        }

        /// Settings for battles (R12).
        Battle [Clash] "Battle" {
            Attack = "attack" (seat: Seat) (at: Field) (when: Condition)
                [rounds: Option<u8>, "rounds", " for up to {} rounds"]
                => "Attack", "Attack {seat} at {at} {when}{rounds}";
            Escape = "escape" (at: Field) (escape: doctrine::Escape)
                [to: Option<Field>, ">", ", towards {}"]
                => "Escape from battle", "Escape from the battle of {at} {escape}{to}";
            Target = "target" (at: Field) (kinds: doctrine::Kinds)
                => "Choose targets", "Destroy {kinds} first at {at}";
            Snipe = "snipe" (at: Field) (unit: things::units::Unit)
                => "Hit a unit at the back for 6 PP", "Pay 6 PP to hit {unit} at the back at {at}";
            Reroll = "reroll" (at: Field) (n: u8)
                => "Re-rolls in combat", "Spend up to {n} PP on re-rolls at {at}";
            Spare = "spare" (at: Field) (spare: doctrine::Spare)
                => "Use spare swords", "Use spare swords at {at} {spare}";
        }

        /// Sieges and looting (R13, R14).
        Looting [Clash] "Siege and looting" {
            Siege = "siege" (at: Field) (siege: doctrine::Siege)
                => "Storm walls", "Storm the walls of {at}: {siege}";
            Loot = "loot" (at: Field) => "Loot", "Loot {at}";
            Burn = "burn" (at: Field) => "Burn grain", "Burn the grain of {at}";
            Herds = "herds" (at: Field) (fate: doctrine::HerdPolicy)
                => "Captured herds", "Captured herds at {at}: {fate}";
        }

        /// Construction (R15).
        Construction [Rear] "Construction" {
            BuildTwice = "spend" "build-twice"
                => "Build twice as fast for 12 PP", "Pay 12 PP to build twice as fast";
            Hasten = "hasten" (at: Field) => "Hasten construction", "Hasten construction at {at}";
            Build = "build" (building: things::kinds::Building) (at: Field) "with" (builders: Parts)
                => "Build", "Build {building} at {at} with {builders}";
            AddBuilders = "add" (units: Part) (at: Field)
                => "Add builders", "Add {units} to the construction at {at}";
            Cancel = "cancel" (at: Field) => "Cancel construction", "Cancel construction at {at}";
            Dismantle = "dismantle" (at: Field)
                => "Dismantle a village", "Dismantle the village at {at}";
        }

        /// Trade (R16).
        Trade [Rear] "Trade" {
            BuyLi = "buy" (n: u8) "li" (at: Field)
                => "Buy light infantry for 2 gold each", "Buy {n} light infantry at {at}";
            BuyGoods = "buy" (n: u8) (good: things::kinds::Good) (at: Field)
                => "Buy grain for 2 gold or fish for 1", "Buy {n} {good} at {at}";
            BuyCors = "buy" "cors" (at: Field)
                => "Buy corsairs for 16 PP", "Pay 16 PP for corsairs at {at}";
            BuyEle = "buy" "ele" (at: Field)
                => "Buy a war elephant for 12 gold", "Buy a war elephant at {at}";
            BuyHerd = "buy" (herd: things::kinds::Herd) (at: Field)
                => "Buy a herd", "Buy {herd} at {at}";
            Double = "double" (at: Field)
                => "Double the limits for 2 PP",
                "Pay 2 PP to double the buying and raising limits at {at}";
            Hire = "hire" (n: u8) "merc" (at: Field) [cheap: bool, "cheap", " for prestige"]
                => "Hire mercenaries", "Hire mercenaries at {at}: {n}{cheap}";
            Raise = "raise" (units: Part) ">" (kind: things::kinds::Kind) (at: Field)
                => "Raise light infantry", "Raise {units} at {at} to {kind}";
            Lower = "lower" (units: Part) (at: Field)
                => "Lower units", "Lower {units} at {at} to light infantry";
            Disband = "disband" (units: Part) (at: Field)
                => "Disband units", "Disband {units} at {at}";
            Dismiss = "dismiss" (units: Part) (at: Field)
                => "Dismiss mercenaries", "Dismiss {units} at {at}";
            SellGoods = "sell" (n: u8) (good: things::kinds::Good) (at: Field)
                => "Sell goods", "Sell {n} {good} at {at}";
            SellHerd = "sell" (herd: things::kinds::Herd) (at: Field)
                => "Sell a herd", "Sell {herd} at {at}";
            Slaughter = "slaughter" (herd: things::kinds::Herd) (at: Field)
                => "Slaughter a herd for sale", "Slaughter {herd} at {at} and sell the meat";
            Command = "command" (command: Commanders)
                => "Hire commanders", "Hire {command} commanders";
        }

        /// Pacts (R17).
        Diplomacy [Rear] "Diplomacy" {
            Offer = "offer" (bond: pact::Bond) (seat: Seat) [amount: Option<u8>, "", " of {}"]
                => "Offer a pact", "Offer {bond}{amount} to {seat}";
            Demand = "demand" (bond: pact::Bond) (seat: Seat) [amount: Option<u8>, "", " of {}"]
                => "Demand a pact", "Demand {bond}{amount} from {seat}";
            Recall = "recall" (seat: Seat)
                => "Withdraw an offer", "Withdraw the offer to {seat}";
            Release = "release" (seat: Seat) => "Release a vassal", "Release {seat} from vassalage";
            Revolt = "revolt" => "Revolt against your lord", "Revolt against your lord";
        }

        /// Announcements (R22) and resignation (R30).
        Victory [Rear] "Victory" {
            AnnounceDominance = "announce" "dominance"
                => "Announce Dominance", "Announce Dominance";
            AnnounceMight = "announce" "might" (goal: MightGoal) (other: MightGoal)
                => "Announce Might", "Announce Might with goals {goal} and {other}";
            Resign = "resign" => "Resign", "Resign";
        }

        /// Lines for one season (R19).
        Season [Rear] "The season" {
            SowAuto = "sow" "auto" => "Sow", "Sow wherever possible";
            Sow = "sow" (at: Field) => "Sow a field", "Sow {at}";
            RecruitAll = "recruit" "all" => "Recruit everywhere", "Recruit wherever possible";
            Recruit = "recruit" (at: Field) => "Recruit on a field", "Recruit at {at}";
            Festival = "festival" (festival: doctrine::Festival)
                => "Hold festivals", "Hold {festival}";
            FeedSlaughter = "feed-slaughter" (herd: things::kinds::Herd) (at: Field)
                => "Slaughter a herd for food", "Slaughter {herd} at {at} for food";
            Keep = "keep" (herd: things::kinds::Herd) (at: Field)
                => "Feed a herd first", "Feed {herd} at {at} before other herds";
            Starve = "starve" (units: Part) (at: Field)
                => "Let units starve first", "Let {units} at {at} starve first";
            Calf = "calf" (herd: things::kinds::Herd) (at: Field)
                => "Place a new herd", "Place a new herd of {herd} at {at}";
            Muster = "muster" (n: u8)
                => "Muster heavy infantry", "Muster {n} heavy infantry at New Year";
        }

        /// Doctrine, in force until it is changed (R28). Labels are the questions shown in forms.
        Doctrines [] "Doctrine" {
            DoctrineStance = "doctrine" "stance" (stance: doctrine::Stance)
                => "Attack enemies on the same field if your sheet gives no order?",
                "Without an order: {stance}";
            DoctrineWithdraw = "doctrine" "withdraw" (withdrawal: doctrine::Withdraw)
                => "Withdraw into a settlement when enemies arrive there?",
                "When enemies arrive at your settlement: {withdrawal}";
            DoctrineEmerge = "doctrine" "emerge" (emerge: doctrine::Emerge)
                => "Come out and fight when besieged?", "When besieged: {emerge}";
            DoctrineEscape = "doctrine" "escape" (escape: doctrine::Escape)
                => "When do your units escape from battle?", "Escape from battle: {escape}";
            DoctrineTarget = "doctrine" "target" (kinds: Targets)
                => "Which enemy units do you destroy first?", "Destroy first: {kinds}";
            DoctrineReroll = "doctrine" "reroll" (prestige: Prestige)
                => "How much prestige may you spend on re-rolls per fight?",
                "Spend on re-rolls per fight: {prestige}";
            DoctrineSpare = "doctrine" "spare" (spare: doctrine::Spare)
                => "What do you use spare swords for?", "Use spare swords {spare}";
            DoctrineSiege = "doctrine" "siege" (siege: Storm)
                => "Storm a besieged settlement if your sheet gives no order?",
                "Sieges without an order: {siege}";
            DoctrineLoot = "doctrine" "loot" (loot: doctrine::LootWhat)
                => "Loot enemy land without an order?", "Looting without an order: {loot}";
            DoctrineHerds = "doctrine" "herds" (fate: doctrine::HerdPolicy)
                => "What do you do with captured herds?", "Captured herds: {fate}";
            DoctrineRetreat = "doctrine" "retreat" (retreat: doctrine::Retreat)
                => "Retreat to an adjacent settlement that is threatened?",
                "Before battle: {retreat}";
            DoctrineHarbour = "doctrine" "harbour" (harbour: doctrine::Harbour)
                => "Do ships go into harbour before storms?",
                "Ships at sea: {harbour}";
            DoctrineTrain = "doctrine" "train" (kinds: Pupils)
                => "Which units gain experience first?", "First to gain experience: {kinds}";
            DoctrineLuck = "doctrine" "luck" (kind: doctrine::Luck) (n: u8)
                => "How many bad rolls per round do you re-roll for prestige?",
                "Each round, buy up to {n} re-rolls {kind}";
            DoctrineSow = "doctrine" "sow" (sow: doctrine::Sow)
                => "Sow if your sheet gives no order?", "In spring: {sow}";
            DoctrineRecruit = "doctrine" "recruit" (recruit: doctrine::Recruit)
                => "Recruit if your sheet gives no order?", "In autumn: {recruit}";
            DoctrineFestival = "doctrine" "festival" (festival: doctrine::Festival)
                => "Which festivals do you hold?", "In winter, hold {festival}";
        }
    } };
}

pub(crate) use table;
