//! Orders as the page of a game sends them.

use ravenpost::web::shared::forms;
use ravenpost::web::shared::query::pairs;
use ravenpost_log::GameId;

use super::app::App;
use super::browser::Browser;

/// An order of a player who is awaited. Posting it again is the same order.
pub struct PostedOrder {
    session: String,
    path: String,
    form: String,
}

impl PostedOrder {
    /// Returns the next order of a game whose seats have these sessions; `None` if no player is
    /// awaited.
    pub async fn next(app: &App, game_id: &GameId, sessions: &[String]) -> Option<PostedOrder> {
        let game = app.service.games().load(game_id).await.expect("a game");
        let seat = game.seats().awaited_seats().first().copied()?;
        let session = sessions[seat.index()].clone();
        let line = app.some_order(game_id, seat).await;
        let (token, seen, key) = (forms::token(&session), game.step().to_string(), forms::random());
        let form = pairs(&[
            ("token", token.as_str()),
            ("order", line.as_str()),
            ("seen", seen.as_str()),
            ("key", key.as_str()),
        ]);
        Some(PostedOrder { session, path: format!("/games/{game_id}/orders"), form })
    }

    /// Posts it and returns the status; an accepted order redirects.
    pub async fn post(&self, browser: Browser) -> u16 {
        let mut browser = browser.signed_in(&self.session);
        browser.once("POST", &self.path, Some(&self.form)).await.status
    }
}
