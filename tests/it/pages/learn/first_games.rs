//! A title's first game, played by typing, with the highlighted buttons and board areas, and in
//! unexpected ways.

use ravenpost::titles;
use ravenpost::web::guides::tours;
use ravenpost::web::shared::query::pairs;

use crate::harness::app::App;
use crate::harness::browser::{Browser, Page, Pages, selector};
use crate::pages::TITLE;

/// Returns the order that a page asks for.
fn asked(page: &Page) -> Option<String> {
    page.text("#tour .ask code")
}

fn step(page: &Page) -> usize {
    let (_, rest) = page.path.split_once("step=").unwrap_or(("", "1"));
    rest.split(['&', '#']).next().unwrap_or_default().parse().expect("a number")
}

async fn give(browser: &mut Browser, key: &str, at: usize, order: &str) -> Page {
    let fields = [("step", &*at.to_string()), ("order", order)]
        .map(|(name, value)| (name, value.to_owned()));
    let fields: Vec<(&str, &str)> =
        fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
    browser.get(&format!("/titles/{key}/first-game?{}", pairs(&fields))).await
}

#[tokio::test]
async fn every_first_game_is_playable_by_typed_lines() {
    let app = App::new().await;
    let mut browser = Pages::of(app.service.clone()).browser();
    for title in titles::all() {
        let key = title.about().key;
        let tour = tours::of(title.about()).unwrap_or_else(|| panic!("{key} has no first game"));
        let mut page = browser.get(&format!("/titles/{key}/first-game")).await;
        let mut at = 1;
        while let Some(order) = asked(page.ok()) {
            let stop = tour.stop(at).expect("it is there");
            let tells = stop.recent.iter().any(|step| !step.says.is_empty());
            let told = page.texts("#tour > :is(p, ul):not(.ask, .history)").len();
            assert_eq!(told > usize::from(at == 1), tells, "{key} {at}");
            let ask = page.text("#tour .ask").expect("a question");
            assert!(ask.contains(&format!("({order})")), "{key} {at}: said in words: {ask}");
            page = give(&mut browser, key, at, &order).await;
            assert_eq!(step(page.ok()), at + 1, "{key}: {order}");
            let [said, written] = [".log li div", ".log li code"].map(|css| page.texts(css));
            let more = said.iter().zip(&written).any(|(said, written)| said != written);
            assert!(more, "{key} {at}: what happened is told, {said:?}");
            at += 1;
        }
        assert_eq!(at, tour.last(), "{key}");
        assert!(at > 3, "{key}: {at} orders are few");
        assert!(page.words().contains("That completes the first game"), "{key}: {}", page.words());
        assert!(page.all("#orders", "id").is_empty(), "{key}: nothing is asked at its end");
    }
}

/// Returns the highlighted order of a page: a button, or a form filled in to produce the order.
fn marked(page: &Page, order: &str) -> Option<String> {
    let html = page.html();
    let button = selector("#orders button.asked");
    if let Some(button) = html.select(&button).next() {
        assert_eq!(button.attr("value"), Some(order));
        return Some(pairs(&[("order", order)]));
    }
    let form = selector("#orders form.asked");
    html.select(&form).find_map(|form| fill(form, order))
}

