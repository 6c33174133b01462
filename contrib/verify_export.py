#!/usr/bin/env python3
"""Verifies an exported game using only Python. Usage: verify_export.py FILE [HEAD from an email]
Checks the hash chain. For whole games, also checks the secret and every draw. The format is described
in docs/verify/exports.md."""
import hashlib, hmac, json, struct, sys
OWN = ("ordered", "timed-out", "instruction-withdrawn")
# The fields of acts and of the objects in them. Those with a question mark are omitted if they have
# their default value (docs/reference/acts.md).
FIELDS = """
Opened title name table pace public commitment chain fork? consent? rules conduct organiser? epoch
Joined seat occupant salt custom_salt? organiser?
Left seat
Ordered seat order via
TimedOut seat decision order deadline? asked_at? cause?
Undone seat step ordered_at
InstructionWithdrawn seat
DeadlineMoved seat deadline parts
GraceStarted seat until
BankStarted seat until
VacationBooked seat from until
VacationStarted seat until
VacationEnded seat
Skipped seats missed of
Reminded seat stage
Proposed by? motion reason until
Voted seat? agrees via
Rewound to
ProposalFailed cause
Paused reason until by
Resumed expired by?
Extended seat seconds reason? by
Nudged seat by
Replaced seat bot? open? reason by
Substituted seat bot? until? by?
TakenOver seat organiser? returning?
OutageCompensated from until component
OrdersRevealed timed_out
RulesChanged rules
Transferred unknown
EpochStarted epoch cause
Ended secret agreed?
ClosureAnnounced closes_at
KeptOpen by
table seats options
pace turn? grace? days_off? not_awaited? bank? vacation? reveal_delay? min_reliability? answer_delay? no_programs?
grace seconds per_questions
days_off days time_zone
not_awaited missed of
bank seconds increment max
vacation days stops_clock?
fork game step hash viewer same_players? spectator?
parts cause seconds
occupant Bot
by Organiser? Admin? Player?
motion Rewind? End? Replace? Substitute?
Rewind to
End places
Replace seat bot? open?
Substitute seat bot"""
FIELDS = {line.split()[0]: line.split()[1:] for line in FIELDS.strip().splitlines()}
BARE = ("Started", "TimeLimitReached", "ClocksResumed", "Cancelled")
WRONG = (AssertionError, AttributeError, LookupError, StopIteration, TypeError, ValueError,
         struct.error)
sha = lambda data: hashlib.sha256(data).digest()
number = lambda value: struct.pack(">q", whole_number(value))
parts = lambda *all: b"".join(number(len(one)) + one for one in all)
keyed = lambda secret, *all: hmac.new(secret, parts(*all), "sha256").digest()
told = lambda facts: "[%s]" % ",".join(facts)
once = lambda pairs: dict(pairs) if len(dict(pairs)) == len(pairs) else {}

def whole_number(value):
    assert type(value) is int, "not an integer: %r" % value
    return value

def unhex(text, size):
    """Decodes lower-case hexadecimal digits of an exact length."""
    fits = len(text) == 2 * size and not text.strip("0123456789abcdef")
    assert fits, "invalid hexadecimal bytes: " + text
    return bytes.fromhex(text)

def rounds(key, last):
    """Returns a ChaCha20 block before and after its rounds; `last` are its last four words."""
    turn = lambda word, by: (word << by | word >> 32 - by) & 0xFFFFFFFF
    start = struct.unpack("<12I", b"expand 32-byte k" + key) + tuple(last)
    x = list(start)
    for _ in range(10):
        for a, b, c, d in ((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15),
                           (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14)):
            for to, of, into, by in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
                x[to] = x[to] + x[of] & 0xFFFFFFFF
                x[into] = turn(x[into] ^ x[to], by)
    return start, x

def chacha(key):
    """Yields the ChaCha20 stream in blocks."""
    for count in range(1 << 32):
        block = (one + other & 0xFFFFFFFF for one, other in zip(*rounds(key, (count, 0, 0, 0))))
        yield struct.pack("<16I", *block)

def hchacha(key, nonce):
    """HChaCha20: derives the key for XChaCha20."""
    after = rounds(key, struct.unpack("<4I", nonce))[1]
    return struct.pack("<8I", *after[:4], *after[12:])

def pieces(text):
    """Returns the elements of a JSON list verbatim; nothing else may surround them."""
    found, end = [], 0
    while end < len(text) - 2:
        start, end = end + 1, json.JSONDecoder().raw_decode(text, end + 1)[1]
        found.append(text[start:end])
    assert told(found) == text, "not a list: " + text
    return found

def formed(name, value):
    """Checks that an object has exactly the fields of its name."""
    for one in value if isinstance(value, list) else [value]:
        if not isinstance(one, dict) or name == "options":
            continue
        fields = FIELDS.get(name, ())
        names(one, [of for of in fields if of[-1] != "?"], [of[:-1] for of in fields if of[-1] == "?"])
        for of, inner in one.items():
            says = inner is not None and inner is not False or name == "by"
            assert of + "?" not in fields or says, "must be omitted: " + of
            formed(of, inner)

