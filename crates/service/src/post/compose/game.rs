//! Emails about a game: their common data, and the selection by kind.

use super::composer::Composer;
use crate::error::ServiceError;
use crate::game::core::folded::Game;
use crate::game::notify::obligations::{NO_SEAT, is_readers, stale};
use crate::game::notify::thread::message_id;
use crate::handles::Composing;
use crate::letter_payload::{GamePayload, LetterPayload, ReplyTranscript};
use crate::post::reply_keys::Question;
use ravenpost_emails::{Badge, Frame, GameCard, Head, Letter, LetterKind, SafeLine, TurnLetter};
use ravenpost_log::Act;
use ravenpost_log::act::Stage;
use ravenpost_rules::Seat;
use ravenpost_rules::numbers::Seq;
use ravenpost_store::post::outbox::{self, Owed};
use ravenpost_store::talk::progress::TalkProgress;

/// Whether emails of this kind also go to an organiser without a seat.
fn reaches_organiser(kind: LetterKind) -> bool {
    matches!(kind, LetterKind::VoteOpened | LetterKind::OrganiserAction | LetterKind::GameCancelled)
}

/// An email about a game, with the data to store beside it.
pub(super) struct GameLetter {
    pub letter: Letter,
    pub asked: Question,
    /// How far it reports the messages at the table.
    pub told: Option<TalkProgress>,
}

impl Composing<'_> {
    pub(super) async fn game_letter(
        self,
        kind: LetterKind,
        owed: &Owed,
        mut frame: Frame,
    ) -> Result<Option<GameLetter>, ServiceError> {
        let seat = owed.seat.or(reaches_organiser(kind).then_some(NO_SEAT));
        let (Some(game), Some(seat), Some(seq)) = (&owed.game, seat, owed.seq) else {
            return Ok(None);
        };
        let live = self.games().live_from(game, seq).await?;
        if stale(&live, kind, Some(seat), seq) || !is_readers(&live, kind, owed) {
            return Ok(None);
        }
        let asked = Question::of(&live, seat);
        let mut heard = None;
        if let Some(player) = owed.to_player.filter(|_| kind.tells_words() && owed.seat.is_some()) {
            let id = &owed.message_id;
            (frame.heard, heard) = self.chat().words_for_letter(&live, seat, player, id).await?;
        }
        let thread = self.notifications().thread_of(owed).await?;
        let told = thread.turn.clone();
        let writer = self.author(&live, owed, seat, seq, frame, told).await?;
        let letter = match (kind, LetterPayload::of(owed)) {
            (LetterKind::ReplyResult, payload) => {
                let minutes = match payload {
                    Some(LetterPayload::Transcript(transcript)) => transcript,
                    _ => ReplyTranscript::default(),
                };
                let answered = self.notifications().letter_answered(minutes.in_reply_to).await?;
                Some(writer.transcript(minutes)?.answering(thread.root, answered))
            }
            (_, Some(LetterPayload::Held(held))) => {
                let held = self.emails().held_letter(held.inbound_email).await?;
                writer.held(held).map(|letter| letter.answering(thread.root, None))
            }
            _ => writer.write(kind)?.map(|letter| letter.following(thread)),
        };
        Ok(letter.map(|letter| GameLetter { letter, asked, told: heard }))
    }

    /// Returns the composer for an email about a game.
    pub(super) async fn author<'a>(
        &'a self,
        live: &'a Game,
        owed: &Owed,
        seat: Seat,
        seq: Seq,
        frame: Frame,
        told: Option<TurnLetter>,
    ) -> Result<Composer<'a>, ServiceError> {
        let payload = GamePayload::of(owed);
        let seats = self.members().seat_names(live).await?;
        let card = self.card(live, owed.seat).await?;
        let base = self.settings().base_url.as_str();
        let forks = match owed.to_player {
            Some(player) if owed.kind == LetterKind::ForkInvitation.key() => {
                self.members().asked_from(frame.now, live, player).await?
            }
            _ => Vec::new(),
        };
        let seq = self.tells_from(owed, seq).await?;
        let heard_of = match owed.kind == LetterKind::VoteFailed.key() {
            true => self.heard_of_vote(live, seat, seq).await?,
            false => true,
        };
        let notes = self.notes_for_letter(live, owed).await?;
        Ok(Composer {
            told,
            card,
            base,
            live,
            seat,
            seq,
            payload,
            seats,
            forks,
            heard_of,
            notes,
            frame,
        })
    }

    /// Returns the recipient's notes for the pending turn. Only the turn email contains them.
    async fn notes_for_letter(
        self,
        live: &Game,
        owed: &Owed,
    ) -> Result<Vec<SafeLine>, ServiceError> {
        let turn = owed.kind == LetterKind::YourTurn.key();
        let Some(player) = owed.to_player.filter(|_| turn) else { return Ok(Vec::new()) };
        let notes = self.chat().notes_for_turn(live, player).await?;
        Ok(notes.iter().map(|one| SafeLine::spoken(&one.note.text)).collect())
    }

    /// Whether a player was informed of the proposal whose vote failed.
    async fn heard_of_vote(self, live: &Game, seat: Seat, seq: Seq) -> Result<bool, ServiceError> {
        let Some((dropped, _)) = live.last_dropped(seq) else { return Ok(false) };
        let mut before = live.log.iter().rev().filter(|entry| entry.event.seq < dropped);
        let put = before.find_map(|entry| match entry.act {
            Act::Proposed { by, .. } => Some((entry.step, *by)),
            _ => None,
        });
        let Some((step, by)) = put else { return Ok(false) };
        if by == Some(seat) {
            return Ok(true);
        }
        let domain = self.accounts().message_domain().await?;
        let letter = message_id(LetterKind::VoteOpened, &live.id, seat, step, domain);
        Ok(outbox::was_told(self.store().read(), &letter).await?)
    }

    pub(crate) async fn card(
        self,
        live: &Game,
        seat: Option<Seat>,
    ) -> Result<GameCard, ServiceError> {
        let (about, step, hash) = (live.title.about(), live.step(), &live.tip.shown);
        let line = self.proof().signed_head(&live.id, step, hash).await?;
        Ok(GameCard {
            id: live.id.to_string(),
            name: SafeLine::from(&live.course.name),
            title: SafeLine::from(about.name),
            page: format!("{}/games/{}", self.settings().base_url, live.id),
            seat: seat.map(|seat| Badge { seat, called: live.called(seat) }),
            head: Some(Head { step, hash: hash.hex(), line: line.map(|line| line.to_string()) }),
        })
    }
}

