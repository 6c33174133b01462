//! Emails about votes and about the organiser's actions, and variants of other kinds.

use ravenpost::emails::kinds::{fork_invitation, organiser_action};
use ravenpost::emails::*;
use ravenpost_rules::numbers::Step;
use ravenpost_rules::{Outcome, Place, Seat};

use super::*;

fn proposed(names: &Names) -> VoteOpened {
    VoteOpened {
        frame: Frame { answered: true, ..frame(names) },
        game: game(names),
        vote: ballot(
            "Blue misread the fourth card",
            "Takebacks need everyone's agreement.",
            "rewind",
        ),
        motion: ProposedMotion::Rewind(ProposedRewind {
            to: Step(38),
            undone: happened()[2..4].to_vec(),
            restored: Vec::new(),
            seen: happened()[..1].to_vec(),
            redealt: true,
            clocks: vec!["Red to move, with 1 day 3 hours left".into()],
        }),
    }
}

fn ballot(reason: &str, rule: &str, page: &str) -> Ballot {
    Ballot {
        who: "Blue".into(),
        reason: reason.into(),
        rule: rule.into(),
        until: moment("2025-11-22T09:00:00Z"),
        voters: vec!["Red: has not voted yet".into(), "Green: yes".into()],
        seated: true,
        asked: true,
        page: format!("https://raven.example/games/w7k2p9/{page}"),
    }
}

/// Named variants of kinds that come in more than one form.
pub fn variants(names: &Names) -> Vec<(&'static str, Email)> {
    let (frame, game) = (frame(names), game(names));
    let places = [(2, 1), (1, 2), (3, 2)].map(|(seat, place)| Place {
        seat: Seat(seat),
        place,
        score: 0,
        parts: Vec::new(),
    });
    let verdict = "Ended by vote: Blue first, Red and Green second".to_owned();
    let over = GameOver {
        outcome: Outcome { places: places.into(), verdict },
        agreed: true,
        ..game_over(names)
    };
    let frame = Frame { answered: true, ..frame };
    let end = VoteOpened {
        frame: frame.clone(),
        game: game.clone(),
        vote: ballot(
            "Green has had no time for months",
            "Ending the game early needs everyone's agreement.",
            "end",
        ),
        motion: ProposedMotion::End("Blue first, Red and Green second".into()),
    };
    let change = VoteOpened {
        frame,
        game,
        vote: ballot(
            "Green has had no time for months",
            "Replacing a player needs the agreement of all other players. The player concerned \
             only votes if there are no others.",
            "change",
        ),
        motion: ProposedMotion::Change(ProposedChange {
            what: "replace Green's player and let anyone take the seat".into(),
            means: "The current player loses the seat. The new player gets the full time for any \
                    pending move."
                .into(),
        }),
    };
    vec![
        ("proposed_end", end.compose()),
        ("proposed_change", change.compose()),
        ("game_over_agreed", over.compose()),
        ("chat_digest", chat_digest(names).compose()),
        ("your_turn_full", full_turn(names)),
    ]
}

/// A turn email with a block of every kind.
pub fn full_turn(names: &Names) -> Email {
    let turn = your_turn(names);
    let notice = Notice {
        kind: NotificationKind::DeadlinePassed,
        headline: "Your time ran out".into(),
        lines: vec!["The default move \"play forest produce\" was played for you.".into()],
    };
    let heard = heard(names);
    YourTurn {
        frame: Frame { answered: true, heard, notices: vec![notice], ..turn.frame },
        notes: vec![vec!["Sell the wool first".into()]],
        orders: Offered {
            secret: Some("Your move is secret until the last one is in.".into()),
            ..turn.orders
        },
        ..turn
    }
    .compose()
}

/// Results of rewind votes, and the organiser's actions.
pub fn standing_still(names: &Names) -> Vec<Email> {
    let (frame, game) = (frame(names), game(names));
    vec![
        proposed(names).compose(),
        Rewound {
            frame: frame.clone(),
            game: game.clone(),
            who: "Blue".into(),
            to: Step(38),
            reason: "Blue misread the fourth card".into(),
            undone: happened()[2..4].to_vec(),
            redealt: true,
            now: Todo::of_others("Blue is to move."),
        }
        .compose(),
        Dropped {
            frame: frame.clone(),
            game: game.clone(),
            not: "No takeback".into(),
            why: "The takeback was rejected".into(),
            now: Todo::of_others("Blue is to move."),
        }
        .compose(),
        Replaced {
            frame: frame.clone(),
            game: game.clone(),
            who: "The organiser".into(),
            seat: badge(1),
            reason: "Red has not moved for two months".into(),
        }
        .compose(),
        AskedAlong {
            frame: frame.clone(),
            game: game.clone(),
            own: badge(1),
            asked: vec![fork_invitation::Along {
                name: (&names.bo).into(),
                seat: badge(2),
                step: Step(31),
                page: "https://raven.example/games/k2m8q4".into(),
            }],
        }
        .compose(),
        Organised {
            frame: frame.clone(),
            game: game.clone(),
            done: vec![organiser_action::Done {
                what: "The organiser gave Red 24 hours more: \u{201c}Red is on a ship\u{201d}"
                    .into(),
                means: "Your pending move is the same as before.".into(),
                headline: None,
            }],
            now: Todo { asked: true, ..Todo::of_others("You are to move.") },
        }
        .compose(),
    ]
}
