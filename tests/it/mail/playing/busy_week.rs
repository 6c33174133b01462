//! A busy week at ten tables: how many emails a player gets, by kind. `scripts/night week` prints
//! the counts.

use std::collections::BTreeMap;

use chrono::{DateTime, Datelike, Duration, Timelike, Utc};
use ravenpost::emails::MailTopic;
use ravenpost::service::people::mail_choices::MailChoices;
use ravenpost::service::people::mail_pace::MailPace;
use ravenpost::service::play::give_order::OrderLine;
use ravenpost::service::rewind::vote::Word;
use ravenpost::service::table::join_table::Join;
use ravenpost::service::table::open_table::NewTable;
use ravenpost::service::talk::say::To;
use ravenpost_log::GameId;
use ravenpost_log::act::Via;
use ravenpost_rules::Seat;
use ravenpost_store::PlayerId;
use ravenpost_store::post::outbox::{self, OutboxState};

use crate::harness::app::{App, fresh};
use crate::mail::outgoing::whole_games::keep;
use crate::mail::playing::chat_digest::say;
use crate::service::table::rewinds::back;

const TABLES: usize = 10;
/// The maximum number of emails in a week.
const MOST: usize = 120;
/// The same for a player who gets emails once a day.
const MOST_DAILY: usize = 65;

/// Everyone visits their tables once a day, at an hour of their own (UTC).
const PEOPLE: [(&str, u32); 7] =
    [("ann", 18), ("bo", 6), ("cy", 8), ("di", 11), ("ed", 14), ("flo", 16), ("gus", 20)];
const ANN: usize = 0;
/// She stops playing in the middle of the week.
const FLO: usize = 5;
/// The hours at which people chat.
const CHATTY: [u32; 3] = [9, 15, 19];
/// A player's visit ends after so many orders at a table.
const ORDERS: usize = 12;

/// Ann's ten tables, each with two of the others.
struct Week {
    app: App,
    people: Vec<PlayerId>,
    games: Vec<GameId>,
    begins: DateTime<Utc>,
}

impl Week {
    async fn begins(pace: MailPace) -> Week {
        let mut app = App::answered(11).await;
        let mut people = Vec::new();
        for (name, _) in PEOPLE {
            people.push(app.player(name).await);
        }
        let paced = move |choices: MailChoices| {
            let topics = [MailTopic::Turns, MailTopic::GameNews, MailTopic::TableNews];
            topics.into_iter().fold(choices, |all, topic| all.paced(topic, None, Some(pace)))
        };
        app.service.players().choose_mail(people[ANN], paced).await.expect("chosen");
        let mut games = Vec::new();
        for table in 0..TABLES {
            let name = format!("Table {}", table + 1);
            let new = NewTable { name, ..app.plain("gotlandia", 3) };
            let opened = app.service.tables().open_table(app.now, Some(people[ANN]), &new).await;
            let game = opened.expect("a table");
            for other in [1 + table % 6, 1 + (table + 1 + table / 6) % 6] {
                let join = Join::default();
                let joined = app.service.tables().join_table(app.now, &game, people[other], join);
                joined.await.expect("a seat");
            }
            games.push(game);
        }
        // The emails about the start do not count.
        app.now += Duration::minutes(10);
        keep(&app).await;
        app.now = "2026-11-23T00:00:00Z".parse().expect("a Monday");
        app.service.clocks().tick(app.now).await.expect("a tick");
        keep(&app).await;
        Week { begins: app.now, app, people, games }
    }

    async fn passes(&mut self) {
        for _ in 0..7 * 24 * 6 {
            self.app.passes(Duration::minutes(10)).await;
            let (hour, minute) = (self.app.now.hour(), self.app.now.minute());
            for who in (0..PEOPLE.len()).filter(|who| PEOPLE[*who].1 == hour && minute == 0) {
                self.visits(who).await;
            }
            if CHATTY.contains(&hour) && (minute == 30 || minute == 40) {
                self.chats().await;
            }
            keep(&self.app).await;
        }
    }

    fn day(&self) -> usize {
        self.app.now.weekday().num_days_from_monday() as usize
    }

    /// A player answers everything, and sometimes proposes to go back.
    async fn visits(&self, who: usize) {
        // Ann has no time on Thursday.
        let away = (who == ANN && self.day() == 3) || (who == FLO && self.day() >= 2);
        if away {
            return;
        }
        let player = self.people[who];
        for (at, game_id) in self.games.iter().enumerate() {
            let game = self.app.service.games().load(game_id).await.expect("the game");
            let Some(seat) = game.seat_of(player) else { continue };
            if let Some(open) = &game.status.stops.proposal {
                let word = Word { step: open.step, agrees: true, via: Via::Page };
                let votes = self.app.service.votes();
                // The proposer has voted already.
                let _ = votes.vote(self.app.now, game_id, player, word, &fresh()).await;
                continue;
            }
            self.plays(game_id, seat, player).await;
            if who != ANN && at == self.day() && at % 2 == 0 {
                self.proposes(game_id, player).await;
            }
        }
    }

