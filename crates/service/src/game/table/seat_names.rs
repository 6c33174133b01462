//! Display names of the occupants of a game's seats.

use crate::error::ServiceError;
use crate::game::core::folded::Game;
use crate::handles::Members;
use crate::people::bounces::Failing;
use ravenpost_log::act::Sitter;
use ravenpost_log::table::seats::SeatSlot;
use ravenpost_rules::{Seat, SeatName};
use ravenpost_store::PlayerId;
use ravenpost_store::people::players::{self, Player};
use ravenpost_store::people::tokens;

/// The occupant of a seat, for display.
#[derive(Clone, Debug)]
pub struct Occupant {
    pub seat: Seat,
    /// The name of the seat, with colour and letter.
    pub called: SeatName,
    /// `None` while the seat is free.
    pub name: Option<String>,
    pub bot: bool,
    /// Whether the player lets a program play, with an access token.
    pub program: bool,
    /// The substitute bot that plays until the player is back.
    pub stand_in: Option<String>,
    /// Set if emails to the player bounce.
    pub failing: Option<Failing>,
    /// What the seat added to the dice.
    pub salt: String,
    /// Whether the player wrote the salt, according to the log.
    pub written: bool,
}

impl Members<'_> {
    /// The occupants of all seats.
    pub(crate) async fn seat_names(self, game: &Game) -> Result<Vec<Occupant>, ServiceError> {
        if game.people.is_empty() {
            let chairs = game.status.seats.slots.iter().enumerate();
            return Ok(chairs.map(|(at, slot)| seat_name(game, Seat::at(at), slot, &[])).collect());
        }
        let people = players::of_game(self.store().read(), &game.id).await?;
        let programs = tokens::programs(self.store().read(), &game.id).await?;
        let holder = |(seat, id): &(Seat, PlayerId)| {
            let player = people.iter().find(|player| player.id == *id)?;
            Some((*seat, player))
        };
        let held: Vec<_> = game.people.iter().filter_map(holder).collect();
        let chairs = game.status.seats.slots.iter().enumerate();
        let occupant = |(at, slot)| {
            let one = seat_name(game, Seat::at(at), slot, &held);
            let holder = held.iter().find(|(seat, _)| *seat == one.seat && !one.bot);
            let plays = |id: PlayerId| !game.status.pace.no_programs && programs.contains(&id);
            Occupant { program: holder.is_some_and(|(_, player)| plays(player.id)), ..one }
        };
        Ok(chairs.map(occupant).collect())
    }
}

fn seat_name(game: &Game, seat: Seat, slot: &SeatSlot, held: &[(Seat, &Player)]) -> Occupant {
    let person = held.iter().find(|(held, _)| *held == seat).map(|(_, player)| *player);
    let (name, bot) = match &slot.sitter {
        None => (None, false),
        _ if slot.vacant.is_some() => (None, false),
        Some(Sitter::Bot(bot)) => (Some(format!("{bot} bot")), true),
        Some(Sitter::Person) if slot.left => (Some("the default player".to_owned()), true),
        Some(Sitter::Person) => {
            let name = person.map_or("a former player", |player| &player.name);
            (Some(name.to_owned()), false)
        }
    };
    let failing = person.filter(|_| !bot).and_then(Failing::of);
    let stand_in = slot.stand_in.as_ref().map(|one| one.bot.clone());
    let (salt, written) = (slot.salt.clone(), slot.written);
    Occupant {
        seat,
        called: game.called(seat),
        name,
        bot,
        program: false,
        stand_in,
        failing,
        salt,
        written,
    }
}
