//! The example plays a whole game.

use std::io::Write;
use std::process::{Command, Stdio};

#[test]
fn default_orders_play_a_game_to_its_end() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ravenpost-terminal"));
    let mut game = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let lines = "\n".repeat(10_000);
    // It may end before it has read all lines.
    let _ = game.stdin.take().unwrap().write_all(lines.as_bytes());
    let done = game.wait_with_output().unwrap();
    assert!(done.status.success());
    let text = String::from_utf8(done.stdout).unwrap();
    let verdict = text.trim_end().lines().next_back().unwrap();
    assert!(!verdict.is_empty() && !text.contains("Refused"), "{verdict}");
}
