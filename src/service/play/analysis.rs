//! Trying things out: a line of orders, one's own and others', on a game that a seat imagines.
//! Nothing of it is stored, and nothing of it hangs on what the seat may not know.

use crate::service::Service;
use crate::service::error::ServiceError;
use crate::service::game::folded::Game;
use ravenpost_log::GameId;
use ravenpost_rules::bots::{self, Bot};
use ravenpost_rules::{Dice, Narration, Position, Refusal, Seat, Viewer};

/// The longest line, in orders.
pub const LONGEST: usize = 24;
/// The longest order that is tried, in letters.
const WORDS: usize = 600;
/// Orders that bots give in one line at most.
const ANSWERS: usize = 80;

/// What somebody wants to try.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Thought {
    /// How what is hidden is imagined: another number is another deal.
    pub seed: u32,
    /// The bot that answers for the other seats; nobody: their orders are tried as well.
    pub bot: Option<String>,
    /// The orders, each with its seat.
    pub line: Vec<(Seat, String)>,
}

/// Where a thought leads.
pub struct Imagined {
    /// What was tried and taken, with what it led to, as the thinker would hear it.
    pub tried: Vec<Tried>,
    /// Why the line ends before its end.
    pub refused: Vec<Refusal>,
    /// The game as it would be.
    pub position: Box<dyn Position>,
}

/// One order of the line, or a bot's answer to it.
pub struct Tried {
    pub seat: Seat,
    pub order: String,
    pub told: Vec<Narration>,
    pub by_bot: bool,
}

impl Service {
    /// Tries a line for a seat.
    pub async fn think(
        &self,
        game: &GameId,
        seat: Seat,
        thought: &Thought,
    ) -> Result<Imagined, ServiceError> {
        think(&*self.live(game).await?, seat, thought)
    }
}

/// Tries a line on a game as it stands.
pub fn think(live: &Game, seat: Seat, thought: &Thought) -> Result<Imagined, ServiceError> {
    if !live.has_started() || live.outcome().is_some() {
        return Err(ServiceError::refused("there is nothing to try in a game that is not running"));
    }
    if thought.line.len() > LONGEST {
        let why = format!("a line of more than {LONGEST} orders is not tried");
        return Err(ServiceError::refused(why));
    }
    let bot = match &thought.bot {
        Some(name) => Some(bots::find(name).ok_or_else(|| {
            ServiceError::Refused(vec![Refusal::new("there is no such bot").word(name)])
        })?),
        None => None,
    };
    let mut dice = Dice::seeded(thought.seed.into());
    let dream = live.position.imagine(Viewer::Seat(seat), &mut dice);
    // Read again as a fork is: what bots keep in an imagined state for themselves is not in it.
    let position = dream.snapshot(&live.course.table)?.next;
    let imagined = Imagined { tried: Vec::new(), refused: Vec::new(), position };
    let mut thinker = Thinker { seat, seed: thought.seed, bot, answers: 0, imagined };
    for (seat, order) in &thought.line {
        if let Err(refused) = thinker.try_order(*seat, order) {
            thinker.imagined.refused = refused;
            break;
        }
        thinker.answer()?;
    }
    Ok(thinker.imagined)
}

struct Thinker {
    /// The seat whose player analyses.
    seat: Seat,
    seed: u32,
    bot: Option<&'static dyn Bot>,
    answers: usize,
    imagined: Imagined,
}

impl Thinker {
    /// Another number for everything that is drawn.
    fn number(&self) -> u64 {
        (u64::from(self.seed) << 16) + self.imagined.tried.len() as u64 + 1
    }

    fn try_order(&mut self, seat: Seat, line: &str) -> Result<(), Vec<Refusal>> {
        if line.len() > WORDS {
            return Err(vec![Refusal::new("this order is too long to be tried")]);
        }
        for part in self.imagined.position.title().split(line) {
            self.give(seat, part, false)?;
        }
        Ok(())
    }

    fn give(&mut self, seat: Seat, part: &str, by_bot: bool) -> Result<(), Vec<Refusal>> {
        let position = &self.imagined.position;
        let decided = position.decide(seat, part, &mut Dice::seeded(self.number()))?;
        let told = position.title().narrate(&decided.facts, Viewer::Seat(self.seat));
        let told = told.unwrap_or_default();
        self.imagined.tried.push(Tried { seat, order: decided.order, told, by_bot });
        self.imagined.position = decided.next;
        Ok(())
    }

    /// The other seats answer, until the thinker is asked again.
    fn answer(&mut self) -> Result<(), ServiceError> {
        let Some(bot) = self.bot else { return Ok(()) };
        while self.answers < ANSWERS {
            let awaited = self.imagined.position.awaited();
            if awaited.iter().any(|one| one.seat == self.seat) {
                return Ok(());
            }
            let Some(asked) = awaited.first() else { return Ok(()) };
            let position = self.imagined.position.as_ref();
            let order = bot.choose(position, asked.seat, self.number());
            if self.give(asked.seat, &order, true).is_err() {
                let fallback = self.imagined.position.fallback(asked.seat);
                self.give(asked.seat, &fallback, true)?;
            }
            self.answers += 1;
        }
        Ok(())
    }
}
