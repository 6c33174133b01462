//! The available titles: their list, and each title's own page with a one-click practice game.

use actix_web::HttpResponse;
use actix_web::web::{Data, Path};
use askama::Template;
use askama_web::WebTemplate;

use crate::guides::handbook::{self, Handbook, Part};
use crate::guides::title_cards::{self, TitleCard};
use crate::http::error::PageError;
use crate::shared::layout::{Shell, html};
use crate::shared::visitor::Visitor;
use crate::{
    Site,
    guides::tours,
    shared::{forms, paths},
};
use ravenpost_rules::{About, OptionKind, OptionSpec};
use ravenpost_service::table::practice::PRACTICE_BOT;
use ravenpost_service::titles;

const DESCRIPTION: &str = "Long strategy board games to learn and play here: boards, players, \
     length and weight, with a guided first game for each.";

/// `GET /titles`
#[derive(Template, WebTemplate)]
#[template(path = "titles/list.html")]
pub struct TitlesPage {
    shell: Shell,
    titles: Vec<TitleCard>,
    /// Whether visitors can practise without an account.
    guests: bool,
    key: String,
}

pub async fn list(shell: Shell, visitor: Visitor, site: Data<Site>) -> TitlesPage {
    let shell = shell.with_open_forms(&visitor).titled("Games").at("titles");
    TitlesPage {
        shell: shell.described(DESCRIPTION),
        titles: title_cards::all(),
        guests: site.service.settings().guest_games.per_day > 0,
        key: forms::random(),
    }
}

/// `GET /titles/{title}`
#[derive(Template)]
#[template(path = "titles/title.html")]
struct TitlePage {
    shell: Shell,
    about: &'static About,
    book: &'static Handbook,
    /// The address and name of a finished public game.
    finished: Option<(String, String)>,
    /// The address of a board picture.
    cover: Option<String>,
    /// Whether its first game is playable.
    first_game: bool,
    /// Whether visitors can practise without an account.
    guests: bool,
    key: String,
}

impl TitlePage {
    fn choices(option: &OptionSpec) -> String {
        match option.kind {
            OptionKind::OneOf(choices) => {
                choices.iter().map(|choice| choice.label).collect::<Vec<_>>().join("; ")
            }
            OptionKind::Seats => "any players (default: none)".to_owned(),
        }
    }

    /// The number of chapters in the rules.
    fn chapters(&self) -> usize {
        self.book.page(Part::Rules).map_or(0, |page| page.contents.len())
    }

    /// The possible numbers of seats in a practice game, with at least one bot.
    fn practice(&self) -> std::ops::RangeInclusive<u8> {
        self.about.seats.0.max(2)..=self.about.seats.1
    }
}

pub async fn title(
    shell: Shell,
    visitor: Visitor,
    site: Data<Site>,
    path: Path<String>,
) -> Result<HttpResponse, PageError> {
    let about = titles::find(&path).ok_or(PageError::NotFound("title"))?.about();
    let lobby = site.service.play().lobby().await?;
    let over = lobby.over.iter().find(|listed| listed.title == about.name && !listed.damaged);
    let finished = over.map(|one| (paths::game(&one.row.id), one.row.name.clone()));
    let book = handbook::of(about);
    html(TitlePage {
        shell: shell
            .with_open_forms(&visitor)
            .titled(about.name)
            .at("titles")
            .described(about.tagline),
        guests: site.service.settings().guest_games.per_day > 0,
        about,
        book,
        finished,
        cover: title_cards::cover(about),
        first_game: tours::of(about).is_some(),
        key: forms::random(),
    })
}
