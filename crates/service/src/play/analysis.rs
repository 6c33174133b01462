//! Analysis: tries a line of orders for any seats on a game as one seat imagines it. Nothing is
//! stored, and the result does not depend on what the seat may not know.

use crate::error::ServiceError;
use crate::game::core::folded::Game;
use crate::handles::Play;
use ravenpost_log::GameId;
use ravenpost_rules::bots::{self, Bot};
use ravenpost_rules::{Dice, Narration, Position, Refusal, RefusalCode, Seat, Viewer};

/// Maximum number of orders in a line.
pub const LONGEST: usize = 24;
/// Maximum length of an order, in bytes.
const WORDS: usize = 600;
/// Maximum number of orders that bots give in one analysis.
const ANSWERS: usize = 80;

/// A line to try.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Thought {
    /// The seed for hidden information: a different number gives a different deal.
    pub seed: u32,
    /// The bot that plays the other seats. Without one, their orders are part of the line.
    pub bot: Option<String>,
    /// The orders, each with its seat.
    pub line: Vec<(Seat, String)>,
}

pub struct Imagined {
    /// The orders that were accepted, with their consequences as the analysing seat sees them.
    pub tried: Vec<Tried>,
    /// Why the line ends early.
    pub refused: Vec<Refusal>,
    pub position: Box<dyn Position>,
}

/// One order of the line, or a bot's answer to it.
pub struct Tried {
    pub seat: Seat,
    pub order: String,
    pub narration: Vec<Narration>,
    pub by_bot: bool,
}

impl Play<'_> {
    pub async fn think(
        self,
        game: &GameId,
        seat: Seat,
        thought: &Thought,
    ) -> Result<Imagined, ServiceError> {
        think(&*self.games().load(game).await?, seat, thought)
    }
}

/// Tries a line on the current position of a game.
pub fn think(game: &Game, seat: Seat, thought: &Thought) -> Result<Imagined, ServiceError> {
    if !game.has_started() || game.outcome().is_some() {
        return Err(ServiceError::refused("you can only try moves in a running game"));
    }
    if thought.line.len() > LONGEST {
        let why = format!("you can try at most {LONGEST} moves in a row");
        return Err(ServiceError::coded(RefusalCode::TooLong, why));
    }
    let bot = match &thought.bot {
        Some(name) => Some(bots::find(name).ok_or_else(|| {
            ServiceError::Refused(vec![
                Refusal::new("there is no such bot; choose another one")
                    .word(name)
                    .code(RefusalCode::UnknownValue),
            ])
        })?),
        None => None,
    };
    let mut dice = Dice::seeded(thought.seed.into());
    let dream = game.position.imagine(Viewer::Seat(seat), &mut dice);
    // Read back from a snapshot as for a fork, which drops what bots store in an imagined state.
    let position = dream.snapshot(&game.status.table)?.next;
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
    seat: Seat,
    seed: u32,
    bot: Option<&'static dyn Bot>,
    answers: usize,
    imagined: Imagined,
}

impl Thinker {
    /// Returns a new seed for each order.
    fn number(&self) -> u64 {
        (u64::from(self.seed) << 16) + self.imagined.tried.len() as u64 + 1
    }

    fn try_order(&mut self, seat: Seat, line: &str) -> Result<(), Vec<Refusal>> {
        if line.len() > WORDS {
            let refusal = Refusal::new("this move is too long to try");
            return Err(vec![refusal.code(RefusalCode::TooLong)]);
        }
        for part in self.imagined.position.title().split(line) {
            self.give(seat, part, false)?;
        }
        Ok(())
    }

    fn give(&mut self, seat: Seat, part: &str, by_bot: bool) -> Result<(), Vec<Refusal>> {
        let position = &self.imagined.position;
        let decided = position.decide(seat, part, &mut Dice::seeded(self.number()))?;
        let narration = position.title().narrate(&decided.facts, Viewer::Seat(self.seat));
        let narration = narration.unwrap_or_default();
        self.imagined.tried.push(Tried { seat, order: decided.order, narration, by_bot });
        self.imagined.position = decided.next;
        Ok(())
    }

    /// Plays the other seats until the analysing seat is prompted again.
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
