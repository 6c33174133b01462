//! Forbidden acts, written into a log and rechained by a forger who knows its secret: the audit and
//! `verify` report each.

use std::process::Command;

use chrono::{DateTime, Duration, Utc};
use ravenpost::service::archive::verify::verify;
use ravenpost::service::game::core::folded::Game;
use ravenpost::service::game::fairness::audit::{Audited, audit};
use ravenpost_log::act::{By, Motion, Outage, Rejection, Sitter, Stage, Via};
use ravenpost_log::chain::{Chain, Tip};
use ravenpost_log::export::file::{self, Event, ExportScope, Header, Line};
use ravenpost_log::export::signature;
use ravenpost_log::proof::signer::Signer;
use ravenpost_log::{Act, GameId, NewEvent, StoredEvent};
use ravenpost_rules::Seat;
use ravenpost_store::log::{events, secrets};

use sqlx::ConnectOptions;
use sqlx::sqlite::SqliteConnectOptions;

use crate::harness::app::App;
use crate::harness::folder::folder;
use crate::service::table::rewinds::play;

const RED: Seat = Seat(1);
const BLUE: Seat = Seat(2);
const ANN: By = By::Organiser(Some(RED));

/// A log in the hands of a forger who knows its secret.
#[derive(Clone)]
pub(in crate::service) struct Forger {
    pub(in crate::service) log: Vec<StoredEvent>,
    pub(in crate::service) secret: [u8; 32],
    pub(in crate::service) game: GameId,
}

impl Forger {
    pub(in crate::service) async fn of(app: &App, game: &GameId) -> Forger {
        let store = app.service.store();
        let log = events::history(store.read(), game).await.expect("readable");
        let secret = secrets::get(store.read(), game).await.expect("a secret");
        Forger { log, secret: secret.try_into().expect("32 bytes"), game: game.clone() }
    }

    pub(in crate::service) fn game(&self) -> Game {
        let log: Vec<_> = self.log.iter().cloned().map(std::sync::Arc::new).collect();
        Game::fold(&self.game, &log).expect("it folds")
    }

    /// Some minutes after the last event.
    pub(in crate::service) fn now(&self) -> DateTime<Utc> {
        self.log.last().expect("opened").at + Duration::minutes(5)
    }

    /// The log with one more act, some time after its last.
    pub(in crate::service) fn with(&self, act: &Act, later: Duration) -> Forger {
        let new = NewEvent {
            at: self.log.last().expect("opened").at + later,
            kind: act.kind().word().to_owned(),
            seat: act.seat(),
            act: serde_json::to_string(act).expect("plain data"),
            known: "*".to_owned(),
            facts: "[]".to_owned(),
            draws: "[]".to_owned(),
            nonce: [7; 16],
        };
        self.chained(self.log.iter().map(again).chain([new]))
    }

    /// The same events, rechained.
    pub(in crate::service) fn chained(&self, new: impl IntoIterator<Item = NewEvent>) -> Forger {
        let chain = Chain::of(&self.game, self.log[0].act.as_bytes(), Some(self.secret));
        let chain = chain.expect("its chain");
        let (mut tip, mut log): (Tip, Vec<StoredEvent>) = (chain.genesis(), Vec::new());
        for event in new {
            let linked = event.linked(&chain, &tip);
            tip = tip.past(&linked);
            log.push(linked);
        }
        Forger { log, ..self.clone() }
    }

    pub(in crate::service) fn audited(&self) -> Audited {
        audit(&self.game, &self.log, Some(self.secret), None).expect("looked over")
    }

    /// What `verify` reports for the game as a file.
    pub(in crate::service) fn verified(&self) -> String {
        verify(&self.file()).err().map(|wrong| wrong.to_string()).unwrap_or_default()
    }

    /// The game as a file.
    pub(in crate::service) fn file(&self) -> String {
        file::write(self.header(), self.log.iter().map(|event| Line::Event(line(event))))
    }

    /// The exit code of `verify` for the game as a file that the server's key has signed.
    pub(in crate::service) fn exit_code(&self) -> Option<i32> {
        let signer = Signer::new("games.example.org", &[9; 32]);
        let signed = signature::sign(self.file(), &self.header(), &self.game, &signer);
        let folder = folder();
        let path = folder.path().join("game.jsonl");
        std::fs::write(&path, signed).expect("written");
        let mut program = Command::new(env!("CARGO_BIN_EXE_ravenpost"));
        let program = program.arg("verify").arg(&path).arg("--key").arg(signer.key().to_string());
        program.env_clear().output().expect("the program").status.code()
    }

