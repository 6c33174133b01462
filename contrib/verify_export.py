#!/usr/bin/env python3
"""Checks an exported game with nothing but Python: verify_export.py FILE [HEAD, as a letter told it]

Chain and leaves of any export; of a whole one also the secret and every draw. See docs/export.md.
"""
import hashlib, hmac, json, struct, sys


def sha(data):
    return hashlib.sha256(data).digest()


def number(value):
    return struct.pack(">q", value)


def parts(*all):
    return b"".join(number(len(one)) + one for one in all)


def chacha(key):
    """The bytes of ChaCha20 with a zero nonce, block by block."""
    turn = lambda word, by: (word << by | word >> 32 - by) & 0xFFFFFFFF
    for count in range(1 << 32):
        start = struct.unpack("<4I", b"expand 32-byte k") + struct.unpack("<8I", key) + (count, 0, 0, 0)
        x = list(start)
        for _ in range(10):
            for a, b, c, d in ((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15),
                               (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14)):
                for to, of, into, by in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
                    x[to] = x[to] + x[of] & 0xFFFFFFFF
                    x[into] = turn(x[into] ^ x[to], by)
        yield struct.pack("<16I", *(one + other & 0xFFFFFFFF for one, other in zip(x, start)))


def pieces(text):
    """The elements of a JSON list as they are written."""
    found, depth, quoted, at = [], 0, False, 1
    while len(text) > 2 and at < len(text):
        start = at
        while at < len(text) - 1 and (depth or quoted or text[at] != ","):
            one = text[at]
            at += 1 + (quoted and one == "\\")
            quoted ^= one == '"'
            depth += 0 if quoted else (one in "[{") - (one in "]}")
        found.append(text[start:at])
        at += 1
    return found


def leaves(event, before, seats):
    """What is hidden of an event: its place, act, draws, and the facts by who may know them."""
    known, facts = event["known"], event["facts"]
    nobody, everybody, own = [], [], [[] for _ in range(seats)]
    for at, fact in enumerate(pieces(facts)):
        who = known[0] if len(known) == 1 else known[at + 1:at + 2]
        if who == "*":
            everybody.append(fact)
        elif who not in ("", "-"):
            own[int(who, 16) - 1].append("[%d,%s]" % (len(everybody), fact))
        else:
            nobody.append(fact)
    rest = '["%s",%d,[%s]]' % (known, len(facts.encode()), ",".join(nobody))
    lists = ["[%s]" % ",".join(one) for one in [everybody] + own]
    texts = [event["act"], event["draws"], rest] + lists
    return [number(event["number"]) + before] + [text.encode() for text in texts]


def draws(secret, game, salts, step, stored):
    for purpose, pairs in json.loads(stored):
        key = parts(b"ravenpost dice 1", game, *salts, number(step), purpose.encode())
        blocks = chacha(hmac.new(secret, key, "sha256").digest())
        words = (word for block in blocks for word in struct.unpack("<16I", block))
        for of, was in pairs:
            word = next(word for word in words if word < (1 << 32) - (1 << 32) % of)
            assert word % of == was, "step %d: drew %d of %d, not %d" % (step, was, of, word % of)


def main(path, head=""):
    lines = open(path, "rb").read().splitlines(keepends=True)
    *found, end = [json.loads(line) for line in lines]
    header, end, found = found[0]["export"], end["end"], found[1:]
    assert header["format"] == 1, "another version of the file"
    assert end["lines"] == len(lines) - 1, "the file was cut"
    assert end["sha256"] == sha(b"".join(lines[:-1])).hex(), "the file was changed"
    game, blind, step = header["game"].encode(), header["chain"] == 2, 0
    last = shown = sha(parts(b"ravenpost game %d" % header["chain"], game))
    secret, salts = bytes.fromhex(header.get("secret", "")), {}
    for one in [one.get("event") or one["step"] for one in found if "view" not in one]:
        seat = bytes([one["seat"]]) if one["seat"] else b""
        public = not one["own"] if "own" in one else one["known"][:1] in ("", "*")
        step += public
        act = json.loads(one["act"]) if "act" in one else {}
        if "Opened" in act:
            opened = act["Opened"]
            assert opened["commitment"] == sha(b"ravenpost commitment 1" + secret).hex(), "the secret"
        if "Joined" in act:
            salts[act["Joined"]["seat"]] = act["Joined"]["salt"].encode()
        hashes = [bytes.fromhex(leaf["hash"]) if "hash" in leaf else
                  sha(bytes.fromhex(leaf["blinding"]) + leaf["text"].encode())
                  for leaf in one.get("leaves", [])]
        if blind and "act" in one:
            key = parts(b"ravenpost blinding 2", game, number(one["number"]))
            blocks = chacha(hmac.new(secret, key, "sha256").digest())
            all = leaves(one, last, opened["table"]["seats"])
            stream = b"".join(next(blocks) for _ in range(len(all) // 4 + 1))
            hashes = [sha(stream[16 * at:16 * at + 16] + leaf) for at, leaf in enumerate(all)]
        head2 = (shown, game, number(step), number(one["at"]), one["kind"].encode(), seat)
        if blind:
            last = sha(parts(b"ravenpost event 2", *head2, b"".join(hashes)))
        else:
            rest = (one["act"].encode(), (one["known"] + one["facts"]).encode(), one["draws"].encode())
            last = sha(parts(b"ravenpost event 1", *head2, *rest))
        assert last.hex() == one["hash"], "step %d: the chain is broken" % step
        shown = last if public else shown
        if "draws" in one:
            draws(secret, game, [salts[at] for at in sorted(salts)], step, one["draws"])
    assert (step, shown.hex()) == (header["step"], header["head"]), "it ends elsewhere"
    assert shown.hex().startswith(head), "a letter told of another head"
    print("%s holds: %d steps, head %s" % (header["game"], step, shown.hex()))


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except (AssertionError, LookupError, TypeError, ValueError) as wrong:
        sys.exit("BROKEN: %s %s" % (type(wrong).__name__, wrong))
