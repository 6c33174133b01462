//! One line on the strengths of a homeland: its land, and the powers of its factions (R7.12).

use super::super::state::options::Options;
use super::super::things::ids::{Field, Homeland};
use super::super::things::powers::{Powers, Start};
use ravenpost_rules::text::phrase::{and, counted};

/// Describes a homeland: "3 fields, 2 coastal. Roman: cities need only 2 builders".
pub fn strengths(home: Homeland, options: &Options) -> String {
    let fields = &home.data().fields;
    let wet =
        |at: &&Field| home.map().data().all().any(|sea| sea.is_water() && at.neighbours().has(sea));
    let coast = match fields.iter().filter(wet).count() {
        0 => "inland".to_owned(),
        all if all == fields.len() => "all coastal".to_owned(),
        some => format!("{some} coastal"),
    };
    let land = format!("{}, {coast}", counted(fields.len(), "field", "fields"));
    let peoples = home.factions().map(|faction| {
        let known = powers(home, options.powers_of(Some(faction)));
        match known.is_empty() {
            true => faction.name().to_owned(),
            false => format!("{}: {}", faction.name(), and(&known)),
        }
    });
    let peoples: Vec<String> = peoples.collect();
    format!("{land}. {}.", peoples.join("; "))
}

/// Describes the powers that differ from those of every faction.
fn powers(home: Homeland, powers: &Powers) -> Vec<String> {
    let port = matches!(powers.start, Start::Port(at) if home.data().fields.contains(&at));
    let usual = Powers::default();
    let mut all = Vec::new();
    let mut say = |has: bool, words: String| all.extend(has.then_some(words));
    say(powers.taxes > 0, format!("{} more gold in taxes", powers.taxes));
    say(
        powers.city_builders < usual.city_builders,
        format!("cities need only {} builders", powers.city_builders),
    );
    say(powers.hi_builds, "heavy infantry can build".to_owned());
    say(matches!(powers.start, Start::City(_)), "may start with a city".to_owned());
    say(port, "may start with a port".to_owned());
    say(matches!(powers.start, Start::Late(_)), "arrives in the second year".to_owned());
    say(powers.cheap_mercenaries, "cheap mercenaries".to_owned());
    say(powers.no_recruitment, "no recruitment".to_owned());
    say(powers.fleet < usual.fleet, format!("fleets of {} ships", powers.fleet));
    say(powers.port > usual.port, format!("{} gold per port", powers.port));
    say(powers.cheap_ships, "cheap ships".to_owned());
    say(
        powers.bonus_li < usual.bonus_li,
        format!("an extra die for {} light infantry", powers.bonus_li),
    );
    say(powers.walls.is_some(), "walls on its own terrain".to_owned());
    say(powers.black_lines != usual.black_lines, "light infantry can cross passes".to_owned());
    say(powers.loot_away || powers.loot_lowland, "prestige for looting".to_owned());
    say(powers.away_from.is_some(), "more prestige in combat abroad".to_owned());
    say(powers.always_fish, "fishes in every season".to_owned());
    say(powers.safe_autumn, "no shipwrecks in autumn".to_owned());
    say(powers.herds.is_some(), "starts with herds".to_owned());
    say(powers.forts > 0, "starts with fortifications".to_owned());
    say(powers.free_reroll, "light infantry re-rolls once".to_owned());
    say(powers.elephants, "elephants".to_owned());
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::things::kinds::MapId;

    #[test]
    fn every_homeland_has_a_description_on_each_map() {
        for &map in MapId::ALL {
            let options = Options { map, ..Options::default() };
            for home in Homeland::all(map) {
                let line = strengths(home, &options);
                assert!(line.len() > 20 && line.len() < 400, "{}: {line}", home.name());
            }
        }
    }
}
