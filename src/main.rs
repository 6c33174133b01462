//! Calls the command line; nothing else.

fn main() -> std::process::ExitCode {
    ravenpost::cli::main()
}
