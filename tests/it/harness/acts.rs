//! The acts in the log of a game.

use ravenpost_log::{Act, GameId};

use super::app::App;

/// Counts the acts of a kind, such as `ordered`.
pub async fn count(app: &App, game: &GameId, kind: &str) -> usize {
    count_if(app, game, |act| act.kind().word() == kind).await
}

/// Counts the acts for which the condition holds.
pub async fn count_if(app: &App, game: &GameId, is: impl Fn(&Act) -> bool) -> usize {
    let game = app.service.games().load(game).await.expect("a game");
    game.log.iter().filter(|entry| is(entry.act)).count()
}
