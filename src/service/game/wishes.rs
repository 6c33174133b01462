//! What seats wish for before their game begins: kept beside the log, because nobody else may know
//! even that there is one, and made the seat's first instruction when the game has begun.

use crate::service::Service;
use crate::service::error::ServiceError;
use crate::service::game::folded::Game;
use ravenpost_log::GameId;
use ravenpost_log::table::status::Status;
use ravenpost_rules::phrase::and;
use ravenpost_rules::{Dice, Refusal, Seat, Wish, begins_with};
use ravenpost_store::people::wishes::{self, LeftWish};
use ravenpost_store::{PlayerId, StoreError, Tx};

/// A wish as it came in.
#[derive(Clone, Debug, Default)]
pub struct WishOrder {
    /// The order that says it; empty: none.
    pub line: String,
    /// Whether it came by letter, and not by page.
    pub by_letter: bool,
}

/// The wishes of a table that has not begun.
#[derive(Default)]
pub struct Wishes {
    /// Those that are kept.
    pub(super) known: Vec<LeftWish>,
    /// That of whoever sits down now.
    pub own: Option<LeftWish>,
}

/// What is stored of wishes with the events of a batch.
#[derive(Clone)]
pub(in crate::service) enum WishesKept {
    /// Whoever sits down has one.
    New(LeftWish),
    /// The game has begun with these.
    Granted(Vec<LeftWish>),
}

impl Game {
    /// What may be wished for at this table; nothing once it has begun, nor where it begins with
    /// the position of another game.
    pub fn wish(&self) -> Option<Wish> {
        let waits = self.course.status == Status::Open && self.course.fork.is_none();
        waits.then(|| self.title.wish(&self.course.table)).flatten()
    }

    /// Whether a line says what may be wished for at this table.
    pub(in crate::service) fn is_wish(&self, line: &str) -> bool {
        self.wish().is_some_and(|wish| begins_with(&line.trim().to_lowercase(), wish.verb))
    }

    /// A seat's wish as it is kept, or why it may not be; nothing for an empty line, nor for the
    /// bare word.
    pub(in crate::service) fn wish_of(
        &self,
        seat: Seat,
        said: &WishOrder,
    ) -> Result<Option<LeftWish>, ServiceError> {
        let line = said.line.trim();
        if line.is_empty() {
            return Ok(None);
        }
        let refused = |why: &str| Err(ServiceError::Refused(vec![Refusal::new(why).word(line)]));
        let Some(wish) = self.wish() else {
            return refused("nothing is wished for at this table before it begins");
        };
        if !self.is_wish(line) {
            return refused(&format!("a wish begins with \"{}\"", wish.verb));
        }
        if line.eq_ignore_ascii_case(wish.verb) {
            return Ok(None);
        }
        // How the dice fall changes nothing in what may be wished for.
        let opened = self.title.open(&self.course.table, &mut Dice::seeded(0))?;
        let begun = opened.next.patient(true);
        let wished = begun.decide(seat, line, &mut Dice::seeded(0)).map_err(|refusals| {
            // What is offered instead is for a game that has begun.
            let plain = |refusal| Refusal { instead: Vec::new(), ..refusal };
            refusals.into_iter().map(plain).collect::<Vec<_>>()
        });
        Ok(Some(LeftWish { seat, order: wished?.order, by_letter: said.by_letter }))
    }
}

/// What may be wished for, and by which line of a letter.
pub fn in_words(wish: &Wish) -> String {
    let words: Vec<&str> = wish.choices.iter().map(|(word, _)| word.as_str()).collect();
    let (some, all) = (words[..words.len().min(2)].join(" "), and(&words));
    format!(
        "A line \"{} {some}\" says what you wish for when the game begins ({}); there are {all}. \
         {} Nobody else is told.",
        wish.verb,
        wish.label.to_lowercase(),
        wish.help,
    )
}

/// What is said of a wish that is kept.
pub fn kept(order: &str) -> String {
    format!("Kept for the beginning: {order}. Nobody else is told.")
}

impl WishesKept {
    /// Keeps them, or ends them: unless somebody has said another meanwhile, which is a conflict.
    pub(super) async fn store(
        &self,
        tx: &mut Tx,
        game: &GameId,
        holder: Option<(Seat, PlayerId)>,
    ) -> Result<(), ServiceError> {
        match (self, holder) {
            (WishesKept::New(wish), Some((_, player))) => {
                wishes::set(tx, game, player, wish).await?;
            }
            (WishesKept::New(_), None) => {}
            (WishesKept::Granted(known), _) => {
                if wishes::of_game(&mut *tx, game).await? != *known {
                    return Err(StoreError::Conflict.into());
                }
                wishes::end(tx, game).await?;
            }
        }
        Ok(())
    }
}

impl Service {
    /// The wishes that are kept for a game, if it is one that begins with some.
    pub(super) async fn wishes_at(&self, live: &Game) -> Result<Wishes, ServiceError> {
        let known = match live.wish() {
            Some(_) => wishes::of_game(self.store().read(), &live.id).await?,
            None => Vec::new(),
        };
        Ok(Wishes { known, own: None })
    }

    /// What a player wishes for at a table that has not begun.
    pub async fn own_wish(
        &self,
        live: &Game,
        player: Option<PlayerId>,
    ) -> Result<Option<String>, ServiceError> {
        let Some(seat) = player.and_then(|player| live.seat_of(player)) else { return Ok(None) };
        let Wishes { known, .. } = self.wishes_at(live).await?;
        Ok(known.into_iter().find(|wish| wish.seat == seat).map(|wish| wish.order))
    }
}
