//! Line slots: keywords, numbers, units, fields, seats.

use super::super::state::doctrine::{
    Emerge, Escape, Festival, Flight, Harbour, HerdPolicy, Kinds, LootWhat, Luck, Recruit, Retreat,
    Sack, Siege, Sow, Spare, Stance, Withdraw,
};
use super::super::state::line::slots::{
    Commanders, Condition, MightGoal, Part, Pasturage, Prestige, Pupils, Storm, Targets,
};
use super::super::state::pact::Bond;
use super::super::things::kinds::{Building, Good, Herd, Kind};
use super::slot::{Slot, SlotChoice, SlotReader, SlotText};
use ravenpost_rules::text::phrase::and;

/// Slots that hold a keyword: their words and meanings.
macro_rules! listed {
    ($($list:ident $what:literal $label:literal { $($word:ident: $means:literal,)+ })+) => { $(
        impl $list {
            /// The keyword as it reads in sentences.
            pub fn means(self) -> &'static str {
                let known = [$(($list::$word, $means)),+];
                known.iter().find(|(word, _)| *word == self).map_or("", |(_, means)| *means)
            }
        }

        impl Slot for $list {
            const LABEL: &'static str = $label;

            fn read(pen: &mut SlotReader<'_, '_>) -> Option<$list> {
                let known = [$($list::$word),+].map($list::slug);
                let find = |word: &str| known.contains(&word).then(|| $list::from_slug(word));
                pen.reader.read($what, |word| find(word).flatten(), &known)
            }

            fn write(&self, _also: &[Part]) -> SlotText {
                self.slug().into()
            }

            fn say(&self, _also: &[Part]) -> SlotText {
                self.means().into()
            }

            fn choices() -> Vec<SlotChoice> {
                let known = [$($list::$word),+];
                known.map(|one| choice(one.slug(), one.means())).into()
            }

            fn with(&self, _units: Part) -> $list {
                *self
            }
        }
    )+ };
}

listed! {
    Herd "a herd" "Herd" {
        Sheep: "sheep",
        Pigs: "pigs",
        Cattle: "cattle",
        Horses: "horses",
    }
    Good "goods" "Goods" {
        Grain: "grain",
        Fish: "fish",
    }
    Building "a building" "What" {
        Village: "a village",
        City: "a city",
        Dock: "a dock",
        Port: "a port",
        Fort: "a fortification",
    }
    Kind "a type of unit" "Into" {
        Li: "light infantry",
        Hi: "heavy infantry",
        Cav: "cavalry",
        Merc: "mercenaries",
        Ele: "war elephants",
        Ts: "transport ships",
        Ws: "war ships",
        Cors: "corsairs",
        Sm: "siege machines",
    }
    Pasturage "a place for herds" "Place" {
        Pasture: "at pasture",
        Stable: "stabled",
    }
    Luck "a kind of dice roll" "Roll" {
        Wreck: "against shipwreck",
        Passage: "for passing neutral fields",
        Attrition: "against attrition",
        Fishing: "for fishing",
        Yield: "for the grain yield",
    }
    Condition "a condition" "When" {
        IfDouble: "if twice as strong",
        IfEven: "if at least as strong",
        Always: "whatever the enemy's strength",
    }
    Stance "a stance" "Which" {
        Hold: "do not attack",
        IfDouble: "attack if twice as strong",
        IfEven: "attack if at least as strong",
        Always: "attack whatever the enemy's strength",
    }
    Withdraw "a withdrawal setting" "Which" {
        Outnumbered: "withdraw if outnumbered",
        Never: "stay in the open",
        Always: "always withdraw",
    }
    Emerge "an emerge setting" "Which" {
        Never: "stay inside",
        IfEven: "come out if at least as strong",
    }
    Flight "an escape condition" "Which" {
        Outnumbered: "when outnumbered",
        Never: "never",
        After: "after some rounds",
        Loss: "after heavy losses",
    }
    Spare "a use of spare swords" "Use" {
        Shield: "as shields",
        Sword: "as swords in the next round",
    }
    Sack "keep or raze" "Which" {
        Keep: "then keep the settlement",
        Raze: "then raze the settlement",
    }
    LootWhat "a loot setting" "Which" {
        Never: "loot nothing",
        Rival: "loot your rival's land",
        Paying: "loot wherever it brings gold or prestige",
    }
    HerdPolicy "take, kill or leave" "What to do" {
        Take: "take them",
        Kill: "kill them",
        Leave: "leave them",
    }
    Retreat "a retreat setting" "Which" {
        None: "stay where you are",
        Threatened: "go to an adjacent settlement of yours that is threatened",
    }
    Harbour "a harbour setting" "Which" {
        Never: "stay at sea",
        Cold: "go into harbour in autumn and winter",
    }
    Sow "a sow setting" "Which" {
        Off: "sow nothing",
        Auto: "sow wherever possible",
    }
    Recruit "a recruit setting" "Which" {
        Off: "recruit no one",
        All: "recruit wherever possible",
    }
    Festival "a size of festival" "Size" {
        Small: "small festivals",
        Double: "double festivals",
        Triple: "triple festivals",
    }
    Commanders "a level of command" "Level" {
        Bad: "bad",
        Average: "average",
        Better: "better",
        Brilliant: "brilliant",
    }
    Bond "a pact" "Pact" {
        Truce: "a truce",
        Tribute: "a tribute",
        Redemption: "a redemption",
        Vassalage: "vassalage",
    }
    MightGoal "a goal of Might" "Goal" {
        A: "A",
        B: "B",
        C: "C",
        D: "D",
        E: "E",
    }
}

