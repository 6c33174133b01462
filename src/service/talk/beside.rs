//! What somebody who sits at a table reads beside the board.

use crate::service::Service;
use crate::service::error::ServiceError;
use crate::service::game::folded::Game;
use ravenpost_log::GameId;
use ravenpost_rules::Seat;
use ravenpost_rules::numbers::{Seq, Step};
use ravenpost_store::PlayerId;
use ravenpost_store::talk::messages::{self, Span, Words};
use ravenpost_store::talk::mutes;
use ravenpost_store::talk::notes::{self, Note};
use ravenpost_store::talk::read_marks;

/// Words and notes on the game's own page; the rest has a page of its own.
const SHOWN: u32 = 12;

/// Words and notes, as one person at the table reads them.
#[derive(Clone, Debug, Default)]
pub struct Beside {
    /// What was said by that step of the game, the earliest first.
    pub words: Vec<SaidAt>,
    /// The last ones before those, where there are more.
    pub before: Option<i64>,
    /// The reader's own notes, the latest steps first.
    pub notes: Vec<Noted>,
    /// What was said about the earlier step that is shown, whenever it was.
    pub margin: Vec<SaidAt>,
    /// Notes that were left for the turn that has come.
    pub woken: Vec<Noted>,
    /// The other persons at the table.
    pub ears: Vec<Ear>,
    /// How many words the reader has not said to have read, and the number of the last of all.
    pub unread: u64,
    pub last: i64,
}

/// Words, and the step at which they were said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SaidAt {
    pub step: Step,
    /// The step that they are about, where that is an earlier one.
    pub about: Option<Step>,
    pub words: Words,
}

/// A note, and the step that it stands beside.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Noted {
    pub step: Step,
    pub note: Note,
}

/// Somebody who can be spoken to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ear {
    pub seat: Seat,
    /// Whether the reader does not hear them.
    pub muted: bool,
}

impl Service {
    /// What somebody may read of the words at a table: nothing at all for who does not sit there.
    /// Whatever shows or hands out words asks here.
    pub async fn talk_for(
        &self,
        game: &GameId,
        reader: Option<PlayerId>,
        span: Span,
    ) -> Result<Vec<SaidAt>, ServiceError> {
        let live = self.live(game).await?;
        let Some(reader) = reader.filter(|reader| live.seat_of(*reader).is_some()) else {
            return Ok(Vec::new());
        };
        let heard = messages::heard(self.store().read(), game, reader, span).await?;
        Ok(heard.into_iter().map(|words| said(&live, words)).collect())
    }

    /// What stands beside the board for somebody who sits at the table: now, or at an earlier step
    /// as it was then, with the notes of that step.
    pub(in crate::service) async fn beside(
        &self,
        live: &Game,
        reader: PlayerId,
        step: Option<Step>,
    ) -> Result<Beside, ServiceError> {
        let (first, last) = match step {
            Some(step) => (live.log.end_of(step.before()).next(), live.log.end_of(step)),
            None => (Seq::NONE, Seq::MAX),
        };
        let span = Span { after: 0, before: i64::MAX, upto: last, most: SHOWN + 1 };
        let words = self.talk_for(&live.id, Some(reader), span).await?;
        let notes =
            notes::of_player(self.store().read(), &live.id, reader, first, last, SHOWN).await?;
        let margin = match step {
            None => Vec::new(),
            Some(_) => {
                let reading = self.store().read();
                messages::pinned(reading, &live.id, reader, first..=last, SHOWN).await?
            }
        };
        Ok(Beside {
            notes: live.by_steps(notes),
            margin: margin.into_iter().map(|words| said(live, words)).collect(),
            ears: self.ears(live, reader).await?,
            unread: self.unread_at(live, reader).await?,
            woken: match step {
                None => self.notes_for_turn(live, reader).await?,
                Some(_) => Vec::new(),
            },
            ..page(words, SHOWN)
        })
    }

    /// All that was said to somebody, a page of it: the words before those with that number, or
    /// the last ones; with all notes.
    pub async fn all_talk(
        &self,
        live: &Game,
        reader: PlayerId,
        before: Option<i64>,
        most: u32,
    ) -> Result<Beside, ServiceError> {
        let before = before.unwrap_or(i64::MAX);
        let span = Span { after: 0, before, upto: Seq::MAX, most: most + 1 };
        let words = self.talk_for(&live.id, Some(reader), span).await?;
        let notes = self.notes_for(&live.id, reader).await?;
        let (ears, unread) = (self.ears(live, reader).await?, self.unread_at(live, reader).await?);
        Ok(Beside { notes, ears, unread, ..page(words, most) })
    }

    async fn unread_at(&self, live: &Game, reader: PlayerId) -> Result<u64, ServiceError> {
        let unread = read_marks::unread(self.store().read(), reader).await?;
        Ok(unread.iter().find(|one| one.game == live.id).map_or(0, |one| one.count))
    }

    async fn ears(&self, live: &Game, reader: PlayerId) -> Result<Vec<Ear>, ServiceError> {
        let muted = mutes::of_player(self.store().read(), &live.id, reader).await?;
        let others = live.people.iter().filter(|(_, player)| *player != reader);
        let mut ears: Vec<Ear> = others
            .map(|(seat, player)| Ear { seat: *seat, muted: muted.contains(player) })
            .collect();
        ears.sort_by_key(|ear| ear.seat);
        Ok(ears)
    }
}

/// The store knows at which event words were said, and not which step that is for people.
fn said(live: &Game, words: Words) -> SaidAt {
    let about = words.pinned.map(|event| live.log.step_of(event));
    SaidAt { step: live.log.step_of(words.seq), about, words }
}

/// So many of the last words; one more was asked for, to know whether there are more.
fn page(mut words: Vec<SaidAt>, most: u32) -> Beside {
    let most = usize::try_from(most).unwrap_or(usize::MAX);
    let more = words.len() > most;
    if more {
        words.remove(0);
    }
    let before = words.first().map(|first| first.words.id).filter(|_| more);
    let last = words.last().map_or(0, |last| last.words.id);
    Beside { words, before, last, ..Beside::default() }
}
