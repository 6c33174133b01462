#!/usr/bin/env python3
"""Computes statistics of finished games from their facts. Usage: stats.py SERVER GAME...
Prints one line of JSON for each game. For each seat, it has the orders, timeouts, turns, final score
and whether the seat won. Scores that do not follow from facts are null. Games that are not public
need an access token with the scope read, in the environment variable RAVENPOST_TOKEN. The section
"Turns and score" of docs/reference/facts-TITLE.md describes what is computed here."""
import json, os, sys, time, urllib.error, urllib.request
from collections import Counter

# Gotlandia: decorations, in ascending order of cost.
DECORATIONS = (
    "iron-clad-door gothic-portal baptismal-font wall-paintings sacrament-cabinet stone-sculptures "
    "stained-glass-window gilded-altarpiece triumphal-crucifix splinter-of-the-holy-cross").split()
# Bardagi: Villages and gold mines on both maps.
PRIZES = (
    "budaeyri kaupangur markadsvik selatorg svanatorg thingvik torgnes "
    "frosttorg hrimtorg klakatorg snaetorg "
    "alftagull audsgil glitnama gullbrekka gulldalur gullhamar hrafnagull lundagull selagull "
    "svanagull austurgull austurnama nordurgull sudurgull vesturgull vesturnama").split()

def get(path):
    """Returns the text of a response. Waits if the server asks for it."""
    headers = {"Authorization": "Bearer " + TOKEN} if TOKEN else {}
    for _ in range(10):
        try:
            sent = urllib.request.Request(SERVER + "/api/v1" + path, None, headers)
            with urllib.request.urlopen(sent, timeout=60) as answer:
                return answer.read().decode()
        except urllib.error.HTTPError as error:
            wait = error.headers.get("Retry-After")
            if not wait:
                sys.exit("%s: %s" % (path, json.load(error)["detail"]))
            time.sleep(int(wait))
    sys.exit("the server is busy")

def superseded(game):
    """Returns the steps that were undone or rewound."""
    steps, after = set(), 0
    while after is not None:
        page = json.loads(get("/games/%s/events?limit=500&after=%d" % (game, after)))
        steps |= {one["step"] for one in page["items"] if one["superseded_by"]}
        after = page["next"]
    return steps

def named(value):
    """Splits an act or a fact into its name and its fields."""
    return next(iter(value.items())) if isinstance(value, dict) else (value, None)

def seat_of(who):
    """Returns the number of a seat: 2 for "2 blue"."""
    return int(str(who).split()[0])

def leaders(ranks):
    """Returns the seats with the highest rank."""
    return [seat for seat, rank in ranks.items() if rank == max(ranks.values())]

# The functions of the titles apply all facts in order. They return the turns and the score of each
# seat, and the seats that won, or are equal as far as the facts decide.

def gotlandia(seats, facts):
    turns, decorated, points = Counter(), Counter(), []
    for name, fact in facts:
        if name == "TurnStarted":
            turns[fact["seat"]] += 1
        elif name in ("CardPlayed", "FollowUp") and "Decorated" in fact["effect"]:
            bought = DECORATIONS.index(fact["effect"]["Decorated"]["decoration"])
            decorated[fact["seat"]] = max(decorated[fact["seat"]], bought + 1)
        elif name == "FinalScores":
            points = fact["vp"]
    score = dict(zip(seats, points))
    return turns, score, leaders({seat: (score[seat], decorated[seat]) for seat in score})

def bardagi(seats, facts):
    turns, gold, areas, level, glory = Counter(), Counter(), Counter(), {}, dict.fromkeys(seats, 0)
    for name, fact in facts:
        if name == "TurnStarted":
            turns[seat_of(fact[0])] += 1
        elif name == "TilesShuffled":
            level.update((tile, fact[0][-1]) for tile in fact[1])
        elif name == "Built" and not fact["replaced"]:
            glory[seat_of(fact["who"])] += 3 if level[fact["tile"]] == "1" else 5
        elif name == "AreaTaken" and fact["from"] and fact["area"] in PRIZES:
            loser = seat_of(fact["from"])
            glory[loser] = max(glory[loser] - 1, 0)
            glory[seat_of(fact["who"])] += 1
        elif name == "Income":
            glory[seat_of(fact["who"])] += fact["glory"]
            areas[seat_of(fact["who"])] = fact["areas"]
        elif name == "FinalGlory":
            glory[seat_of(fact["who"])] += fact["most_gold"] + fact["most_areas"] + fact["gold"]
            gold[seat_of(fact["who"])] = fact["gold"]
    return turns, glory, leaders({seat: (glory[seat], gold[seat], areas[seat]) for seat in seats})

