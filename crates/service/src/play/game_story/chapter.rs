//! A chapter of a game's story: a round and its main events.

use crate::error::ServiceError;
use crate::game::core::folded::handles::GameRecap;
use crate::game::core::turns::Turn;
use crate::game::history::story::NarratedEvent;
use ravenpost_rules::numbers::Step;
use ravenpost_rules::view::changes::{self, Change, Changes};
use ravenpost_rules::{Narration, Seat, SeatName, text::phrase};

/// Maximum number of sentences per chapter.
const SENTENCES: usize = 6;

pub struct StoryChapter {
    pub heading: String,
    /// The step before it, and its last one.
    pub from: Step,
    pub to: Step,
    pub narration: Vec<StoryLine>,
    /// How many more sentences the replay has.
    pub left_out: usize,
    /// The points of each seat at its end, in seat order.
    pub points: Vec<(Seat, i32)>,
    pub map: bool,
    /// The changes on the map since its beginning, by area.
    pub changes: Vec<Change>,
}

pub struct StoryLine {
    pub step: Step,
    pub called: Option<SeatName>,
    pub text: String,
}

impl GameRecap<'_> {
    /// Returns a chapter about some turns, or `None` if there are none.
    pub(super) fn chapter(&self, turns: &[&Turn]) -> Result<Option<StoryChapter>, ServiceError> {
        let (Some(first), Some(last)) = (turns.first(), turns.last()) else { return Ok(None) };
        let to = last.moves.last().map_or(last.from, |made| made.step);
        let (before, after) = (self.watched(first.from)?, self.watched(to)?);
        let changes = Changes::between(&before, &after);
        let on_board = changes.parts.into_iter().find(|part| part.id == changes::AREAS);
        let mut lines = Vec::new();
        for made in turns.iter().flat_map(|turn| &turn.moves).filter(|made| made.step <= to) {
            if self.log.superseded_by(made.seq).is_some() {
                continue;
            }
            // Open narration, because after the end the content of sealed decisions is public.
            let narration: Vec<NarratedEvent> = self.narration().narrate_revealed(&[made.seq])?;
            let narration = narration.iter().flat_map(|one| &one.narration);
            lines.extend(narration.filter(|narration| !narration.quiet && !narration.chapter).map(
                |narration| {
                    let seat = narration.seat.or(made.seat);
                    (
                        weight(narration),
                        StoryLine {
                            step: made.step,
                            called: seat.map(|seat| self.called(seat)),
                            text: narration.text.clone(),
                        },
                    )
                },
            ));
        }
        let left_out = lines.len().saturating_sub(SENTENCES);
        Ok(Some(StoryChapter {
            heading: heading(turns),
            from: first.from,
            to,
            narration: highest_weighted(lines),
            left_out,
            points: after.standing.seats,
            map: after.scene.board.is_some(),
            changes: on_board.map_or_else(Vec::new, |part| part.changes),
        }))
    }
}

/// Weighs a sentence: interaction between seats first, then actions of a seat.
fn weight(narration: &Narration) -> usize {
    let others = narration.mentions.iter().any(|seat| Some(*seat) != narration.seat);
    usize::from(others) * 2 + usize::from(narration.seat.is_some())
}

/// Returns "Round 3", or "Round 3 to Round 5".
fn heading(turns: &[&Turn]) -> String {
    let name = |turn: &&Turn| {
        let heading = turn.heading.as_ref().map_or("The start", |heading| &heading.short);
        phrase::capital(heading)
    };
    match turns {
        [] => String::new(),
        [only] => name(only),
        [first, .., last] => format!("{} to {}", name(first), name(last)),
    }
}

/// Returns the sentences with the highest weight, in chronological order.
fn highest_weighted(lines: Vec<(usize, StoryLine)>) -> Vec<StoryLine> {
    let mut chosen: Vec<(usize, (usize, StoryLine))> = lines.into_iter().enumerate().collect();
    chosen.sort_by_key(|(at, (weight, _))| (std::cmp::Reverse(*weight), *at));
    chosen.truncate(SENTENCES);
    chosen.sort_by_key(|(at, _)| *at);
    chosen.into_iter().map(|(_, (_, line))| line).collect()
}
