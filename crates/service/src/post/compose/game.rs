//! Emails about a game: their common data, and the selection by kind.

use super::composer::Composer;
use super::turns::votes::last_dropped;
use crate::email_payload::{EmailPayload, GamePayload, ReplyTranscript};
use crate::error::ServiceError;
use crate::game::core::folded::Game;
use crate::game::notify::obligations::{NO_SEAT, is_readers, stale};
use crate::game::notify::thread::message_id;
use crate::handles::Composing;
use crate::post::reply_keys::Question;
use ravenpost_emails::{
    Badge, Email, Frame, GameCard, Head, NotificationKind, SafeLine, TurnEmail,
};
use ravenpost_log::Act;
use ravenpost_log::act::Stage;
use ravenpost_rules::Seat;
use ravenpost_rules::numbers::Seq;
use ravenpost_store::post::outbox::{self, QueuedEmail};
use ravenpost_store::talk::progress::TalkProgress;

/// An email about a game, with the data to store beside it.
pub(super) struct GameEmail {
    pub email: Email,
    pub asked: Question,
    /// How far it reports the messages at the table.
    pub talk_progress: Option<TalkProgress>,
}

impl Composing<'_> {
    pub(super) async fn game_email(
        self,
        kind: NotificationKind,
        queued: &QueuedEmail,
        mut frame: Frame,
    ) -> Result<Option<GameEmail>, ServiceError> {
        let seat = queued.seat.or(kind.reaches_organiser().then_some(NO_SEAT));
        let (Some(game_id), Some(seat), Some(seq)) = (&queued.game, seat, queued.seq) else {
            return Ok(None);
        };
        let game = self.games().load_from(game_id, seq).await?;
        if stale(&game, kind, Some(seat), seq) || !is_readers(&game, kind, queued) {
            return Ok(None);
        }
        let asked = Question::of(&game, seat);
        let mut heard = None;
        if let Some(player) =
            queued.to_player.filter(|_| kind.includes_chat() && queued.seat.is_some())
        {
            let id = &queued.message_id;
            (frame.heard, heard) = self.chat().messages_for_email(&game, seat, player, id).await?;
        }
        let thread = self.notifications().thread_of(queued).await?;
        let turn_email = thread.turn.clone();
        let writer = self.author(&game, queued, seat, seq, frame, turn_email).await?;
        let email = match (kind, EmailPayload::of(queued)) {
            (NotificationKind::ReplyResult, payload) => {
                let transcript = match payload {
                    Some(EmailPayload::Transcript(transcript)) => transcript,
                    _ => ReplyTranscript::default(),
                };
                let answered = self.notifications().email_answered(transcript.in_reply_to).await?;
                Some(writer.transcript(transcript)?.answering(thread.root, answered))
            }
            (_, Some(EmailPayload::Held(held))) => {
                let held = self.emails().held_email(held.inbound_email).await?;
                writer.held(held).map(|email| email.answering(thread.root, None))
            }
            _ => writer.write(kind)?.map(|email| email.following(thread)),
        };
        Ok(email.map(|email| GameEmail { email, asked, talk_progress: heard }))
    }

    /// Returns the composer for an email about a game.
    pub(super) async fn author<'a>(
        &'a self,
        game: &'a Game,
        queued: &QueuedEmail,
        seat: Seat,
        seq: Seq,
        frame: Frame,
        turn_email: Option<TurnEmail>,
    ) -> Result<Composer<'a>, ServiceError> {
        let payload = GamePayload::of(queued);
        let seats = self.members().seat_names(game).await?;
        let card = self.card(game, queued.seat).await?;
        let base = self.settings().base_url.as_str();
        let forks = match queued.to_player {
            Some(player) if queued.kind == NotificationKind::ForkInvitation.key() => {
                self.members().fork_invitations_from(frame.now, game, player).await?
            }
            _ => Vec::new(),
        };
        let seq = self.first_news(queued, seq).await?;
        let knew_of_vote = match queued.kind == NotificationKind::VoteFailed.key() {
            true => self.knew_of_vote(game, seat, seq).await?,
            false => true,
        };
        let notes = self.notes_for_email(game, queued).await?;
        Ok(Composer {
            turn_email,
            card,
            base,
            game,
            seat,
            seq,
            payload,
            seats,
            forks,
            knew_of_vote,
            notes,
            frame,
        })
    }

    /// Returns the lines of the recipient's notes for the pending turn. Only the turn email has
    /// them.
    async fn notes_for_email(
        self,
        game: &Game,
        queued: &QueuedEmail,
    ) -> Result<Vec<Vec<SafeLine>>, ServiceError> {
        let turn = queued.kind == NotificationKind::YourTurn.key();
        let Some(player) = queued.to_player.filter(|_| turn) else { return Ok(Vec::new()) };
        let notes = self.chat().notes_for_turn(game, player).await?;
        Ok(notes.iter().map(|one| SafeLine::paragraphs(&one.note.text)).collect())
    }

    /// Whether a player was informed of the proposal whose vote failed.
    async fn knew_of_vote(self, game: &Game, seat: Seat, seq: Seq) -> Result<bool, ServiceError> {
        let Some((dropped, _)) = last_dropped(game, seq) else { return Ok(false) };
        let mut before = game.log.iter().rev().filter(|entry| entry.event.seq < dropped);
        let put = before.find_map(|entry| match entry.act {
            Act::Proposed { by, .. } => Some((entry.step, *by)),
            _ => None,
        });
        let Some((step, by)) = put else { return Ok(false) };
        if by == Some(seat) {
            return Ok(true);
        }
        let domain = self.accounts().message_domain().await?;
        let email = message_id(NotificationKind::VoteOpened, &game.id, seat, step, domain);
        Ok(outbox::was_emailed(self.store().read(), &email).await?)
    }

    pub(crate) async fn card(
        self,
        game: &Game,
        seat: Option<Seat>,
    ) -> Result<GameCard, ServiceError> {
        let (about, step, hash) = (game.title.about(), game.step(), &game.tip.shown);
        let line = self.proof().signed_head(&game.id, step, hash).await?;
        Ok(GameCard {
            id: game.id.to_string(),
            name: SafeLine::from(&game.status.name),
            title: SafeLine::from(about.name),
            page: format!("{}/games/{}", self.settings().base_url, game.id),
            seat: seat.map(|seat| Badge { seat, called: game.called(seat) }),
            head: Some(Head { step, hash: hash.hex(), line: line.map(|line| line.to_string()) }),
        })
    }
}

