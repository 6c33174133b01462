#!/usr/bin/env python3
"""Recomputes every deadline that passed in an exported game. Usage: clocks.py FILE
Requires a whole game (docs/verify/exports.md). Shares no code with Ravenpost."""
import json, sys
from collections import Counter
from datetime import datetime, timezone

HOUR = 60 * 60 * 1_000_000  # in microseconds
MINUTES = HOUR // 6  # minimum left after an undo or a failed vote of one's own, once per question
ANSWERS = ("ordered", "timed-out")
OPEN = ("proposed", "paused", "proposal-failed", "resumed", "clocks-resumed", "replaced", "substituted")

def moment(text):
    """Converts a time from an act to microseconds since 1970."""
    whole, _, rest = text.rstrip("Z").partition(".")
    seconds = int(datetime.fromisoformat(whole + "+00:00").timestamp())
    return seconds * 1_000_000 + int((rest + "000000")[:6])

def outside(begin, end, others):
    """Returns the length of an interval without the parts that others cover."""
    at, total = begin, 0
    for start, stop in sorted(others) + [(end, end)]:
        total, at = total + max(0, min(start, end) - at), max(at, stop)
    return total

class Clock:
    """The clock of one question to a seat: its time, by cause."""
    def __init__(self, seat, asked, pace):
        self.seat, self.asked, self.pace = seat, asked, pace
        self.parts = {"pace": pace["turn"] * 1_000_000}
        self.pauses, self.ran, self.stood, self.outages = [], [], [], []
        self.vote, self.stop, self.again = None, None, 0  # again: days off after a vacation
        self.granted, self.voted = set(), []  # one-time grants; intervals of failed votes

    def due(self):
        return self.asked + sum(self.parts.values())

    def add(self, why, span):
        self.parts[why] = self.parts.get(why, 0) + span

    def lost(self, begin, end):
        """Returns how much of an interval this clock was running."""
        ran = (outside(max(begin, at), min(end, to), self.pauses) for at, to in self.ran)
        return outside(max(begin, self.asked), end, self.pauses + self.stood) + sum(ran)

    def give_back(self, why, begin, end):
        self.add(why, self.lost(begin, end))
        self.stood.append((begin, end))

    def once(self, what, due):
        """Guarantees a minimum of time left, once per question."""
        if self.due() < due and what not in self.granted:
            self.granted.add(what)
            self.add(what, due - self.due())

    def at_least(self, now):
        self.once("ten minutes", now + MINUTES)

    def stopped(self, begin, now, by):
        """After over an hour, guarantees some hours to all but the seat that caused the stop."""
        if now - begin > HOUR and by != self.seat and not self.stop and not (self.vote and self.vote[2]):
            self.once("some hours", now + min(12 * HOUR, self.pace["turn"] * 500_000))

    def proposed(self, now, by):
        """Failed votes stop the clocks for at most a day per week."""
        week = now - 7 * 24 * HOUR
        used = sum(max(0, to - max(at, week)) for at, to in self.voted)
        self.vote = (now, by, used <= 24 * HOUR - HOUR // 60 and not self.stop, None)

    def over(self, now):
        """The vote passed."""
        if self.vote and now:
            (begin, by, stops, before), self.vote = self.vote, None
            if stops:
                self.give_back("vote", begin, now)
                self.stopped(begin, now, by)
            self.voted = [one for one in self.voted if one != before]
            if before and by == self.seat and before in self.ran:
                self.ran.remove(before)
                self.add("vote", outside(*before, self.pauses))

    def dropped(self, now, why):
        (begin, by, stops, _), self.vote = self.vote, None
        if stops and why == "GameEnded":
            self.give_back("vote", begin, now)
        elif stops:
            self.in_vain(begin, now, by)

    def in_vain(self, begin, now, by):
        self.voted.append((begin, now))
        if by != self.seat:
            self.give_back("vote", begin, now)
            return self.stopped(begin, now, by)
        self.stood, self.ran = self.stood + [(begin, now)], self.ran + [(begin, now)]
        for what, at, to in self.outages:
            self.add(what, self.lost(max(begin, at), min(now, to)))
        return self.stop or self.at_least(now)

    def outage(self, what, begin, end):
        voting = self.vote and self.vote[2] and self.vote[0]
        stops = filter(None, (end, voting, self.stop and self.stop[0]))
        self.add(what, self.lost(begin, min(stops)))
        self.outages.append((what, begin, end))
        self.stopped(begin, end, None)

    def take(self, kind, act, now):
        """Applies an event."""
        own = act.get("seat") == self.seat
        if kind == "deadline-moved" and own and now >= self.asked:
            for one in act["parts"]:  # days off, or a vacation that stops the clock
                self.add(one["cause"], (span := one["seconds"] * 1_000_000))
                amid = one["cause"] == "DaysOff" and self.pauses and self.pauses[-1][0] > self.asked
                self.again = span if amid else 0
                self.pauses += [(now, now + span)] if one["cause"] == "Vacation" else []
            same = abs(moment(act["deadline"]) - self.due()) < 1000
            assert same, "the deadline does not match its parts"
        elif kind == "vacation-ended" and own and self.pauses and self.pauses[-1][1] > now > self.asked:
            self.add("Vacation", now - self.pauses[-1][1] - self.again)
            self.pauses[-1] = (self.pauses[-1][0], now)
        elif kind in ("grace-started", "bank-started") and own and now > self.asked:
            kind = kind.removesuffix("-started")
            self.add(kind, moment(act["until"]) - self.due())
            most = self.pace[kind].get("max", self.pace[kind]["seconds"]) * 1_000_000 + 1000
            least = 0 if kind == "bank" else most - 2000
            assert least < self.parts[kind] < most, "the %s has the wrong length" % kind
        elif kind == "extended" and own:
            self.add("extension", act["seconds"] * 1_000_000)
        elif kind == "undone" and own and moment(act["ordered_at"]) >= self.asked:
            self.at_least(now)  # the clock kept running
        elif kind == "outage-compensated":
            self.outage(act["component"], moment(act["from"]), moment(act["until"]))
        elif kind == "paused":
            self.stop = (now, next(iter(act["by"].values())))
        elif kind == "resumed":
            self.over(now if act.get("by") == "Table" else None)
            (begin, by), self.stop = self.stop, None
            self.give_back("pause", begin, now)
            self.stopped(begin, now, by)
        elif kind == "proposed":
            self.proposed(now, act.get("by"))
        elif kind == "clocks-resumed":
            (begin, by, _, _), self.vote = self.vote, None
            self.in_vain(begin, now, by)
            self.vote = (begin, by, False, (begin, now))
        elif kind == "proposal-failed":
            self.dropped(now, act["cause"])
        elif kind in ("replaced", "substituted") and act.get("by") == "Table":
            self.over(now)

def check(log, lapse, pace):
    """Recomputes the deadline of a timeout. Returns why that is not possible, or None."""
    clock = Clock(lapse["seat"], moment(lapse["asked_at"]), pace)
    # Events at the time of the question, up to the seat's own answer, belong to the previous one.
    last = max((place for place, (kind, act, now) in enumerate(log) if now == clock.asked
                and kind in ANSWERS and act["seat"] == clock.seat), default=-1)
    for place, (kind, act, now) in enumerate(log):
        # Votes and pauses that were open when the question was asked, and everything later.
        if now > clock.asked or now == clock.asked and place > last or kind in OPEN:
            if kind == "rewound" and now > clock.asked:
                return "the table went back to an earlier step"
            clock.take(kind, act, now)
        if now < clock.asked:
            clock.parts, clock.ran = {"pace": pace["turn"] * 1_000_000}, []
            clock.granted = set()
    if abs(clock.due() - moment(lapse["deadline"])) < 1000:
        told = ("%s %+d s" % (why, span // 1_000_000) for why, span in clock.parts.items() if span)
        return print("seat %d, asked %s: %s" % (lapse["seat"], lapse["asked_at"], ", ".join(told)))
    # The clock of a turn stops while others are asked during it. Only the title knows that.
    others = any(k in ANSWERS and clock.asked < at and a["seat"] != clock.seat for k, a, at in log)
    assert others and moment(lapse["deadline"]) > clock.due(), "seat %d: due %s, expected %s" % (
        lapse["seat"], lapse["deadline"], datetime.fromtimestamp(clock.due() / 1e6, timezone.utc))
    return "other seats were asked during the turn"

def main(path):
    lines = [json.loads(line) for line in open(path, encoding="utf-8")]
    assert lines[0]["export"]["view"] == "whole", "not an export of a whole game"
    log, pace, told = [], None, Counter()
    for event in (line["event"] for line in lines if "event" in line):
        act = json.loads(event["act"])
        act = next(iter(act.values())) if isinstance(act, dict) else {}
        pace = act["pace"] if event["kind"] == "opened" else pace
        if event["kind"] == "timed-out" and "deadline" in act:
            told[check(log, act, pace)] += 1
        log.append((event["kind"], act, event["at"] * 1000))
    print("%d deadlines recomputed" % told.pop(None, 0))
    for why, count in told.items():
        print("not recomputed: %d, because %s" % (count, why))

if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except (AssertionError, KeyError, TypeError, ValueError) as wrong:
        sys.exit("BROKEN: %s %s" % (type(wrong).__name__, wrong))
