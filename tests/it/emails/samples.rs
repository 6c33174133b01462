//! One email of every kind with plausible contents, for snapshots, lint and inspection.

mod board;
mod votes;

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use ravenpost::emails::LineOutcome;
use ravenpost::emails::kinds::digest::TableNews;
use ravenpost::emails::kinds::invitation::Fact;
use ravenpost::emails::parts::frame;
use ravenpost::emails::turns::reply_result::LineResult;
use ravenpost::emails::turns::reply_verdict::ReplyTally;
use ravenpost::emails::*;
use ravenpost_log::act::Stage;
use ravenpost_rules::Narration;
use ravenpost_rules::numbers::Step;
use ravenpost_rules::{Field, Form, Group, Offer, Outcome, Place, Seat, SeatName};

use super::signed;
use board::presentation;
pub use votes::{full_turn, variants};

/// Values that players may have entered.
#[derive(Clone)]
pub struct Names {
    pub table: String,
    pub ann: String,
    pub bo: String,
    /// Whether every email includes chat messages, not only those that are about chat.
    pub chat: bool,
}

impl Default for Names {
    fn default() -> Self {
        let (table, bo) = ("Winter on the island".into(), "Bo Þórsson".into());
        Names { table, ann: "Ann".into(), bo, chat: false }
    }
}

pub fn moment(text: &str) -> DateTime<Utc> {
    text.parse().expect("a moment of these samples")
}

fn badge(seat: u8) -> Badge {
    let colour = ["red", "blue", "yellow", "green"][usize::from(seat) - 1];
    Badge { seat: Seat(seat), called: SeatName::by_colour(colour) }
}

/// The seal of a day in November.
fn sealed(day: u8) -> frame::Seal {
    let hash = format!("{day}b81cd0e4f5").repeat(6)[..64].to_owned();
    frame::Seal { day: format!("2025-11-{day}"), games: 3, hash, note: None }
}

pub fn frame(names: &Names) -> Frame {
    Frame {
        server: "Ravenpost".into(),
        home: "https://raven.example/".into(),
        reader: (&names.ann).into(),
        zone: ravenpost::zone::Zone::or_utc("Europe/Stockholm"),
        now: moment("2025-11-20T09:00:00Z"),
        settings: Some("https://raven.example/me/letters".into()),
        stop: Some("https://raven.example/stop/k3v7q2m5x4".into()),
        stops: None,
        answered: false,
        short: false,
        heard: if names.chat { heard(names) } else { Vec::new() },
        notices: Vec::new(),
        more: 0,
        many: None,
        seal: None,
        key: None,
    }
}

fn game(names: &Names) -> GameCard {
    GameCard {
        id: "w7k2p9".into(),
        name: (&names.table).into(),
        title: "Gotlandia".into(),
        page: "https://raven.example/games/w7k2p9".into(),
        seat: Some(badge(1)),
        head: Some(Head { step: Step(42), hash: "3fa9c1d2e4f50617".repeat(4), line: None }),
    }
}

fn seats(names: &Names, free: bool) -> Vec<SeatedPlayer> {
    let sit = |seat, name: Option<&str>| SeatedPlayer {
        seat: badge(seat),
        name: name.map(SafeLine::new),
    };
    vec![sit(1, Some(&names.ann)), sit(2, Some(&names.bo)), sit(3, (!free).then_some("Steady bot"))]
}

fn happened() -> Vec<Narration> {
    let told = |text: &str, seat: u8| Narration {
        text: text.into(),
        seat: Some(Seat(seat)),
        ..Narration::default()
    };
    vec![
        told("Red takes 2 Silver at Wisby.", 1),
        Narration {
            text: "Generation 2 of the 1200s".into(),
            chapter: true,
            ..Narration::default()
        },
        told("Blue settles Stenkumla for Wood and Grain.", 2),
        told("Blue builds a ship in the north-east for Wood and Sheep; the sea there is free.", 2),
        told("Yellow sells 3 Wood at Wisby for 6 Silver.", 3),
    ]
}

fn offered() -> Offered {
    Offered {
        groups: orders(),
        later: true,
        examples: vec!["play forest produce".into()],
        ..Offered::default()
    }
}

