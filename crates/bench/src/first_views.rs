//! First views: the game's page, requested by the awaited seat right after another seat's order,
//! when nothing of it is cached yet. Players experience this delay.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::Context;

use crate::tools::load::Load;
use crate::tools::table::{Measured, Measurement, Measurements, Wanted};
use crate::tools::test_server::TestServer;
use ravenpost_rules::Title;
use ravenpost_rules::bots;

pub async fn measure(
    folder: &Path,
    title: &'static dyn Title,
    time: Duration,
    table: &mut Measurements,
) -> anyhow::Result<()> {
    let key = title.about().key;
    let place = TestServer::open(&folder.join(format!("looks-{key}.db"))).await?;
    let bot = bots::find("random").context("there is no random bot")?;
    let people = place.people(title).await?;
    let mut clients = Vec::new();
    for person in &people {
        clients.push(place.client(person).await?);
    }
    let mut game_id = place.begun(title, &people).await?;
    let (mut times, start) = (Vec::new(), Instant::now());
    while start.elapsed() < time {
        let game = place.service.games().load(&game_id).await?;
        let Some(one) = game.seats().awaited().into_iter().next() else {
            game_id = place.begun(title, &people).await?;
            continue;
        };
        let at = one.seat.index();
        let path = format!("/games/{game_id}");
        let asked = Instant::now();
        let page = clients[at].get(&path).await?;
        times.push(asked.elapsed());
        anyhow::ensure!(page.status == 200, "{path}: status {}", page.status);
        let order = bot.choose(game.true_position(), one.seat, times.len() as u64);
        let form = people[at].form(&order, game.step());
        let answer = clients[at].post(&format!("{path}/orders"), &form).await?;
        anyhow::ensure!(answer.status == 303, "\"{order}\": status {}", answer.status);
    }
    let looks = Load::of(times, start.elapsed());
    table.rows.push(Measurement {
        bar: "P8",
        what: format!(
            "{}: a first look after an order (99 of 100), {:.2} ms for half of them",
            title.about().name,
            looks.median()
        ),
        measured: Measured::Millis(looks.p99()),
        yardstick: None,
        wanted: Wanted::AtMost(10.0),
    });
    place.close().await;
    Ok(())
}
