//! `GET /admin/tables`: all games, the stuck ones or the damaged ones, with a search by name.

use actix_web::HttpResponse;
use actix_web::web::Data;
use askama::Template;
use serde::Deserialize;

use crate::Site;
use crate::http::error::PageError;
use crate::shared::access::Admin;
use crate::shared::layout::{Shell, html};
use crate::shared::pagination::{Neighbours, page_number};
use crate::shared::visitor::Visitor;
use crate::shared::{paths, words};
use ravenpost_log::table::status::Status;
use ravenpost_service::admin::tables::{DamagedTable, OVERDUE_DAYS, STUCK_DAYS};
use ravenpost_service::titles;
use ravenpost_store::lists::games::GameRow;

#[derive(Template)]
#[template(path = "admin/tables.html")]
struct TablesPage {
    shell: Shell,
    search: String,
    /// The requested list: empty for all, `stuck` or `damaged`.
    list: String,
    rows: Vec<Row>,
    pages: Neighbours,
    stuck_days: i64,
    overdue_days: i64,
    zone: &'static str,
}

/// A game in the list.
struct Row {
    address: String,
    name: String,
    title: String,
    state: &'static str,
    /// Whether the game is open or running, so that admins can organise it.
    unfinished: bool,
    public: bool,
    changed: String,
    /// The reason why it is damaged; empty if it is not.
    why: String,
}

impl Row {
    fn of(row: GameRow, visitor: &Visitor) -> Row {
        let title = titles::find(&row.title).map(|title| title.about().name.to_owned());
        Row {
            address: paths::game(&row.id),
            name: row.name,
            title: title.unwrap_or(row.title),
            state: match row.status {
                Status::Open => "Open",
                Status::Running => "Running",
                Status::Over => "Over",
                Status::Cancelled => "Cancelled",
            },
            unfinished: matches!(row.status, Status::Open | Status::Running),
            public: row.public,
            changed: words::short(row.changed_at, visitor.zone()),
            why: String::new(),
        }
    }

    fn damaged(table: DamagedTable, visitor: &Visitor) -> Row {
        let row = match table.row {
            Some(row) => Row::of(row, visitor),
            None => Row {
                address: paths::game(&table.id),
                name: table.id.to_string(),
                title: String::new(),
                state: "Unknown",
                unfinished: false,
                public: true,
                changed: String::new(),
                why: String::new(),
            },
        };
        let why = words::sentence(&table.why);
        let why = if table.newer { format!("A newer version continued it. {why}") } else { why };
        Row { why, unfinished: false, ..row }
    }
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct TablesQuery {
    q: String,
    show: String,
}

pub async fn show(
    Admin { fields, .. }: Admin,
    shell: Shell,
    site: Data<Site>,
    visitor: Visitor,
) -> Result<HttpResponse, PageError> {
    let TablesQuery { q: search, show: list } = fields.parse()?;
    let (page, administration) = (page_number(&fields)?, site.service.administration());
    let of = |row| Row::of(row, &visitor);
    let (rows, more): (Vec<Row>, bool) = match list.as_str() {
        "" => {
            let listed = administration.tables(&search, page).await?;
            (listed.items.into_iter().map(of).collect(), listed.more)
        }
        "stuck" => {
            let listed = administration.stuck_tables(site.now(), &search, page).await?;
            (listed.items.into_iter().map(of).collect(), listed.more)
        }
        "damaged" => {
            let tables = administration.damaged_tables().await?.into_iter();
            (tables.map(|table| Row::damaged(table, &visitor)).collect(), false)
        }
        _ => return Err(PageError::NotFound("list")),
    };
    let parameters = [("q", search.as_str()), ("show", list.as_str())];
    html(TablesPage {
        pages: Neighbours::of(page, more, "/admin/tables", &parameters),
        shell: shell.titled("Tables").at("admin"),
        search,
        list,
        rows,
        stuck_days: STUCK_DAYS,
        overdue_days: OVERDUE_DAYS,
        zone: visitor.zone().name(),
    })
}
