//! Recorded games of every title: whole games that earlier builds played. Each state they lead
//! through must be what it was then; `tests/recorded/README.md` says how they are made.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use flate2::read::GzDecoder;
use ravenpost::rules::Title;
use ravenpost::rules::recorded::{Recorded, seal};
use ravenpost::titles;

const KEPT: usize = 100;

fn recorded(title: &dyn Title) -> Vec<Recorded> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recorded");
    let path = folder.join(format!("{}.jsonl.gz", title.about().key));
    let file = File::open(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
    let lines = BufReader::new(GzDecoder::new(file)).lines();
    lines.map(|line| serde_json::from_str(&line.unwrap()).unwrap()).collect()
}

/// What today's build makes otherwise of these games.
fn faults(games: &[Recorded]) -> Vec<String> {
    let mut faults = Vec::new();
    for game in games {
        let name = format!("{} {} seats, seed {}", game.title, game.table.seats, game.seed);
        let title = titles::find(&game.title).unwrap();
        match seal(title, &game.facts) {
            Ok(seal) if seal == game.seal => {}
            Ok(_) => faults.push(format!("{name}: a past state has changed")),
            Err(why) => faults.push(format!("{name}: {why}")),
        }
    }
    faults
}

#[test]
fn games_of_earlier_builds_are_what_they_were() {
    let mut wrong = Vec::new();
    for title in titles::all() {
        let games = recorded(*title);
        assert!(games.len() >= KEPT, "{}: {} games are kept", title.about().key, games.len());
        let halves = games.split_at(games.len() / 2);
        std::thread::scope(|scope| {
            let other = scope.spawn(|| faults(halves.1));
            wrong.extend(faults(halves.0));
            wrong.extend(other.join().unwrap());
        });
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_changed_past_is_told() {
    let title = titles::all()[0];
    let mut game = recorded(title).swap_remove(0);
    assert!(faults(std::slice::from_ref(&game)).is_empty());
    game.facts.pop();
    assert_eq!(faults(std::slice::from_ref(&game)).len(), 1);
}
