//! The titles on offer: the list, a title's own page, and its documents.

use actix_web::web::Path;
use askama::Template;
use askama_web::WebTemplate;

use crate::titles;
use crate::web::documents::{self, Document};
use crate::web::error::PageError;
use crate::web::layout::Shell;
use ravenpost_rules::{About, OptionKind, OptionSpec};

/// `GET /titles`
#[derive(Template, WebTemplate)]
#[template(path = "titles/list.html")]
pub struct TitlesPage {
    shell: Shell,
    titles: Vec<&'static About>,
}

pub async fn list(shell: Shell) -> TitlesPage {
    let titles = titles::all().iter().map(|title| title.about()).collect();
    TitlesPage { shell: shell.titled("The games").at("titles"), titles }
}

/// `GET /titles/{title}`
#[derive(Template, WebTemplate)]
#[template(path = "titles/title.html")]
pub struct TitlePage {
    shell: Shell,
    about: &'static About,
}

impl TitlePage {
    fn choices(option: &OptionSpec) -> String {
        match option.kind {
            OptionKind::OneOf(choices) => {
                choices.iter().map(|choice| choice.label).collect::<Vec<_>>().join("; ")
            }
            OptionKind::Seats => "any seats; none by default".to_owned(),
        }
    }
}

pub async fn title(shell: Shell, path: Path<String>) -> Result<TitlePage, PageError> {
    let about = about(&path)?;
    Ok(TitlePage { shell: shell.titled(about.name).at("titles"), about })
}

/// `GET /titles/{title}/rules`, `/tour` and `/notation`
#[derive(Template, WebTemplate)]
#[template(path = "titles/document.html")]
pub struct DocumentPage {
    shell: Shell,
    about: &'static About,
    /// Which of the three: the last part of its address.
    which: &'static str,
    heading: String,
    document: Document,
}

pub async fn rules(shell: Shell, path: Path<String>) -> Result<DocumentPage, PageError> {
    let about = about(&path)?;
    Ok(page(shell, about, "rules", format!("Rules of {}", about.name), about.rules))
}

pub async fn tour(shell: Shell, path: Path<String>) -> Result<DocumentPage, PageError> {
    let about = about(&path)?;
    Ok(page(shell, about, "tour", format!("{}: a first game", about.name), about.tour))
}

pub async fn notation(shell: Shell, path: Path<String>) -> Result<DocumentPage, PageError> {
    let about = about(&path)?;
    Ok(page(shell, about, "notation", format!("Notation of {}", about.name), about.notation))
}

fn about(key: &str) -> Result<&'static About, PageError> {
    titles::find(key).map(|title| title.about()).ok_or(PageError::NotFound("title"))
}

fn page(
    shell: Shell,
    about: &'static About,
    which: &'static str,
    heading: String,
    text: &str,
) -> DocumentPage {
    let shell = shell.titled(&heading).at("titles");
    DocumentPage { shell, about, which, heading, document: documents::render(text) }
}
