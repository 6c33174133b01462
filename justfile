# Short names for what stands in scripts/. Nothing is done here that the scripts do not do.

# Lists the recipes.
default:
    @just --list

# Builds, and starts a demo at http://127.0.0.1:8080.
serve *flags:
    scripts/serve {{flags}}

# Everything that a change is checked with.
test:
    scripts/test

# What takes longer than a change can wait for.
night *parts:
    scripts/night {{parts}}

# Builds and tests one title: just title scharz
title key:
    cargo test --locked -p ravenpost-{{key}}

# Runs worked examples: all, or those of a file.
check *files:
    cargo run --locked --quiet -- check {{files}}

# Makes the book of docs/ in target/book; it needs mdbook.
book:
    mdbook build docs

# Writes a static site with a finished game of each title: just showcase FOLDER
showcase folder *flags:
    scripts/showcase {{folder}} {{flags}}
