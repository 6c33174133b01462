//! Data derived from the log: the list of games and the awaited seats, which can be rebuilt.

use super::*;
use ravenpost_log::table::status::Status;
use ravenpost_rules::numbers::Seq;
use ravenpost_store::lists::games::ListPart;
use ravenpost_store::lists::{deadlines, derived};
use ravenpost_store::people::players;
use ravenpost_store::people::seat_holders::{self, SeatHolder};

const ALL: ListPart = ListPart { limit: 100, skip: 0 };

fn awaited(game: &GameId, seat: u8, due: Option<u64>, next: Option<u64>) -> deadlines::Deadline {
    deadlines::Deadline {
        game: game.clone(),
        seat: Seat(seat),
        decision: "turn".into(),
        since: moment(0),
        due_at: due.map(moment),
        next_at: next.map(moment),
        stage: 1,
    }
}

async fn wait(here: &Here, game: &GameId, rows: Vec<deadlines::Deadline>) {
    let game = game.clone();
    writing!(here.store, conn => { deadlines::replace(conn, &game, &rows).await }).unwrap();
}

#[tokio::test]
async fn game_row_is_rewritten_with_every_event() {
    let here = Here::new().await;
    let game = ravenpost_store::random_game_id();
    for after in 0..3 {
        here.play(&game, Seq(after)).await.unwrap();
        let head = events::head(here.store.read(), &game).await.unwrap();
        let row = game_row(&game, head);
        let put = row.clone();
        writing!(here.store, conn => { games::put(conn, &put).await }).unwrap();
        assert_eq!(games::get(here.store.read(), &game).await.unwrap(), row);
    }
    let nobody = games::get(here.store.read(), &ravenpost_store::random_game_id()).await;
    assert!(matches!(nobody, Err(StoreError::NotFound)));
}

#[tokio::test]
async fn lists_are_filtered_by_status_visibility_and_player() {
    let here = Here::new().await;
    let mut rows = Vec::new();
    for (number, status) in
        [Status::Open, Status::Running, Status::Running, Status::Over].into_iter().enumerate()
    {
        let game = ravenpost_store::random_game_id();
        let mut row = game_row(&game, Head::genesis(&game));
        row.status = status;
        row.public = number != 1;
        row.changed_at = moment(u64::try_from(number).unwrap());
        rows.push(row);
    }
    let (put, mine) = (rows.clone(), rows[1].id.clone());
    let red = writing!(here.store, conn => {
        for row in &put {
            games::put(conn, row).await?;
        }
        let (address, name, zone) = ("red@example.org".into(), "Red".into(), "UTC".into());
        let new = players::NewPlayer { address, name, zone, at: moment(0) };
        let red = players::add(conn, &new).await?;
        let (seat, player, since) = (Seat(1), Some(red), moment(0));
        let holder =
            SeatHolder { game: mine, seat, player, bot: None, since, salt: None };
        seat_holders::set(conn, &holder).await?;
        Ok(red)
    })
    .unwrap();
    let read = here.store.read();
    let list = async |status, public, part| games::list(read, status, public, part).await.unwrap();
    assert_eq!(list(Status::Running, false, ALL).await, [rows[2].clone(), rows[1].clone()]);
    assert_eq!(list(Status::Running, true, ALL).await, rows[2..3]);
    assert_eq!(list(Status::Running, false, ListPart { limit: 1, skip: 1 }).await, rows[1..2]);
    assert_eq!(list(Status::Cancelled, false, ALL).await, []);
    assert_eq!(games::count(read, Status::Running).await.unwrap(), 2);
    assert_eq!(games::of_player(read, red).await.unwrap(), rows[1..2]);
}

