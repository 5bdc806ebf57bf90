// Generated from src/server/wire and crates/kit by a test; do not edit.
export type Intent = { "type": "look" } | { "type": "new", options: { [key in string]: string }, seed?: number | null, seats?: Array<Seat> | null, clock?: Clock | null, text?: string | null, } | { "type": "load", text: string, moves: Array<string>, } | { "type": "move", move: string, } | { "type": "line", text: string, } | { "type": "go", at: number, } | { "type": "undo" } | { "type": "redo" } | { "type": "edit", edit: Edit, } | { "type": "unedit", back: boolean, } | { "type": "export", format: string, } | { "type": "sketch", text?: string | null, options?: { [key in string]: string } | null, at?: number | null, moves?: Array<string> | null, } | { "type": "why", move: string, text?: string | null, moves?: Array<string> | null, } | { "type": "openings" } | { "type": "levels", set: string, text?: string | null, } | { "type": "lessons", language: string, } | { "type": "level", set: string, index: number, } | { "type": "home", date: string, } | { "type": "daily", date: string, } | { "type": "variant", variant?: string | null, } | { "type": "reach", piece: number, } | { "type": "bring", piece: number, cell: number, } | { "type": "next" } | { "type": "task", piece?: number | null, cell: number, } | { "type": "rule", stay: boolean, } | { "type": "begin", rules: Rules, } | { "type": "leave" } | { "type": "bid", moves: number, } | { "type": "ready" } | { "type": "give_up" } | { "type": "seats", seats: Array<Seat>, } | { "type": "pause", paused: boolean, } | { "type": "resign" } | { "type": "tempo", millis: number, } | { "type": "hint" } | { "type": "solve", algorithm: string, } | { "type": "all", most: number, } | { "type": "analyse", algorithm: string, seconds: number, } | { "type": "annotate" } | { "type": "verdict" } | { "type": "chance" } | { "type": "map", heuristic: string, obstacles: boolean, text?: string | null, script?: string | null, } | { "type": "microscope", number: number, heuristic: string, script?: string | null, against?: string | null, script_against?: string | null, states?: number | null, } | { "type": "race", algorithms: Array<string>, clock?: RaceClock | null, rate?: number | null, seconds?: number | null, text?: string | null, } | { "type": "trace", algorithms: Array<string>, text?: string | null, steps?: number | null, script?: string | null, } | { "type": "open", files: Array<string>, } | { "type": "moment", at: Array<number | null>, by?: Measure | null, } | { "type": "stop", lane: number, at: number, forward: boolean, breaks: Array<Break>, } | { "type": "branch", lane: number, about: number, most: number, } | { "type": "node", lane: number, id: number, at: number, } | { "type": "pace", rate?: number | null, } | { "type": "wish", options: { [key in string]: string }, seed?: number | null, wishes: Wishes, } | { "type": "match", a: string, b: string, games: number, millis?: number | null, nodes?: number | null, options: { [key in string]: string }, } | { "type": "tree", algorithm: string, depth: number, text?: string | null, } | { "type": "cancel" } | { "type": "lab", ask: LabAsk, } | { "type": "lab_do", deed: LabDeed, } | { "type": "keep", kind: string, id: string, value: unknown, shared: boolean, };
export type LabAsk = { "do": "look" } | { "do": "leave" } | { "do": "text", name: string, } | { "do": "check", number: number, text: string, };
export type LabDeed = { "do": "save", name: string, text: string, } | { "do": "start", name: string, fresh: boolean, } | { "do": "stop", name: string, } | { "do": "remove", name: string, };
export type LabItem = { name: string, title: string, question: string, 
/**
 * Its games, each once.
 */
games: Array<string>, 
/**
 * Whether it comes with the program and nothing was done with it yet.
 */
shipped: boolean, state: LabState, 
/**
 * All its runs, where that is known.
 */
planned: number | null, done: number, 
/**
 * How they ended, by outcome.
 */
outcomes: { [key in string]: number }, 
/**
 * Runs a second, while it runs.
 */
rate: number | null, 
/**
 * Seconds that are left at that rate.
 */
left: number | null, 
/**
 * Why the last start ended, or why the file is no campaign.
 */
why: Refusal | null, };
export type LabState = "new" | "running" | "stopping" | "stopped" | "done" | "wrong";
export type LabPlan = { title: string, instances: number, 
/**
 * Algorithms, or pairs of players.
 */
contenders: number, repeats: number, runs: number, tournament: boolean, 
/**
 * Seconds if every run takes all its time.
 */
longest: number, };
export type Seat = { 
/**
 * The spec of a player, such as `fast(level=easy)`; none for a person.
 */
engine?: string | null, 
/**
 * What the person is called; the page has a word for those without a name.
 */
name?: string | null, 
/**
 * How long the engine may think about a move where there is no clock.
 */
millis?: number | null, };
export type Clock = { 
/**
 * For the whole game.
 */
base_ms: number, 
/**
 * And more after each move.
 */
increment_ms: number, };
export type RaceClock = "expansions" | "time";
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
 * Which piece, or which player; none for any.
 */
piece?: number, 
/**
 * Which of the tool's forms.
 */
form?: string, 
/**
 * How many, for a tool that counts.
 */
number?: number, 
/**
 * Columns.
 */
width?: number, 
/**
 * Rows.
 */
height?: number, 
/**
 * For an empty board: how it is set up, by the options of [`crate::About::setup`].
 */
