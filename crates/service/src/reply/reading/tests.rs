//! Tests with replies to the first question of Scharz, where `pick latium etruria` is a sealed
//! order.

use super::*;
use crate::titles;
use ravenpost_rules::{Dice, Group, Offer, Position, Seat, Table};

fn position() -> Box<dyn Position> {
    let title = titles::find("scharz").expect("a title");
    let Ok(opened) = title.open(&Table::of(3), &mut Dice::seeded(1)) else { panic!("a table") };
    opened.next
}

fn lines(email: &str) -> Vec<ReplyLine> {
    let (mut lines, mut begins_paragraph) = (Vec::new(), false);
    for line in email.lines() {
        if line.is_empty() {
            begins_paragraph = true;
            continue;
        }
        lines.push(ReplyLine { begins_paragraph, ..ReplyLine::of(line) });
        begins_paragraph = false;
    }
    lines
}

fn parts(email: &str, ballot: bool) -> Vec<Part> {
    parts_at(email, ballot, false)
}

fn parts_at(email: &str, ballot: bool, secret: bool) -> Vec<Part> {
    let position = position();
    let offer = |order: &str| Offer { order: order.into(), ..Offer::default() };
    let listed = [Group { offers: vec![offer("done"), offer("reset")], ..Group::default() }];
    let context = Context {
        grammar: Grammar::at(&*position, Seat(1), &listed),
        seats: Seats::named(&*position),
        whole: true,
        own: vec!["Ann Holloway".to_owned()],
        ballot,
        secret,
    };
    read(&lines(email), &context)
}

/// Returns the shape of an email: `o` for an order, `c` for a command, `m` for a message, `-` for
/// an ignored part, `x` for a rejected one, `?` for a question.
fn shape(email: &str) -> String {
    signs(parts(email, false))
}

fn signs(parts: Vec<Part>) -> String {
    let sign = |part: Part| match part.meaning {
        Meaning::Request(Request::Order(_) | Request::Number(_)) => 'o',
        Meaning::Request(_) => 'c',
        Meaning::Message(_) => 'm',
        Meaning::Remark(_) => '-',
        Meaning::Unclear(_) | Meaning::NearNumber(_) => 'x',
        Meaning::Question(_) => '?',
    };
    parts.into_iter().map(sign).collect()
}

fn messages(email: &str) -> Vec<Message> {
    let message = |part: Part| match part.meaning {
        Meaning::Message(message) => Some(message),
        _ => None,
    };
    parts(email, false).into_iter().filter_map(message).collect()
}

fn said(email: &str) -> String {
    let mut messages = messages(email);
    assert_eq!(messages.len(), 1, "{email}");
    messages.remove(0).text
}

#[test]
fn greetings_and_names_do_not_block_orders() {
    assert_eq!(shape("Hi Ravenpost,\n\npick latium etruria\n\nThanks,\nAnn"), "-o--");
    assert_eq!(shape("Sure!\npick latium etruria\n1\nCheers\nDona"), "-oo--");
    assert_eq!(shape("Again, sorry for the delay!\n\nOrders:\npick latium etruria\nJohn"), "--o-");
    assert_eq!(
        shape("## Moves\n**pick latium etruria**\nWill"),
        "-x-".replace('x', &shape("**pick latium etruria**"))
    );
    assert_eq!(shape("pick latium etruria\nand that is it\ndone"), "o-o");
}

#[test]
fn misspelt_order_is_rejected_and_not_ignored() {
    assert_eq!(shape("Hi\npikc latium etruria"), "-x");
    assert_eq!(shape("pick latum etruria"), "o", "the title names the word");
    assert_eq!(shape("Pick whatever you like, I am easy about that.\n\npick latium etruria"), "-o");
}

