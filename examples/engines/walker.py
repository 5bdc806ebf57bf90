#!/usr/bin/env python3
"""A player of Quoridor with words of its own, for an adapter (see engines.toml): it always walks a shortest way.
Try it: damier engine check walker-py --engines engines.toml"""
import sys

SIZE = 9
pawns, walls, turn = [(4, 0), (4, 8)], set(), 0  # columns and rows from 0; a wall is the square at its south-west and h or v

def new_game():
    global pawns, walls, turn
    pawns, walls, turn = [(4, 0), (4, 8)], set(), 0

def open_way(a, b):
    (x, y), (u, v) = min(a, b), max(a, b)
    if not (0 <= u < SIZE and 0 <= v < SIZE and x >= 0 and y >= 0):
        return False
    if x == u:  # a step north
        return not {(x, y, "h"), (x - 1, y, "h")} & walls
    return not {(x, y, "v"), (x, y - 1, "v")} & walls  # a step east

def beside(a):
    return [b for b in ((a[0], a[1] + 1), (a[0], a[1] - 1), (a[0] + 1, a[1]), (a[0] - 1, a[1])) if open_way(a, b)]

def steps(who):
    here, other = pawns[who], pawns[1 - who]
    for to in beside(here):
        if to != other:
            yield to
            continue
        over = (2 * to[0] - here[0], 2 * to[1] - here[1])  # straight over the other pawn, else beside it
        yield from [over] if over in beside(to) else [one for one in beside(to) if one != here]

def far(square, who):
    seen, edge, count = {square}, [square], 0
    while edge:
        if any(y == (SIZE - 1 if who == 0 else 0) for _, y in edge):
            return count
        edge = [b for b in {b for a in edge for b in beside(a)} if b not in seen]
        seen.update(edge)
        count += 1
    return 999

def play(word):
    global turn
    square = (ord(word[0]) - ord("A"), int(word[1]) - 1)
    if len(word) > 2:
        walls.add((*square, "h" if word.endswith("flat") else "v"))
    else:
        pawns[turn] = square
    turn = 1 - turn

for line in sys.stdin:
    verb, _, rest = line.strip().partition(" ")
    if verb == "new":
        new_game()
        print("board is ready", flush=True)
    elif verb == "played":
        play(rest)
        print("noted", flush=True)
    elif verb == "choose":
        best = min(steps(turn), key=lambda square: far(square, turn))
        word = chr(ord("A") + best[0]) + str(best[1] + 1)
        print(f"I am {far(pawns[turn], turn)} steps away", flush=True)
        play(word)
        print(f"I go {word}!", flush=True)
    elif verb == "bye":
        break
    else:
        print(f"what is {verb}?", flush=True)
