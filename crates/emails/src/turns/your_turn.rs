//! The turn email: everything needed to give the next order.

use std::collections::BTreeSet;

use crate::notification_kind::NotificationKind;
use crate::parts::badge::Badge;
use crate::parts::cards;
use crate::parts::choices::{Choices, FewChoices, Offered};
use crate::parts::frame::{Clock, Envelope, Frame, GameCard};
use crate::parts::length_limit::{PlainText, WHOLE};
use crate::parts::news::News;
use crate::parts::notice::Notice;
use crate::parts::safe_line::SafeLine;
use crate::parts::seats::{SeatedPlayer, standing};
use crate::parts::todo::Todo;
use crate::{BOARD, Email, Picture, templates};
use ravenpost_drawing::Crop;
use ravenpost_rules::view::scene::Spot;
use ravenpost_rules::{BoardText, Narration, Presentation, Seat, text::phrase};

/// Maximum number of paragraphs of the guide in an email without the board.
const GUIDE: usize = 8;

#[derive(Clone, Debug)]
pub struct YourTurn {
    pub frame: Frame,
    pub game: GameCard,
    pub seat: Badge,
    /// All seats and their players.
    pub seats: Vec<SeatedPlayer>,
    /// What the seat must do, in the imperative or as a question: "play a card".
    pub action: SafeLine,
    pub clock: Option<Clock>,
    /// The lines of the reader's notes for this turn.
    pub notes: Vec<Vec<SafeLine>>,
    /// What happened since the seat's last order, as visible to this seat.
    pub happened: Vec<Narration>,
    /// The changed areas of the board; `None` if nothing has changed on it.
    pub changed: Option<Crop>,
    /// What this seat sees.
    pub presentation: Presentation,
    /// The cards that an earlier email has explained.
    pub known: BTreeSet<String>,
    /// The orders it may give, and its standing instructions.
    pub orders: Offered,
}

templates!(YourTurn, "emails/your_turn.txt", "emails/your_turn.html");

impl YourTurn {
    pub fn compose(&self) -> Email {
        let top = Envelope {
            frame: &self.frame,
            game: Some(&self.game),
            kind: NotificationKind::YourTurn,
            headline: format!("Your turn: {}", self.action),
            opening: self.opening(),
            why: "it is your turn".to_owned(),
        };
        let picture = excerpt(&self.presentation, self.changed.clone(), self.seat.seat);
        let mut bodies = Text::both(self, &top);
        if !bodies.text.fits(WHOLE) {
            bodies.text = self.shortened(&top);
        }
        let email = top.seal(bodies, picture);
        match self.frame.short {
            true => cards::counted(email, &self.presentation.own, &self.known),
            false => email,
        }
    }

    /// Returns the text without the board, and if it is still too long, with fewer orders, then
    /// with only the names of cards.
    fn shortened(&self, top: &Envelope<'_>) -> PlainText {
        let mut brief = self.clone();
        without_board(&mut brief.presentation);
        let text = Text::plain(&brief, top);
        if text.fits(WHOLE) {
            return text;
        }
        brief.orders.brief = true;
        let text = Text::plain(&brief, top);
        if text.fits(WHOLE) {
            return text;
        }
        cards::without_text(&mut brief.presentation.own);
        Text::plain(&brief, top).cut(WHOLE, self.frame.answered)
    }

    /// Returns the most important news, for the preview in mail programs.
    fn opening(&self) -> String {
        let notice = self.frame.notices.first().map(Notice::sentence);
        let clock = || self.clock.as_ref().map(|one| one.then.to_string());
        notice.or_else(|| self.news().first()).or_else(clock).unwrap_or_default()
    }

    /// Returns what the reader is asked.
    fn todo(&self) -> Todo {
        Todo { asked: true, words: question(&self.action), clock: self.clock.clone() }
    }

    /// Returns the heading: "Your turn, Ann: play a card".
    fn title(&self) -> String {
        match self.frame.reader.is_empty() {
            true => format!("Your turn: {}", self.action),
            false => format!("Your turn, {}: {}", self.frame.reader, self.action),
        }
    }

    fn news(&self) -> News {
        News::few(&self.happened, self.seat.seat, &self.seats)
    }

    fn all_news(&self) -> News {
        match self.frame.short {
            true => self.news(),
            false => News::listed(&self.happened, self.seat.seat, &self.seats),
        }
    }

    /// Returns the page with everything that has happened since the seat's last order.
    fn catch_up(&self) -> String {
        format!("{}/catch-up", self.game.page)
    }

    /// Returns the stage of the game and the points of all seats, in one line.
    fn summary(&self) -> String {
        standing(&self.presentation, self.seat.seat, &self.seats)
    }