    async fn plays(&self, game_id: &GameId, seat: Seat, player: PlayerId) {
        for _ in 0..ORDERS {
            let game = self.app.service.games().load(game_id).await.expect("the game");
            if game.seats().wait(seat).is_none() {
                break;
            }
            let order = OrderLine {
                game: game_id.clone(),
                seat,
                giver: Some(player),
                line: self.app.some_order(game_id, seat).await,
                seen: game.step(),
                key: fresh(),
                via: Via::Page,
            };
            if self.app.service.play().give_order(self.app.now, &order).await.is_err() {
                break;
            }
        }
    }

    /// Proposes to go back two steps. Some steps cannot be reached.
    async fn proposes(&self, game_id: &GameId, player: PlayerId) {
        let to = self.app.step(game_id).await.less(2);
        let votes = self.app.service.votes();
        let _ = votes.propose_rewind(self.app.now, game_id, player, &back(to), &fresh()).await;
    }

    /// Messages from others at three of the tables.
    async fn chats(&self) {
        let first = self.day() * 3 + self.app.now.hour() as usize;
        for at in (0..3).map(|nth| (first + nth * 3) % TABLES) {
            let game_id = &self.games[at];
            let game = self.app.service.games().load(game_id).await.expect("the game");
            let others = game.people.iter().filter(|(_, player)| *player != self.people[ANN]);
            for (_, player) in others {
                say(&self.app, game_id, *player, To::Table, "What do you think?").await;
            }
        }
    }

    /// The emails that Ann got, by kind. Emails about several tables count as their occasion.
    async fn counts(&self) -> BTreeMap<String, usize> {
        let reader = self.app.service.store().read();
        let sent = outbox::list(reader, OutboxState::Sent, 10_000).await.expect("a list");
        let mut counts = BTreeMap::new();
        for email in sent {
            let own = email.queued.to_player == Some(self.people[ANN]);
            if !own || email.sent_at.is_none_or(|at| at <= self.begins) {
                continue;
            }
            let subject = email.subject.unwrap_or_default();
            let kind = match subject.starts_with("Table ") {
                true => email.queued.kind,
                false => format!("several, by {}", email.queued.kind),
            };
            *counts.entry(kind).or_default() += 1;
        }
        counts
    }
}

async fn a_week(pace: MailPace, most: usize) -> BTreeMap<String, usize> {
    let mut week = Week::begins(pace).await;
    week.passes().await;
    let counts = week.counts().await;
    let all: usize = counts.values().sum();
    println!("| {} | emails in a week |\n|---|---|", pace.key());
    for (kind, count) in &counts {
        println!("| {kind} | {count} |");
    }
    println!("| all | {all} |");
    assert!(all <= most, "{all} emails: {counts:#?}");
    counts
}

#[tokio::test]
async fn busy_week_at_ten_tables_sends_few_emails() {
    let counts = a_week(MailPace::Immediate, MOST).await;
    let turns = counts.get("your_turn").copied().unwrap_or_default();
    assert!(turns >= 35, "a busy week has more turns: {counts:#?}");
    let chats = counts.get("several, by chat_message").copied().unwrap_or_default();
    assert!(chats >= 5, "a busy week has more chat: {counts:#?}");
}

#[tokio::test]
async fn busy_week_with_daily_digests_sends_fewer_emails() {
    let counts = a_week(MailPace::Daily, MOST_DAILY).await;
    assert!(counts.values().sum::<usize>() >= 7, "nothing was said for days: {counts:#?}");
}

/// A turn email has one more link to the settings if its player could get one email a day.
#[tokio::test]
async fn daily_digest_is_offered_from_the_fifth_table() {
    let mut app = App::new().await;
    let (ann, bob, game) = app.pair("gotlandia").await;
    let mut links = Vec::new();
    for table in 2..=5 {
        let other = app.open_table("gotlandia", ann, 2).await;
        let tables = app.service.tables();
        tables.join_table(app.now, &other, bob, Join::default()).await.expect("a seat");
        let (_, queued) = app.until_turn_email(&game).await;
        let email = app.written(&queued).await.expect("wanted");
        links.push((table, email.html.matches("/settings\"").count()));
    }
    assert_eq!(links, [(2, 1), (3, 1), (4, 1), (5, 2)]);
    // A player who chose it is not asked again.
    let daily = |choices: MailChoices| choices.paced(MailTopic::Turns, None, Some(MailPace::Daily));
    for player in [ann, bob] {
        app.service.players().choose_mail(player, daily).await.expect("chosen");
    }
    let (_, queued) = app.until_turn_email(&game).await;
    app.now += Duration::days(1);
    let email = app.written(&queued).await;
    assert!(email.is_err() || email.is_ok_and(|one| one.html.matches("/settings\"").count() == 1));
}