fn orders() -> Vec<Group> {
    let group = |title: &str, note: &str, offers: &[(&str, &str)]| Group {
        title: title.into(),
        notes: vec![note.into()],
        offers: offers
            .iter()
            .map(|(order, words)| Offer {
                order: (*order).into(),
                words: (*words).into(),
                ..Offer::default()
            })
            .collect(),
        ..Group::default()
    };
    let many: Vec<(String, String)> = (1..=20)
        .map(|n| {
            (format!("play gotland settle place-{n}"), format!("settle Place {n} for 2 Silver"))
        })
        .collect();
    let many: Vec<(&str, &str)> = many.iter().map(|(o, w)| (o.as_str(), w.as_str())).collect();
    let bundle = Form {
        help: "up to 3 of one kind".into(),
        fields: vec![Field::Amounts {
            lead: String::new(),
            items: vec![("wood".into(), "Wood".into(), 2), ("grain".into(), "Grain".into(), 1)],
        }],
        ..Form::new("play wisby sell", "Sell goods")
    };
    vec![
        group(
            "Forest",
            "You have this card twice.",
            &[
                (
                    "play forest settle stenkumla pay wood+grain",
                    "settle Stenkumla for Wood and Grain",
                ),
                ("play forest produce", "take 1 Wood"),
            ],
        ),
        group("Gotland", "", &many),
        Group {
            forms: vec![bundle],
            ..group("Wisby", "", &[("play wisby take", "take 1 Silver")])
        },
    ]
}

fn clock() -> Clock {
    Clock {
        due: moment("2025-11-21T17:00:00Z"),
        then: "After that, \"play forest produce\" is played for you.".into(),
        because: None,
    }
}

fn pace() -> Vec<SafeLine> {
    vec![
        "Each turn may take 3 days.".into(),
        "When that time is over, a plain order is played for the seat.".into(),
    ]
}

pub fn your_turn(names: &Names) -> YourTurn {
    YourTurn {
        frame: Frame {
            seal: Some(frame::Seal { note: Some(signed::checkpoint()), ..sealed(22) }),
            key: Some(signed::KEY.into()),
            ..frame(names)
        },
        game: game(names),
        seat: badge(1),
        seats: seats(names, false),
        action: "take an action".into(),
        notes: Vec::new(),
        clock: Some(clock()),
        happened: happened(),
        changed: None,
        presentation: presentation(),
        known: BTreeSet::new(),
        orders: offered(),
    }
}

pub fn reminder(names: &Names, stage: Stage, due: &str) -> Reminder {
    Reminder {
        grace: false,
        bank: false,
        frame: frame(names),
        game: game(names),
        seat: badge(1),
        stage,
        ask: "You are to move.".into(),
        clock: Clock { due: moment(due), ..clock() },
        turn_emailed: true,
    }
}

pub fn game_over(names: &Names) -> GameOver {
    let place = |seat, place, score, parts: &[(&str, i32)]| Place {
        seat: Seat(seat),
        place,
        score,
        parts: parts.iter().map(|(what, points)| ((*what).to_owned(), *points)).collect(),
    };
    GameOver {
        frame: frame(names),
        game: game(names),
        seats: seats(names, false),
        outcome: Outcome {
            places: vec![
                place(2, 1, 41, &[("settlements", 17), ("decorations", 12), ("pirates sunk", 12)]),
                place(1, 2, 38, &[("settlements", 20), ("decorations", 10), ("pirates sunk", 8)]),
                place(3, 3, 38, &[("settlements", 22), ("decorations", 10), ("pirates sunk", 6)]),
            ],
            verdict: "Blue wins with 41 points.".into(),
        },
        agreed: false,
        happened: happened(),
        presentation: presentation(),
        replay: "https://raven.example/games/w7k2p9/replay".into(),
        saga: "https://raven.example/games/w7k2p9/saga".into(),
        check: "https://raven.example/games/w7k2p9/dice".into(),
        secret: "5f".repeat(32),
    }
}

/// All other emails about a game.
fn news(names: &Names) -> Vec<Email> {
    let (frame, game) = (frame(names), game(names));
    vec![
        Joined {
            frame: frame.clone(),
            game: game.clone(),
            came: vec![SeatedPlayer { seat: badge(2), name: Some((&names.bo).into()) }],
            seats: seats(names, true),
        }
        .compose(),
        Started {
            frame: frame.clone(),
            game: game.clone(),
            seats: seats(names, false),
            pace: pace(),
            ask: "You are to move.".into(),
            begins: Some(Begins {
                action: "take an action".into(),
                clock: Some(clock()),
                orders: offered(),
            }),
            happened: Vec::new(),
            presentation: presentation(),
            known: BTreeSet::new(),
            commitment: "a1".repeat(32),
            rules: "https://raven.example/titles/gotlandia".into(),
        }
        .compose(),
        DeadlinePassed {
            frame: frame.clone(),
            game: game.clone(),
            seat: badge(1),
            due: moment("2025-11-20T08:59:00Z"),
            passed_over: false,
            not_awaited: None,
            order: "play forest produce".into(),
            happened: vec![Narration { text: "Red takes 1 Wood.".into(), ..Narration::default() }],
            now: Todo::of_others("Blue is to move."),
        }
        .compose(),
        TakenBack {
            frame: frame.clone(),
            game: game.clone(),
            who: badge(2),
            to: Step(40),
            undone: happened()[2..4].to_vec(),
            now: Todo::of_others("Blue is to move."),
        }
        .compose(),
        Cancelled {
            frame: frame.clone(),
            game: game.clone(),
            reason: "The organiser cancelled it.".into(),
            tables: "https://raven.example/tables".into(),
        }
        .compose(),
        Undelivered {
            frame,
            game,
            seat: badge(2),
            name: (&names.bo).into(),
            reason: "550 5.1.1 no such mailbox".into(),
        }
        .compose(),
    ]
}

