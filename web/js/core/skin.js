// @ts-check
// What a game brings to the page: its pictures, its words and its own keys. The shell loads that of the game that is
// shown; shared screens ask it. No rule is in here either.

/** @import { App, Of, State } from "./app.js" */
/** @import { Board, BoardActions } from "./board.js" */
/** @import { SceneMove as Move, Scene, ScenePiece, Verdict } from "./wire.js" */
/** How to look at a board: selected is -1 for none.
 * @typedef {{selected: number, hinted: string | null, margin: number}} Look */
/** Where cells are drawn.
 * @typedef {{U: number, margin: number, middle(cell: number): {x: number, y: number}, at(cell: number): string}} Plan
 */
/** A move that a click on a cell makes. @typedef {{move: Move, cell: number}} Landing */
/**
 * The pictures: `key` says when `fixed` is to be drawn anew; `dress` sets what changes on a piece without drawing it
 * again; `tell` says in words what is on each cell; `sign` and `glyph` are small pictures of a piece and of the task;
 * `mark` stands for a piece on the boards of searches, `order` is the order in which those tell the pieces.
 * @typedef {{key(scene: Scene): string, fixed(scene: Scene, plan: Plan): SVGElement[],
 *   below(scene: Scene, plan: Plan): SVGElement[],
 *   ghosts(scene: Scene, look: Look, plan: Plan): {nodes: SVGElement[], landings: Landing[]},
 *   piece(piece: ScenePiece): SVGElement[], dress?(group: Element, piece: ScenePiece, scene: Scene): void,
 *   tell(scene: Scene, told: string[][]): void, sign(scene: Scene, index: number): SVGElement | null,
 *   glyph(scene: Scene): {key: string, node: SVGElement} | null, mark(scene: Scene, index: number): SVGElement,
 *   order?(scene: Scene): number[]}} Art
 */
/** @typedef {[number, number, number, number]} Span */
/** Whether something may be done now. @typedef {(kind: "act" | "slide" | "replay", name: string) => boolean} Guard */
/**
 * What pointer and keys do on a board that is played on.
 * @typedef {{actions: BoardActions, look?(state: State): Partial<Look>, render?(state: State, board: Board): void,
 *   key?(event: KeyboardEvent): boolean}} Hand
 */
/**
 * `unit` is what the length of a solution counts, a key of words; `unturned` is the direction on the board that is seen
 * as another, where boards can be turned; `choosable` whether there are pieces to choose from; `wish` are the bounds of
 * what may be wished of a new board, each the least, what stands there first, and the most; `turns` are the moves of a
 * game as they are judged, `chunks` as they are drawn; `ticks` whether columns and rows are numbered; `dead` is the map
 * on which a cell without a value is a dead square, and `reason` says why a position is lost; `pace` is how long a step
 * may take on the screen, in milliseconds; `acts` are the buttons beside the board, in groups.
 * @typedef {{name: string, unit: "moves" | "pushes", choosable: boolean, wish: {length: Span, pieces: Span},
 *   ticks: boolean, dead?: string, reason?(verdict: Verdict): string, acts: string[][], art: Art,
 *   pace(steps: number, hurry: boolean): number, goalWords(scene: Scene): string, wonWords(state: State): string,
 *   pieceLabel?(scene: Scene, index: number): string, pieceWord(scene: Scene | undefined, index: number): string,
 *   boardWords(app: App, state: State): string[],
 *   moveSign(scene: Scene, name: string): {nodes: (Node | string)[], label: string},
 *   turns(moves: string[]): string[][], chunks(moves: string[]): string[][], hand(app: App, allowed: Guard): Hand,
 *   key(app: App, event: KeyboardEvent): boolean, help: [string, string][], unturned?(seen: string): string,
 *   slideWords(app: App, steps: Of<"slide">[]): string,
 *   toolSign(name: string, look: {color: number | null, letter: string, form: string}): SVGElement[] | null}} Skin
 */

/** That of the game that is shown. @type {Skin} */
export let skin = /** @type {any} */ (null);

/** @param {Skin} next */
export function wear(next) {
  skin = next;
}