    fn header(&self) -> Header {
        let opened: serde_json::Value = serde_json::from_str(&self.log[0].act).expect("an opening");
        let told = |field: &str| opened["Opened"][field].clone();
        let chain = Chain::of(&self.game, self.log[0].act.as_bytes(), Some(self.secret));
        let genesis = chain.expect("its chain").genesis();
        let tip = self.log.iter().fold(genesis, |tip, event| tip.past(event));
        let last = self.log.last().expect("opened");
        Header {
            version: file::FORMAT,
            game: self.game.to_string(),
            title: told("title").as_str().expect("a title").to_owned(),
            name: told("name").as_str().expect("a name").to_owned(),
            view: ExportScope::Whole,
            step: tip.step,
            head: tip.shown,
            chain: 1,
            running_until: Some(last.at.timestamp_millis()).filter(|_| last.kind != "ended"),
            secret: Some(data_encoding::HEXLOWER.encode(&self.secret)),
        }
    }

    /// Checks that both report the last act and the reason, and that the program ends with 1.
    #[track_caller]
    pub(in crate::service) fn found(&self, what: &str, why: &str) {
        let audited = self.audited();
        assert_eq!(audited.broken, None, "{what}: the chain holds");
        let said: Vec<_> = audited.wrongs();
        assert!(said.iter().any(|(_, said)| said.contains(why)), "{what}: {said:?}");
        let verified = self.verified();
        assert!(verified.contains(why), "{what}: {verified}");
        assert_eq!(self.exit_code(), Some(1), "{what}");
    }
}

pub(in crate::service) fn again(event: &StoredEvent) -> NewEvent {
    let StoredEvent { at, kind, seat, act, known, facts, draws, nonce, .. } = event.clone();
    NewEvent { at, kind, seat, act, known, facts, draws, nonce }
}

fn line(event: &StoredEvent) -> Event {
    let StoredEvent { seq, at, kind, seat, act, known, facts, draws, nonce, hash, .. } =
        event.clone();
    let nonce = data_encoding::HEXLOWER.encode(&nonce);
    let at = at.timestamp_millis();
    Event { number: seq, at, kind, seat, act, visibility: known, facts, draws, nonce, hash }
}

/// Ann's game with Bob after some orders; Ann is the organiser.
pub(in crate::service) async fn game() -> (Forger, Seat) {
    let mut app = App::seeded(5).await;
    let (_, _, game) = app.pair(crate::service::TITLE).await;
    play(&mut app, &game, 8).await;
    // Until Ann is awaited, so that acts on her own clock can be tried.
    while app.service.games().load(&game).await.expect("a game").seats().awaited_seats() != [RED] {
        play(&mut app, &game, 1).await;
    }
    let forger = Forger::of(&app, &game).await;
    let awaited = *forger.game().seats().awaited_seats().first().expect("somebody is asked");
    assert!(forger.audited().clean() && forger.verified().is_empty(), "{}", forger.verified());
    (forger, awaited)
}

fn took(seat: Seat, organiser: bool) -> Act {
    Act::TakenOver { seat, organiser, returning: false }
}

fn said() -> String {
    "So it was".to_owned()
}

fn stop(until: DateTime<Utc>) -> Act {
    Act::Paused { reason: said(), until, by: ANN }
}

fn put(motion: Motion, until: DateTime<Utc>) -> Act {
    Act::Proposed { by: Some(RED), motion, reason: said(), until }
}

fn word(seat: Seat, agrees: bool) -> Act {
    Act::Voted { seat: Some(seat), agrees, via: Via::Page }
}

#[tokio::test]
async fn acts_without_facts_cannot_have_facts_or_draws() {
    let (forger, _) = game().await;
    let started = forger.log.iter().find(|event| event.kind == "started").expect("it began");
    assert_ne!(started.draws, "[]");
    for (facts, draws) in [("[{\"Nothing\":{\"seat\":9}}]", "[]"), ("[]", &*started.draws)] {
        let mut log: Vec<NewEvent> = forger.log.iter().map(again).collect();
        let joined = log.iter_mut().find(|event| event.kind == "joined").expect("somebody sits");
        (joined.facts, joined.draws) = (facts.to_owned(), draws.to_owned());
        forger.chained(log).found("facts of an act that has none", "has facts or draws");
    }
}

