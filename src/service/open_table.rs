//! Somebody opens a table: the title, seats and clock are fixed, and the dice's secret is drawn
//! and committed to before anybody has joined.

use chrono::{DateTime, Utc};

use super::Service;
use super::batch::Batch;
use super::commit::Beside;
use super::error::ServiceError;
use crate::bots;
use crate::config::PACE_LIMITS;
use crate::rules::act::{Opening, Pace, Sitter};
use crate::rules::dice::Luck;
use crate::rules::{Act, Refusal, Seat, Table};
use crate::store::{GameId, PlayerId};
use crate::titles;

/// The longest name of a table, in characters.
pub const NAME_LIMIT: usize = 60;

/// What the opener asks for.
#[derive(Clone, Debug)]
pub struct NewTable {
    pub title: String,
    pub name: String,
    pub table: Table,
    pub pace: Pace,
    pub public: bool,
    /// The seat the opener takes; none for an organiser who does not play.
    pub own_seat: Option<Seat>,
    /// Seats that bots play, with the bots' names.
    pub bots: Vec<(Seat, String)>,
}

impl Service {
    /// Opens a table and, when bots fill it at once, starts the game.
    pub async fn open_table(
        &self,
        now: DateTime<Utc>,
        opener: Option<PlayerId>,
        new: &NewTable,
    ) -> Result<GameId, ServiceError> {
        check(new)?;
        let id = self.entropy().game_id()?;
        let secret = self.entropy().bytes()?;
        let opening = Opening {
            title: new.title.clone(),
            name: clean_name(new),
            table: new.table.clone(),
            pace: new.pace,
            public: new.public,
            commitment: Luck::commitment(&secret),
        };
        let mut batch = Batch::open(&id, &opening, secret, now)?;
        for (seat, bot) in &new.bots {
            let sitter = Sitter::Bot(bot.clone());
            batch.note(&Act::Joined { seat: *seat, sitter, salt: self.entropy().salt()? })?;
        }
        if let (Some(seat), Some(_)) = (new.own_seat, opener) {
            batch.note(&Act::Joined {
                seat,
                sitter: Sitter::Person,
                salt: self.entropy().salt()?,
            })?;
        }
        if batch.start_if_full()? {
            batch.carry_on()?;
        }
        let holder = new.own_seat.zip(opener);
        let beside =
            Beside { secret: Some(secret), holder, organiser: opener, ..Beside::default() };
        self.commit(batch, beside).await?;
        Ok(id)
    }
}

fn clean_name(new: &NewTable) -> String {
    let words: Vec<&str> = new.name.split_whitespace().collect();
    if !words.is_empty() {
        return words.join(" ");
    }
    let title = titles::find(&new.title).map_or("A", |title| title.about().name);
    format!("{title} table")
}

fn check(new: &NewTable) -> Result<(), ServiceError> {
    let Some(title) = titles::find(&new.title) else {
        let keys = titles::all().iter().map(|title| title.about().key.to_owned());
        let refusal = Refusal::new("there is no such title").word(&new.title).instead(keys);
        return Err(ServiceError::Refused(vec![refusal]));
    };
    let mut wrong = new.table.check(title.about()).err().unwrap_or_default();
    if new.name.chars().count() > NAME_LIMIT || new.name.chars().any(char::is_control) {
        wrong.push(Refusal::new(format!("a table's name has at most {NAME_LIMIT} letters")));
    }
    let (least, most) = PACE_LIMITS;
    if new.pace.turn.is_some_and(|seconds| !(least..=most).contains(&seconds)) {
        wrong.push(Refusal::new("time per turn is from ten minutes to sixty days"));
    }
    wrong.extend(wrong_seats(new));
    if wrong.is_empty() { Ok(()) } else { Err(ServiceError::Refused(wrong)) }
}

fn wrong_seats(new: &NewTable) -> Vec<Refusal> {
    let mut wrong = Vec::new();
    let mut taken: Vec<Seat> = new.own_seat.into_iter().collect();
    for (seat, bot) in &new.bots {
        if bots::find(bot).is_none() {
            let names = bots::all().iter().map(|bot| bot.name().to_owned());
            wrong.push(Refusal::new("there is no such bot").word(bot).instead(names));
        }
        taken.push(*seat);
    }
    for (at, seat) in taken.iter().enumerate() {
        if seat.0 == 0 || seat.0 > new.table.seats {
            wrong.push(Refusal::new("is not a seat of this table").word(seat.to_string()));
        }
        if taken[..at].contains(seat) {
            wrong.push(Refusal::new("this seat is given twice").word(seat.to_string()));
        }
    }
    wrong
}