options?: { [key in string]: string }, };
export type Message = { "type": "hello", sitting: string, game: GameInfo, games: Array<string>, applied: number, } | { "type": "done", n: number, } | { "type": "kept", documents: Array<KeptItem>, } | { "type": "keeping", kept: boolean, why: Refusal | null, } | { "type": "view" } & View | { "type": "slide", piece: number, path: Array<number>, pushed: [number, Array<number>] | null, } | { "type": "reach", piece: number, cells: Array<number>, } | { "type": "levels", set: string, levels: Array<LevelItem>, } | { "type": "verdict", code: string, at: number, verdict: Verdict, } | { "type": "chance", code: string, at: number, chances: Chances | null, } | { "type": "busy", job: Job | null, } | { "type": "progress" } & Progress | { "type": "answer" } & Answer | { "type": "solutions", cost: number, count: string, solutions: Array<Array<string>>, complete: boolean, } | { "type": "thinking" } & Thought | { "type": "analysis", at: number, code: string, thought: Thought, why: Array<Refusal>, done: boolean, } | { "type": "openings", code: string, at: number, moves: Array<Opening>, } | { "type": "annotation", code: string, moves: Array<Annotated>, of: number, done: boolean, } | { "type": "map", heuristic: string, obstacles: boolean, admissible: boolean, values: Array<number | null>, } | { "type": "microscope", number: number, code: string, at: number, findings: Findings | null, refusal: Refusal | null, } | { "type": "race", clock: RaceClock, lanes: Array<Lane>, done: boolean, } | { "type": "traced", id: string, code: string, lanes: Array<TracedLane>, done: boolean, } | { "type": "moment", lanes: Array<Cursor | null>, } | { "type": "stop", lane: number, at: number | null, } | { "type": "branch", lane: number, tree: TreeView, } | { "type": "node", lane: number, node: NodeView | null, } | { "type": "match" } & Standing | { "type": "tree", algorithm: string, nodes: Array<TreeNode>, complete: boolean, } | { "type": "rating" } & Rating | { "type": "hint" } & Hint | { "type": "why", move: string, why: Why | null, } | { "type": "lessons", language: string, lessons: Array<Lesson>, wrong: Array<WrongLesson>, } | { "type": "text", format: string, text: string, } | { "type": "sketch", scene: Scene, moves: Array<string>, } | { "type": "home", date: string, games: Array<Door>, results: Array<KeptItem>, } | { "type": "daily", date: string, game: string, today: Today, } | { "type": "lab", campaigns: Array<LabItem>, kept: boolean, } | { "type": "lab_games", games: Array<GameInfo>, } | { "type": "lab_text", name: string, text: string, } | { "type": "lab_checked", number: number, plan: LabPlan | null, refusal: Refusal | null, } | { "type": "error", about: string, refusal: Refusal, };
export type KeptItem = { kind: string, 
/**
 * Empty where it is shared by all games.
 */
game: string, id: string, 
/**
 * In milliseconds since 1970.
 */
changed: number, value: any, };
export type Job = "solve" | "hint" | "all" | "annotate" | "race" | "wish" | "analyse" | "match" | "tree" | "trace" | "daily";
export type View = { 
/**
 * The position now.
 */
scene: Scene, history: HistoryPart, 
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
 * On what occasion it is played, such as `daily 2026-11-17`.
 */
occasion: string | null, 
/**
 * What a person counts on the way so far.
 */
tally: Array<[string, number]>, 
/**
 * Whether pieces without a task stay where a solved round left them.
 */
stay: boolean, 
/**
 * Whether a whole solution of this start was shown.
 */
shown: boolean, 
/**
 * Whether an edit can be undone, and done again.
 */
edits: [boolean, boolean], 
/**
 * The contest, if one is on.
 */
match: Match | null, 
/**
 * Who plays, in a game of adversaries.
 */
table: Table | null, };
export type HistoryPart = { keep: number, more: Array<string>, 
/**
 * Those of `more` that change more than where the player stands, by their places in the whole history.
 */
weighty: Array<number>, 
/**
 * After how many moves the position now is.
 */
at: number, };
export type Table = { seats: Array<Seat>, clock: ClockView | null, paused: boolean, 
/**
 * How the game ended, if it has.
 */
end: End | null, 
/**
 * Whose engine is thinking.
 */
thinking: number | null, 
/**
 * The least time from one move of an engine to the next, in milliseconds.
 */
tempo: number, 
/**
 * Whether one can go back to a turn of a person, and forward.
 */
undo: [boolean, boolean], 
/**
 * The game as a line of JSON: what `load` brings back. Save this.
 */
saved: string, };
export type ClockView = { left_ms: Array<number>, 
/**
 * Whose clock runs.
 */
running: number | null, 
/**
 * For the whole game.
 */
base_ms: number, 
/**
 * And more after each move.
 */
increment_ms: number, };
export type End = { 
/**
 * Nobody in a draw.
 */
winner: number | null, 
/**
 * `resigned`, `time`, or the game's own word for how it ended on the board.
 */
why: string, 
/**
 * Who resigned, or ran out of time.
 */
by: number | null, };
export type LevelItem = { 
/**
 * What it is called.
 */
title: string | null, 
/**
 * As in [`View::code`].
 */
code: string, };
export type WrongLesson = { file: string, refusal: Refusal, };
export type Lesson = { 
/**
 * What it is called in addresses: the name of its file without language and ending.
 */
name: string, 
/**
 * `en` or `fr`.
 */
language: string, 
/**
 * What it is called for readers.
 */
title: string, 
/**
 * The game that it is about.
 */
game: string, 
/**
 * About how long it takes.
 */
minutes: number | null, 
/**
 * What it is about.
 */
about: Array<Block>, 
/**
 * One thing after the other.
 */
steps: Array<LessonStep>, };
export type LessonStep = { 
/**
 * The heading.
 */
title: string, 
/**
 * What is seen beside the text, if that changes.
 */
stage: Stage | null, 
/**
 * The text.
 */
parts: Array<Part>, };
export type Stage = { 
/**
 * The name of the screen.
 */
screen: string, 
/**
 * The position; none for what is on the table.
 */
board: string | null, 
/**
 * Keys and values.
 */
query: Array<[string, string]>, };
export type Part = { "type": "text", 
/**
 * What is said.
 */
blocks: Array<Block>, } | { "type": "notes", 
/**
 * What is said.
 */
blocks: Array<Block>, } | { "type": "exercise", 
/**
 * What is asked.
 */
task: Array<Block>, 
/**
 * What is right; empty where nothing is said.
 */
answer: Array<Block>, };
export type Block = { "type": "paragraph", 
/**
 * Its words.
 */
words: Array<Words>, } | { "type": "list", 
/**
 * Whether it has numbers.
 */
numbered: boolean, 
/**
 * What is in it.
 */
items: Array<Array<Block>>, } | { "type": "code", 
/**
 * The lines.
 */
text: string, } | { "type": "table", 
/**
 * Rows of cells.
 */
rows: Array<Array<Array<Words>>>, };
export type Words = { "type": "text", 
/**
 * The words.
 */
text: string, } | { "type": "code", 
/**
 * The words.
 */
text: string, } | { "type": "emphasis", 
/**
 * The words.
 */
words: Array<Words>, } | { "type": "strong", 
/**
 * The words.
 */
words: Array<Words>, } | { "type": "link", 
/**
 * Where: in the web, or in the page if it begins with `#`.
 */
to: string, 
/**
 * The words.
 */
words: Array<Words>, };
export type Door = { game: string, 
/**
 * Whether it is played against others.
 */
versus: boolean, 
/**
 * What it looks like.
 */
scene: Scene, sets: Array<SetItem>, };
export type Today = { scene: Scene, 
/**
 * From 1 (trivial) to 5 (extreme): an estimate.
 */
level: number | null, 
/**
 * How strong the player is that is to be beaten.
 */
rival: string | null, };
export type Progress = { expanded: number, 
/**
 * Expansions a second.
 */
rate: number, bound: number, bytes: number, seconds: number, 
/**
 * Boards or moves that were looked at, where there are several; and how many there are, where that is known.
 */
tried: number, of: number | null, 
/**
 * What the best solution so far costs, and what every solution costs at least, where the search tells.
 */
best: number | null, least: number, };
export type Answer = { algorithm: string | null, 
/**
 * `solved`, `unsolvable`, `limit`, `cancelled` or `error`.
 */
outcome: string, optimal: boolean, cost: number | null, moves: Array<string>, lower_bound: number | null, why: string | null, 
/**
 * What went wrong, where the outcome is `error`.
 */
error: Refusal | null, stats: StatsRecord | null, 
/**
 * What the cost counts, where there are several ways to count.
 */
metric: string | null, };
export type StatsRecord = { expanded: number, generated: number, duplicates: number, pruned: number, peak_open: number, peak_closed: number, bound: number, seconds: number, peak_bytes: number, };
export type Score = { 
/**
 * For whom.
 */
player: number, 
/**
 * How far ahead, in the game's unit.
 */
ahead: number, 
/**
 * Moves of either side until the game is won, if that was seen to the end; negative where it is lost.
 */
win: number | null, };
export type Thought = { algorithm: string, move: string | null, score: Score | null, depth: number, 
/**
 * The moves that it expects, the best first.
 */
line: Array<string>, nodes: number, 
/**
 * Nodes a second.
 */
rate: number, seconds: number, };
export type Annotated = { move: string, 
/**
 * Who made it.
 */
player: number, 
/**
 * The fewest moves to the goal before and after it; none where there is no way, or it was not found in time.
 */
before: number | null, after: number | null, 
/**
 * Whether `after` is missing because it is proven that there is no way any more.
 */
dead: boolean, 
/**
 * What it threw away: moves in a puzzle, else the game's unit; none where that is not known.
 */
lost: number | null, 
/**
 * What would have been best, and how it goes on.
 */
best: string | null, line: Array<string>, 
/**
 * The worth for the player who moved: with the best move, and with the one played.
 */
worth: [Score | null, Score | null], 
/**
 * Whether the game turned here: the move gave away much of the chance to win.
 */
turning: boolean, 
/**
 * Whether it is one of the three that mattered most.
 */
mattered: boolean, 
/**
 * What it does, what the best move would have done, and what the answer to it does, in sentences.
 */
why: Array<Refusal>, best_why: Array<Refusal>, answer: string | null, answer_why: Array<Refusal>, };
export type Lane = { algorithm: string, 
/**
 * `running`, or how it ended: `solved`, `unsolvable`, `limit`, `cancelled`, `error`, or `done` for a player.
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
 * Where each piece of the scene stands, in the scene's order: in the state that was expanded last (a sample, one of many between
 * two messages), and where the solution ends once there is one.
 */
cells: Array<number>, 
/**
 * The solution step by step. It is told once, when the lane has ended, and not where it is too long to be watched.
 */
way: Array<Step>, 
/**
 * What a player thinks.
 */
thought: Thought | null, 
/**
 * Why it failed, where it did.
 */
refusal: Refusal | null, };
export type TracedLane = { algorithm: string, 
/**
 * `running`, or how it ended.
 */
outcome: string, kind: Kind, 
/**
 * How many events, steps and nodes are kept, and how many events were too many.
 */
events: number, steps: number, nodes: number, dropped: number, 
/**
 * What the trace takes.
 */
bytes: number, 
/**
 * How long the search took, in microseconds.
 */
micros: number, cost: number | null, bound: number | null, optimal: boolean, why: string | null, moves: Array<string>, 
/**
 * The solution step by step, where it is not too long to be watched.
 */
way: Array<Step>, stats: StatsRecord | null, 
/**
 * The course of the search, in at most 1,000 parts.
 */
timeline: Timeline, 
/**
 * By cell, the step at which something was expanded there first; -1 for never.
 */
first: Array<number>, };
export type Cursor = { 
/**
 * How many events have happened.
 */
at: number, 
/**
 * How many steps have been made.
 */
step: number, 
/**
 * How long the search had taken, in microseconds.
 */
micros: number, 
/**
 * What has just happened; nothing at the beginning.
 */
what: What | null, 
/**
 * The node that it happened to.
 */
node: NodeView | null, 
/**
 * The node that was being expanded when it happened.
 */
expanding: number | null, 
/**
 * The bound, or the depth, of this pass.
 */
bound: number | null, 
/**
 * Which pass it is, from 1.
 */
pass: number, 
/**
 * How often what has happened.
 */
counts: Counts, 
/**
 * What waits, and why the first of it is next.
 */
open: OpenList, 
/**
 * By cell: how many states wait there, and how many were expanded, of those that were found forwards.
 */
cells: Array<[number, number]>, 
/**
 * The same for those that were found backwards; empty where there are none.
 */
backward: Array<[number, number]>, 
/**
 * In a game: the best line of the last whole pass.
 */
best: BestLine | null, 
/**
 * In a game: the moves under the node, the best first.
 */
moves: Array<NodeView>, 
/**
 * In a search of rollouts: the moves at the root, the most visited first.
 */
root: Array<NodeView>, };
export type Counts = { steps: number, new: number, better: number, duplicates: number, dead: number, cut: number, skipped: number, };
export type NodeView = { 
/**
 * Its number.
 */
id: number, 
/**
 * The node that it came from.
 */
parent: number | null, 
/**
 * The cost so far, or the depth in a game.
 */
g: number, 
/**
 * The estimate, where one was made.
 */
h: number | null, 
/**
 * `open`, `closed`, `goal`, `dead`, `cut`, `gone` (a better way was found, or it was searched meanwhile), `ahead` (not born
 * yet), in a game `entered` and `left`.
 */
status: string, 
/**
 * Whether it was found backwards, from the goals.
 */
backward: boolean, 
/**
 * Where each piece stands; empty in a game.
 */
cells: Array<number>, 
/**
 * How it was reached: at each step the pieces that moved.
 */
way: Array<Array<Shift>>, 
/**
 * In a game: the moves that lead here.
 */
moves: Array<string>, 
/**
 * When it was born, and when it was expanded or left, if that is so by then.
 */
born: number, 
/**
 * See `born`.
 */
ended: number | null, 
/**
 * In a search of lines: what was promised to the player who is to move, and what came out.
 */
window: [number, number] | null, 
/**
 * See `window`.
 */
score: number | null, 
/**
 * How many of its moves were not looked at.
 */
cut: number, 
/**
 * Whether its score was known from a table.
 */
known: boolean, 
/**
 * In a search of rollouts: how often it was visited, and what that gave who moved there in the mean.
 */
visits: number, 
/**
 * See `visits`.
 */
value: number | null, 
/**
 * The value and what is added for being little known: the greatest sum is followed next.
 */
terms: [number, number] | null, };
export type Shift = [number, number, number];
export type OpenList = { 
/**
 * How much waits.
 */
len: number, 
/**
 * The first of it, in the order in which it is taken.
 */
first: Array<NodeView>, 
/**
 * Why the first is next.
 */
why: WhyNext | null, };
export type WhyNext = { 
/**
 * `oldest`, `least` or `deepest`.
 */
order: string, 
/**
 * With `least`: the weights of cost and estimate.
 */
weights: [number, number], 
/**
 * The key of the next one.
 */
key: number, 
/**
 * How many others have the same key.
 */
equal: number, 
/**
 * With `least`: what decides among those, `g` or `h`; how many are still equal then: the youngest is next.
 */
tie: string | null, 
/**
 * See `tie`.
 */
still_equal: number, };
export type Break = { "cell": number } | { "sum": number } | "goal" | "duplicate" | "dead_end" | "cut" | "better" | "bound";
export type Measure = "events" | "steps" | "micros";
export type Timeline = { 
/**
 * The moment at which each part ends.
 */
at: Array<number>, 
/**
 * What waits then.
 */
open: Array<number>, 
/**
 * How many steps were made by then.
 */
steps: Array<number>, 
/**
 * How many duplicates were met by then.
 */
duplicates: Array<number>, 
/**
 * Cost and estimate of the node that was expanded last.
 */
g: Array<number>, 
/**
 * See `g`.
 */
h: Array<number>, 
/**
 * The moments of new bounds, with the bound.
 */
bounds: Array<[number, number]>, 
/**
 * The moments at which goals were generated.
 */
goals: Array<number>, };
export type TreeView = { 
/**
 * The nodes' numbers, parents before their children.
 */
ids: Array<number>, 
/**
 * The place of each one's parent in this list; -1 for a root.
 */
parents: Array<number>, 
/**
 * When each was born, and when it ended; -1 for never.
 */
born: Array<number>, 
/**
 * See `born`.
 */
ended: Array<number>, 
/**
 * Cost so far and estimate; in a game the depth, and the score or the visits.
 */
g: Array<number>, 
/**
 * See `g`.
 */
h: Array<number>, 
/**
 * `n` for a usual node, `g` a goal, `d` a dead end, `c` cut, `b` found backwards, `k` known from a table: a letter for each.
 */
marks: string, 
/**
 * What moved, in short: a piece and the cells from and to; in a game empty.
 */
shifts: Array<[number, number, number] | null>, 
/**
 * In a game the move.
 */
names: Array<string>, 
/**
 * How many children of each are left out.
 */
more: Array<number>, 
/**
 * How many nodes there are in all.
 */
of: number, };
export type BestLine = { 
/**
 * At which moment.
 */
at: number, 
/**
 * The plies that were searched in full.
 */
depth: number, 
/**
 * In hundredths of the game's unit, for the player at the root.
 */
score: number, 
/**
 * The moves.
 */
line: Array<string>, };
export type What = "step" | "new" | "better" | "duplicate" | "dead_end" | "cut" | "skip" | "bound";
export type Kind = "silent" | "expansions" | "states" | "lines" | "rollouts";
export type Step = { piece: number, path: Array<number>, pushed: [number, Array<number>] | null, };
export type Findings = { 
/**
 * What is known of each heuristic.
 */
sides: Array<Judged>, 
/**
 * The state where two of them differ most.
 */
differ: Difference | null, 
/**
 * States whose true distance is known.
 */
states: number, 
/**
 * How many of these are dead: no goal can be reached.
 */
dead: number, 
/**
 * States that could not be solved within their limit, and were left out.
 */
unknown: number, 
/**
 * Whether they are all states that can be reached; else they are a sample.
 */
all: boolean, 
/**
 * Whether everything was looked at; not where time ran out.
 */
complete: boolean, };
export type Judged = { 
/**
 * Its name.
 */
heuristic: string, 
/**
 * Whether it declares itself admissible, and consistent.
 */
declared: [boolean, boolean], 
/**
 * What it says of the position itself; none where it sees no way.
 */
here: number | null, 
/**
 * How often each estimate was given at each distance.
 */
points: Array<Point>, 
/**
 * How many estimates are above the true distance.
 */
above: number, 
/**
 * The simplest state where it is: the nearest to a goal, and of these the one that is most wrong.
 */
worst: Example | null, 
/**
 * How many moves were looked at.
 */
edges: number, 
/**
 * At how many of them it drops by more than the move costs.
 */
drops: number, 
/**
 * The simplest move where it does.
 */
drop: Fall | null, 
/**
 * The sum of estimates over the sum of distances, over states that can be solved and where it sees a way.
 */
quality: number | null, };
export type Point = { distance: number | null, estimate: number | null, count: number, };
export type Example = { code: string, estimate: number | null, distance: number, };
export type Fall = { 
/**
 * Before the move, and after it.
 */
code: string, 
/**
 * After it.
 */
after: string, 
/**
 * The estimates there.
 */
estimate: number | null, 
/**
 * After it.
 */
then: number, 
/**
 * What the move costs.
 */
cost: number, };
export type Difference = { 
/**
 * The state.
 */
code: string, 
/**
 * What they say, in their order.
 */
estimates: [number | null, number | null], 
/**
 * The truth; none where it is dead.
 */
distance: number | null, };
export type Standing = { a: string, b: string, played: number, of: number, won: number, drawn: number, lost: number, 
/**
 * The difference in strength for A, with its 95 % interval; none before the first pair of games.
 */
elo: [number, number, number] | null, 
/**
 * For A and B.
 */
sides: [SideStats, SideStats], 
/**
 * Games won by who began, of those that were not drawn.
 */
won_by_first: number, 
/**
 * Moves of each game.
 */
lengths: Array<number>, 
/**
 * The last game, as `load` takes it.
 */
last: string | null, done: boolean, };
export type SideStats = { moves: number, 
/**
 * Of these, the ones that put something on the board.
 */
placed: number, ms_per_move: number, nodes_per_move: number, };
export type TreeNode = { 
/**
 * Its place in the list of the position that it comes from.
 */
parent: number | null, 
/**
 * The move that led here.
 */
move: string | null, 
/**
 * Whose turn it is.
 */
turn: number, 
/**
 * What the player at the root gets here: a bound only where moves were cut off.
 */
score: number | null, 
/**
 * Whether that is a won game.
 */
won: boolean, 
/**
 * Whether that is a lost game.
 */
lost: boolean, 
/**
 * What the search had been promised when it came here: at least, at most.
 */
window: [number, number] | null, 
/**
 * How many of its moves were not looked at any more.
 */
cut: number, 
/**
 * When it was left, as a place in the list: all that comes before that place was looked at by then.
 */
until: number, };
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
export type Hint = { 
/**
 * From 1.
 */
rung: number, of: number, 
/**
 * Whether there is a way at all; always so in a game.
 */
solvable: boolean, 
/**
 * Whether the way that it tells of is proven to be the best.
 */
optimal: boolean, length?: number, pieces?: number, which?: Array<number>, 
/**
 * The next move.
 */
next?: string, 
/**
 * The moves up to and with the next one that changes more than where the player stands.
 */
stretch?: Array<string>, 
/**
 * All moves, or in a game what is expected.
 */
moves?: Array<string>, 
/**
 * `place` for a move that puts something on the board, else `move`.
 */
kind?: string, 
/**
 * The cells about the move.
 */
area?: Array<number>, score?: Score, };
export type Why = { 
/**
 * A word for the reason, by which a page finds the sentence.
 */
reason: string, 
/**
 * Whom it concerns.
 */
player: number | null, 
/**
 * What is in the way.
 */
blocked_by: Mark | null, 
/**
 * A way of that player as it is now, which the move would cut.
 */
way: Array<number>, 
/**
 * The cells that the player could still come to.
 */
shut_in: Array<number>, };
export type Opening = { 
/**
 * The move.
 */
move: string, 
/**
 * In how many games it was played.
 */
games: number, 
/**
 * How many of these who played it won.
 */
won: number, 
/**
 * How many were drawn.
 */
drawn: number, 
/**
 * How far ahead it was thought to leave who played it, in the game's unit.
 */
ahead: number, };
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
export type GameInfo = { name: string, 
/**
 * The numbers of players that it can have; only 1 for a puzzle.
 */
players: Array<number>, algorithms: Array<AlgorithmItem>, heuristics: Array<HeuristicItem>, 
/**
 * Outside engines that guide a search as a heuristic does; they have no map.
 */
guides: Array<HeuristicItem>, 
/**
 * How the start of a game can be set up; empty for a game that is not set up.
 */
setup: Array<OptionItem>, 
/**
 * What a recipe for a new board can say.
 */
generate: Array<OptionItem>, formats: Array<FormatInfo>, tools: Array<Tool>, sets: Array<SetItem>, variants: Array<VariantItem>, 
/**
 * How strong the default player can be told to play, the weakest first.
 */
levels: Array<PlayerLevel>, parts: Parts, 
/**
 * What a move beyond the optimum costs in a contest alone.
 */
penalties: [[Difficulty, number], [Difficulty, number], [Difficulty, number]], default_algorithm: string, };
export type Parts = { 
/**
 * It is solved by a plan: `solve`, `all`, `rating`.
 */
plans: boolean, 
/**
 * It is played by adversaries: seats, clocks, `analyse`, `match`, `tree`.
 */
versus: boolean, 
/**
 * A variant of it has chance in it.
 */
chance: boolean, 
/**
 * Pieces can be sent somewhere: `reach`, `bring`.
 */
routes: boolean, 
/**
 * There are contests of several rounds.
 */
rounds: boolean, 
/**
 * It can say whether a position is dead, and why.
 */
verdict: boolean, 
/**
 * Its heuristics can be drawn on the board.
 */
map: boolean, 
/**
 * There are games from its usual start that are known: `openings`.
 */
openings: boolean, };
export type AlgorithmItem = { name: string, summary: string, 
/**
 * Whether it takes a heuristic.
 */
heuristic: boolean, 
/**
 * Whether it is an outside engine of this host.
 */
outside: boolean, options: Array<OptionItem>, };
export type HeuristicItem = { name: string, summary: string, 
/**
 * Whether it never says more than the truth.
 */
admissible: boolean, };
export type OptionItem = { name: string, summary: string, 
/**
 * What it takes, in English.
 */
takes: string, choices: Array<string> | null, 
/**
 * The least and the most, for a number.
 */
range: [number, number] | null, default: string, 
/**
 * Another option and the value of it with which alone this one is taken.
 */
only: [string, string] | null, };
export type FormatInfo = { 
/**
 * Its name for `--format` and `--to`.
 */
name: string, 
/**
 * One line for a person.
 */
summary: string, 
/**
 * Whether it can be read (every format can be written).
 */
reads: boolean, };
export type Tool = { 
/**
 * Its name in an [`crate::Edit`].
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
export type Spot = "cell" | "side" | "corner" | "gap" | "board";
export type SetItem = { name: string, title: string, author: string, terms: string, count: number, 
/**
 * Which grade it is, from 1, where sets rise in difficulty.
 */
grade: number | null, };
export type VariantItem = { name: string, summary: string, options: Array<OptionItem>, };
export type PlayerLevel = { name: string, 
/**
 * The spec that plays at it.
 */
spec: string, };
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
shower: Who | null, 
/**
 * Whether the solution of this round was shown: it gives you no points.
 */
