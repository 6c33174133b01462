#!/usr/bin/env python3
"""Checks an exported game with nothing but Python: verify_export.py FILE [HEAD of a letter]
Chain and leaves of any export; of a whole one also the secret and every draw. See docs/export.md."""
import hashlib, hmac, json, struct, sys

def sha(data):
    return hashlib.sha256(data).digest()

def number(value):
    return struct.pack(">q", value)

def parts(*all):
    return b"".join(number(len(one)) + one for one in all)

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

def sort(event, before, seats):
    """Facts for everybody, and what is hidden: told at the end, the actor's, each other seat's."""
    known, facts, act, drawn = (event[one] for one in ("known", "facts", "act", "draws"))
    everybody, own, rest, others = [], [], [], [[] for _ in range(seats)]
    actor = event["seat"] if event["kind"] in ("ordered", "lapsed", "withdrawn") else None
    for at, fact in enumerate(pieces(facts)):
        who = known[0] if len(known) == 1 else known[at + 1:at + 2]
        if who in ("", "-"):
            rest.append(fact)
        elif who == "*":
            everybody.append(fact)
        else:
            to = own if int(who, 16) == actor else others[int(who, 16) - 1]
            to.append("[%d,%s]" % (len(everybody), fact))
    sizes = [len(one.encode()) for one in (act, facts, drawn)]
    list = lambda of: "[%s]" % ",".join(of)
    rest = '["%s","%s",%d,%d,%d,%s,%s]' % (before.hex(), known, *sizes, list(rest), drawn)
    rest = None if known == "*" and not before and drawn == "[]" else rest
    leaves = [rest, act + ("\n" + list(own) if own else ""), any(others) or None]
    return list(everybody), leaves + [list(one) if one else None for one in others if any(others)]

def leaf(one):
    if "hash" in one:
        return bytes.fromhex(one["hash"])
    of = one["text"].encode() if "text" in one else b"".join(leaf(of) for of in one["leaves"])
    return sha(bytes.fromhex(one["blinding"]) + of)

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
    header, *found, end = [json.loads(line) for line in lines]
    header, end, salts, step, opened = header["export"], end["end"], {}, 0, None
    assert header["format"] == 1, "another version of the file"
    written = {"lines": len(lines) - 1, "sha256": sha(b"".join(lines[:-1])).hex()}
    assert end == written, "the file was changed, or cut"
    game, secret = header["game"].encode(), bytes.fromhex(header.get("secret", ""))
    first = last = shown = sha(parts(b"ravenpost game %d" % header["chain"], game))
    for one in [one.get("event") or one["step"] for one in found if "view" not in one]:
        public = not one["own"] if "own" in one else one["known"][:1] in ("", "*")
        step += public
        act = json.loads(one.get("act", "{}"))
        opened = act["Opened"] if "Opened" in act else opened
        if "Joined" in act:
            salts[act["Joined"]["seat"]] = act["Joined"]["salt"].encode()
        facts, hashes = one["facts"], [leaf(of) for of in one.get("leaves", [])]
        if act:
            key = hmac.new(secret, parts(b"ravenpost blinding 2", game), "sha256").digest()
            before, blocks = b"" if last == shown else last, chacha(key, one["number"])
            facts, all = sort(one, before, opened["table"]["seats"])
            stream = b"".join(next(blocks) for _ in range(len(all) // 2 + 1))
            hides = [stream[32 * at:32 * at + 32] for at in range(len(all))]
            hide = lambda at: hides[at] if all[at] is None else sha(hides[at][:16] + (
                b"".join(map(hide, range(3, len(all)))) if all[at] is True else all[at].encode()))
            hashes = [hide(at) for at in range(3)]
            draws(secret, game, [salts[at] for at in sorted(salts)], step, one["draws"])
        at, kind, seat = number(one["at"]), one["kind"].encode(), bytes([one["seat"] or 0])
        if header["chain"] == 2:
            last = sha(first + b"ravenpost event 2".ljust(32, b"\0") + shown + number(step) + at +
                       seat + b"".join(hashes) + parts(kind) + facts.encode())
        else:
            rest = [one[of].encode() for of in ("act", "facts", "draws")]
            last = sha(parts(b"ravenpost event 1", last, game, number(step), at, kind,
                             seat.strip(b"\0"), *rest))
        assert last.hex() == one["hash"], "step %d: the chain is broken" % step
        shown = last if public else shown
    committed = not opened or opened["commitment"] == sha(b"ravenpost commitment 1" + secret).hex()
    assert committed, "the secret is not the one committed to"
    assert (step, shown.hex()) == (header["step"], header["head"]), "it ends elsewhere"
    assert shown.hex().startswith(head), "a letter told of another head"
    print("%s holds: %d steps, head %s" % (header["game"], step, shown.hex()))

if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except (AssertionError, LookupError, TypeError, ValueError) as wrong:
        sys.exit("BROKEN: %s %s" % (type(wrong).__name__, wrong))
