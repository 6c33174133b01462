//! A table before its start: clock settings, seats and joining. The organiser can invite players,
//! seat bots and close the table.

use actix_web::web::{Bytes, Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use serde::Deserialize;

use crate::http::error::PageError;
use crate::shared::access::{AtTable, Organiser};
use crate::shared::game_request::{GameRequest, key, viewpoint, visible};
use crate::shared::layout::{Shell, html, redirect};
use crate::shared::preference_form::{self, PreferenceForm};
use crate::shared::viewpoint::Viewpoint;
use crate::shared::visitor::Visitor;
use crate::view::talk_view::TalkView;
use crate::{
    Site,
    http::local,
    shared::{forms, paths, words},
};
use ravenpost_log::act::{By, Pace};
use ravenpost_log::table::status::Status;
use ravenpost_log::{Act, GameId};
use ravenpost_rules::Seat;
use ravenpost_rules::bots;
use ravenpost_service::Idempotency;
use ravenpost_service::game::clocks::contract;
use ravenpost_service::game::clocks::presets::next_deadlines;
use ravenpost_service::game::core::folded::Game;
use ravenpost_service::game::table::preferences::ReceivedPreference;
use ravenpost_service::game::table::seat_names::Occupant;
use ravenpost_service::play::read_game::VisibleGame;
use ravenpost_service::table::join_table::Join;
use ravenpost_store::PlayerId;

/// How a visitor reached the table.
pub enum Arrival<'a> {
    /// By an invitation's token.
    Invited(&'a str),
    /// By the table's own address, with a share link if one was just created.
    Here { link: Option<String> },
}

/// `GET /games/{id}` before the start, and `GET /join/{token}`.
#[derive(Template)]
#[template(path = "games/table.html")]
pub struct TablePage {
    shell: Shell,
    address: String,
    name: String,
    title: &'static str,
    title_address: String,
    tagline: &'static str,
    options: Vec<(String, String)>,
    contract: Vec<String>,
    /// The next deadlines if a prompt were sent now.
    next: Vec<String>,
    zone: &'static str,
    seats: Vec<Occupant>,
    seat: Option<Seat>,
    /// The target of the join form; None if the visitor may not join.
    join: Option<String>,
    organises: bool,
    public: bool,
    /// Whether the seats are reserved for the players of the game it was forked from.
    together: bool,
    /// The seat reserved for the visitor.
    reserved: Option<Seat>,
    open: bool,
    /// When the table is closed for lack of players, if the visitor may keep it open.
    closes: Option<String>,
    /// Whether the game is running and a seat needs a new player.
    running: bool,
    signed_in: bool,
    /// Whether to ask the visitor for a time zone.
    asks_zone: bool,
    /// The address of the sign-in page, which leads back here.
    sign_in: String,
    bots: Vec<&'static str>,
    /// The preferences a player may state before the game begins.
    preference: Option<PreferenceForm>,
    /// The share link, if one was just created.
    link: Option<String>,
    key: String,
    /// The chat of the seated players; None for others.
    talk: Option<TalkView>,
}

impl TablePage {
    pub fn of(
        visitor: &Visitor,
        shell: Shell,
        visible: VisibleGame,
        viewpoint: Viewpoint,
        came: Arrival,
    ) -> Result<HttpResponse, PageError> {
        let about = visible.game.title.about();
        let status = &visible.status;
        let address = paths::game(&visible.game.id);
        let open = status.state == Status::Open;
        let running = status.state == Status::Running;
        let reserved = visitor
            .player
            .as_ref()
            .and_then(|own| visible.game.seats().reserved_for(own.player.id));
        let together = status.fork.as_ref().is_some_and(|fork| fork.same_players);
        let invited = status.public || matches!(came, Arrival::Invited(_));
        let welcome = if together && open { reserved.is_some() } else { invited };
        let (here, join, link) = match came {
            Arrival::Invited(token) => (paths::invitation(token), paths::invitation(token), None),
            Arrival::Here { link } => (address.clone(), format!("{address}/join"), link),
        };
        let organiser = visible.organiser.as_ref().map(|(name, seat)| (name.as_str(), *seat));
        let may = (open || running) && visible.seat.is_none() && welcome;
        html(TablePage {
            name: status.name.clone(),
            title: about.name,
            title_address: paths::title(about),
            tagline: about.tagline,
            options: contract::options(about, &status.table),
            contract: contract::agreed_to(&visible.game, organiser),
            next: next(&status.pace, viewpoint),
            zone: viewpoint.zone.name(),
            reserved,
            together,
            join: may.then_some(join),
            closes: closes(&visible, viewpoint),
            seat: visible.seat,
            organises: visible.organises,
            public: status.public,
            signed_in: visitor.player.is_some(),
            asks_zone: visitor.zone() == ravenpost_zone::Zone::UTC,
            sign_in: local::sign_in(&here),
            bots: bots::all().iter().map(|bot| bot.name()).collect(),
            preference: PreferenceForm::of(&visible),
            link: link.filter(|_| open),
            key: forms::random(),
            talk: TalkView::of(&visible, viewpoint).filter(|talk| talk.is_open() && open),
            seats: visible.seats,
            shell,
            address,
            open,
            running,
        })
    }
}

/// Returns the next deadlines under the clock settings, in the visitor's time zone.
fn next(pace: &Pace, viewpoint: Viewpoint) -> Vec<String> {
    let next = next_deadlines(pace, viewpoint.now).into_iter();
    next.map(|at| words::short(at, viewpoint.zone)).collect()
}

/// Returns when the table is closed for lack of players, if the visitor may keep it open.
fn closes(visible: &VisibleGame, viewpoint: Viewpoint) -> Option<String> {
    let by = match visible.seat {
        Some(seat) => By::Player(seat),
        None if visible.organises => By::Organiser(None),
        None => return None,
    };
    visible.game.conduct().may(&Act::KeptOpen { by }, viewpoint.now).ok()?;
    visible.status.closes.map(|at| words::short(at, viewpoint.zone))
}

impl TablePage {
    /// Whether the occupant is the visitor.
    fn sits(&self, one: &Occupant) -> bool {
        self.seat == Some(one.seat)
    }
}

/// The form for taking a seat.
#[derive(Default, Deserialize)]
#[serde(default)]
struct JoinForm {
    /// None for the first free seat.
    #[serde(deserialize_with = "forms::seat")]
    seat: Option<Seat>,
    salt: String,
    wish: Vec<String>,
    /// The time zone, for which the form asks new players.
    zone: String,
}

/// `POST /games/{id}/join`: takes a free seat at a public table.
pub async fn join(
    site: Data<Site>,
    visitor: Visitor,
    path: Path<String>,
    body: Bytes,
) -> Result<HttpResponse, PageError> {
    let asked = GameRequest::by_form(&site, &visitor, &path, &body).await?;
    let form: JoinForm = asked.fields.parse()?;
    choose_zone(&site, asked.player, &form.zone).await?;
    let join = filled(asked.game(), form, false, asked.key("join")?);
    site.service.tables().join_table(site.now(), &asked.game, asked.player, join).await?;
    Ok(asked.redirect("", "joined"))
}

/// Stores the time zone, unless the form did not ask for one.
async fn choose_zone(site: &Site, player: PlayerId, zone: &str) -> Result<(), PageError> {
    match zone {
        "" => Ok(()),
        zone => Ok(site.service.players().choose_zone(player, zone).await?),
    }
}

/// Reads a submitted join form.
fn filled(game: &Game, form: JoinForm, invited: bool, key: Idempotency) -> Join {
    let JoinForm { seat, salt, wish: ranked, .. } = form;
    // Preferences only apply before the start; a player who takes over a seat has none.
    let preference = match game.status.state {
        Status::Running => ReceivedPreference::default(),
        _ => preference_form::filled(game.seats().preference(), &ranked),
    };
    Join { seat, salt, preference, invited, program: false, key: Some(key) }
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct RankingForm {
    wish: Vec<String>,
}

/// `POST /games/{id}/wish`: changes or clears the preferences of a seated player.
pub async fn change_preference(
    site: Data<Site>,
    visitor: Visitor,
    path: Path<String>,
    body: Bytes,
) -> Result<HttpResponse, PageError> {
    let asked = GameRequest::by_form(&site, &visitor, &path, &body).await?;
    let ranking: RankingForm = asked.fields.parse()?;
    let preference = preference_form::filled(asked.game().seats().preference(), &ranking.wish);
    site.service.tables().change_preference(&asked.game, asked.player, &preference).await?;
    Ok(asked.redirect("", "wished"))
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct BotForm {
    #[serde(deserialize_with = "forms::seat")]
    seat: Option<Seat>,
    bot: String,
}

/// `POST /games/{id}/bot`: the organiser assigns a free seat to a bot.
pub async fn bot(asked: Organiser, site: Data<Site>) -> Result<HttpResponse, PageError> {
    let BotForm { seat, bot } = asked.fields.parse()?;
    let missing = || PageError::Unreadable("choose a seat for the bot".to_owned());
    let (seat, key) = (seat.ok_or_else(missing)?, asked.key("seat_bot")?);
    site.service.tables().seat_bot(site.now(), &asked.game, asked.player, seat, &bot, &key).await?;
    Ok(asked.redirect("", "saved"))
}

/// `POST /games/{id}/keep`: keeps a table open that was to be closed for lack of players.
pub async fn keep(asked: AtTable, site: Data<Site>) -> Result<HttpResponse, PageError> {
    let key = asked.key("keep_open")?;
    site.service.tables().keep_table(site.now(), &asked.game, asked.player, &key).await?;
    Ok(asked.redirect("", "kept"))
}

/// `POST /games/{id}/close`: the organiser closes a table that has not started.
pub async fn close(asked: Organiser, site: Data<Site>) -> Result<HttpResponse, PageError> {
    let key = asked.key("cancel")?;
    site.service.tables().close_table(site.now(), &asked.game, asked.player, &key).await?;
    Ok(asked.redirect("", "closed"))
}

/// `POST /games/{id}/link`: creates a share link, which the page shows once.
pub async fn link(asked: AtTable, site: Data<Site>) -> Result<HttpResponse, PageError> {
    let key = asked.key("create_link")?;
    let link =
        site.service.tables().invite_by_link(site.now(), &asked.game, asked.player, &key).await?;
    let filled = format!("{}?link={}#link", filled_at(&asked), link.token);
    Ok(asked.redirect(&filled, ""))
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct InviteForm {
    address: String,
}

/// `POST /games/{id}/invite`: sends an invitation by email.
pub async fn invite(
    asked: AtTable,
    site: Data<Site>,
    visitor: Visitor,
) -> Result<HttpResponse, PageError> {
    let (form, key) = (asked.fields.parse::<InviteForm>()?, asked.key("invite")?);
    site.service
        .tables()
        .invite_by_mail(
            site.now(),
            &asked.game,
            asked.player,
            visitor.signed()?.player.name.as_str(),
            &form.address,
            &key,
        )
        .await?;
    Ok(asked.redirect(filled_at(&asked), "invited"))
}

/// Returns the page on which seats are filled.
fn filled_at(asked: &GameRequest) -> &'static str {
    if asked.game().status.state == Status::Running { "/organise" } else { "" }
}

/// `GET /join/{token}`: shows the table of an invitation.
pub async fn invitation(
    request: HttpRequest,
    site: Data<Site>,
    visitor: Visitor,
    path: Path<String>,
) -> Result<HttpResponse, PageError> {
    let game = invited_to(&site, &path).await?;
    let visible = visible(&site, &visitor, &game, None).await?;
    let free =
        visible.game.status.state == Status::Open || !visible.game.status.seats.vacant().is_empty();
    if visible.seat.is_some() || !free {
        return Ok(redirect(&paths::game(&game), ""));
    }
    let shell = Shell::of(&request).titled(&visible.status.name).at("games");
    let viewpoint = viewpoint(&site, &visitor, None);
    TablePage::of(&visitor, shell, visible, viewpoint, Arrival::Invited(&path))
}

/// `POST /join/{token}`: takes a seat by invitation.
pub async fn accept(
    site: Data<Site>,
    visitor: Visitor,
    path: Path<String>,
    body: Bytes,
) -> Result<HttpResponse, PageError> {
    let player = visitor.signed()?.player.id;
    let fields = visitor.form(&body)?;
    let game_id = invited_to(&site, &path).await?;
    let form: JoinForm = fields.parse()?;
    choose_zone(&site, player, &form.zone).await?;
    let game = site.service.games().load(&game_id).await?;
    let join = filled(&game, form, true, key(player, game_id.as_str(), &fields, "join")?);
    site.service.tables().join_table(site.now(), &game_id, player, join).await?;
    Ok(redirect(&paths::game(&game_id), "joined"))
}

async fn invited_to(site: &Site, token: &str) -> Result<GameId, PageError> {
    let game = site.service.tables().read_invitation(site.now(), token).await?;
    game.ok_or(PageError::NotFound("invitation"))
}
