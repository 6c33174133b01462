//! Exported games signed by a server: the signature is checked, and a file without one still
//! verifies.

use ravenpost::service::archive::verify::verify;
use ravenpost_rules::{Seat, Viewer};

use super::TITLE;
use crate::harness::app::App;

#[tokio::test]
async fn signature_belongs_to_its_file_only() {
    let mut app = App::signing(6, &[]).await;
    let (_, _, game) = app.pair(TITLE).await;
    let red =
        app.service.archive().export(&game, Viewer::Seat(Seat(1))).await.expect("written out");
    let keys = app.service.proof().server_keys().await.expect("readable");
    assert_eq!(verify(&red).expect("it holds").voucher.as_ref(), Some(&keys[0].key));
    let (unsigned, last) = red.trim_end().rsplit_once('\n').expect("lines");
    let unsigned = format!("{unsigned}\n");
    assert_eq!(verify(&unsigned).expect("it proves itself").voucher, None);
    app.until_turn_email(&game).await;
    let later =
        app.service.archive().export(&game, Viewer::Seat(Seat(1))).await.expect("written out");
    let (later, _) = later.trim_end().rsplit_once('\n').expect("lines");
    for (name, file) in [
        ("the word for another file", format!("{later}\n{last}\n")),
        ("another key", red.replace(&keys[0].key.to_string(), "a+b+c")),
        ("another text", red.replace("ravenpost export", "ravenpost import")),
        ("twice", format!("{red}{last}\n")),
        ("no signature", red.replace("\"signature\":\"", "\"signature\":\"A")),
    ] {
        assert!(verify(&file).is_err(), "{name}");
    }
}
