//! Tells cargo which files, besides the sources, are embedded into this crate. It must not do
//! anything else.

fn main() {
    for folder in ["../../static", "../../templates"] {
        // Cargo would rebuild every time if a folder did not exist.
        if std::path::Path::new(folder).exists() {
            println!("cargo:rerun-if-changed={folder}");
        }
    }
}
