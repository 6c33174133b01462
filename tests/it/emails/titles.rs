//! Turn emails of every title on offer, at many points of a random game.

use std::collections::BTreeMap;

use ravenpost::emails::parts::length_limit;
use ravenpost::emails::{
    Badge, Choices, Email, Frame, Limits, NotificationKind, Offered, YourTurn,
};
use ravenpost::mail::outgoing::{Outgoing, size};
use ravenpost::titles;
use ravenpost_rules::{Block, Dice, Group, Narration, Position, Seat, Table, Viewer};

use super::samples::{self, Names};
use crate::harness::at_night;

/// The turn email that a seat would get now.
fn email(position: &dyn Position, seat: Seat, happened: Vec<Narration>) -> Email {
    composed(position, seat, happened, false)
}

/// The same for a player who prefers short emails, or does not.
pub(super) fn composed(
    position: &dyn Position,
    seat: Seat,
    happened: Vec<Narration>,
    short: bool,
) -> Email {
    let about = position.title().about();
    let waits = position.awaited();
    let wait = waits.iter().find(|wait| wait.seat == seat).expect("the seat is awaited");
    let sample = samples::your_turn(&Names::default());
    let mut game = sample.game.clone();
    game.title = about.name.into();
    YourTurn {
        seat: Badge { seat, called: position.seat_name(seat) },
        action: wait.ask.action().into(),
        happened,
        presentation: position.present(Viewer::Seat(seat)),
        orders: Offered {
            groups: position.offers(seat),
            places: places(position, seat),
            later: !position.instructions(seat).is_empty(),
            examples: examples(position, seat),
            ..Offered::default()
        },
        game,
        frame: Frame { short, answered: true, ..sample.frame.clone() },
        ..sample
    }
    .compose()
}

/// Legal orders, as examples of a reply.
fn examples(position: &dyn Position, seat: Seat) -> Vec<String> {
    position.legal(seat).orders.into_iter().take(2).collect()
}

/// The text on one line.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The forms of a seat by place, as emails list them.
fn places(position: &dyn Position, seat: Seat) -> Vec<Group> {
    let places = position.places(seat).into_iter();
    places.map(|(title, forms)| Group { title, forms, ..Group::default() }).collect()
}

/// Plays every title at random and visits the turn email of every decision.
pub(super) fn each_email(seed: u64, mut look: impl FnMut(&dyn Position, Seat, Email)) {
    for title in titles::all() {
        let about = title.about();
        let seats = about.seats.1.min(4);
        let mut dice = Dice::seeded(seed);
        let opened = title.open(&Table::of(seats), &mut dice);
        let mut position = opened.unwrap_or_else(|_| panic!("{} opens", about.key)).next;
        let mut told: Vec<Vec<Narration>> = vec![Vec::new(); usize::from(seats)];
        let mut emails = 0;
        for turn in 0..60 {
            let Some(wait) = position.awaited().into_iter().next() else { break };
            emails += 1;
            let since = std::mem::take(&mut told[wait.seat.index()]);
            look(&*position, wait.seat, email(&*position, wait.seat, since));
            let legal = position.legal(wait.seat);
            // Sheets that collect lines are closed now and then, because they would go on for ever.
            let closes = legal.orders.iter().find(|order| turn % 3 == 2 && *order == "done");
            let mut dealt = Dice::seeded(seed ^ turn);
            let order = closes.or_else(|| dealt.stream("order").pick(&legal.orders)).cloned();
            let order = order.unwrap_or_else(|| position.fallback(wait.seat));
            let taken = position.decide(wait.seat, &order, &mut dice).expect("a legal order");
            for (at, told) in told.iter_mut().enumerate() {
                let viewer = Viewer::Seat(Seat::at(at));
                told.extend(title.narrate(&taken.facts, viewer).expect("facts just made"));
            }
            position = taken.next;
        }
        assert!(emails >= 20, "{}: only {emails} emails", about.key);
    }
}

