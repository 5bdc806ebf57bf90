// Rooms as a server would show them, made by hand from real boards: every state of a room can be drawn without being played to.

import { talk } from './harness.mjs';

/** What the program says of a game and of the board on its table. */
export async function look(server, game, text) {
  const { socket, say, hear } = await talk(server, `views-${game}-${Math.random()}`, game);
  const hello = await hear('hello');
  say(text ? { type: 'load', text, moves: [], n: 1 } : { type: 'look' });
  const view = await hear('view');
  socket.close();
  return { info: hello.game, scene: view.scene, code: view.code };
}

const NAMES = ['Ada', 'Blaise', 'Carl', 'Dominique-Alexandrine'];
const HOST = ['name', 'react', 'leave', 'strike', 'remove', 'hand', 'lock'];

const rules = (kind, game, more = {}) => ({ kind, game, board: { from: 'new', options: {}, seed: null }, clock: null, rated: false, mode: 'bids', tokens: 5, rounds: null, think: null, sand: 60, show: 60, own_boards: true, ...more });
const people = (n) => Array.from({ length: n }, (_, i) => ({ id: i + 1, name: NAMES[i] ?? (i % 7 === 6 ? '' : `Pupil ${i}`), here: i !== 2, seat: i < 4 ? i : null, lag_ms: 12, rating: i < 2 ? { rating: 1512 + 40 * i, deviation: 80 + 60 * i } : null }));
const seats = (n) => Array.from({ length: n }, (_, i) => ({ person: i === 3 ? null : i + 1, engine: i === 3 ? 'easy' : null }));
const room = (more) => ({ version: 1, you: 1, seat: 0, host: 1, locked: false, people: people(4), seats: seats(4), preparing: false, trouble: null, may: HOST, reactions: [], turns: null, bids: null, race: null, class: null, ...more });
const still = (scene) => ({ ...scene, moves: [] });

