//! The form that opens a table: the summaries of its sections and its contents after a refusal.

use crate::harness::app::App;
use crate::harness::browser::{Page, Pages};
use crate::pages::{TITLE, session};

/// Returns the summary of each section, and whether it is expanded.
fn folds(page: &Page) -> Vec<(String, bool)> {
    let (all, open) = (
        page.texts(".open-folds > details > summary"),
        page.texts(".open-folds > details[open] > summary"),
    );
    all.into_iter().map(|words| (words.clone(), open.contains(&words))).collect()
}

fn fold(page: &Page, begins: &str) -> (String, bool) {
    let found = folds(page).into_iter().find(|(words, _)| words.starts_with(begins));
    found.unwrap_or_else(|| panic!("no fold {begins}: {}", page.words()))
}

#[tokio::test]
async fn refused_table_form_keeps_input_and_opens_sections() {
    let app = App::new().await;
    let mut ann = Pages::of(app.service.clone()).browser().signed_in(&session(&app, "ann").await);
    let form = ann.get(&format!("/open?title={TITLE}")).await;
    assert!(folds(form.ok()).iter().all(|(_, open)| !open), "{:?}", folds(&form));
    assert!(fold(&form, "Seats").0.contains("you in seat 1, others free"));
    assert!(fold(&form, "Custom clock").0.contains("used if you choose"));

    let fill = [("seats", "3"), ("seat-1", "me"), ("seat-2", "me"), ("consent", "organiser")];
    let refused = ann.send(&form, "/open", &fill).await;
    assert_eq!(refused.status, 422);
    assert!(refused.words().contains("The table was not opened"), "{}", refused.words());
    let open: Vec<_> = folds(&refused).into_iter().filter(|(_, open)| *open).collect();
    let open: Vec<&str> = open.iter().map(|(words, _)| words.as_str()).collect();
    assert!(
        matches!(open[..], [seats, back]
        if seats.starts_with("Seats") && back.contains("I decide alone")),
        "{open:?}"
    );
    assert!(fold(&refused, "Options").0.contains("all default"));
}

/// Ticked boxes must stay ticked, or the second attempt would open a different table.
#[tokio::test]
async fn ticked_seats_of_an_option_stay_ticked() {
    let app = App::new().await;
    let mut ann = Pages::of(app.service.clone()).browser().signed_in(&session(&app, "ann").await);
    let form = ann.get("/open?title=gotlandia").await;
    let field = "option-new_players";
    let token = form.ok().all("form[method=post] input[name=token]", "value")[0].clone();
    let body = format!(
        "token={token}&key=k1&title=gotlandia&seats=3&seat-1=me&seat-2=me&{field}=1&{field}=3"
    );
    let refused = ann.post("/open", &body).await;
    assert_eq!(refused.status, 422, "{}", refused.words());
    let ticked = refused.all(&format!("input[name={field}][checked]"), "value");
    assert_eq!(ticked, ["1", "3"]);
    let (words, open) = fold(&refused, "Options");
    assert!(open && words.contains("Red, Yellow"), "{words}");
}
