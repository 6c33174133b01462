//! The common first steps of every page and form of a game: identify the game and the player.

use actix_web::HttpResponse;
use actix_web::web::Bytes;

use crate::Site;
use crate::http::error::PageError;
use crate::shared::layout::redirect;
use crate::shared::paths;
use crate::shared::query::Fields;
use crate::shared::viewpoint::Viewpoint;
use crate::shared::visitor::Visitor;
use ravenpost_log::GameId;
use ravenpost_rules::Seat;
use ravenpost_service::Idempotency;
use ravenpost_service::game::core::at_table::AtTable;
use ravenpost_service::game::core::folded::Game;
use ravenpost_service::play::look::Look;
use ravenpost_service::play::read_game::VisibleGame;
use ravenpost_store::PlayerId;

/// A request about a game by a signed-in player.
pub struct GameRequest {
    pub game: GameId,
    pub player: PlayerId,
    pub fields: Fields,
    at: AtTable,
}

impl GameRequest {
    /// Reads a submitted form and checks its token.
    pub async fn by_form(
        site: &Site,
        visitor: &Visitor,
        game: &str,
        body: &Bytes,
    ) -> Result<GameRequest, PageError> {
        visitor.signed()?;
        GameRequest::of(site, visitor, game, visitor.form(body)?).await
    }

    /// Takes fields that need no token because the request changes nothing.
    pub async fn of(
        site: &Site,
        visitor: &Visitor,
        game: &str,
        fields: Fields,
    ) -> Result<GameRequest, PageError> {
        let player = visitor.signed()?.player.id;
        GameRequest::of_player(site, player, game, fields).await
    }

    /// Takes the fields of a player whose form was checked.
    pub async fn of_player(
        site: &Site,
        player: PlayerId,
        game: &str,
        fields: Fields,
    ) -> Result<GameRequest, PageError> {
        let game = game_of(game)?;
        let at = site.service.games().at_table(&game, player).await?;
        Ok(GameRequest { game, player, fields, at })
    }

    /// The current game.
    pub fn game(&self) -> &Game {
        &self.at.game
    }

    /// Returns the player's seat, or a refusal for spectators.
    pub fn seat(&self) -> Result<Seat, PageError> {
        Ok(self.at.own_seat()?)
    }

    /// Returns the idempotency key of this form, so that a repeated submission has no further
    /// effect.
    pub fn key(&self, form: &str) -> Result<Idempotency, PageError> {
        key(self.player, self.game.as_str(), &self.fields, form)
    }

    /// Redirects to the game's page, or a part of it, which confirms what was done.
    pub fn redirect(&self, part: &str, done: &str) -> HttpResponse {
        redirect(&format!("{}{part}", paths::game(&self.game)), done)
    }
}

/// Returns the idempotency key of a form about a game, or about one yet to be opened. All forms on
/// a page share one token, so the name of the form is part of the key.
pub fn key(
    player: PlayerId,
    game: &str,
    fields: &Fields,
    form: &str,
) -> Result<Idempotency, PageError> {
    let token = fields.text("key");
    if token.len() < 20 || token.len() > 80 {
        return Err(PageError::Unreadable("the form is incomplete; reload the page".to_owned()));
    }
    Ok(Idempotency::of(player, game, form, token))
}

pub fn game_of(address: &str) -> Result<GameId, PageError> {
    address.parse().map_err(|_| PageError::NotFound("game"))
}

/// Returns what the visitor may see of a game.
pub async fn visible(
    site: &Site,
    visitor: &Visitor,
    game: &GameId,
    look: impl Into<Look>,
) -> Result<VisibleGame, PageError> {
    let player = visitor.at_table().map(|signed| signed.player.id);
    let mut visible = site.service.play().read_game(game, player, look).await?;
    // A guest has a seat and nothing else: no chat, no notes, no table to organise.
    (visible.guest, visible.organises) = match visitor.guest {
        Some(_) => (true, false),
        None => (false, visible.organises),
    };
    Ok(visible)
}

/// Returns the visitor's viewpoint: the current time, in the visitor's time zone.
pub fn viewpoint<'a>(site: &Site, visitor: &Visitor, area: Option<&'a str>) -> Viewpoint<'a> {
    Viewpoint { now: site.now(), zone: visitor.zone(), area, tab: None, play: None }
}
