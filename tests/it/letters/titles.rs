//! The turn letter of every title on offer, at many moments of a game played at random.

use ravenpost::letters::{Badge, Letter, YourTurn};
use ravenpost::rules::{Dice, Position, Seat, Table, Told, Viewer};
use ravenpost::titles;

use super::samples::{self, Names};

/// What a seat would be written now.
fn letter(position: &dyn Position, seat: Seat, happened: Vec<Told>) -> Letter {
    let about = position.title().about();
    let waits = position.awaited();
    let wait = waits.iter().find(|wait| wait.seat == seat).expect("the seat is awaited");
    let sample = samples::your_turn(&Names::default());
    let mut game = sample.game.clone();
    game.title = about.name.into();
    YourTurn {
        seat: Badge { seat, called: position.called(seat) },
        ask: (&wait.ask).into(),
        happened,
        sight: position.sight(Viewer::Seat(seat)),
        orders: position.offers(seat),
        game,
        ..sample
    }
    .compose()
}

/// Plays a title at random and looks at the letter of every decision.
fn each_letter(seed: u64, mut look: impl FnMut(&dyn Position, Seat, Letter)) {
    for title in titles::all() {
        let about = title.about();
        let seats = about.seats.1.min(4);
        let mut dice = Dice::seeded(seed);
        let opened = title.open(&Table::of(seats), &mut dice);
        let mut position = opened.unwrap_or_else(|_| panic!("{} opens", about.key)).next;
        let mut told: Vec<Vec<Told>> = vec![Vec::new(); usize::from(seats)];
        for turn in 0..60 {
            let Some(wait) = position.awaited().into_iter().next() else { break };
            let since = std::mem::take(&mut told[wait.seat.index()]);
            look(&*position, wait.seat, letter(&*position, wait.seat, since));
            let legal = position.legal(wait.seat);
            let order = Dice::seeded(seed ^ turn).stream("order").pick(&legal.orders).cloned();
            let order = order.unwrap_or_else(|| position.fallback(wait.seat));
            let taken = position.decide(wait.seat, &order, &mut dice).expect("a legal order");
            for (at, told) in told.iter_mut().enumerate() {
                let viewer = Viewer::Seat(Seat::at(at));
                told.extend(title.tell(&taken.facts, viewer).expect("facts just made"));
            }
            position = taken.next;
        }
    }
}

#[test]
fn turn_letters_of_all_titles_are_fit_to_be_sent() {
    let mut count = 0;
    each_letter(7, |position, seat, letter| {
        count += 1;
        let title = position.title().about().key;
        for line in letter.text.lines() {
            // What programs read is not broken: links, keys and signatures.
            let whole = ["https://", "raven.example/seals+", "\u{2014} raven.example/seals "];
            let whole = whole.iter().any(|begin| line.starts_with(begin));
            assert!(whole || line.chars().count() <= 72, "{title}: {line:?} is too long");
        }
        let legal = position.legal(seat);
        if legal.complete {
            let first = &legal.orders[0];
            let joined: String = letter.text.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(joined.contains(first.as_str()), "{title}: {first} is offered");
        }
        // Some mailboxes cut off what is longer.
        assert!(letter.html.len() < 100_000, "{title}: {} bytes of HTML", letter.html.len());
        // A phone has room for a table of three columns.
        for row in letter.html.split("<tr>") {
            let columns = row.split("</tr>").next().map_or(0, |row| row.matches("<th ").count());
            assert!(columns <= 3, "{title}: a table of {columns} columns");
        }
        let picture = letter.picture.expect("every title has a board");
        assert!(letter.html.contains("src=\"cid:board\""));
        assert!(!picture.words.is_empty() && letter.html.contains(" alt=\""), "{title}");
        assert!(letter.text.len() > 500, "{title}: the text says nothing");
    });
    assert!(count > 0);
}

/// Whatever a seat may not know does not change a byte of its letter.
#[test]
fn turn_letters_tell_no_secrets() {
    let mut dice = Dice::seeded(99);
    for seed in 0..4 {
        each_letter(seed, |position, seat, letter| {
            let other = position.imagine(Viewer::Seat(seat), &mut dice);
            let same = self::letter(&*other, seat, Vec::new());
            let true_one = self::letter(position, seat, Vec::new());
            assert_eq!(true_one.text, same.text);
            assert_eq!(true_one.html, same.html);
            assert_eq!(letter.subject, same.subject);
        });
    }
}

/// Writes letters of real games, with their pictures, where RAVENPOST_LETTERS says.
#[test]
fn turn_letters_can_be_looked_at() {
    let Some(folder) = std::env::var_os("RAVENPOST_LETTERS") else { return };
    let folder = std::path::Path::new(&folder);
    let mut count = 0;
    each_letter(3, |position, _, letter| {
        count += 1;
        if count % 20 != 5 {
            return;
        }
        let name = format!("{}-{count}", position.title().about().key);
        if let Some(picture) = &letter.picture {
            let png = ravenpost::drawing::png(&picture.scene, 1088);
            std::fs::write(folder.join(format!("{name}.png")), png).unwrap();
        }
        let html = letter.html.replace("cid:board", &format!("{name}.png"));
        std::fs::write(folder.join(format!("{name}.html")), html).unwrap();
        std::fs::write(folder.join(format!("{name}.txt")), letter.text).unwrap();
    });
}