#[tokio::test]
async fn forbidden_acts_are_named() {
    let (forger, awaited) = game().await;
    let other = Seat(3 - awaited.0);
    let (now, step) = (forger.now(), forger.game().step());
    let wait = forger.game().seats().wait(awaited).expect("a clock").clone();
    let hours = |hours| now + Duration::hours(hours);
    let bot = Some("random".to_owned());
    let extended = Act::Extended { seat: RED, seconds: 7200, reason: Some(said()), by: ANN };
    let lapsed = Act::TimedOut {
        seat: awaited,
        decision: wait.decision.clone(),
        order: "pass".to_owned(),
        deadline: wait.due,
        asked_at: None,
        cause: None,
    };
    let taken =
        Act::Replaced { seat: BLUE, bot: bot.clone(), open: false, reason: said(), by: ANN };
    let voted = Act::Replaced { seat: BLUE, bot, open: false, reason: said(), by: By::Table };
    let joined = |seat, organiser| {
        let (sitter, salt) = (Sitter::Person, "salt".to_owned());
        Act::Joined { seat, occupant: sitter, salt, custom_salt: false, organiser }
    };
    let years = Act::OutageCompensated {
        from: now - Duration::days(2200),
        until: now - Duration::days(2199),
        component: Outage::Server,
    };
    let long = Act::OutageCompensated {
        from: now - Duration::days(2200),
        until: hours(5),
        component: Outage::MailSource,
    };
    let ended = |agreed| Act::Ended { secret: hex(&forger), agreed };
    for (what, act, why) in [
        ("back without a vote", Act::Rewound { to: step - 3 }, "has not agreed to go back"),
        ("taken back by nobody", undone(&forger, other), "can no longer be undone"),
        ("an outage of years ago", years, "compensated when it ends"),
        ("an outage to come", long, "compensated when it ends"),
        ("rules of no program", Act::RulesChanged { rules: 7 }, "version 7 of the rules"),
        ("the same rules again", Act::RulesChanged { rules: rules(&forger) }, "already uses"),
        ("the own clock", extended, "your own seat"),
        ("a lapse too early", lapsed, "its time was not up"),
        ("a reminder of nothing", remind(other), "no move to make"),
        ("a reminder too early", remind(awaited), "no such reminder"),
        ("going on unasked", Act::Resumed { expired: true, by: None }, "is not paused"),
        ("a seat taken twice", joined(BLUE, false), "no longer open"),
        ("a stranger", took(BLUE, false), "this seat is taken"),
        ("a bell before its time", Act::TimeLimitReached, "time limit was not reached"),
        ("a second beginning", Act::Started, "has already started"),
        ("a game closed", Act::Cancelled, "has not started"),
        ("nothing put", Act::ProposalFailed { cause: Rejection::Expired }, "no vote is open"),
        ("a vote on nothing", word(BLUE, true), "this vote is over"),
        ("an end by no rule", ended(None), "not over by its rules"),
        ("an end that nobody agreed to", ended(Some(vec![1, 2])), "has not agreed to end"),
        ("put out without a lapse", taken, "last two deadlines"),
        ("put out without a vote", voted, "has not agreed to this"),
        ("a nudge beside a clock", Act::Nudged { seat: awaited, by: ANN }, "has deadlines"),
        ("stopped by nobody", by_nobody(hours(3)), "author of the act"),
        ("stopped for a year", stop(hours(24 * 365)), "can be paused for"),
        ("a bot's order", bots_order(awaited), "does not come from the seat's player"),
        ("a vote for a year", put(Motion::End { places: vec![] }, hours(9999)), "one turn at most"),
        ("a vote on no stop", put(Motion::Resume, hours(24)), "is not paused"),
    ] {
        forger.with(&act, Duration::minutes(5)).found(what, why);
    }
}

fn hex(forger: &Forger) -> String {
    data_encoding::HEXLOWER.encode(&forger.secret)
}

fn rules(forger: &Forger) -> u32 {
    forger.game().status.rules
}

