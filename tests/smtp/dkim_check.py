"""Checks DKIM signatures: a JSON list of {record, message} on stdin, one line of answer each."""

import json
import sys

import dkim

for case in json.load(sys.stdin):
    asked = []

    def dns(name, timeout=5):
        asked.append(name.decode() if isinstance(name, bytes) else name)
        return case["record"].encode()

    passed = dkim.verify(case["message"].encode(), dnsfunc=dns)
    print("pass" if passed else "fail", *asked)
