//! Exported games: written, verified by this program and by an independent one, imported elsewhere,
//! and refused if anything in them was altered.

use std::path::Path;
use std::process::Command;

use ravenpost::service::ServiceError;
use ravenpost::service::archive::load::load;
use ravenpost::service::archive::verify::verify;
use ravenpost_log::GameId;
use ravenpost_log::export::file::{self, ExportScope, Line, Shown};
use ravenpost_log::table::status::Status;
use ravenpost_rules::{Dice, Seat, Viewer};
use ravenpost_store::log::origins;

use crate::harness::app::App;
use crate::harness::folder::folder;
use crate::harness::seeds::seeds;

const RED: Viewer = Viewer::Seat(Seat(1));
const BLUE: Viewer = Viewer::Seat(Seat(2));

/// A two-player game that has been running for a while.
async fn running(title: &str) -> (App, GameId) {
    let mut app = App::seeded(3).await;
    let (_, _, game_id) = app.pair(title).await;
    for _ in 0..12 {
        let game = app.service.games().load(&game_id).await.expect("a game");
        let seat = *game.seats().awaited_seats().first().expect("somebody is asked");
        let order = app.some_order(&game_id, seat).await;
        app.order(&game_id, seat, &order).await.expect("legal");
    }
    (app, game_id)
}

async fn finished(title: &str) -> (App, GameId, String) {
    finished_by(title, 4).await
}

async fn finished_by(title: &str, seed: u64) -> (App, GameId, String) {
    let app = App::seeded(seed).await;
    let game = app.bots_only(title, &["random", "random"]).await;
    while app.status(&game).await != Status::Over {
        app.service.clocks().tick(app.now).await.expect("a tick");
    }
    let whole = app.service.archive().export(&game, Viewer::Spectator).await.expect("it is over");
    (app, game, whole)
}

/// Runs the program in `contrib` on a file and returns its output and whether the file is valid.
/// `ravenpost-verify`, which knows no titles, must agree, except about signatures: the Python
/// program does not check them and says so.
fn python(text: &str) -> (bool, String) {
    let (holds, said) = python_given(text, "");
    let alone = ravenpost_log::export::check(text);
    assert!(alone.is_ok() == holds || said.contains("the signature"), "{alone:?}, {said}");
    (holds, said)
}

/// The same with the beginning of a head from an email.
fn python_given(text: &str, head: &str) -> (bool, String) {
    let folder = folder();
    let path = folder.path().join("game.jsonl");
    std::fs::write(&path, text).expect("written");
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("contrib/verify_export.py");
    let done = Command::new("python3").arg(program).arg(&path).arg(head).output();
    let done = done.expect("there is Python");
    let said = [done.stdout, done.stderr].concat();
    (done.status.success(), String::from_utf8_lossy(&said).into_owned())
}

#[tokio::test]
async fn whole_game_is_verified_twice_and_imported() {
    let played =
        seeds(1).flat_map(|seed| ravenpost::titles::all().iter().map(move |title| (seed, title)));
    let mut checked = (0, 0);
    for (seed, title) in played {
        let (_, game, whole) = finished_by(title.about().key, 4 + seed).await;
        let verified = verify(&whole).expect("it holds");
        let inside = verified.whole.expect("all of it");
        assert_eq!(verified.header.view, ExportScope::Whole);
        assert!(inside.audited.clean() && inside.dice.holds() && !inside.dice.draws.is_empty());
        let (holds, said) = python(&whole);
        assert!(holds && said.contains(&verified.header.head.hex()), "{said}");
        let opening: serde_json::Value =
            serde_json::from_str(whole.lines().nth(1).expect("an event")).expect("JSON");
        let earlier = opening["event"]["hash"].as_str().expect("a hash");
        assert!(python_given(&whole, earlier).0 && python_given(&whole, &earlier[..16]).0);
        assert!(!python_given(&whole, "0123456789abcdef").0, "no step has this head");
        checked = (checked.0 + 1, checked.1 + verified.events);

        let other = App::seeded(5).await;
        let taken = other.service.archive().import(other.now, &whole, "Ann's server").await;
        assert_eq!(taken.expect("taken in"), game);
        let audited = other.service.fairness().audit_game(&game).await.expect("looked over");
        assert!(audited.clean() && audited.events > 10, "{audited:?}");
        let again =
            other.service.archive().export(&game, Viewer::Spectator).await.expect("written out");
        assert_eq!(again, whole);
        let origin = origins::of(other.service.store().read(), &game).await.expect("readable");
        assert_eq!(origin.expect("marked").said, "Ann's server");
        let twice = other.service.archive().import(other.now, &whole, "Ann's server").await;
        assert!(matches!(twice, Err(ServiceError::Refused(_))), "it is there already");
    }
    println!("{} games of {} events hold for both programs", checked.0, checked.1);
}

