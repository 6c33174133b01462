//! `GET` and `POST /games/{id}/fork`: forks a game at one of its steps into a new game.

use actix_web::web::{Bytes, Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use serde::Deserialize;

use crate::http::error::PageError;
use crate::shared::game_request::{game_of, key};
use crate::shared::layout::{Shell, html_refused, redirect};
use crate::shared::query::{Fields, lenient};
use crate::shared::visitor::Visitor;
use crate::{
    Site,
    shared::{forms, paths},
};
use ravenpost_log::GameId;
use ravenpost_log::act::Pace;
use ravenpost_rules::bots;
use ravenpost_rules::numbers::Step;
use ravenpost_rules::{Refusal, Seat, SeatName};
use ravenpost_service::ServiceError;
use ravenpost_service::table::fork::{Forkable, NewFork, Way};

#[derive(Template)]
#[template(path = "games/fork.html")]
struct ForkPage {
    shell: Shell,
    address: String,
    parent: String,
    name: String,
    step: Step,
    /// The seat whose knowledge the fork may use.
    own: Option<SeatName>,
    freely: bool,
    seats: Vec<SeatName>,
    bots: Vec<&'static str>,
    paces: Vec<(u32, String)>,
    filled: Fields,
    refused: Vec<Refusal>,
    key: String,
}

impl ForkPage {
    fn is(&self, name: impl AsRef<str>, usual: &str, value: impl AsRef<str>) -> bool {
        self.filled.get(name.as_ref()).unwrap_or(usual) == value.as_ref()
    }

    fn usual(&self, first: &bool) -> &'static str {
        if *first { "me" } else { "steady" }
    }

    fn field(&self, number: &usize) -> String {
        format!("seat-{number}")
    }
}

/// The fixed fields. Those of seats are named after their number.
#[derive(Default, Deserialize)]
#[serde(default)]
struct ForkForm {
    #[serde(deserialize_with = "forms::step")]
    at: Option<Step>,
    way: String,
    bot: String,
    #[serde(deserialize_with = "lenient")]
    pace: Option<u32>,
}

pub async fn show(
    request: HttpRequest,
    site: Data<Site>,
    visitor: Visitor,
    path: Path<String>,
) -> Result<HttpResponse, PageError> {
    let player = visitor.signed()?.player.id;
    let filled = Fields::read(request.query_string());
    let form: ForkForm = filled.parse()?;
    let forkable = site.service.tables().forkable(&game_of(&path)?, player, form.at).await?;
    page(&request, &site, forkable, filled, Vec::new())
}

fn page(
    request: &HttpRequest,
    site: &Site,
    forkable: Forkable,
    filled: Fields,
    refused: Vec<Refusal>,
) -> Result<HttpResponse, PageError> {
    let Forkable { at, step, own, freely, name } = forkable;
    let game = &at.game;
    let page = ForkPage {
        shell: Shell::of(request).titled(&name).at("mine"),
        address: paths::game(&game.id),
        parent: game.status.name.clone(),
        name,
        step,
        own: own.map(|seat| game.called(seat)),
        freely,
        seats: Seat::all(game.status.table.seats).map(|seat| game.called(seat)).collect(),
        bots: bots::all().iter().map(|bot| bot.name()).collect(),
        paces: site.paces.clone(),
        key: forms::random(),
        filled,
        refused,
    };
    html_refused(!page.refused.is_empty(), page)
}

pub async fn fork(
    request: HttpRequest,
    site: Data<Site>,
    visitor: Visitor,
    path: Path<String>,
    body: Bytes,
) -> Result<HttpResponse, PageError> {
    let player = visitor.signed()?.player.id;
    let game = game_of(&path)?;
    let fields = visitor.form(&body)?;
    let form: ForkForm = fields.parse()?;
    let key = key(player, game.as_str(), &fields, "fork")?;
    let forkable = site.service.tables().forkable(&game, player, form.at).await?;
    let made = match asked(&game, &forkable, &form, &fields) {
        Ok(new) => site.service.tables().fork(site.now(), player, &new, &key).await,
        Err(refused) => Err(ServiceError::Refused(refused)),
    };
    match made {
        Ok(game) => {
            let begun = site.service.games().load(&game).await?.has_started();
            Ok(redirect(&paths::game(&game), if begun { "started" } else { "opened" }))
        }
        Err(ServiceError::Refused(refused)) => page(&request, &site, forkable, fields, refused),
        Err(error) => Err(error.into()),
    }
}

/// Reads the requested fork from a submitted form.
fn asked(
    game: &GameId,
    from: &Forkable,
    form: &ForkForm,
    fields: &Fields,
) -> Result<NewFork, Vec<Refusal>> {
    let way = match form.way.as_str() {
        "alone" => Way::Alone { bot: form.bot.clone() },
        "together" => Way::Together,
        "freely" => freely(from.at.game.status.table.seats, form, fields)?,
        other => return Err(vec![Refusal::new("there is no such kind of fork").word(other)]),
    };
    Ok(NewFork { of: game.clone(), step: from.step, way })
}

fn freely(seats: u8, form: &ForkForm, fields: &Fields) -> Result<Way, Vec<Refusal>> {
    let (mut own, mut bots) = (Vec::new(), Vec::new());
    for seat in Seat::all(seats) {
        match fields.text(&format!("seat-{}", seat.0)) {
            "me" => own.push(seat),
            "" | "free" => {}
            bot => bots.push((seat, bot.to_owned())),
        }
    }
    if own.len() > 1 {
        return Err(vec![Refusal::new("you can take only one seat")]);
    }
    let pace = Pace::of(form.pace.filter(|seconds| *seconds > 0));
    Ok(Way::Freely { own_seat: own.first().copied(), bots, pace })
}
