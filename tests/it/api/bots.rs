//! The example program plays whole games of every title.

use std::process::Command;

use ravenpost::service::people::tokens::scope::Scope;
use ravenpost_log::table::status::Status;

use super::client::token_of;
use crate::harness::app::App;
use crate::harness::browser::Pages;

const BOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/contrib/bot.py");

#[test]
fn the_example_is_short_and_needs_no_library() {
    let text = std::fs::read_to_string(BOT).expect("the file");
    assert!(text.lines().count() <= 80);
    let imports = text.lines().find(|line| line.starts_with("import ")).expect("imports");
    assert!(text.lines().filter(|line| line.contains("import ")).eq([imports]));
}

#[tokio::test]
async fn two_copies_of_the_example_play_every_title_to_its_end() {
    for title in ravenpost::service::titles::all() {
        let key = title.about().key;
        let app = App::seeded(1).await;
        let (_, _, game) = app.pair(key).await;
        let pages = Pages::of(app.service.clone());
        let mut programs = Vec::new();
        for name in ["ann", "bob"] {
            let token = token_of(&app, name, &[Scope::Read, Scope::Play], None).await;
            let server = format!("http://{}", pages.address);
            programs.push(tokio::task::spawn_blocking(move || {
                let args = ["300", "python3", BOT, &server, &token, "0.02"];
                Command::new("timeout").args(args).output()
            }));
        }
        for program in programs {
            let done = program.await.expect("it ran").expect("python3");
            let words = String::from_utf8_lossy(&done.stderr);
            assert!(done.status.success(), "{key}: {words}");
        }
        assert_eq!(app.status(&game).await, Status::Over, "{key}");
    }
}