shown: boolean, 
/**
 * The clock that runs, if one does.
 */
clock: Glass | null, 
/**
 * The rounds that are over.
 */
results: Array<Round>, };
export type Phase = "think" | "bid" | "show" | "done" | "over";
export type Who = "you" | "rival";
export type Glass = { left_ms: number, total_ms: number, };
export type Round = { 
/**
 * Who took it.
 */
by: Who | null, 
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
 * Walls of each cell: N=1 E=2 S=4 W=8. Empty where the game has no such walls.
 */
walls: Array<number>, 
/**
 * What lies on the board: `closed` cells that nothing enters, cells `outside` of it, and whatever else a game has.
 */
marks: Array<Mark>, 
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
solved: boolean, 
/**
 * The players of a game of adversaries, in their order.
 */
sides: Array<Side>, 
/**
 * Whose turn it is among them.
 */
turn: number, 
/**
 * Who of them has won on the board.
 */
winner: number | null, };
export type Mark = { 
/**
 * What it is.
 */
kind: string, 
/**
 * Where.
 */
cell: number, 
/**
 * Its form, where there are several, such as `/` or `h`.
 */
form?: string, 
/**
 * Whose it is: a colour or a player.
 */
color?: number, };
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
 * What it is, such as `robot` or `tile`.
 */
