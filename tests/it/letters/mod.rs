//! Every email: its required contents, and its text and HTML.

mod cost;
mod proof_lines;
pub mod samples;
mod signed;
mod titles;

use ravenpost::emails::LetterKind;
use samples::Names;

#[test]
fn every_kind_has_a_sample() {
    let letters = samples::all(&Names::default());
    for kind in LetterKind::ALL {
        assert_eq!(letters.iter().filter(|letter| letter.kind == kind).count(), 1, "{kind:?}");
    }
}

/// Writes every sample to the folder in `RAVENPOST_LETTERS` for inspection.
#[test]
fn letters_look_like_this() {
    let names = Names::default();
    let kinds = samples::all(&names).into_iter().map(|c| (c.kind.key(), c));
    for (name, letter) in kinds.chain(samples::variants(&names)) {
        insta::assert_snapshot!(
            format!("{name}.txt"),
            format!("Subject: {}\n\n{}", letter.subject, letter.text)
        );
        insta::assert_snapshot!(format!("{name}.html"), letter.html);
        if let Some(folder) = std::env::var_os("RAVENPOST_LETTERS") {
            let folder = std::path::Path::new(&folder);
            std::fs::write(folder.join(format!("{name}.html")), &letter.html).expect("a folder");
            std::fs::write(folder.join(format!("{name}.txt")), &letter.text).expect("a folder");
        }
    }
}

/// The unsubscribe link in the footer covers the kind of the email it is in.
#[test]
fn the_foot_of_a_letter_names_its_own_kind() {
    let named = |kind: LetterKind| match kind {
        LetterKind::YourTurn | LetterKind::GameStarted | LetterKind::Digest => "your turn",
        LetterKind::VoteOpened => "your vote",
        LetterKind::ReminderHalf | LetterKind::ReminderFifth | LetterKind::ReminderLastCall => {
            "reminders"
        }
        LetterKind::PlayerJoined => "seats taken",
        LetterKind::GameCancelled => "tables closed",
        LetterKind::ForkInvitation => "forks",
        LetterKind::ChatMessage => "what others say",
        LetterKind::Invitation => "Never be invited",
        LetterKind::EmailUndelivered
        | LetterKind::OrganiserAction
        | LetterKind::GameRewound
        | LetterKind::VoteFailed => "or your game",
        _ => "what happened to you",
    };
    let names = Names::default();
    let variants = samples::variants(&names).into_iter().map(|(_, letter)| letter);
    let mut feet = 0;
    for letter in samples::all(&names).into_iter().chain(variants) {
        let flat = letter.text.split_whitespace().collect::<Vec<_>>().join(" ");
        let Some(stop) = &letter.stop else { continue };
        let foot = flat.split_once("-- This letter").expect("a foot").1;
        let foot = foot.split_once(stop.as_str()).expect("its link").0;
        assert!(foot.contains(named(letter.kind)), "{:?}: {foot}", letter.kind);
        let here = letter.list.is_some() && letter.kind != LetterKind::Invitation;
        assert_eq!(foot.contains("(this table only)"), here, "{:?}: {foot}", letter.kind);
        feet += 1;
    }
    assert!(feet > 15, "{feet} letters can be stopped");
}