/// Returns the fields of a form, filled in so that it produces the order.
fn fill(form: scraper::ElementRef<'_>, order: &str) -> Option<String> {
    let all = |css: &str| form.select(&selector(css)).collect::<Vec<_>>();
    let hidden = all("input[type=hidden]");
    let value = |name: &str| {
        let found = hidden.iter().find(|one| one.attr("name") == Some(name));
        found.and_then(|one| one.attr("value")).map(str::to_owned)
    };
    let lead = value("lead")?;
    let mut rest = order.strip_prefix(lead.as_str())?.trim().to_owned();
    let mut fields = vec![("form".to_owned(), value("form")?), ("lead".to_owned(), lead)];
    for control in all("select, input:not([type=hidden])") {
        let name = control.attr("name")?.to_owned();
        let (first, after) = rest.split_once(' ').unwrap_or((rest.as_str(), ""));
        let (first, after) = (first.to_owned(), after.to_owned());
        match (control.value().name(), control.attr("type")) {
            ("select", _) => {
                let option = selector("option");
                let options = control.select(&option);
                let values = options.filter_map(|one| one.attr("value"));
                let fits = |value: &&str| {
                    !value.is_empty() && (rest == *value || rest.starts_with(&format!("{value} ")))
                };
                if let Some(word) = values.filter(fits).max_by_key(|value| value.len()) {
                    fields.push((name, word.to_owned()));
                    rest = rest[word.len()..].trim().to_owned();
                }
            }
            (_, Some("radio")) => {
                let value = control.attr("value").filter(|value| !value.is_empty());
                let fits = |value: &&str| rest == *value || rest.starts_with(&format!("{value} "));
                if let Some(word) = value.filter(fits) {
                    fields.push((name, word.to_owned()));
                    rest = rest[word.len()..].trim().to_owned();
                }
            }
            (_, Some("checkbox" | "number")) => {
                let word = control.attr("data-word").or(control.attr("value"))?;
                let number = first.strip_suffix(word).map(|number| match number {
                    "" => "1".to_owned(),
                    number => number.to_owned(),
                });
                if let Some(number) = number.filter(|number| number.parse::<u16>().is_ok()) {
                    let value = control.attr("value").map_or(number, str::to_owned);
                    fields.push((name, value));
                    rest = after;
                }
            }
            _ => {
                fields.push((name, rest.clone()));
                rest.clear();
            }
        }
    }
    let fields: Vec<(&str, &str)> =
        fields.iter().map(|(name, value)| (&**name, &**value)).collect();
    rest.is_empty().then(|| pairs(&fields))
}

#[tokio::test]
async fn every_first_game_is_playable_by_board_and_buttons() {
    let app = App::new().await;
    let mut browser = Pages::of(app.service.clone()).browser();
    let (mut by_place, mut typed) = (0, Vec::new());
    for title in titles::all() {
        let key = title.about().key;
        let mut page = browser.get(&format!("/titles/{key}/first-game")).await;
        while let Some(order) = asked(page.ok()) {
            let at = step(&page);
            if let Some(place) = page.all("#tour .ask a[href*=area]", "href").first() {
                assert!(page.body.contains(&format!("href=\"{}\"", place.replace('&', "&amp;"))));
                page = browser.get(place).await;
                by_place += 1;
            }
            let Some(fields) = marked(page.ok(), &order) else {
                typed.push(format!("{key}: {order}"));
                page = give(&mut browser, key, at, &order).await;
                continue;
            };
            page = browser.get(&format!("/titles/{key}/first-game?step={at}&{fields}")).await;
            assert_eq!(step(page.ok()), at + 1, "{key}: {order} by {fields}");
        }
    }
    assert!(by_place > 0, "some orders are given by a place of the board");
    assert!(typed.is_empty(), "these can only be typed: {typed:#?}");
}

#[tokio::test]
async fn first_game_names_the_readers_colour_and_numbers_no_moves() {
    let app = App::new().await;
    let mut browser = Pages::of(app.service.clone()).browser();
    for title in titles::all() {
        let key = title.about().key;
        let tour = tours::of(title.about()).expect("it has a first game");
        let last = tour.stop(tour.last()).expect("it is there");
        let colour = last.position.seat_name(tour.reader).colour;
        for at in 1..tour.last() {
            let page = browser.get(&format!("/titles/{key}/first-game?step={at}")).await;
            if at == 1 {
                let chips = page.ok().all("#tour p .chip", "class");
                assert_eq!(chips.first(), Some(&format!("chip c-{colour}")), "{key}");
            }
            if page.ok().all("#asked", "id").is_empty() {
                continue;
            }
            let soft = page.texts(".orders button > .soft:first-child");
            let number = |text: &String| text.trim_end_matches('.').parse::<usize>().is_ok();
            assert!(!soft.iter().any(number), "{key} {at}: {soft:?}");
        }
    }
}

/// The board and the first move should be close to the top of a phone.
#[test]
fn stories_of_first_games_are_short() {
    for title in titles::all() {
        let key = title.about().key;
        let tour = tours::of(title.about()).expect("it has a first game");
        for at in 1..=tour.last() {
            let stop = tour.stop(at).expect("it is there");
            let words = stop.recent.iter().map(|step| step.says.split_whitespace().count());
            let (words, most) = (words.sum::<usize>(), if at == 1 { 60 } else { 80 });
            assert!(words <= most, "{key} {at}: {words} words, at most {most}");
        }
    }
}

