//! Every email: its required contents, and its text and HTML.

mod cost;
mod proof_lines;
pub mod samples;
mod signed;
mod titles;

use ravenpost::emails::{Email, NotificationKind};
use samples::Names;

#[test]
fn every_kind_has_a_sample() {
    let emails = samples::all(&Names::default());
    for kind in NotificationKind::ALL {
        assert_eq!(emails.iter().filter(|email| email.kind == kind).count(), 1, "{kind:?}");
    }
}

/// Writes every sample to the folder in `RAVENPOST_EMAILS` for inspection.
#[test]
fn emails_match_their_snapshots() {
    let names = Names::default();
    let kinds = samples::all(&names).into_iter().map(|c| (c.kind.key(), c));
    for (name, email) in kinds.chain(samples::variants(&names)) {
        insta::assert_snapshot!(
            format!("{name}.txt"),
            format!("Subject: {}\n\n{}", email.subject, email.text)
        );
        insta::assert_snapshot!(format!("{name}.html"), email.html);
        if let Some(folder) = std::env::var_os("RAVENPOST_EMAILS") {
            let folder = std::path::Path::new(&folder);
            let html = email.html.replace("cid:logo", "logo.png");
            std::fs::write(folder.join(format!("{name}.html")), html).expect("a folder");
            std::fs::write(folder.join(format!("{name}.txt")), &email.text).expect("a folder");
        }
    }
}

/// The unsubscribe link in the footer covers the kind of the email it is in.
#[test]
fn footer_names_the_kind_of_the_email() {
    let named = |email: &Email| match email.kind {
        NotificationKind::Digest if email.headline.starts_with("Chat") => "chat emails",
        NotificationKind::YourTurn | NotificationKind::GameStarted | NotificationKind::Digest => {
            "turn and vote"
        }
        NotificationKind::VoteOpened => "turn and vote",
        NotificationKind::ReminderHalf
        | NotificationKind::ReminderFifth
        | NotificationKind::ReminderLastCall => "reminders",
        NotificationKind::PlayerJoined => "new players",
        NotificationKind::GameCancelled => "cancelled games",
        NotificationKind::ForkInvitation => "forks",
        NotificationKind::ChatMessage => "chat emails",
        NotificationKind::Invitation => "Stop all invitations",
        NotificationKind::EmailUndelivered
        | NotificationKind::OrganiserAction
        | NotificationKind::GameRewound
        | NotificationKind::VoteFailed => "about your games",
        _ => "about your games",
    };
    let names = Names::default();
    let variants = samples::variants(&names).into_iter().map(|(_, email)| email);
    let mut feet = 0;
    for email in samples::all(&names).into_iter().chain(variants) {
        let flat = email.text.split_whitespace().collect::<Vec<_>>().join(" ");
        let Some(stop) = &email.stop else { continue };
        let foot = flat.split_once(" -- ").expect("a foot").1;
        let foot = foot.split_once(stop.as_str()).expect("its link").0;
        assert!(foot.contains(named(&email)), "{:?}: {foot}", email.kind);
        let here = email.list.is_some() && email.kind != NotificationKind::Invitation;
        assert_eq!(foot.contains("(this game only)"), here, "{:?}: {foot}", email.kind);
        feet += 1;
    }
    assert!(feet > 15, "{feet} emails can be stopped");
}
