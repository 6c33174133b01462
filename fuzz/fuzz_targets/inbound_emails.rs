//! Any bytes as an inbound email: parsing them must never panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ravenpost::mail::incoming::reading::{self, Trust};

fuzz_target!(|letter: &[u8]| {
    let trust = Trust {
        authserv_id: Some("mx.games.example.org".to_owned()),
        domain: Some("games.example.org".to_owned()),
    };
    let _ = reading::read(letter, &trust);
});
