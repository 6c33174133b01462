//! Saved instructions are private: to everyone else, a game with them and one without are
//! identical, except for hashes, which reveal nothing.

use ravenpost::emails::Email;
use ravenpost::service::game::core::folded::Game;
use ravenpost_log::GameId;
use ravenpost_rules::numbers::Step;
use ravenpost_rules::{Dice, Field, Form, Group, Seat, Viewer};
use ravenpost_store::post::outbox;

use crate::harness::app::{App, key_of};
use crate::harness::at_night;
use crate::harness::browser::Pages;
use crate::harness::seeds::seeds;
use crate::pages::session;

/// Pages that are compared and do not belong to a single step.
pub const ROOMS: [&str; 9] = [
    "",
    "/log",
    "/audit",
    "/audit.json",
    "/luck",
    "/talk",
    "/think?seed=3&bot=random",
    "/rewind?to=1",
    "/fork",
];

/// Returns the steps whose pages are compared. By day these are the first, every fourth, and the
/// last three: two games differ most in the newest steps. `RAVENPOST_NIGHT` compares all.
pub fn steps_compared(last: Step) -> impl Iterator<Item = u64> {
    let (last, night) = (last.0, at_night());
    (1..=last).filter(move |step| night || step % 4 == 1 || step + 3 > last)
}

const RED: Seat = Seat(1);
const BLUE: Seat = Seat(2);

/// A game of two, with or without Blue's secrets.
pub struct Table {
    pub app: App,
    pub game: GameId,
    /// How often Blue saved an instruction, and how often it was withdrawn.
    pub left: [usize; 2],
}

impl Table {
    pub async fn of(title: &str, seed: u64) -> Table {
        let app = App::seeded(seed).await;
        let (_, _, game) = app.pair(title).await;
        // Signed heads, receipts and files need a key, and emails a seal.
        app.service.proof().first_key(app.now).await.expect("a key");
        app.service.archive().seal(app.now).await.expect("sealed");
        Table { app, game, left: [0, 0] }
    }

    /// Saves every instruction Blue may give, and withdraws each.
    pub async fn save_and_withdraw_each(&mut self) {
        let aside = self.game().await.true_position().instructions(BLUE);
        for line in instructions(&aside) {
            let before = self.game().await;
            if !only_saves_instruction(&before, &line)
                || self.app.order(&self.game, BLUE, &line).await.is_err()
            {
                continue;
            }
            let after = self.game().await;
            if after.last_seq() == before.last_seq() {
                continue;
            }
            assert_eq!(after.step(), before.step(), "{line} is no step");
            assert_eq!(after.tip.shown, before.tip.shown, "{line} is in no hash yet");
            self.left[0] += 1;
            self.take_back().await;
            let back = self.game().await;
            assert_eq!(
                back.true_position().document(),
                before.true_position().document(),
                "{line} is as if not left"
            );
        }
    }

    /// Withdraws Blue's last instruction.
    pub async fn take_back(&mut self) {
        let game = self.game().await;
        let last = game.orders().may_take_back(BLUE).expect("one's own may be taken back");
        let key = key_of(format!("back {}", game.last_seq()));
        let last = game.orders().mark(&last);
        let back = self
            .app
            .service
            .play()
            .take_back(self.app.now, &self.game, BLUE, None, &last, &key)
            .await;
        back.expect("taken back");
        self.left[1] += 1;
    }

    /// Saves an instruction of Blue.
    pub async fn leave(&mut self) {
        self.save_instruction(0).await;
    }

    /// Saves the first possible instruction, starting at index `from`. Returns whether there was
    /// one.
    pub async fn save_instruction(&mut self, from: usize) -> bool {
        let game = self.game().await;
        let mut lines = instructions(&game.true_position().instructions(BLUE));
        let many = lines.len().max(1);
        lines.rotate_left(from % many);
        for line in lines {
            if !only_saves_instruction(&game, &line) {
                continue;
            }
            let given = self.app.order(&self.game, BLUE, &line).await;
            if given.is_ok() && self.game().await.last_seq() > game.last_seq() {
                self.left[0] += 1;
                return true;
            }
        }
        false
    }

    pub async fn game(&self) -> std::sync::Arc<Game> {
        self.app.service.games().load(&self.game).await.expect("a game")
    }

    /// Gives an order of an awaited seat.
    pub async fn go_on(&mut self) -> bool {
        let game = self.game().await;
        let Some(seat) = game.seats().awaited_seats().first().copied() else { return false };
        let order = self.app.some_order(&self.game, seat).await;
        self.app.order(&self.game, seat, &order).await.expect("legal");
        true
    }

