//! A letter that somebody kept, held against the log. At its foot stands how the log stood when it
//! was written, so that a tail that is gone shows, and so does a whole game.

use chrono::NaiveDate;

use crate::service::Service;
use crate::service::error::ServiceError;
use crate::store::unsealed::{self, Unsealed};
use crate::store::{Broken, GameId, chain, seals};

/// The most marks and games that are looked for in one letter.
const MOST: usize = 50;

/// What a letter says of a log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    pub step: u64,
    /// The first twelve digits of its hash.
    pub head: String,
}

/// A seal at the foot of a letter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SealMark {
    pub day: NaiveDate,
    /// The first twelve digits of it.
    pub seal: String,
}

/// A letter as a witness.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeptLetter {
    /// The games to whose pages it leads.
    pub games: Vec<GameId>,
    /// Those of letters quoted in it as well.
    pub marks: Vec<Mark>,
    /// The same.
    pub seals: Vec<SealMark>,
}

/// What the log says to a mark.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// The same. So many steps came since.
    Holds(GameId, u64),
    /// Another step stands at its place.
    Otherwise(GameId),
    /// Its last step comes before.
    EndsAt(GameId, u64),
    /// It does not hold in itself.
    Broken(Broken),
    /// There is no such game.
    Gone,
}

/// What the log says to a seal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SealAnswer {
    /// That day has it, and all is there that it was made over: so many games.
    Holds(u64),
    /// That day has another.
    Otherwise,
    /// That day has none here.
    None,
    /// The day has it, and not all is there any more.
    Missing(Vec<Unsealed>),
}

impl KeptLetter {
    /// Reads a letter's words, however their lines were broken and quoted.
    pub fn read(words: &str) -> KeptLetter {
        let each: Vec<&str> = words.split_whitespace().filter(|word| *word != ">").collect();
        let marks = once_each(each.windows(7).filter_map(mark));
        let seals = once_each(each.windows(6).filter_map(seal));
        let mut games = Vec::new();
        for behind in words.split("/games/").skip(1).take(MOST) {
            let end = behind.find(|one: char| !one.is_ascii_alphanumeric());
            let game = GameId::parse(&behind[..end.unwrap_or(behind.len())]);
            games.extend(game.filter(|game| !games.contains(game)));
        }
        KeptLetter { games, marks, seals }
    }
}

fn once_each<T: PartialEq>(found: impl Iterator<Item = T>) -> Vec<T> {
    found.take(MOST).fold(Vec::new(), |mut all, one| {
        if !all.contains(&one) {
            all.push(one);
        }
        all
    })
}

/// "Step 42 of the log, head 3fa9c1d2e4f5." Letters of earlier builds call it an event.
fn mark(words: &[&str]) -> Option<Mark> {
    let ["Step" | "Event", step, "of", "the", "log,", "head", head] = words else { return None };
    Some(Mark { step: step.parse().ok()?, head: short(head)? })
}

/// "Seal of all games, 2026-11-22: 3fa9c1d2e4f5."
fn seal(words: &[&str]) -> Option<SealMark> {
    let ["Seal", "of", "all", "games,", day, seal] = words else { return None };
    Some(SealMark { day: day.strip_suffix(':')?.parse().ok()?, seal: short(seal)? })
}

/// Twelve digits at the end of a sentence.
fn short(word: &str) -> Option<String> {
    let digits = word.trim_end_matches('.').to_ascii_lowercase();
    let is_short = digits.len() == 12 && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    is_short.then_some(digits)
}

impl Service {
    /// What the log says to each mark of a letter, one answer for each.
    pub async fn answers_letter(&self, letter: &KeptLetter) -> Result<Vec<Answer>, ServiceError> {
        let mut answers = Vec::new();
        for mark in &letter.marks {
            let mut answer = Answer::Gone;
            for game in &letter.games {
                // A letter that leads to several games speaks of one of them.
                match self.answer(game, mark).await? {
                    holds @ Answer::Holds(..) => {
                        answer = holds;
                        break;
                    }
                    other if answer == Answer::Gone => answer = other,
                    _ => {}
                }
            }
            answers.push(answer);
        }
        Ok(answers)
    }

    /// What the log says to each seal of a letter.
    pub async fn answers_seals(
        &self,
        letter: &KeptLetter,
    ) -> Result<Vec<SealAnswer>, ServiceError> {
        let (reader, mut answers) = (self.store().read(), Vec::new());
        for mark in &letter.seals {
            answers.push(match seals::of_day(reader, mark.day).await? {
                None => SealAnswer::None,
                Some(seal) if chain::short(&seal.hash) != mark.seal => SealAnswer::Otherwise,
                Some(seal) => match unsealed::all(reader, mark.day).await? {
                    missing if missing.is_empty() => SealAnswer::Holds(seal.games),
                    missing => SealAnswer::Missing(missing),
                },
            });
        }
        Ok(answers)
    }

    async fn answer(&self, game: &GameId, mark: &Mark) -> Result<Answer, ServiceError> {
        match self.audit_game(game).await {
            Err(ServiceError::NotFound(_)) => return Ok(Answer::Gone),
            Err(error) => return Err(error),
            Ok(audited) => {
                if let Some(broken) = audited.broken {
                    return Ok(Answer::Broken(broken));
                }
            }
        }
        let live = self.live(game).await?;
        let last = live.step();
        if mark.step > last {
            return Ok(Answer::EndsAt(game.clone(), last));
        }
        let step = live.log.iter().find(|entry| entry.event.is_open() && entry.step == mark.step);
        Ok(match step {
            Some(step) if chain::short(&step.event.hash) == mark.head => {
                Answer::Holds(game.clone(), last - mark.step)
            }
            _ => Answer::Otherwise(game.clone()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_is_found_however_a_mail_program_broke_and_quoted_it() {
        let letter = "Go to https://example.org/games/k3v9w2mq7xhd?at=4.\n\
            > Step 42 of the log, head\n> 3fa9c1d2e4f5. Every player's\n\
            Event 42 of the log, head 3fa9c1d2e4f5.\n\
            Step x of the log, head 3fa9c1d2e4f5. Step 4 of the log, head 3fa9.\n\
            http://localhost/games/k3v9w2mq7xhd/audit /games/ /games/!\n\
            Seal of all games,\n> 2026-11-22: 3fa9c1d2e4f5. Seal of all games, now: 3fa9c1d2e4f5.";
        let letter = KeptLetter::read(letter);
        assert_eq!(letter.games, [GameId::parse("k3v9w2mq7xhd").unwrap()]);
        assert_eq!(letter.marks, [Mark { step: 42, head: "3fa9c1d2e4f5".into() }]);
        let day = NaiveDate::from_ymd_opt(2026, 11, 22).unwrap();
        assert_eq!(letter.seals, [SealMark { day, seal: "3fa9c1d2e4f5".into() }]);
        assert_eq!(KeptLetter::read("").marks, []);
    }
}
