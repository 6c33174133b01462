//! Plays a game against a bot in a terminal, with the rules only: `cargo run -p ravenpost-terminal`

use std::io;

use ravenpost_gotlandia::GOTLANDIA;
use ravenpost_rules::{Dice, Seat, Table, Viewer, bots};

const YOU: Seat = Seat(1);

fn main() -> io::Result<()> {
    let bot = bots::find("steady").expect("the strongest bot");
    let mut dice = Dice::seeded(std::process::id().into());
    let mut position = GOTLANDIA.open(&Table::of(2), &mut dice).expect("two can play").next;
    let (mut input, mut orders, viewer) = (io::stdin().lines(), 0, Viewer::Seat(YOU));
    while let Some(asked) = position.awaited().into_iter().next() {
        orders += 1;
        let order = if asked.seat == YOU {
            println!("\n{}\n\n{}", position.present(viewer).text, asked.ask.sentence(viewer));
            for offer in position.offers(YOU).into_iter().flat_map(|group| group.offers) {
                println!("  {:40} {}", offer.order, offer.words);
            }
            // An empty line plays the default order.
            let Some(line) = input.next().transpose()? else { return Ok(()) };
            if line.is_empty() { position.fallback(YOU) } else { line }
        } else {
            bot.choose(position.as_ref(), asked.seat, orders)
        };
        match position.decide(asked.seat, &order, &mut dice) {
            Err(refusals) => refusals.iter().for_each(|refusal| println!("Refused: {refusal}")),
            Ok(decided) => {
                let narrations = GOTLANDIA.narrate(&decided.facts, viewer).unwrap_or_default();
                narrations.iter().for_each(|one| println!("{}", one.text));
                position = decided.next;
            }
        }
    }
    println!("\n{}", position.outcome().map(|outcome| outcome.verdict).unwrap_or_default());
    Ok(())
}