#[tokio::test]
async fn partial_export_proves_only_its_readers_view() {
    let mut told = 0;
    for title in ravenpost::titles::all() {
        let (app, game_id) = running(title.about().key).await;
        for viewer in [RED, BLUE, Viewer::Spectator] {
            let text = app.service.archive().export(&game_id, viewer).await.expect("written out");
            let verified = verify(&text).expect("it holds");
            assert!(verified.whole.is_none() && verified.events > 8);
            let (holds, said) = python(&text);
            assert!(holds, "{said}");
            let game = app.service.games().load(&game_id).await.expect("a game");
            let secret = game.fairness().draw_inputs().expect("kept").secret;
            assert!(!text.contains(&data_encoding::HEXLOWER.encode(&secret)), "the secret is told");
            for line in file::read(&text).expect("a file").lines {
                let Line::Step(step) = line else { continue };
                let [at_end, by_actor, others] = &step.leaves;
                assert!(is_hidden(at_end), "{step:?}");
                let own = step.seat.is_some_and(|seat| viewer.is(seat));
                assert!(is_hidden(by_actor) || own || step.kind != "ordered", "{step:?}");
                if let Shown::Seats { leaves, .. } = others {
                    let open = leaves.iter().enumerate().filter(|(_, leaf)| !is_hidden(leaf));
                    let open: Vec<Seat> = open.map(|(at, _)| Seat::at(at)).collect();
                    assert!(matches!(open[..], [seat] if viewer.is(seat)), "{step:?}");
                    told += 1;
                }
            }
            let taken = app.service.archive().import(app.now, &text, "nowhere").await;
            assert!(matches!(taken, Err(ServiceError::Refused(_))), "a part is no game");
        }
    }
    assert!(told > 0, "nobody came to know anything by what another did");
}

fn is_hidden(leaf: &Shown) -> bool {
    matches!(leaf, Shown::Hidden { .. })
}

/// The same file with a changed line and a recomputed end.
fn forged(text: &str, change: impl Fn(usize, &str) -> Option<String>) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let kept = lines[..lines.len() - 1].iter().enumerate();
    let kept: Vec<String> = kept.filter_map(|(at, line)| change(at, line)).collect();
    let parsed = |line: &String| serde_json::from_str(line).expect("a line");
    let mut lines = kept.iter().map(parsed);
    let Some(Line::Export(header)) = lines.next() else { panic!("no first line") };
    file::write(header, lines)
}

