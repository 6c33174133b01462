//! `GET /api/v1`, `/titles` and `/titles/{title}`: what this server offers.

use std::collections::BTreeMap;

use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use schemars::JsonSchema;
use serde::Serialize;

use crate::Site;
use crate::api::caller::Anyone;
use crate::api::problem::Problem;
use crate::api::reply::json;
use crate::shared::paths;
use ravenpost_rules::bots;
use ravenpost_rules::{About, OptionKind};
use ravenpost_service::titles;

/// The version of the API. Within it, fields are only added.
const VERSION: u32 = 1;

#[derive(Serialize, JsonSchema)]
pub struct Server<'a> {
    name: &'static str,
    version: &'static str,
    api: u32,
    home: &'a str,
    /// The version of each title's rules.
    titles: BTreeMap<&'static str, u32>,
    /// The bots that can take a seat.
    bots: Vec<&'static str>,
}

pub async fn server(
    _: Anyone,
    site: Data<Site>,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    json(
        &request,
        &Server {
            name: "Ravenpost",
            version: env!("CARGO_PKG_VERSION"),
            api: VERSION,
            home: &site.service.settings().base_url,
            titles: titles::versions(),
            bots: bots::all().iter().map(|bot| bot.name()).collect(),
        },
    )
}

#[derive(Serialize, JsonSchema)]
pub struct Title {
    key: &'static str,
    name: &'static str,
    /// The version of the rules.
    version: u32,
    designers: &'static str,
    tagline: &'static str,
    seats: Range,
    /// The colours of the seats, in order.
    colours: &'static [&'static str],
    /// Every word that can begin an order.
    verbs: &'static [&'static str],
    /// The maximum number of orders in a game.
    bound: u32,
    options: Vec<TitleOption>,
    /// Pages for people.
    rules: String,
    notation: String,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "SeatRange")]
pub struct Range {
    min: u8,
    max: u8,
}

/// An option of the title.
#[derive(Serialize, JsonSchema)]
pub struct TitleOption {
    id: &'static str,
    label: &'static str,
    help: &'static str,
    rule: &'static str,
    /// The values; the first is the default. Null if the value is a list of seats: `1,3`.
    choices: Option<Vec<OptionChoice>>,
}

#[derive(Serialize, JsonSchema)]
pub struct OptionChoice {
    value: &'static str,
    label: &'static str,
}

impl Title {
    fn of(about: &'static About) -> Title {
        let option = |spec: &'static ravenpost_rules::OptionSpec| TitleOption {
            id: spec.id,
            label: spec.label,
            help: spec.help,
            rule: spec.rule,
            choices: match spec.kind {
                OptionKind::OneOf(choices) => {
                    let choice = |one: &'static ravenpost_rules::Choice| OptionChoice {
                        value: one.value,
                        label: one.label,
                    };
                    Some(choices.iter().map(choice).collect())
                }
                OptionKind::Seats => None,
            },
        };
        Title {
            key: about.key,
            name: about.name,
            version: about.version,
            designers: about.designers,
            tagline: about.tagline,
            seats: Range { min: about.seats.0, max: about.seats.1 },
            colours: about.colours,
            verbs: about.verbs,
            bound: about.bound,
            options: about.options.iter().map(option).collect(),
            rules: paths::document(about, "rules"),
            notation: paths::document(about, "notation"),
        }
    }
}

pub async fn titles(_: Anyone, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let all: Vec<Title> = titles::all().iter().map(|title| Title::of(title.about())).collect();
    json(&request, &all)
}

pub async fn title(
    _: Anyone,
    path: Path<String>,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    let title = titles::find(&path).ok_or_else(|| Problem::not_found("title"))?;
    json(&request, &Title::of(title.about()))
}
