//! A table before its start: the clock contract, who sits where, joining; and what its organiser
//! may do: invite, seat bots, close it.

use actix_web::web::{Bytes, Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

use crate::service::Idempotency;
use crate::service::game::contract;
use crate::service::game::folded::Game;
use crate::service::game::presets::next_deadlines;
use crate::service::game::seat_names::Occupant;
use crate::service::game::wishes::WishOrder;
use crate::service::play::read_game::GameSight;
use crate::service::table::join_table::Join;
use crate::web::access::{AtTable, Organiser};
use crate::web::error::PageError;
use crate::web::game_request::{GameRequest, key, sight, viewpoint};
use crate::web::layout::{Shell, html, redirect};
use crate::web::query::Fields;
use crate::web::talk_view::TalkView;
use crate::web::viewpoint::Viewpoint;
use crate::web::visitor::Visitor;
use crate::web::wish_form::{self, WishForm};
use crate::web::{Site, forms, paths, words};
use ravenpost_log::act::{By, Pace};
use ravenpost_log::table::status::Status;
use ravenpost_log::{Act, GameId};
use ravenpost_rules::Seat;
use ravenpost_rules::bots;
use ravenpost_store::PlayerId;

/// How a visitor came to the table.
pub enum Arrival<'a> {
    /// By an invitation's token.
    Invited(&'a str),
    /// By the table's own address, perhaps after asking for a link to hand on.
    Here { link: Option<String> },
}

/// `GET /games/{id}` of a table that has not started, and `GET /join/{token}`.
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
    /// The next deadlines, were a question put now.
    next: Vec<String>,
    zone: &'static str,
    seats: Vec<Occupant>,
    /// The visitor's own seat.
    seat: Option<Seat>,
    /// The address that the join form goes to; nothing when the visitor may not join.
    join: Option<String>,
    organises: bool,
    public: bool,
    /// Whether its seats are kept for those who play the game that it is a fork of.
    together: bool,
    /// The seat that is kept for the visitor.
    kept: Option<Seat>,
    open: bool,
    /// When it is closed because nobody comes, for those who may keep it.
    closes: Option<String>,
    /// Whether it is played, and a seat waits for somebody else.
    running: bool,
    signed_in: bool,
    /// Whether the visitor has not said yet in which zone to tell deadlines.
    asks_zone: bool,
    /// Where to sign in and come back from.
    sign_in: String,
    bots: Vec<&'static str>,
    /// What may be wished for before the game begins.
    wish: Option<WishForm>,
    /// The link to hand on, for the organiser.
    link: Option<String>,
    key: String,
    /// Words of those who sit there; nothing for others.
    talk: Option<TalkView>,
}

impl TablePage {
    /// The page for a table.
    pub fn of(
        visitor: &Visitor,
        shell: Shell,
        sight: GameSight,
        viewpoint: Viewpoint,
        came: Arrival,
    ) -> Result<HttpResponse, PageError> {
        let about = sight.live.title.about();
        let course = &sight.course;
        let address = paths::game(&sight.live.id);
        let open = course.status == Status::Open;
        let running = course.status == Status::Running;
        let kept = visitor.player.as_ref().and_then(|own| sight.live.kept_for(own.player.id));
        let together = course.fork.as_ref().is_some_and(|fork| fork.same_players);
        let invited = course.public || matches!(came, Arrival::Invited(_));
        let welcome = if together && open { kept.is_some() } else { invited };
        let (here, join, link) = match came {
            Arrival::Invited(token) => (paths::invitation(token), paths::invitation(token), None),
            Arrival::Here { link } => (address.clone(), format!("{address}/join"), link),
        };
        let organiser = sight.organiser.as_ref().map(|(name, seat)| (name.as_str(), *seat));
        let may = (open || running) && sight.seat.is_none() && welcome;
        html(TablePage {
            name: course.name.clone(),
            title: about.name,
            title_address: paths::title(about),
            tagline: about.tagline,
            options: contract::options(about, &course.table),
            contract: contract::agreed_to(&sight.live, organiser),
            next: next(&course.pace, viewpoint),
            zone: viewpoint.zone.name(),
            kept,
            together,
            join: may.then_some(join),
            closes: closes(&sight, viewpoint),
            seat: sight.seat,
            organises: sight.organises,
            public: course.public,
            signed_in: visitor.player.is_some(),
            asks_zone: visitor.zone() == crate::zone::Zone::UTC,
            sign_in: paths::sign_in(&here),
            bots: bots::all().iter().map(|bot| bot.name()).collect(),
            wish: WishForm::of(&sight),
            link: link.filter(|_| open),
            key: forms::random(),
            talk: TalkView::of(&sight, viewpoint).filter(|talk| talk.is_open() && open),
            seats: sight.seats,
            shell,
            address,
            open,
            running,
        })
    }
}

