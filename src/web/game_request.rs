//! What is asked about a game, and by whom: the first steps that all pages and forms of a game
//! have in common.

use actix_web::HttpResponse;
use actix_web::web::Bytes;

use crate::service::Idempotency;
use crate::service::game::at_table::AtTable;
use crate::service::game::folded::Game;
use crate::service::play::look::Look;
use crate::service::play::read_game::GameSight;
use crate::web::Site;
use crate::web::error::PageError;
use crate::web::layout::redirect;
use crate::web::paths;
use crate::web::query::Fields;
use crate::web::viewpoint::Viewpoint;
use crate::web::visitor::Visitor;
use ravenpost_log::GameId;
use ravenpost_rules::Seat;
use ravenpost_store::PlayerId;

/// Something asked about a game by somebody who is signed in.
pub struct GameRequest {
    pub game: GameId,
    pub player: PlayerId,
    pub fields: Fields,
    at: AtTable,
}

impl GameRequest {
    /// By a form that was filled in.
    pub async fn by_form(
        site: &Site,
        visitor: &Visitor,
        game: &str,
        body: &Bytes,
    ) -> Result<GameRequest, PageError> {
        visitor.signed()?;
        GameRequest::of(site, visitor, game, visitor.form(body)?).await
    }

    /// With fields that need no token, because nothing is to change.
    pub async fn of(
        site: &Site,
        visitor: &Visitor,
        game: &str,
        fields: Fields,
    ) -> Result<GameRequest, PageError> {
        let player = visitor.signed()?.player.id;
        let game = game_of(game)?;
        let at = site.service.at_table(&game, player).await?;
        Ok(GameRequest { game, player, fields, at })
    }

    /// The game as it stands.
    pub fn live(&self) -> &Game {
        &self.at.live
    }

    /// The player's seat; others are told that they only watch.
    pub fn seat(&self) -> Result<Seat, PageError> {
        Ok(self.at.own_seat()?)
    }

    /// The key that makes this form sent twice the same as once.
    pub fn key(&self, form: &str) -> Result<Idempotency, PageError> {
        key(self.player, self.game.as_str(), &self.fields, form)
    }

    /// Back to the game's page, or a part of it, where it is told what was done.
    pub fn redirect(&self, part: &str, done: &str) -> HttpResponse {
        redirect(&format!("{}{part}", paths::game(&self.game)), done)
    }
}

/// The key of a form that a player sends about a game, or about one that is still to be opened.
/// The forms of a page share one token.
pub fn key(
    player: PlayerId,
    game: &str,
    fields: &Fields,
    form: &str,
) -> Result<Idempotency, PageError> {
    let token = fields.text("key");
    if token.len() < 20 || token.len() > 80 {
        return Err(PageError::Unreadable("the form's key is missing".to_owned()));
    }
    Ok(Idempotency::of(player, game, form, token))
}

/// The game that an address names.
pub fn game_of(address: &str) -> Result<GameId, PageError> {
    address.parse().map_err(|_| PageError::NotFound("game"))
}

/// What the visitor may see of a game.
pub async fn sight(
    site: &Site,
    visitor: &Visitor,
    game: &GameId,
    look: impl Into<Look>,
) -> Result<GameSight, PageError> {
    let player = visitor.player.as_ref().map(|signed| signed.player.id);
    Ok(site.service.read_game(game, player, look).await?)
}

/// The visitor's viewpoint: now, in its own zone.
pub fn viewpoint<'a>(site: &Site, visitor: &Visitor, area: Option<&'a str>) -> Viewpoint<'a> {
    Viewpoint { now: site.now(), zone: visitor.zone(), area, tab: None, play: None }
}
