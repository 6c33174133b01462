//! Emails as people write them: with a greeting, thanks and a name around the order, and with
//! messages that look like orders.

use mail_parser::MessageParser;
use ravenpost::mail::incoming::spool::Envelope;
use ravenpost_store::post::incoming;

use crate::mail::outgoing::lint::{fields, only};
use crate::mail::playing::replies::{ByMail, ReceivedEmail};

/// Text before and after an order, added by people and their programs.
const AROUND: [(&str, &str); 6] = [
    ("", ""),
    ("Hi Ravenpost,\n\n", "\n\nThanks,\nAnn"),
    ("Hello!\n", "\nCheers"),
    ("Guten Abend,\nhier mein Zug:\n\n", "\n\nViele Grüße\nAnn Müller\nStadtbücherei"),
    ("Dear all\n", "\n\nSent with Proton Mail secure email."),
    ("Thanks for waiting, it was a long week.\n\n", "\n\nBest regards,\n\nAnn\n+46 555 0100"),
];

/// The text of an email.
fn text(got: &ReceivedEmail) -> String {
    let message = MessageParser::default().parse(got.message.as_bytes()).expect("an email");
    message.body_text(0).expect("a text").into_owned()
}

#[tokio::test]
async fn greeting_does_not_hide_an_order() {
    for (before, after) in AROUND {
        let table = ByMail::new("gotlandia").await;
        let (who, turn) = table.turn().await;
        let version = table.version().await;
        table.answer(&who, &turn, &format!("{before}1{after}"));
        assert_eq!(table.round().await, 1);
        assert!(table.version().await > version, "lost in {before:?} {after:?}");
        let emails = table.emails().await;
        let (_, answer) = emails.iter().rev().find(|(to, _)| *to == who).expect("an answer");
        let told = flat(&text(answer));
        assert!(told.contains("Everything worked"), "{told}");
        assert!(!told.contains("Not treated as moves"), "courtesies are silent: {told}");
    }
}

/// A message to the table extends to its end, however the mail program wrapped its lines.
#[tokio::test]
async fn nothing_inside_a_message_is_played() {
    let table = ByMail::new("gotlandia").await;
    let (who, turn) = table.turn().await;
    let game = table.app.service.games().load(&table.game).await.expect("the game");
    let seat = game.seats().awaited()[0].seat;
    let order = game.true_position().offers(seat)[0].offers[0].order.clone();
    let version = game.last_seq();
    let words =
        format!("say all: I could have done this and would have lost:\n{order}\nSo I wait.");
    table.answer(&who, &turn, &words);
    assert_eq!(table.round().await, 1);
    assert_eq!(table.version().await, version, "a sentence was played");
    let words = format!("say all: truce?\nIn spring.\n\n{order}");
    table.answer(&who, &turn, &words);
    assert_eq!(table.round().await, 1);
    assert!(table.version().await > version, "the order below the words was given");
}

/// With an order below a message and a name below that, the message ends at the order, which is
/// played. In an explicit block the order is part of the message, and the answer says so.
#[tokio::test]
async fn order_below_a_message_is_played_and_ends_it() {
    let table = ByMail::new("gotlandia").await;
    let (who, turn) = table.turn().await;
    let game = table.app.service.games().load(&table.game).await.expect("the game");
    let order =
        game.true_position().offers(game.seats().awaited()[0].seat)[0].offers[0].order.clone();
    let version = game.last_seq();
    let answered = async |words: &str| {
        table.answer(&who, &turn, words);
        assert_eq!(table.round().await, 1);
        let emails = table.emails().await;
        let (_, answer) = emails.iter().rev().find(|(to, _)| *to == who).expect("an answer");
        flat(&text(answer))
    };
    let told = answered(&format!("say all: truce?\n\n{order}\nend say\n\nThanks,\nAnn")).await;
    assert_eq!(table.version().await, version);
    assert!(told.contains(&format!("truce? {order}")), "{told}");
    assert!(told.contains(&format!("not played: \u{201c}{order}\u{201d}")), "{told}");
    let told = answered(&format!("say all: peace?\n\n{order}\n\nThanks,\nAnn")).await;
    assert!(table.version().await > version, "{told}");
    assert!(told.contains("peace? ") && !told.contains(&format!("peace? {order}")), "{told}");
}

fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Orders in quotes, in bold, in italics or as keycap emoji, and a placeholder in quotes.
#[tokio::test]
async fn markup_around_an_order_is_removed() {
    for around in
        ["\"1\"", "\u{201c}1.\u{201d}", "*1*", "_1_", "1\u{fe0f}\u{20e3}", "\u{2018}ORDER\u{2019}"]
    {
        let table = ByMail::new("gotlandia").await;
        let (who, turn) = table.turn().await;
        let game = table.app.service.games().load(&table.game).await.expect("the game");
        let order =
            game.true_position().offers(game.seats().awaited()[0].seat)[0].offers[0].order.clone();
        table.answer(&who, &turn, &format!("Hi\n\n{}\n\nAnn", around.replace("ORDER", &order)));
        assert_eq!(table.round().await, 1);
        assert!(table.version().await > game.last_seq(), "{around}");
        table.answer(&who, &turn, "\u{201c}help\u{201d}");
        assert_eq!(table.round().await, 1);
        let emails = table.emails().await;
        let (_, answer) = emails.iter().rev().find(|(to, _)| *to == who).expect("an answer");
        assert!(text(answer).contains("write each move on its own line"), "{}", text(answer));
    }
}

/// A line copied from the email's list, with its number and description, counts as its order, even
/// if the email wrapped it.
#[tokio::test]
async fn line_copied_from_the_list_is_its_order() {
    for title in ["gotlandia", "bardagi", "thingvellir"] {
        let table = ByMail::new(title).await;
        let (who, turn) = table.turn().await;
        let text = text(&turn).replace("\r\n", "\n");
        let listed = text.split("POSSIBLE MOVES").nth(1).expect("a list");
        let lines: Vec<&str> = listed.lines().collect();
        let begins = |line: &&str| {
            let number = line.trim_start().split('.').next().unwrap_or_default();
            line.contains(" - ") && !number.is_empty() && number.parse::<u32>().is_ok()
        };
        let Some(at) = lines.iter().position(begins) else { continue };
        let rest = lines[at + 1..].iter().take_while(|line| line.starts_with("     "));
        let copied: Vec<&str> = std::iter::once(&lines[at]).chain(rest).copied().collect();
        let before = table.version().await;
        table.answer(&who, &turn, &copied.join("\n"));
        assert_eq!(table.round().await, 1);
        let answer = table.emails().await.into_iter().rev().find(|(to, _)| *to == who);
        let said = answer.map(|(_, got)| self::text(&got)).unwrap_or_default();
        assert!(table.version().await > before, "{title}: {copied:?}: {said}");
    }
}

/// A reply to the server's own address is held and processed once its player confirms it. Email
/// from others to that address has no effect.
#[tokio::test]
async fn reply_to_the_wrong_address_is_held() {
    let table = ByMail::new("gotlandia").await;
    let (who, turn) = table.turn().await;
    let version = table.version().await;
    let id = only(&fields(&turn.message), "Message-ID").to_owned();
    let bring = |from: &str, number: u8| {
        let text = format!(
            "From: {from}\r\nTo: raven@raven.example\r\nSubject: Re: your turn\r\n\
             Message-ID: <astray{number}@phone.example>\r\nIn-Reply-To: {id}\r\n\r\n1\r\n"
        );
        table.spool().put(&Envelope::default(), text.as_bytes()).expect("it is kept");
    };
    bring("eve@example.org", 1);
    assert_eq!(table.round().await, 1);
    assert!(table.emails().await.is_empty(), "a Message-ID gives nobody anything");
    bring(&who, 2);
    assert_eq!(table.round().await, 1);
    assert_eq!(table.version().await, version, "and no right to its player");
    assert_eq!(table.stand(incoming::IncomingState::Held).await.len(), 1);
    let emails = table.emails().await;
    let (to, question) = emails.last().expect("its player is asked");
    assert_eq!(to, &who);
    assert!(text(question).contains("is on hold"), "{}", text(question));
    table.answer(&who, question, "again");
    assert!(table.round().await >= 1);
    table.round().await;
    assert!(table.version().await > version, "now it is done");
}