kind: string, 
/**
 * Where it stands.
 */
cell: number, 
/**
 * What is written on it, or how moves name it.
 */
label: string, 
/**
 * Which of the game's colours it has.
 */
color: number, 
/**
 * Where it stood when the task began.
 */
start: number, };
export type SceneMove = { 
/**
 * In the game's notation.
 */
name: string, 
/**
 * Which piece moves, or whose move it is.
 */
piece: number, 
/**
 * N, E, S or W, where it has a direction.
 */
direction?: string, 
/**
 * The cells that it enters, in order.
 */
path: Array<number>, 
/**
 * Which piece it pushes.
 */
pushes?: number, 
/**
 * What it puts on the board.
 */
places?: Mark, };
export type Side = { 
/**
 * How many it has left of what can be placed.
 */
stock: number, 
/**
 * The cells that it is to reach.
 */
goal: Array<number>, 
/**
 * A shortest way there, its own cell first; empty where there is none.
 */
way: Array<number>, };
export type RoomDeed = { "type": "look" } | { "type": "name", 
/**
 * The name.
 */
name: string, } | { "type": "sit", 
/**
 * Which, from 0.
 */
seat?: number | null, } | { "type": "stand" } | { "type": "leave" } | { "type": "react", 
/**
 * Which.
 */
reaction: Reaction, } | { "type": "choose", 
/**
 * What is to be played, and how.
 */
rules: RoomRules, } | { "type": "engine", 
/**
 * Which seat.
 */
seat?: number | null, 
/**
 * One of the levels that `hello` names.
 */
level?: string | null, } | { "type": "begin" } | { "type": "end" } | { "type": "next" } | { "type": "strike", 
/**
 * Whose.
 */
person: number, } | { "type": "remove", 
/**
 * Whom.
 */
person: number, } | { "type": "hand", 
/**
 * Whom.
 */
person: number, } | { "type": "lock", 
/**
 * Whether.
 */
locked: boolean, } | { "type": "move", 
/**
 * The move.
 */
move: string, 
/**
 * It is meant for one's own board: refused where that is not moved on any more, so that nothing is shown by accident.
 */
own: boolean, } | { "type": "back", 
/**
 * After how many.
 */
to: number, } | { "type": "offer", 
/**
 * For what.
 */
what: Offer, } | { "type": "answer", 
/**
 * To what.
 */
what: Offer, 
/**
 * Whether.
 */
yes: boolean, } | { "type": "resign" } | { "type": "bid", 
/**
 * How many.
 */
moves: number, } | { "type": "ready" } | { "type": "way" } | { "type": "show", 
/**
 * What.
 */
stage: ClassStage, } | { "type": "ask", 
/**
 * What.
 */
question: Question, } | { "type": "vote", 
/**
 * Which.
 */
choice: string, } | { "type": "close" };
export type Offer = "takeback" | "draw" | "rematch";
export type Reaction = "hello" | "bravo" | "thanks" | "oops" | "thinking" | "ready" | "question" | "fun";
export type RoomKind = "turns" | "bids" | "race" | "class";
export type BidMode = "bids" | "first" | "all";
export type RoomBoard = { "from": "new", 
/**
 * What the recipe or the setup says.
 */
options: { [key in string]: string }, 
/**
 * Drawn where there is none.
 */
seed?: number | null, } | { "from": "level", 
/**
 * The set's name.
 */
set: string, 
/**
 * Which.
 */
index: number, } | { "from": "text", 
/**
 * The text.
 */
text: string, } | { "from": "daily", 
/**
 * Such as `2026-11-17`.
 */
date: string, };
export type RoomClock = { 
/**
 * For the whole game.
 */
base_ms: number, 
/**
 * And more after each move.
 */
increment_ms: number, };
export type RoomRules = { 
/**
 * The way in which it plays.
 */
kind: RoomKind, 
/**
 * The game's name.
 */
game: string, 
/**
 * What is played on.
 */
board: RoomBoard, 
/**
 * `turns`: the clocks, if there are any.
 */
clock?: RoomClock | null, 
/**
 * `turns`: whether it counts for the rating, where two people with names play.
 */
rated: boolean, 
/**
 * `bids`: how a round goes.
 */
mode: BidMode, 
/**
 * `bids`: who has so many tokens has won; none for all rounds.
 */
tokens?: number | null, 
/**
 * `bids`, `race`: so many rounds at most; none for as many as the board has tasks, or one.
 */
rounds?: number | null, 
/**
 * `bids`, `race`: to think, until the first bid or to the end; none for as long as it takes.
 */
think?: number | null, 
/**
 * `bids`: the glass that the first bid turns.
 */
sand: number, 
/**
 * `bids`: to show a way.
 */
show: number, 
/**
 * `bids`: whether everybody may try moves on a board of their own before they bid. In `first` and `all` they always have one.
 */
own_boards: boolean, };
export type ClassStage = { "stage": "lobby" } | { "stage": "lesson", 
/**
 * The lesson's name.
 */
lesson: string, 
/**
 * The step, from 0.
 */
step: number, } | { "stage": "board", 
/**
 * The position, in one of the game's formats. Empty: a new one as the rules' `board` says, which everybody sees once it is made.
 */
text: string, };
export type Question = { "ask": "move" } | { "ask": "choice", 
/**
 * The question.
 */
title: string, 
/**
 * What there is to choose from.
 */
choices: Array<string>, };
export type RoomView = { 
/**
 * Grows with each change.
 */
version: number, 
/**
 * Who sees this.
 */
you: number, 
/**
 * The seat that you have, if you have one.
 */
seat: number | null, 
/**
 * Who is the host.
 */
host: number, 
/**
 * Whether nobody else may come in.
 */
locked: boolean, 
/**
 * Everybody who is in the room, also who is away for the moment.
 */
people: Array<PersonView>, 
/**
 * The seats of what is played, or will be.
 */
seats: Array<SeatView>, 
/**
 * The host's choices.
 */
rules: RoomRules, 
/**
 * Whether something is made ready: a board is being drawn.
 */
preparing: boolean, 
/**
 * Why nothing could be made ready, or an engine failed.
 */
trouble: Refusal | null, 
/**
 * What you may do now: types of deeds, such as `begin` or `bid`, and what may be offered (`takeback`, `draw`, `rematch`). A page shows
 * nothing else as possible.
 */
may: Array<string>, 
/**
 * Words of the last seconds.
 */
reactions: Array<ReactionView>, 
/**
 * A game of turns.
 */
turns: TurnsView | null, 
/**
 * Rounds of bids.
 */
bids: BidsView | null, 
/**
 * A race.
 */
race: RaceView | null, 
/**
 * A class.
 */
class: ClassView | null, };
export type PersonView = { 
/**
 * Their number in this room.
 */
id: number, 
/**
 * Empty where there is none, or where it was struck out.
 */
name: string, 
/**
 * Whether a page of theirs is open.
 */
here: boolean, 
/**
 * Their seat.
 */
seat: number | null, 
/**
 * How long a message to them and back takes, once that was measured.
 */
lag_ms: number | null, 
/**
 * Their rating at this game, rounded, and how sure that is.
 */
rating: RatingView | null, };
export type RatingView = { 
/**
 * 1500 at first.
 */
rating: number, 
/**
 * Its deviation: 350 at first. Above 110 the rating is not sure yet.
 */
deviation: number, };
export type SeatView = { 
/**
 * Who sits there.
 */
person: number | null, 
/**
 * Or the level of the engine that does.
 */
engine: string | null, };
export type ReactionView = { 
/**
 * Who.
 */
person: number, 
/**
 * What.
 */
reaction: Reaction, 
/**
 * How long ago.
 */
ago_ms: number, 
/**
 * Grows with each word, so that a page knows which it has shown.
 */
number: number, };
export type SlideView = { 
/**
 * The move.
 */
move: string, 
/**
 * Which piece.
 */
piece: number, 
/**
 * The cells that it entered.
 */
path: Array<number>, 
/**
 * What it pushed, and where to.
 */
pushed: [number, Array<number>] | null, };
export type GlassView = { 
/**
 * What is left.
 */
left_ms: number, 
/**
 * Of how much.
 */
total_ms: number, };
export type TurnsView = { 
/**
 * The position now; its `moves` only for who is to move.
 */
scene: Scene, 
/**
 * The moves so far.
 */
moves: Array<string>, 
/**
 * How the last piece moved.
 */
last: SlideView | null, 
/**
 * Which seat is to move.
 */
turn: number, 
/**
 * The clocks by seat.
 */
clock: RoomClockView | null, 
/**
 * Whether the clocks stand until who is to move has come back after a restart.
 */
waiting: boolean, 
/**
 * Which seat's engine thinks.
 */
thinking: number | null, 
/**
 * What was asked for, and who of the seats has agreed.
 */
offers: Array<OfferView>, 
/**
 * How it ended, if it has.
 */
end: RoomEnd | null, 
/**
 * What each seat has won in this room since the table was set: 1 a game, a half for a draw.
 */
score: Array<number>, 
/**
 * The whole game in the game's first format, once it has ended: to be opened in Analyse.
 */
record: string | null, 
/**
 * What the game did to the ratings, by seat, once it has ended and was rated.
 */
rated: Array<[RatingView, RatingView]> | null, };
export type RoomClockView = { 
/**
 * How they were set.
 */
clock: RoomClock, 
/**
 * What each seat has left.
 */
left_ms: Array<number>, 
/**
 * Whose clock runs.
 */
running: number | null, };
export type OfferView = { 
/**
 * What.
 */
what: Offer, 
/**
 * The seat that asked.
 */
by: number, 
/**
 * The seats that have agreed.
 */
agreed: Array<number>, };
export type RoomEnd = { 
/**
 * The seat that has won; nobody in a draw.
 */
winner: number | null, 
/**
 * `resigned`, `time`, `agreed`, or the game's own word for how it ended on the board.
 */
why: string, 
/**
 * The seat that resigned, or ran out of time.
 */
by: number | null, };
export type BidPhase = "think" | "bid" | "show" | "done" | "over";
export type BidsView = { 
/**
 * From 1.
 */
round: number, 
/**
 * So many at most.
 */
rounds: number, 
/**
 * Where it stands.
 */
phase: BidPhase, 
/**
 * The board with its task as everybody sees it; its `moves` only for who shows.
 */
scene: Scene, 
/**
 * The start of the round as it stands in an address.
 */
code: string, 
/**
 * The bids, in the order in which they would show.
 */
bids: Array<BidView>, 
/**
 * The seats that want no more in this round.
 */
ready: Array<number>, 
/**
 * Which seat shows.
 */
shower: number | null, 
/**
 * The seats whose show was none.
 */
failed: Array<number>, 
/**
 * The moves that were shown so far.
 */
shown: Array<string>, 
/**
 * How the last piece moved.
 */
last: SlideView | null, 
/**
 * The clock that runs.
 */
glass: GlassView | null, 
/**
 * What each seat has: tokens, or in `all` points.
 */
tokens: Array<number>, 
/**
 * Your own board, where you have one. In `bids` it is there until the round is over, and nobody else ever sees it.
 */
own: OwnView | null, 
/**
 * `first`, `all`: the seats that have found a way. How long it is nobody sees before the round is over.
 */
solved: Array<number>, 
/**
 * Once the round is over: the board with its task before any move, without `moves`. Ways go from here.
 */
start: Scene | null, 
/**
 * The rounds that are over, with everybody's ways.
 */
results: Array<RoundView>, 
/**
 * The seats that have won, once all is over.
 */
winners: Array<number>, };
export type BidView = { 
/**
 * Whose.
 */
seat: number, 
/**
 * How many moves.
 */
moves: number, };
export type OwnView = { 
/**
 * As it is now.
 */
scene: Scene, 
/**
 * The moves so far.
 */
moves: Array<string>, 
/**
 * How the last piece moved.
 */
last: SlideView | null, 
/**
 * Whether it is solved.
 */
solved: boolean, 
/**
 * What a person counts on the way so far, such as moves and pushes.
 */
tally: Array<[string, number]>, };
export type RoundView = { 
/**
 * Which, from 1.
 */
round: number, 
/**
 * Its start as it stands in an address.
 */
code: string, 
/**
 * The seat that took it.
 */
winner: number | null, 
/**
 * What it gave each seat.
 */
gained: Array<number>, 
/**
 * The fewest moves, once that is known.
 */
optimum: number | null, 
/**
 * A best way, once one is known.
 */
best: Array<string>, 
/**
 * How pieces go on it from `start`: in the newest round, until the next begins, and for a way of at most 500 moves.
 */
best_slides: Array<SlideView>, 
/**
 * The ways that were found, by seat.
 */
ways: Array<WayView>, };
export type WayView = { 
/**
 * Whose.
 */
seat: number, 
/**
 * The moves.
 */
moves: Array<string>, 
/**
 * How pieces went, as in `best_slides`.
 */
slides: Array<SlideView>, 
/**
 * After how long it was there.
 */
after_ms: number, 
/**
 * Whether it solved the task.
 */
solved: boolean, };
export type RaceView = { 
/**
 * From 1.
 */
round: number, 
/**
 * So many.
 */
rounds: number, 
/**
 * Whether this round is over, or all of it.
 */
phase: BidPhase, 
/**
 * The board as it began, without `moves`: each small board is this one with other cells.
 */
start: Scene, 
/**
 * The start as it stands in an address.
 */
code: string, 
/**
 * What it is called.
 */
title: string | null, 
/**
 * Your own board.
 */
own: OwnView | null, 
/**
 * Everybody's board, by seat.
 */
boards: Array<RaceBoard>, 
/**
 * The clock that runs.
 */
glass: GlassView | null, 
/**
 * Rounds won by each seat.
 */
score: Array<number>, 
/**
 * The seats in the order in which they were done: fewest moves do not count, only who was first.
 */
order: Array<number>, 
/**
 * A best way, once the round is over and one is known.
 */
best: Array<string>, 
/**
 * How pieces go on it from `start`, for a way of at most 500 moves.
 */
best_slides: Array<SlideView>, };
export type RaceBoard = { 
/**
 * Where each piece of `start` is now.
 */
cells: Array<number>, 
/**
 * How many moves were made.
 */
moves: number, 
/**
 * After how long it was solved, if it was.
 */
solved_ms: number | null, 
/**
 * From 0 to 1, as far as can be told: targets that have what they want.
 */
progress: number, };
export type ClassView = { 
/**
 * What everybody is to see.
 */
stage: ClassStage, 
/**
 * The board, where there is one; its `moves` while a move is asked for, and for the host.
 */
scene: Scene | null, 
/**
 * The moves that the host has played on it.
 */
moves: Array<string>, 
/**
 * How the last piece moved.
 */
last: SlideView | null, 
/**
 * The question, if there is one.
 */
vote: VoteView | null, };
export type VoteView = { 
/**
 * What is asked.
 */
question: Question, 
/**
 * Whether one can still vote.
 */
open: boolean, 
/**
 * Your own vote.
 */
mine: string | null, 
/**
 * How many have voted, and how many could.
 */
voted: number, 
/**
 * How many could.
 */
of: number, 
/**
 * The votes by choice, the most first. The host sees them at once, everybody else when it is closed.
 */
tally: Array<[string, number]>, };
export type RoomMessage = { "type": "hello" } & RoomHello | { "type": "game", game: GameInfo, } | { "type": "room" } & RoomView | { "type": "done", n: number, version: number, } | { "type": "refused", n: number | null, refusal: Refusal, };
export type RoomHello = { 
/**
 * The room's code.
 */
code: string, 
/**
 * Your number in it.
 */
you: number, 
/**
 * The number of the last deed of this page that was carried out.
 */
applied: number, 
/**
 * The addresses by which others can join, the best one first; `/room/CODE/qr.svg` draws that one.
 */
addresses: Array<string>, 
/**
 * Whether others on the local network can: without it only this machine.
 */
lan: boolean, 
/**
 * Whether this browser has the key of the program: it may do more than be in a room.
 */
owner: boolean, 
/**
 * The levels of engines by kind of play: of a game of adversaries, and of all others.
 */
levels: RoomLevels, 
/**
 * The names of all games, and the ways in which each can be played in a room.
 */
games: Array<RoomGame>, };
export type RoomLevels = { 
/**
 * In `turns`, by game.
 */
turns: Array<[string, Array<string>]>, 
/**
 * In `bids` and `race`.
 */
others: Array<string>, };
export type RoomGame = { name: string, kinds: Array<RoomKind>, 
/**
 * The numbers of seats in `turns`.
 */
players: Array<number>, };
export type NewRoom = { 
/**
 * What the maker is called.
 */
name?: string | null, 
/**
 * What is to be played first.
 */
rules: RoomRules, };
export type MadeRoom = { code: string, };
export type RoomItem = { code: string, rules: RoomRules, 
/**
 * How many people are in it, and how many of them have a page open.
 */
people: number, here: number, 
/**
 * Whether something is played.
 */
playing: boolean, 
/**
 * When it last changed, in milliseconds since 1970.
 */
changed: number, };
export type Refusal = { key: string, text: string, gaps: { [name: string]: string | Refusal }, line: number | null, column: number | null, };
