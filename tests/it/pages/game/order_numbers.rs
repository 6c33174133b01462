//! The page and the email of the same position give an order the same number.

use ravenpost::emails::{Choices, Limits};

use crate::harness::app::App;
use crate::harness::browser::Pages;
use crate::pages::session;

const LIMITS: Limits = Limits { orders: 24, forms: 60, fits: 60, values: 8 };

#[tokio::test]
async fn order_has_the_same_number_on_page_and_in_email() {
    for title in ravenpost::titles::all() {
        let mut app = App::new().await;
        let pages = Pages::of(app.service.clone());
        let mut ann = pages.browser().signed_in(&session(&app, "ann").await);
        let player = app.player_of("ann").await;
        let game_id = app.table(title.about().key, player, &["random"]).await;
        let mut listed = 0;
        for _ in 0..12 {
            app.passes(chrono::Duration::minutes(1)).await;
            let game = app.service.games().load(&game_id).await.expect("the game");
            let Some(seat) = game.seat_of(player).filter(|seat| game.seats().wait(*seat).is_some())
            else {
                continue;
            };
            let page = ann.get(&format!("/games/{game_id}")).await;
            let orders = page.all("#orders button[name=order]", "value");
            let words = page.texts("#orders button[name=order]");
            let groups = game.true_position().offers(seat);
            let choices = Choices::of(&groups, "", false, LIMITS);
            let ways: Vec<_> = groups.iter().flat_map(|group| &group.offers).collect();
            for choice in choices.groups.iter().flat_map(|part| &part.orders) {
                // An email writes some signs of an order as words.
                let way = ways[choice.number - 1];
                let Some(at) = orders.iter().position(|order| *order == way.order) else {
                    // Other ways to pay for the same follow on the page of the preview.
                    assert!(!way.action.is_empty(), "{} is there", way.order);
                    continue;
                };
                let number = format!("{}. ", choice.number);
                assert!(words[at].starts_with(&number), "{}: {}", words[at], choice.line());
                listed += 1;
            }
            let order = app.some_order(&game_id, seat).await;
            app.order(&game_id, seat, &order).await.expect("legal");
        }
        assert!(listed > 0, "{}: orders are listed", title.about().key);
    }
}
