//! Tests of parsing single lines of a reply.

use super::*;

fn line(text: &str) -> Request {
    read(text, text)
}

#[test]
fn line_without_a_command_is_an_order() {
    let order = |text: &str| assert_eq!(line(text), Request::Order(text.to_owned()));
    order("play wisby sell 2 wood; no");
    order("done");
    order("showing off");
    order("0");
    order("12345");
    order("undo everything");
}

#[test]
fn numbers_refer_to_the_email() {
    for text in ["7", "#7", "7.", " 7) "] {
        assert_eq!(line(text), Request::Number(7), "{text:?}");
    }
}

#[test]
fn show_arguments_are_parsed() {
    assert_eq!(line("show"), Request::Show);
    assert_eq!(line("Show Hand"), Request::ShowHand);
    assert_eq!(line("show orders bro"), Request::ShowOrders("bro".to_owned()));
    assert_eq!(line("show orders"), Request::ShowOrders(String::new()));
    assert!(matches!(line("Orders:"), Request::Order(_)), "a heading");
    assert_eq!(line("Show since"), Request::ShowSince);
    assert_eq!(line("show at 41"), Request::ShowAt(Step(41)));
    assert_eq!(line("show me"), Request::Order("show me".to_owned()));
    assert!(is_reserved("show me"));
}

fn said(names: &str, at_step: Option<Step>, text: &str) -> Request {
    Request::Say(Say { names: names.to_owned(), at_step, text: text.to_owned() })
}

#[test]
fn message_needs_recipients_and_a_colon() {
    assert_eq!(
        read("say: 'well' played", "Say: \u{201c}well\u{201d} played!"),
        said("", None, "\u{201c}well\u{201d} played!")
    );
    for (text, names, words) in [
        ("say blue: truce?", "blue", "truce?"),
        ("say to blue: truce?", "to blue", "truce?"),
        ("say to Blue, red and green: now", "to Blue, red and green", "now"),
        ("say All: well met", "All", "well met"),
        ("say All: to arms: now", "All", "to arms: now"),
        ("say all:well met", "all", "well met"),
        ("say:well met", "", "well met"),
        ("say all\u{ff1a}well met", "all", "well met"),
        ("say all:", "all", ""),
        ("say meet me at 10:30: yes", "meet me at 10:30", "yes"),
    ] {
        assert_eq!(line(text), said(names, None, words), "{text}");
    }
    assert_eq!(read("say all: hi", "- **say all:** hi"), said("all", None, "hi"));
    for text in ["say hi to the others", "say I'll be there at 10:30", "say to blue truce?", "say"]
    {
        assert_eq!(line(text), Request::SayToNobody, "{text}");
    }
}

#[test]
fn note_can_be_for_a_later_turn() {
    let later = |round, text: &str| Request::NoteLater { round, text: text.to_owned() };
    assert_eq!(line("note next sell the Wool"), later(None, "sell the Wool"));
    assert_eq!(line("note next: sell the Wool"), later(None, "sell the Wool"));
    assert_eq!(line("note: next time"), later(None, "time"));
    assert_eq!(line("Note next turn: ask Bo"), later(None, "ask Bo"));
    assert_eq!(line("note from round 6: settle Bro"), later(Some(6), "settle Bro"));
    assert_eq!(line("note from generation 3 trade"), later(Some(3), "trade"));
    assert_eq!(line("note from 12: trade"), later(Some(12), "trade"));
    assert_eq!(line("note done"), Request::NotesDone { keep: false });
    assert_eq!(line("note Keep."), Request::NotesDone { keep: true });
    for plain in ["next", "from Bo came wool", "done with red", "from round"] {
        let noted = Request::Note { at_step: None, text: plain.to_owned() };
        assert_eq!(line(&format!("note {plain}")), noted);
    }
}

#[test]
fn message_or_note_can_refer_to_a_step() {
    let at = Some(Step(41));
    assert_eq!(line("say at 41: what a march"), said("", at, "what a march"));
    assert_eq!(line("Say at #41: what a march"), said("", at, "what a march"));
    assert_eq!(line("say at 41 all: what a march"), said("all", at, "what a march"));
    assert_eq!(line("say at 41 to blue: was that you?"), said("to blue", at, "was that you?"));
    let noted = Request::Note { at_step: at, text: "Bo had wool".to_owned() };
    assert_eq!(line("note at 41: Bo had wool"), noted);
    assert_eq!(line("say at noon: we march"), said("at noon", None, "we march"));
    assert_eq!(line("say at 41 he marched"), Request::SayToNobody);
}

