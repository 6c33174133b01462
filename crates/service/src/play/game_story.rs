//! The story of a finished game: its rounds with their maps and main events, turning points, the
//! luckiest draw with its proof, and the development of the points. The text is taken from the log
//! with all hidden information; the maps show what spectators saw.

use crate::game::core::folded::handles::GameRecap;
use crate::handles::Play;
use std::sync::Arc;

pub mod chapter;
pub mod turning_points;

use self::chapter::StoryChapter;
use self::turning_points::{TurningPoint, turning_points};
use crate::error::ServiceError;
use crate::game::core::folded::Game;
use crate::game::core::turns::Turn;
use crate::game::fairness::audit::DiceReport;
use crate::game::fairness::draw_summaries::DrawSummary;
use ravenpost_log::Hash;
use ravenpost_log::table::status::Status;
use ravenpost_rules::numbers::Step;
use ravenpost_rules::view::changes::Changes;
use ravenpost_rules::view::scene::Scene;
use ravenpost_rules::{Presentation, Viewer};

/// Maximum number of chapters. In a longer game, a chapter covers several rounds.
const CHAPTERS: usize = 24;
/// Maximum number of draws that are compared to find the luckiest.
const DRAWS: usize = 60;

pub struct GameStory {
    /// The last event that it covers.
    head: Option<Hash>,
    pub chapters: Vec<StoryChapter>,
    /// The name for points in this game.
    pub points: &'static str,
    pub turning: Vec<TurningPoint>,
    pub luckiest: Option<Luckiest>,
}

/// The draw whose step gained its seat the most points.
pub struct Luckiest {
    pub narration: DrawSummary,
    pub before: i32,
    pub after: i32,
}

impl Play<'_> {
    /// Returns the story of a finished game, from the cache if possible. Refused while it is
    /// running.
    pub async fn story(self, game: &Arc<Game>) -> Result<Arc<GameStory>, ServiceError> {
        let head = game.log.last().map(|last| last.event.hash);
        let known = self.inner().stories.get(&game.id);
        if let Some(known) = known.filter(|known| known.head == head) {
            return Ok(known);
        }
        if game.status.state != Status::Over {
            return Err(ServiceError::refused("the game story is available when the game is over"));
        }
        let verdict = self.fairness().verdict(&game.id).await?;
        let (id, game) = (game.id.clone(), Arc::clone(game));
        // Each round is replayed, which must not block requests for running games.
        let telling =
            tokio::task::spawn_blocking(move || game.recap().story(verdict.dice.as_ref()));
        let story = telling.await.map_err(|error| ServiceError::Broken(error.into()))??;
        let story = Arc::new(story);
        self.inner().stories.put(id, Arc::clone(&story), story.weight());
        Ok(story)
    }
}

impl GameStory {
    /// Returns the approximate size in bytes.
    fn weight(&self) -> usize {
        let changes = |one: &StoryChapter| -> usize {
            one.changes.iter().map(|it| it.what.len() + it.before().len() + it.after().len()).sum()
        };
        let chapter = |one: &StoryChapter| -> usize {
            let text: usize = one.narration.iter().map(|line| line.text.len() + 96).sum();
            text + changes(one) + one.changes.len() * 96 + one.points.len() * 8 + 256
        };
        self.chapters.iter().map(chapter).sum::<usize>() + 4096
    }
}

impl GameRecap<'_> {
    /// Composes the story of a finished game. Refused while it is running.
    pub fn story(&self, dice: Option<&DiceReport>) -> Result<GameStory, ServiceError> {
        if self.status.state != Status::Over || self.started().is_none() {
            return Err(ServiceError::refused("the game story is available when the game is over"));
        }
        let turns = self.history().turns()?;
        let turns: Vec<&Turn> =
            turns.iter().map(AsRef::as_ref).filter(|turn| !turn.moves.is_empty()).collect();
        let mut chapters = Vec::new();
        for turns in turns.chunks(turns.len().div_ceil(CHAPTERS).max(1)) {
            chapters.extend(self.chapter(turns)?);
        }
        let name = |seat| self.seat_name(seat);
        let points = self.position.present(Viewer::Spectator).standing.points;
        let luckiest = match dice {
            Some(dice) => self.luckiest(&self.fairness().draw_summaries(dice)?)?,
            None => None,
        };
        // Points from the final scoring are part of the result and do not make a turning point.
        self.points_before_the_end(&mut chapters)?;
        let turning = turning_points(&chapters, points, &name);
        self.final_points(&mut chapters);
        let head = self.log.last().map(|last| last.event.hash);
        Ok(GameStory { head, turning, luckiest, chapters, points })
    }

    /// Returns a spectator's view after a step.
    fn watched(&self, step: Step) -> Result<Presentation, ServiceError> {
        Ok(self.history().at(self.log.end_of(step))?.position.present(Viewer::Spectator))
    }

    /// Returns the whole board after a step, with the public changes since an earlier one marked.
    /// Returns `None` if there is no board, or before the game is over.
    pub fn map(&self, from: Step, to: Step) -> Result<Option<Scene>, ServiceError> {
        let over = self.status.state == Status::Over;
        let first = self.started().filter(|first| over && *first <= from && from < to);
        if first.is_none() || to > self.step() {
            return Ok(None);
        }
        let (before, mut after) = (self.watched(from)?, self.watched(to)?);
        Changes::between(&before, &after).mark(&mut after.scene);
        Ok(after.scene.board.is_some().then_some(after.scene))
    }

    /// Sets the points of the last chapter to those before the step that ended the game.
    fn points_before_the_end(&self, chapters: &mut [StoryChapter]) -> Result<(), ServiceError> {
        let Some(last) = chapters.last_mut() else { return Ok(()) };
        let before = self.history().changed_before(last.to).filter(|before| *before > last.from);
        last.points = self.watched(before.unwrap_or(last.from))?.standing.seats;
        Ok(())
    }

    /// Sets the points of the last chapter to those of the result.
    fn final_points(&self, chapters: &mut [StoryChapter]) {
        let (Some(last), Some(outcome)) = (chapters.last_mut(), self.outcome()) else { return };
        if self.status.agreed.is_some() {
            return;
        }
        for (seat, points) in &mut last.points {
            let place = outcome.places.iter().find(|place| place.seat == *seat);
            *points = place.map_or(*points, |place| place.score);
        }
    }

    /// Returns the draw whose step gained its seat the most, among draws that an order caused.
    fn luckiest(&self, draws: &[DrawSummary]) -> Result<Option<Luckiest>, ServiceError> {
        let own = draws.iter().filter(|one| one.seat.is_some() && one.few && !one.shuffled);
        let own: Vec<&DrawSummary> = own.collect();
        let mut best: Option<Luckiest> = None;
        for one in own.iter().step_by(own.len().div_ceil(DRAWS).max(1)) {
            let Some(seat) = one.seat else { continue };
            let Some(earlier) = self.history().changed_before(one.step) else { continue };
            let points = |step| -> Result<Option<i32>, ServiceError> {
                Ok(self.watched(step)?.standing.points_of(seat))
            };
            let (Some(before), Some(after)) = (points(earlier)?, points(one.step)?) else {
                continue;
            };
            let won = best.as_ref().map_or(0, |best| best.after - best.before);
            if after - before > won {
                best = Some(Luckiest { narration: (*one).clone(), before, after });
            }
        }
        Ok(best)
    }
}