impl Composer<'_> {
    pub(super) fn write(self, kind: LetterKind) -> Result<Option<Letter>, ServiceError> {
        match kind {
            LetterKind::YourTurn => self.your_turn(),
            LetterKind::GameStarted => self.started(),
            LetterKind::PlayerJoined => self.joined(),
            LetterKind::ReminderHalf => Ok(self.reminder(Stage::Half)),
            LetterKind::ReminderFifth => Ok(self.reminder(Stage::Fifth)),
            LetterKind::ReminderLastCall => Ok(self.reminder(Stage::LastCall)),
            LetterKind::DeadlinePassed => self.deadline_passed(),
            LetterKind::OrderUndone => self.taken_back(),
            LetterKind::GameOver => self.game_over(),
            LetterKind::GameCancelled => Ok(Some(self.cancelled())),
            LetterKind::ChatMessage => Ok(self.said()),
            LetterKind::VoteOpened => self.proposed(),
            LetterKind::GameRewound => self.rewound(),
            LetterKind::VoteFailed => Ok(self.dropped()),
            LetterKind::OrganiserAction => Ok(self.organised()),
            LetterKind::PlayerReplaced => Ok(self.replaced()),
            LetterKind::ForkInvitation => Ok(self.asked_along()),
            LetterKind::Invitation
            | LetterKind::SignIn
            | LetterKind::EmailUndelivered
            | LetterKind::AddressChangeNew
            | LetterKind::AddressChangeOld
            | LetterKind::Probe
            | LetterKind::ReplyResult
            | LetterKind::ReplyOnHold
            | LetterKind::Digest
            | LetterKind::ReplyNotice
            | LetterKind::DailySeals
            | LetterKind::AdminMail => Ok(None),
        }
    }
}