/// Messages from others to Ann.
fn heard(names: &Names) -> Vec<ReceivedMessage> {
    let one = |at: &str, step, seat, to: &str, words: &str| ReceivedMessage {
        at: moment(at),
        step,
        by: badge(seat),
        name: (&names.bo).into(),
        to: to.into(),
        words: SafeLine::paragraphs(words),
    };
    vec![
        one(
            "2025-11-20T07:12:00Z",
            Step(41),
            2,
            "all players",
            "Good morning!\nBack from the fair.\n\nSheep are cheap.",
        ),
        one("2025-11-20T08:45:00Z", Step(42), 2, "you and Yellow", "A truce until the harvest?"),
        one("2025-11-20T08:46:00Z", Step(42), 2, "you", "See www.fair.example, wool is at 3."),
    ]
}

/// Messages for Ann while it is Blue's turn.
fn said(names: &Names) -> ChatNotification {
    ChatNotification {
        frame: Frame { answered: true, heard: heard(names), ..frame(names) },
        game: game(names),
        seat: badge(1),
        asked: None,
        back: Some("blue".into()),
    }
}

fn invitation(names: &Names, stranger: Frame, game: GameCard) -> Email {
    Invitation {
        frame: Frame { answered: true, ..stranger },
        game,
        from: (&names.bo).into(),
        tagline: "Settle the island of Gotland through four hundred years.".into(),
        seats: seats(names, true),
        facts: vec![
            Fact { name: "Players", value: "3 (2 joined so far)".into() },
            Fact { name: "Length", value: "about 5 weeks, at about one turn a day".into() },
            Fact { name: "Pace", value: "You have 3 days for each turn.".into() },
        ],
        board: Some(presentation()),
        running: false,
        contract: [pace(), vec!["Bo Þórsson organises this game and plays Blue.".into()]].concat(),
        options: vec!["Length: four generations".into(), "New players: none".into()],
        preference: None,
        link: "https://raven.example/invited/m3x8t6v2k9".into(),
    }
    .compose()
}

/// Emails that are not game news.
fn others(names: &Names) -> Vec<Email> {
    let stranger = Frame { settings: None, reader: "friend".into(), ..frame(names) };
    let game = GameCard { seat: None, head: None, ..game(names) };
    let invited = game.clone();
    vec![
        invitation(names, stranger.clone(), game),
        SignIn {
            frame: stranger.clone(),
            link: "https://raven.example/enter/q8s5d2f7".into(),
            code: "K7M-3QX".into(),
            until: moment("2025-11-20T09:10:00Z"),
            browser: "Firefox on Linux".into(),
        }
        .compose(),
        NewAddress {
            frame: Frame { reader: "".into(), ..stranger.clone() },
            name: (&names.ann).into(),
            link: "https://raven.example/address/h4x8s2k6".into(),
            until: moment("2025-11-27T09:00:00Z"),
        }
        .compose(),
        OldAddress {
            frame: Frame { reader: (&names.ann).into(), ..stranger.clone() },
            new: "a…@new.example".into(),
            link: "https://raven.example/address/m3v7b1c9".into(),
            until: moment("2025-11-27T09:00:00Z"),
            anyway: Some(moment("2025-11-23T09:00:00Z")),
        }
        .compose(),
        ApiToken {
            frame: Frame { reader: (&names.ann).into(), ..stranger.clone() },
            name: (&names.bo).into(),
            permits: vec!["See everything that you see in your games".into()],
            until: moment("2025-12-20T09:00:00Z"),
            revoked: false,
            page: "https://raven.example/settings/tokens".into(),
        }
        .compose(),
        Answer {
            frame: Frame { answered: true, ..stranger.clone() },
            game: Some(invited),
            said: vec![
                "Nothing was done. To take a seat, reply to this email with \"join\".".into(),
            ],
        }
        .compose(),
        Seals {
            frame: Frame { seal: Some(sealed(20)), ..stranger.clone() },
            seals: vec![sealed(19), sealed(20)],
            page: "https://raven.example/seals".into(),
        }
        .compose(),
        AdminMail {
            frame: stranger.clone(),
            recipient: "abuse@reply.raven.example".into(),
            sender: "complaints@example.org".into(),
            says: vec!["Subject: Unwanted email".into(), "Please stop.".into()],
        }
        .compose(),
        Probe {
            frame: stranger,
            way: "relay mail.example.org, port 587, starttls".into(),
            signed: true,
        }
        .compose(),
    ]
}

