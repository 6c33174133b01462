//! Explains one draw of a finished game, from the secret to the number.

use crate::error::ServiceError;
use crate::game::core::folded::handles::GameFairness;
use crate::game::fairness::audit::DiceReport;
use ravenpost_log::draws::rederive::Checked;
use ravenpost_rules::dice::{Count, Draw, DrawInputs, is_fair, words};
use ravenpost_rules::numbers::Step;

/// Maximum number of stream words shown before the one that became the number.
const SHOWN: usize = 16;

/// The derivation of a drawn number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Derivation {
    /// Its place among all draws of the game, from 1, and the total.
    pub at: usize,
    pub of: usize,
    pub step: Step,
    /// What distinguishes the draws of its event from others.
    pub count: Count,
    pub draw: Draw,
    /// The purpose of the draw, in words.
    pub purpose: String,
    /// The HMAC message and the key, in hexadecimal.
    pub message: String,
    pub key: String,
    /// The last words of the stream, ending with the one that became the number.
    pub words: Vec<StreamWord>,
    /// How many words precede these.
    pub before: usize,
    /// The number of possible outcomes of each draw from the stream, up to this one.
    pub outcomes: Vec<u32>,
}

/// A word of a stream and its result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StreamWord {
    pub word: u32,
    pub of: u32,
    /// `None` if the word was skipped to avoid modulo bias.
    pub number: Option<u32>,
}

impl Derivation {
    /// Whether the stream gives the stored number.
    pub fn holds(&self) -> bool {
        self.words.last().is_some_and(|word| word.number == Some(self.draw.was))
    }
}

impl GameFairness<'_> {
    /// Explains the draw with that number in the report, counted from 1.
    ///
    /// # Errors
    ///
    /// Fails if there is no such draw.
    pub fn walk(&self, report: &DiceReport, draw: usize) -> Result<Derivation, ServiceError> {
        let DiceReport { secret, draws, .. } = report;
        let none = || {
            ServiceError::refused(format!(
                "there is no such draw; draws are numbered \
            from 1 to {}",
                draws.len()
            ))
        };
        let chosen = draw.checked_sub(1).and_then(|at| draws.get(at)).ok_or_else(none)?;
        let salts = self.status.seats.slots.iter().map(|slot| slot.salt.clone()).collect();
        let bytes = data_encoding::HEXLOWER.decode(secret.as_bytes()).ok();
        let bytes = bytes.and_then(|bytes| bytes.try_into().ok());
        let bytes = bytes.ok_or_else(|| ServiceError::corrupt(&self.id, "has no secret"))?;
        let draw_inputs = DrawInputs { secret: bytes, game: self.id.to_string(), salts };
        let same =
            |one: &&Checked| one.count == chosen.count && one.draw.purpose == chosen.draw.purpose;
        let outcomes: Vec<u32> = draws[..draw].iter().filter(same).map(|one| one.draw.of).collect();
        let (step, count, purpose) = (chosen.step, chosen.count, chosen.draw.purpose.as_str());
        let key = draw_inputs.key(count, purpose);
        let mut all = stream(key, &outcomes);
        let before = all.len().saturating_sub(SHOWN);
        Ok(Derivation {
            at: draw,
            of: draws.len(),
            step,
            count,
            draw: chosen.draw.clone(),
            purpose: self.position.purpose(purpose),
            message: data_encoding::HEXLOWER.encode(&draw_inputs.message(count, purpose)),
            key: data_encoding::HEXLOWER.encode(&key),
            words: all.split_off(before),
            before,
            outcomes,
        })
    }
}

/// The words of a stream that became numbers, including skipped ones.
fn stream(key: [u8; 32], outcomes: &[u32]) -> Vec<StreamWord> {
    let (mut words, mut all) = (words(key), Vec::new());
    for of in outcomes.iter().copied().filter(|of| *of > 0) {
        for word in words.by_ref() {
            let number = is_fair(word, of).then(|| word % of);
            all.push(StreamWord { word, of, number });
            if number.is_some() {
                break;
            }
        }
    }
    all
}
