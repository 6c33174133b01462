//! Calls the command line; nothing else.

/// Games are folded and let go by all threads, in pieces of all sizes. The system's own allocator
/// keeps twice as much memory after it (`BENCHMARKS.md`, P11).
#[cfg(not(target_env = "msvc"))]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn main() -> std::process::ExitCode {
    ravenpost::cli::main()
}
