#!/usr/bin/env python3
"""Recomputes a random draw of a game. Usage: luck.py SECRET GAME COUNT PURPOSE OF,OF,... SALT...
COUNT: the epoch, a colon, and the number of the draw within it. OF: the number of outcomes of
each number drawn, in order. The game's fairness page lists all of these values."""
import hashlib, hmac, struct, sys

def part(data):
    return struct.pack(">q", len(data)) + data

def words(key):
    """Yields the ChaCha20 stream for counter and nonce 0, as 32-bit numbers."""
    turn = lambda word, by: (word << by | word >> 32 - by) & 0xFFFFFFFF
    for count in range(1 << 32):
        start = struct.unpack("<12I", b"expand 32-byte k" + key) + (count, 0, 0, 0)
        x = list(start)
        for _ in range(10):
            for a, b, c, d in ((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15),
                               (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14)):
                for to, of, into, by in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
                    x[to] = x[to] + x[of] & 0xFFFFFFFF
                    x[into] = turn(x[into] ^ x[to], by)
        yield from (one + other & 0xFFFFFFFF for one, other in zip(x, start))

def main(secret, game, count, purpose, outcomes, *salts):
    secret, (epoch, drawn) = bytes.fromhex(secret), count.split(":")
    print("commitment", hashlib.sha256(b"ravenpost commitment 1" + secret).hexdigest())
    named = [b"ravenpost dice 2", game.encode()]
    named += [salt.encode() for salt in salts] + [bytes.fromhex(epoch)]
    named += [struct.pack(">q", int(drawn)), purpose.encode()]
    key = hmac.new(secret, b"".join(map(part, named)), "sha256").digest()
    print("key", key.hex())
    stream = words(key)
    for of in map(int, outcomes.split(",")):
        word = next(word for word in stream if word < (1 << 32) - (1 << 32) % of)
        print("word %d, modulo %d: %d" % (word, of, word % of))

if __name__ == "__main__":
    main(*sys.argv[1:])
