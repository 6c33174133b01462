//! Absences announced by email: appointing a substitute bot, booking a vacation, and returning.

use super::Work;
use crate::error::ServiceError;
use crate::game::clocks::days_off::{day_words, named_days};
use crate::table::substitute::{Away, usual_bot};
use crate::table::vacation::Dates;
use ravenpost_rules::text::phrase;
use ravenpost_zone::Zone;

impl Work<'_> {
    pub(super) async fn away(
        &mut self,
        at: usize,
        days: Option<u32>,
    ) -> Result<Vec<String>, ServiceError> {
        let (game, player) = (&self.holder.game, self.holder.player.id);
        let away = Away { bot: usual_bot().to_owned(), days };
        self.service.tables().go_away(self.now, game, player, &away, &self.key(at)).await?;
        self.acted = true;
        let days = days.map_or_else(String::new, |days| format!(" for {days} days"));
        Ok(vec![format!(
            "The bot {} plays for you{days}. To return earlier, reply \"back\" to any email of \
             this game, or use its page.",
            away.bot
        )])
    }

    pub(super) async fn vacation(
        &mut self,
        at: usize,
        first: String,
        last: String,
    ) -> Result<Vec<String>, ServiceError> {
        let (game, player) = (&self.holder.game, self.holder.player.id);
        let zone = Zone::or_utc(&self.holder.player.zone);
        let (dates, key) = (Dates { first, last }, self.key(at));
        let to = self
            .service
            .tables()
            .go_on_vacation(self.now, game, player, &dates, zone, &key)
            .await?;
        self.acted = true;
        let [_, last] = named_days(to, to).map(day_words);
        Ok(vec![format!(
            "Your vacation lasts up to and including {last}. To end it earlier, reply \"back\". \
             The other players have been told."
        )])
    }

    /// Reminds the players whom the sender is waiting for.
    pub(super) async fn nudge(&mut self, at: usize) -> Result<Vec<String>, ServiceError> {
        let (game_id, player) = (&self.holder.game, self.holder.player.id);
        let asked =
            self.service.tables().nudge(self.now, game_id, player, None, &self.key(at)).await?;
        self.acted = true;
        let game = self.service.games().load(game_id).await?;
        let names: Vec<_> = asked.iter().map(|seat| game.seat_name(*seat)).collect();
        Ok(vec![format!("Reminded: {}.", phrase::and(&names))])
    }

    /// Ends the vacation, or takes the seat back from the substitute bot.
    pub(super) async fn back(&mut self, at: usize) -> Result<Vec<String>, ServiceError> {
        let (game_id, player) = (&self.holder.game, self.holder.player.id);
        let game = self.service.games().load(game_id).await?;
        match game.clocks().has_vacation(self.holder.seat, self.now) {
            true => {
                self.service
                    .tables()
                    .return_from_vacation(self.now, game_id, player, &self.key(at))
                    .await?;
            }
            false => {
                self.service.tables().come_back(self.now, game_id, player, &self.key(at)).await?
            }
        }
        self.acted = true;
        Ok(vec!["Welcome back. You are playing again.".to_owned()])
    }
}
