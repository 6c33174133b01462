//! After a restore from a backup, a server never repeats random draws or blinding values. Compares
//! the new history with the one that was played and exported before.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use chrono::Duration;
use ravenpost::service::archive::moving::KnownPeople;
use ravenpost::service::game::core::folded::Game;
use ravenpost_log::act::Renewal;
use ravenpost_log::chain::Leaf;
use ravenpost_log::draws::epochs::Epochs;
use ravenpost_log::table::status::Status;
use ravenpost_log::{Act, GameId};
use ravenpost_rules::Viewer;
use ravenpost_rules::dice::Count;
use ravenpost_rules::numbers::Seq;
use ravenpost_store::Store;
use ravenpost_store::lists::settings;
use ravenpost_store::sqlite::copies::Copies;
use ravenpost_store::sqlite::high_water_mark::Marks;
use tempfile::TempDir;

use crate::harness::app::App;
use crate::harness::folder::folder;
use crate::harness::seeds::seeds;
use crate::service::table::rewinds::{play, propose, vote};

/// A way in which an earlier state of a game comes to be continued.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(in crate::service) enum Way {
    Restored,
    PutBack,
    NewerCopy,
    ByHand,
    Imported,
    ImportedAll,
}

const WAYS: [Way; 6] =
    [Way::Restored, Way::PutBack, Way::NewerCopy, Way::ByHand, Way::Imported, Way::ImportedAll];

/// Orders after the copy, enough for some random draws.
const ORDERS: usize = 60;

/// What must never repeat: the keys of all draws, and all blinding values.
#[derive(Default)]
struct Once {
    keys: BTreeSet<[u8; 32]>,
    blindings: BTreeSet<Vec<u8>>,
}

impl Once {
    /// Collects those of the events after `after`.
    fn of(game: &Game, after: Seq) -> Once {
        let (mut once, mut epochs) = (Once::default(), Epochs::default());
        let (chain, draw_inputs) =
            (game.chain().expect("a chain"), game.fairness().draw_inputs().expect("a secret"));
        let mut tip = chain.genesis();
        for entry in game.log.iter() {
            if entry.event.seq > after {
                let draws: Vec<(String, Vec<(u32, u32)>)> =
                    serde_json::from_str(&entry.event.draws).expect("draws");
                let count = epochs.count_of(entry.act);
                let keys = draws.iter().map(|(purpose, _)| draw_inputs.key(count, purpose));
                once.keys.extend(keys);
                let parts = chain.parts(entry.event, &tip);
                parts.leaves.iter().for_each(|leaf| once.leaf(leaf));
            }
            epochs.past(entry.act, entry.event, entry.step);
            tip = tip.past(entry.event);
        }
        once
    }

    fn leaf(&mut self, leaf: &Leaf) {
        let blinding = match leaf {
            Leaf::Of { blinding, .. } | Leaf::Seats { blinding, .. } => blinding.to_vec(),
            Leaf::Hidden(hash) => hash.0[..16].to_vec(),
        };
        assert!(self.blindings.insert(blinding), "one event hides two things alike");
        if let Leaf::Seats { leaves, .. } = leaf {
            leaves.iter().for_each(|leaf| self.leaf(leaf));
        }
    }

    /// How many keys and blinding values both have.
    fn both(&self, other: &Once) -> (usize, usize) {
        let blindings = self.blindings.intersection(&other.blindings).count();
        (self.keys.intersection(&other.keys).count(), blindings)
    }
}

/// A server that was copied when its game was at that event, and then continued.
pub(in crate::service) struct Before {
    pub(in crate::service) app: App,
    pub(in crate::service) game: GameId,
    folder: TempDir,
    pub(in crate::service) after: Seq,
    whole: String,
    /// The seed of the servers that continue.
    pub(in crate::service) seed: u64,
}