/** Every state: what the page is told, by name. */
export async function states(server) {
  const [robots, pawns, boxes, tiles] = await Promise.all([look(server, 'ricochet'), look(server, 'quoridor'), look(server, 'sokoban'), look(server, 'taquin')]);
  const turns = (more) => ({ scene: pawns.scene, moves: [], last: null, turn: pawns.scene.turn, waiting: false, thinking: null, offers: [], end: null, score: [0, 0], record: null, rated: null,
    clock: { clock: { base_ms: 300_000, increment_ms: 3000 }, left_ms: [187_000, 14_500], running: pawns.scene.turn }, ...more });
  const two = { seats: seats(2), people: people(3), rules: rules('turns', 'quoridor', { clock: { base_ms: 300_000, increment_ms: 3000 }, rated: true }) };
  const slides = robots.scene.moves.slice(0, 2).map(({ name, piece, path }) => ({ move: name, piece, path, pushed: null }));
  const way = (seat, n, solved = true) => ({ seat, moves: slides.slice(0, n).map((one) => one.move), slides: slides.slice(0, n), after_ms: 21_000 + 9000 * seat, solved });
  const bids = (more) => ({ round: 3, rounds: 17, phase: 'think', scene: still(robots.scene), code: robots.code, bids: [], ready: [], shower: null, failed: [], shown: [], last: null, glass: null, tokens: [2, 1, 0, 1], own: null, solved: [], start: null, results: [], winners: [], ...more });
  const tried = (n) => ({ scene: robots.scene, moves: slides.slice(0, n).map((one) => one.move), last: slides[n - 1], solved: false, tally: [['moves', n]] });
  const result = { round: 3, code: robots.code, winner: 0, gained: [1, 0, 0, 0], optimum: 2, best: slides.map((one) => one.move), best_slides: slides, ways: [way(0, 2), way(1, 1, false)] };
  const bidding = { rules: rules('bids', 'ricochet') };
  const made = [{ seat: 1, moves: 7 }, { seat: 0, moves: 9 }];
  const glass = { left_ms: 38_000, total_ms: 60_000 };
  const raced = (of, more) => ({ round: 1, rounds: 3, phase: 'think', start: still(of.scene), code: of.code, title: 'Level one', own: { scene: of.scene, moves: ['r', 'd'], last: null, solved: false, tally: [['moves', 2]] },
    boards: [0, 1, 2, 3].map((i) => ({ cells: of.scene.pieces.map((piece) => piece.cell), moves: 2 + 5 * i, solved_ms: i === 1 ? 41_300 : null, progress: i / 4 })), glass, score: [1, 0, 0, 0], order: [1], best: [], best_slides: [], ...more });
  const lecture = (more) => ({ stage: { stage: 'lobby' }, scene: null, moves: [], last: null, vote: null, ...more });
  const taught = { rules: rules('class', 'ricochet'), people: people(31), seats: [], seat: null };
  const phone = { ...taught, you: 5, may: ['name', 'react', 'leave'] };
  const choice = { ask: 'choice', title: 'Which node is expanded next?', choices: ['The one with the least f', 'The one that was found first', 'The deepest one', 'Any of them'] };
  const asked = (question, more) => ({ question, open: true, mine: null, voted: 19, of: 30, tally: [], ...more });
  const counted = [['0', 11], ['2', 5], ['1', 3]];
  const game = (of, view) => [of.info, room(view)];
  return {
    'lobby-host': game(pawns, { ...two, seats: [{ person: 1, engine: null }, { person: null, engine: null }], may: [...HOST, 'stand', 'engine', 'choose', 'begin'], reactions: [{ person: 2, reaction: 'hello', ago_ms: 500, number: 1 }] }),
    'lobby-guest': game(robots, { ...bidding, you: 2, seat: null, may: ['name', 'react', 'leave', 'sit'], seats: seats(1), reactions: [] }),
    'lobby-bids': game(robots, { ...bidding, may: [...HOST, 'stand', 'engine', 'choose', 'begin'] }),
    turns: game(pawns, { ...two, may: [...HOST, 'end', 'resign', 'move', 'takeback', 'draw'], turns: turns() }),
    'turns-asked': game(pawns, { ...two, you: 2, seat: 1, may: ['name', 'react', 'leave', 'resign', 'answer', 'draw'], turns: turns({ offers: [{ what: 'takeback', by: 0, agreed: [0] }] }) }),
    'turns-over': game(pawns, { ...two, may: [...HOST, 'end', 'rematch'], turns: turns({ scene: still(pawns.scene), end: { winner: 0, why: 'resigned', by: 1 }, clock: null, score: [1, 0], record: 'e2 e8', rated: [[{ rating: 1500, deviation: 350 }, { rating: 1662, deviation: 290 }], [{ rating: 1500, deviation: 350 }, { rating: 1338, deviation: 290 }]] }) }),
    'bids-think': game(robots, { rules: rules('bids', 'ricochet', { own_boards: false }), may: [...HOST, 'end', 'bid', 'ready'], bids: bids() }),
    'bids-try': game(robots, { ...bidding, may: [...HOST, 'end', 'bid', 'ready', 'move', 'back'], bids: bids({ own: tried(1) }) }),
    'bids-tried': game(robots, { ...bidding, may: [...HOST, 'end', 'bid', 'ready', 'back'], bids: bids({ phase: 'bid', bids: made, glass, own: { ...tried(2), scene: still(robots.scene), solved: true } }) }),
    'bids-way': game(robots, { ...bidding, may: [...HOST, 'end', 'move', 'ready', 'way'], bids: bids({ phase: 'show', scene: robots.scene, bids: [made[1], made[0]], shower: 0, glass, own: { ...tried(2), solved: true } }) }),
    'bids-bid': game(robots, { rules: rules('bids', 'ricochet', { own_boards: false }), may: [...HOST, 'end', 'bid', 'ready'], bids: bids({ phase: 'bid', bids: made, glass, ready: [2] }) }),
    'bids-show': game(robots, { ...bidding, may: [...HOST, 'end', 'move', 'ready'], bids: bids({ phase: 'show', scene: robots.scene, bids: [made[1], made[0]], shower: 0, glass }) }),
    'bids-look': game(robots, { ...bidding, you: 3, seat: 2, may: ['name', 'react', 'leave'], bids: bids({ phase: 'show', bids: made, shower: 1, glass, failed: [0] }) }),
    'bids-done': game(robots, { ...bidding, may: [...HOST, 'end', 'next', 'stand', 'engine'], bids: bids({ phase: 'done', bids: made, results: [result], start: still(robots.scene), tokens: [3, 1, 0, 1] }) }),
    'bids-over': game(robots, { ...bidding, may: [...HOST, 'end', 'stand', 'engine'], bids: bids({ phase: 'over', results: [result], start: still(robots.scene), tokens: [5, 1, 0, 1], winners: [0] }) }),
    'bids-first': game(robots, { rules: rules('bids', 'ricochet', { mode: 'first' }), may: [...HOST, 'end', 'move', 'back', 'ready'], bids: bids({ own: { scene: robots.scene, moves: [], last: null, solved: false, tally: [] }, solved: [] }) }),
    race: game(boxes, { rules: rules('race', 'sokoban', { rounds: 3 }), may: [...HOST, 'end', 'move', 'back', 'ready'], race: raced(boxes) }),
    'race-over': game(tiles, { rules: rules('race', 'taquin', { rounds: 3 }), may: [...HOST, 'end', 'stand'], race: raced(tiles, { phase: 'over', glass: null, order: [1, 0], own: { scene: still(tiles.scene), moves: [], last: null, solved: true, tally: [] }, best: ['r'], best_slides: [{ move: tiles.scene.moves[0].name, piece: tiles.scene.moves[0].piece, path: tiles.scene.moves[0].path, pushed: null }] }) }),
    'class-empty': game(robots, { ...taught, may: [...HOST, 'end', 'show', 'ask'], class: lecture() }),
    'class-asks': game(robots, { ...taught, may: [...HOST, 'end', 'show', 'ask', 'close'], class: lecture({ vote: asked(choice, { tally: counted }) }) }),
    'class-board': game(robots, { ...taught, may: [...HOST, 'end', 'show', 'ask', 'close', 'move'], class: lecture({ stage: { stage: 'board', text: robots.code }, scene: robots.scene, vote: asked({ ask: 'move' }, { tally: robots.scene.moves.slice(0, 4).map(({ name }, i) => [name, 9 - 2 * i]) }) }) }),
    'class-lesson': game(robots, { ...taught, may: [...HOST, 'end', 'show', 'ask'], class: lecture({ stage: { stage: 'lesson', lesson: 'made', step: 0 }, scene: still(robots.scene) }) }),
    'phone-waits': game(robots, { ...phone, class: lecture() }),
    'phone-asked': game(robots, { ...phone, may: [...phone.may, 'vote'], class: lecture({ vote: asked(choice, { mine: '2' }) }) }),
    'phone-board': game(robots, { ...phone, may: [...phone.may, 'vote'], class: lecture({ stage: { stage: 'board', text: robots.code }, scene: robots.scene, vote: asked({ ask: 'move' }) }) }),
    'phone-closed': game(robots, { ...phone, class: lecture({ vote: asked(choice, { open: false, mine: '2', tally: counted }) }) }),
  };
}