#[test]
fn message_ends_at_an_order() {
    assert_eq!(said("say all: hello\npick latium etruria"), "hello");
    assert_eq!(shape("say all: hello\npick latium etruria"), "mo");
    assert_eq!(
        shape("say all: hello\nI come in peace.\n\npick latium etruria\ndone\n\nThanks,\nAnn"),
        "moo--"
    );
    assert_eq!(
        said("say all: hello\nI come in peace.\n\npick latium etruria"),
        "hello\nI come in peace."
    );
    assert_eq!(shape("say all: hello\nsay blue: psst\nshow\n2"), "mmco");
    // Thanks or a name in lower case below an order do not continue a sentence.
    for below in ["\nthanks", "\n\nbo berg"] {
        assert_eq!(shape(&format!("say all: hello\n\npick latium etruria{below}")), "mo-");
    }
}

#[test]
fn order_inside_a_sentence_is_queried() {
    for email in [
        "say all: I could do this and lose:\npick latium etruria\nSo I wait.",
        "say all: hello\nI say that\npick latium etruria\nis what I fear",
        "say all: hello\nI come in peace\npick latium etruria",
        "say all:\npick latium etruria",
        "say all: hello\n\npick latum etruria",
        "say all: hello\n\npick latium etruria?",
        "say all: hello\n\n(2)",
    ] {
        assert!(shape(email).starts_with("m?"), "{email}: {}", shape(email));
        assert!(!said(email).contains("latium"), "{email}");
    }
}

#[test]
fn explicit_end_sends_everything_above() {
    let email = "say all: one\npick latium etruria\n\nThanks,\nAnn\nend say\n1";
    assert_eq!(shape(email), "m-o");
    let message = messages(email).remove(0);
    assert_eq!(message.text, "one\npick latium etruria\n\nThanks,\nAnn");
    assert_eq!(message.orders, ["pick latium etruria"]);
    assert_eq!(said("say all: no"), "no");
    assert_eq!(shape("note check costs\npick latium etruria"), "co");
    assert_eq!(shape("note: check\npick latium etruria\nend note\n1"), "c-o");
    assert_eq!(shape("note: check\npick latium etruria\nend say"), "co-", "it ends no note");
}

fn notes(email: &str) -> Vec<String> {
    let note = |part: Part| match part.meaning {
        Meaning::Request(Request::Note { text, .. } | Request::NoteLater { text, .. }) => {
            Some(text)
        }
        _ => None,
    };
    parts_at(email, false, true).into_iter().filter_map(note).collect()
}

#[test]
fn note_has_the_lines_of_its_paragraph() {
    let wrapped =
        "note: when the ice breaks I should sail round the whole island before\nthe others do";
    let joined = wrapped["note: ".len()..].replace('\n', " ");
    for (email, wanted, note) in [
        ("note: sell wool\nI go north next\n\nSee you", "c-", "sell wool\nI go north next"),
        (wrapped, "c", joined.as_str()),
        ("note:\n\nask Bo\nand Cleo\n\nhello", "c-", "ask Bo\nand Cleo"),
        ("note: sell wool\nAnn", "c-", "sell wool"),
        ("note: sell wool\nBo is weak\nshow\n2", "cco", "sell wool\nBo is weak"),
        ("note: a\n\nb\nend note", "c-", "a\n\nb"),
        ("note: if Bo comes,\npick latium etruria\n\n2", "c?o", "if Bo comes,"),
    ] {
        assert_eq!(shape(email), wanted, "{email}");
        assert_eq!(notes(email), [note], "{email}");
    }
}

#[test]
fn signatures_are_not_part_of_a_message() {
    for below in [
        "Best regards,\nAnn Holloway\nSenior Manager\n+44 113 496 0122",
        "Ann",
        "Ann Holloway\nHead of Sales",
        "_____________\nList info: https://lists.example.org",
        "Thanks!",
        "Tel. +46 555 0100",
    ] {
        let email =
            format!("say all: I hold the west.\n\nThanks, I will hold if Bo does.\n\n{below}");
        let wanted = "I hold the west.\n\nThanks, I will hold if Bo does.";
        assert_eq!(said(&email), wanted, "{below}");
        let email = format!("{email}\n\npick latium etruria");
        assert_eq!(shape(&email).matches('o').count(), 1, "{below}: {}", shape(&email));
    }
}

