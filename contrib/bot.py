#!/usr/bin/env python3
"""Plays random legal moves in all games of an account. Usage: bot.py SERVER TOKEN [SECONDS]
Create the access token on the server's page /settings/tokens, with the permissions to see your
games and to make moves. Every SECONDS (default 60), the program plays in all games that wait for
it. It ends when no game is open or running. To write a better player, replace the function choose."""
import json, random, sys, time, urllib.error, urllib.request, uuid

def request(method, path, body=None, **headers):
    """Sends a request, waits if the server asks for it, and returns status, JSON and headers."""
    headers = {name.replace("_", "-"): value for name, value in headers.items() if value}
    headers["Authorization"] = "Bearer " + TOKEN
    if method == "POST":
        # The key makes retries safe: the server carries out the request only once.
        headers.update({"Idempotency-Key": str(uuid.uuid4()), "Content-Type": "application/json"})
    data = None if body is None else json.dumps(body).encode()
    for attempt in range(10):
        sent = urllib.request.Request(SERVER + "/api/v1" + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(sent, timeout=30) as answer:
                return answer.status, json.load(answer), answer.headers
        except urllib.error.HTTPError as error:
            wait = error.headers.get("Retry-After")
            if error.code == 401 or not wait:
                return error.code, json.load(error), error.headers
            time.sleep(int(wait))
        except OSError:
            time.sleep(2 ** attempt)
    sys.exit("the server does not respond")

def choose(orders):
    """Returns a random listed move, or the default move if the server lists none."""
    listed = [one["order"] for group in orders["groups"] for one in group["orders"]]
    return random.choice(listed) if listed else orders["default"]

def move(game):
    """Answers the prompt of one game, if there is one. Returns whether it is gone."""
    path = "/games/%s/orders" % game
    status, orders, headers = request("GET", path)
    if status != 200 or not orders["prompt"]:
        return False
    # The server refuses a move for a prompt that is gone, for example after a rewind.
    for order in (choose(orders), orders["default"]):
        status, answer, _ = request("POST", path, {"order": order}, If_Match=headers["ETag"])
        if status == 200:
            print(game, "; ".join(answer["orders"]), flush=True)
        if status in (200, 412):
            return True
        print(game, "refused:", order, json.dumps(answer), file=sys.stderr, flush=True)
    return False

def games(path):
    """Yields the entries of all pages of a list."""
    after = 0
    while after is not None:
        status, page, _ = request("GET", "%slimit=500&after=%d" % (path, after))
        if status != 200:
            sys.exit("%s: %s" % (page["title"], page["detail"]))
        yield from page["items"]
        after = page["next"]

def main(seconds):
    while True:
        waiting = [one["game"] for one in games("/me/pending?") if one["kind"] == "order"]
        if not any([move(game) for game in waiting]):
            states = {one["status"] for one in games("/me/games?")}
            if not states & {"open", "running"}:
                return
            time.sleep(seconds)

if __name__ == "__main__":
    SERVER, TOKEN = sys.argv[1].rstrip("/"), sys.argv[2]
    main(float(sys.argv[3]) if len(sys.argv) > 3 else 60)
