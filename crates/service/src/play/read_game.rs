//! A game as one visitor may see it, now or as it was known after an earlier step.

use crate::handles::Play;
use std::sync::Arc;

use chrono::{DateTime, Utc};

use crate::error::ServiceError;
use crate::game::core::folded::Game;
use crate::game::core::log::metadata::EventMetadata;
use crate::game::history::bot_takebacks::FromBots;
use crate::game::history::revealed_since::Light;
use crate::game::history::story::NarratedEvent;
use crate::game::table::seat_names::Occupant;
use crate::play::look::{Compared, Look, Moment};
use crate::play::presence::Presence;
use crate::talk::table_talk::TableTalk;
use ravenpost_log::table::status::{GameStatus, Status};
use ravenpost_log::{GameId, Hash};
use ravenpost_rules::numbers::{Seq, Step};
use ravenpost_rules::view::changes::Changes;
use ravenpost_rules::{Awaited, Form, Group, Outcome, Panel, Presentation, Seat, Viewer};
use ravenpost_store::PlayerId;
use ravenpost_store::lists::games::GameRow;
use ravenpost_store::people::organisers;

/// Maximum number of events in the latest part of a story.
const RECENT_AT_MOST: usize = 300;

/// Everything that a game page shows.
pub struct VisibleGame {
    pub game: Arc<Game>,
    pub viewer: Viewer,
    pub seat: Option<Seat>,
    /// Whether the viewer is a guest, who cannot chat or write notes; set by the caller.
    pub guest: bool,
    /// Whether the viewer organises the table; false if it makes no difference.
    pub organises: bool,
    /// The organiser's name and seat, only if a seat is free.
    pub organiser: Option<(String, Option<Seat>)>,
    /// The viewer's preference as an order, if the game has not started.
    pub preference: Option<String>,
    pub look: Look,
    /// The step shown: the last one unless an earlier one was requested.
    pub at: Step,
    /// The differences from another step.
    pub compared: Option<Compared>,
    /// For the present: what has changed on the board since the viewer's last order. If that order
    /// was the last change, its effect.
    pub recently: Option<Changes>,
    /// The private panels of all seats, if requested.
    pub hands: Vec<(Seat, Vec<Panel>)>,
    /// What has been revealed since the step shown, if requested.
    pub since: Vec<Light>,
    /// The last step. Like the hash, it discloses nothing about the instructions of others.
    pub last_step: Step,
    pub head: Hash,
    pub status: GameStatus,
    pub seats: Vec<Occupant>,
    /// When other players were last here; only for players, and only for the present.
    pub presence: Vec<Presence>,
    /// Whether the viewer gets the turn emails of this game, if it is against bots only.
    pub practice_emails: Option<bool>,
    /// `None` before the start.
    pub presentation: Option<Presentation>,
    /// The name for rounds in this game.
    pub rounds: &'static str,
    pub awaited: Vec<Awaited>,
    /// The orders that the viewer may give now; empty for the past and for spectators.
    pub offers: Vec<Group>,
    pub aside: Vec<Group>,
    /// The viewer's cards that cannot be played now, by slug, each with the reason.
    pub unplayable: Vec<(String, String)>,
    /// Forms opened by selecting an area on the board, by area.
    pub places: Vec<(String, Vec<Form>)>,
    /// The viewer's default order, played when the time runs out.
    pub fallback: Option<String>,
    /// When the viewer's instructions answer the pending question automatically, if they do.
    pub answers_at: Option<DateTime<Utc>>,
    pub outcome: Option<Outcome>,
    /// Messages and notes, which are not part of the game. Only for players with a seat.
    pub talk: TableTalk,
    pub forks: Vec<GameRow>,
}