def an_act(text):
    """Parses a stored act and checks its fields."""
    act = json.loads(text, object_pairs_hook=once)
    if isinstance(act, dict):
        (name, fields), = act.items()
        assert isinstance(fields, dict), "not an act: " + text
        formed(name, fields)
    else:
        assert act in BARE, "not an act: " + text
    return act

class Dice:
    """The state from which the random numbers of a game are derived."""
    def __init__(self, secret, game):
        self.secret, self.game, self.salts, self.epochs, self.drew = secret, game, {}, [], 0

    def learn(self, act):
        if "Joined" in act:
            self.salts[act["Joined"]["seat"]] = act["Joined"]["salt"].encode()
        epoch = act.get("Opened", act.get("EpochStarted", {})).get("epoch")
        if epoch:
            assert epoch not in self.epochs, "an epoch is repeated"
            unhex(epoch, 32)
            self.epochs, self.drew = self.epochs + [epoch], 0

    def key(self, purpose):
        salts = [self.salts[seat] for seat in sorted(self.salts)]
        epoch, drawn = bytes.fromhex(self.epochs[-1]), number(self.drew)
        return keyed(self.secret, b"ravenpost dice 2", self.game, *salts, epoch, drawn, purpose)

    def check(self, stored):
        self.drew += stored != "[]"
        for purpose, pairs in json.loads(stored):
            blocks = chacha(self.key(purpose.encode()))
            words = (word for block in blocks for word in struct.unpack("<16I", block))
            for of, was in pairs:
                word = next(word for word in words if word < (1 << 32) - (1 << 32) % of)
                assert word % of == was, "drew %d of %d, expected %d" % (was, of, word % of)

def blindings(event, secret, game):
    """Yields the stream that blinds an event, in chunks of 32 bytes."""
    key = keyed(secret, b"ravenpost blinding 1", game)
    blocks = chacha(hchacha(key, unhex(event["nonce"], 16)))
    return (half for block in blocks for half in (block[:32], block[32:]))

def hidden(event, secret, game, before, seats):
    """Returns the public facts and three leaves: revealed at the end, the actor's, other seats'."""
    known, facts, act, drawn = (event[one] for one in ("visibility", "facts", "act", "draws"))
    assert known and not known.strip("*-123456789abc"), "invalid visibility: " + known
    everybody, own, rest, others = [], [], [], [[] for _ in range(seats)]
    actor = event["seat"] if event["kind"] in OWN else None
    lists = {"*": everybody, "-": rest, "%x" % (actor or 0): own}
    for at, fact in enumerate(pieces(facts)):
        who = known if len(known) == 1 else known[at + 1:at + 2] or "-"
        to = lists[who] if who in lists else others[int(who, 16) - 1]
        to.append(fact if who in "-*" else "[%d,%s]" % (len(everybody), fact))
    sizes = [len(of.encode()) for of in (act, facts, drawn)]
    last = '["%s","%s",%d,%d,%d,%s,%s]' % (before.hex(), known, *sizes, told(rest), drawn)
    last = None if known == "*" and not before and drawn == "[]" else last
    all = [last, act + ("\n" + told(own) if own else ""), any(others) or None]
    all += [told(of) if of else None for of in others if any(others)]
    stream = blindings(event, secret, game)
    hides = [next(stream) for _ in all]
    hide = lambda at: hides[at] if all[at] is None else sha(hides[at][:16] + (
        b"".join(map(hide, range(3, len(all)))) if all[at] is True else all[at].encode()))
    return told(everybody), [hide(at) for at in range(3)]

def leaf(one):
    """Returns the hash of a leaf, which is given as a hash, as text, or as further leaves."""
    assert set(one) in ({"hash"}, {"blinding", "text"}, {"blinding", "leaves"}), "invalid leaf"
    if "hash" in one:
        return unhex(one["hash"], 32)
    below = b"".join(map(leaf, one["leaves"])) if "leaves" in one else one["text"].encode()
    return sha(unhex(one["blinding"], 16) + below)

def only_own(one, sight):
    """Checks that a step shows exactly what its reader may know."""
    _, own, others = one["leaves"]
    reader = sight["seat"] if isinstance(sight, dict) else None
    assert "hash" in one["leaves"][0], "what is revealed only at the end is included"
    may = one["kind"] not in OWN or one["seat"] == reader
    assert may == ("text" in own), "the act does not match the view"
    is_own = reader and one["seat"] == reader
    assert not one["own"] or is_own, "an event of another seat is included"
    opened = [at + 1 for at, of in enumerate(others.get("leaves", [])) if "text" in of]
    fits = "text" not in others and (opened == [reader] or "hash" in others)
    assert fits, "what another seat learned is included"