impl Composer<'_> {
    pub(super) fn write(self, kind: NotificationKind) -> Result<Option<Email>, ServiceError> {
        match kind {
            NotificationKind::YourTurn => self.your_turn(),
            NotificationKind::GameStarted => self.started(),
            NotificationKind::PlayerJoined => self.joined(),
            NotificationKind::ReminderHalf => Ok(self.reminder(Stage::Half)),
            NotificationKind::ReminderFifth => Ok(self.reminder(Stage::Fifth)),
            NotificationKind::ReminderLastCall => Ok(self.reminder(Stage::LastCall)),
            NotificationKind::DeadlinePassed => {
                Ok(self.deadline_passed()?.map(|email| email.compose()))
            }
            NotificationKind::OrderUndone => Ok(self.taken_back()?.map(|email| email.compose())),
            NotificationKind::GameOver => self.game_over(),
            NotificationKind::GameCancelled => Ok(Some(self.cancelled())),
            NotificationKind::ChatMessage => Ok(self.said()),
            NotificationKind::VoteOpened => self.proposed(),
            NotificationKind::GameRewound => Ok(self.rewound()?.map(|email| email.compose())),
            NotificationKind::VoteFailed => Ok(self.dropped().map(|email| email.compose())),
            NotificationKind::OrganiserAction => Ok(self.organised().map(|email| email.compose())),
            NotificationKind::PlayerReplaced => Ok(self.replaced()),
            NotificationKind::ForkInvitation => Ok(self.fork_invitation()),
            NotificationKind::Invitation
            | NotificationKind::SignIn
            | NotificationKind::EmailUndelivered
            | NotificationKind::AddressChangeNew
            | NotificationKind::AddressChangeOld
            | NotificationKind::Probe
            | NotificationKind::ReplyResult
            | NotificationKind::ReplyOnHold
            | NotificationKind::Digest
            | NotificationKind::ReplyNotice
            | NotificationKind::DailySeals
            | NotificationKind::AdminMail
            | NotificationKind::ApiToken => Ok(None),
        }
    }
}
