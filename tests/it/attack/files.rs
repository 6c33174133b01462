//! Hostile import files: sound, truncated, or forged with everything a forger could have. That
//! includes the true secret, so every hash in them is right.

use ravenpost::service::ServiceError;
use ravenpost::titles;
use ravenpost_log::act::{Fork, Opening};
use ravenpost_log::chain::Chain;
use ravenpost_log::export::file::{self, Event, File, Line};
use ravenpost_log::{Act, GameId, NewEvent};
use ravenpost_rules::numbers::Step;
use ravenpost_rules::{Dice, Viewer};

use super::Tally;
use crate::harness::app::App;

/// A name and a function that alters the file.
type Forgery = (&'static str, fn(&mut File, &mut Dice));

const FORGERIES: [Forgery; 14] = [
    ("unchanged", |_, _| {}),
    ("fork of itself", |file, _| {
        let game = file.header.game.clone();
        opening(file, |opening| opening.fork = Some(fork(&game)));
    }),
    ("fork of nothing", |file, _| {
        opening(file, |opening| opening.fork = Some(fork("../../etc/passwd")));
    }),
    ("name without end", |file, _| opening(file, |opening| opening.name = "N".repeat(1 << 20))),
    ("name that is not seen", |file, _| {
        opening(file, |opening| opening.name = "\u{202e}Ann\0\u{200b}".into());
    }),
    ("two hundred seats", |file, _| opening(file, |opening| opening.table.seats = 200)),
    ("title of nobody", |file, _| opening(file, |opening| opening.title = "chess".into())),
    ("clock of no time", |file, _| opening(file, |opening| opening.pace.turn = Some(0))),
    ("moved in time", |file, dice| {
        let years = [i64::MIN, i64::MAX, -1, 0][below(dice, 4)];
        each(file, |event| event.at = years);
    }),
    ("an act less", |file, dice| {
        let at = below(dice, file.lines.len());
        drop(file.lines.remove(at));
    }),
    ("an act twice", |file, dice| {
        let at = below(dice, file.lines.len());
        file.lines.insert(at, file.lines[at].clone());
    }),
    ("acts exchanged", |file, dice| {
        let (one, two) = (below(dice, file.lines.len()), below(dice, file.lines.len()));
        file.lines.swap(one, two);
    }),
    ("salt of a megabyte", |file, _| {
        each(file, |event| {
            if event.kind == "joined" {
                event.act = event
                    .act
                    .replace("\"salt\":\"", &format!("\"salt\":\"{}", "s".repeat(1 << 20)));
            }
        });
    }),
    ("facts of nobody", |file, dice| {
        let at = below(dice, file.lines.len());
        if let Line::Event(event) = &mut file.lines[at] {
            event.facts = "[{\"Nothing\":{\"seat\":9}}]".to_owned();
        }
    }),
];

fn below(dice: &mut Dice, of: usize) -> usize {
    dice.stream("files").below(of.max(1) as u32) as usize
}

fn fork(game: &str) -> Fork {
    Fork { game: game.to_owned(), step: Step(3), hash: "00".repeat(32), viewer: None, ..blank() }
}

/// A fork with only the required fields filled in.
fn blank() -> Fork {
    let text = r#"{"game":"","step":0,"hash":"","viewer":null}"#;
    serde_json::from_str(text).expect("a fork reads")
}

fn opening(file: &mut File, change: impl Fn(&mut Opening)) {
    let Some(Line::Event(first)) = file.lines.first_mut() else { return };
    let Ok(Act::Opened(mut opening)) = serde_json::from_str(&first.act) else { return };
    change(&mut opening);
    first.act = serde_json::to_string(&Act::Opened(opening)).expect("plain data");
}

fn each(file: &mut File, change: impl Fn(&mut Event)) {
    for line in &mut file.lines {
        if let Line::Event(event) = line {
            change(event);
        }
    }
}

/// A server that imports files and has a game of its own, which must not be affected.
pub struct Files {
    app: App,
    own: GameId,
    sound: Vec<String>,
}

impl Files {
    pub async fn new() -> Files {
        let elsewhere = App::seeded(4).await;
        let mut sound = Vec::new();
        for title in titles::all() {
            let game = elsewhere.bots_only(title.about().key, &["random", "random"]).await;
            let file = elsewhere.service.archive().export(&game, Viewer::Spectator).await;
            sound.push(file.expect("it is over"));
        }
        let (app, own) = server().await;
        Files { app, own, sound }
    }

    /// Imports one file, sound or not, and checks the result.
    pub async fn attack(&mut self, seed: u64, tally: &mut Tally) {
        let mut dice = Dice::seeded(seed);
        let mut file = file::read(&self.sound[below(&mut dice, self.sound.len())]).expect("sound");
        let (what, forge) = FORGERIES[below(&mut dice, FORGERIES.len())];
        forge(&mut file, &mut dice);
        let text = match below(&mut dice, 8) {
            0 => torn(&written(file), &mut dice),
            _ => written(file),
        };
        let before = self.app.derived().await;
        let taken = self.app.service.archive().import(self.app.now, &text, "a stranger").await;
        match &taken {
            Ok(game) => {
                let audited =
                    self.app.service.fairness().audit_game(game).await.expect("looked over");
                assert!(audited.sound(), "{what}: {audited:?}");
            }
            Err(ServiceError::Refused(_)) => {
                assert_eq!(self.app.derived().await, before, "{what} left something");
            }
            Err(error) => panic!("{what}: {error:?}"),
        }
        tally.count(what, taken.is_ok());
        if seed.is_multiple_of(16) || taken.is_ok() {
            self.goes_on().await;
        }
        if taken.is_ok() {
            // Games that already exist are refused before the file is checked.
            (self.app, self.own) = server().await;
        }
    }

    /// Lists, clocks and the existing game still work.
    pub async fn goes_on(&mut self) {
        self.app.passes(chrono::Duration::minutes(1)).await;
        let game = self.app.service.games().load(&self.own).await.expect("its own game");
        assert!(!game.status.clocks.waits.is_empty());
        self.app.service.games().rebuild(|_| {}).await.expect("made again");
    }
}

async fn server() -> (App, GameId) {
    let app = App::seeded(5).await;
    let (_, _, own) = app.pair(titles::all()[0].about().key).await;
    (app, own)
}

/// Serialises the file as a forger would, with matching hashes wherever possible.
fn written(mut file: File) -> String {
    rechained(&mut file);
    file::write(file.header, file.lines)
}

fn rechained(file: &mut File) -> Option<()> {
    let game = GameId::parse(&file.header.game)?;
    let secret = data_encoding::HEXLOWER.decode(file.header.secret.as_ref()?.as_bytes()).ok()?;
    let Some(Line::Event(first)) = file.lines.first() else { return None };
    let chain = Chain::of(&game, first.act.as_bytes(), secret.try_into().ok()).ok()?;
    let mut tip = chain.genesis();
    for line in &mut file.lines {
        let Line::Event(event) = line else { return None };
        let Event { kind, seat, act, visibility: known, facts, draws, nonce, .. } = event.clone();
        let nonce = data_encoding::HEXLOWER.decode(nonce.as_bytes()).ok()?.try_into().ok()?;
        let at = chrono::DateTime::from_timestamp_millis(event.at)?;
        let linked =
            NewEvent { at, kind, seat, act, known, facts, draws, nonce }.linked(&chain, &tip);
        (event.number, event.hash) = (linked.seq, linked.hash);
        tip = tip.past(&linked);
    }
    (file.header.step, file.header.head) = (tip.step, tip.shown);
    Some(())
}

/// The same text with a piece cut out, duplicated or changed.
fn torn(text: &str, dice: &mut Dice) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let at = below(dice, bytes.len());
    match below(dice, 3) {
        0 => bytes.truncate(at),
        1 => bytes[at] ^= 1 << below(dice, 7),
        _ => drop(bytes.drain(at..(at + 40).min(text.len()))),
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
