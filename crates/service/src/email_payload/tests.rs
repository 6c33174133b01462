//! Tests of the stored payload of every kind.

use super::*;
use chrono::DateTime;
use ravenpost_emails::parts::line_outcomes::IgnoredCause;
use ravenpost_emails::{LineOutcome, NotificationKind::*};

const GOLDEN: &str = include_str!("../../../../tests/golden/payloads.txt");

fn result() -> ReplyTranscript {
    let mut lines = Account::default();
    for &outcome in LineOutcome::ALL {
        lines.add(1, outcome.word(), outcome, vec!["A sentence.".to_owned()]);
    }
    for cause in [
        IgnoredCause::Remark,
        IgnoredCause::Courtesy,
        IgnoredCause::NotUnderstood,
        IgnoredCause::Signature,
        IgnoredCause::EndOfMessage,
        IgnoredCause::StruckOut,
        IgnoredCause::NoRecipient,
        IgnoredCause::Boilerplate,
        IgnoredCause::UnknownQuote,
        IgnoredCause::OwnQuote,
    ] {
        lines.ignore(2, "a line", cause);
    }
    let messages = vec!["It came late.".to_owned()];
    ReplyTranscript {
        after_seq: Seq(42),
        messages,
        played: true,
        lines,
        show_position: false,
        in_reply_to: Some(17),
        receipts: Vec::new(),
        rules: Vec::new(),
    }
}

fn sample(kind: NotificationKind) -> EmailPayload {
    let token = "q4t7".repeat(6);
    match kind {
        ReplyNotice => EmailPayload::Answer(
            AnswerPayload::new(vec!["A sentence.".to_owned()], Some([7; 32])).answering(Some(17)),
        ),
        ReplyOnHold | AdminMail => EmailPayload::Held(HeldPayload { inbound_email: 17 }),
        NotificationKind::Invitation => {
            EmailPayload::Invitation(InvitePayload { token, inviter: "Ann".to_owned() })
        }
        AddressChangeNew | AddressChangeOld => EmailPayload::AddressChange(AddressPayload {
            token,
            name: "Ann".to_owned(),
            time_zone: "Europe/Stockholm".to_owned(),
            new_address: "ann@example.org".to_owned(),
            old_address_bounces: false,
        }),
        DailySeals => {
            EmailPayload::Seals(SealsPayload { after_day: NaiveDate::from_ymd_opt(2026, 11, 22) })
        }
        SignIn => EmailPayload::SignIn(SignInPayload {
            token,
            code: "ABCD-EFGH".to_owned(),
            browser: "Firefox on Linux".to_owned(),
        }),
        ApiToken => EmailPayload::Token(TokenPayload {
            name: "Phone".to_owned(),
            scopes: "read play".to_owned(),
            expires_at: 1_795_000_000_000,
            revoked: false,
        }),
        ReplyResult => EmailPayload::Transcript(result()),
        EmailUndelivered => EmailPayload::Undelivered(UndeliveredPayload {
            seat: Seat(1),
            reason: "no such mailbox".to_owned(),
        }),
        OrderUndone => {
            EmailPayload::Game(GamePayload { about_seat: Some(Seat(2)), after_seq: Seq(42) })
        }
        _ => EmailPayload::Game(GamePayload { about_seat: None, after_seq: Seq(42) }),
    }
}

fn queued(kind: NotificationKind, payload: String) -> QueuedEmail {
    QueuedEmail {
        message_id: "x@raven.example".to_owned(),
        to_player: None,
        address: None,
        kind: kind.key().to_owned(),
        game: None,
        seat: None,
        seq: None,
        payload,
        references: String::new(),
        at: DateTime::UNIX_EPOCH,
        due_at: DateTime::UNIX_EPOCH,
    }
}

#[test]
fn payloads_of_all_kinds_have_golden_values() {
    let line = |kind: NotificationKind| format!("{} {}\n", kind.key(), sample(kind).text());
    let all: String = NotificationKind::ALL.map(line).concat();
    assert_eq!(all, GOLDEN, "tests/golden/payloads.txt");
}

#[test]
fn payload_round_trips_and_missing_fields_are_errors() {
    for kind in NotificationKind::ALL {
        let (payload, emptied) = (sample(kind), queued(kind, "{}".to_owned()));
        assert_eq!(EmailPayload::of(&queued(kind, payload.text())), Some(payload), "{kind:?}");
        // A cleared row has no payload. In seal emails the day itself is optional.
        assert_eq!(EmailPayload::of(&emptied).is_none(), kind != DailySeals, "{kind:?}");
        assert_eq!(GamePayload::of(&emptied), GamePayload::default(), "{kind:?}");
    }
}

#[test]
fn receipts_and_cited_rules_are_stored_if_there_are_any() {
    let mut transcript = result();
    transcript.receipts.push("a line".to_owned());
    transcript.cite(["R9.1", "R9.2"]);
    transcript.cite(["R9.1"]);
    assert_eq!(transcript.rules, ["R9.1", "R9.2"]);
    let payload = EmailPayload::Transcript(transcript);
    assert_eq!(EmailPayload::of(&queued(ReplyResult, payload.text())), Some(payload));
}
