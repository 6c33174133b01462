//! Messages by email: one email collects the messages of a period, from all of the reader's tables.
//! Any other email about a game that is sent before includes the messages of that table.

use crate::handles::Chat;
use chrono::{DateTime, Duration, Utc};

use crate::email_payload::{EmailPayload, GamePayload};
use crate::error::ServiceError;
use crate::game::core::folded::Game;
use crate::people::mail_choices::MailChoices;
use crate::people::message_ids::message_id;
use ravenpost_emails::{Badge, NotificationKind, ReceivedMessage, SafeLine};
use ravenpost_rules::numbers::Seq;
use ravenpost_rules::{Seat, SeatName, text::phrase};
use ravenpost_store::people::players;
use ravenpost_store::post::outbox::{self, QueuedEmail, QueuedEmails};
use ravenpost_store::talk::blocks;
use ravenpost_store::talk::messages::{self, NewWords, Span, Words};
use ravenpost_store::talk::mutes;
use ravenpost_store::talk::progress::{self, TalkProgress};
use ravenpost_store::{PlayerId, Tx};

/// How long the tables of a reader must be quiet before an email is sent.
const QUIET: Duration = Duration::minutes(5);
/// Maximum time that the first message waits for a quiet moment.
const LONGEST: Duration = Duration::minutes(30);
/// Minimum time between two emails with messages to one reader.
const APART: Duration = Duration::minutes(30);
/// Maximum number of messages in an email. It contains the latest; the page shows the others.
const MOST: u32 = 30;

/// Queues an email to each player who wants messages at once, unless one is already queued. All
/// waiting emails, from any table, are postponed until the conversation pauses and then sent as
/// one.
pub(super) async fn owe(
    tx: &mut Tx,
    id: i64,
    said: &NewWords,
    listeners: &[(Seat, PlayerId)],
    domain: &str,
) -> Result<(), ServiceError> {
    let mut muted_by = mutes::against(&mut *tx, &said.game, said.player).await?;
    muted_by.extend(blocks::against(&mut *tx, said.player).await?);
    let kind = NotificationKind::ChatMessage.key();
    for (seat, player) in listeners.iter().filter(|(_, player)| !muted_by.contains(player)) {
        let reader = players::get(&mut *tx, *player).await?;
        let wanted = MailChoices::of(&reader.mail).wants_words_at_once(&said.game);
        let own = QueuedEmails { game: &said.game, seat: *seat, player: *player, kind };
        if !wanted || reader.stopped_at.is_some() {
            continue;
        }
        // Emails that wait longer are collected, for example until the daily email.
        let until = said.at + LONGEST;
        let first = outbox::first_waiting(&mut *tx, *player, kind, until).await?;
        let last = outbox::last_due(&mut *tx, *player, kind).await?;
        let due_at = due(said.at, first, last);
        outbox::defer(tx, *player, kind, due_at).await?;
        if outbox::gathers(&mut *tx, own).await? {
            continue;
        }
        let email = QueuedEmail {
            message_id: message_id(NotificationKind::ChatMessage, &[&id, seat, &said.game], domain),
            to_player: Some(*player),
            address: None,
            kind: kind.to_owned(),
            game: Some(said.game.clone()),
            seat: Some(*seat),
            seq: Some(said.seq),
            payload: EmailPayload::Game(GamePayload::default()).text(),
            references: String::new(),
            at: said.at,
            due_at,
        };
        outbox::owe(tx, &email).await?;
    }
    Ok(())
}

/// Returns when an email is due: after a pause, counted from now, but at most `LONGEST` after the
/// `first` waiting message, and at least `APART` after the `last` email. Both limits are bounded,
/// in case the clock was set back.
fn due(
    now: DateTime<Utc>,
    first: Option<DateTime<Utc>>,
    last: Option<DateTime<Utc>>,
) -> DateTime<Utc> {
    let soon = now + QUIET;
    let soon = first.map_or(soon, |first| soon.min(first + LONGEST));
    last.map_or(soon, |last| soon.max((last + APART).min(now + APART)))
}

impl Chat<'_> {
    /// Returns the messages that no email to this player has included yet, and how far they reach.
    /// Empty if the player does not want messages by email or has left the seat.
    pub(crate) async fn messages_for_email(
        self,
        game: &Game,
        seat: Seat,
        player: PlayerId,
        email: &str,
    ) -> Result<(Vec<ReceivedMessage>, Option<TalkProgress>), ServiceError> {
        let reader = self.store().read();
        let choices = MailChoices::of(&players::get(reader, player).await?.mail);
        if game.seat_of(player) != Some(seat) || !choices.wants_words(&game.id) {
            return Ok((Vec::new(), None));
        }
        let after = progress::upto(reader, &game.id, player, email).await?;
        let span = Span { after, before: i64::MAX, upto: Seq::MAX, most: MOST };
        let mut said = messages::heard(reader, &game.id, player, span).await?;
        said.retain(|words| words.player != player && !words.blocked);
        let upto = said.last().map(|last| last.id);
        let game_id = &game.id;
        let progress =
            upto.map(|upto| TalkProgress { game: game_id.clone(), player, upto, gathered: None });
        let heard = said.into_iter().map(|words| heard(game, seat, words));
        Ok((heard.collect(), progress))
    }
}

fn heard(game: &Game, reader: Seat, words: Words) -> ReceivedMessage {
    let to: Vec<String> = match words.to.as_slice() {
        [] => vec!["all players".to_owned()],
        seats => {
            // The reader first.
            let own = seats.contains(&reader).then(|| "you".to_owned());
            let others = seats.iter().filter(|seat| **seat != reader);
            own.into_iter().chain(others.map(|seat| game.called(*seat).name)).collect()
        }
    };
    // A message in the margin names its step.
    let text = match words.pinned {
        Some(event) => format!("About step {}: {}", game.log.step_of(event), words.text),
        None => words.text,
    };
    ReceivedMessage {
        at: words.at,
        step: game.log.step_of(words.seq),
        by: Badge { seat: words.seat, called: game.called(words.seat) },
        name: SafeLine::from(words.name),
        to: SafeLine::from(phrase::and(&to)),
        words: SafeLine::paragraphs(&text),
    }
}

/// Returns the name to use in a reply to the last private message.
pub(crate) fn back(heard: &[ReceivedMessage]) -> Option<SafeLine> {
    let last = heard.iter().rev().find(|one| &*one.to != "all players")?;
    let SeatName { word, .. } = last.by.called;
    Some(SafeLine::from(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chat_emails_wait_for_a_pause_despite_clock_changes() {
        let now: DateTime<Utc> = "2026-11-20T09:00:00Z".parse().expect("a moment");
        let at = |minutes: i64| now + Duration::minutes(minutes);
        let minutes = |first: Option<i64>, last: Option<i64>| {
            (due(now, first.map(at), last.map(at)) - now).num_minutes()
        };
        assert_eq!(minutes(None, None), 5);
        assert_eq!(minutes(None, Some(-60)), 5);
        assert_eq!(minutes(None, Some(-10)), 20);
        assert_eq!(minutes(None, Some(100_000)), 30);
        // A continuing conversation delays the email by at most half an hour.
        assert_eq!(minutes(Some(-20), None), 5);
        assert_eq!(minutes(Some(-28), None), 2);
        assert_eq!(minutes(Some(-28), Some(-10)), 20);
        assert_eq!(minutes(Some(100_000), None), 5);
    }
}