/// A mail program may leave a `>` at the start of a line. If the rest of a wrapped order follows,
/// it is reported; if text of the original email follows, it is a quote.
#[tokio::test]
async fn rest_of_a_wrapped_order_is_reported_and_not_a_quote() {
    let table = ByMail::new("gotlandia").await;
    let (who, turn) = table.turn().await;
    for (words, named) in
        [("play moon\n> se and more", true), ("play moons\n> POSSIBLE MOVES", false)]
    {
        table.answer(&who, &turn, words);
        table.round().await;
        let emails = table.emails().await;
        let (_, answer) = emails.iter().rev().find(|(to, _)| *to == who).expect("an answer");
        let told = flat(&text(answer));
        assert_eq!(told.contains("Treated as quoted text"), named, "{told}");
    }
}

/// Answers reply to the player's email, in the thread of their table.
#[tokio::test]
async fn answers_are_in_the_thread_of_the_table() {
    let table = ByMail::new("gotlandia").await;
    let (who, turn) = table.turn().await;
    let head = fields(&turn.message);
    let subject = only(&head, "Subject").to_owned();
    let mut email = turn;
    for words in ["show", "play moon"] {
        table.answer(&who, &email, words);
        table.round().await;
        let answered = only(&fields(&email.message), "Message-ID").to_owned();
        let emails = table.emails().await;
        let (_, answer) = emails.into_iter().rev().find(|(to, _)| *to == who).expect("an answer");
        let answer_head = fields(&answer.message);
        assert_eq!(only(&answer_head, "Subject"), format!("Re: {subject}"));
        let references = only(&answer_head, "References").to_owned();
        let last = only(&answer_head, "In-Reply-To");
        assert!(last.contains("@phone.example"), "theirs comes last: {last}");
        assert!(references.ends_with(last) && references.contains(&answered), "{references}");
        assert_eq!(only(&answer_head, "List-Id"), only(&head, "List-Id"));
        let first = if words == "show" { "Done." } else { "Not done." };
        assert!(
            flat(&text(&answer)).contains(&format!("Hello ann, {first}"))
                || flat(&text(&answer)).contains(&format!("Hello bo, {first}"))
        );
        email = answer;
    }
}

/// An encrypted email is reported as encrypted, not as empty.
#[tokio::test]
async fn encrypted_email_is_reported() {
    let table = ByMail::new("gotlandia").await;
    let (who, turn) = table.turn().await;
    let words = "-----BEGIN PGP MESSAGE-----\n\nhQEMA0Vyb3BlYW4\n-----END PGP MESSAGE-----";
    table.answer(&who, &turn, words);
    table.round().await;
    let emails = table.emails().await;
    let (_, answer) = emails.iter().rev().find(|(to, _)| *to == who).expect("an answer");
    assert!(text(answer).contains("Your reply is encrypted"), "{}", text(answer));
}

/// Open orders have no receipt, and players who are not awaited are not told how to reply.
#[tokio::test]
async fn receipts_are_for_hidden_orders_only() {
    let mut table = ByMail::new("bardagi").await;
    for _ in 0..12 {
        let game = table.app.service.games().load(&table.game).await.expect("the game");
        let Some(one) = game.seats().awaited().into_iter().next() else { break };
        let before = game.last_seq();
        let order = table.app.some_order(&table.game, one.seat).await;
        let taken = table.app.order(&table.game, one.seat, &order).await.expect("legal");
        let game = table.app.service.games().load(&table.game).await.expect("the game");
        let sealed = game.log.after(before).filter(|entry| {
            let known = entry.event.known.as_str();
            !known.get(1..).filter(|facts| !facts.is_empty()).unwrap_or(known).contains('*')
        });
        assert!(taken.receipts.len() <= sealed.count(), "{order}: {:?}", taken.receipts);
    }
}

