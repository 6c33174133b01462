//! STUB
use super::super::decide::Run;
/// Begins the next seat's turn, or the Building phase.
pub fn next_turn(_run: &mut Run<'_>) {}
/// Asks the next seat that can build, or begins the Claim phase.
pub fn next_builder(_run: &mut Run<'_>) {}
/// Goes on when everybody awaited has planned; says whether it went on.
pub fn planned(_run: &mut Run<'_>) -> bool {
    false
}
