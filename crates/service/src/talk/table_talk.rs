//! Messages and notes that a player sees beside the board.

use crate::error::ServiceError;
use crate::game::core::folded::Game;
use crate::handles::Chat;
use ravenpost_log::GameId;
use ravenpost_rules::Seat;
use ravenpost_rules::numbers::{Seq, Step};
use ravenpost_store::PlayerId;
use ravenpost_store::talk::messages::{self, Span, Words};
use ravenpost_store::talk::mutes;
use ravenpost_store::talk::notes::{self, Note};
use ravenpost_store::talk::read_marks;

/// Number of messages and notes on the game's page; a page of its own shows the rest.
const SHOWN: u32 = 12;

/// Messages and notes as one player at the table sees them.
#[derive(Clone, Debug, Default)]
pub struct TableTalk {
    /// The messages by that step of the game, oldest first.
    pub words: Vec<SaidAt>,
    /// The id before which there are more messages, if there are any.
    pub before: Option<i64>,
    /// The player's own notes, latest steps first.
    pub notes: Vec<Noted>,
    /// All messages about the earlier step that is shown, whenever they were sent.
    pub margin: Vec<SaidAt>,
    /// Notes that were left for the current turn.
    pub woken: Vec<Noted>,
    pub ears: Vec<Recipient>,
    /// The number of unread messages, and the id of the last one.
    pub unread: u64,
    pub last: i64,
}

/// A message, and the step at which it was sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SaidAt {
    pub step: Step,
    /// The earlier step that it is about, if any.
    pub about: Option<Step>,
    pub words: Words,
}

/// A note, and the step that it belongs to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Noted {
    pub step: Step,
    pub note: Note,
}

/// A possible recipient of messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Recipient {
    pub seat: Seat,
    /// Whether the reader has muted this player.
    pub muted: bool,
}

impl Chat<'_> {
    /// Returns the messages at a table that a person may read: none for people without a seat. All
    /// code that shows or exports messages must use this method.
    pub async fn talk_for(
        self,
        game_id: &GameId,
        reader: Option<PlayerId>,
        span: Span,
    ) -> Result<Vec<SaidAt>, ServiceError> {
        let game = self.games().load(game_id).await?;
        let Some(reader) = reader.filter(|reader| game.seat_of(*reader).is_some()) else {
            return Ok(Vec::new());
        };
        let heard = messages::heard(self.store().read(), game_id, reader, span).await?;
        Ok(heard.into_iter().map(|words| said(&game, words)).collect())
    }

    /// Returns what is shown beside the board: now, or at an earlier step as it was then, with the
    /// notes for that step.
    pub(crate) async fn table_talk(
        self,
        game: &Game,
        reader: PlayerId,
        step: Option<Step>,
    ) -> Result<TableTalk, ServiceError> {
        let (first, last) = match step {
            Some(step) => (game.log.end_of(step.before()).next(), game.log.end_of(step)),
            None => (Seq::NONE, Seq::MAX),
        };
        let span = Span { after: 0, before: i64::MAX, upto: last, most: SHOWN + 1 };
        let words = self.talk_for(&game.id, Some(reader), span).await?;
        let notes =
            notes::of_player(self.store().read(), &game.id, reader, first, last, SHOWN).await?;
        let margin = match step {
            None => Vec::new(),
            Some(_) => {
                let reading = self.store().read();
                messages::pinned(reading, &game.id, reader, first..=last, SHOWN).await?
            }
        };
        Ok(TableTalk {
            notes: by_steps(game, notes),
            margin: margin.into_iter().map(|words| said(game, words)).collect(),
            ears: self.ears(game, reader).await?,
            unread: self.unread_at(game, reader).await?,
            woken: match step {
                None => self.notes_for_turn(game, reader).await?,
                Some(_) => Vec::new(),
            },
            ..page(words, SHOWN)
        })
    }

    /// Returns a page of all messages to a player, either before the message with that id or the
    /// last ones, with all notes.
    pub async fn all_talk(
        self,
        game: &Game,
        reader: PlayerId,
        before: Option<i64>,
        most: u32,
    ) -> Result<TableTalk, ServiceError> {
        let before = before.unwrap_or(i64::MAX);
        let span = Span { after: 0, before, upto: Seq::MAX, most: most + 1 };
        let words = self.talk_for(&game.id, Some(reader), span).await?;
        let notes = self.notes_for(&game.id, reader).await?;
        let (ears, unread) = (self.ears(game, reader).await?, self.unread_at(game, reader).await?);
        Ok(TableTalk { notes, ears, unread, ..page(words, most) })
    }

    async fn unread_at(self, game: &Game, reader: PlayerId) -> Result<u64, ServiceError> {
        let unread = read_marks::unread(self.store().read(), reader).await?;
        Ok(unread.iter().find(|one| one.game == game.id).map_or(0, |one| one.count))
    }

    async fn ears(self, game: &Game, reader: PlayerId) -> Result<Vec<Recipient>, ServiceError> {
        let muted = mutes::of_player(self.store().read(), &game.id, reader).await?;
        let others = game.people.iter().filter(|(_, player)| *player != reader);
        let mut ears: Vec<Recipient> = others
            .map(|(seat, player)| Recipient { seat: *seat, muted: muted.contains(player) })
            .collect();
        ears.sort_by_key(|ear| ear.seat);
        Ok(ears)
    }
}

/// Converts notes from events to steps.
pub(super) fn by_steps(game: &Game, notes: Vec<Note>) -> Vec<Noted> {
    let noted = |note: Note| Noted { step: game.log.step_of(note.seq), note };
    notes.into_iter().map(noted).collect()
}

/// Converts the event at which a message was sent to a step.
fn said(game: &Game, words: Words) -> SaidAt {
    let about = words.pinned.map(|event| game.log.step_of(event));
    SaidAt { step: game.log.step_of(words.seq), about, words }
}

/// Returns the last `most` messages. The query requests one extra row, to detect whether there are
/// more.
fn page(mut words: Vec<SaidAt>, most: u32) -> TableTalk {
    let most = usize::try_from(most).unwrap_or(usize::MAX);
    let more = words.len() > most;
    if more {
        words.remove(0);
    }
    let before = words.first().map(|first| first.words.id).filter(|_| more);
    let last = words.last().map_or(0, |last| last.words.id);
    TableTalk { words, before, last, ..TableTalk::default() }
}
