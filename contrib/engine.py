#!/usr/bin/env python3
"""An engine for `ravenpost play` that plays random legal orders; see docs/build/engines.md.
To write a better one, replace the function choose."""
import json, random, sys

def choose(position):
    """Returns the number of an order, an order in notation, or "default"."""
    if not position["orders"]:
        return "default"
    return random.choice(position["orders"])["number"]

for line in sys.stdin:
    message = json.loads(line)
    # A refused answer is followed by another attempt; the default order is always legal.
    answer = choose(message) if message["type"] == "position" else "default"
    print(answer, flush=True)
