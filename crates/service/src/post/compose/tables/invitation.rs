//! The email that invites a person who may be new to this server.

use crate::email_payload::EmailPayload;
use crate::error::ServiceError;
use crate::game::clocks::contract;
use crate::game::core::folded::Game;
use crate::game::table::preferences::in_words;
use crate::handles::Composing;
use crate::post::compose::composer::sittings;
use ravenpost_emails::kinds::invitation::Fact;
use ravenpost_emails::{Email, Frame, Invitation, SafeLine, SeatedPlayer};
use ravenpost_log::table::status::Status;
use ravenpost_rules::view::scene::Scene;
use ravenpost_rules::{About, Dice, Presentation, Viewer};
use ravenpost_store::post::outbox::QueuedEmail;

impl Composing<'_> {
    pub(in crate::post::compose) async fn invitation_email(
        self,
        queued: &QueuedEmail,
        frame: Frame,
    ) -> Result<Option<Email>, ServiceError> {
        let payload = EmailPayload::of(queued);
        let (Some(EmailPayload::Invitation(payload)), Some(game_id)) = (payload, &queued.game)
        else {
            return Ok(None);
        };
        let game = self.games().load(game_id).await?;
        let running = game.status.state == Status::Running;
        let vacant = running && !game.status.seats.vacant().is_empty();
        if game.status.seats.free().is_empty() && !vacant {
            return Ok(None);
        }
        let seats = self.members().seat_names(&game).await?;
        let about = game.title.about();
        let mut card = self.card(&game, None).await?;
        // These are the only texts by players that reach people who never asked for email.
        card.name = SafeLine::for_strangers(&card.name, &format!("a game of {}", about.name));
        let organiser = self.members().named_organiser(&game).await?;
        let organiser =
            organiser.map(|(name, seat)| (SafeLine::for_strangers(&name, "A player"), seat));
        let organiser = organiser.as_ref().map(|(name, seat)| (&**name, *seat));
        let contract = contract::agreed_to(&game, organiser);
        let options = contract::options(about, &game.status.table).into_iter();
        let options = options.map(|(label, value)| SafeLine::from(format!("{label}: {value}")));
        let email = Invitation {
            game: card,
            from: SafeLine::for_strangers(&payload.inviter, "A player"),
            tagline: SafeLine::from(about.tagline),
            seats: for_strangers(sittings(&seats)),
            facts: facts(&game, about),
            board: board(&game),
            running,
            contract: contract.into_iter().map(SafeLine::from).collect(),
            options: options.collect(),
            preference: game
                .seats()
                .preference()
                .map(|preference| SafeLine::from(in_words(&preference))),
            link: format!("{}/join/{}", self.settings().base_url, payload.token),
            frame,
        };
        Ok(Some(email.compose()))
    }
}

/// Returns the title's board without pieces, because the game may not have started.
pub(crate) fn board(game: &Game) -> Option<Presentation> {
    let opened = game.title.open(&game.status.table, &mut Dice::seeded(0)).ok()?;
    let shown = opened.next.present(Viewer::Spectator).scene.board?;
    let scene = Scene { board: Some(shown), ..Scene::default() };
    let headline = format!("The board of {}", game.title.about().name);
    Some(Presentation { scene, headline, ..Presentation::default() })
}

/// Returns what a person needs to decide: players, length and pace.
fn facts(game: &Game, about: &About) -> Vec<Fact> {
    let seats = game.status.table.seats;
    let taken = seats.saturating_sub(u8::try_from(game.status.seats.free().len()).unwrap_or(0));
    let pace = contract::clock(&game.status.pace).into_iter().next().unwrap_or_default();
    let fact = |name, value: String| Fact { name, value: SafeLine::from(value) };
    vec![
        fact("Players", format!("{seats} ({taken} joined so far)")),
        fact("Length", format!("{}, at about one turn a day", about.size.duration())),
        fact("Pace", pace),
    ]
}

/// Removes links from the players' names for a recipient who is new here.
fn for_strangers(seats: Vec<SeatedPlayer>) -> Vec<SeatedPlayer> {
    let veil = |seated: SeatedPlayer| SeatedPlayer {
        name: seated.name.map(|name| SafeLine::for_strangers(&name, "a player")),
        ..seated
    };
    seats.into_iter().map(veil).collect()
}