/// Slots without keywords; each is read in its own way.
macro_rules! whole {
    () => {
        fn with(&self, _units: Part) -> Self {
            *self
        }
    };
}

fn choice(word: impl Into<SlotText>, means: impl Into<SlotText>) -> SlotChoice {
    (word.into(), means.into())
}

/// The part of the lives lost, in words.
fn part_of(percent: u8) -> String {
    match percent {
        25 => "a quarter".to_owned(),
        50 => "half".to_owned(),
        75 => "three quarters".to_owned(),
        n => format!("{n}%"),
    }
}

fn rounds(n: u8) -> String {
    if n == 1 { "1 round".to_owned() } else { format!("{n} rounds") }
}

impl Slot for Escape {
    const LABEL: &'static str = "When";

    fn read(pen: &mut SlotReader<'_, '_>) -> Option<Escape> {
        let when = Flight::read(pen)?;
        let counts = matches!(when, Flight::After | Flight::Loss);
        let amount = if counts { pen.reader.number()? } else { 0 };
        Some(Escape { when, amount })
    }

    fn write(&self, _also: &[Part]) -> SlotText {
        match self.when {
            Flight::After | Flight::Loss => format!("{} {}", self.when.slug(), self.amount).into(),
            Flight::Outnumbered | Flight::Never => self.when.slug().into(),
        }
    }

    fn say(&self, _also: &[Part]) -> SlotText {
        match self.when {
            Flight::After => format!("after {}", rounds(self.amount)).into(),
            Flight::Loss => format!("after losing {} of your lives", part_of(self.amount)).into(),
            Flight::Outnumbered | Flight::Never => self.when.means().into(),
        }
    }

    fn choices() -> Vec<SlotChoice> {
        let fixed = [Flight::Outnumbered, Flight::Never].map(|when| Escape { when, amount: 0 });
        let losses = [25, 50, 75].map(|amount| Escape { when: Flight::Loss, amount });
        let after = (1..=6).map(|amount| Escape { when: Flight::After, amount });
        let all = fixed.into_iter().chain(losses).chain(after);
        all.map(|one| choice(one.write(&[]), one.say(&[]))).collect()
    }

    whole!();
}

impl Slot for Siege {
    const LABEL: &'static str = "How long";

    /// Each part is optional and has a default.
    fn read(pen: &mut SlotReader<'_, '_>) -> Option<Siege> {
        let usual = Siege::USUAL;
        let reader = &mut pen.reader;
        let rounds = if reader.skip("rounds") { reader.number()? } else { usual.rounds };
        let max_loss = if reader.skip("stop") { reader.number()? } else { usual.max_loss };
        let settlement = if reader.is_done() { usual.settlement } else { Sack::read(pen)? };
        Some(Siege { rounds, max_loss, settlement })
    }

    fn write(&self, _also: &[Part]) -> SlotText {
        format!("rounds {} stop {} {}", self.rounds, self.max_loss, self.settlement.slug()).into()
    }

    fn say(&self, _also: &[Part]) -> SlotText {
        let (rounds, stop) = (rounds(self.rounds), part_of(self.max_loss));
        format!("up to {rounds}, stop after losing {stop}, {}", self.settlement.means()).into()
    }

