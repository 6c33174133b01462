//! A file that somebody hands over as an exported game: checked without harm, whatever it is.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ravenpost::service::archive::import;

fuzz_target!(|file: &str| {
    let _ = import::checked(file);
});
