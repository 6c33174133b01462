//! The terms that titles explain: those of the lines of players, and their rules.

use std::collections::BTreeSet;

use ravenpost::titles;
use ravenpost_rules::{Dice, Presentation, Table, Viewer, bots};

/// Plays a game with bots, and returns what spectators see after each order.
fn seen(title: &'static dyn ravenpost_rules::Title) -> Vec<Presentation> {
    let about = title.about();
    let (bot, mut dice) = (bots::find("random").expect("it is there"), Dice::seeded(5));
    let opened = title.open(&Table::of(about.seats.0.max(2)), &mut dice);
    let mut position = opened.unwrap_or_else(|refused| panic!("{refused:?}")).next;
    let mut seen = vec![position.present(Viewer::Spectator)];
    for turn in 0..300 {
        let Some(seat) = position.awaited().first().map(|one| one.seat) else { break };
        let order = bot.choose(position.as_ref(), seat, turn);
        position = position.decide(seat, &order, &mut dice).expect("legal").next;
        seen.push(position.present(Viewer::Spectator));
    }
    seen
}

#[test]
fn every_term_shown_to_players_is_explained() {
    for title in titles::all() {
        let about = title.about();
        let seen = seen(*title);
        let facts = seen.iter().flat_map(|one| &one.summary).flat_map(|line| &line.facts);
        let mut words: BTreeSet<&str> = facts.map(|fact| fact.label.as_str()).collect();
        words.extend(seen.iter().map(|one| one.standing.points));
        words.remove("");
        assert!(words.len() > 3, "{}: {words:?}", about.key);
        let unknown: Vec<&&str> = words.iter().filter(|word| about.term(word).is_none()).collect();
        assert!(unknown.is_empty(), "{} does not explain {unknown:?}", about.key);
    }
}

#[test]
fn every_term_names_an_existing_rule() {
    for title in titles::all() {
        let about = title.about();
        for term in about.terms {
            let rule = format!("{} ", term.rule);
            assert!(about.rules.contains(&rule), "{}: {}", about.key, term.rule);
            assert!(!term.words.is_empty() && term.meaning.ends_with('.'), "{term:?}");
        }
    }
}
