// What a game brings to the page, in types. Browsers do not load this file.

import type { App } from "./app.js";
import type { Board } from "./board.js";
import type { Small } from "./kept.js";
import type { Of, State, View } from "./state.js";
import type { Part } from "./table.js";
import type { Bench, Desk } from "../screens/build.js";
import type { Lesson } from "../screens/learn.js";
import type { Mark, Scene, SceneMove, ScenePiece, Verdict } from "./wire.js";

/**
 * How to look at a board; all of it may be left out. `selected` is a piece (-1 for none), `hinted` the name of a move;
 * `margin` is room for coordinates. What only some boards show: `steps`, where one may go, is lit, some with a letter
 * by cell; `ghost`, something that is not placed yet; `ribbons`, everybody's shortest way; `last`, the move that led
 * here and the cell that it came from; `line`, moves from here, at most `lineLength`; `marks` and `ways` over cells;
 * `blocking`, what is in the way; `turned`, upside down.
 */
export type Look = {selected?: number, hinted?: string | null, margin?: number, steps?: boolean,
  letters?: Record<number, string>, ghost?: {mark: Mark, kind: "good" | "bad" | "remove"} | null, ribbons?: boolean,
  last?: {move: string, from: number | null} | null, line?: string[], lineLength?: number,
  marks?: {cells: number[], kind: "area" | "shut" | "cursor" | "here"}[],
  ways?: {cells: number[], player: number, kind: "way" | "cut"}[], blocking?: Mark[], turned?: boolean};
/** Where cells are drawn. */
export type Plan = {U: number, margin: number, middle(cell: number): {x: number, y: number},
  at(cell: number): string};
/** A move that a click on a cell makes. */
export type Landing = {move: SceneMove, cell: number};
/**
 * The pictures: `key` says when `fixed` is to be drawn anew; `dress` sets what changes on a piece without drawing it
 * again; `tell` says in words what is on each cell; `sign` and `glyph` are small pictures of a piece and of the task;
 * `small` is a whole position in a list.
 */
export type Art = {key(scene: Scene): string, fixed(scene: Scene, plan: Plan): SVGElement[],
  below(scene: Scene, plan: Plan): SVGElement[],
  ghosts(scene: Scene, look: Look, plan: Plan): {nodes: SVGElement[], landings: Landing[]},
  piece(piece: ScenePiece): SVGElement[], dress?(group: Element, piece: ScenePiece, scene: Scene): void,
  tell(scene: Scene, told: string[][]): void, sign(scene: Scene, index: number): SVGElement | null,
  glyph(scene: Scene): {key: string, node: SVGElement} | null, small(scene: Small): SVGElement};
export type Span = [number, number, number, number];
/** Whether something may be done now. */
export type Guard = (kind: "act" | "slide" | "replay", name: string) => boolean;
/**
 * What pointer and keys do on a board that is played on. `actions` is for the board of the game, `attach` is given it;
 * `look` is what the board shows of it, `render` comes after the board was drawn; `act` takes a button of the game's
 * own and says whether it did, `off` says which buttons have nothing to do; `held` whether the arrows go on with what
 * was begun, `clear` ends it.
 */
export type Hand = {actions: any, attach?(board: Board, host: HTMLElement): void, look?(state: State): Look,
  render?(state: State, board: Board): void, key?(event: KeyboardEvent): boolean,
  act?(name: string, event?: Event): boolean, off?(): Record<string, boolean>, held?(): boolean,
  clear?(): void};
/**
 * Pictures: `art`; `board` draws a whole board where the shared one does not do; `margins` is the room around
 * it on a narrow and on a wide screen, for numbers where there is more than 10; `pace` is how long a step may take on
 * the screen, in milliseconds; `rack` is what a player has left to place.
 * Words: `unit` is what the length of a solution counts, or what scores are in, a key of words; `cost` is how much of
 * it moves cost; `cellName` is how a cell is called; `turns` are the moves of a game as they are judged, `chunks` as
 * they are drawn, and `signs` says what the drawn ones mean, a key of words; `reason` says why a position is lost, `whyWords` why a move is not legal; `typed` is how a move that
 * is typed looks, where they can be; `moves` tells moves in a text from positions, `format` is what a position is
 * copied in.
 * Hand and keys: `choosable` whether there are pieces to choose from; `acts` are the buttons beside the board, in
 * groups; `turnable` whether its boards can be turned and mirrored; `help` are its keys.
 * Laboratory: `scripts` are heuristics to start from, each a file in `heuristics/` and words; `wish` are the bounds of what may be wished of a new board, each the least, what stands there first, and
 * the most; `dead` is the map on which a cell without a value is a dead square; `watched` are the algorithms that can
 * be watched as they play.
 * `bench` is how one points at things on Build, where the shared one does not do; `parts` are sections of its own on
 * Play; `lesson` is the tour on Learn.
 */
export type Worn = {art: Art, board?(host: HTMLElement, actions: any): Board, margins: [number, number],
  pace(steps: number, hurry: boolean): number, rack?(player: number, stock: number): HTMLElement,
  unit: string, goalWords(scene: Scene): string, wonWords(state: State): string,
  pieceWord(scene: Scene | undefined, index: number): string, pieceLabel(scene: Scene, index: number): string,
  cellName(scene: Scene, cell: number): string, boardWords(app: App, view: View): string[],
  moveSign(scene: Scene, name: string): {nodes: (Node | string)[], label: string},
  slideWords(scene: Scene, steps: Of<"slide">[]): string, turns(moves: string[]): string[][],
  chunks(moves: string[]): string[][], reason(verdict: Verdict): string, whyWords(why: Of<"why">): string,
  signs?: string, typed?: string, moves?: RegExp, format?: string, cost(moves: string[]): number,
  choosable: boolean, acts: string[][], turnable: boolean,
  hand(app: App, allowed: Guard): Hand, key(app: App, event: KeyboardEvent): boolean, help: [string, string][],
  scripts?: string[], wish: {length: Span, pieces: Span}, dead?: string, watched: string[],
  toolSign(name: string, look: {color: number | null, letter: string, form: string}): SVGElement[] | null,
  bench?(): Promise<{createBench(app: App, desk: Desk): Bench}>, parts?(app: App): Part[],
  lesson(): Promise<{lesson: Lesson}>};
/** What a game says itself. */
export type Skin = Omit<Partial<Worn>, "art"> & {art?: Partial<Art>, lesson: Worn["lesson"]};
/** A picture that tells a rule, and what moves on it: along points, at parts of the time; `shows` is when it is there. */
export type Motion = {node: Element, ways?: [number, number, number][], shows?: [number, number]};
export type Rule = {picture: SVGElement, motions: Motion[]};
/** What the front door needs of a game: how a position is drawn, and its rules in a few pictures, whose words are
 * `rule.1` and so on. */
export type Door = {draw(scene: Scene): SVGElement, rules: (() => Rule)[]};