fn remind(seat: Seat) -> Act {
    Act::Reminded { seat, stage: Stage::LastCall }
}

fn by_nobody(until: DateTime<Utc>) -> Act {
    Act::Paused { reason: said(), until, by: By::Table }
}

fn bots_order(seat: Seat) -> Act {
    Act::Ordered { seat, order: "pass".to_owned(), via: Via::Bot }
}

/// An undo of an earlier order that others have since answered.
fn undone(forger: &Forger, seat: Seat) -> Act {
    let game = forger.game();
    let own = |event: &&StoredEvent| event.kind == "ordered" && event.seat == Some(seat);
    let last = forger.log.iter().rfind(own).expect("an order");
    Act::Undone { seat, step: game.log.step_of(last.seq) - 1, ordered_at: last.at }
}

#[tokio::test]
async fn acts_made_invalid_by_others_are_named() {
    let (forger, awaited) = game().await;
    let minutes = Duration::minutes(5);
    let end = |places: &[u8]| Motion::End { places: places.to_vec() };
    let day = |forger: &Forger| forger.now() + Duration::hours(24);
    let open = forger.with(&put(end(&[1, 2]), day(&forger)), minutes);
    open.with(&put(end(&[]), day(&open)), minutes).found("a vote in a vote", "the table is voting");
    let early = Act::ProposalFailed { cause: Rejection::Expired };
    open.with(&early, minutes).found("dropped too early", "did not have that outcome");
    open.with(&word(RED, true), minutes).found("the own word", "you cannot vote");
    let agreed = open.with(&word(BLUE, true), minutes);
    agreed.with(&word(BLUE, false), minutes).found("a second word", "already voted");
    let ended = |places: &[u8]| Act::Ended { secret: hex(&forger), agreed: Some(places.to_vec()) };
    agreed.with(&ended(&[2, 1]), minutes).found("another result", "has not agreed to end");
    assert!(agreed.with(&ended(&[1, 2]), minutes).audited().clean(), "this one was");
    let refused = open.with(&word(BLUE, false), minutes);
    refused.with(&ended(&[1, 2]), minutes).found("refused, and ended", "has not agreed to end");

    let thaw = Act::Resumed { expired: false, by: Some(ANN) };
    let mut stopped = forger.clone();
    for _ in 0..2 {
        let until = stopped.now() + Duration::days(3);
        stopped = stopped.with(&stop(until), minutes);
        assert!(stopped.audited().clean(), "{:?}", stopped.audited());
        stopped.with(&bots_order(RED), minutes).found("an order meanwhile", "paused the game");
        let due = Act::Resumed { expired: true, by: None };
        stopped.with(&due, minutes).found("thawed too early", "has not expired");
        let others = Act::Resumed { expired: false, by: Some(By::Organiser(None)) };
        stopped.with(&others, minutes).found("by another organiser", "author of the act");
        let on = put(Motion::Resume, day(&stopped));
        stopped.with(&on, minutes).found("a vote at once", "you can propose a vote from");
        stopped = stopped.with(&thaw, minutes);
    }
    let until = stopped.now() + Duration::hours(3);
    stopped.with(&stop(until), minutes).found("stopped three times", "paused twice");

    let mut given = forger.clone();
    for _ in 0..2 {
        let (seat, seconds, by) = (awaited, 8 * 86_400, By::Admin(None));
        given = given.with(&Act::Extended { seat, seconds, reason: Some(said()), by }, minutes);
    }
    given.found("days without end", "within thirty days");
}

#[tokio::test]
async fn bots_cannot_vote() {
    let app = App::seeded(5).await;
    let (ann, bob) = (app.player("ann").await, app.player("bob").await);
    let game =
        app.table_of(crate::service::TITLE, ann, &["random"], ravenpost_rules::Table::of(3)).await;
    app.service.tables().join_table(app.now, &game, bob, Default::default()).await.expect("a seat");
    let forger = Forger::of(&app, &game).await;
    let until = forger.now() + Duration::hours(24);
    let open = forger.with(&put(Motion::End { places: vec![] }, until), Duration::minutes(1));
    assert!(open.audited().clean(), "{:?}", open.audited());
    let bots = open
        .game()
        .status
        .seats
        .slots
        .iter()
        .position(|slot| matches!(slot.sitter, Some(Sitter::Bot(_))));
    let bot = Seat::at(bots.expect("a bot"));
    open.with(&word(bot, true), Duration::minutes(1)).found("a bot's word", "you cannot vote");
    let gone = Act::Left { seat: bot };
    forger.with(&gone, Duration::minutes(1)).found("a bot that leaves", "that seat has no player");
}