/// Several emails combined into one.
pub fn digest(names: &Names) -> Digest {
    let turn = your_turn(names);
    let first = TableNews {
        game: game(names),
        seat: badge(1),
        news: vec![SafeLine::from("Your turn: take an action")],
        happened: happened(),
        more: 4,
        heard: heard(names),
        back: Some("blue".into()),
        ask: Some("You are to move.".into()),
        clock: turn.clock,
    };
    let other = TableNews {
        game: GameCard { name: "Bread and salt".into(), id: "b".into(), ..game(names) },
        seat: badge(2),
        news: vec![SafeLine::from("Blue undid a move")],
        happened: Vec::new(),
        more: 0,
        heard: Vec::new(),
        back: None,
        ask: None,
        clock: None,
    };
    Digest {
        frame: Frame { answered: true, ..frame(names) },
        tables: vec![first, other],
        occasion: Occasion::News,
    }
}

/// Chat of two tables.
pub fn chat_digest(names: &Names) -> Digest {
    let Digest { frame, mut tables, .. } = digest(names);
    for table in &mut tables {
        (table.heard, table.happened, table.more) = (heard(names), Vec::new(), 0);
        table.news.clear();
    }
    let frame = Frame { stops: Some(MailTopic::Chat), ..frame };
    Digest { frame, tables, occasion: Occasion::Chat }
}

/// An email that may come from someone else.
pub fn held(names: &Names) -> Held {
    Held {
        frame: Frame { answered: true, ..frame(names) },
        game: game(names),
        seat: badge(1),
        sender: "eve@example.net".into(),
        why: "it was not sent from your own address".into(),
        says: ["rest", "(a line that contained a link)"].map(SafeLine::from).into(),
        link: "https://games.example.org/held".into(),
    }
}

/// The result of a reply with one accepted and one unreadable line.
pub fn transcript(names: &Names) -> Transcript {
    let turn = your_turn(names);
    let answered = |line: &str, outcome, said: &[&str]| LineResult {
        line: line.into(),
        outcome,
        not_understood: false,
        said: said.iter().map(|said| SafeLine::from(*said)).collect(),
    };
    Transcript {
        frame: Frame { answered: true, ..frame(names) },
        game: game(names),
        seat: badge(1),
        seats: seats(names, false),
        first: Vec::new(),
        lines: vec![
            answered("3", LineOutcome::Executed, &["Played: play wisby sell 2 wood."]),
            answered("show", LineOutcome::Executed, &["See below."]),
            answered(
                "say blue: truce until harvest?",
                LineOutcome::Delivered,
                &["Sent to Blue:", "truce until harvest?"],
            ),
            answered(
                "fly to the moon",
                LineOutcome::Rejected,
                &["Not done: \"fly\" is not how an order begins; there are play, rest, pass"],
            ),
        ],
        tally: ReplyTally { done: 3, refused: 1, remarks: 1, ..ReplyTally::default() },
        played: true,
        ignored: vec!["Not treated as moves: \u{201c}Rain here.\u{201d}.".into()],
        rules: Vec::new(),
        rules_page: "https://raven.example/titles/gotlandia/rules".into(),
        receipts: Vec::new(),
        happened: happened(),
        now: "You are to move.".into(),
        clock: turn.clock.clone(),
        asked: true,
        orders: turn.orders.clone(),
        shows: true,
        presentation: Some(Box::new(presentation())),
    }
}

/// One of every kind.
pub fn all(names: &Names) -> Vec<Email> {
    let mut emails = vec![
        your_turn(names).compose(),
        transcript(names).compose(),
        held(names).compose(),
        digest(names).compose(),
        reminder(names, Stage::Half, "2025-11-21T17:00:00Z").compose(),
        reminder(names, Stage::Fifth, "2025-11-20T20:24:00Z").compose(),
        reminder(names, Stage::LastCall, "2025-11-20T10:12:00Z").compose(),
        game_over(names).compose(),
        said(names).compose(),
    ];
    emails.extend(news(names));
    emails.extend(others(names));
    emails.extend(votes::standing_still(names));
    emails
}
