//! Worked examples of Road to Thingvellir: scenario files, described in this folder's README.

/// File name and text of every scenario file.
pub static EXAMPLES: &[(&str, &str)] = &[
    ("01-setup.toml", include_str!("01-setup.toml")),
    ("02-council.toml", include_str!("02-council.toml")),
    ("03-settle.toml", include_str!("03-settle.toml")),
    ("04-ride.toml", include_str!("04-ride.toml")),
    ("05-feud.toml", include_str!("05-feud.toml")),
    ("06-raid.toml", include_str!("06-raid.toml")),
    ("07-foster.toml", include_str!("07-foster.toml")),
    ("08-pledge.toml", include_str!("08-pledge.toml")),
    ("09-feast.toml", include_str!("09-feast.toml")),
    ("10-hunt.toml", include_str!("10-hunt.toml")),
    ("11-winter.toml", include_str!("11-winter.toml")),
    ("12-end.toml", include_str!("12-end.toml")),
    ("13-cards.toml", include_str!("13-cards.toml")),
    ("14-options.toml", include_str!("14-options.toml")),
    ("15-components.toml", include_str!("15-components.toml")),
    ("16-round.toml", include_str!("16-round.toml")),
    ("17-post.toml", include_str!("17-post.toml")),
    ("learn.toml", include_str!("learn.toml")),
];