#[tokio::test]
async fn several_orders_are_played_as_far_as_they_match() {
    let app = App::new().await;
    let mut browser = Pages::of(app.service.clone()).browser();
    let page = give(&mut browser, "bardagi", 3, "k move frosttun; k buy meat").await;
    assert_eq!(step(page.ok()), 5);
    assert_eq!(asked(&page).as_deref(), Some("k move frosttorg"));
    let page = give(&mut browser, "bardagi", 3, "k move frosttun; k pass; fly").await;
    assert!(page.ok().text("#refused").is_some(), "{}", page.words());
    assert_eq!(asked(&page).as_deref(), Some("k buy meat"), "the first part was given");
    assert_eq!(
        page.all("#order", "value"),
        ["k move frosttun; k pass; fly"],
        "what was typed stays"
    );
}

#[tokio::test]
async fn other_orders_are_explained_and_illegal_ones_refused() {
    let app = App::new().await;
    let mut browser = Pages::of(app.service.clone()).browser();
    let start = browser.get("/titles/thingvellir/first-game").await;
    let order = asked(start.ok()).expect("an order");
    let page = give(&mut browser, "thingvellir", 1, "side hja").await;
    let said = page.ok().text("#elsewhere").expect("an answer");
    assert!(said.contains("side hja is a legal move") && said.contains(&order), "{said}");
    assert!(said.contains("Result: "), "{said}");
    assert_eq!(page.all("#elsewhere a", "href"), ["?step=2#tour"], "do it for me");
    let page = give(&mut browser, "thingvellir", 2, "propose thing9").await;
    assert!(page.ok().text("#refused").expect("a refusal").contains("thing9"));
    let rules = give(&mut browser, "gotlandia", 1, "play gotland settle burs").await;
    assert!(!rules.ok().all("#refused a", "href").is_empty(), "{}", rules.words());
}

#[tokio::test]
async fn other_input_gets_a_clear_answer_and_stores_nothing() {
    let app = App::new().await;
    let before = app.derived().await;
    let mut browser = Pages::of(app.service.clone()).browser();
    let path = format!("/titles/{TITLE}/first-game");
    for step in ["0", "-1", "x", "999", "18446744073709551616", "1.5", "%00"] {
        let page = browser.get(&format!("{path}?step={step}")).await;
        assert_eq!(page.status, 404, "{step}");
        assert!(page.words().contains("This step does not exist"), "{}", page.words());
    }
    assert_eq!(browser.get("/titles/chess/first-game").await.status, 404);
    // Orders of another seat, orders after the end, and invalid input.
    for order in ["play baltic-sea raid", "done anyway", "%3Cb%3E", "end", ";;;", "take 1 a"] {
        let written = order.replace(' ', "+");
        let page = browser.get(&format!("{path}?step=1&order={written}")).await;
        assert!(asked(page.ok()).is_some(), "{order}: {}", page.words());
        assert!(!page.body.contains("<b>"), "{order}");
    }
    for form in ["o.99.1", "x", "p.0.0&lead=fly", "o.0.0&lead="] {
        let page = browser.get(&format!("{path}?step=1&form={form}")).await;
        assert!(page.ok().text("#refused").is_some(), "{form}");
    }
    let last = tours::of(titles::find(TITLE).expect("it is there").about()).expect("one").last();
    let page = browser.get(&format!("{path}?step={last}&order=end")).await;
    assert!(page.ok().words().contains("That completes the first game"));
    browser.get(&format!("{path}?step=1&area=atlantis")).await.ok();
    assert_eq!(app.derived().await, before, "nothing is stored");
}

#[tokio::test]
async fn first_game_is_linked_and_its_text_lists_every_line() {
    let app = App::new().await;
    let mut browser = Pages::of(app.service.clone()).browser();
    for title in titles::all() {
        let key = title.about().key;
        let to = format!("/titles/{key}/first-game");
        for page in [format!("/titles/{key}"), format!("/titles/{key}/tour")] {
            let page = browser.get(&page).await;
            assert!(page.ok().all("main a", "href").contains(&to), "{key}: {}", page.path);
        }
        let text = browser.get(&format!("/titles/{key}/tour")).await.ok().words();
        assert!(!text.contains("example:L1"), "{key}: the place of the played part is left");
        let tour = tours::of(title.about()).expect("a first game");
        for line in tour.steps.iter().filter_map(|step| step.line.as_ref()) {
            assert!(text.contains(line), "{key}: {line} is not told");
        }
    }
}
