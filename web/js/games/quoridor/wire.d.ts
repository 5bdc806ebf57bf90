// Generated from src/server/quoridor/wire.rs by a test; do not edit.
export type Intent = { "type": "look" } | { "type": "new", size: number, players: number, 
/**
 * Walls for each player; none for as many as the board usually has.
 */
walls: number | null, seats: Array<Seat>, clock: Clock | null, text: string | null, } | { "type": "load", text: string, 
/**
 * Moves from there, as an address has them.
 */
moves: Array<string>, } | { "type": "move", move: string, } | { "type": "undo" } | { "type": "redo" } | { "type": "go", at: number, } | { "type": "pause", paused: boolean, } | { "type": "resign" } | { "type": "seats", seats: Array<Seat>, } | { "type": "pace", millis: number, } | { "type": "why", move: string, text?: string, } | { "type": "hint" } | { "type": "analyse", algorithm: string, seconds: number, } | { "type": "annotate" } | { "type": "race", algorithms: Array<string>, seconds: number, text: string | null, } | { "type": "match", a: string, b: string, games: number, 
/**
 * What a move may take: milliseconds or nodes.
 */
millis: number | null, nodes: number | null, size: number, players: number, walls: number | null, } | { "type": "tree", algorithm: TreeKind, depth: number, text: string | null, } | { "type": "cancel" } | { "type": "edit", edit: Edit, } | { "type": "unedit", back: boolean, } | { "type": "export", format: string, } | { "type": "sketch", text: string, at: number | null, };
export type Seat = { 
/**
 * The spec of a player, such as `fast(level=easy)`; none for a person.
 */
engine: string | null, 
/**
 * What the person is called; the page has a word for those without a name.
 */
name: string | null, 
/**
 * How long the engine may think about a move where there is no clock.
 */
millis: number | null, };
export type Clock = { 
/**
 * For the whole game.
 */
base_ms: number, 
/**
 * And more after each move.
 */
increment_ms: number, };
export type TreeKind = "minimax" | "alphabeta";
export type Edit = { "kind": "board", size: number, players: number, walls: number | null, } | { "kind": "pawn", player: number, square: string, } | { "kind": "wall", wall: string, } | { "kind": "left", player: number, walls: number, } | { "kind": "turn", player: number, };
export type Message = { "type": "hello", sitting: string, game: Info, games: Array<string>, } | { "type": "view" } & View | { "type": "thinking" } & Thought | { "type": "why" } & Why | { "type": "hint" } & Hint | { "type": "analysis", at: number, code: string, thought: Thought, done: boolean, } | { "type": "annotation", code: string, moves: Array<Annotated>, of: number, done: boolean, } | { "type": "race", lanes: Array<Lane>, done: boolean, } | { "type": "match" } & Standing | { "type": "tree", algorithm: TreeKind, nodes: Array<TreeNode>, complete: boolean, } | { "type": "text", format: string, text: string, } | { "type": "sketch", board: Board, moves: Array<string>, } | { "type": "busy", job: Job | null, } | { "type": "error", key: string, why: string | null, message: string, line: number | null, column: number | null, };
export type Job = "hint" | "analyse" | "annotate" | "race" | "match" | "tree";
export type Info = { name: string, 
/**
 * The boards that there are: size, and the walls that each of two and of four players usually has.
 */
boards: Array<[number, number, number]>, most_walls: number, 
/**
 * The levels of the engine, the weakest first.
 */
levels: Array<string>, algorithms: Array<Algorithm>, formats: Array<FormatItem>, 
/**
 * How many times a position may stand on the board; then the game is drawn.
 */
repetitions: number, };
export type Algorithm = { name: string, summary: string, options: Array<OptionItem>, };
export type FormatItem = { name: string, summary: string, reads: boolean, };
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
board: Board, 
/**
 * Every move of the game, and after how many of them the position now is.
 */
moves: Array<string>, at: number, 
/**
 * The position where the history begins, as it stands in an address.
 */
code: string, seats: Array<Seat>, clock: ClockView | null, paused: boolean, 
/**
 * How the game ended, if it has.
 */
end: End | null, 
/**
 * Whose engine is thinking.
 */
thinking: number | null, pace: number, 
/**
 * Whether one can go back to a turn of a person, and forward.
 */
undo: [boolean, boolean], 
/**
 * Whether an edit can be undone, and done again.
 */
edits: [boolean, boolean], 
/**
 * The game as a line of JSON: what `load` brings back. Save this.
 */
saved: string, };
export type Board = { size: number, turn: number, 
/**
 * For each player: where the pawn stands, the walls left, the squares to arrive at, and a shortest way there, the pawn's
 * square first; no way is a position that cannot be played.
 */
players: Array<Player>, 
/**
 * The walls that stand, in the order in which they were placed where that is known.
 */
walls: Array<Wall>, 
/**
 * Where the pawn whose turn it is may go.
 */
steps: Array<string>, 
/**
 * The walls that may be placed.
 */
slots: Array<string>, 
/**
 * Whether there is nothing to do but to pass.
 */
pass: boolean, 
/**
 * Who has arrived.
 */
winner: number | null, };
export type Player = { pawn: string, walls: number, goal: Array<string>, way: Array<string>, };
export type Wall = { name: string, 
/**
 * Who placed it, where that is known.
 */
by: number | null, };
export type ClockView = { base_ms: number, increment_ms: number, left_ms: Array<number>, 
/**
 * Whose clock runs.
 */
running: number | null, };
export type End = { 
/**
 * Nobody in a draw.
 */
winner: number | null, why: EndWhy, 
/**
 * Who resigned, or ran out of time.
 */
by: number | null, };
export type EndWhy = "arrived" | "resigned" | "time" | "repeated";
export type Score = { 
/**
 * For whom.
 */
player: number, 
/**
 * Steps ahead.
 */
ahead: number, 
/**
 * Moves of either side until the game is won, if that was seen to the end; negative where it is lost.
 */
win: number | null, };
export type Thought = { algorithm: string, play: string | null, score: Score | null, depth: number, line: Array<string>, nodes: number, 
/**
 * Nodes a second.
 */
rate: number, seconds: number, };
export type Why = { move: string, 
/**
 * `over`, `unreachable`, `no_walls`, `off_board`, `overlaps`, `crosses`, `closes`, `must_move`, `not_a_move`; none if it is legal.
 */
reason: string | null, 
/**
 * Whose last way it would close.
 */
player: number | null, 
/**
 * The wall that is in its way.
 */
wall: string | null, 
/**
 * A way of that player as it is now, which the wall would cut.
 */
way: Array<string>, 
/**
 * The squares that the player could still come to.
 */
shut_in: Array<string>, };
export type Hint = { 
/**
 * From 1.
 */
rung: number, of: number, wall: boolean, 
/**
 * Squares of the neighbourhood, from the second step on.
 */
area: Array<string>, move: string | null, line: Array<string>, score: Score | null, };
export type Annotated = { move: string, player: number, 
/**
 * What would have been best, and how it goes on.
 */
best: string | null, line: Array<string>, 
/**
 * The worth for the player who moved: with the best move, and with the one played.
 */
before: Score | null, after: Score | null, 
/**
 * Steps that it threw away.
 */
lost: number, 
/**
 * Whether the game turned here: who was ahead or won is so no more.
 */
turning: boolean, };
export type Lane = { algorithm: string, thought: Thought | null, done: boolean, };
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
export type SideStats = { moves: number, walls: number, ms_per_move: number, nodes_per_move: number, };
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
score: number | null, won: boolean, lost: boolean, 
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
