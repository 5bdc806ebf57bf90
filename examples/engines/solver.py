#!/usr/bin/env python3
"""A solver for Damier in Python: Taquin by A* with the Manhattan distance. Try it: damier engine check "python3 solver.py" """
import heapq, json, queue, sys, threading, time

inbox, stopped = queue.Queue(), threading.Event()

def say(**message):
    print(json.dumps(message), flush=True)

def listen():  # in a thread of its own, so that `stop` is heard while the search runs
    for line in sys.stdin:
        try:
            message = dict(json.loads(line))
        except (TypeError, ValueError):
            continue
        if "go" in message: stopped.clear()
        if "stop" in message: stopped.set()
        inbox.put(message)
    stopped.set()
    inbox.put({"quit": {}})

def successors(tiles, width):
    gap = tiles.index(0)
    for move, to, possible in (("l", gap + 1, gap % width < width - 1), ("r", gap - 1, gap % width > 0),
                               ("u", gap + width, gap + width < len(tiles)), ("d", gap - width, gap >= width)):
        if possible:  # the tile on `to` moves into the gap
            after = list(tiles)
            after[gap], after[to] = after[to], 0
            yield move, tuple(after)

def solve(position, go):
    width, start = position["width"], tuple(position["tiles"])
    def distance(tiles):
        return sum(abs((t - 1) % width - c % width) + abs((t - 1) // width - c // width) for c, t in enumerate(tiles) if t)
    until, best, made, expanded = time.time() + go.get("time_ms", 60000) / 1000, {start: 0}, 0, 0
    tell = (lambda **event: say(event=event)) if go.get("events") else (lambda **_: None)  # where somebody watches
    tell(type="order", by="f")
    waiting = [(distance(start), distance(start), 0, start, "", None)]  # f, h, number, state, the way there, parent
    while waiting and not stopped.is_set() and time.time() < until and expanded < go.get("nodes", 10 ** 12):
        f, h, me, tiles, way, parent = heapq.heappop(waiting)
        if h == 0:
            return say(result={"outcome": "solved", "optimal": True, "cost": f, "solution": way, "stats": {"expanded": expanded}})
        if f - h > best[tiles]:
            continue
        expanded += 1
        tell(type="expand", id=me, parent=parent, move=way[-1:], g=f - h, h=h)
        for move, after in successors(tiles, width):
            if f - h + 1 < best.get(after, 10 ** 9):
                best[after], made, estimate = f - h + 1, made + 1, distance(after)
                heapq.heappush(waiting, (f - h + 1 + estimate, estimate, made, after, way + move, me))
                tell(type="generate", id=made, parent=me, move=move, g=f - h + 1, h=estimate)
    say(result={"outcome": "limit" if waiting else "unsolvable", "stats": {"expanded": expanded}})

say(hello={"name": "A* in Python", "game": "taquin", "roles": ["solver"]})
threading.Thread(target=listen, daemon=True).start()
position = None
while "quit" not in (message := inbox.get()):
    try:
        position = message.get("position", position)
        if "go" in message: solve(position, message["go"])
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        say(error=f"this position cannot be used: {error!r}")