/** A lesson of one step, in the form in which the server tells it. */
export const lessons = { type: 'lessons', language: 'en', wrong: [], lessons: [{ name: 'made', language: 'en', title: 'Search, step by step', game: 'ricochet', minutes: 20, about: [], steps: [{ title: 'What is a state?', stage: null, parts: [{ type: 'text', blocks: [{ type: 'paragraph', words: [{ type: 'text', text: 'A state is all that a player must know to go on: where each robot stands. How it came there does not matter.' }] }] }] }] }] };

/** A QR code's place. */
const square = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 29 29"><path fill="#fff" d="M0 0h29v29H0z"/><path d="M2 2h7v7H2zM20 2h7v7h-7zM2 20h7v7H2zM12 12h5v5h-5zM20 20h3v3h-3zM25 25h2v2h-2zM12 4h3v3h-3z"/></svg>';

/** Lets a page find itself in a room that looks like this; gives what it says there. */
export async function pretend(page, [info, view], { owner = true, code = 'K7M2QX' } = {}) {
  const heard = [];
  await page.route('**/room/*/qr.svg', (route) => route.fulfill({ contentType: 'image/svg+xml', body: square }));
  await page.route('**/room/*/lessons?*', (route) => route.fulfill({ contentType: 'application/json', body: JSON.stringify(lessons) }));
  await page.route('**/rooms', (route) => route.fulfill({ contentType: 'application/json', body: '[]' }));
  const games = [['ricochet', ['bids', 'race', 'class'], []], ['sokoban', ['race', 'class'], []], ['quoridor', ['turns', 'class'], [2, 4]], ['taquin', ['race', 'class'], []]].map(([name, kinds, players]) => ({ name, kinds, players }));
  const hello = { type: 'hello', code, you: view.you, applied: 0, addresses: [`http://192.168.1.20:4173/join/${code}`], lan: true, owner, levels: { turns: [['quoridor', ['easy', 'medium', 'hard']]], others: ['easy', 'medium', 'hard'] }, games };
  await page.routeWebSocket(/\/room\/\w+\/ws/, (line) => {
    const tell = (message) => line.send(JSON.stringify(message));
    line.onMessage((text) => {
      heard.push(JSON.parse(text));
      if (heard.at(-1).n) tell({ type: 'done', n: heard.at(-1).n, version: 0 });
    });
    for (const message of [hello, { type: 'game', game: info }, { type: 'room', ...view }]) tell(message);
  });
  return heard;
}
