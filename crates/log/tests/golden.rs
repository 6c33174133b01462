//! Golden vectors of every format of this crate. A changed snapshot is a changed format. This is
//! allowed until 0.1.0 is tagged, and must be noted in CHANGELOG.
#![allow(clippy::disallowed_types, reason = "it reads recorded games")]

mod common;

use chrono::{DateTime, NaiveDate, Utc};
use ravenpost_log::act::pace::{Bank, DaysOff, Grace, Leave, NotAwaited};
use ravenpost_log::act::time_reasons::{Reason, Why};
use ravenpost_log::act::{
    Absence, By, Consent, Fork, Motion, Opening, Outage, Pace, Rejection, Renewal, Sitter, Stage,
    Via,
};
use ravenpost_log::chain::Chain;
use ravenpost_log::export::file::{self, Event, ExportScope, Header, KnownStep, Line, Shown};
use ravenpost_log::proof::checkpoint::Checkpoint;
use ravenpost_log::proof::note::Note;
use ravenpost_log::proof::signer::Signer;
use ravenpost_log::proof::statement;
use ravenpost_log::seal::read::SealText;
use ravenpost_log::seal::{self, Form, Padding, SealedEnd};
use ravenpost_log::{Act, GameId, Hash, NewEvent, export};
use ravenpost_rules::dice::{Count, DrawInputs, Epoch};
use ravenpost_rules::numbers::{Seq, Step};
use ravenpost_rules::{Seat, Table};

const RED: Seat = Seat(1);
const SECRET: [u8; 32] = [9; 32];

fn game() -> GameId {
    GameId::parse("k3v9w2mq7xhd").expect("an id")
}

fn at(hour: u32) -> DateTime<Utc> {
    let day = NaiveDate::from_ymd_opt(2026, 11, 22).expect("a day");
    day.and_hms_opt(hour, 0, 0).expect("a moment").and_utc()
}

fn reason() -> String {
    "Illness".to_owned()
}

fn opening() -> Opening {
    Opening {
        title: "gotlandia".to_owned(),
        name: "Midsummer".to_owned(),
        table: Table::of(3).with("harvest", "on"),
        pace: Pace {
            turn: Some(86_400),
            grace: Some(Grace { seconds: 43_200, per_questions: 6 }),
            days_off: Some(DaysOff { days: vec![6, 7], time_zone: "Europe/Stockholm".to_owned() }),
            not_awaited: Some(NotAwaited { missed: 2, of: 6 }),
            bank: Some(Bank { seconds: 259_200, increment: 21_600, max: 345_600 }),
            vacation: Some(Leave { days: 14, stops_clock: true }),
            reveal_delay: Some(600),
            min_reliability: Some(90),
            answer_delay: Some(1_800),
            no_programs: false,
        },
        public: true,
        commitment: DrawInputs::commitment(&SECRET),
        chain: 1,
        fork: Some(Fork {
            game: "m4x8q2v7k3hd".to_owned(),
            step: Step(12),
            hash: Hash([3; 32]).hex(),
            viewer: Some(RED),
            same_players: true,
            spectator: true,
        }),
        consent: Consent::Majority,
        rules: 1,
        conduct: 1,
        organiser: Some(RED),
        epoch: Epoch([5; 32]),
    }
}

