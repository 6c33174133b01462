//! `GET` and `POST /open`: opens a table, or a practice game against bots.

use actix_web::web::{Bytes, Data};
use actix_web::{HttpRequest, HttpResponse, http::StatusCode};
use askama::Template;
use chrono::TimeDelta;
use serde::Deserialize;

use crate::http::error::PageError;
use crate::shared::clock_form::{self, ClockForm, DAYS, OWN};
use crate::shared::game_request::key;
use crate::shared::layout::{Shell, html_as, redirect};
use crate::shared::query::Fields;
use crate::shared::visitor::Visitor;
use crate::{
    Site,
    shared::{forms, paths, words},
};
use ravenpost_log::act::Consent;
use ravenpost_log::act::limits::NAME_LIMIT;
use ravenpost_log::act::limits::SALT_LIMIT;
use ravenpost_rules::bots;
use ravenpost_rules::{About, OptionKind, OptionSpec, Refusal, Seat, Table};
use ravenpost_service::ServiceError;
use ravenpost_service::game::clocks::presets::{self, PRESETS, Preset};
use ravenpost_service::table::open_table::NewTable;
use ravenpost_service::titles;

#[derive(Template)]
#[template(path = "games/open.html")]
struct OpenPage {
    shell: Shell,
    about: &'static About,
    titles: Vec<&'static About>,
    seats: Vec<u8>,
    bots: Vec<&'static str>,
    clocks: Vec<Clock>,
    paces: Vec<(u32, String)>,
    zone: &'static str,
    /// The submitted values, so that a refused form is not lost.
    filled: Fields,
    form: OpenForm,
    refused: Vec<Refusal>,
    practice: bool,
    name_limit: usize,
    salt_limit: usize,
    key: String,
}

/// The fixed fields, except those of the clock. Those of options and seats are named after them.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
struct OpenForm {
    title: String,
    name: String,
    seats: Option<String>,
    /// `public`, or `link` for players with the share link.
    who: String,
    consent: Option<String>,
    salt: String,
    /// Seconds per turn.
    pace: Option<String>,
    reliable: String,
    no_programs: bool,
    practice: bool,
}

/// A clock preset and its effect.
struct Clock {
    preset: &'static Preset,
    /// The next deadlines if a prompt were sent now.
    next: Vec<String>,
}

