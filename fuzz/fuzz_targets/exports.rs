//! Any file as an exported game: checking it must never panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ravenpost::service::archive::import;

fuzz_target!(|file: &str| {
    let _ = import::checked(file);
});