class Walk:
    """Verifies an export event by event."""
    def __init__(self, header):
        self.header, self.whole, self.seats = header, header["view"] == "whole", 0
        self.game, self.chain = header["game"].encode(), header["chain"]
        assert self.chain == 1, "unknown version of the chain"
        self.secret = unhex(header["secret"], 32) if "secret" in header else b""
        self.dice, self.step, self.events, self.at = Dice(self.secret, self.game), 0, 0, 0
        self.heads = []
        self.first = self.last = self.shown = sha(parts(b"ravenpost game 1", self.game))

    def opened(self, act):
        """Checks that the first line matches the opening."""
        opening = act["Opened"]
        assert opening["chain"] == self.chain, "the opening has a different chain"
        for name in ("title", "name"):
            assert opening[name] == self.header[name], "the opening has a different " + name
        self.seats = opening["table"]["seats"]
        if self.secret:
            committed = sha(b"ravenpost commitment 1" + self.secret).hex()
            assert committed == opening["commitment"], "the secret does not match the commitment"

    def take(self, one):
        self.events += 1
        assert whole_number(one["at"]) >= self.at, "it is dated before the previous event"
        self.at = one["at"]
        if self.whole:
            assert one["draws"] == "[]" or one["facts"] != "[]", "it has draws but no facts"
            assert one["number"] == self.events, "the previous event is missing"
            public, act = one["visibility"][:1] == "*", an_act(one["act"])
        else:
            public, own = not one["own"], one["leaves"][1]
            act = an_act(own["text"].split("\n")[0]) if "text" in own else {}
            assert one["step"] == self.step + public, "the previous step is missing"
            only_own(one, self.header["view"])
        self.step += public
        if self.events == 1:
            self.opened(act)
        if self.whole:
            self.dice.learn(act if isinstance(act, dict) else {})
            self.dice.check(one["draws"])
        self.last = self.hash(one)
        assert self.last.hex() == one["hash"], "its hash does not follow from the previous one"
        self.shown = self.last if public else self.shown
        self.heads += [self.shown.hex()] if public else []

    def hash(self, one):
        at, kind, seat = number(one["at"]), one["kind"].encode(), bytes([one["seat"] or 0])
        fits = one["seat"] is None or 1 <= whole_number(one["seat"]) <= self.seats
        assert fits, "the table does not have that seat"
        if self.whole:
            before = b"" if self.last == self.shown else self.last
            facts, leaves = hidden(one, self.secret, self.game, before, self.seats)
        else:
            facts, leaves = one["facts"], [leaf(of) for of in one["leaves"]]
        return sha(self.first + b"ravenpost event 1".ljust(32, b"\0") + self.shown +
                   number(self.step) + at + seat + b"".join(leaves) + parts(kind) + facts.encode())

def names(one, wanted, may=()):
    """Checks that an object has the wanted names and no others except optional ones."""
    fits = set(wanted) <= set(one) <= {*wanted, *may}
    assert fits, "missing or unknown fields, found: " + ", ".join(one)
    return one

def lines(path):
    """Returns the header, the lines between it and the end, and whether the file is signed."""
    raw = open(path, "rb").read().splitlines(keepends=True)
    found = [json.loads(one, object_pairs_hook=once) for one in raw]
    signed = found and "signed" in found[-1]
    if signed:
        names(names(found.pop(), ["signed"])["signed"], ["key", "text", "signature"])
    before = raw[:len(found) - 1]
    whole = {"lines": len(before), "sha256": sha(b"".join(before)).hex()}
    assert found[-1] == {"end": whole}, "the file was changed or cut short"
    header = names(found[0], ["export"])["export"]
    names(header, "version game title name view step head chain".split(), ["running_until", "secret"])
    assert header["version"] == 1, "unknown version of the file"
    return header, found[1:-1], signed

def main(path, head=""):
    header, found, signed = lines(path)
    walk = Walk(header)
    stored = "number at kind seat act visibility facts draws nonce hash".split()
    shown = "step at kind seat own hash facts leaves narration".split()
    for at, line in enumerate(found):
        try:
            if "view" in line and not walk.whole and at + 1 == len(found):
                names(line, ["view"])
            elif walk.whole:
                walk.take(names(names(line, ["event"])["event"], stored))
            else:
                walk.take(names(names(line, ["step"])["step"], shown))
        except WRONG as wrong:
            raise AssertionError("line %d: %s %s" % (at + 2, type(wrong).__name__, wrong))
    assert walk.events, "the file contains no game"
    reader = header["view"]["seat"] if isinstance(header["view"], dict) else 1
    assert header["view"] in ("whole", "spectator", {"seat": reader}), "unknown view"
    assert 1 <= whole_number(reader) <= walk.seats, "the table does not have that seat"
    ends = (walk.step, walk.shown.hex()) == (whole_number(header["step"]), header["head"])
    assert ends, "the end does not match the first line"
    assert any(one.startswith(head) for one in walk.heads), "no step has the head from the email"
    print("%s is valid: %d steps, head %s" % (header["game"], walk.step, walk.shown.hex()))
    without = [] if walk.whole else ["narration and view, which have no proof",
                                     "whether private lines are missing at the end"]
    without += ["whether the orders follow the rules"] if walk.whole else []
    without += ["how long the server was running"] if "running_until" in header else []
    without += ["the signature"] if signed else []
    print("not checked: %s" % "; ".join(without))

if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except WRONG as wrong:
        sys.exit("BROKEN: %s %s" % (type(wrong).__name__, wrong))
