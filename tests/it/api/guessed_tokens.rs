//! Guessed tokens, and what a thief can do with the table of tokens: nothing works.

use std::collections::BTreeSet;

use data_encoding::{BASE32_NOPAD, BASE64, BASE64URL_NOPAD, HEXLOWER, HEXUPPER};
use ravenpost::service::people::tokens::scope::Scope;
use ravenpost::service::people::tokens::text;
use ravenpost::web::http::limits::Limits;
use ravenpost::web::shared::forms;
use ravenpost_store::people::tokens;

use super::client::{Client, problem, read, token_of, unlimited};
use crate::harness::app::App;
use crate::harness::at_night;
use crate::harness::browser::{Pages, noon};

/// The number of guesses.
fn guesses() -> usize {
    if at_night() { 100_000 } else { 500 }
}

/// The characters of the random part of a token.
const ALPHABET: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";

/// Returns a random part.
fn random() -> String {
    let text = forms::random() + &forms::random();
    text.chars().take(32).collect()
}

/// Returns the text with another character at this place.
fn changed(random: &str, at: usize) -> String {
    let mut bytes = random.as_bytes().to_vec();
    let place = ALPHABET.iter().position(|known| *known == bytes[at]).expect("base32");
    bytes[at] = ALPHABET[(place + 1 + at % 31) % 32];
    String::from_utf8(bytes).expect("base32")
}

#[tokio::test]
async fn no_guessed_token_works() {
    let app = App::new().await;
    app.player("ann").await;
    let pages = unlimited(&app);
    let valid = token_of(&app, "ann", Scope::ALL, None).await;
    let own = valid["rp_".len()..].chars().take(32).collect::<String>();
    // Well-formed guesses, so that each is looked up: random ones, and neighbours of a valid token.
    let mut tried = BTreeSet::new();
    for number in 0..guesses() {
        let part = if number % 2 == 0 { random() } else { changed(&own, number / 2 % 32) };
        let guess = text::token(&part);
        assert_ne!(guess, valid);
        assert!(text::hash(&guess).is_some(), "{guess} is well-formed");
        let page = Client::new(&pages, Some(&guess)).get("/me").await;
        problem(&page, 401, "token-invalid");
        tried.insert(guess);
    }
    assert!(tried.len() > guesses() / 2 && tried.len() <= guesses());
    read(&Client::new(&pages, Some(&valid)).get("/me").await);
}

#[tokio::test]
async fn guesses_are_limited_and_lock_no_token_out() {
    let app = App::new().await;
    app.player("ann").await;
    let pages = Pages::with(app.service.clone(), |site| site.limits = Limits::new(20, 10_000));
    let valid = token_of(&app, "ann", Scope::ALL, None).await;
    let mut answered = 0;
    for _ in 0..60 {
        let page = Client::new(&pages, Some(&text::token(&random()))).get("/me").await;
        if page.status == 401 {
            answered += 1;
        } else {
            problem(&page, 429, "too-many");
        }
    }
    assert!((20..30).contains(&answered), "{answered}");
    read(&Client::new(&pages, Some(&valid)).get("/me").await);
}

#[tokio::test]
async fn a_stolen_table_of_tokens_is_useless() {
    let app = App::new().await;
    let ann = app.player("ann").await;
    let pages = Pages::of(app.service.clone());
    let valid = token_of(&app, "ann", Scope::ALL, None).await;
    let rows = tokens::of_player(app.service.store().read(), ann, noon()).await;
    let rows = rows.expect("readable");
    assert!(!format!("{rows:?}").contains(&valid[3..]));
    let hash = rows[0].token_hash;
    let base32 = BASE32_NOPAD.encode(&hash).to_lowercase();
    let mut texts = vec![
        HEXLOWER.encode(&hash),
        HEXUPPER.encode(&hash),
        BASE64.encode(&hash),
        BASE64URL_NOPAD.encode(&hash),
        base32.clone(),
        text::token(&base32[..32]),
        text::token(&base32[base32.len() - 32..]),
    ];
    texts.extend(texts.clone().iter().map(|text| format!("rp_{text}")));
    for text in &texts {
        problem(&Client::new(&pages, Some(text)).get("/me").await, 401, "token-invalid");
        let session = Client::new(&pages, None).with_cookie(text);
        problem(&session.get("/me").await, 401, "token-missing");
    }
    read(&Client::new(&pages, Some(&valid)).get("/me").await);
}
