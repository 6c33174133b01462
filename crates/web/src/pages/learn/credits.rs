//! `GET /credits`: the authors and licences of the games.

use askama::Template;
use askama_web::WebTemplate;

use crate::shared::layout::Shell;
use ravenpost_rules::About;
use ravenpost_service::titles;

#[derive(Template, WebTemplate)]
#[template(path = "credits.html")]
pub struct CreditsPage {
    shell: Shell,
    titles: Vec<&'static About>,
}

pub async fn show(shell: Shell) -> CreditsPage {
    let titles = titles::all().iter().map(|title| title.about()).collect();
    CreditsPage { shell: shell.titled("Credits"), titles }
}
