//! The fairness page reveals nothing hidden while the game runs. Afterwards it shows commands that
//! verify each draw, which are run here.

use std::path::Path;
use std::process::Command;

use ravenpost::service::ServiceError;
use ravenpost::service::game::core::folded::Game;
use ravenpost::service::game::fairness::audit::derived;
use ravenpost::service::game::fairness::explain_draw::Derivation;
use ravenpost_log::GameId;
use ravenpost_log::table::status::Status;

use crate::harness::app::App;
use crate::harness::at_night;
use crate::harness::browser::Pages;
use crate::pages::TITLE;

async fn page(app: &App, game: &GameId, query: &str) -> (u16, String) {
    let mut browser = Pages::of(app.service.clone()).browser();
    let page = browser.get(&format!("/games/{game}/luck{query}")).await;
    (page.status, page.body)
}

/// Returns the commands on the page as a reader would type them.
fn typed(body: &str) -> Vec<String> {
    let inside =
        body.split("<pre tabindex=\"0\">").skip(1).filter_map(|rest| rest.split("</pre>").next());
    let plain = |text: &str| {
        [("&#39;", "'"), ("&#34;", "\""), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")]
            .iter()
            .fold(text.to_owned(), |text, (code, sign)| text.replace(code, sign))
    };
    inside.map(plain).collect()
}

fn shell(recipe: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("contrib");
    let done = Command::new("sh").arg("-c").arg(recipe).current_dir(folder).output();
    let done = done.expect("there is a shell");
    assert!(done.status.success(), "{recipe}: {}", String::from_utf8_lossy(&done.stderr));
    String::from_utf8_lossy(&done.stdout).into_owned()
}

/// Runs the commands of a page.
fn holds(body: &str, commitment: &str, walk: &Derivation) {
    let [secret, key, stream, all] = &typed(body)[..] else { panic!("{body}") };
    assert!(shell(secret).starts_with(commitment));
    let hex = secret.lines().next().expect("the shell's word for it");
    assert!(shell(&format!("{hex}\n{key}")).contains(&walk.key), "{key}");
    let words = shell(stream);
    let first: Vec<u32> = words.split_whitespace().map(|word| word.parse().unwrap()).collect();
    let shown = walk.words.iter().enumerate().map(|(at, word)| (walk.before + at, word.word));
    assert!(shown.filter(|(at, _)| *at < 16).all(|(at, word)| first[at] == word));
    let said = shell(all);
    assert!(said.contains(&format!("commitment {commitment}\nkey {}\n", walk.key)), "{said}");
    let last = walk.words.last().expect("its own");
    let told = format!("word {}, modulo {}: {}\n", last.word, walk.draw.of, walk.draw.was);
    assert!(said.ends_with(&told), "{told}: {said}");
}

/// Returns the derivation of a draw of a finished game.
fn walk(game: &Game, draw: usize) -> Result<Derivation, ServiceError> {
    game.fairness().walk(&derived(game)?, draw)
}

#[tokio::test]
async fn every_command_on_the_page_reproduces_its_draw() {
    for title in ravenpost::titles::all() {
        let app = App::seeded(4).await;
        let game_id = app.bots_only(title.about().key, &["random", "random"]).await;
        while app.status(&game_id).await != Status::Over {
            app.service.clocks().tick(app.now).await.expect("a tick");
        }
        let game = app.service.games().load(&game_id).await.expect("a game");
        let first = walk(&game, 1).expect("something was drawn");
        // RAVENPOST_NIGHT tries all draws.
        let night = at_night();
        let few = [1, 2, first.of / 2, first.of];
        for draw in (1..=first.of).filter(|draw| night || few.contains(draw)) {
            let walk = walk(&game, draw).expect("it is there");
            assert!(walk.holds(), "{walk:?}");
            let (status, body) = page(&app, &game_id, &format!("?draw={draw}")).await;
            assert_eq!(status, 200);
            assert!(body.contains("<strong>it matches</strong>"));
            holds(&body, &game.status.commitment, &walk);
        }
        assert_eq!(page(&app, &game_id, "").await, page(&app, &game_id, "?draw=1").await);
        for none in ["?draw=0", "?draw=-1", "?draw=x", &format!("?draw={}", first.of + 1)] {
            assert_eq!(page(&app, &game_id, none).await.0, 404, "{none}");
        }
    }
}

#[tokio::test]
async fn fairness_page_of_a_running_game_has_only_the_commitment() {
    let app = App::seeded(4).await;
    let (_, _, game_id) = app.pair(TITLE).await;
    let game = app.service.games().load(&game_id).await.expect("a game");
    let (status, body) = page(&app, &game_id, "?draw=1").await;
    assert_eq!(status, 200);
    assert!(body.contains(&game.status.commitment));
    let secret =
        data_encoding::HEXLOWER.encode(&game.fairness().draw_inputs().expect("kept").secret);
    assert!(!body.contains(&secret) && !body.contains("<pre tabindex=\"0\">"));
    assert!(walk(&game, 1).is_err());
}

#[tokio::test]
async fn changed_number_does_not_match_the_stream() {
    let app = App::seeded(4).await;
    let game_id = app.bots_only(TITLE, &["random", "random"]).await;
    let game = app.service.games().load(&game_id).await.expect("a game");
    let mut walk = walk(&game, 3).expect("it is there");
    walk.draw.was = (walk.draw.was + 1) % walk.draw.of.max(2);
    assert!(!walk.holds());
}