    fn choices() -> Vec<SlotChoice> {
        let each = |rounds| {
            [50, 25, 75].into_iter().flat_map(move |max_loss| {
                [Sack::Keep, Sack::Raze].map(|settlement| Siege { rounds, max_loss, settlement })
            })
        };
        let all = [3, 1, 2, 4, 5, 6].into_iter().flat_map(each);
        all.map(|one| choice(one.write(&[]), one.say(&[]))).collect()
    }

    whole!();
}

impl Slot for Storm {
    fn read(pen: &mut SlotReader<'_, '_>) -> Option<Storm> {
        if pen.reader.skip("never") {
            return Some(Storm(None));
        }
        let rounds = pen.reader.number();
        pen.reader.expect("stop");
        let (max_loss, settlement) = (pen.reader.number(), Sack::read(pen));
        let (rounds, max_loss, settlement) = (rounds?, max_loss?, settlement?);
        Some(Storm(Some(Siege { rounds, max_loss, settlement })))
    }

    fn write(&self, _also: &[Part]) -> SlotText {
        match self.0 {
            Some(Siege { rounds, max_loss, settlement }) => {
                format!("{rounds} stop {max_loss} {}", settlement.slug()).into()
            }
            None => "never".into(),
        }
    }

    fn say(&self, _also: &[Part]) -> SlotText {
        self.0.map_or("do not storm".into(), |siege| format!("storm: {}", siege.say(&[])).into())
    }

    fn choices() -> Vec<SlotChoice> {
        let each = |rounds| {
            [25, 50, 75].into_iter().flat_map(move |max_loss| {
                [Sack::Keep, Sack::Raze]
                    .map(|settlement| Storm(Some(Siege { rounds, max_loss, settlement })))
            })
        };
        let all = std::iter::once(Storm(None)).chain([3, 1, 6].into_iter().flat_map(each));
        all.map(|one| choice(one.write(&[]), one.say(&[]))).collect()
    }

    whole!();
}

impl Slot for Prestige {
    fn read(pen: &mut SlotReader<'_, '_>) -> Option<Prestige> {
        pen.reader.number().map(Prestige)
    }

    fn write(&self, _also: &[Part]) -> SlotText {
        self.0.to_string().into()
    }

    fn say(&self, _also: &[Part]) -> SlotText {
        match self.0 {
            0 => "nothing".into(),
            n => format!("up to {n} PP").into(),
        }
    }

    fn choices() -> Vec<SlotChoice> {
        let all = (0..=40).step_by(4).map(Prestige);
        all.map(|one| choice(one.write(&[]), one.say(&[]))).collect()
    }

    whole!();
}

impl Slot for Kinds {
    fn choices() -> Vec<SlotChoice> {
        Kind::ALL.iter().map(|kind| choice(kind.slug(), kind.means())).collect()
    }

    fn read(pen: &mut SlotReader<'_, '_>) -> Option<Kinds> {
        let mut kinds = Kinds::new();
        loop {
            let kind = Kind::read(pen)?;
            pen.add(&mut kinds, kind);
            if pen.reader.is_done() {
                return Some(kinds);
            }
        }
    }

    fn write(&self, _also: &[Part]) -> SlotText {
        self.iter().map(|kind| kind.slug()).collect::<Vec<_>>().join(", ").into()
    }

    fn say(&self, _also: &[Part]) -> SlotText {
        let names: Vec<&str> = self.iter().map(|kind| kind.means()).collect();
        and(&names).into()
    }

    whole!();
}

/// Kinds of units in doctrine, or the keyword for the default where none is named.
macro_rules! preferred {
    ($list:ident, $usual:literal, $means:literal) => {
        impl Slot for $list {
            fn read(pen: &mut SlotReader<'_, '_>) -> Option<$list> {
                let usual = pen.reader.skip($usual);
                let kinds = if usual { Some(Kinds::new()) } else { Kinds::read(pen) };
                kinds.map($list)
            }

            fn write(&self, also: &[Part]) -> SlotText {
                if self.0.is_empty() { $usual.into() } else { self.0.write(also) }
            }

            fn say(&self, also: &[Part]) -> SlotText {
                if self.0.is_empty() { $means.into() } else { self.0.say(also) }
            }

            fn choices() -> Vec<SlotChoice> {
                let kinds = Kind::ALL.iter().map(|kind| choice(kind.slug(), kind.means()));
                std::iter::once(choice($usual, $means)).chain(kinds).collect()
            }

            whole!();
        }
    };
}

preferred!(Targets, "weakest", "the weakest");
preferred!(Pupils, "recruits", "recruits");