impl OpenPage {
    /// The default clock.
    fn usual_clock(&self) -> &'static str {
        match (&self.form.pace, self.practice) {
            (Some(_), _) => OWN,
            (None, true) => "none",
            (None, false) => PRESETS[0].key,
        }
    }

    fn off_field(&self, number: &usize) -> String {
        format!("off-{number}")
    }

    fn value(&self, name: &str, usual: &str) -> String {
        self.filled.get(name).unwrap_or(usual).to_owned()
    }

    fn is(&self, name: &str, usual: &str, value: impl AsRef<str>) -> bool {
        self.filled.get(name).unwrap_or(usual) == value.as_ref()
    }

    fn option(&self, option: &OptionSpec) -> String {
        format!("option-{}", option.id)
    }

    fn seat_field(&self, seat: &u8) -> String {
        format!("seat-{seat}")
    }

    /// Whether a collapsible section is expanded, which helps the player find the refused value.
    /// That is the case if the form was refused and one of the section's fields, given by name
    /// prefix, differs from its default.
    fn unfolds(&self, names: &[&str]) -> bool {
        let usual = |name: &str, value: &str| match name.split_once('-') {
            Some(("seat", number)) => {
                let seat = number.parse().unwrap_or_default();
                let usual = self.usual_sitter(&seat);
                value == usual
                    || (usual == "bot" && self.bots.first().is_some_and(|bot| value == *bot))
            }
            Some(("option", id)) => value == self.usual_choice(id),
            _ => ["", "0", "all"].contains(&value),
        };
        let ours = |name: &str| names.iter().any(|part| name.starts_with(part));
        let mut fields = self.filled.iter();
        !self.refused.is_empty() && fields.any(|(name, value)| ours(name) && !usual(name, value))
    }

    /// Returns the default value of an option.
    fn usual_choice(&self, id: &str) -> String {
        Table::default().option(self.about, id)
    }

    /// Summarises who sits where.
    fn sitters(&self) -> String {
        let seats = self.form.seats.as_deref().unwrap_or("2");
        let seats = seats.parse().unwrap_or(self.about.seats.0);
        let (mut own, mut free, mut bots) = (None, 0, 0);
        for seat in 1..=seats {
            match self.value(&self.seat_field(&seat), self.usual_sitter(&seat)).as_str() {
                "me" => own = Some(seat),
                "free" | "" => free += 1,
                _ => bots += 1,
            }
        }
        let own =
            own.map_or("you are not playing".to_owned(), |seat| format!("you in seat {seat}"));
        // Omit the number, because it depends on the size of the table.
        let others = match (bots, free) {
            (0, _) => "others free".to_owned(),
            (_, 0) => "others bots".to_owned(),
            _ => format!("{}, {free} free", words::number(bots, "bot")),
        };
        format!("{own}, {others}")
    }

    /// Summarises the options that differ from their defaults.
    fn options_now(&self) -> String {
        let changed = self.about.options.iter().filter_map(|option| {
            let value = self.filled.get(&self.option(option))?;
            if value == self.usual_choice(option.id) {
                return None;
            }
            let label = match option.kind {
                OptionKind::OneOf(choices) => {
                    choices.iter().find(|choice| choice.value == value)?.label
                }
                OptionKind::Seats => {
                    return Some(format!("{}: {}", option.label, self.seats(option)));
                }
            };
            Some(format!("{}: {label}", option.label))
        });
        match changed.collect::<Vec<_>>() {
            none if none.is_empty() => "all default".to_owned(),
            changed => changed.join("; "),
        }
    }

    fn chosen(&self, option: &OptionSpec, value: &str) -> bool {
        self.is(&self.option(option), &self.usual_choice(option.id), value)
    }

    /// Returns the names of the seats selected in an option.
    fn seats(&self, option: &OptionSpec) -> String {
        let field = self.option(option);
        let ticked = self.seats.iter().filter(|seat| self.ticked(&field, seat));
        let names = ticked.map(|seat| words::capital(self.about.colour(Seat(*seat))));
        names.collect::<Vec<_>>().join(", ")
    }

    fn ticked(&self, field: &str, seat: &u8) -> bool {
        self.filled.all(field).any(|value| value == seat.to_string())
    }

    fn reliable_now(&self) -> String {
        match self.form.reliable.as_str() {
            "0" | "" => "any player".to_owned(),
            share => format!("at least {share}% on time"),
        }
    }

    fn programs_now(&self) -> &'static str {
        if self.form.no_programs { "not allowed" } else { "allowed" }
    }

    fn consent_now(&self) -> &'static str {
        let chosen = self.form.consent.as_deref().unwrap_or("all");
        CONSENTS.iter().find(|(word, ..)| *word == chosen).map_or("", |(.., words)| *words)
    }

    /// Returns the default occupant of a seat: the opener in the first, and bots in practice games.
    fn usual_sitter(&self, seat: &u8) -> &'static str {
        match (*seat, self.practice) {
            (1, _) => "me",
            (_, true) => "bot",
            _ => "free",
        }
    }
}

pub async fn show(
    request: HttpRequest,
    site: Data<Site>,
    visitor: Visitor,
) -> Result<HttpResponse, PageError> {
    visitor.signed()?;
    let filled = Fields::read(request.query_string());
    page(&request, &site, filled, StatusCode::OK, Vec::new())
}

fn page(
    request: &HttpRequest,
    site: &Site,
    filled: Fields,
    status: StatusCode,
    refused: Vec<Refusal>,
) -> Result<HttpResponse, PageError> {
    let form: OpenForm = filled.parse()?;
    let title = titles::find(&form.title).or_else(|| titles::all().first().copied());
    let about = title.map(|title| title.about()).ok_or(PageError::NotFound("title"))?;
    let (now, zone) = (site.now(), Visitor::of(request).zone());
    let clock = |preset: &'static Preset| {
        let pace = presets::pace(preset.key, zone.name()).unwrap_or_default();
        let next = presets::next_deadlines(&pace, now);
        Clock { preset, next: next.into_iter().map(|at| words::short(at, zone)).collect() }
    };
    let page = OpenPage {
        clocks: PRESETS.iter().map(clock).collect(),
        zone: zone.name(),
        shell: Shell::of(request).titled(&format!("Open a table of {}", about.name)).at("games"),
        about,
        titles: titles::all().iter().map(|title| title.about()).collect(),
        seats: (1..=about.seats.1).collect(),
        bots: bots::all().iter().map(|bot| bot.name()).collect(),
        paces: paces(site, form.pace.as_deref()),
        practice: form.practice,
        name_limit: NAME_LIMIT,
        salt_limit: SALT_LIMIT,
        key: forms::random(),
        filled,
        form,
        refused,
    };
    html_as(status, page)
}

