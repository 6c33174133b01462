//! One email for one event: notices wait until shortly after the turn email of the same event,
//! which includes them. They are sent by themselves only if the turn email is obsolete by then.

use chrono::{DateTime, Duration, Utc};

use ravenpost_emails::NotificationKind;
use ravenpost_store::post::outbox::QueuedEmail;

/// How long after the turn email a notice is due.
const BEHIND: Duration = Duration::minutes(1);
/// Maximum time that a notice waits for a turn email.
const LONGEST: Duration = Duration::minutes(10);

/// Delays the notices among the emails of an event at `now`.
pub(super) fn behind_turns(emails: &mut [QueuedEmail], now: DateTime<Utc>) {
    let turn = NotificationKind::YourTurn.key();
    let turns = emails.iter().filter(|email| email.kind == turn && email.due_at <= now + LONGEST);
    let turns: Vec<_> = turns.map(|email| (email.seat, email.due_at + BEHIND)).collect();
    let joins = |email: &QueuedEmail| {
        NotificationKind::find(&email.kind).is_some_and(NotificationKind::joins_turn)
    };
    for email in emails.iter_mut().filter(|email| joins(email)) {
        let behind = turns.iter().find(|(seat, _)| *seat == email.seat);
        if let Some((_, then)) = behind {
            email.due_at = email.due_at.max(*then);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ravenpost_rules::Seat;

    fn email(kind: NotificationKind, seat: u8, minutes: i64) -> QueuedEmail {
        let at = DateTime::<Utc>::UNIX_EPOCH;
        QueuedEmail {
            message_id: format!("{}.{seat}", kind.key()),
            to_player: None,
            address: None,
            kind: kind.key().to_owned(),
            game: None,
            seat: Some(Seat(seat)),
            seq: None,
            payload: String::new(),
            references: String::new(),
            at,
            due_at: at + Duration::minutes(minutes),
        }
    }

    #[test]
    fn notices_wait_for_their_seats_turn_email() {
        let mut emails = [
            email(NotificationKind::DeadlinePassed, 1, 0),
            email(NotificationKind::OrganiserAction, 2, 3),
            email(NotificationKind::OrganiserAction, 3, 3),
            email(NotificationKind::GameOver, 1, 0),
            email(NotificationKind::YourTurn, 1, 3),
            email(NotificationKind::YourTurn, 3, 90),
        ];
        behind_turns(&mut emails, DateTime::<Utc>::UNIX_EPOCH);
        let minutes = |email: &QueuedEmail| (email.due_at - email.at).num_minutes();
        let minutes: Vec<i64> = emails.iter().map(minutes).collect();
        assert_eq!(minutes, [4, 3, 3, 0, 3, 90]);
    }
}