#[tokio::test]
async fn due_games_come_oldest_first_with_the_next_check() {
    let here = Here::new().await;
    let (one, two) = (GameId::parse("one").unwrap(), GameId::parse("two").unwrap());
    wait(
        &here,
        &one,
        vec![awaited(&one, 1, Some(100), Some(50)), awaited(&one, 2, Some(40), None)],
    )
    .await;
    wait(&here, &two, vec![awaited(&two, 1, None, None), awaited(&two, 3, None, Some(45))]).await;
    let read = here.store.read();
    let due = async |now| {
        let rows = deadlines::due(read, moment(now), 10, &[], "a node").await.unwrap();
        rows.iter().map(|row| (row.game.to_string(), row.seat.0)).collect::<Vec<_>>()
    };
    let name = |name: &str, seat: u8| (name.to_owned(), seat);
    assert_eq!(deadlines::next_moment(read, &[]).await.unwrap(), Some(moment(40)));
    assert_eq!(due(39).await, []);
    assert_eq!(due(40).await, [name("one", 2)]);
    assert_eq!(due(50).await, [name("one", 2), name("two", 3), name("one", 1)]);
    assert_eq!(due(1_000).await.len(), 3, "a clock that stands still is never due");
    let rows = vec![awaited(&one, 4, Some(70), Some(60))];
    wait(&here, &one, rows.clone()).await;
    assert_eq!(deadlines::of_game(read, &one).await.unwrap(), rows);
    assert_eq!(deadlines::next_moment(read, &[]).await.unwrap(), Some(moment(45)));
    wait(&here, &one, Vec::new()).await;
    wait(&here, &two, Vec::new()).await;
    assert_eq!(deadlines::next_moment(read, &[]).await.unwrap(), None);
}

#[tokio::test]
async fn awaited_players_and_bots_are_found_by_seat() {
    let here = Here::new().await;
    let game = ravenpost_store::random_game_id();
    wait(&here, &game, (1..=3).map(|seat| awaited(&game, seat, Some(9), None)).collect()).await;
    let at = game.clone();
    let red = writing!(here.store, conn => {
        let (address, name, zone) = ("red@example.org".into(), "Red".into(), "UTC".into());
        let new = players::NewPlayer { address, name, zone, at: moment(0) };
        let red = players::add(conn, &new).await?;
        let bot = Some("steady");
        for (seat, player, bot) in [(1, Some(red), None), (2, None, bot), (4, None, bot)] {
            let (seat, bot, since) = (Seat(seat), bot.map(str::to_owned), moment(0));
            let holder =
                SeatHolder { game: at.clone(), seat, player, bot, since, salt: None };
            seat_holders::set(conn, &holder).await?;
        }
        Ok(red)
    })
    .unwrap();
    let mine = deadlines::of_player(here.store.read(), red).await.unwrap();
    assert_eq!(mine.iter().map(|row| row.seat).collect::<Vec<_>>(), [Seat(1)]);
    let bots = seat_holders::awaited_bots(here.store.read(), 10).await.unwrap();
    assert_eq!(bots.iter().map(|row| row.seat).collect::<Vec<_>>(), [Seat(2)]);
}

#[tokio::test]
async fn derived_rows_of_missing_games_are_deleted() {
    let here = Here::new().await;
    let game = ravenpost_store::random_game_id();
    here.play(&game, Seq::NONE).await.unwrap();
    let row = game_row(&game, events::head(here.store.read(), &game).await.unwrap());
    let rows = vec![awaited(&game, 1, Some(5), None)];
    let gone = ravenpost_store::random_game_id();
    let left = games::GameRow { id: gone.clone(), ..row.clone() };
    let (before, with, after) = writing!(here.store, conn => {
        games::put(conn, &row).await?;
        deadlines::replace(conn, &row.id, &rows).await?;
        let before = derived::dump(conn).await?;
        games::put(conn, &left).await?;
        deadlines::replace(conn, &gone, &[awaited(&gone, 1, Some(5), None)]).await?;
        let with = derived::dump(conn).await?;
        derived::sweep(conn).await?;
        Ok((before, with, derived::dump(conn).await?))
    })
    .unwrap();
    assert_eq!((before.len(), with.len()), (2, 4));
    assert_eq!(before, after);
    assert_eq!(here.emails().await.len(), 1);
}
