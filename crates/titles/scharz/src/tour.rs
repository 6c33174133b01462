//! Plays the start that `TOUR.md` tells, so that its lines are legal.

use super::Scharz as Title;
use super::state::Step;
use ravenpost_rules::walk::Walk;
use ravenpost_rules::{Block, Described, Notation, Seat, Show, Table, Viewer};

const RED: Seat = Seat(1);
const BLUE: Seat = Seat(2);

/// Gives the parts of a line that the tour tells.
fn told(game: &mut Walk<Title>, line: &str) {
    assert!(Title::about().tour.contains(line), "the tour does not tell {line}");
    for part in Title::split(line) {
        game.say(RED, part);
    }
}

/// A table for two at which Blue has the first choice and takes Latium.
fn opened() -> Walk<Title> {
    for seed in 1..40 {
        let mut game = Walk::<Title>::open(&Table::of(2), seed);
        told(&mut game, "pick latium etruria");
        game.say(RED, "done");
        game.say(BLUE, "pick latium samnium");
        game.say(BLUE, "done anyway");
        if game.state.player(RED).home.is_some_and(|home| home.slug() == "etruria") {
            return game;
        }
    }
    panic!("either seat may have the first choice");
}

/// Both close their sheets, and what clashes they are asked about.
fn close(game: &mut Walk<Title>) {
    game.line("done anyway; done anyway");
    while game.state.step == Step::Clash {
        game.line("done anyway");
    }
}

#[test]
fn the_first_season_is_real_and_its_truce_is_seen() {
    let mut game = opened();
    told(
        &mut game,
        "faction etruscan; village tarquinii; village clusium; village arretium; dock tarquinii; \
         place 2 li clusium; place 3 li tarquinii; done",
    );
    game.say(BLUE, "done anyway");
    assert_eq!(game.state.step, Step::March);
    told(&mut game, "doctrine stance if-double; doctrine escape loss 50");
    told(&mut game, "move 2 li clusium > velathri; done");
    game.say(BLUE, "done anyway");
    while game.state.step == Step::Clash {
        game.line("done anyway");
    }
    told(
        &mut game,
        "build village velathri with 2 li; sow tarquinii; sow clusium; offer truce blue 4; done",
    );
    game.say(BLUE, "done anyway");
    assert_eq!((game.state.round, game.state.step), (2, Step::March));
    let seen = |game: &Walk<Title>| Title::present(&Title::show(&game.state, Viewer::Watcher));
    assert!(seen(&game).panels.iter().all(|panel| panel.id != "pacts"), "offers are no pacts");
    game.say(BLUE, "accept red");
    close(&mut game);
    let sight = seen(&game);
    let pacts = sight.panels.iter().find(|panel| panel.id == "pacts").expect("a square of pacts");
    let Block::Grid { head, rows } = &pacts.blocks[0] else { panic!("a table") };
    assert_eq!(head[1..], ["R", "B"]);
    assert!(rows[0].1[2].starts_with("truce") && rows[1].1[1].starts_with("truce"), "{rows:?}");
    let line = sight.text.lines().find(|line| line.trim().starts_with("B Blue"));
    assert!(line.is_some_and(|line| line.ends_with(" T -")), "{}", sight.text);
}
