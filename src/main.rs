//! Runs the command line.

/// Games are folded and evicted by all threads, in allocations of all sizes. With the system
/// allocator, memory use afterwards was measured to be almost twice as high.
#[cfg(not(target_env = "msvc"))]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn main() -> std::process::ExitCode {
    ravenpost::cli::main()
}