#[tokio::test]
async fn forged_acts_before_the_start_are_named() {
    let app = App::seeded(5).await;
    let ann = app.player("ann").await;
    let game = app.open_table(crate::service::TITLE, ann, 2).await;
    let forger = Forger::of(&app, &game).await;
    let salt = "another".to_owned();
    let own = Act::Joined {
        seat: RED,
        occupant: Sitter::Person,
        salt,
        custom_salt: false,
        organiser: false,
    };
    for (act, why) in [
        (Act::Started, "every seat is taken"),
        (own, "this seat is taken"),
        (Act::TimeLimitReached, "has not started"),
        (took(RED, true), "has not started"),
        (stop(forger.now()), "has not started"),
        (Act::Left { seat: BLUE }, "that seat has no player"),
    ] {
        forger.with(&act, Duration::minutes(1)).found(act.kind().word(), why);
    }
}

#[tokio::test]
async fn changed_salt_is_found_by_both_programs() {
    let (forger, _) = game().await;
    let mut salted = false;
    let new: Vec<NewEvent> = forger.log.iter().map(again).collect();
    let new = new.into_iter().map(|mut event| {
        if let Ok(Act::Joined { seat, occupant: sitter, organiser, .. }) =
            serde_json::from_str(&event.act)
            && !salted
        {
            salted = true;
            let salt = "a salt that nobody gave".to_owned();
            let act = Act::Joined { seat, occupant: sitter, salt, custom_salt: false, organiser };
            event.act = serde_json::to_string(&act).expect("plain data");
        }
        event
    });
    let new: Vec<NewEvent> = new.collect();
    forger.chained(new).found("another salt", "does not follow from the secret and the salts");
}

impl Forger {
    /// Writes the last act directly into the database.
    async fn store(&self, app: &App) {
        let StoredEvent { seq, at, kind, seat, act, known, facts, draws, nonce, hash, .. } =
            self.log.last().expect("an act").clone();
        let options = SqliteConnectOptions::new().filename(app.service.store().path());
        let mut conn = options.connect().await.expect("the file is there");
        let insert = "INSERT INTO event \
                      (position, game, seq, at, kind, seat, act, visibility, facts, draws, \
                      nonce, hash) \
                      SELECT max(position) + 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? FROM event";
        let done = sqlx::query(insert)
            .bind(self.game.as_str())
            .bind(i64::try_from(seq.0).expect("a number"))
            .bind(at.timestamp_millis())
            .bind(kind)
            .bind(seat.map(|seat| i64::from(seat.0)))
            .bind(act)
            .bind(known)
            .bind(facts)
            .bind(draws)
            .bind(nonce.to_vec())
            .bind(hash.0.to_vec());
        done.execute(&mut conn).await.expect("inserted");
        app.service.games().rebuild_anyway(|_| ()).await.expect("the derived rows are made to fit");
    }
}

#[tokio::test]
async fn program_reports_broken_and_exits_with_1() {
    for given_up in [false, true] {
        let mut app = App::seeded(5).await;
        let (_, _, game) = app.pair(crate::service::TITLE).await;
        play(&mut app, &game, 8).await;
        let forger = Forger::of(&app, &game).await;
        let (act, why) = match given_up {
            true => (Act::Left { seat: BLUE }, "seat 2 was given up, but has a player"),
            false => (Act::Rewound { to: forger.game().step() - 3 }, "has not agreed to go back"),
        };
        forger.with(&act, Duration::minutes(5)).store(&app).await;
        let folder = app.service.store().path().parent().expect("a folder").to_owned();
        let mut program = Command::new(env!("CARGO_BIN_EXE_ravenpost"));
        let program = program.args(["audit"]).env_clear().env("RAVENPOST__DATA__DIR", folder);
        let done = program.output().expect("the program");
        let said = String::from_utf8_lossy(&[done.stdout, done.stderr].concat()).into_owned();
        assert_eq!(done.status.code(), Some(1), "{said}");
        assert!(said.contains("BROKEN") && said.contains(why), "{said}");
    }
}
