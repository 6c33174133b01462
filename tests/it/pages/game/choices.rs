//! The choices that pages offer, in every title: they have the same numbers as in emails. Choices
//! that cannot be made now are disabled, with the reason, and cannot be submitted.

use chrono::Duration;
use ravenpost::emails::{Choices, Limits};
use ravenpost::web::shared::query::pairs;
use ravenpost_log::GameId;

use crate::harness::app::App;
use crate::harness::browser::{Browser, Page, Pages};
use crate::pages::game::sheets::first_form;
use crate::pages::session;

const LIMITS: Limits = Limits { orders: 24, forms: 60, fits: 60, values: 8 };
/// The number of turns per title in which choices may be disabled.
const TURNS: usize = 30;
/// The number of areas visited per turn.
const AREAS: usize = 2;

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
            app.passes(Duration::minutes(1)).await;
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
            // The orders of the draft are shown first on the page, without numbers.
            let ways = groups.iter();
            let ways = ways.flat_map(|group| group.offers.iter().map(|one| (group.hands_in, one)));
            let ways: Vec<_> = ways.collect();
            for choice in choices.groups.iter().flat_map(|part| &part.orders) {
                // An email writes some signs of an order as words.
                let (hands_in, way) = ways[choice.number - 1];
                if hands_in {
                    continue;
                }
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

#[tokio::test]
async fn impossible_choices_are_disabled_with_a_reason() {
    let (mut cards, mut options) = (0, 0);
    for title in ravenpost::titles::all() {
        let mut app = App::seeded(3).await;
        let pages = Pages::of(app.service.clone());
        let mut ann = pages.browser().signed_in(&session(&app, "ann").await);
        let player = app.player_of("ann").await;
        let key = title.about().key;
        let game_id = app.table(key, player, &["random"]).await;
        for turn in 0..TURNS {
            app.passes(Duration::minutes(1)).await;
            let game = app.service.games().load(&game_id).await.expect("the game");
            let Some(seat) = game.seat_of(player).filter(|seat| game.seats().wait(*seat).is_some())
            else {
                continue;
            };
            let position = game.true_position();
            let page = ann.get(&format!("/games/{game_id}")).await;
            cards += disabled_cards(key, page.ok(), &position.unplayable(seat));
            let barred = position.places(seat).into_iter().map(|(area, forms)| {
                let barred = forms.into_iter().flat_map(|form| form.unavailable);
                (area, barred.collect::<Vec<String>>())
            });
            for (area, barred) in barred.filter(|(_, barred)| !barred.is_empty()).take(AREAS) {
                let address = format!("/games/{game_id}?area={area}");
                let page = ann.get(&address).await;
                assert_eq!(page.ok().texts("#orders option[disabled]"), barred, "{key}: {address}");
                refuses_disabled_option(&app, &mut ann, &game_id, &page).await;
                options += barred.len();
            }
            let legal = position.legal(seat).orders;
            let order = legal.get(turn * 7 % legal.len().max(1)).filter(|_| turn % 3 != 2);
            let order = order.cloned().unwrap_or_else(|| position.fallback(seat));
            app.order(&game_id, seat, &order).await.expect("legal");
        }
    }
    assert!(cards > 0 && options > 0, "{cards} cards, {options} options");
}

/// Checks that each disabled card states its reason and offers nothing, and counts these cards.
fn disabled_cards(title: &str, page: &Page, reasons: &[(String, String)]) -> usize {
    let found = page.texts(".hand .card .why");
    for why in &found {
        let known = reasons.iter().any(|(_, reason)| why.ends_with(reason.as_str()));
        assert!(known, "{title}: {why}: {reasons:?}");
    }
    let offered = page.texts(".hand .card:has(.why) button, .hand .card:has(.why) form");
    assert!(offered.is_empty(), "{title}: {offered:?}");
    found.len()
}

/// Sends the text of a disabled option as a browser never would.
async fn refuses_disabled_option(app: &App, ann: &mut Browser, game: &GameId, page: &Page) {
    let form = "#orders form.subform:has(option[disabled])";
    let selected = page.texts(&format!("{form} option[disabled][selected]"));
    assert!(selected.is_empty(), "{selected:?}");
    let mut fields = first_form(page, form);
    let text = page.text(&format!("{form} option[disabled]")).expect("an option");
    fields.push(("f0.0".to_owned(), text));
    fields.push(("do".to_owned(), "give".to_owned()));
    let borrowed: Vec<_> = fields.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
    let before = app.version(game).await;
    let refused = ann.post(&format!("/games/{game}/orders"), &pairs(&borrowed)).await;
    assert_eq!(refused.status, 422, "{fields:?}: {}", refused.words());
    assert_eq!(app.version(game).await, before, "{fields:?}");
}
