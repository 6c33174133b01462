#!/usr/bin/env python3
"""Works out again when each deadline of an exported game was: clocks.py FILE
Needs a whole game (docs/export.md), and shares no code with Ravenpost."""
import json, sys
from collections import Counter
from datetime import datetime, timezone

HOUR = 60 * 60 * 1_000_000  # in microseconds
MINUTES = HOUR // 6  # what is left at least after an undo or an own vote in vain, once for a question
ANSWERS = ("ordered", "timed-out")
OPEN = ("proposed", "paused", "proposal-failed", "resumed", "clocks-resumed", "replaced", "substituted")

def moment(text):
    """Microseconds since 1970, of a moment as acts write it."""
    whole, _, rest = text.rstrip("Z").partition(".")
    seconds = int(datetime.fromisoformat(whole + "+00:00").timestamp())
    return seconds * 1_000_000 + int((rest + "000000")[:6])

def outside(begin, end, others):
    """How long a time is without what of it lies in others."""
    at, total = begin, 0
    for start, stop in sorted(others) + [(end, end)]:
        total, at = total + max(0, min(start, end) - at), max(at, stop)
    return total

class Clock:
    """One question of a seat: each part of its time, by what it is for."""
    def __init__(self, seat, asked, pace):
        self.seat, self.asked, self.pace = seat, asked, pace
        self.parts = {"pace": pace["turn"] * 1_000_000}
        self.pauses, self.ran, self.stood, self.outages = [], [], [], []
        self.vote, self.stop, self.again = None, None, 0  # days off after a vacation
        self.granted, self.voted = set(), []  # what was given once; when votes in vain stopped all

    def due(self):
        return self.asked + sum(self.parts.values())

    def add(self, why, span):
        self.parts[why] = self.parts.get(why, 0) + span

    def lost(self, begin, end):
        """What of a time this clock ran through."""
        ran = (outside(max(begin, at), min(end, to), self.pauses) for at, to in self.ran)
        return outside(max(begin, self.asked), end, self.pauses + self.stood) + sum(ran)

    def give_back(self, why, begin, end):
        self.add(why, self.lost(begin, end))
        self.stood.append((begin, end))

    def once(self, what, due):
        """Some time is left at least, once for the question."""
        if self.due() < due and what not in self.granted:
            self.granted.add(what)
            self.add(what, due - self.due())

    def at_least(self, now):
        self.once("ten minutes", now + MINUTES)

    def stopped(self, begin, now, by):
        """After more than an hour everybody has some hours left, but not whose doing it was."""
        if now - begin > HOUR and by != self.seat and not self.stop and not (self.vote and self.vote[2]):
            self.once("some hours", now + min(12 * HOUR, self.pace["turn"] * 500_000))

    def proposed(self, now, by):
        """Votes in vain stop the clocks for a day in a week at most."""
        week = now - 7 * 24 * HOUR
        used = sum(max(0, to - max(at, week)) for at, to in self.voted)
        self.vote = (now, by, used <= 24 * HOUR - HOUR // 60 and not self.stop, None)

    def over(self, now):
        """What was put to the vote has carried."""
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
        """What an event does to it."""
        own = act.get("seat") == self.seat
        if kind == "deadline-moved" and own and now >= self.asked:
            for one in act["parts"]:  # days off; or a vacation, for which the clock stands
                self.add(one["cause"], (span := one["seconds"] * 1_000_000))
                amid = one["cause"] == "DaysOff" and self.pauses and self.pauses[-1][0] > self.asked
                self.again = span if amid else 0
                self.pauses += [(now, now + span)] if one["cause"] == "Vacation" else []
            assert abs(moment(act["deadline"]) - self.due()) < 1000, "it comes to something else"
        elif kind == "vacation-ended" and own and self.pauses and self.pauses[-1][1] > now > self.asked:
            self.add("Vacation", now - self.pauses[-1][1] - self.again)
            self.pauses[-1] = (self.pauses[-1][0], now)
        elif kind in ("grace-started", "bank-started") and own and now > self.asked:  # not of the one before
            kind = kind.removesuffix("-started")
            self.add(kind, moment(act["until"]) - self.due())
            most = self.pace[kind].get("max", self.pace[kind]["seconds"]) * 1_000_000 + 1000
            least = 0 if kind == "bank" else most - 2000
            assert least < self.parts[kind] < most, "the %s is of another length" % kind
        elif kind == "extended" and own:
            self.add("given", act["seconds"] * 1_000_000)
        elif kind == "undone" and own and moment(act["ordered_at"]) >= self.asked:
            self.at_least(now)  # it ran on since
        elif kind == "outage-compensated":
            self.outage(act["component"], moment(act["from"]), moment(act["until"]))
        elif kind == "paused":
            self.stop = (now, next(iter(act["by"].values())))
        elif kind == "resumed":
            self.over(now if act.get("by") == "Table" else None)
            (begin, by), self.stop = self.stop, None
            self.give_back("stop", begin, now)
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
    """Follows the clock of a lapse from its question; why it cannot be followed, or nothing."""
    clock = Clock(lapse["seat"], moment(lapse["asked_at"]), pace)
    # What came at the moment of the question, up to the seat's own answer, was for the one before.
    last = max((place for place, (kind, act, now) in enumerate(log) if now == clock.asked
                and kind in ANSWERS and act["seat"] == clock.seat), default=-1)
    for place, (kind, act, now) in enumerate(log):
        # Votes and stops that were open when the question was put, and whatever came since.
        if now > clock.asked or now == clock.asked and place > last or kind in OPEN:
            if kind == "rewound" and now > clock.asked:
                return "the table went back"
            clock.take(kind, act, now)
        if now < clock.asked:
            clock.parts, clock.ran = {"pace": pace["turn"] * 1_000_000}, []
            clock.granted = set()
    if abs(clock.due() - moment(lapse["deadline"])) < 1000:
        told = ("%s %+d s" % (why, span // 1_000_000) for why, span in clock.parts.items() if span)
        return print("seat %d, asked %s: %s" % (lapse["seat"], lapse["asked_at"], ", ".join(told)))
    # A turn in the midst of which others were asked stands still: that only its title knows.
    others = any(k in ANSWERS and clock.asked < at and a["seat"] != clock.seat for k, a, at in log)
    assert others and moment(lapse["deadline"]) > clock.due(), "seat %d: due %s, and not %s" % (
        lapse["seat"], lapse["deadline"], datetime.fromtimestamp(clock.due() / 1e6, timezone.utc))
    return "others were asked meanwhile"

def main(path):
    lines = [json.loads(line) for line in open(path, encoding="utf-8")]
    assert lines[0]["export"]["view"] == "whole", "a whole game is needed"
    log, pace, told = [], None, Counter()
    for event in (line["event"] for line in lines if "event" in line):
        act = json.loads(event["act"])
        act = next(iter(act.values())) if isinstance(act, dict) else {}
        pace = act["pace"] if event["kind"] == "opened" else pace
        if event["kind"] == "timed-out" and "deadline" in act:
            told[check(log, act, pace)] += 1
        log.append((event["kind"], act, event["at"] * 1000))
    print("%d deadlines worked out again" % told.pop(None, 0))
    for why, count in told.items():
        print("not worked out: %d, because %s" % (count, why))

if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except (AssertionError, KeyError, TypeError, ValueError) as wrong:
        sys.exit("BROKEN: %s %s" % (type(wrong).__name__, wrong))
