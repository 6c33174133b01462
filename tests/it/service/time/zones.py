"""Prints the offsets of time zones from UTC in a period, read from the data of the system.

Usage: zones.py FIRST LAST ZONE... with moments in seconds. Each line has a zone, a moment and the
offset in seconds that holds from then on. The first line of a zone is about the start.
"""

import sys
from datetime import datetime, timezone
from zoneinfo import ZoneInfo

# No zone changes its clocks twice within six hours.
STEP = 6 * 3600


def offset(zone, second):
    return int(datetime.fromtimestamp(second, zone).utcoffset().total_seconds())


def changes(zone, first, last):
    before = offset(zone, first)
    yield first, before
    for start in range(first, last, STEP):
        after = offset(zone, start + STEP)
        if after == before:
            continue
        low, high = start, start + STEP
        while high - low > 1:
            middle = (low + high) // 2
            if offset(zone, middle) == before:
                low = middle
            else:
                high = middle
        yield high, after
        before = after


def main():
    first, last = int(sys.argv[1]), int(sys.argv[2])
    for name in sys.argv[3:]:
        for second, seconds in changes(ZoneInfo(name), first, last):
            moment = datetime.fromtimestamp(second, timezone.utc)
            print(name, moment.strftime("%Y-%m-%dT%H:%M:%SZ"), seconds)


main()
