// Generated from src/server/wire.rs and crates/search/src/kit.rs by a test; do not edit.
export type Intent = { "type": "look" } | { "type": "new", options: { [key in string]: string }, seed: number | null, } | { "type": "load", text: string, moves: Array<string>, } | { "type": "move", move: string, } | { "type": "line", text: string, } | { "type": "go", at: number, } | { "type": "reach", piece: number, } | { "type": "bring", piece: number, cell: number, } | { "type": "levels", set: string, text: string | null, } | { "type": "level", set: string, index: number, } | { "type": "variant", variant: string | null, } | { "type": "verdict" } | { "type": "chance" } | { "type": "next" } | { "type": "task", piece: number | null, cell: number, } | { "type": "rule", stay: boolean, } | { "type": "hint" } | { "type": "solve", algorithm: string, } | { "type": "all", most: number, } | { "type": "annotate" } | { "type": "map", heuristic: string, obstacles: boolean, text: string | null, } | { "type": "race", algorithms: Array<string>, clock: Clock, rate: number | null, text: string | null, } | { "type": "pace", rate: number | null, } | { "type": "cancel" } | { "type": "edit", edit: Edit, } | { "type": "unedit", back: boolean, } | { "type": "export", format: string, } | { "type": "wish", options: { [key in string]: string }, seed: number | null, wishes: Wishes, } | { "type": "sketch", text: string, } | { "type": "begin", rules: Rules, } | { "type": "leave" } | { "type": "bid", moves: number, } | { "type": "ready" } | { "type": "give_up" };
export type Message = { "type": "hello", sitting: string, game: GameInfo, games: Array<string>, } | { "type": "view" } & View | { "type": "slide", piece: number, path: Array<number>, pushed: [number, Array<number>] | null, } | { "type": "reach", piece: number, cells: Array<number>, } | { "type": "levels", set: string, levels: Array<LevelItem>, } | { "type": "verdict", code: string, at: number, verdict: Verdict, } | { "type": "chance", code: string, at: number, chances: Chances | null, } | { "type": "busy", job: Job | null, } | { "type": "progress" } & Progress | { "type": "answer" } & Answer | { "type": "solutions", cost: number, count: string, solutions: Array<Array<string>>, complete: boolean, } | { "type": "annotation", moves: Array<Annotated>, done: boolean, } | { "type": "map", heuristic: string, obstacles: boolean, admissible: boolean, values: Array<number | null>, } | { "type": "race", clock: Clock, lanes: Array<Lane>, done: boolean, } | { "type": "rating" } & Rating | { "type": "hint" } & Hint | { "type": "text", format: string, text: string, } | { "type": "sketch", scene: Scene, } | { "type": "error", key: string, why: string | null, message: string, line: number | null, column: number | null, };
export type Job = "solve" | "hint" | "all" | "annotate" | "race" | "wish";
export type GameInfo = { name: string, algorithms: Array<AlgorithmItem>, heuristics: Array<HeuristicItem>, generate: Array<OptionItem>, formats: Array<FormatItem>, tools: Array<Tool>, sets: Array<SetItem>, variants: Array<VariantItem>, 
/**
 * Whether there are games of several rounds.
 */
rounds: boolean, 
/**
 * What a move beyond the optimum costs in a game alone.
 */
penalties: [[Difficulty, number], [Difficulty, number], [Difficulty, number]], default_algorithm: string, };
export type AlgorithmItem = { name: string, summary: string, heuristic: boolean, };
export type HeuristicItem = { name: string, summary: string, admissible: boolean, };
export type FormatItem = { name: string, summary: string, reads: boolean, };
export type SetItem = { name: string, title: string, author: string, terms: string, count: number, };
export type LevelItem = { 
/**
 * What it is called.
 */
title: string | null, 
/**
 * As in [`View::code`].
 */
code: string, };
export type VariantItem = { name: string, summary: string, options: Array<OptionItem>, };
export type OptionItem = { name: string, summary: string, takes: string, choices: Array<string> | null, 
/**
 * The least and the most, for a number.
 */
range: [number, number] | null, default: string, 
/**
 * Another option and the value of it with which alone this one is taken.
 */
only: [string, string] | null, };
export type View = { 
/**
 * The position now.
 */
scene: Scene, history: History, 
/**
 * The position at the history's start, as it stands in an address.
 */
code: string, seed: number | null, 
/**
 * What the position is called.
 */
title: string | null, 
/**
 * The set and the place in it, where the start is a level of one.
 */
level: [string, number] | null, 
/**
 * The rules, where they are not the usual ones.
 */
variant: string | null, 
/**
 * What a person counts on the way so far.
 */
tally: Array<[string, number]>, stay: boolean, 
/**
 * Whether an edit can be undone, and done again.
 */
edits: [boolean, boolean], match: Match | null, };
export type History = { moves: Array<string>, at: number, 
/**
 * The places of the moves that change more than where the player stands.
 */
weighty: Array<number>, };
export type Progress = { expanded: number, 
/**
 * Expansions a second.
 */
rate: number, bound: number, bytes: number, seconds: number, 
/**
 * Boards or moves that were looked at, where there are several; and how many there are, where that is known.
 */
tried: number, of: number | null, };
export type Answer = { algorithm: string | null, 
/**
 * `solved`, `unsolvable`, `limit`, `cancelled` or `error`.
 */
outcome: string, optimal: boolean, cost: number | null, moves: Array<string>, lower_bound: number | null, why: string | null, error: string | null, stats: StatsRecord | null, 
/**
 * What the cost counts, where there are several ways to count.
 */
metric: string | null, };
export type StatsRecord = { expanded: number, generated: number, duplicates: number, pruned: number, peak_open: number, peak_closed: number, bound: number, seconds: number, peak_bytes: number, };
export type Annotated = { move: string, 
/**
 * The fewest moves to the goal before and after it; none where there is no way, or it was not found in time.
 */
before: number | null, after: number | null, 
/**
 * Whether `after` is missing because it is proven that there is no way any more.
 */
dead: boolean, 
/**
 * How many moves it lost; none where that is not known.
 */
lost: number | null, };
export type Clock = "expansions" | "time";
export type Lane = { algorithm: string, 
/**
 * `running`, or how it ended: `solved`, `unsolvable`, `limit`, `cancelled` or `error`.
 */
outcome: string, expanded: number, 
/**
 * Its own time: waiting is not counted.
 */
seconds: number, bytes: number, bound: number, cost: number | null, optimal: boolean, moves: Array<string>, 
/**
 * How often a state was expanded in which the piece with the task stood on each cell: every expansion is counted.
 */
heat: Array<number>, 
/**
 * Where the pieces stand in the state that was expanded last: a sample, one of many between two messages. The piece with
 * the task comes first, the others in no order.
 */
cells: Array<number>, };
export type Rating = { 
/**
 * The position, as in [`View::code`].
 */
code: string, 
/**
 * Whether it can be solved; none if that was not found in time.
 */
solvable: boolean | null, 
/**
 * The fewest moves.
 */
optimum: number | null, 
/**
 * Where that is not known: the least that it can be, and the best way that was found.
 */
between: [number | null, number | null], 
/**
 * How many pieces move in the solution that was found.
 */
pieces: number | null, 
/**
 * From 1 (trivial) to 5 (extreme): an estimate.
 */
level: number | null, 
/**
 * Expansions that it took.
 */
expanded: number, };
export type Wishes = { 
/**
 * The fewest moves.
 */
length: [number, number], 
/**
 * How many pieces move in the solution.
 */
pieces: [number, number], 
/**
 * Whether the optimal solution is the only one of its length.
 */
unique: boolean, 
/**
 * Whether the piece with the task cannot do it alone.
 */
helpers: boolean, };
export type Hint = { level: number, solvable: boolean, 
/**
 * Whether the way that it tells of is proven to be the best.
 */
optimal: boolean, length?: number, pieces?: number, which?: Array<number>, next?: string, 
/**
 * The moves up to and with the next one that changes more than where the player stands.
 */
stretch?: Array<string>, moves?: Array<string>, };
export type Rules = { rounds: number, difficulty: Difficulty, 
/**
 * To think, until the first move or the first bid.
 */
think: number | null, 
/**
 * To show a way.
 */
show: number | null, 
/**
 * The glass that the first bid turns.
 */
sand: number, 
/**
 * A duel: the expansions a second of the rival's search.
 */
rival: number | null, };
export type Difficulty = "easy" | "normal" | "hard";
export type Match = { rules: Rules, 
/**
 * From 1.
 */
round: number, phase: Phase, 
/**
 * Yours, and the rival's in a duel.
 */
score: [number, number], 
/**
 * The bids of this round: yours, and the rival's.
 */
bids: [number | null, number | null], 
/**
 * Whether you said that you bid no more.
 */
ready: boolean, 
/**
 * Who shows.
 */
shower: Side | null, 
/**
 * The clock that runs, if one does.
 */
clock: Glass | null, 
/**
 * The rounds that are over.
 */
results: Array<Round>, };
export type Phase = "think" | "bid" | "show" | "done" | "over";
export type Side = "you" | "rival";
export type Glass = { left_ms: number, total_ms: number, };
export type Round = { 
/**
 * Who took it.
 */
by: Side | null, 
/**
 * In how many moves.
 */
moves: number | null, optimum: number | null, 
/**
 * What it gave you, or the rival if it took the round.
 */
points: number, end: RoundEnd, };
export type RoundEnd = "reached" | "given_up" | "time_out";
export type Scene = { 
/**
 * Columns.
 */
width: number, 
/**
 * Rows.
 */
height: number, 
/**
 * Walls of each cell: N=1 E=2 S=4 W=8.
 */
walls: Array<number>, 
/**
 * Cells that nothing enters.
 */
closed: Array<number>, 
/**
 * Cells that are not part of the board at all.
 */
outside: Array<number>, 
/**
 * Cells that add a point.
 */
bonus: Array<number>, 
/**
 * Cells that take a point.
 */
penalty: Array<number>, 
/**
 * Walls across a cell.
 */
diagonals: Array<SceneDiagonal>, 
/**
 * Where pieces are to go.
 */
targets: Array<SceneTarget>, 
/**
 * What moves.
 */
pieces: Array<ScenePiece>, 
/**
 * Every legal move.
 */
moves: Array<SceneMove>, 
/**
 * Whether nothing is left to do.
 */
solved: boolean, };
export type SceneDiagonal = { 
/**
 * Where.
 */
cell: number, 
/**
 * Like `/`; else like `\`.
 */
rising: boolean, 
/**
 * The colour that passes.
 */
color: number, };
export type SceneTarget = { 
/**
 * Where.
 */
cell: number, 
/**
 * Which piece; none for any.
 */
piece: number | null, 
/**
 * Whether it is the one in play.
 */
active: boolean, 
/**
 * Its number among the targets of the same piece.
 */
number: number, };
export type ScenePiece = { 
/**
 * What it is.
 */
kind: PieceKind, 
/**
 * Where it stands.
 */
cell: number, 
/**
 * How moves name it.
 */
letter: string, 
/**
 * Which of the game's colours it has.
 */
color: number, 
/**
 * Where it stood when the task began.
 */
start: number, };
export type PieceKind = "robot" | "player" | "box";
export type SceneMove = { 
/**
 * In the game's notation.
 */
name: string, 
/**
 * Which piece.
 */
piece: number, 
/**
 * N, E, S or W.
 */
direction: string, 
/**
 * The cells that it enters, in order.
 */
path: Array<number>, 
/**
 * Which piece it pushes.
 */
pushes: number | null, };
export type Verdict = { 
/**
 * Yes, no, or not known in the time that there was.
 */
solvable: boolean | null, 
/**
 * Why not: a word for the rule, by which a page finds the sentence.
 */
rule: string | null, 
/**
 * The fewest pieces that are reason enough.
 */
pieces: Array<number>, 
/**
 * The cells that they close off, or that are closed to them.
 */
cells: Array<number>, };
export type Chances = { 
/**
 * The highest chance to win lies between these.
 */
between: [number, number], 
/**
 * Whether that is proven; else it is an estimate.
 */
proven: boolean, 
/**
 * What to do now.
 */
moves: Array<string>, 
/**
 * In how many positions the policy says what to do, where there is a whole policy.
 */
policy: number | null, };
export type Tool = { 
/**
 * Its name in an [`Edit`].
 */
name: string, 
/**
 * What one points at.
 */
at: Spot, 
/**
 * Whether one says which piece: its colour, or whose target it is.
 */
piece: boolean, 
/**
 * Whether "any piece" is a choice too.
 */
any: boolean, 
/**
 * The forms to choose from, if there are several.
 */
forms: Array<string>, };
export type Spot = "cell" | "side" | "corner" | "board";
export type Edit = { 
/**
 * The tool's name.
 */
tool: string, 
/**
 * Where.
 */
cell?: number, 
/**
 * Which side or corner of the cell.
 */
side?: string, 
/**
 * Which piece; none for any.
 */
piece?: number, 
/**
 * Which of the tool's forms.
 */
form?: string, 
/**
 * Columns.
 */
width?: number, 
/**
 * Rows.
 */
height?: number, };