/// Returns an example of every act; the match makes the compiler demand new ones.
#[expect(clippy::too_many_lines, reason = "an arm for each act")]
fn example(act: &Act) -> Option<Act> {
    let (seat, until) = (RED, at(12));
    Some(match act {
        Act::Opened(_) => {
            let (occupant, salt) = (Sitter::Person, "salt".to_owned());
            Act::Joined { seat, occupant, salt, custom_salt: true, organiser: true }
        }
        Act::Joined { .. } => Act::Left { seat },
        Act::Left { .. } => Act::Started,
        Act::Started => Act::Ordered { seat, order: "pass".to_owned(), via: Via::Page },
        Act::Ordered { .. } => Act::TimedOut {
            seat,
            decision: "turn".to_owned(),
            order: "pass".to_owned(),
            deadline: Some(at(10)),
            asked_at: Some(at(9)),
            cause: Some(Absence::NotAwaited),
        },
        Act::TimedOut { .. } => Act::Undone { seat, step: Step(7), ordered_at: at(9) },
        Act::Undone { .. } => Act::InstructionWithdrawn { seat },
        Act::InstructionWithdrawn { .. } => {
            let parts = vec![Reason { cause: Why::DaysOff, seconds: 172_800 }];
            Act::DeadlineMoved { seat, deadline: until, parts }
        }
        Act::DeadlineMoved { .. } => Act::GraceStarted { seat, until },
        Act::GraceStarted { .. } => Act::BankStarted { seat, until },
        Act::BankStarted { .. } => Act::VacationBooked { seat, from: at(9), until },
        Act::VacationBooked { .. } => Act::VacationStarted { seat, until },
        Act::VacationStarted { .. } => Act::VacationEnded { seat },
        Act::VacationEnded { .. } => Act::Skipped { seats: vec![seat, Seat(3)], missed: 2, of: 6 },
        Act::Skipped { .. } => Act::Reminded { seat, stage: Stage::LastCall },
        Act::Reminded { .. } => {
            let motion = Motion::Rewind { to: Step(4) };
            Act::Proposed { by: Some(seat), motion, reason: reason(), until }
        }
        Act::Proposed { .. } => Act::ClocksResumed,
        Act::ClocksResumed => Act::Voted { seat: Some(seat), agrees: true, via: Via::Email },
        Act::Voted { .. } => Act::Rewound { to: Step(4) },
        Act::Rewound { .. } => Act::ProposalFailed { cause: Rejection::Expired },
        Act::ProposalFailed { .. } => {
            Act::Paused { reason: reason(), until, by: By::Organiser(Some(seat)) }
        }
        Act::Paused { .. } => Act::Resumed { expired: false, by: Some(By::Table) },
        Act::Resumed { .. } => {
            Act::Extended { seat, seconds: 7_200, reason: Some(reason()), by: By::Admin(None) }
        }
        Act::Extended { .. } => Act::Nudged { seat, by: By::Player(Seat(2)) },
        Act::Nudged { .. } => {
            let (bot, by) = (Some("steady".to_owned()), By::Organiser(None));
            Act::Replaced { seat, bot, open: true, reason: reason(), by }
        }
        Act::Replaced { .. } => {
            let (bot, by) = (Some("steady".to_owned()), Some(By::Player(seat)));
            Act::Substituted { seat, bot, until: Some(until), by }
        }
        Act::Substituted { .. } => Act::TakenOver { seat, organiser: true, returning: true },
        Act::TakenOver { .. } => {
            Act::OutageCompensated { from: at(9), until, component: Outage::MailSource }
        }
        Act::OutageCompensated { .. } => Act::TimeLimitReached,
        Act::TimeLimitReached => Act::OrdersRevealed { timed_out: true },
        Act::OrdersRevealed { .. } => Act::RulesChanged { rules: 2 },
        Act::RulesChanged { .. } => Act::Transferred { unknown: vec![seat, Seat(2)] },
        Act::Transferred { .. } => {
            Act::EpochStarted { epoch: Epoch([6; 32]), cause: Renewal::Restored }
        }
        Act::EpochStarted { .. } => {
            Act::Ended { secret: Hash(SECRET).hex(), agreed: Some(vec![1, 2, 2]) }
        }
        Act::Ended { .. } => Act::ClosureAnnounced { closes_at: until },
        Act::ClosureAnnounced { .. } => Act::KeptOpen { by: By::Player(seat) },
        Act::KeptOpen { .. } => Act::Cancelled,
        Act::Cancelled => return None,
    })
}

fn acts() -> Vec<Act> {
    let first = Act::Opened(Box::new(opening()));
    std::iter::successors(Some(first), example).collect()
}

/// Returns the names of an enum's values that occur in acts.
fn words<T: serde::Serialize>(values: &[T]) -> String {
    serde_json::to_string(values).expect("plain data")
}

#[test]
fn json_of_every_act_is_frozen() {
    let lines = acts().into_iter().map(|act| {
        let text = serde_json::to_string(&act).expect("plain data");
        assert_eq!(Act::read(&text).expect("read"), act);
        format!("{} {:?} {text}\n", act.kind(), act.seat().map(|seat| seat.0))
    });
    insta::assert_snapshot!("acts", lines.collect::<String>());
}

