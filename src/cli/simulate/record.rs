//! Writes played games to a compressed file, one JSON line per game, for replay by later builds.

use std::fs::File;
use std::io::Write;
use std::path::Path;

use anyhow::Context;
use flate2::{Compression, write::GzEncoder};

use super::play::{GameSpec, Played};
use ravenpost_rules::contract::recorded::{Recorded, seal};

/// Writes every game that was completed.
pub fn write(path: &Path, games: &[GameSpec], played: &[Played]) -> anyhow::Result<()> {
    let file = File::create(path).with_context(|| format!("cannot write {}", path.display()))?;
    let mut out = GzEncoder::new(file, Compression::best());
    for (game, played) in games.iter().zip(played).filter(|(_, played)| played.end.is_ok()) {
        let recorded = Recorded {
            title: game.title.about().key.to_owned(),
            table: game.table.clone(),
            seed: game.seed,
            facts: played.facts.clone(),
            rules: game.title.about().version,
            orders: played.given.clone(),
            draws: played.draws.clone(),
            seal: seal(game.title, &played.facts)?,
        };
        serde_json::to_writer(&mut out, &recorded)?;
        out.write_all(b"\n")?;
    }
    out.finish()?;
    Ok(())
}
