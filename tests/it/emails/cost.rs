//! Size and cost of emails. Needs `RAVENPOST_COSTS` and a release build.

use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::{Duration, Instant};

use ravenpost::emails::Email;
use ravenpost::mail::outgoing::{Outgoing, size};

use super::samples::{self, Names};
use super::titles::{composed, each_email};

const NAME: &str = "RAVENPOST_COSTS";
/// How often each email is rendered for timing.
const TIMES: u32 = 20;

/// The time of one run: the minimum of several.
fn least<T>(times: u32, mut run: impl FnMut() -> T) -> Duration {
    let once = |_| {
        let start = Instant::now();
        black_box(run());
        start.elapsed()
    };
    (0..times).map(once).min().unwrap_or_default()
}

fn picture(email: &Email) -> Option<Vec<u8>> {
    email.picture.as_ref().map(|picture| size::drawn(picture, size::room(email)))
}

fn on_the_wire(email: &Email, png: Option<&[u8]>) -> usize {
    let out = Outgoing {
        email,
        png,
        to: "ann@example.org",
        message_id: "your_turn.42.1.w7k2p9@raven.example",
        refs: &["started.1.1.w7k2p9@raven.example".to_owned()],
        reply_to: Some("o-abcdefghijklmnopqrstuvwxyz@reply.raven.example"),
        stop_to: Some("u-abcdefghijklmnopqrstuvwxyz@reply.raven.example"),
        date: samples::moment("2025-11-20T09:00:00Z"),
    };
    crate::mail::writer().write(&out).expect("a message").len()
}

/// One sample of each kind.
#[test]
fn measure_emails_of_each_kind() {
    if std::env::var_os(NAME).is_none() {
        return;
    }
    let names = Names::default();
    let all = least(TIMES, || samples::all(&names));
    let kinds = samples::all(&names);
    println!("all {} kinds written: {} us", kinds.len(), all.as_micros());
    let kinds = kinds.into_iter().map(|c| (c.kind.key(), c));
    for (name, email) in kinds.chain(samples::variants(&names)) {
        let wire = on_the_wire(&email, None);
        println!("| {name} | {} | {} | {wire} |", email.text.len(), email.html.len());
    }
}

#[derive(Default)]
struct Sum {
    emails: u32,
    text: usize,
    html: usize,
    wire: usize,
    heaviest: usize,
    written: Duration,
    drawn: Duration,
    packed: Duration,
}

/// Turn emails of random games, several of each title.
#[test]
fn measure_turn_emails_of_each_title() {
    if std::env::var_os(NAME).is_none() {
        return;
    }
    for short in [false, true] {
        let mut sums: BTreeMap<&str, Sum> = BTreeMap::new();
        let mut count = 0;
        each_email(11, |position, seat, email| {
            count += 1;
            if count % 6 != 1 {
                return;
            }
            let sum = sums.entry(position.title().about().key).or_default();
            let write = || composed(position, seat, Vec::new(), short);
            sum.written += least(5, write);
            let email = if short { write() } else { email };
            let png = picture(&email);
            sum.drawn += png.as_ref().map_or(Duration::ZERO, |_| least(3, || picture(&email)));
            let wire = on_the_wire(&email, png.as_deref());
            sum.packed += least(3, || on_the_wire(&email, png.as_deref()));
            sum.emails += 1;
            (sum.text, sum.html) = (sum.text + email.text.len(), sum.html + email.html.len());
            (sum.wire, sum.heaviest) = (sum.wire + wire, sum.heaviest.max(wire));
        });
        for (title, sum) in sums {
            let many = sum.emails as usize;
            let each = |time: Duration| (time / sum.emails).as_secs_f64() * 1000.0;
            println!(
                "| {title} | {} | {many} | {} | {} | {} | {} | {:.2} | {:.2} | {:.2} |",
                if short { "short" } else { "whole" },
                sum.text / many,
                sum.html / many,
                sum.wire / many,
                sum.heaviest,
                each(sum.written),
                each(sum.drawn),
                each(sum.packed)
            );
        }
    }
}