    fn few(&self) -> FewChoices {
        FewChoices::of(&self.orders, &self.game.page)
    }

    /// Returns the explanations of new cards for the text of a short email.
    fn new_cards(&self) -> Vec<String> {
        match self.frame.short {
            true => cards::explained(&self.presentation.own, &self.known),
            false => Vec::new(),
        }
    }

    fn choices(&self) -> Choices {
        Choices::within(&self.orders, &self.game.page, &self.frame)
    }
}

/// Returns what a seat must do, as a sentence: "Play a card."
pub fn question(action: &str) -> SafeLine {
    let stop = if action.ends_with(['?', '.', '!']) { "" } else { "." };
    SafeLine::from(format!("{}{stop}", phrase::capital(action)))
}

/// Leaves the board out of a text, except for what the pending decision needs.
pub fn without_board(presentation: &mut Presentation) {
    presentation.text = BoardText::default();
    presentation.guide.truncate(GUIDE);
}

/// Returns the board as a picture, if the title has one.
pub fn picture(presentation: &Presentation) -> Option<Picture> {
    presentation.scene.board?;
    let (words, scene) = (presentation.headline.clone(), presentation.scene.clone());
    Some(Picture { cid: BOARD, words, scene, near: None })
}

/// Returns the part of the board that has changed, or the one around a seat's pieces.
pub fn excerpt(presentation: &Presentation, changed: Option<Crop>, seat: Seat) -> Option<Picture> {
    let whole = picture(presentation)?;
    if let Some(Crop { scene, near }) = changed {
        return Some(Picture { scene, near: Some(near), ..whole });
    }
    let own = whole.scene.pieces.iter().filter(|piece| piece.seat == Some(seat));
    let near = own.filter_map(|piece| match &piece.spot {
        Spot::Area(slug) => Some(slug.clone()),
        _ => None,
    });
    Some(Picture { near: Some(near.collect()), ..whole })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parts::frame::Head;
    use crate::parts::length_limit::LINES;
    use ravenpost_rules::numbers::Step;
    use ravenpost_rules::{Group, Offer, Panel, Seat, SeatName};

    fn email() -> YourTurn {
        let seat = Badge { seat: Seat(1), called: SeatName::by_colour("red") };
        let offer = |order: &str, words: &str| Offer {
            order: order.into(),
            words: words.into(),
            ..Offer::default()
        };
        YourTurn {
            frame: Frame {
                server: "Ravenpost".into(),
                home: "https://raven.example/".into(),
                reader: "Ann".into(),
                zone: ravenpost_zone::Zone::or_utc("Europe/Stockholm"),
                now: "2025-11-20T09:00:00Z".parse().expect("a moment"),
                settings: Some("https://raven.example/me/letters".into()),
                stop: Some("https://raven.example/stop/abc".into()),
                stops: None,
                answered: false,
                short: false,
                heard: Vec::new(),
                notices: Vec::new(),
                more: 0,
                many: None,
                seal: None,
                key: None,
            },
            game: GameCard {
                id: "g1".into(),
                name: "Winter on the island".into(),
                title: "Gotlandia".into(),
                page: "https://raven.example/games/g1".into(),
                seat: Some(seat.clone()),
                head: Some(Head { step: Step(42), hash: "3fa9c1d2e4f50617".into(), line: None }),
            },
            seat,
            seats: Vec::new(),
            action: "take an action".into(),
            clock: Some(Clock {
                due: "2025-11-21T17:00:00Z".parse().expect("a moment"),
                then: "After that, \"pass\" is played for you.".into(),
                because: None,
            }),
            notes: vec![vec!["Sell the wool first".into(), "and buy stone".into()]],
            changed: None,
            happened: vec![Narration {
                text: "Blue settles Stenkumla.".into(),
                ..Narration::default()
            }],
            known: BTreeSet::new(),
            presentation: Presentation {
                text: ["1200s, generation 2 of 4"].into_iter().collect(),
                ..Presentation::default()
            },
            orders: Offered {
                groups: vec![Group {
                    title: "Worker".into(),
                    offers: vec![offer("wood bro", "take Wood in Bro"), offer("pass", "Pass")],
                    ..Group::default()
                }],
                later: true,
                ..Offered::default()
            },
        }
    }

    /// A short email records which new cards it has no room to explain.
    #[test]
    fn omitted_cards_do_not_count_as_explained() {
        let mut one = email();
        one.frame.short = true;
        let card = ravenpost_rules::Card {
            name: "Mill".into(),
            lines: vec![(String::new(), "grind grain".into())],
            ..Default::default()
        };
        let blocks = vec![ravenpost_rules::Block::Cards(vec![card])];
        one.presentation.own = vec![Panel::new("hand", "Your hand", blocks)];
        let whole = one.compose();
        assert!(whole.text.contains("- Mill: grind grain") && whole.untold.is_empty());
        // The explanations are not cut, however many events precede them.
        let many = vec![Narration { text: "Blue waits.".into(), ..Narration::default() }; 40];
        let cut = YourTurn { happened: many, ..one.clone() }.compose();
        assert!(cut.text.contains("grind grain") && cut.untold.is_empty(), "{}", cut.text);
        let Some(ravenpost_rules::Block::Cards(cards)) = one.presentation.own[0].blocks.first_mut()
        else {
            panic!("cards")
        };
        let other =
            |at: usize| ravenpost_rules::Card { name: format!("Mill {at}"), ..cards[0].clone() };
        let others: Vec<_> = (0..12).map(other).collect();
        cards.extend(others);
        let cut = one.compose();
        assert_eq!(cut.untold, ["Mill 7", "Mill 8", "Mill 9", "Mill 10", "Mill 11"]);
    }

    /// The preview begins with what the email is about, then the most important news.
    #[test]
    fn preview_begins_with_events_about_the_reader() {
        let preview = |one: &YourTurn| {
            let html = one.compose().html;
            let (_, rest) = html.split_once("mso-hide:all;\">").expect("a preview");
            rest.split_once('<').expect("an end").0.to_owned()
        };
        let mut one = email();
        let narrated = |seat: u8, text: &str| Narration {
            seat: Some(Seat(seat)),
            text: text.into(),
            ..Narration::default()
        };
        one.happened = vec![narrated(1, "You lose."), narrated(2, "Blue rests.")];
        let headline = one.compose().headline;
        assert_eq!(preview(&one), format!("{headline}. You lose."));
        one.frame.notices = vec![Notice {
            kind: NotificationKind::DeadlinePassed,
            headline: "Late".into(),
            lines: vec!["Rest was played.".into()],
        }];
        assert_eq!(preview(&one), format!("{headline}. Late. Rest was played."));
    }

    /// Returns the text above the footer.
    fn body(text: &str) -> &str {
        text.split_once("\n-- \n").expect("a footer").0
    }

    /// An email that would be too long leaves out the board, then some choices.
    #[test]
    fn long_email_omits_the_board_first() {
        let mut one = email();
        assert!(one.compose().text.contains("1200s, generation 2 of 4"));
        one.presentation.text = std::iter::repeat_n("Bro: Field", 90).collect();
        one.presentation.guide = vec!["Wool costs 3.".into(); 20];
        let cut = one.compose().text;
        assert!(body(&cut).lines().count() <= WHOLE && !cut.contains("Bro: Field"), "{cut}");
        assert_eq!(cut.matches("Wool costs 3.").count(), GUIDE, "the guide stays");
        let offer = |n: usize| Offer { order: format!("go {n}"), ..Offer::default() };
        let group = |n: usize| Group {
            title: format!("Group {n}"),
            notes: vec!["A note.".into(), "word ".repeat(40)],
            offers: (0..9).map(offer).collect(),
            ..Group::default()
        };
        one.orders.groups = (0..12).map(group).collect();
        let cut = one.compose().text;
        assert!(body(&cut).lines().count() <= WHOLE, "{cut}");
    }

    /// Values may contain the control characters that mark the footer and headings in templates.
    #[test]
    fn values_do_not_move_the_footer() {
        let email = |settings: &str, title: &str| {
            let mut one = email();
            one.frame.short = true;
            one.notes = vec![vec!["Sell the wool".into()]; 60];
            one.frame.settings = Some(settings.into());
            one.orders.groups[0].title = title.into();
            one.compose().text
        };
        let plain = email("https://raven.example/me", "Worker");
        assert!(body(&plain).lines().count() <= LINES, "{plain}");
        assert_eq!(email("https://raven.example\u{c}/me", "\u{1d}Worker"), plain);
    }

    #[test]
    fn text_part_is_complete() {
        let email = email().compose();
        assert_eq!(email.subject, "Winter on the island (Gotlandia)");
        assert_eq!(email.headline, "Your turn: take an action");
        for words in [
            "Ann",
            "Red (R)",
            "Friday 18:00 (UTC+1)",
            "1 day 8 hours left",
            "  1. wood bro - take Wood in Bro",
            "  2. pass\n",
            "- Blue settles Stenkumla.",
            "- Sell the wool first\n  and buy stone\n",
            "ravenpost signed-head g1 42\n3fa9c1d2e4f50617\n",
            "https://raven.example/stop/abc",
        ] {
            assert!(email.text.contains(words), "{words:?} is missing in\n{}", email.text);
        }
        assert!(email.html.contains("preview?order=wood%20bro"));
    }
}
