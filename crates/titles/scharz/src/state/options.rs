//! R2, R3 Modes, modules and options of a game.

use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

use super::super::things::ids::Faction;
use super::super::things::kinds::{MapId, Mode};
use super::super::things::powers::{Powers, Start};
use super::super::things::words::words;
use ravenpost_rules::Table;

words!(
    /// A set of rules that a mode may include (R2.2).
    Module, "module", {
        FastCycle = "fast-cycle",
        FarmYear = "farm-year",
        Prestige = "prestige",
        SpecialMove = "special-move",
        Fishing = "fishing",
        FishingDie = "fishing-die",
        Acceleration = "acceleration",
        Horses = "horses",
        Weather = "weather",
        Shipwreck = "shipwreck",
        Specials = "specials",
        Salaries = "salaries",
        Attrition = "attrition",
        Morale = "morale",
        Experience = "experience",
        Command = "command",
        Spoils = "spoils",
        Transhumance = "transhumance",
    }
);

/// Modules that an ORIGINAL game may take from EXTENDED (R2.6).
pub const EXTRAS: [Module; 6] = [
    Module::Attrition,
    Module::Morale,
    Module::Experience,
    Module::Command,
    Module::Spoils,
    Module::Transhumance,
];

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Options {
    pub map: MapId,
    pub mode: Mode,
    pub years: u8,
    /// Homelands are dealt, not chosen.
    pub homelands_dealt: bool,
    /// Each march is written in the previous rear.
    pub brisk_tempo: bool,
    /// Doctrine decides every clash.
    pub clash_by_doctrine: bool,
    pub powers: bool,
    /// The banks of the Danubius are swapped for looting.
    pub danube_reversed: bool,
    /// Extended modules in addition to those of the mode.
    pub extra_modules: Extras,
}

/// A set of [`EXTRAS`] as bits; facts serialise their words.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(from = "Vec<Module>", into = "Vec<Module>")]
pub struct Extras(u16);

impl Extras {
    pub fn has(self, module: Module) -> bool {
        EXTRAS.iter().position(|one| *one == module).is_some_and(|at| self.0 >> at & 1 == 1)
    }
}

impl From<Vec<Module>> for Extras {
    fn from(modules: Vec<Module>) -> Extras {
        let place = |module| EXTRAS.iter().position(|one| *one == module);
        Extras(modules.into_iter().filter_map(place).fold(0, |bits, at| bits | 1 << at))
    }
}

impl From<Extras> for Vec<Module> {
    fn from(extras: Extras) -> Vec<Module> {
        EXTRAS.into_iter().filter(|one| extras.has(*one)).collect()
    }
}

impl Options {
    /// Reads the options of a validated table, with defaults for those that are not set.
    pub fn of(table: &Table) -> Options {
        let said = |id: &str| table.options.get(id).map(String::as_str);
        let is = |id: &str, value: &str| said(id) == Some(value);
        let extras = EXTRAS.into_iter().filter(|extra| is(extra.slug(), "on"));
        Options {
            map: said("map").and_then(MapId::from_slug).unwrap_or_default(),
            mode: said("mode").and_then(Mode::from_slug).unwrap_or(Mode::Original),
            years: said("years").and_then(|years| years.parse().ok()).unwrap_or(5),
            homelands_dealt: is("homelands", "random"),
            brisk_tempo: is("tempo", "brisk"),
            clash_by_doctrine: is("clash", "standing"),
            powers: !is("powers", "off"),
            danube_reversed: is("danube_loot", "reversed"),
            extra_modules: extras.collect::<Vec<_>>().into(),
        }
    }

    pub fn has(&self, module: Module) -> bool {
        match module {
            Module::FastCycle => self.mode == Mode::Fast,
            Module::FarmYear
            | Module::Prestige
            | Module::SpecialMove
            | Module::Fishing
            | Module::Acceleration
            | Module::Salaries => self.mode >= Mode::Basic,
            Module::FishingDie
            | Module::Horses
            | Module::Weather
            | Module::Shipwreck
            | Module::Specials => self.mode >= Mode::Original,
            Module::Attrition
            | Module::Morale
            | Module::Experience
            | Module::Command
            | Module::Spoils
            | Module::Transhumance => {
                let added = self.mode == Mode::Original && self.extra_modules.has(module);
                self.mode == Mode::Extended || added
            }
        }
    }

    /// The powers of a faction in this game. Without the powers option, only late arrival remains
    /// (R24.4).
    pub fn powers_of(&self, faction: Option<Faction>) -> &'static Powers {
        static PLAIN: OnceLock<Powers> = OnceLock::new();
        let plain = PLAIN.get_or_init(Powers::default);
        match faction {
            Some(faction) if self.powers => &faction.data().powers,
            _ => plain,
        }
    }

    /// How a faction starts in this game.
    pub fn start_of(&self, faction: Faction) -> Start {
        let start = faction.data().powers.start;
        if self.powers || matches!(start, Start::Late(_)) { start } else { Start::Normal }
    }
}