#[test]
fn codes_within_acts_are_frozen() {
    let (seat, bot) = (RED, "steady".to_owned());
    let motions = [
        Motion::Rewind { to: Step(4) },
        Motion::End { places: vec![1, 2] },
        Motion::Replace { seat, bot: None, open: true },
        Motion::Substitute { seat, bot: bot.clone() },
        Motion::Resume,
    ];
    let why = [
        Why::Turn,
        Why::DaysOff,
        Why::Grace,
        Why::Bank,
        Why::Vacation,
        Why::Extended,
        Why::Vote,
        Why::Pause,
        Why::Server,
        Why::Relay,
        Why::MailSource,
        Why::Interrupted,
        Why::Undone,
        Why::Rewound,
        Why::Minimum,
        Why::Floor,
    ];
    let rejections =
        [Rejection::Rejected, Rejection::Expired, Rejection::Withdrawn, Rejection::GameEnded];
    let renewals =
        [Renewal::Restored, Renewal::DatabaseBehind, Renewal::Imported, Renewal::Requested];
    let all = [
        words(&motions),
        words(&why),
        words(&rejections),
        words(&renewals),
        words(&[By::Organiser(None), By::Admin(Some(seat)), By::Table, By::Player(seat)]),
        words(&[Via::Page, Via::Email, Via::Bot, Via::Command, Via::Instruction]),
        words(&[Outage::Server, Outage::Relay, Outage::MailSource]),
        words(&[Absence::NotAwaited, Absence::Vacation]),
        words(Stage::ALL),
        words(Consent::EVERY),
        words(&[Sitter::Person, Sitter::Bot(bot)]),
    ];
    insta::assert_snapshot!("words", all.join("\n"));
}