#[test]
fn turn_emails_of_all_titles_are_well_formed() {
    let mut count = 0;
    each_email(7, |position, seat, email| {
        count += 1;
        let title = position.title().about().key;
        for line in email.text.lines() {
            // Machine-readable lines are not wrapped: links, keys and signatures.
            let whole = ["https://", "raven.example/seals+", "\u{2014} raven.example/seals "];
            let whole = whole.iter().any(|begin| line.starts_with(begin));
            assert!(whole || line.chars().count() <= 72, "{title}: {line:?} is too long");
        }
        let legal = position.legal(seat);
        if legal.complete {
            let first = &legal.orders[0];
            let joined: String = email.text.split_whitespace().collect::<Vec<_>>().join(" ");
            let worded = first.replace(" > ", " to ");
            let offered = joined.contains(first.as_str()) || joined.contains(&worded);
            assert!(offered, "{title}: {first} is offered");
        }
        // Some mailboxes truncate longer emails.
        assert!(email.html.len() < 100_000, "{title}: {} bytes of HTML", email.html.len());
        // A phone has room for three columns.
        for row in email.html.split("<tr>") {
            let columns = row.split("</tr>").next().map_or(0, |row| row.matches("<th ").count());
            assert!(columns <= 3, "{title}: a table of {columns} columns");
        }
        let picture = email.picture.expect("every title has a board");
        assert!(email.html.contains("src=\"cid:board\""));
        assert!(!picture.words.is_empty() && email.html.contains(" alt=\""), "{title}");
        assert!(email.text.len() > 500, "{title}: the text says nothing");
    });
    assert!(count > 0);
}

/// The text above the footer.
fn body(email: &Email) -> &str {
    email.text.split("\n-- \n").next().unwrap_or_default()
}

/// The list items of a text, each on one line.
fn items(text: &str) -> Vec<String> {
    let mut items: Vec<String> = Vec::new();
    let mut open = false;
    for line in text.lines() {
        open = line.starts_with("- ") || open && line.starts_with("  ");
        match items.last_mut() {
            Some(item) if open && !line.starts_with("- ") => {
                item.push_str(&format!(" {}", flat(line)));
            }
            _ if open => items.push(flat(line)),
            _ => {}
        }
    }
    items
}

/// The reader's own panels are complete in the text: each row of a table has all its cells, each
/// card all it says. If there is no room, all cards are only named.
#[test]
fn text_emails_of_all_titles_show_every_cell_and_card() {
    let (mut rows, mut told, mut emails) = (0, 0, 0);
    each_email(19, |position, seat, email| {
        let title = position.title().about().key;
        let body = body(&email);
        if body.contains("There is more:") {
            return;
        }
        emails += 1;
        let items = items(body);
        let has = |words: &[String]| {
            let words: Vec<String> = words.iter().map(|word| flat(word)).collect();
            items.iter().any(|item| words.iter().all(|word| item.contains(word.as_str())))
        };
        let own = position.present(Viewer::Seat(seat)).own;
        let mut cards = Vec::new();
        for block in own.iter().flat_map(|panel| &panel.blocks) {
            match block {
                Block::Text(text) => assert!(flat(body).contains(&flat(text)), "{title}: {text}"),
                Block::Pairs(pairs) => {
                    for pair in pairs {
                        let words = [pair.name.clone(), pair.value.to_string()];
                        assert!(has(&words), "{title}: {words:?}\n{body}");
                    }
                }
                Block::Grid { rows: all, .. } => {
                    for row in all {
                        rows += 1;
                        let cells: Vec<String> =
                            row.cells.iter().map(ToString::to_string).collect();
                        assert!(has(&cells), "{title}: {cells:?}\n{body}");
                    }
                }
                Block::Cards(all) => cards.extend(all),
            }
        }
        let says: Vec<bool> = cards
            .iter()
            .filter(|card| !card.lines.is_empty())
            .map(|card| {
                let lines = card.lines.iter().map(|(_, words)| words.clone());
                has(&std::iter::once(card.name.clone()).chain(lines).collect::<Vec<_>>())
            })
            .collect();
        told += says.iter().filter(|said| **said).count();
        let alike = says.iter().all(|said| *said) || !says.contains(&true);
        assert!(alike, "{title}: some cards say nothing in\n{body}");
        assert!(cards.iter().all(|card| has(std::slice::from_ref(&card.name))), "{title}\n{body}");
    });
    assert!(rows > 0 && told > 0 && emails > 0, "{rows} {told} {emails}");
}

/// The size of an email on the wire, with its picture.
fn on_the_wire(email: &Email) -> usize {
    let png = email.picture.as_ref().map(|picture| size::drawn(picture, size::room(email)));
    let out = Outgoing {
        email,
        png: png.as_deref(),
        to: "ann@example.org",
        message_id: "your_turn.42.1.w7k2p9@raven.example",
        refs: &["started.1.1.w7k2p9@raven.example".to_owned()],
        reply_to: Some("o-abcdefghijklmnopqrstuvwxyz@reply.raven.example"),
        stop_to: Some("u-abcdefghijklmnopqrstuvwxyz@reply.raven.example"),
        date: samples::moment("2025-11-20T09:00:00Z"),
    };
    crate::mail::writer().write(&out).expect("a message").len()
}

