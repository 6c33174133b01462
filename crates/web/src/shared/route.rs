//! The properties of a route in the route table.

use ravenpost_service::people::tokens::scope::Scope;

/// Who may use a route. The responses to all others are listed in `tests/it/pages/access.rs`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// Everyone, signed in or not.
    Anybody,
    /// Every signed-in player.
    SignedIn,
    /// Everyone who knows the game's address. The page depends on what they may see.
    Spectator,
    /// The players of the game, guests included.
    Playing,
    /// The players of the game.
    Seat,
    /// The players of the table and its organiser.
    AtTable,
    /// The organiser of the table.
    Organiser,
    /// The admins of the server. For everyone else, the page does not exist.
    Admin,
    /// Everyone, through the API.
    Api,
    /// Everyone, through the API. Players see more with a token.
    ApiReader,
    /// Players with a token, through the API.
    ApiCaller,
    /// Browsers on this machine, if emails stay in the local outbox. For everyone else the page
    /// does not exist.
    LocalMail,
}

/// A route, for the tests and the description of the API.
#[derive(Clone, Copy, Debug)]
pub struct Route {
    pub method: &'static str,
    pub path: &'static str,
    pub access: Access,
    /// The scope that a token needs.
    pub scope: Option<Scope>,
}

impl Route {
    /// Whether it belongs to the API.
    pub fn is_of_api(&self) -> bool {
        matches!(self.access, Access::Api | Access::ApiReader | Access::ApiCaller)
    }
}
