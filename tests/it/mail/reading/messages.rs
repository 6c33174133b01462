//! Messages and orders in one email, in unusual shapes: each has one clear interpretation, and
//! nothing unrequested is done.

use crate::mail::playing::replies::ByMail;
use crate::mail::reading::programs::Read;

/// More than anyone writes.
const MANY: usize = 10_000;
/// The maximum length of an answer, whatever it replies to.
const LINES: usize = 400;

/// Replies to the prompt. Returns the number of new events and the text of the answer.
async fn written(words: impl Fn(&[String]) -> String) -> (u64, String) {
    let table = ByMail::new("gotlandia").await;
    let (who, turn) = table.turn().await;
    let game = table.app.service.games().load(&table.game).await.expect("the game");
    let groups = game.true_position().offers(game.seats().awaited()[0].seat);
    let offers = groups.iter().flat_map(|group| &group.offers);
    let orders: Vec<String> = offers.map(|offer| offer.order.clone()).collect();
    let before = game.last_seq();
    table.answer(&who, &turn, &words(&orders));
    assert_eq!(table.round().await, 1);
    let answers = table.emails().await.into_iter().filter(|(to, got)| {
        *to == who && Read::of(got.message.as_bytes()).message_id.starts_with("reply_result.")
    });
    let answers: Vec<Read> = answers.map(|(_, got)| Read::of(got.message.as_bytes())).collect();
    assert_eq!(answers.len(), 1, "one answer");
    let text = &answers[0].text;
    assert!(text.lines().count() < LINES, "{} lines of answer", text.lines().count());
    let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
    (table.version().await.0 - before.0, flat)
}

#[tokio::test]
async fn orders_in_press_are_text() {
    for end in ["", "\nend say"] {
        let press = |orders: &[String]| {
            format!("say all: I could {}; or\n{}\n1\nand then?{end}", orders[0], orders[1])
        };
        let (events, told) = written(press).await;
        assert_eq!(events, 0, "words were played: {told}");
        assert!(told.contains("Sent to all players:"), "{told}");
    }
}

#[tokio::test]
async fn press_after_an_order_is_no_second_order() {
    let press = |orders: &[String]| format!("{}\nsay all: next time\n{}", orders[0], orders[1]);
    let one = written(|orders| orders[0].clone()).await.0;
    let (events, told) = written(press).await;
    assert!(events > 0 && events == one, "{events} events: {told}");
    assert!(told.contains("Sent to all players:"), "{told}");
    // On one line, the end of the order is ambiguous.
    let (events, told) = written(|orders| format!("{} say all: hello", orders[0])).await;
    assert_eq!(events, 0, "{told}");
    assert!(told.contains("Not done."), "{told}");
}

#[tokio::test]
async fn ten_thousand_remarks_are_summarised_in_one_line() {
    let remarks = "What a long winter it was this year.\n".repeat(MANY);
    let one = written(|orders| orders[0].clone()).await.0;
    for before in [true, false] {
        let press = |orders: &[String]| match before {
            true => format!("{remarks}\n{}", orders[0]),
            false => format!("{}\n\n{remarks}", orders[0]),
        };
        let (events, told) = written(press).await;
        // Beyond the line limit there are no orders any more, and the answer says so.
        assert_eq!(events, if before { 0 } else { one }, "{told}");
        assert!(told.contains("only the first 500 lines were read"), "{told}");
        assert_eq!(told.contains("Not done."), before, "{told}");
        let named = told.matches("What a long winter").count();
        assert!(named < 10, "{named} remarks are named one by one");
    }
}

/// Text after an empty line below a message is an order only if nothing else follows. If the end of
/// the email was not read, that is unknown.
#[tokio::test]
async fn no_order_is_read_below_a_truncated_message() {
    let remarks = "What a long winter it was this year.\n".repeat(498);
    for end in ["", "but not today\n"] {
        let press = |orders: &[String]| format!("{remarks}say all: listen\n\n{}\n{end}", orders[0]);
        let (events, told) = written(press).await;
        assert_eq!(events > 0, end.is_empty(), "{told}");
        assert_eq!(told.contains("only the first 500 lines"), !end.is_empty(), "{told}");
    }
}

#[tokio::test]
async fn unterminated_block_plays_nothing() {
    let press = |orders: &[String]| {
        let line = format!("{}\n1\nand so on\n", orders[0]);
        format!("say all: listen\n{}", line.repeat(MANY / 3))
    };
    let (events, told) = written(press).await;
    assert_eq!(events, 0, "words were played: {told}");
}