/// A turn email is at most 60 KB; a short one at most 40 KB, and forty lines above its footer.
#[test]
fn emails_of_all_titles_are_within_size_limits() {
    let mut heaviest: BTreeMap<&str, (usize, usize, usize)> = BTreeMap::new();
    let mut count = 0;
    each_email(11, |position, seat, email| {
        count += 1;
        // Rendering a picture is slow.
        if count % if at_night() { 6 } else { 12 } != 1 {
            return;
        }
        let whole = on_the_wire(&email);
        let brief = composed(position, seat, Vec::new(), true);
        let (short, lines) = (on_the_wire(&brief), body(&brief).lines().count());
        let title = position.title().about().key;
        assert!(whole <= size::MOST_CROPPED, "{title}: {whole} bytes");
        assert!(short <= 40_000, "{title}: {short} bytes of a short email");
        assert!(lines <= length_limit::LINES, "{title}: {lines} lines of a short email");
        let known = heaviest.entry(title).or_default();
        *known = (known.0.max(whole), known.1.max(short), known.2.max(lines));
    });
    assert_eq!(heaviest.len(), titles::all().len(), "{heaviest:?}");
    if std::env::var_os("RAVENPOST_SIZES").is_some() {
        for (title, (whole, short, lines)) in heaviest {
            println!("{title}: {whole} bytes at most, short {short} bytes and {lines} lines");
        }
    }
}

/// The text of a turn email is short, however much there is to choose, and gives examples that are
/// legal now. Longer emails leave out the board first.
#[test]
fn turn_emails_of_all_titles_are_short_and_give_legal_examples() {
    let mut longest: BTreeMap<&str, usize> = BTreeMap::new();
    let mut dice = Dice::seeded(5);
    each_email(13, |position, seat, email| {
        let title = position.title().about().key;
        let (lines, flat) = (body(&email).lines().count(), flat(&email.text));
        assert!(lines <= length_limit::WHOLE, "{title}: {lines} lines\n{}", email.text);
        assert!(flat.contains("HOW TO REPLY"), "{title}: {}", email.text);
        for example in examples(position, seat) {
            assert!(position.decide(seat, &example, &mut dice).is_ok(), "{title}: {example}");
            let shown = flat.contains(&example) || flat.contains(&example.replace(" > ", " to "));
            assert!(shown, "{title}: {example} is not in\n{}", email.text);
        }
        let most = longest.entry(title).or_default();
        *most = (*most).max(email.text.lines().count());
    });
    for (title, lines) in longest {
        println!("{title}: {lines} lines at most");
    }
}

/// News, what to do, how to reply and chat have blocks of their own, in the same order in every
/// email. Only emails about chat begin with it.
#[test]
fn blocks_of_emails_are_always_in_the_same_order() {
    const BLOCKS: [&str; 8] = [
        "ABOUT YOU",
        "NEWS",
        "YOUR NOTES",
        "WHAT TO DO",
        "POSSIBLE MOVES",
        "HOW TO REPLY",
        "CHAT",
        "THE BOARD",
    ];
    let in_order = |email: &Email| {
        let lines: Vec<&str> = email.text.lines().collect();
        let is_chat = email.kind == NotificationKind::ChatMessage;
        let blocks = BLOCKS.iter().filter(|block| !is_chat || **block != "CHAT");
        let at = |block: &&str| lines.iter().position(|line| line == block);
        let found: Vec<usize> = blocks.filter_map(at).collect();
        assert!(found.is_sorted(), "{:?}: {}", email.kind, email.text);
        let heading = |words: &str| email.html.find(&format!(">{words}</h2>"));
        if let (Some(to_do), Some(chat)) = (heading("What to do"), heading("Chat")) {
            assert!(to_do < chat, "{:?}: {}", email.kind, email.html);
        }
        found.len()
    };
    let names = Names { chat: true, ..Names::default() };
    let mut chats = 0;
    let variants = samples::variants(&names).into_iter().map(|(_, email)| email);
    for email in samples::all(&names).into_iter().chain(variants) {
        in_order(&email);
        chats += usize::from(email.text.lines().any(|line| line == "CHAT"));
    }
    assert!(chats > 12, "{chats} emails with chat");
    let turn = samples::full_turn(&names);
    assert_eq!(in_order(&turn), BLOCKS.len(), "{}", turn.text);
    each_email(17, |_, _, email| assert!(in_order(&email) >= 3, "{}", email.text));
}