/// What deadlines the contract would bring, in the visitor's zone.
fn next(pace: &Pace, viewpoint: Viewpoint) -> Vec<String> {
    let next = next_deadlines(pace, viewpoint.now).into_iter();
    next.map(|at| words::short(at, viewpoint.zone)).collect()
}

/// When a table is closed because nobody comes, for a visitor who may keep it.
fn closes(sight: &GameSight, viewpoint: Viewpoint) -> Option<String> {
    let by = match sight.seat {
        Some(seat) => By::Player(seat),
        None if sight.organises => By::Organiser(None),
        None => return None,
    };
    sight.live.may(&Act::KeptOpen { by }, viewpoint.now).ok()?;
    sight.course.closes.map(|at| words::short(at, viewpoint.zone))
}

impl TablePage {
    /// Whether the visitor sits there.
    fn sits(&self, one: &Occupant) -> bool {
        self.seat == Some(one.seat)
    }
}

/// `POST /games/{id}/join`: a free seat of a public table.
pub async fn join(
    site: Data<Site>,
    visitor: Visitor,
    path: Path<String>,
    body: Bytes,
) -> Result<HttpResponse, PageError> {
    let asked = GameRequest::by_form(&site, &visitor, &path, &body).await?;
    choose_zone(&site, asked.player, &asked.fields).await?;
    let join = filled(asked.live(), &asked.fields, false, asked.key("join")?);
    site.service.join_table(site.now(), &asked.game, asked.player, join).await?;
    Ok(asked.redirect("", "joined"))
}

/// Whoever takes a first seat is asked for a zone.
async fn choose_zone(site: &Site, player: PlayerId, fields: &Fields) -> Result<(), PageError> {
    match fields.text("zone") {
        "" => Ok(()),
        zone => Ok(site.service.choose_zone(player, zone).await?),
    }
}

/// How a filled form wants to join.
fn filled(live: &Game, fields: &Fields, invited: bool, key: Idempotency) -> Join {
    let (seat, salt) = (seat_of(fields.text("seat")), fields.text("salt").to_owned());
    // Whoever takes a seat over finds the game where it is: what was chosen is of no use there.
    let wish = match live.course.status {
        Status::Running => WishOrder::default(),
        _ => wish_form::filled(live.wish(), fields),
    };
    Join { seat, salt, wish, invited, key: Some(key) }
}

/// A number as a seat; anything else means the first free one.
fn seat_of(text: &str) -> Option<Seat> {
    text.parse().ok().filter(|number| *number > 0).map(Seat)
}

/// `POST /games/{id}/wish`: whoever sits there wishes for something else, or for nothing.
pub async fn wish(
    site: Data<Site>,
    visitor: Visitor,
    path: Path<String>,
    body: Bytes,
) -> Result<HttpResponse, PageError> {
    let asked = GameRequest::by_form(&site, &visitor, &path, &body).await?;
    let wish = wish_form::filled(asked.live().wish(), &asked.fields);
    site.service.change_wish(&asked.game, asked.player, &wish).await?;
    Ok(asked.redirect("", "wished"))
}

/// `POST /games/{id}/leave`
pub async fn leave(
    site: Data<Site>,
    visitor: Visitor,
    path: Path<String>,
    body: Bytes,
) -> Result<HttpResponse, PageError> {
    let asked = GameRequest::by_form(&site, &visitor, &path, &body).await?;
    let key = asked.key("leave")?;
    site.service.leave_seat(site.now(), &asked.game, asked.player, &key).await?;
    Ok(asked.redirect("", "left"))
}

