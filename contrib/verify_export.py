#!/usr/bin/env python3
"""Checks an exported game with nothing but Python: verify_export.py FILE [HEAD of a letter]
Chain and leaves of any export; of a whole one also the secret and every draw: docs/export.md"""
import hashlib, hmac, json, struct, sys
sha = lambda data: hashlib.sha256(data).digest()
number = lambda value: struct.pack(">q", value)
parts = lambda *all: b"".join(number(len(one)) + one for one in all)
leaf = lambda one: bytes.fromhex(one["hash"]) if "hash" in one else sha(bytes.fromhex(
    one["blinding"]) + one.get("text", "").encode() + b"".join(map(leaf, one.get("leaves", []))))

def chacha(key, nonce=0):
    """The bytes of ChaCha20, block by block."""
    turn = lambda word, by: (word << by | word >> 32 - by) & 0xFFFFFFFF
    for count in range(1 << 32):
        start = struct.unpack("<12I", b"expand 32-byte k" + key) + (count, 0, nonce, 0)
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
    end = 0
    while end < len(text) - 2:
        start, end = end + 1, json.JSONDecoder().raw_decode(text, end + 1)[1]
        yield text[start:end]

def draws(secret, game, salts, step, stored):
    for purpose, pairs in json.loads(stored):
        key = parts(b"ravenpost dice 1", game, *salts, number(step), purpose.encode())
        blocks = chacha(hmac.new(secret, key, "sha256").digest())
        words = (word for block in blocks for word in struct.unpack("<16I", block))
        for of, was in pairs:
            word = next(word for word in words if word < (1 << 32) - (1 << 32) % of)
            assert word % of == was, "step %d: drew %d of %d, not %d" % (step, was, of, word % of)

def hidden(event, secret, game, before, seats):
    """Facts for everybody, and three leaves: told at the end, the actor's, of each other seat."""
    known, facts, act, drawn = (event[one] for one in ("known", "facts", "act", "draws"))
    everybody, own, rest, others = [], [], [], [[] for _ in range(seats)]
    actor = event["seat"] if event["kind"] in ("ordered", "lapsed", "withdrawn") else None
    lists = {"*": everybody, "-": rest, "%x" % (actor or 0): own}
    for at, fact in enumerate(pieces(facts)):
        who = known if len(known) == 1 else known[at + 1:at + 2] or "-"
        to = lists[who] if who in lists else others[int(who, 16) - 1]
        to.append(fact if who in "-*" else "[%d,%s]" % (len(everybody), fact))
    told, sizes = lambda of: "[%s]" % ",".join(of), [len(of.encode()) for of in (act, facts, drawn)]
    last = '["%s","%s",%d,%d,%d,%s,%s]' % (before.hex(), known, *sizes, told(rest), drawn)
    last = None if known == "*" and not before and drawn == "[]" else last
    all = [last, act + ("\n" + told(own) if own else ""), any(others) or None]
    all += [told(of) if of else None for of in others if any(others)]
    key = hmac.new(secret, parts(b"ravenpost blinding 2", game), "sha256").digest()
    stream = (half for block in chacha(key, event["number"]) for half in (block[:32], block[32:]))
    hides = [next(stream) for _ in all]
    hide = lambda at: hides[at] if all[at] is None else sha(hides[at][:16] + (
        b"".join(map(hide, range(3, len(all)))) if all[at] is True else all[at].encode()))
    return told(everybody), [hide(at) for at in range(3)]

def main(path, head=""):
    lines = open(path, "rb").read().splitlines(keepends=True)
    header, *found, end = map(json.loads, lines)
    header, salts, step = header["export"], {}, 0
    assert header["format"] == 1, "another version of the file"
    whole = {"lines": len(lines) - 1, "sha256": sha(b"".join(lines[:-1])).hex()}
    assert end["end"] == whole, "the file was changed, or cut"
    game, secret = header["game"].encode(), bytes.fromhex(header.get("secret", ""))
    first = last = shown = sha(parts(b"ravenpost game %d" % header["chain"], game))
    for one in [one.get("event") or one["step"] for one in found if "view" not in one]:
        public = not one["own"] if "own" in one else one["known"][:1] in ("", "*")
        step, act = step + public, json.loads(one.get("act", "{}"))
        if "Opened" in act:
            seats, committed = act["Opened"]["table"]["seats"], act["Opened"]["commitment"]
            assert sha(b"ravenpost commitment 1" + secret).hex() == committed, "another secret"
        if "Joined" in act:
            salts[act["Joined"]["seat"]] = act["Joined"]["salt"].encode()
        facts, hashes = one["facts"], [leaf(of) for of in one.get("leaves", [])]
        if act:
            facts, hashes = hidden(one, secret, game, b"" if last == shown else last, seats)
            draws(secret, game, [salts[at] for at in sorted(salts)], step, one["draws"])
        at, kind, seat = number(one["at"]), one["kind"].encode(), bytes([one["seat"] or 0])
        if header["chain"] == 2:
            last = sha(first + b"ravenpost event 2".ljust(32, b"\0") + shown + number(step) + at +
                       seat + b"".join(hashes) + parts(kind) + facts.encode())
        else:
            texts = [seat.strip(b"\0"), *(one[of].encode() for of in ("act", "facts", "draws"))]
            last = sha(parts(b"ravenpost event 1", last, game, number(step), at, kind, *texts))
        assert last.hex() == one["hash"], "step %d: the chain is broken" % step
        shown = last if public else shown
    assert (step, shown.hex()) == (header["step"], header["head"]), "it ends elsewhere"
    assert shown.hex().startswith(head), "a letter told of another head"
    print("%s holds: %d steps, head %s" % (header["game"], step, shown.hex()))

try:
    main(*sys.argv[1:])
except (AssertionError, LookupError, StopIteration, TypeError, ValueError) as wrong:
    sys.exit("BROKEN: %s %s" % (type(wrong).__name__, wrong))