impl Before {
    pub(in crate::service) async fn played(seed: u64) -> Before {
        let folder = folder();
        let mut app = App::seeded(1_000 + seed).await;
        let titles = ravenpost::titles::all();
        let title = titles[seed as usize % titles.len()].about().key;
        let (_, _, game) = app.pair(title).await;
        play(&mut app, &game, 3 + seed as usize % 7).await;
        let after = app.version(&game).await;
        let copy = folder.path().join("copy.db");
        app.service.store().backup(&copy).await.expect("copied");
        app.service
            .archive()
            .export_all(app.now, &folder.path().join("all"), false)
            .await
            .expect("written");
        let file = folder.path().join("all").join(format!("{game}.jsonl"));
        let whole = std::fs::read_to_string(file).expect("written");
        play(&mut app, &game, ORDERS).await;
        Before { app, game, folder, after, whole, seed: 2 }
    }

    fn once(&self, game: &Game) -> Once {
        Once::of(game, self.after)
    }

    /// The copy in its own place, with the high-water marks of its database.
    fn copied(&self) -> (PathBuf, Marks) {
        let data = self.folder.path().join("data");
        std::fs::create_dir_all(&data).expect("a folder");
        let database = data.join("ravenpost.db");
        std::fs::copy(self.folder.path().join("copy.db"), &database).expect("copied");
        let marks = Marks::of(&database, Some(copies(&data.join("backups"))));
        (database, marks)
    }

    /// The server that continues from the copy.
    pub(in crate::service) async fn again(&self, way: Way) -> App {
        let (database, marks) = self.copied();
        let mark = self.app.service.store().mark().await.expect("readable").expect("played");
        match way {
            Way::Restored => marks.restored().expect("noted"),
            Way::PutBack => marks.write(&mark),
            Way::NewerCopy => {
                let copies = copies(&database.with_file_name("backups"));
                copies.make(self.app.service.store(), self.app.now).await.expect("made");
            }
            Way::ByHand => {}
            Way::Imported | Way::ImportedAll => return self.moved(way).await,
        }
        let app = App::on_seeded(&database, self.app.now, self.seed).await;
        let woken = app.service.fairness().wake(app.now, &marks, way == Way::ByHand).await;
        assert_eq!(woken.expect("woken"), 1, "{way:?}");
        app
    }

    async fn moved(&self, way: Way) -> App {
        let other = self.folder.path().join("other.db");
        let app = App::on_seeded(&other, self.app.now, self.seed).await;
        if way == Way::Imported {
            app.service
                .archive()
                .import(app.now, &self.whole, "elsewhere")
                .await
                .expect("taken in");
        } else {
            let folder = self.folder.path().join("all");
            let all = app
                .service
                .archive()
                .import_all(app.now, &folder, "elsewhere", KnownPeople::Ask)
                .await;
            assert_eq!(all.expect("taken in").taken, 1);
        }
        app
    }
}

fn copies(folder: &Path) -> Copies {
    Copies { folder: folder.to_owned(), every: Duration::days(1), keep: Duration::days(7) }
}

/// Continues with legal orders of the awaited seats.
async fn goes_on(app: &mut App, game_id: &GameId) {
    for _ in 0..ORDERS {
        let game = app.service.games().load(game_id).await.expect("a game");
        if game.status.state != Status::Running {
            return;
        }
        let Some(seat) = game.seats().awaited_seats().first().copied() else { return };
        let order = app.some_order(game_id, seat).await;
        app.order(game_id, seat, &order).await.expect("legal");
    }
}

fn renewals(game: &Game) -> Vec<Renewal> {
    game.epochs.renewals().map(|(_, why)| why).collect()
}

fn reason(way: Way) -> Renewal {
    match way {
        Way::Restored => Renewal::Restored,
        Way::PutBack | Way::NewerCopy => Renewal::DatabaseBehind,
        Way::ByHand => Renewal::Requested,
        Way::Imported | Way::ImportedAll => Renewal::Imported,
    }
}