/// A player who reads only the text of a Scharz email finds all valid parts of an order: homelands,
/// factions, units with adjacent fields, and costs.
#[test]
fn scharz_emails_list_valid_parts_of_orders() {
    let (mut seen, mut texts) = (String::new(), String::new());
    for seed in 0..8 {
        each_email(seed, |position, seat, email| {
            if position.title().about().key == "scharz" {
                texts.extend(email.text.split_whitespace().flat_map(|word| [word, " "]));
                let groups = [position.offers(seat), places(position, seat)].concat();
                let limits = Limits { orders: 24, forms: 900, fits: 60, values: 8 };
                let choices = Choices::of(&groups, "", true, limits);
                for part in &choices.groups {
                    seen.push_str(&format!("{}\n", part.title));
                    for form in &part.forms {
                        let whole = form.fits.is_empty();
                        assert!(whole || !form.shape.contains(" > "), "{}", form.shape);
                        seen.push_str(&format!("{} {}\n", form.shape, form.fits.join("\n")));
                    }
                }
            }
        });
    }
    for words in ["pick", "faction", "How many: ", "What: ", "Units: ", "To: ", " to "] {
        assert!(seen.contains(words), "{words}");
    }
    assert!(texts.contains(" gold. Light infantry [li] costs 2"), "costs are told");
}

/// An email has no selectable board, buttons or list beside it, so its instructions must work in a
/// reply.
#[test]
fn no_email_refers_to_elements_of_pages() {
    const PAGE: [&str; 8] = [
        "on the page",
        "choose a field",
        "choose a place",
        "click",
        "press",
        "tap",
        "button",
        "drag",
    ];
    for seed in 0..3 {
        each_email(seed, |position, seat, _| {
            for short in [false, true] {
                let email = composed(position, seat, Vec::new(), short);
                let body = body(&email);
                let flat = body.split_whitespace().collect::<Vec<_>>().join(" ");
                let words: String = flat
                    .to_lowercase()
                    .chars()
                    .map(|c| if c.is_alphanumeric() { c } else { ' ' })
                    .collect();
                let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
                for page in PAGE {
                    let found = format!(" {words} ").contains(&format!(" {page} "));
                    let title = position.title().about().key;
                    assert!(!found, "{title}: \"{page}\" in\n{body}");
                }
            }
        });
    }
}

/// Information hidden from a seat does not change a byte of its email.
#[test]
fn turn_emails_reveal_no_secrets() {
    let mut dice = Dice::seeded(99);
    for seed in 0..if at_night() { 20 } else { 2 } {
        each_email(seed, |position, seat, email| {
            let other = position.imagine(Viewer::Seat(seat), &mut dice);
            let same = self::email(&*other, seat, Vec::new());
            let true_one = self::email(position, seat, Vec::new());
            assert_eq!(true_one.text, same.text);
            assert_eq!(true_one.html, same.html);
            assert_eq!(email.headline, same.headline);
        });
    }
}

/// Writes emails of real games, with their pictures, to the folder in `RAVENPOST_EMAILS`.
#[test]
fn turn_emails_are_written_for_review() {
    let Some(folder) = std::env::var_os("RAVENPOST_EMAILS") else { return };
    let folder = std::path::Path::new(&folder);
    let mut count = 0;
    each_email(3, |position, _, email| {
        count += 1;
        if count % 20 != 5 {
            return;
        }
        let name = format!("{}-{count}", position.title().about().key);
        if let Some(picture) = &email.picture {
            let png = size::drawn(picture, size::room(&email));
            std::fs::write(folder.join(format!("{name}.png")), png).unwrap();
        }
        let html = email.html.replace("cid:board", &format!("{name}.png"));
        let html = html.replace("cid:logo", "logo.png");
        std::fs::write(folder.join("logo.png"), ravenpost::emails::LOGO_PNG).unwrap();
        std::fs::write(folder.join(format!("{name}.html")), html).unwrap();
        std::fs::write(folder.join(format!("{name}.txt")), email.text).unwrap();
    });
}
