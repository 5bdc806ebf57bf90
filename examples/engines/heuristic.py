#!/usr/bin/env python3
"""A heuristic for Damier in Python, asked in batches: the Manhattan distance on Taquin. Try: damier engine check "python3 heuristic.py" """
import json, sys

def say(**message):
    print(json.dumps(message), flush=True)

def estimate(state):
    width = state["width"]
    apart = lambda a, b: abs(a % width - b % width) + abs(a // width - b // width)
    return sum(apart(tile - 1, cell) for cell, tile in enumerate(state["tiles"]) if tile)

say(hello={"name": "Manhattan in Python", "game": "taquin", "roles": ["heuristic"]})
for line in sys.stdin:
    try:
        message = json.loads(line)
        if "quit" in message:
            break
        if "eval" in message:
            say(values=[estimate(state) for state in message["eval"]["states"]])
    except (KeyError, TypeError, ValueError) as error:
        say(error=f"this cannot be read: {error!r}")