/// Returns every event of a short game, with its hash.
fn chained() -> Vec<Event> {
    let mut opening = opening();
    opening.fork = None;
    let first = serde_json::to_string(&Act::Opened(Box::new(opening))).expect("plain data");
    let chain = Chain::of(&game(), first.as_bytes(), Some(SECRET)).expect("a chain");
    let mut tip = chain.genesis();
    let events = [
        (first.as_str(), "opened", None, "*", "[]", "[]"),
        (r#"{"Left":{"seat":2}}"#, "left", Some(Seat(2)), "*", "[]", "[]"),
        (
            r#"{"Ordered":{"seat":1,"order":"pass","via":"Page"}}"#,
            "ordered",
            Some(RED),
            "**12-",
            r#"["Passed","Drew","Left","Shuffled"]"#,
            r#"[["deck",[[7,3]]]]"#,
        ),
        (
            r#"{"Ordered":{"seat":1,"order":"plan","via":"Page"}}"#,
            "ordered",
            Some(RED),
            "1",
            r#"["Planned"]"#,
            "[]",
        ),
        (r#""Started""#, "started", None, "*", r#"["Began"]"#, "[]"),
    ];
    let events = (1..).zip(events).map(|(number, (act, kind, seat, known, facts, draws))| {
        let new = NewEvent {
            at: at(number),
            kind: kind.to_owned(),
            seat,
            act: act.to_owned(),
            known: known.to_owned(),
            facts: facts.to_owned(),
            draws: draws.to_owned(),
            nonce: [number as u8; 16],
        };
        let stored = new.linked(&chain, &tip);
        tip = tip.past(&stored);
        Event {
            number: Seq(number.into()),
            at: stored.at.timestamp_millis(),
            kind: stored.kind,
            seat: stored.seat,
            act: stored.act,
            visibility: stored.known,
            facts: stored.facts,
            draws: stored.draws,
            nonce: data_encoding::HEXLOWER.encode(&stored.nonce),
            hash: stored.hash,
        }
    });
    events.collect()
}

fn header(view: ExportScope) -> Header {
    let whole = view == ExportScope::Whole;
    Header {
        version: file::FORMAT,
        game: game().to_string(),
        title: "gotlandia".to_owned(),
        name: "Midsummer".to_owned(),
        view,
        step: Step(4),
        head: chained()[4].hash,
        chain: 1,
        running_until: whole.then_some(at(6).timestamp_millis()),
        secret: whole.then(|| Hash(SECRET).hex()),
    }
}

/// Returns a seat's partial export, with every kind of leaf.
fn part() -> String {
    let hidden = || Shown::Hidden { hash: Hash([4; 32]) };
    let open = || Shown::Open { blinding: "ab".repeat(16), text: "\"Started\"".to_owned() };
    let step = KnownStep {
        step: Step(1),
        at: at(1).timestamp_millis(),
        kind: "ordered".to_owned(),
        seat: Some(RED),
        own: false,
        hash: Hash([8; 32]),
        facts: r#"["Passed"]"#.to_owned(),
        leaves: [
            hidden(),
            open(),
            Shown::Seats { blinding: "cd".repeat(16), leaves: vec![open(), hidden()] },
        ],
        narration: vec!["Red passed".to_owned()],
    };
    let view = serde_json::json!({"year": 1});
    file::write(header(ExportScope::Seat(RED)), [Line::Step(step), Line::View(view)])
}

fn whole() -> String {
    let text = file::write(header(ExportScope::Whole), chained().into_iter().map(Line::Event));
    export::signature::sign(text, &header(ExportScope::Whole), &game(), &signer())
}

fn signer() -> Signer {
    Signer::new("raven.example/seals", &[7; 32])
}

fn seal() -> String {
    let end = |step| SealedEnd { game: seal::name(&game()), step: Step(step), head: Hash([7; 32]) };
    let form = Form { padding: Padding([9; 32]), key: Some(signer().key().to_string()) };
    seal::text(at(0).date_naive(), seal::NONE, [end(42), end(43), end(44)], &form)
}

fn checkpoint() -> String {
    let origin = signer().name().to_owned();
    let text = Checkpoint { origin, size: 7, root: [1; 32] }.text();
    let witness = Signer::new("witness.example/w", &[5; 32]);
    Note { lines: vec![signer().sign(&text), witness.cosign(&text, 1_790_000_000)], text }
        .to_string()
}

#[test]
fn exports_are_frozen() {
    insta::assert_snapshot!("export_whole", whole());
    insta::assert_snapshot!("export_seat", part());
}

#[test]
fn seals_checkpoints_and_statements_are_frozen() {
    insta::assert_snapshot!("seal", seal());
    insta::assert_snapshot!("checkpoint", checkpoint());
    let key = signer().key();
    let statements = [
        statement::signed_head(&game(), Step(42), &Hash([3; 32])),
        statement::receipt(&game(), &Hash([3; 32])),
        statement::export(&game(), Step(42), &Hash([3; 32]), &"ab".repeat(32)),
        statement::handover(&key, &Signer::new("raven.example/seals", &[8; 32]).key()),
    ];
    let signed = statements.map(|text| format!("{text}{}\n", signer().sign(&text)));
    insta::assert_snapshot!("statements", signed.join("\n"));
}

#[test]
fn draws_are_frozen() {
    let salts = vec!["salt of red".to_owned(), String::new()];
    let draw_inputs = DrawInputs { secret: SECRET, game: game().to_string(), salts };
    let count = Count { epoch: Epoch([5; 32]), number: 3 };
    let (message, key) = (draw_inputs.message(count, "deck"), draw_inputs.key(count, "deck"));
    let mut dice = draw_inputs.dice(count);
    let mut deck = dice.stream("deck");
    let drawn: Vec<u32> = (0..12).map(|_| deck.below(52)).collect();
    let hex = |bytes: &[u8]| data_encoding::HEXLOWER.encode(bytes);
    insta::assert_snapshot!("dice", format!("{}\n{}\n{drawn:?}\n", hex(&message), hex(&key)));
}

/// Changes one byte at many places in each verifiable format.
#[test]
fn one_changed_byte_is_detected_in_every_format() {
    let (whole, seal, checkpoint) = (whole(), seal(), checkpoint());
    let sealed = seal::of(&seal);
    let key = signer().key();
    type Holds<'a> = Box<dyn Fn(&str) -> bool + 'a>;
    let formats: [(&str, &str, Holds); 3] = [
        // The short game breaks rules of the table; only its chain, end and signature are checked.
        ("export", &whole, Box::new(follows)),
        (
            "seal",
            &seal,
            Box::new(|text| SealText::read(text).is_ok_and(|read| read.hash == sealed)),
        ),
        (
            "checkpoint",
            &checkpoint,
            Box::new(|text| Note::parse(text).is_some_and(|note| note.is_by(&key))),
        ),
    ];
    for (name, text, holds) in formats {
        assert!(holds(text), "{name}");
        let (mut tried, step) = (0, (text.len() / 300).max(1));
        for place in (0..text.len()).step_by(step) {
            let mut bytes = text.as_bytes().to_vec();
            bytes[place] ^= 1;
            // A witness's cosignature does not cover the server's signature.
            let cosigned = name == "checkpoint" && place > text.rfind('\u{2014}').unwrap_or(0);
            if let Ok(changed) = String::from_utf8(bytes) {
                assert!(cosigned || !holds(&changed), "{name}: byte {place} of {text}");
                tried += 1;
            }
        }
        assert!(tried > 50, "{name}: {tried}");
    }
}

/// Returns whether a whole export is unchanged: its end, its chain and its signature.
fn follows(text: &str) -> bool {
    let Ok(file) = file::read(text) else { return false };
    let signed = file.signed.as_ref().is_some_and(|signed| {
        let line = ravenpost_log::proof::note::Line::of(&signer().key().name, &signed.signature);
        let before = text.trim_end().rfind('\n').map_or(0, |end| end + 1);
        let sha256 = file::hash(&text[..before]);
        let statement = statement::export(&game(), file.header.step, &file.header.head, &sha256);
        signed.key == signer().key().to_string()
            && signed.text == statement
            && line.is_some_and(|line| signer().key().signed(&statement, &line))
    });
    let events = common::taken_apart(text).1;
    signed && events == chained() && file.header == header(ExportScope::Whole)
}
