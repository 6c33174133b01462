//! Snapshots of pages, with everything masked that differs between runs. Pages that list every
//! title are left out, so that a new title changes no test.

use ravenpost::service::table::join_table::Join;
use ravenpost::service::talk::say::{OutgoingMessage, To};
use ravenpost_rules::Seat;
use ravenpost_store::people::players;

use crate::harness::app::{App, fresh};
use crate::harness::browser::{Browser, Page, Pages, selector};
use crate::pages::{TITLE, session};

/// Returns the text of a part of a page, one fragment per line.
fn words(page: &Page, css: &str) -> String {
    let html = page.html();
    let wanted = selector(css);
    let found = html.select(&wanted).flat_map(|part| part.text());
    let lines: Vec<String> = found
        .map(|text| text.split_whitespace().collect::<Vec<_>>().join(" "))
        .filter(|text| !text.is_empty())
        .collect();
    masked(&lines.join("\n"))
}

/// Returns the structure of a page, independent of the random setup: headings, forms and regions.
fn skeleton(page: &Page) -> String {
    let html = page.html();
    let wanted = selector("h1, h2, h3, form, fieldset, nav, [role=region], [role=alert], figure");
    let mut lines = Vec::new();
    for element in html.select(&wanted) {
        let name = element.value().name();
        let said = match name {
            "form" => {
                let way = element.attr("method").unwrap_or("get");
                format!("{way} {}", element.attr("action").unwrap_or_default())
            }
            "h1" | "h2" | "h3" => element.text().collect::<String>(),
            _ => element.attr("aria-label").unwrap_or_default().to_owned(),
        };
        let line = masked(&format!("{name} {}", said.trim()));
        if lines.last() != Some(&line) {
            lines.push(line);
        }
    }
    lines.join("\n")
}

/// Writes a page with its style sheet to the directory in RAVENPOST_PAGES, for inspection.
pub fn look(name: &str, page: &Page) {
    let Some(folder) = std::env::var_os("RAVENPOST_PAGES") else { return };
    let sheets = std::fs::read_dir("static/css").expect("the style sheets");
    let mut sheets: Vec<_> = sheets.map(|sheet| sheet.expect("a style sheet").path()).collect();
    sheets.sort();
    let style: String =
        sheets.iter().map(|sheet| std::fs::read_to_string(sheet).expect("text")).collect();
    let page = page.body.replace("</head>", &format!("<style>{style}</style></head>"));
    std::fs::write(std::path::Path::new(&folder).join(format!("{name}.html")), page)
        .expect("a folder");
}

/// Masks game IDs, secrets and hashes, which differ between runs.
fn masked(text: &str) -> String {
    let mut masked = String::new();
    for (at, word) in text.split_inclusive(|c: char| !c.is_alphanumeric()).enumerate() {
        let (bare, end) = match word.char_indices().next_back() {
            Some((last, c)) if !c.is_alphanumeric() => word.split_at(last),
            _ => (word, ""),
        };
        let digits = bare.chars().any(|c| c.is_ascii_digit());
        let long = bare.len() >= 10 && (digits || bare.len() >= 24);
        let id = at > 0 && masked.ends_with("games/") && !bare.is_empty();
        masked.push_str(if long || id { "[id]" } else { bare });
        masked.push_str(end);
    }
    masked
}

/// Returns a browser in which Ann is signed in.
async fn ann(app: &App) -> Browser {
    Pages::of(app.service.clone()).browser().signed_in(&session(app, "ann").await)
}

#[tokio::test]
async fn account_pages_match_their_snapshots() {
    let app = App::seeded(1).await;
    let mut nobody = Pages::of(app.service.clone()).browser();
    insta::assert_snapshot!("sign_in", words(&nobody.get("/sign-in").await, "main"));
    let page = nobody.get("/sign-in").await;
    let asked = nobody.send(&page, "/sign-in", &[("address", "eve@example.org")]).await;
    insta::assert_snapshot!("sign_in_asked", words(&asked, "main"));
    insta::assert_snapshot!("link_dead", words(&nobody.get("/sign-in/none").await, "main"));
    let missing = nobody.get("/none").await;
    insta::assert_snapshot!("missing", words(&missing, "main h1, main .lead, main a"));
    let mut ann = ann(&app).await;
    let settings = ann.get("/settings").await;
    insta::assert_snapshot!(
        "settings",
        words(&settings, "h1, h2, label, legend, .help, main button, .plain li")
    );
    insta::assert_snapshot!("my_games_none", words(&ann.get("/my-games").await, "main"));
}