#[test]
fn recipients_are_never_guessed() {
    let to = |email: &str| messages(email).remove(0).to;
    assert_eq!(to("say all: x"), Addressees::Table);
    assert_eq!(to("say: x"), Addressees::Table);
    assert_eq!(to("say blue: do not tell Ann"), Addressees::Seats(vec![Seat(2)]));
    assert_eq!(to("say to Blue and red: x"), Addressees::Seats(vec![Seat(2), Seat(1)]));
    assert_eq!(to("say mars: x"), Addressees::Unknown("mars".to_owned()));
    assert_eq!(shape("say hi to the others\npick latium etruria"), "-o");
    let sentence = "say hello to everyone I have met here so far: well played";
    assert_eq!(shape(&format!("{sentence}\npick latium etruria")), "-o");
    assert_eq!(shape("say I'll be there at 10:30"), "-");
}

#[test]
fn conditional_orders_are_queried() {
    assert_eq!(shape("pick latium etruria\nunless Bo has it"), "?-");
    assert_eq!(shape("If Bo attacks:\npick latium etruria"), "-?");
    assert_eq!(shape("pick latium etruria unless Bo has it"), "?");
    assert_eq!(shape("pick latium etruria, but only if Bo agrees\n2"), "?o");
    assert_eq!(shape("say all: hello\n\npick latium etruria wenn Bo kommt"), "m?");
    assert_eq!(shape("Sorry if I am late.\n\npick latium etruria"), "-o");
}

#[test]
fn vote_must_be_a_clause_of_its_own() {
    let vote = |email: &str| {
        parts(email, true).into_iter().find_map(|part| match part.meaning {
            Meaning::Request(Request::Vote { agrees }) => Some(Some(agrees)),
            Meaning::Question(Question::Vote) => Some(None),
            _ => None,
        })
    };
    for yes in [
        "I agree",
        "yes, go ahead",
        "agreed, thanks",
        "Yes!\n\nAnn",
        "Hi all,\nfine by me.\nCheers",
        "agree\nSee you in spring",
        "Of course, Ann may have it back.",
        "By all means let's go back to step 5.",
        "no problem, agree",
        "No problem at all, Ann, I agree. Take it back!",
        "no problem I agree",
        "I agree, but next time earlier please",
        "agree but next time earlier please",
        "Agreed. Don't worry about it!",
        "yes, no harm done",
        "No worries Ann, I agree",
    ] {
        assert_eq!(vote(yes), Some(Some(true)), "{yes}");
    }
    for no in ["no", "No, thanks.", "I'd rather not", "refuse\nBest,\nAnn Holloway"] {
        assert_eq!(vote(no), Some(Some(false)), "{no}");
    }
    for unclear in [
        "no problem",
        "no problem, but I refuse",
        "no. no problem",
        "agree, no problem?",
        "agree, but next time not",
        "I agree, but next time only if Bo does",
        "yes, but not now",
        "yes and no",
        "yes?",
        "agree\nbut only tomorrow",
        "Agreed, if Bo does",
        "Yes I saw it and it is a terrible idea",
        "I agree that we should play on",
        "no way to say no",
        "Sat 9\u{2013}1",
    ] {
        assert_eq!(vote(unclear), Some(None), "{unclear}");
    }
    assert_eq!(vote("say all: yes"), None);
}

#[test]
fn every_line_belongs_to_one_part() {
    let email =
        "Hi\nsay all: a\nb\n\nThanks\nAnn\n2\nnote: x\nend note\nif so\npick latium etruria\nfoo\n";
    for ballot in [false, true] {
        let mut lines: Vec<usize> =
            parts(email, ballot).into_iter().flat_map(|part| part.lines).collect();
        lines.sort_unstable();
        assert_eq!(lines, (0..12).filter(|at| *at < 12).take(lines.len()).collect::<Vec<_>>());
        assert_eq!(lines.len(), super::tests::lines(email).len());
    }
}

