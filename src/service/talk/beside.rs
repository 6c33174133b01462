//! What somebody who sits at a table reads beside the board.

use crate::rules::Seat;
use crate::service::Service;
use crate::service::error::ServiceError;
use crate::service::game::live::Live;
use crate::store::talk::mutes;
use crate::store::talk::notes::{self, Note};
use crate::store::talk::words::{self, Span, Words};
use crate::store::{GameId, PlayerId};

/// Words and notes on the game's own page; the rest has a page of its own.
const SHOWN: u32 = 12;

/// Words and notes, as one person at the table reads them.
#[derive(Clone, Debug, Default)]
pub struct Beside {
    /// What was said by that step of the game, the earliest first.
    pub words: Vec<Words>,
    /// The last ones before those, where there are more.
    pub before: Option<i64>,
    /// The reader's own notes, the latest steps first.
    pub notes: Vec<Note>,
    /// The other persons at the table.
    pub ears: Vec<Ear>,
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
    ) -> Result<Vec<Words>, ServiceError> {
        let live = self.live(game).await?;
        let Some(reader) = reader.filter(|reader| live.seat_of(*reader).is_some()) else {
            return Ok(Vec::new());
        };
        // The store knows at which event they were said, and not which step that is for people.
        let span = Span { step: live.log.end_of(span.step), ..span };
        let mut heard = words::heard(self.store().read(), game, reader, span).await?;
        heard.iter_mut().for_each(|words| words.step = live.log.step_of(words.step));
        Ok(heard)
    }

    /// What stands beside the board for somebody who sits at the table: now, or at an earlier step
    /// as it was then, with the notes of that step.
    pub(in crate::service) async fn beside(
        &self,
        live: &Live,
        reader: PlayerId,
        step: Option<u64>,
    ) -> Result<Beside, ServiceError> {
        let span =
            Span { after: 0, before: i64::MAX, step: step.unwrap_or(u64::MAX), most: SHOWN + 1 };
        let words = self.talk_for(&live.id, Some(reader), span).await?;
        let event = |step: u64| (live.log.end_of(step - 1) + 1, live.log.end_of(step));
        let (first, last) = step.map_or((0, u64::MAX), event);
        let notes =
            notes::of_player(self.store().read(), &live.id, reader, first, last, SHOWN).await?;
        Ok(Beside {
            notes: live.by_steps(notes),
            ears: self.ears(live, reader).await?,
            ..page(words, SHOWN)
        })
    }

    /// All that was said to somebody, a page of it: the words before those with that number, or
    /// the last ones; with all notes.
    pub async fn all_talk(
        &self,
        live: &Live,
        reader: PlayerId,
        before: Option<i64>,
        most: u32,
    ) -> Result<Beside, ServiceError> {
        let before = before.unwrap_or(i64::MAX);
        let span = Span { after: 0, before, step: u64::MAX, most: most + 1 };
        let words = self.talk_for(&live.id, Some(reader), span).await?;
        let notes = self.notes_for(&live.id, reader).await?;
        Ok(Beside { notes, ears: self.ears(live, reader).await?, ..page(words, most) })
    }

    async fn ears(&self, live: &Live, reader: PlayerId) -> Result<Vec<Ear>, ServiceError> {
        let muted = mutes::of_player(self.store().read(), &live.id, reader).await?;
        let others = live.people.iter().filter(|(_, player)| *player != reader);
        let mut ears: Vec<Ear> = others
            .map(|(seat, player)| Ear { seat: *seat, muted: muted.contains(player) })
            .collect();
        ears.sort_by_key(|ear| ear.seat);
        Ok(ears)
    }
}

/// So many of the last words; one more was asked for, to know whether there are more.
fn page(mut words: Vec<Words>, most: u32) -> Beside {
    let most = usize::try_from(most).unwrap_or(usize::MAX);
    let more = words.len() > most;
    if more {
        words.remove(0);
    }
    let before = words.first().map(|first| first.id).filter(|_| more);
    Beside { words, before, ..Beside::default() }
}