def thingvellir(seats, facts):
    turns, farms, fame, winner = Counter(), Counter(), dict.fromkeys(seats, 0), None

    def gain(who, points):
        fame[seat_of(who)] = min(fame[seat_of(who)] + points, 22)

    for name, fact in facts:
        if name in ("ConflictWon", "OutlawHunted"):
            gain(fact[0], 1)
        elif name == "Scored":
            gain(fact[0], len(fact[1]))
        elif name == "GiftGiven":
            gain(fact["who"], fact["fame"])
        elif name == "WordfamePaid":
            gain(fact[0], -fact[1])
        elif name == "ActionStarted":
            turns[seat_of(fact["who"])] += 1
        elif name in ("Settled", "Expanded"):
            farms[seat_of(fact[0])] += 1
        elif name in ("Razed", "FarmBurned"):
            farms[seat_of(fact["who"])] -= 1
        elif name == "Captured":
            taken = sum(fact["farms"])
            farms[seat_of(fact["who"])] += taken
            farms[seat_of(fact["from"])] -= 0 if fact.get("farm") else taken
        elif name == "GameEnded" and isinstance(fact, dict):
            winner = seat_of(*fact.values())
    ranks = {seat: (seat == winner, fame[seat], farms[seat]) for seat in seats}
    return turns, fame, leaders(ranks)

def scharz(seats, facts):
    turns, winners = Counter(), []
    for name, fact in facts:
        if name == "SheetClosed":
            turns[fact] += 1
        elif name == "SheetTimedOut":
            turns[fact["seat"]] += 1
        elif name == "GameEnded":
            winners = fact["winners"]
    return turns, {}, winners

TITLES = {"gotlandia": gotlandia, "bardagi": bardagi, "thingvellir": thingvellir, "scharz": scharz}

def statistics(game):
    lines = [json.loads(line) for line in get("/games/%s/export" % game).splitlines()]
    head = lines[0]["export"]
    if head["view"] != "whole":
        sys.exit("%s is not over" % game)
    gone, step, facts, agreed = superseded(game), 0, [], None
    orders, timeouts = Counter(), Counter()
    for event in (line["event"] for line in lines if "event" in line):
        if event["visibility"][0] != "*":
            continue  # An instruction, which is not a step.
        step += 1
        name, act = named(json.loads(event["act"]))
        if name == "Opened":
            seats = range(1, act["table"]["seats"] + 1)
        elif name == "Ended":
            agreed = act.get("agreed")
        if step not in gone:
            orders[event["seat"]] += name == "Ordered"
            timeouts[event["seat"]] += name == "TimedOut"
            facts += map(named, json.loads(event["facts"]))
    assert step == head["step"], "the export and the events differ"
    if any(name == "Whole" for name, _ in facts):
        sys.exit("%s is a fork: it begins with a position, not with facts" % game)
    turns, score, winners = TITLES[head["title"]](seats, facts)
    if agreed is not None:
        score, winners = {}, [seat for seat, place in zip(seats, agreed) if place == 1]
    rows = [{"seat": seat, "orders": orders[seat], "timeouts": timeouts[seat], "turns": turns[seat],
             "score": score.get(seat), "winner": seat in winners} for seat in seats]
    return {"game": game, "title": head["title"], "seats": rows}

if __name__ == "__main__":
    SERVER, TOKEN = sys.argv[1].rstrip("/"), os.environ.get("RAVENPOST_TOKEN")
    for game in sys.argv[2:]:
        print(json.dumps(statistics(game)), flush=True)
