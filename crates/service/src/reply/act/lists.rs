//! Commands that query the game: the orders on offer, and earlier positions.

use super::{Queries, Work};
use crate::error::ServiceError;
use crate::game::core::folded::Game;
use crate::play::dry_run;
use ravenpost_emails::parts::order_forms::{ShownForm, Signs};
use ravenpost_rules::numbers::Step;
use ravenpost_rules::{Group, Offer, Viewer};

/// Maximum number of lines that a search shows.
const SHOWN: usize = 80;
/// Maximum number of form completions that a search examines.
const FITS: usize = 1000;

impl Work<'_> {
    /// Returns the game as it was when the email being answered was written.
    pub(super) fn game_then(&self, game: &Game) -> Result<Game, ServiceError> {
        match self.holder.key.known_seq {
            Some(version) if version < game.last_seq() => game.history().at(version),
            _ => Ok(game.clone()),
        }
    }

    pub(super) fn offers_then(&self, game: &Game) -> Result<Vec<Group>, ServiceError> {
        Ok(self.game_then(game)?.position.offers(self.holder.seat))
    }

    /// Returns the order with this number in the email being answered.
    pub(super) async fn numbered(&self, number: usize) -> Result<String, ServiceError> {
        let game = self.service.games().load(&self.holder.game).await?;
        let groups = self.offers_then(&game)?;
        if self.unlisted && !self.is_list_known(&game, &groups)? {
            return Err(ServiceError::refused(
                "the email that you replied to has no list of moves, and the list has changed \
                 since; write the move itself",
            ));
        }
        let mut offers = groups.iter().flat_map(|group| &group.offers);
        let Some(offer) = offers.nth(number - 1) else {
            return Err(ServiceError::refused(
                "the email that you replied to has no move with that number",
            ));
        };
        let now = game.position.offers(self.holder.seat);
        let is_offered = now.iter().any(|group| group.offers.contains(offer));
        if self.asked_again && !self.acted && !is_offered {
            return Err(ServiceError::refused(format!(
                "in the email that you replied to, {number} meant \"{}\", which is no longer \
                 possible; reply to the newest email",
                offer.words
            )));
        }
        Ok(offer.order.clone())
    }

    /// Whether the list has not changed since the seat was prompted, so that a number is
    /// unambiguous.
    fn is_list_known(&self, game: &Game, listed: &[Group]) -> Result<bool, ServiceError> {
        let seat = self.holder.seat;
        let Some(wait) = game.seats().wait(seat) else { return Ok(true) };
        let asked = game.history().at(wait.asked_at)?.position.offers(seat);
        Ok(asked == listed && game.position.offers(seat) == listed)
    }
}

impl Queries<'_> {
    /// Lists orders and forms that contain all of these words, in themselves or in their group
    /// title. Instructions have "later" added to their title; a search for "later" also shows those
    /// in force.
    pub(super) async fn orders(&self, words: &str) -> Result<Vec<String>, ServiceError> {
        let game = self.service.games().load(&self.holder.game).await?;
        let groups = game.orders().orders_by_words(self.holder.seat);
        let mut search = OrderSearch::of(words, Signs::of(&groups));
        groups.iter().for_each(|group| search.now(group));
        game.position.instructions(self.holder.seat).iter().for_each(|group| search.later(group));
        let mut lines = search.lines();
        if words.split_whitespace().any(|word| word.eq_ignore_ascii_case("later")) {
            lines.extend(dry_run::in_force(&game, self.holder.seat));
        }
        Ok(lines)
    }

    /// Returns the position after a step, as the seat knew it then.
    pub(super) async fn past(&self, step: Step) -> Result<Vec<String>, ServiceError> {
        let game = self.service.games().load(&self.holder.game).await?;
        if step == Step::NONE || step > game.step() {
            let last = game.step();
            return Err(ServiceError::refused(format!(
                "there is no such step; steps are numbered \
                from 1 to {last}"
            )));
        }
        let then = game.history().at(game.log.end_of(step))?;
        if !then.has_started() {
            return Err(ServiceError::refused("the game had not started at that step"));
        }
        let presentation = then.position.present(Viewer::Seat(self.holder.seat));
        Ok(presentation.text.to_string().lines().map(str::to_owned).collect())
    }
}

struct OrderSearch {
    wanted: Vec<String>,
    signs: Signs,
    /// The number of the last offer, counted over the whole list.
    number: usize,
    /// How many more form completions may be examined.
    room: usize,
    found: Vec<String>,
}

impl OrderSearch {
    fn of(words: &str, signs: Signs) -> OrderSearch {
        let wanted = words.split_whitespace().map(str::to_lowercase).collect();
        OrderSearch { wanted, signs, number: 0, room: FITS, found: Vec::new() }
    }

    /// Returns the wanted words that do not occur in a group title.
    fn left(&self, heading: &str) -> Vec<String> {
        let heading = heading.to_lowercase();
        self.wanted.iter().filter(|word| !heading.contains(*word)).cloned().collect()
    }

    /// Adds the matching orders that are on offer now.
    fn now(&mut self, group: &Group) {
        let left = self.left(&group.title);
        for offer in &group.offers {
            self.number += 1;
            if let Some(line) = self.fitting(offer, &left) {
                self.found.push(format!("{}. {line}", self.number));
            }
        }
        self.forms(group, &left);
    }

    /// Adds the matching instructions. They have no numbers in the email's list.
    fn later(&mut self, group: &Group) {
        let left = self.left(&format!("later {}", group.title));
        // One note a line, because long lines are truncated in replies.
        if left.is_empty() {
            self.found.extend(group.notes.iter().map(|note| format!("{}: {note}", group.title)));
        }
        let lines = group.offers.iter().filter_map(|offer| self.fitting(offer, &left));
        let lines: Vec<String> = lines.collect();
        self.found.extend(lines);
        self.forms(group, &left);
    }

    fn fitting(&self, offer: &Offer, left: &[String]) -> Option<String> {
        let line = format!("{} - {}", self.signs.shown(&offer.order), offer.words);
        let small = line.to_lowercase();
        left.iter().all(|word| small.contains(word)).then_some(line)
    }

    fn forms(&mut self, group: &Group, left: &[String]) {
        for form in &group.forms {
            let form = ShownForm::of(form, &self.signs, &mut self.room);
            if form.has(left) {
                self.found.push(format!("{}: {} - {}", group.title, form.shape, form.about));
                self.found.extend(form.fits);
            }
        }
    }

    /// Returns the first matches and the number of those left out.
    fn lines(mut self) -> Vec<String> {
        let more = self.found.len().saturating_sub(SHOWN);
        self.found.truncate(SHOWN);
        if more > 0 {
            self.found.push(format!("and {more} more lines; add words to narrow the list"));
        }
        if self.found.is_empty() {
            self.found.push("No matching moves are possible now.".to_owned());
        }
        self.found
    }
}
