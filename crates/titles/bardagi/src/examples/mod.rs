//! Worked examples of Bardagi: scenario files, described in this folder's README.

/// File name and text of every scenario file.
pub static EXAMPLES: &[(&str, &str)] = &[
    ("01-setup.toml", include_str!("01-setup.toml")),
    ("02-cards.toml", include_str!("02-cards.toml")),
    ("03-land.toml", include_str!("03-land.toml")),
    ("04-attack.toml", include_str!("04-attack.toml")),
    ("05-disks.toml", include_str!("05-disks.toml")),
    ("06-godi.toml", include_str!("06-godi.toml")),
    ("07-trade.toml", include_str!("07-trade.toml")),
    ("08-sea.toml", include_str!("08-sea.toml")),
    ("09-round.toml", include_str!("09-round.toml")),
    ("10-build.toml", include_str!("10-build.toml")),
    ("11-claim.toml", include_str!("11-claim.toml")),
    ("12-end.toml", include_str!("12-end.toml")),
    ("13-options.toml", include_str!("13-options.toml")),
    ("14-post.toml", include_str!("14-post.toml")),
    ("15-components.toml", include_str!("15-components.toml")),
    ("16-points.toml", include_str!("16-points.toml")),
    ("17-advance.toml", include_str!("17-advance.toml")),
    ("18-rulings.toml", include_str!("18-rulings.toml")),
    ("19-corners.toml", include_str!("19-corners.toml")),
    ("learn.toml", include_str!("learn.toml")),
];