    /// Returns every page of the game and every email as Red and a spectator receive them.
    async fn told(&self) -> Vec<(String, String)> {
        let pages = Pages::of(self.app.service.clone());
        let mut red = pages.browser().signed_in(&session(&self.app, "ann").await);
        let mut watcher = pages.browser();
        let game_id = format!("/games/{}", self.game);
        let mut told = Vec::new();
        let game = self.game().await;
        let first = game.started().expect("it began");
        let steps = steps_compared(game.step())
            .flat_map(|step| [format!("?at={step}&from={first}"), format!("?at={step}&eye=now")]);
        for room in ROOMS.map(str::to_owned).into_iter().chain(steps) {
            let path = format!("{game_id}{room}");
            told.push((format!("Red's {path}"), red.get(&path).await.body));
            told.push((format!("a watcher's {path}"), watcher.get(&path).await.body));
        }
        for viewer in [Viewer::Seat(RED), Viewer::Spectator] {
            let file =
                self.app.service.archive().export(&self.game, viewer).await.expect("written out");
            told.push((format!("the file for {viewer:?}"), file));
        }
        told.push(("Red's games".to_owned(), red.get("/my-games").await.body));
        told.push(("its health".to_owned(), watcher.get("/readyz").await.body));
        told.push(("the front".to_owned(), watcher.get("/").await.body));
        let seal = format!("/seals/{}", self.app.now.date_naive());
        told.push((seal.clone(), watcher.get(&seal).await.body));
        for queued in self.app.emails_of("ann").await {
            if let Ok(Email { subject, text, html, .. }) = self.written(&queued).await {
                told.push((queued.message_id.clone(), format!("{subject}\n{text}\n{html:?}")));
            }
        }
        told.into_iter().map(|(what, text)| (what, without_hashes(&text))).collect()
    }

    async fn written(&self, queued: &outbox::QueuedEmail) -> Result<Email, &'static str> {
        if queued.game.is_none() {
            return Err("of no game");
        }
        self.app.written(queued).await
    }

    /// Checks that replaying the log gives the current state.
    async fn folds(&self) {
        let game = self.game().await;
        let log: Vec<_> = game.events().cloned().collect();
        let folded = Game::fold(&self.game, &log).expect("a sound log");
        assert_eq!(folded.true_position().document(), game.true_position().document());
        assert_eq!(
            (folded.tip, &folded.status.clocks.waits),
            (game.tip, &game.status.clocks.waits)
        );
        let audited =
            self.app.service.fairness().audit_game(&self.game).await.expect("looked over");
        assert!(audited.clean(), "{audited:?}");
    }
}

/// Whether a line only saves an instruction and answers no pending prompt.
fn only_saves_instruction(game: &Game, line: &str) -> bool {
    let parts = game.title.split(line);
    let [part] = parts.as_slice() else { return false };
    let decided = game.true_position().attempt(BLUE, part, &mut Dice::seeded(1));
    decided.is_some_and(|decided| !decided.happened && !decided.is_empty())
}

fn instructions(groups: &[Group]) -> Vec<String> {
    let filled = |form: &Form| {
        form.write(|field, item| match &form.fields[field] {
            Field::Pick { choices, .. } => choices.first().map(|(word, _)| word.clone()),
            Field::Amounts { .. } => (item == 0).then(|| "1".to_owned()),
            Field::Tick { .. } => Some("on".to_owned()),
            Field::Text { hint, .. } => Some(hint.to_string()),
        })
    };
    let offers = groups.iter().flat_map(|group| &group.offers).map(|offer| offer.order.clone());
    offers.chain(groups.iter().flat_map(|group| &group.forms).map(filled)).collect()
}