#[tokio::test]
async fn table_pages_match_their_snapshots() {
    let app = App::seeded(1).await;
    let mut ann = ann(&app).await;
    let form = ann.get(&format!("/open?title={TITLE}")).await;
    insta::assert_snapshot!("open", words(&form, "form[action='/open'][method='post']"));
    let title = ann.get(&format!("/titles/{TITLE}")).await;
    insta::assert_snapshot!("title", words(&title, "main"));
    let fill = [("seats", "3"), ("seat-3", "random"), ("who", "public"), ("name", "Quiet")];
    let table = ann.send(&form, "/open", &fill).await;
    insta::assert_snapshot!("table_organiser", words(&table, "main"));
    let mut nobody = ann.clone();
    nobody.cookies.clear();
    insta::assert_snapshot!("table_nobody", words(&nobody.get(&table.path).await, "main"));
    insta::assert_snapshot!("lobby", words(&nobody.get("/games").await, "main"));
}

#[tokio::test]
async fn game_pages_match_their_snapshots() {
    let app = App::seeded(1).await;
    let mut ann = ann(&app).await;
    let form = ann.get(&format!("/open?title={TITLE}&practice=1")).await;
    let fill = [("seats", "2"), ("seat-2", "random"), ("name", "Quiet")];
    let game = ann.send(&form, "/open", &fill).await;
    insta::assert_snapshot!("game_seat", skeleton(&game));
    let order = game.all("button[name=order]", "value")[0].clone();
    let look = ann.send(&game, "/preview", &[("order", &order)]).await;
    insta::assert_snapshot!("game_preview", skeleton(&look));
    let path = game.path.split('?').next().expect("a path").to_owned();
    insta::assert_snapshot!("game_audit", skeleton(&ann.get(&format!("{path}/audit")).await));
    let mut nobody = ann.clone();
    nobody.cookies.clear();
    insta::assert_snapshot!("game_watcher", skeleton(&nobody.get(&path).await));
}

#[tokio::test]
async fn chat_pages_match_their_snapshots() {
    let app = App::seeded(1).await;
    let ann = session(&app, "ann").await;
    let reader = app.service.store().read();
    let own = players::by_address(reader, "ann@example.org").await.expect("readable");
    let own = own.expect("a player").id;
    let game_id = app.open_table(TITLE, own, 3).await;
    for name in ["bo", "cleo"] {
        let other = app.player(name).await;
        app.service
            .tables()
            .join_table(app.now, &game_id, other, Join::default())
            .await
            .expect("a seat");
    }
    let game = app.service.games().load(&game_id).await.expect("a game");
    for (seat, to, words) in [
        (2, To::Table, "Good morning! Back from the fair."),
        (2, To::Seats(vec![Seat(1)]), "A truce until the harvest?"),
        (1, To::Seats(vec![Seat(2), Seat(3)]), "Agreed, and the sea for all."),
    ] {
        let by = game.people.iter().find(|(held, _)| held.0 == seat).expect("somebody").1;
        let say = OutgoingMessage {
            game: game_id.clone(),
            by,
            to,
            words: words.to_owned(),
            key: fresh(),
            at_step: None,
        };
        app.service.chat().say(app.now, say).await.expect("said");
    }
    app.service.chat().mute(app.now, &game_id, own, Seat(3), true).await.expect("muted");
    let note = "Bo wants the sea.";
    app.service.chat().note(app.now, &game_id, own, None, note, &fresh()).await.expect("noted");
    let mut browser = Pages::of(app.service.clone()).browser().signed_in(&ann);
    let page = browser.get(&format!("/games/{game_id}")).await;
    look("game", &page);
    let talk = browser.get(&format!("/games/{game_id}?tab=talk")).await;
    let notes = browser.get(&format!("/games/{game_id}?tab=notes")).await;
    let beside = [words(&talk, "#talk"), words(&notes, "#notes")].join("\n");
    insta::assert_snapshot!("game_beside", beside);
    let page = browser.get(&format!("/games/{game_id}/talk")).await;
    look("talk", &page);
    insta::assert_snapshot!("talk", words(&page, "main"));
}
