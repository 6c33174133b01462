//! STUB
use super::super::decide::Run;
/// Carries all claims out, in turn order, and ends the round.
pub fn close(_run: &mut Run<'_>) {}
/// Goes on when every awaited seat has finished; says whether it went on.
pub fn closed(_run: &mut Run<'_>) -> bool {
    false
}