/// Removes hashes, which hide what they prove, random form keys and the ids of requests, so that
/// none is compared.
pub fn without_hashes(text: &str) -> String {
    let text = without(text, r#"id="request-id">Request <code>"#);
    let text = without(&without(&text, r#"name="token" value=""#), r#"name="key" value=""#);
    let text = without_roots(&without_signatures(&text));
    let mut out = String::new();
    let mut word = String::new();
    for c in text.chars().chain(['\n']) {
        if c.is_ascii_alphanumeric() || c == '_' {
            word.push(c);
            continue;
        }
        let hash = word.len() >= 8 && word.chars().all(|one| one.is_ascii_hexdigit());
        let random = word.chars().any(|one| one.is_ascii_digit()) || word.len() == 26;
        let chance = word.len() >= 22 && random;
        out.push_str(if hash || chance { "#" } else { &word });
        out.push(c);
        word.clear();
    }
    out
}

/// Removes the root of a checkpoint, a hash in base64. In quoted texts it is preceded by the letter
/// of an escaped line end.
fn without_roots(text: &str) -> String {
    let is_base64 = |c: char| c.is_ascii_alphanumeric() || "+/=".contains(c);
    let is_root = |word: &str| (44..=45).contains(&word.len()) && word.ends_with('=');
    let words = text.split_inclusive(|c| !is_base64(c));
    words.fold(String::new(), |out, word| {
        match is_root(word.trim_end_matches(|at| !is_base64(at))) {
            true => out + "#" + word.trim_start_matches(is_base64),
            false => out + word,
        }
    })
}

/// Removes signatures, which are over a hash and reveal no more than it.
fn without_signatures(text: &str) -> String {
    let mut parts = text.split("\u{2014} 127.0.0.1:8080/seals ");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let is_base64 = |c: char| c.is_ascii_alphanumeric() || "+/=".contains(c);
        out.push_str(part.trim_start_matches(is_base64));
    }
    without(&out, r#""signature":""#)
}

/// Removes the random value that follows these words up to the next quotation mark.
fn without(text: &str, words: &str) -> String {
    let mut parts = text.split(words);
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        out.push_str(words);
        out.push_str(part.split_once('"').map_or("", |(_, rest)| rest));
    }
    out
}

/// Compares everything two tables show to others, and returns the number of texts.
async fn same(secretive: &Table, plain: &Table) -> usize {
    let (one, other) = (secretive.told().await, plain.told().await);
    for ((what, with), (also, without)) in one.iter().zip(&other) {
        assert_eq!(what, also);
        let differs = with.lines().zip(without.lines()).find(|(with, without)| with != without);
        assert_eq!(differs, None, "{what} tells that something was left for later");
        assert_eq!(with.len(), without.len(), "{what}");
    }
    assert_eq!(one.len(), other.len());
    one.len()
}

#[tokio::test]
async fn instructions_are_invisible_on_pages_and_in_emails() {
    let (mut pairs, mut texts) = (0, 0);
    for seed in seeds(1) {
        for title in ravenpost::titles::all() {
            let compared = played_twice(title.about().key, 11 + seed).await;
            (pairs, texts) = (pairs + compared.len(), texts + compared.iter().sum::<usize>());
        }
    }
    println!("{pairs} pairs of tables, {texts} pages, files and emails of each");
    assert!(pairs >= 3 * ravenpost::titles::all().len(), "only {pairs} pairs");
    assert!(texts >= 30 * pairs, "only {texts} texts of {pairs} pairs");
}

/// Compares a game with Blue's instructions to the same one without. Returns the number of texts
/// compared in each round.
async fn played_twice(title: &str, seed: u64) -> Vec<usize> {
    let (mut secretive, mut plain) = (Table::of(title, seed).await, Table::of(title, seed).await);
    let mut compared = Vec::new();
    for round in 0..8 {
        secretive.save_and_withdraw_each().await;
        if round % 4 == 3 {
            compared.push(same(&secretive, &plain).await);
        }
        let both = (secretive.go_on().await, plain.go_on().await);
        assert_eq!(both.0, both.1, "the same is asked");
    }
    secretive.leave().await;
    for table in [&mut secretive, &mut plain] {
        // The next day's seal covers the games with and without instructions.
        table.app.now += chrono::Duration::days(1);
        table.app.service.archive().seal(table.app.now).await.expect("sealed");
    }
    compared.push(same(&secretive, &plain).await);
    secretive.folds().await;
    assert!(secretive.left[1] > 3, "{title}: {:?} were left", secretive.left);
    assert_eq!(plain.left, [0, 0]);
    compared
}

/// Red may undo an order whatever Blue has saved since, and Blue's instructions stay.
#[tokio::test]
async fn instructions_neither_block_nor_follow_an_undo() {
    let mut tried = 0;
    for title in ravenpost::titles::all() {
        let mut table = Table::of(title.about().key, 11).await;
        for _ in 0..30 {
            let game = table.game().await;
            let asked = game.seats().awaited_seats();
            let Some(seat) = asked.contains(&RED).then_some(RED).or(asked.first().copied()) else {
                break;
            };
            let order = table.app.some_order(&table.game, seat).await;
            table.app.order(&table.game, seat, &order).await.expect("legal");
            let given = table.game().await;
            if seat != RED || given.orders().may_take_back(RED).is_none() {
                continue;
            }
            let before = table.left[0];
            table.leave().await;
            if table.left[0] == before {
                continue;
            }
            let left = table.game().await;
            let last = left.orders().may_take_back(RED).expect("as before");
            let key = key_of(format!("back {tried}"));
            let last = left.orders().mark(&last);
            table
                .app
                .service
                .play()
                .take_back(table.app.now, &table.game, RED, None, &last, &key)
                .await
                .expect("back");
            let back = table.game().await;
            assert!(back.orders().left_last(BLUE).is_some(), "what Blue left stands");
            assert!(back.seats().wait(RED).is_some(), "Red is asked again");
            table.folds().await;
            tried += 1;
        }
    }
    assert!(tried > 2, "only {tried} times");
}
