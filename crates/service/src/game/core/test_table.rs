//! The table that tests use.

use ravenpost_log::act::{Consent, Opening, Pace};
use ravenpost_log::chain;
use ravenpost_log::table::status::CONDUCT;
use ravenpost_rules::dice::{DrawInputs, Epoch};
use ravenpost_rules::{Table, Title};

/// Returns the opening of a public two-player table with this dice secret.
pub(crate) fn opening(title: &dyn Title, pace: Pace, secret: &[u8; 32]) -> Opening {
    Opening {
        title: title.about().key.to_owned(),
        name: "A table".to_owned(),
        table: Table::of(2),
        pace,
        public: true,
        commitment: DrawInputs::commitment(secret),
        chain: chain::NEWEST,
        rules: title.about().version,
        conduct: CONDUCT,
        organiser: None,
        epoch: Epoch([0; 32]),
        fork: None,
        consent: Consent::All,
    }
}