#[tokio::test]
async fn restored_server_never_repeats_draws_or_blindings() {
    let (mut keys, mut blindings) = (0, 0);
    for seed in seeds(2) {
        for way in WAYS {
            let before = Before::played(seed).await;
            let here = format!("{way:?}, seed {seed}");
            let was =
                before.once(&before.app.service.games().load(&before.game).await.expect("a game"));
            let mut app = before.again(way).await;
            goes_on(&mut app, &before.game).await;
            let game = app.service.games().load(&before.game).await.expect("a game");
            let is = before.once(&game);
            assert_eq!(was.both(&is), (0, 0), "{here}");
            assert_eq!(renewals(&game), [reason(way)], "{here}");
            (keys, blindings) = (keys + is.keys.len(), blindings + is.blindings.len());
            let audited =
                app.service.fairness().audit_game(&before.game).await.expect("looked over");
            assert!(audited.clean(), "{here}: {audited:?}");
        }
    }
    println!("{keys} keys and {blindings} blindings, none of which was there before");
    assert!(keys > 0 && blindings > 100, "{keys}, {blindings}");
}

/// A control for this test: without an epoch, the same draws are repeated.
#[tokio::test]
async fn undeclared_copy_repeats_draws() {
    let mut again = 0;
    for seed in seeds(3) {
        let before = Before::played(seed).await;
        let was =
            before.once(&before.app.service.games().load(&before.game).await.expect("a game"));
        let (database, marks) = before.copied();
        let mut app = App::on(&database, before.app.now).await;
        let woken = app.service.fairness().wake(app.now, &marks, false).await;
        assert_eq!(woken.expect("woken"), 0, "nothing tells of it");
        goes_on(&mut app, &before.game).await;
        let is = before.once(&app.service.games().load(&before.game).await.expect("a game"));
        let (keys, blindings) = was.both(&is);
        assert_eq!(blindings, 0, "nonces need nobody to say so");
        again += keys;
    }
    assert!(again > 0, "it is what `serve --restored` is for");
}

#[tokio::test]
async fn epoch_is_announced_to_the_table_once() {
    let before = Before::played(11).await;
    let mut app = before.again(Way::PutBack).await;
    let (_, marks) = before.copied_marks();
    let woken = app.service.fairness().wake(app.now, &marks, false).await.expect("woken");
    assert_eq!(woken, 0, "the same mark says nothing new");
    let game = app.service.games().load(&before.game).await.expect("a game");
    let story = game.narration().story(Viewer::Spectator, before.after).expect("told");
    let narration: Vec<&str> =
        story.iter().flat_map(|step| &step.narration).map(|one| &*one.text).collect();
    assert_eq!(
        narration.iter().filter(|text| text.contains("was rolled back")).count(),
        1,
        "{narration:?}"
    );
    // It changes no clock, and nothing that any viewer sees.
    let then = game.history().at(before.after).expect("it folds");
    assert_eq!(then.status.clocks.waits, game.status.clocks.waits);
    assert_eq!(seen(&then), seen(&game));
    goes_on(&mut app, &before.game).await;
}

/// The game as spectators and each seat see it.
fn seen(game: &Game) -> Vec<String> {
    let seats = ravenpost_rules::Seat::all(game.status.table.seats).map(Viewer::Seat);
    let viewers = seats.chain([Viewer::Spectator]);
    viewers.map(|viewer| game.true_position().show(viewer)).collect()
}

/// Players who saw the lost hours learn nothing about the new draws from them.
#[tokio::test]
async fn unknown_cards_are_redrawn_with_an_epoch() {
    let mut redrawn = 0;
    for seed in 0..4 {
        let before = Before::played(seed).await;
        let was = before.app.service.games().load(&before.game).await.expect("a game");
        let was = was.history().at(before.after).expect("it folds");
        let mut paused = vec![was.true_position().document()];
        for way in [Way::Restored, Way::Imported] {
            let mut app = before.again(way).await;
            let game = app.service.games().load(&before.game).await.expect("a game");
            assert_eq!(seen(&was), seen(&game), "{way:?}, seed {seed}");
            let now = game.true_position().document();
            redrawn += usize::from(!paused.contains(&now));
            paused.push(now);
            let log: Vec<_> = game.events().cloned().collect();
            let folded = Game::fold(&before.game, &log).expect("it folds");
            assert_eq!(folded.true_position().document(), game.true_position().document());
            goes_on(&mut app, &before.game).await;
            let audited =
                app.service.fairness().audit_game(&before.game).await.expect("looked over");
            assert!(audited.clean(), "{way:?}, seed {seed}: {audited:?}");
        }
    }
    assert!(redrawn >= 2, "only {redrawn} of 8 stand otherwise");
}