/// `POST /games/{id}/bot`: the organiser gives a free seat to a bot.
pub async fn bot(asked: Organiser, site: Data<Site>) -> Result<HttpResponse, PageError> {
    let seat = seat_of(asked.fields.text("seat"))
        .ok_or_else(|| PageError::Unreadable("which seat the bot takes is missing".to_owned()))?;
    let (bot, key) = (asked.fields.text("bot"), asked.key("seat_bot")?);
    site.service.seat_bot(site.now(), &asked.game, asked.player, seat, bot, &key).await?;
    Ok(asked.redirect("", "saved"))
}

/// `POST /games/{id}/keep`: somebody keeps a table that was to be closed because nobody came.
pub async fn keep(asked: AtTable, site: Data<Site>) -> Result<HttpResponse, PageError> {
    let key = asked.key("keep_open")?;
    site.service.keep_table(site.now(), &asked.game, asked.player, &key).await?;
    Ok(asked.redirect("", "kept"))
}

/// `POST /games/{id}/close`: the organiser closes a table that has not started.
pub async fn close(asked: Organiser, site: Data<Site>) -> Result<HttpResponse, PageError> {
    let key = asked.key("cancel")?;
    site.service.close_table(site.now(), &asked.game, asked.player, &key).await?;
    Ok(asked.redirect("", "closed"))
}

/// `POST /games/{id}/link`: a link to hand on. It is shown on the table's page, once.
pub async fn link(asked: AtTable, site: Data<Site>) -> Result<HttpResponse, PageError> {
    let key = asked.key("create_link")?;
    let link = site.service.invite_by_link(site.now(), &asked.game, asked.player, &key).await?;
    let token = link.rsplit('/').next().unwrap_or_default();
    Ok(asked.redirect(&format!("{}?link={token}#link", filled_at(&asked)), ""))
}

/// `POST /games/{id}/invite`: an invitation by letter.
pub async fn invite(
    asked: AtTable,
    site: Data<Site>,
    visitor: Visitor,
) -> Result<HttpResponse, PageError> {
    let (address, key) = (asked.fields.text("address"), asked.key("invite")?);
    site.service
        .invite_by_mail(
            site.now(),
            &asked.game,
            asked.player,
            visitor.signed()?.player.name.as_str(),
            address,
            &key,
        )
        .await?;
    Ok(asked.redirect(filled_at(&asked), "invited"))
}

/// The page on which a table's seats are filled.
fn filled_at(asked: &GameRequest) -> &'static str {
    if asked.live().course.status == Status::Running { "/organise" } else { "" }
}

/// `GET /join/{token}`: the table behind an invitation.
pub async fn invitation(
    request: HttpRequest,
    site: Data<Site>,
    visitor: Visitor,
    path: Path<String>,
) -> Result<HttpResponse, PageError> {
    let game = invited_to(&site, &path).await?;
    let sight = sight(&site, &visitor, &game, None).await?;
    let free = sight.live.course.status == Status::Open || !sight.live.course.vacant().is_empty();
    if sight.seat.is_some() || !free {
        return Ok(redirect(&paths::game(&game), ""));
    }
    let shell = Shell::of(&request).titled(&sight.course.name).at("games");
    let viewpoint = viewpoint(&site, &visitor, None);
    TablePage::of(&visitor, shell, sight, viewpoint, Arrival::Invited(&path))
}

/// `POST /join/{token}`: taking a seat by invitation.
pub async fn accept(
    site: Data<Site>,
    visitor: Visitor,
    path: Path<String>,
    body: Bytes,
) -> Result<HttpResponse, PageError> {
    let player = visitor.signed()?.player.id;
    let fields = visitor.form(&body)?;
    let game = invited_to(&site, &path).await?;
    choose_zone(&site, player, &fields).await?;
    let live = site.service.live(&game).await?;
    let join = filled(&live, &fields, true, key(player, game.as_str(), &fields, "join")?);
    site.service.join_table(site.now(), &game, player, join).await?;
    Ok(redirect(&paths::game(&game), "joined"))
}

async fn invited_to(site: &Site, token: &str) -> Result<GameId, PageError> {
    let game = site.service.read_invitation(site.now(), token).await?;
    game.ok_or(PageError::NotFound("invitation"))
}