#[test]
fn ten_thousand_lines_are_read_quickly() {
    let email = "so it goes\n".repeat(10_000) + "done\n" + &"and on\n".repeat(10_000);
    assert_eq!(shape(&email).matches('o').count(), 1);
    let email = "say all: hello\n".to_owned() + &"and on\n".repeat(10_000);
    assert_eq!(shape(&email), "m");
}

/// Taken from games between people who wrote freely.
#[test]
fn free_text_of_real_games_is_understood() {
    assert_eq!(
        said("say all: Good night!\n\nThe sea is calm.\nAnn\n(private: she attacks)"),
        "Good night!\n\nThe sea is calm."
    );
    assert_eq!(shape("say all: not cross\n\npick: latium etruria"), "mo");
    assert_eq!(said("P.S. say all: hello"), "hello");
    assert_eq!(said("say all\nhello\nend say"), "hello");
    assert_eq!(shape("say all\nhello"), "--", "without an end no one is addressed");
    assert_eq!(shape("undo please\nThanks"), "c-");
    assert_eq!(shape("I choose: pick latium etruria"), "o");
    assert_eq!(shape("If Bo attacks: pick latium etruria"), "-");
    assert_eq!(shape("pick latium etruria - a fine coast"), "o");
    assert_eq!(shape("pick latium etruria - if Bo lets me"), "?");
}

#[test]
fn number_among_words_is_not_guessed() {
    for email in ["option 2", "(2)", "[2]", "Number 2, please!", "I'll take the second one"] {
        assert_eq!(shape(email), "x", "{email}");
        assert_eq!(shape(&format!("{email}\npick latium etruria")), "xo", "{email}");
    }
    assert_eq!(shape("2 please"), "o");
    assert_eq!(shape("option 7"), "-", "the list has no such number");
    assert_eq!(shape("say all: hello\nI like option 2 best"), "m");
    assert_eq!(shape("say all: good luck\n\noption 2"), "m?");
    assert_eq!(shape("say all: good luck\noption 2"), "m?");
    for greeting in ["Turn 3:", "My first move!", "Me first!", "No one", "Thanks 2", "First,"] {
        let email = format!("{greeting}\npick latium etruria");
        assert_eq!(orders(&email).len(), 1, "{email}");
    }
}

#[test]
fn courtesy_is_no_part_of_a_mistaken_order() {
    let parts = parts("pick latum etruria please", false);
    let order = Request::Order("pick latum etruria".to_owned());
    assert_eq!(parts[0].meaning, Meaning::Request(order));
}

#[test]
fn emphasis_and_smileys_around_an_order_are_ignored() {
    for email in [
        "pick *latium* etruria",
        "pick **latium** _etruria_",
        "`pick` latium etruria",
        "pick latium etruria :)",
        "Please pick latium etruria, thanks!",
        "pls *pick latium etruria* ;-)",
        "```\npick latium etruria\n```",
    ] {
        assert_eq!(shape(email).matches('o').count(), 1, "{email}: {}", shape(email));
        assert!(!shape(email).contains(['x', '?']), "{email}: {}", shape(email));
    }
}

fn orders(email: &str) -> Vec<String> {
    let order = |part: Part| match part.meaning {
        Meaning::Request(Request::Order(order)) => Some(order),
        _ => None,
    };
    parts(email, false).into_iter().filter_map(order).collect()
}

#[test]
fn order_wrapped_over_two_lines_is_joined() {
    for (email, wanted) in [
        ("pick latium\netruria", vec!["pick latium etruria"]),
        (
            "move 1 li clusium > perusia >\nroma\ndone",
            vec!["move 1 li clusium > perusia > roma", "done"],
        ),
        // The first half is an order as well.
        ("done\nanyway", vec!["done anyway"]),
        ("done\n\nanyway", vec!["done"]),
        ("done\nanyway, I like it here", vec!["done"]),
        ("pick latium etruria\ndone", vec!["pick latium etruria", "done"]),
        ("done\nThanks", vec!["done"]),
    ] {
        assert_eq!(orders(email), wanted, "{email}");
    }
}

