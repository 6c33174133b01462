//! A game that is over as a chronicle to keep: its rounds with the map and what mattered in each,
//! where it turned, the luckiest draw with its proof, and how everybody's points went. All of it is
//! told from the log, and as those were told who only watched.

pub mod chapter;
pub mod turning_points;

use self::chapter::SagaChapter;
use self::turning_points::{TurningPoint, turning_points};
use crate::service::error::ServiceError;
use crate::service::game::audit::DiceReport;
use crate::service::game::folded::Game;
use crate::service::game::luck_told::LuckTold;
use crate::service::game::turns::Turn;
use ravenpost_log::table::status::Status;
use ravenpost_rules::changes::Changes;
use ravenpost_rules::numbers::Step;
use ravenpost_rules::scene::Scene;
use ravenpost_rules::{Presentation, Viewer};

/// Chapters of the longest saga: of a game with more rounds several stand together.
const CHAPTERS: usize = 24;
/// Draws that are looked at for the luckiest one.
const DRAWS: usize = 60;

/// What is told of a game that is over.
pub struct Saga {
    pub chapters: Vec<SagaChapter>,
    /// What points are called here.
    pub points: &'static str,
    pub turning: Vec<TurningPoint>,
    pub luckiest: Option<Luckiest>,
}

/// The draw by whose step its seat won most.
pub struct Luckiest {
    pub told: LuckTold,
    pub before: i32,
    pub after: i32,
}

impl Game {
    /// The saga of a game that is over. Refused while it goes on.
    pub fn saga(&self, dice: Option<&DiceReport>) -> Result<Saga, ServiceError> {
        if self.course.status != Status::Over || self.started().is_none() {
            return Err(ServiceError::refused("a saga is written when the game is over"));
        }
        let turns = self.turns()?;
        let turns: Vec<&Turn> =
            turns.iter().map(AsRef::as_ref).filter(|turn| !turn.moves.is_empty()).collect();
        let mut chapters = Vec::new();
        for turns in turns.chunks(turns.len().div_ceil(CHAPTERS).max(1)) {
            chapters.extend(self.chapter(turns)?);
        }
        self.final_points(&mut chapters);
        let name = |seat| self.seat_name(seat);
        let points = self.position.present(Viewer::Watcher).standing.points;
        let luckiest = match dice {
            Some(dice) => self.luckiest(&self.luck_told(dice)?)?,
            None => None,
        };
        let turning = turning_points(&chapters, points, &name);
        Ok(Saga { turning, luckiest, chapters, points })
    }

    /// How a game looked to those who only watched, after a step.
    fn watched(&self, step: Step) -> Result<Presentation, ServiceError> {
        Ok(self.at(self.log.end_of(step))?.position.present(Viewer::Watcher))
    }

    /// The whole board after a step, with what everybody may see to be otherwise than after an
    /// earlier one; nothing where there is no board, or before the end.
    pub fn map(&self, from: Step, to: Step) -> Result<Option<Scene>, ServiceError> {
        let over = self.course.status == Status::Over;
        let first = self.started().filter(|first| over && *first <= from && from < to);
        if first.is_none() || to > self.step() {
            return Ok(None);
        }
        let (before, mut after) = (self.watched(from)?, self.watched(to)?);
        Changes::between(&before, &after).mark(&mut after.scene);
        Ok(after.scene.board.is_some().then_some(after.scene))
    }

    /// The last chapter ends with the points of the result.
    fn final_points(&self, chapters: &mut [SagaChapter]) {
        let (Some(last), Some(outcome)) = (chapters.last_mut(), self.outcome()) else { return };
        if self.course.agreed.is_some() {
            return;
        }
        for (seat, points) in &mut last.points {
            let place = outcome.places.iter().find(|place| place.seat == *seat);
            *points = place.map_or(*points, |place| place.score);
        }
    }

    /// Of draws by somebody's order the one by whose step that seat won most.
    fn luckiest(&self, draws: &[LuckTold]) -> Result<Option<Luckiest>, ServiceError> {
        let own = draws.iter().filter(|one| one.seat.is_some() && one.few);
        let own: Vec<&LuckTold> = own.collect();
        let mut best: Option<Luckiest> = None;
        for one in own.iter().step_by(own.len().div_ceil(DRAWS).max(1)) {
            let Some(seat) = one.seat else { continue };
            let Some(earlier) = self.changed_before(one.step) else { continue };
            let points = |step| -> Result<Option<i32>, ServiceError> {
                Ok(self.watched(step)?.standing.points_of(seat))
            };
            let (Some(before), Some(after)) = (points(earlier)?, points(one.step)?) else {
                continue;
            };
            let won = best.as_ref().map_or(0, |best| best.after - best.before);
            if after - before > won {
                best = Some(Luckiest { told: (*one).clone(), before, after });
            }
        }
        Ok(best)
    }
}
