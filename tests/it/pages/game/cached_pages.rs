//! Caches of a game are keyed by public data. After a private order, pages, pictures and the
//! audit's verdict are still served from memory, so that the response time reveals nothing.

use std::sync::Arc;

use actix_web::web::Bytes;

use crate::harness::browser::Pages;
use crate::pages::TITLE;
use crate::pages::game::private_instructions::Table;

#[tokio::test]
async fn private_order_keeps_caches_of_page_picture_and_verdict() {
    let mut table = Table::of(TITLE, 5).await;
    let ann = table.app.player_of("ann").await;
    let page = format!("/games/{}", table.game);
    let picture = format!("{page}/picture");
    for round in 0..40 {
        let (service, game) = (table.app.service.clone(), table.game().await);
        let key = (table.game.clone(), game.tip.shown);
        let pages = Pages::with(service.clone(), |site| {
            site.pictures.put(key, Bytes::from_static(b"kept"), 4);
        });
        let mut spectator = pages.browser();
        spectator.get(&page).await;
        let verdict = service.fairness().verdict(&table.game).await.expect("looked over");
        // A page that is rendered again contains the new name.
        let name = format!("Anneke {round}");
        service.players().choose_name(ann, &name, "UTC").await.expect("nobody else's");
        if !table.save_instruction(round).await {
            assert!(table.go_on().await, "nothing could be left before the end");
            continue;
        }
        assert!(!spectator.get(&page).await.body.contains(&name), "the page was rendered again");
        let drawn = spectator.get(&picture).await;
        assert_eq!(drawn.body, "kept", "the picture was drawn again");
        let again = service.fairness().verdict(&table.game).await.expect("looked over");
        assert!(Arc::ptr_eq(&verdict, &again), "the game was audited again");

        while table.game().await.tip.shown == game.tip.shown {
            assert!(table.go_on().await, "somebody is asked");
        }
        assert!(spectator.get(&page).await.body.contains(&name), "a step renders the page again");
        let drawn = spectator.get(&picture).await;
        assert_ne!(drawn.body, "kept");
        let again = service.fairness().verdict(&table.game).await.expect("looked over");
        assert!(!Arc::ptr_eq(&verdict, &again));
        return;
    }
    panic!("nobody could leave anything");
}