impl Before {
    /// The high-water marks of the copy's location.
    fn copied_marks(&self) -> (PathBuf, Marks) {
        let database = self.folder.path().join("data/ravenpost.db");
        let marks = Marks::of(&database, Some(copies(&self.folder.path().join("data/backups"))));
        (database, marks)
    }
}

/// A rewind makes new draws: the discarded events used theirs up.
#[tokio::test]
async fn events_of_a_game_never_share_a_key() {
    for title in ravenpost::titles::all() {
        let mut app = App::seeded(21).await;
        let (ann, bob, game_id) = app.pair(title.about().key).await;
        let opened = app.service.games().load(&game_id).await.expect("a game");
        let Act::Opened(opening) = opened.log.event(Seq(1)).expect("opened").act.clone() else {
            panic!("no opening")
        };
        for _ in 0..3 {
            play(&mut app, &game_id, 5).await;
            let game = app.service.games().load(&game_id).await.expect("a game");
            let to = game.step() - 2;
            let to = game.conduct().before_sealed(to).expect("it folds").unwrap_or(to);
            assert!(!propose(&app, &game_id, ann, to).await, "Bob is asked");
            vote(&app, &game_id, bob, true).await;
        }
        let game = app.service.games().load(&game_id).await.expect("a game");
        let (mut epochs, mut counts) = (Epochs::default(), Vec::new());
        for entry in game.log.iter() {
            if entry.event.draws != "[]" {
                counts.push(epochs.count_of(entry.act));
            }
            epochs.past(entry.act, entry.event, entry.step);
        }
        let epoch = opening.epoch;
        let wanted: Vec<_> =
            (1..=counts.len() as u64).map(|number| Count { epoch, number }).collect();
        assert_eq!(counts, wanted, "{}", title.about().key);
    }
}

/// High-water marks that prove nothing: none, an old one, an empty one, garbage.
#[tokio::test]
async fn plain_restart_begins_no_epoch() {
    let before = Before::played(5).await;
    let (database, marks) = before.copied();
    for said in [None, Some("ravenpost high-water-mark 1 1"), Some(""), Some("rubbish\n")] {
        let file = database.with_extension("db.high-water-mark");
        match said {
            Some(text) => std::fs::write(&file, text).expect("written"),
            None => drop(std::fs::remove_file(&file)),
        }
        let app = App::on(&database, before.app.now).await;
        assert_eq!(
            app.service.fairness().wake(app.now, &marks, false).await.expect("woken"),
            0,
            "{said:?}"
        );
        app.service.store().close().await;
    }
    let store = Store::open_read_only(&database).await.expect("ours");
    let mark = store.mark().await.expect("readable").expect("played");
    marks.write(&mark);
    store.close().await;
    let mut app = App::on(&database, before.app.now).await;
    goes_on(&mut app, &before.game).await;
    assert_eq!(
        app.service.fairness().wake(app.now, &marks, false).await.expect("woken"),
        0,
        "it went through"
    );
}

/// If a start is interrupted while it records epochs, the next one continues, and no game gets two.
#[tokio::test]
async fn interrupted_start_still_records_every_epoch() {
    let before = Before::played(6).await;
    let (database, marks) = before.copied();
    let queued = format!(
        r#"{{"cause":"Restored","after_position":{},"known_marks":[],"timeline":null,
        "synchronous":false,"lost_timeline":null}}"#,
        before.after
    );
    for noted in [1, 0, 0] {
        let app = App::on(&database, before.app.now).await;
        // The pending epochs were stored before the power failed.
        let queued = queued.clone();
        let job = app.service.store().write(move |tx| {
            Box::pin(async move { settings::set(tx, settings::Key::PendingEpochs, &queued).await })
        });
        job.await.expect("noted");
        assert_eq!(
            app.service.fairness().wake(app.now, &marks, false).await.expect("woken"),
            noted
        );
        let game = app.service.games().load(&before.game).await.expect("a game");
        assert_eq!(renewals(&game), [Renewal::Restored]);
        app.service.store().close().await;
    }
}
