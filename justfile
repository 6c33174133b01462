# Short names for the scripts in scripts/.

# Lists the recipes.
default:
    @just --list

# Builds, and starts a demo at http://127.0.0.1:8080.
serve *flags:
    scripts/serve {{flags}}

# Runs every check that a change must pass.
test:
    scripts/test

# Runs the tests that take too long for a single change.
night *parts:
    scripts/night {{parts}}

# Builds and tests one title: just title scharz
title key:
    cargo test --locked -p ravenpost-{{key}}

# Runs worked examples: all, or those of a file.
check *files:
    cargo run --locked --quiet -- check {{files}}

# Builds the book of docs/ in target/book; needs mdbook.
book:
    mdbook build docs

# Writes a static site with a finished game of each title: just showcase FOLDER
showcase folder *flags:
    scripts/showcase {{folder}} {{flags}}