impl Play<'_> {
    /// Returns a game as a visitor sees it, now or in the requested view.
    pub async fn read_game(
        self,
        id: &GameId,
        player: Option<PlayerId>,
        look: impl Into<Look>,
    ) -> Result<VisibleGame, ServiceError> {
        let look = look.into();
        let game = self.games().load(id).await?;
        let mut seats = self.members().seat_names(&game).await?;
        let (seat, organises) = self.part_of(&game, player, &seats).await?;
        for one in &mut seats {
            // Delivery failures are shown only to the table.
            one.failing = one.failing.filter(|_| seat.is_some() || organises);
        }
        let organiser = self.organiser_to_join(&game).await?;
        let preference = self.members().own_preference(&game, player).await?;
        let Moment { at, past, viewer } = look.moment(&game, game.viewer(seat))?;
        let seen = past.as_ref().unwrap_or(game.as_ref());
        let present = past.is_none();
        let talk = match player.filter(|_| seat.is_some()) {
            Some(player) => self.chat().table_talk(&game, player, (!present).then_some(at)).await?,
            None => TableTalk::default(),
        };
        let presence = match player.filter(|_| seat.is_some() && present) {
            Some(player) => self.presence(&game, player).await?,
            None => Vec::new(),
        };
        let acting = seat.filter(|_| present && game.status.agreed.is_none());
        let presentation = seen.has_started().then(|| seen.presentation(viewer));
        let rounds = presentation.as_ref().map(|presentation| presentation.standing.rounds);
        let rounds = rounds.filter(|rounds| !rounds.is_empty()).unwrap_or("round");
        let compared = match &presentation {
            Some(presentation) => look.compared(&game, at, viewer, presentation)?,
            None => None,
        };
        let recent = presentation.as_ref().filter(|_| present && compared.is_none());
        let recently = match recent {
            Some(presentation) => game.recently(seat, viewer, presentation)?,
            None => None,
        };
        Ok(VisibleGame {
            viewer,
            seat,
            guest: false,
            organises,
            organiser,
            preference,
            look,
            at,
            compared,
            recently,
            hands: look.hands(seen),
            since: look.since(&game, at, viewer)?,
            last_step: game.step(),
            head: game.tip.shown,
            status: if present { self.clocks().status_shown(&game) } else { seen.status.clone() },
            seats,
            presence,
            practice_emails: self.notifications().practice_emails(&game, player).await?,
            presentation,
            rounds,
            awaited: seen.seats().awaited(),
            offers: acting.map_or_else(Vec::new, |seat| game.position.offers(seat)),
            aside: acting.map_or_else(Vec::new, |seat| game.position.instructions(seat)),
            unplayable: acting.map_or_else(Vec::new, |seat| game.position.unplayable(seat)),
            places: acting.map_or_else(Vec::new, |seat| game.position.places(seat)),
            fallback: acting
                .filter(|seat| game.status.clocks.waits.contains_key(seat))
                .map(|seat| game.position.fallback(seat)),
            answers_at: acting.and_then(|seat| game.clocks().answers_at(seat)),
            outcome: seen.outcome(),
            forks: self.members().forks_of(&game, player).await?,
            talk,
            game,
        })
    }
}

impl Play<'_> {
    /// Returns the seat of a reader, and whether the reader organises the table if that matters:
    /// for an open table, which has forms for its organiser, and for delivery failures, which a
    /// spectating organiser is shown.
    async fn part_of(
        self,
        game: &Game,
        player: Option<PlayerId>,
        seats: &[Occupant],
    ) -> Result<(Option<Seat>, bool), ServiceError> {
        let Some(player) = player else { return Ok((None, false)) };
        let matters = !game.has_started() || seats.iter().any(|one| one.failing.is_some());
        let reader = self.store().read();
        let organises = matters && organisers::of_game(reader, &game.id).await? == Some(player);
        Ok((game.seat_of(player), organises))
    }

    /// Returns the organiser if the table has a free seat.
    async fn organiser_to_join(
        self,
        game: &Game,
    ) -> Result<Option<(String, Option<Seat>)>, ServiceError> {
        match !game.has_started() || !game.status.seats.vacant().is_empty() {
            true => self.members().named_organiser(game).await,
            false => Ok(None),
        }
    }
}

