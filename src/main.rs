//! Calls the command line; nothing else.

/// A page, a view and a list of orders are hundreds of small texts each: this allocator hands them
/// out faster than the system's own.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    ravenpost::cli::main()
}
