//! Tells cargo to rebuild when the migrations change, because they are compiled into the crate. It
//! must not do anything else.

fn main() {
    println!("cargo:rerun-if-changed=../../migrations/sqlite");
    println!("cargo:rerun-if-changed=../../migrations/postgres");
}
