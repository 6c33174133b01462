//! A document of each title: refused, or a position that can be shown and written back.
//! The first bytes choose the title and the seats.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ravenpost::titles;
use ravenpost_rules::{Seat, Table, Viewer};

fuzz_target!(|bytes: &[u8]| {
    let [which, seats, document @ ..] = bytes else { return };
    let Ok(document) = serde_json::from_slice(document) else { return };
    let title = titles::all()[usize::from(*which) % titles::all().len()];
    let (least, most) = title.about().seats;
    let table = Table::of(least + seats % (most - least + 1));
    let Ok(position) = title.from_document(&table, &document) else { return };
    for viewer in Seat::all(table.seats).map(Viewer::Seat).chain([Viewer::Spectator]) {
        position.present(viewer);
    }
    for asked in position.awaited() {
        position.legal(asked.seat);
    }
    let again = title.from_document(&table, &position.document());
    let again = again.expect("its own document is read");
    assert_eq!(again.document(), position.document());
});