#[test]
fn away_takes_days_or_lasts_until_back() {
    assert_eq!(line("Away"), Request::Away { days: None });
    assert_eq!(line("away 5"), Request::Away { days: Some(5) });
    assert_eq!(line("away 1 day"), Request::Away { days: Some(1) });
    assert_eq!(line("back"), Request::Back);
    let (first, last) = ("2026-12-20".to_owned(), "2027-01-03".to_owned());
    let away = line("Away from 2026-12-20 to 2027-01-03.");
    assert_eq!(away, Request::Vacation { first, last });
    assert!(matches!(line("away from my desk to rest"), Request::Order(_)));
    assert!(matches!(line("away with red"), Request::Order(_)));
}

#[test]
fn email_length_is_a_command() {
    assert_eq!(line("Letters short"), Request::Emails(EmailsWanted::Short));
    assert_eq!(line("emails long"), Request::Emails(EmailsWanted::Long));
    assert_eq!(line("Emails on"), Request::Emails(EmailsWanted::All));
    assert_eq!(line("emails off"), Request::Emails(EmailsWanted::None));
    assert!(matches!(line("emails are slow"), Request::Order(_)));
    assert_eq!(line("zone Europe/Oslo"), Request::Zone("Europe/Oslo".to_owned()));
    assert!(matches!(line("zone out"), Request::Order(_)));
    assert_eq!([line("map"), line("Games")], [Request::Show, Request::Games]);
    assert_eq!(line("rules Pirates"), Request::Rules("pirates".to_owned()));
    for sentence in ["games are fun", "map: north", "rules of engagement apply here.", "rules:"] {
        assert!(matches!(line(sentence), Request::Order(_)), "{sentence}");
    }
    assert!(matches!(line("letters"), Request::Order(_)));
}

#[test]
fn takeback_takes_a_reason_after_a_colon() {
    let back = |to: Option<u64>, reason: &str| Request::Takeback {
        to: to.map(Step),
        reason: reason.to_owned(),
    };
    assert_eq!(line("takeback: I misread it"), back(None, "I misread it"));
    assert_eq!(line("Takeback to 41: I misread it"), back(Some(41), "I misread it"));
    assert_eq!(line("take-back to step #41: oops: sorry"), back(Some(41), "oops: sorry"));
    assert_eq!(line("takeback:oops"), back(None, "oops"));
    assert_eq!(line("takeback"), back(None, ""));
    assert_eq!(line("takeback to 41"), back(Some(41), ""));
    for sentence in ["takeback is not my style", "takebacks: yes", "takeback tomorrow: yes"] {
        assert!(matches!(line(sentence), Request::Order(_)), "{sentence}");
    }
}

#[test]
fn players_are_blocked_by_name() {
    let block = |name: &str, blocked| Request::Block { name: name.to_owned(), blocked };
    assert_eq!(line("Block Bo"), block("Bo", true));
    assert_eq!(line("unblock Ann of Visby"), block("Ann of Visby", false));
    assert_eq!(read("block thorr", "- Block \u{de}\u{f3}rr"), block("\u{de}\u{f3}rr", true));
    for sentence in ["block", "block the way to the north", "block him!", "block: bo", "blocked bo"]
    {
        assert!(matches!(line(sentence), Request::Order(_)), "{sentence}");
    }
}

#[test]
fn vote_is_a_single_word() {
    assert_eq!(line("Agree"), Request::Vote { agrees: true });
    assert_eq!(line("refuse"), Request::Vote { agrees: false });
    assert!(matches!(line("agree with blue"), Request::Order(_)));
}

#[test]
fn leaving_must_be_explicit() {
    assert_eq!(line("leave"), Request::Leave { sure: false });
    assert_eq!(line("leave for good"), Request::Leave { sure: true });
    assert_eq!(line("leave harbour"), Request::Order("leave harbour".to_owned()));
}
