#!/usr/bin/env python3
"""A witness for a Ravenpost server's daily seals, or for any other log with C2SP checkpoints.

    witness.py new NAME          creates a key in the file witness.json and prints the public key
    curl -s https://SERVER/seals/from/SIZE | witness.py sign KEY-OF-THE-LOG

It remembers the last checkpoint of each log and signs the next one only if it extends that one.
Otherwise it signs nothing, stores both, and exits with code 1. SIZE is the last size seen, or 0.
Send the printed line to the server's admin, or in a reply to one of its emails.
Written from c2sp.org/signed-note, /tlog-checkpoint, /tlog-cosignature, /tlog-witness, RFC 6962 and
RFC 8032. Python 3.8, standard library only. Signing is slow and not safe on shared machines.
"""
import base64, hashlib, json, os, sys, time

P, L = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
sha256 = lambda data: hashlib.sha256(data).digest()
number = lambda data: int.from_bytes(data, "little")
b64 = lambda data: base64.b64encode(data).decode()
unb64 = lambda text: base64.b64decode(text, validate=True)


def add(p, q):
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % P, (p[1] + p[0]) * (q[1] + q[0]) % P
    c, d = 2 * p[3] * q[3] * D % P, 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(s, p):
    q = (0, 1, 1, 0)
    while s:
        q, p, s = (add(q, p) if s & 1 else q), add(p, p), s >> 1
    return q


def packed(p):
    z = pow(p[2], P - 2, P)
    return (p[1] * z % P | (p[0] * z % P & 1) << 255).to_bytes(32, "little")


def point(data):
    y, sign = number(data) & (1 << 255) - 1, data[31] >> 7
    xx = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(xx, (P + 3) // 8, P)
    x = x if (x * x - xx) % P == 0 else x * pow(2, (P - 1) // 4, P) % P
    if y >= P or (x * x - xx) % P or (x == 0 and sign):
        raise ValueError("not a point on the curve")
    x = x if x & 1 == sign else P - x
    return x, y, 1, x * y % P


BASE = point((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))
spread = lambda seed: (number(hashlib.sha512(seed).digest()[:32]) & (1 << 254) - 8 | 1 << 254)
public = lambda seed: packed(times(spread(seed), BASE))


def signed(seed, text):
    r = number(hashlib.sha512(hashlib.sha512(seed).digest()[32:] + text).digest()) % L
    big = packed(times(r, BASE))
    k = number(hashlib.sha512(big + public(seed) + text).digest())
    return big + ((r + k * spread(seed)) % L).to_bytes(32, "little")


def holds(key, text, signature):
    big, s = signature[:32], number(signature[32:])
    k = number(hashlib.sha512(big + key + text).digest()) % L
    point(big)
    whole = len(signature) == 64 and s < L
    return whole and packed(times(s, BASE)) == packed(add(point(big), times(k, point(key))))


key_id = lambda name, kind, key: sha256(name.encode() + b"\n" + bytes([kind]) + key)[:4]
node = lambda left, right: sha256(b"\1" + left + right)


def appended(old, old_root, new, new_root, proof):
    """Returns whether the tree of size `new` extends that of size `old` (RFC 9162, 2.1.4.2)."""
    if old in (0, new):
        return not proof and (old == 0 or old_root == new_root)
    if old > new or not proof:
        return False
    path = proof if old & (old - 1) else [old_root] + proof
    first, last = old - 1, new - 1
    while first & 1:
        first, last = first >> 1, last >> 1
    was = now = path[0]
    for one in path[1:]:
        if last == 0:
            return False
        if first & 1 or first == last:
            was, now = node(one, was), node(one, now)
            while first and not first & 1:
                first, last = first >> 1, last >> 1
        else:
            now = node(now, one)
        first, last = first >> 1, last >> 1
    return last == 0 and (was, now) == (old_root, new_root)


def opened(note, vkey):
    """Returns the text, origin, size and root of a checkpoint signed with that key."""
    name, told, key = vkey.split("+", 2)
    kind, key = unb64(key)[0], unb64(key)[1:]
    if kind != 1 or len(key) != 32 or bytes.fromhex(told) != key_id(name, 1, key):
        raise ValueError("not the key of a log")
    text, lines = note.rsplit("\n\n", 1)
    text += "\n"
    for line in lines.splitlines():
        dash, by, signature = line.split(" ")
        data = unb64(signature)
        if (dash, by, data[:4]) == ("\u2014", name, key_id(name, 1, key)):
            if not holds(key, text.encode(), data[4:]):
                raise ValueError("the signature of the log is invalid")
            origin, size, root = text.split("\n")[:3]
            if str(int(size)) != size or len(unb64(root)) != 32:
                raise ValueError("not a checkpoint")
            return text, origin, int(size), unb64(root)
    raise ValueError("not signed by that log")


def witness(kept, body, vkey):
    """Returns a cosignature of the checkpoint in an add-checkpoint request, or why not."""
    head, note = body.split("\n\n", 1)
    proof = [unb64(line) for line in head.splitlines()[1:]]
    text, origin, size, root = opened(note, vkey)
    seen = kept["logs"].setdefault(origin, {"size": 0, "root": "", "note": "", "refused": []})
    before = int(head.splitlines()[0].split(" ")[1])
    if size < seen["size"]:
        return None, "older than the last checkpoint seen, which has size %d" % seen["size"]
    if before != seen["size"] and size != seen["size"]:
        return None, "request /seals/from/%d instead: that is the last size seen" % seen["size"]
    known = unb64(seen["root"])
    if not appended(seen["size"], known, size, root, proof if size != seen["size"] else []):
        seen["refused"].append(note)
        return None, ("SECOND HISTORY: it does not extend the last checkpoint. Both are stored: "
                      "publish them")
    seen.update(size=size, root=b64(root), note=note)
    now, seed = kept.get("now") or int(time.time()), bytes.fromhex(kept["seed"])
    message = "cosignature/v1\ntime %d\n%s" % (now, text)
    data = key_id(kept["name"], 4, public(seed)) + now.to_bytes(8, "big") + signed(seed, message.encode())
    return "\u2014 %s %s" % (kept["name"], b64(data)), ""


def kept_as(path, kept):
    with open(path + ".new", "w") as file:
        os.chmod(path + ".new", 0o600)
        json.dump(kept, file, indent=1)
        file.flush()
        os.fsync(file.fileno())
    os.replace(path + ".new", path)


def main(words, path="witness.json"):
    if words[:1] == ["new"] and len(words) == 2 and not os.path.exists(path):
        kept = {"name": words[1], "seed": os.urandom(32).hex(), "logs": {}}
        kept_as(path, kept)
        key = public(bytes.fromhex(kept["seed"]))
        print("%s+%s+%s" % (words[1], key_id(words[1], 4, key).hex(), b64(b"\4" + key)))
    elif words[:1] == ["sign"] and len(words) == 2:
        kept = json.load(open(path))
        try:
            line, why = witness(kept, sys.stdin.read(), words[1])
        except (ValueError, IndexError) as error:
            line, why = None, str(error)
        kept_as(path, kept)
        if line is None:
            sys.exit("not signed: " + why)
        print(line)
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
