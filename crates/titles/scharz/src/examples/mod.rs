//! Worked examples of Scharz: scenario files, one for each part of the rules.

/// File name and text of every scenario file.
pub static EXAMPLES: &[(&str, &str)] = &[
    ("01-setup.toml", include_str!("01-setup.toml")),
    ("02-march.toml", include_str!("02-march.toml")),
    ("03-clash.toml", include_str!("03-clash.toml")),
    ("04-battle.toml", include_str!("04-battle.toml")),
    ("05-siege.toml", include_str!("05-siege.toml")),
    ("06-construction.toml", include_str!("06-construction.toml")),
    ("07-trade.toml", include_str!("07-trade.toml")),
    ("08-diplomacy.toml", include_str!("08-diplomacy.toml")),
    ("09-seasons.toml", include_str!("09-seasons.toml")),
    ("10-fishing.toml", include_str!("10-fishing.toml")),
    ("11-victory.toml", include_str!("11-victory.toml")),
    ("12-extended.toml", include_str!("12-extended.toml")),
    ("13-peoples.toml", include_str!("13-peoples.toml")),
    ("14-rulings.toml", include_str!("14-rulings.toml")),
    ("15-balance.toml", include_str!("15-balance.toml")),
    ("16-doctrine.toml", include_str!("16-doctrine.toml")),
    ("learn.toml", include_str!("learn.toml")),
];