pub async fn open(
    request: HttpRequest,
    site: Data<Site>,
    visitor: Visitor,
    body: Bytes,
) -> Result<HttpResponse, PageError> {
    let player = visitor.signed()?.player.id;
    let fields = visitor.form(&body)?;
    let form: OpenForm = fields.parse()?;
    let clock: ClockForm = fields.parse()?;
    let new = match asked(&fields, &form, &clock, visitor.zone().name()) {
        Ok(new) => new,
        Err(refusals) => {
            return page(&request, &site, fields, StatusCode::UNPROCESSABLE_ENTITY, refusals);
        }
    };
    let key = key(player, "new", &fields, "open")?;
    match site.service.tables().open_table_once(site.now(), player, &new, &key).await {
        Ok(game) => {
            let begun = site.service.games().load(&game).await?.has_started();
            Ok(redirect(&paths::game(&game), if begun { "started" } else { "opened" }))
        }
        Err(ServiceError::Refused(refusals)) => {
            page(&request, &site, fields, StatusCode::UNPROCESSABLE_ENTITY, refusals)
        }
        Err(error) => Err(error.into()),
    }
}

/// Returns the selectable times per turn, including a custom one.
fn paces(site: &Site, chosen: Option<&str>) -> Vec<(u32, String)> {
    let mut paces = site.paces.clone();
    let chosen = chosen.and_then(|seconds| seconds.parse().ok()).filter(|seconds| *seconds > 0);
    if let Some(seconds) = chosen.filter(|own| paces.iter().all(|(one, _)| one != own)) {
        paces.push((seconds, words::span(TimeDelta::seconds(seconds.into()))));
    }
    paces
}

/// Reads the requested table from a submitted form. Days off use `zone` unless the form names
/// another.
fn asked(
    fields: &Fields,
    form: &OpenForm,
    clock: &ClockForm,
    zone: &str,
) -> Result<NewTable, Vec<Refusal>> {
    let unknown = || vec![Refusal::new("there is no such game").word(&form.title)];
    let about = titles::find(&form.title).ok_or_else(unknown)?.about();
    let seats = form.seats.as_ref().and_then(|seats| seats.parse().ok()).unwrap_or(about.seats.0);
    let mut table = Table::of(seats);
    for (id, value) in fields.under("option-") {
        let known = table.options.get(id).map(|before| format!("{before},{value}"));
        if !value.is_empty() {
            table.options.insert(id.to_owned(), known.unwrap_or_else(|| value.to_owned()));
        }
    }
    let mut own = Vec::new();
    let mut bots = Vec::new();
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
    Ok(NewTable {
        title: about.key.to_owned(),
        name: form.name.clone(),
        table,
        pace: clock_form::pace(clock, zone)?,
        public: form.who == "public",
        consent: consent(form.consent.as_deref().unwrap_or_default()),
        own_seat: own.first().copied(),
        salt: form.salt.clone(),
        bots,
    })
}

/// The form values and labels of the consent rules.
const CONSENTS: [(&str, Consent, &str); 3] = [
    ("all", Consent::All, "All players must agree"),
    ("majority", Consent::Majority, "More than half of the other players"),
    ("organiser", Consent::Organiser, "I decide alone, as the organiser"),
];

fn consent(word: &str) -> Consent {
    CONSENTS.iter().find(|(known, ..)| *known == word).map_or(Consent::All, |(_, rule, _)| *rule)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_title_is_refused() {
        let form = OpenForm { title: "chess".to_owned(), ..OpenForm::default() };
        let refusals = asked(&Fields::default(), &form, &ClockForm::default(), "UTC").unwrap_err();
        assert_eq!(refusals[0].word.as_deref(), Some("chess"));
    }
}