#[tokio::test]
async fn every_change_is_named_and_nothing_is_imported() {
    let title = ravenpost::titles::all()[0].about().key;
    let (_, game, whole) = finished(title).await;
    let (app, part) = running(title).await;
    let part = app.service.archive().export(&part, RED).await.expect("written out");
    let mut dice = Dice::seeded(8);
    for text in [&whole, &part] {
        assert_eq!(&forged(text, |_, line| Some(line.to_owned())), text, "nothing was changed");
        for round in 0..200 {
            let mut bytes = text.clone().into_bytes();
            let mut draws = dice.stream(&format!("place {round}"));
            let at = draws.below(u32::try_from(bytes.len()).unwrap()) as usize;
            bytes[at] ^= 1 << draws.below(7);
            let changed = String::from_utf8_lossy(&bytes).into_owned();
            assert!(verify(&changed).is_err(), "byte {at} of {}", bytes.len());
        }
        for end in [1, 100, text.len() / 2, text.len() - 90] {
            let end = (0..=end).rev().find(|end| text.is_char_boundary(*end)).unwrap();
            assert!(verify(&text[..end]).is_err(), "cut at {end}");
            assert!(!python(&text[..end]).0, "cut at {end}");
        }
        let without = forged(text, |at, line| (at != 5).then(|| line.to_owned()));
        assert!(verify(&without).unwrap_err().to_string().contains("is missing"), "a step less");
        assert!(!python(&without).0);
        let lines = text.lines().count();
        let shorter = forged(text, |at, line| (at + 3 < lines).then(|| line.to_owned()));
        assert!(verify(&shorter).is_err() && !python(&shorter).0, "the last is gone");
    }
    let left =
        forged(&whole, |_, line| Some(line.replacen(r#""kind":"joined""#, r#""kind":"left""#, 1)));
    assert!(verify(&left).unwrap_err().to_string().contains("a different kind"));
    let later = forged(&whole, |_, line| Some(line.replacen(r#""at":17"#, r#""at":18"#, 1)));
    assert!(verify(&later).unwrap_err().to_string().contains("its hash"));
    let newer = whole.replacen(r#""version":1"#, r#""version":7"#, 1);
    assert!(verify(&newer).unwrap_err().to_string().contains("format version 7"));
    assert!(verify("").unwrap_err().to_string().contains("not an exported game"));
    let unknown = forged(&whole, |at, line| {
        let key = format!(r#""title":"{title}""#);
        Some(if at == 0 { line.replace(&key, r#""title":"chess""#) } else { line.to_owned() })
    });
    assert!(verify(&unknown).unwrap_err().to_string().contains("does not have"));
    let taken = app.service.archive().import(app.now, &unknown, "nowhere").await;
    assert!(matches!(taken, Err(ServiceError::Refused(_))));
    let known = app.service.games().load(&game).await;
    assert!(matches!(known, Err(ServiceError::NotFound(_))), "nothing was taken in");
}

/// A game that was rewound by consent is exported like any other, both in full and in part while it
/// runs.
#[tokio::test]
async fn rewound_game_is_verified_by_both_programs() {
    for title in ["gotlandia", "bardagi"] {
        let mut app = App::seeded(4).await;
        let ann = app.player("ann").await;
        let game_id = app.table(title, ann, &["random"]).await;
        crate::service::table::rewinds::play(&mut app, &game_id, 4).await;
        let game = app.service.games().load(&game_id).await.unwrap();
        let to = game.step() - 2;
        let to = game.conduct().before_sealed(to).expect("it folds").unwrap_or(to);
        assert!(
            crate::service::table::rewinds::propose(&app, &game_id, ann, to).await,
            "bots agree"
        );
        for viewer in [RED, BLUE, Viewer::Spectator] {
            let part = app.service.archive().export(&game_id, viewer).await.expect("written");
            verify(&part).expect("it holds");
            let (holds, said) = python(&part);
            assert!(holds, "{said}");
        }
        while app.status(&game_id).await != Status::Over {
            crate::service::table::rewinds::play(&mut app, &game_id, 20).await;
        }
        let whole =
            app.service.archive().export(&game_id, Viewer::Spectator).await.expect("it is over");
        let inside = verify(&whole).expect("it holds").whole.expect("all of it");
        assert!(inside.audited.clean() && inside.dice.holds());
        let (holds, said) = python(&whole);
        assert!(holds, "{said}");
        let other = App::seeded(9).await;
        other.service.archive().import(other.now, &whole, "elsewhere").await.expect("taken in");
    }
}

/// A game with its secret, as exported by a server that is being moved.
async fn moving(app: &App, game: &GameId) -> String {
    let dir = folder();
    app.service.archive().export_all(app.now, dir.path(), false).await.expect("written");
    std::fs::read_to_string(dir.path().join(format!("{game}.jsonl"))).expect("written")
}

#[tokio::test]
async fn other_program_verifies_running_games() {
    let (app, game) = running("bardagi").await;
    let (_, _, finished) = finished("bardagi").await;
    let going = moving(&app, &game).await;
    let verified = verify(&going).expect("it holds");
    assert!(
        verified.header.running_until.is_some() && verified.whole.expect("all of it").dice.holds()
    );
    for text in [going, finished] {
        let (holds, said) = python(&text);
        assert!(holds, "{said}");
        let mut dice = Dice::seeded(3);
        for round in 0..8 {
            let mut bytes = text.clone().into_bytes();
            let at = dice.stream(&format!("{round}")).below(u32::try_from(bytes.len()).unwrap());
            bytes[at as usize] ^= 1;
            assert!(!python(&String::from_utf8_lossy(&bytes)).0, "byte {at}");
        }
        assert!(!python(&text[..text.len() / 2]).0, "cut in the middle");
        assert!(!python(text.trim_end().rsplit_once('\n').expect("lines").0).0, "no end");
        let other = forged(&text, |_, line| Some(with_changed_draw(line)));
        assert_ne!(other, text, "there is a draw to change");
        let (holds, said) = python(&other);
        assert!(!holds && said.contains("drew"), "{said}");
        assert!(verify(&other).is_err());
        let secret = forged(&text, |at, line| {
            let (before, rest) = line.split_once(r#""secret":""#).unwrap_or((line, ""));
            let digit = if rest.starts_with('0') { "1" } else { "0" };
            let changed = || format!(r#"{before}"secret":"{digit}{}"#, &rest[1..]);
            Some(if at == 0 { changed() } else { line.to_owned() })
        });
        assert!(!python(&secret).0 && verify(&secret).is_err(), "another secret");
    }
}

/// Changes the number of the last draw in an event's line, if it has one.
fn with_changed_draw(line: &str) -> String {
    let Ok(Line::Event(mut event)) = serde_json::from_str(line) else { return line.to_owned() };
    let mut draws: Vec<(String, Vec<(u32, u32)>)> = serde_json::from_str(&event.draws).unwrap();
    if let Some((of, was)) = draws.last_mut().and_then(|(_, pairs)| pairs.last_mut()) {
        *was = (*was + 1) % *of;
    }
    event.draws = serde_json::to_string(&draws).unwrap();
    serde_json::to_string(&Line::Event(event)).unwrap()
}

#[tokio::test]
async fn first_line_of_a_running_game_says_so() {
    let (app, game) = running("gotlandia").await;
    let going = moving(&app, &game).await;
    let silent = forged(&going, |_, line| {
        let (before, rest) = line.split_once(r#","running_until":"#).unwrap_or((line, ""));
        let rest = rest.trim_start_matches(|digit: char| digit.is_ascii_digit());
        Some(format!("{before}{rest}"))
    });
    assert!(verify(&silent).unwrap_err().to_string().contains("does not say so"));
    let (_, _, over) = finished("gotlandia").await;
    let says = forged(&over, |at, line| {
        let first = line.replacen(r#","secret""#, r#","running_until":1,"secret""#, 1);
        Some(if at == 0 { first } else { line.to_owned() })
    });
    assert!(verify(&says).unwrap_err().to_string().contains("says that it is running"));
    let other = App::seeded(9).await;
    let taken =
        other.service.archive().import(other.now, &going, "elsewhere").await.expect("taken in");
    assert!(other.service.fairness().audit_game(&taken).await.expect("looked over").clean());
    assert_eq!(other.status(&taken).await, Status::Running);
}

#[tokio::test]
async fn import_refuses_what_no_form_accepts() {
    let (app, _, whole) = finished("bardagi").await;
    let read = file::read(&whole).expect("a file");
    let odd = |from: &str, to: &str| {
        let mut read = read.clone();
        let event = read.lines.iter_mut().find_map(|line| match line {
            Line::Event(event) if event.act.contains(from) => Some(event),
            _ => None,
        });
        let event = event.expect("such an act");
        event.act = event.act.replacen(from, to, 1);
        file::write(read.header, read.lines)
    };
    let name = |name: &str| odd("A quiet evening", name);
    let long = "x".repeat(1 << 20);
    for (file, why) in [
        (name(""), "a table's name must have from 1 to 60 characters"),
        (name(&long), "a table's name must have from 1 to 60 characters"),
        (name("A \\u202egninE\\u0000"), "a table's name must have from 1 to 60 characters"),
        (odd("\"seat\":1", "\"seat\":200"), "has a different kind or seat than its act"),
        (odd("{\"Bot\":\"random\"}", "{\"Bot\":\"hal\"}"), "there is no such bot"),
        (odd("\"salt\":\"", &format!("\"salt\":\"{long}")), "a salt must have from 1 to 64"),
        (odd("\"seats\":2", "\"seats\":200"), "seats, not 200"),
        (odd("\"order\":\"", &format!("\"order\":\"{long}")), "an order is too long"),
    ] {
        let refused = app.service.archive().import(app.now, &file, "nowhere").await;
        let told = refused.expect_err("refused").to_string();
        assert!(told.contains(why), "{why}: {}", told.chars().take(300).collect::<String>());
    }
    let other = App::seeded(5).await;
    let nowhere = other.service.archive().import(other.now, &whole, "no\u{202e}where").await;
    assert!(nowhere.expect_err("refused").to_string().contains("the origin must be"));
    let line = format!("{}\n\"{}\"\n", whole.lines().next().expect("a line"), "x".repeat(9 << 20));
    let told = file::read(&line).expect_err("refused").to_string();
    assert!(told.contains("line 2: is longer than 8 MB"), "{told}");
}

#[test]
fn endless_file_is_read_up_to_a_limit() {
    let told = load(Path::new("/dev/zero"), 1 << 20).expect_err("refused");
    assert!(told.contains("is larger than 1 MB"), "{told}");
    let told = load(Path::new("no/such/file"), 1 << 20).expect_err("refused");
    assert!(told.contains("cannot be read"), "{told}");
}

/// A partial export that claims to be another seat's is invalid, and so is one that shows more or
/// less than its reader knows. Without private content, a wrong claim cannot be detected.
#[tokio::test]
async fn partial_export_is_valid_for_its_reader_only() {
    let (app, game) = running("bardagi").await;
    let own = app.service.archive().export(&game, RED).await.expect("written out");
    let presentation = |text: &str, to: &str| {
        let all = text.replacen(r#""view":{"seat":1}"#, &format!(r#""view":{to}"#), 1);
        forged(&all, |_, line| (!line.contains(r#""own":true"#)).then(|| line.to_owned()))
    };
    assert!(verify(&own).is_ok() && python(&own).0);
    for to in [r#"{"seat":2}"#, r#""spectator""#, r#"{"seat":9}"#, r#"{"seat":0}"#, r#""whole""#] {
        let other = presentation(&own, to);
        assert!(verify(&other).is_err(), "{to}");
        assert!(!python(&other).0, "{to}");
    }
    let named = forged(&own, |at, line| {
        let name = line.replacen(r#""name":""#, r#""name":"X"#, 1);
        Some(if at == 0 { name } else { line.to_owned() })
    });
    assert!(verify(&named).is_err() && !python(&named).0, "another name");
    let numbered = forged(&own, |at, line| {
        let step = line.replacen(r#""step":5"#, r#""step":6"#, 1);
        Some(if at == 5 { step } else { line.to_owned() })
    });
    assert_ne!(numbered, own);
    assert!(verify(&numbered).is_err() && !python(&numbered).0, "another step");
}

/// One line signed by a server may follow the end; anything else is refused.
#[tokio::test]
async fn only_a_signed_line_may_follow_the_end() {
    let (_, _, whole) = finished("bardagi").await;
    let signed = r#"{"signed":{"key":"k","text":"t","signature":"s"}}"#;
    let with = format!("{whole}{signed}\n");
    assert!(verify(&with).is_err(), "a signature of nobody");
    assert!(file::read(&with).expect("a file").signed.is_some());
    let (holds, said) = python(&with);
    assert!(holds && said.contains("not checked") && said.contains("the signature"), "{said}");
    for behind in ["\n", "x", r#"{"signed":{"key":"k"}}"#, r#"{"view":1}"#] {
        let other = format!("{whole}{behind}\n");
        assert!(verify(&other).is_err() && !python(&other).0, "{behind}");
    }
    let twice = format!("{with}{signed}\n");
    assert!(verify(&twice).is_err() && !python(&twice).0);
    let inside = whole.replacen("\n", &format!("\n{signed}\n"), 1);
    assert!(verify(&inside).is_err() && !python(&inside).0);
}

/// Malformed lists of facts: the other program checks the brackets too.
#[tokio::test]
async fn brackets_are_checked_by_both_programs() {
    let (_, _, whole) = finished("bardagi").await;
    for (from, to) in [(r#""facts":"["#, r#""facts":"("#), (r#""facts":"[]""#, r#""facts":"[ ]""#)]
    {
        let other = forged(&whole, |_, line| Some(line.replacen(from, to, 1)));
        assert_ne!(other, whole);
        assert!(verify(&other).is_err(), "{to}");
        assert!(!python(&other).0, "{to}");
    }
}
