//! Tells cargo what, besides the sources, goes into the program. It must not do anything else.

fn main() {
    for folder in ["static", "templates"] {
        // A folder that is not there would make cargo build everything again each time.
        if std::path::Path::new(folder).exists() {
            println!("cargo:rerun-if-changed={folder}");
        }
    }
}