/// `short` makes emails short, and can be reversed.
#[tokio::test]
async fn short_emails_are_set_by_email() {
    let mut table = ByMail::new("gotlandia").await;
    let (who, turn) = table.turn().await;
    let lines = |got: &ReceivedEmail| {
        let text = text(got).replace("\r\n", "\n");
        text.split("\n-- \n").next().unwrap_or_default().lines().count()
    };
    assert!(lines(&turn) > 40);
    table.answer(&who, &turn, "letters short\n1");
    table.round().await;
    table.emails().await;
    let mut shortest = usize::MAX;
    for _ in 0..30 {
        table.app.passes(chrono::Duration::minutes(5)).await;
        for (to, got) in table.emails().await {
            if to == who && text(&got).contains("Your turn") {
                shortest = shortest.min(lines(&got));
            }
        }
        let game = table.app.service.games().load(&table.game).await.expect("the game");
        let Some(one) = game.seats().awaited().into_iter().next() else { break };
        let order = table.app.some_order(&table.game, one.seat).await;
        table.app.order(&table.game, one.seat, &order).await.expect("legal");
    }
    assert!(shortest <= 40, "{shortest} lines");
}

/// In Scharz, `show orders` lists what the page's board offers: fields, units, and the paths
/// between them.
#[tokio::test]
async fn scharz_orders_are_found_by_search_words() {
    let table = ByMail::new("scharz").await;
    let (who, turn) = table.turn().await;
    let game = table.app.service.games().load(&table.game).await.expect("the game");
    let seat = game.seats().awaited()[0].seat;
    let places = game.true_position().places(seat);
    let groups = game.true_position().offers(seat);
    let word = places.first().map(|(place, _)| place.clone());
    let word =
        word.or_else(|| groups.iter().find_map(|group| Some(group.forms.first()?.lead.clone())));
    let word = word.expect("something that may be ordered");
    table.answer(&who, &turn, &format!("show orders {word}"));
    table.round().await;
    let emails = table.emails().await;
    let (_, answer) = emails.iter().rev().find(|(to, _)| *to == who).expect("an answer");
    let told = flat(&text(answer));
    assert!(!told.contains("No matching moves") && told.contains(&word), "{word}: {told}");
}

/// Standing instructions of every title can be found, understood and given by email alone.
#[tokio::test]
async fn instructions_are_found_and_given_by_email() {
    for (title, line) in [
        ("gotlandia", "standing grow always"),
        ("bardagi", "stand retreat home"),
        ("thingvellir", "standing raze spare"),
        ("scharz", "doctrine loot rival"),
    ] {
        let table = ByMail::new(title).await;
        let (who, turn) = table.turn().await;
        assert!(flat(&text(&turn)).contains("write: show orders later"), "{title}");
        table.answer(&who, &turn, "show orders later");
        table.round().await;
        let told = last_to(&table, &who).await;
        let game = table.app.service.games().load(&table.game).await.expect("the game");
        let seat = game.seats().awaited()[0].seat;
        for group in game.true_position().instructions(seat) {
            for note in group.notes {
                assert!(told.contains(&flat(&note)), "{title}: {note} in {told}");
            }
            for form in group.forms {
                assert!(told.contains(&flat(&form.label)), "{title}: {} in {told}", form.label);
            }
        }
        let before = table.version().await;
        table.answer(&who, &turn, line);
        table.round().await;
        assert_eq!(table.version().await, before + 1, "{title}: {}", last_to(&table, &who).await);
    }
}

/// The text of the newest email to a recipient.
async fn last_to(table: &ByMail, who: &str) -> String {
    let emails = table.emails().await;
    let (_, newest) = emails.iter().rev().find(|(to, _)| to == who).expect("an email");
    flat(&text(newest))
}