#[test]
fn line_that_may_continue_a_long_order_is_queried() {
    let order = ["pick latium etruria"; 3].join("; ");
    assert_eq!(shape(&format!("{order}\nand hold the coast")), "?");
    assert_eq!(shape(&format!("{order}\nAnd hold the coast.")), "o-");
}

/// Returns the kind of each ignored line: `s` for a courtesy, which is passed over in silence, `n`
/// for a line that was not understood, `-` for other text, and `.` for every request.
fn remarks(email: &str) -> String {
    let sign = |part: Part| match part.meaning {
        Meaning::Remark(Remark::Courtesy | Remark::Heading) => 's',
        Meaning::Remark(Remark::NotUnderstood) => 'n',
        Meaning::Remark(_) => '-',
        _ => '.',
    };
    parts(email, false).into_iter().map(sign).collect()
}

#[test]
fn courtesies_are_ignored_and_other_short_lines_reported() {
    for (email, wanted) in [
        ("Hi Ravenpost,\n\npick latium etruria\n\nThanks,\nAnn", "s.ss"),
        ("Sure!\npick latium etruria\nCheers\nDona", "s.ss"),
        ("Sorry for the delay!\npick latium etruria\nGood luck", "s.s"),
        ("Moves:\npick latium etruria\nBest regards,\nBo Berg\nHead of Sales", "s.sss"),
        ("pick latium etruria\nAnn Holloway", ".s"),
        ("pick latium etruria\nfly to the moon", ".n"),
        ("pick latium etruria\n\nThen I go north next.", ".n"),
        ("pick latium etruria\nThanks, I go north", ".n"),
        ("fly to the moon", "n"),
        ("It rained the whole week here.\npick latium etruria", "-."),
        ("Is it my turn?", "-"),
        ("I do not know what to make of this, my grandson has only just\nshown me the list", "--"),
    ] {
        assert_eq!(remarks(email), wanted, "{email}");
    }
}

#[test]
fn line_continued_below_is_not_reported() {
    let long = "Yesterday the whole family in Stockholm celebrated midsummer";
    let email = format!("pick latium etruria\n\n{long}\nbecause it was so warm");
    assert_eq!(remarks(&email), ".--");
    assert_eq!(remarks(&format!("pick latium etruria\n{long}")), ".n");
}

/// Where players answer in secret, a plan below a message is neither sent nor played.
#[test]
fn plan_below_a_message_is_queried_if_answers_are_secret() {
    for (email, open, secret) in [
        ("say Red: let's attack Blue tomorrow\nI go north next", "m", "m?"),
        ("say Blue: truce\nHow are you.\n\nThen I'll move to Roma", "m", "m?"),
        ("say all: hello\nmy plan is Latium", "m", "m?"),
        ("say Blue:\nI go north", "m", "m"),
        ("say Blue: hello\nI go north\nend say", "m-", "m-"),
        ("say Blue: hello\nI come in peace.", "m", "m"),
        ("say Blue: hello\n\nThanks,\nAnn\n\nI go north", "m---", "m---"),
        ("tell Blue: hello\npick latium etruria", "-o", "?o"),
        ("tell Blue: pick latium etruria", "-", "?"),
    ] {
        assert_eq!(signs(parts_at(email, false, false)), open, "{email}");
        assert_eq!(signs(parts_at(email, false, true)), secret, "{email}");
        for part in parts_at(email, false, true) {
            if let Meaning::Message(message) = part.meaning {
                let explicit = email.contains("end say") || email.starts_with("say Blue:\n");
                assert!(explicit || !message.text.contains("north"), "{email}");
            }
        }
    }
}