impl VisibleGame {
    /// Returns the log up to the step shown, oldest first, as the viewer knew it then.
    pub fn story(&self, after: Seq) -> Result<Vec<NarratedEvent>, ServiceError> {
        let mut steps = self.narrate_between(after, self.game.log.end_of(self.at))?;
        for step in &mut steps {
            step.aside = self.aside_by_then(step.aside);
        }
        Ok(steps)
    }

    /// Returns the step that superseded an event, if that happened by the step shown.
    fn aside_by_then(&self, by: Option<Step>) -> Option<Step> {
        by.filter(|by| *by <= self.at)
    }

    /// Returns the identifier of the order that the viewer may undo now, for use in forms.
    pub fn take_back(&self, now: DateTime<Utc>) -> Option<String> {
        let seat = self.seat.filter(|_| self.at == self.last_step)?;
        let last = self.game.orders().may_take_back_at(seat, now)?;
        Some(self.game.orders().mark(&last))
    }

    /// Returns the effect of the order that the viewer may undo, in the imperative: "Settle Dede".
    /// Its consequences follow the action itself.
    pub fn undoes(&self, now: DateTime<Utc>) -> Option<String> {
        let seat = self.seat.filter(|_| self.at == self.last_step)?;
        let last = self.game.orders().may_take_back_at(seat, now)?;
        let actions = self.game.title.as_actions(&last.event.facts, seat).ok()?;
        actions.into_iter().next().map(|action| action.text)
    }

    /// Returns where the viewer can go back to at once, if all others are bots.
    pub fn from_bots(&self, now: DateTime<Utc>) -> Option<FromBots> {
        let seat = self.seat.filter(|_| self.at == self.last_step)?;
        self.game.history().from_bots(seat, now).ok().flatten()
    }

    /// Returns the meaning of the viewer's order in a step, in the words of the list that it was
    /// chosen from. `None` if it was not in that list.
    pub fn chosen(&self, step: Step, order: &str) -> Option<String> {
        let seat = self.seat?;
        let event = self.game.log.step_event(step)?;
        let before = self.game.history().at(event.before()).ok()?;
        let offers = before.position.offers(seat);
        let mut offers = offers.into_iter().flat_map(|group| group.offers);
        offers.find(|offer| offer.order == order).map(|offer| offer.words)
    }

    /// Returns the step shown, if the viewer may propose a rewind to it.
    pub fn goes_back(&self) -> Option<Step> {
        let running = self.game.status.state == Status::Running;
        let free =
            self.game.status.stops.since().is_none() && self.game.status.stops.proposal.is_none();
        let may = self.seat.is_some() && running && free;
        Some(self.at).filter(|at| may && self.game.conduct().may_go_back(*at).is_ok())
    }

    /// Whether a time is no later than the viewer's pending question.
    pub fn before_the_question(&self, at: DateTime<Utc>) -> bool {
        let wait = self.seat.and_then(|seat| self.status.clocks.waits.get(&seat));
        wait.is_none_or(|wait| at <= wait.asked)
    }

    /// Returns the event after which the latest part of the story begins. That part has at least
    /// `steps` steps and reaches back to the viewer's last valid order before the pending question,
    /// within a maximum number of events.
    pub fn recent(&self, steps: usize) -> Seq {
        let log = &self.game.log;
        let own = |one: &EventMetadata| self.seat.is_some_and(|seat| one.is_order_of(seat));
        let by_then = |by: Seq| self.aside_by_then(Some(log.step_of(by))).is_some();
        let stands =
            |one: &EventMetadata| one.step <= self.at && !one.superseded_by.is_some_and(by_then);
        let mut answers = log.pick(|one| own(one) && stands(one)).rev();
        let last = answers.find(|entry| self.before_the_question(entry.event.at));
        let last = last.map_or(Seq::MAX, |entry| entry.event.seq.before());
        let by_then = log.metadata().rev().skip_while(|one| one.step > self.at);
        let mut known = by_then.filter(|one| one.is_known_by(self.viewer));
        let endless = known.nth(RECENT_AT_MOST).map_or(Seq::NONE, |one| one.seq);
        log.end_of(self.at.less(steps as u64)).min(last).max(endless)
    }
}
