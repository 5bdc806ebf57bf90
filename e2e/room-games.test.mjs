// Whole games in a room: four people with a browser each, one of whom loses the line twice.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { is, says, server, start, talk } from './harness.mjs';
import { eyes } from './quoridor.mjs';
import { guest, host, visitor } from './room.mjs';

const { DAMIER } = process.env;
start();

/** A shortest way from a start, as the program finds it. */
function solve(code) {
  const told = JSON.parse(execFileSync(DAMIER, ['solve', 'ricochet', '-', '--json', '--time', '60s'], { input: code, encoding: 'utf8' }));
  assert.equal(told.outcome, 'solved');
  return told.solution.split(' ');
}
const ARROWS = { N: 'ArrowUp', E: 'ArrowRight', S: 'ArrowDown', W: 'ArrowLeft' };

test('four people play Ricochet to five tokens; one of them loses the line twice', async () => {
  const first = await host({ kind: 'bids', game: 'ricochet', mode: 'bids', tokens: 5, sand: 3600, show: 3600 });
  const others = await Promise.all(['Blaise', 'Carl', 'Dora'].map((name) => guest(first.code, name)));
  const all = [first, ...others];
  for (const { page, line } of others) {
    await page.click('#room-sit');
    await line.until((view) => view.seat !== null);
  }
  if (first.line.view.seat === null) await first.page.click('#room-sit');
  await first.line.until((view) => view.seats.length === 4 && view.seat !== null);
  await first.page.click('#room-begin');

  // Blaise takes every token but one, which is Dora's: six rounds.
  const winners = [1, 1, 3, 1, 1, 1];
  for (const [round, who] of winners.entries()) {
    const { bids } = await all[who].line.until((view) => view.bids?.round === round + 1 && view.bids.phase === 'think');
    const way = solve(bids.code);
    const winner = all[who];
    await winner.page.waitForSelector('#bid:not([hidden])');
    await winner.page.fill('#bid-moves', String(way.length));
    if (round === 0) winner.line.mute();
    await winner.page.keyboard.press('Enter');
    // The bid is lost with the line, and sent again when it is back.
    if (round === 0) await winner.line.cut();
    await first.line.until((view) => view.bids.bids.some((bid) => bid.moves === way.length));
    // Everybody else sees how many, and nobody sees how.
    for (const { line } of all) await line.until((view) => view.bids.phase === 'bid' && view.bids.bids.length === 1 && view.bids.shown.length === 0);
    for (const { page, line } of all) {
      await page.click('#ready');
      await line.until((view) => view.bids.ready.includes(view.seat) || view.bids.phase !== 'bid');
    }
    await winner.line.until((view) => view.bids.phase === 'show' && view.bids.shower === view.seat);
    for (const [at, move] of way.entries()) {
      const { bids: { scene } } = winner.line.view;
      const piece = scene.pieces.findIndex((one) => one.label === move.slice(0, -1));
      await winner.page.waitForFunction((at) => document.querySelector('#strip-moves')?.textContent.startsWith(`${at}/`), at);
      await winner.page.waitForSelector('.table:not(.idle)');
      await winner.page.locator('#board').focus();
      await winner.page.keyboard.press(String(piece + 1));
      if (round === 3 && at === 0) winner.line.mute();
      await winner.page.keyboard.press(ARROWS[move.slice(-1)]);
      // So is a move of the show.
      if (round === 3 && at === 0) await winner.line.cut();
      await winner.line.until((view) => view.bids.phase !== 'show' || view.bids.shown.length === at + 1);
    }
    for (const { line } of all) await line.until((view) => view.bids.results.length === round + 1);
    const view = await first.line.until((now) => now.bids.phase === 'over' || now.may.includes('next'));
    assert.deepEqual(view.bids.results.at(-1).winner, winner.line.view.seat);
    assert.equal(view.bids.results.at(-1).optimum, way.length);
    if (view.bids.phase === 'over') break;
    await first.page.click('#room-next');
  }
  for (const { page, line } of all) {
    await line.until((view) => view.bids.phase === 'over');
    await page.waitForFunction(() => /won/.test(document.querySelector('#goal').textContent));
  }
  const { bids } = first.line.view;
  assert.deepEqual([...bids.tokens].sort(), [0, 0, 1, 5]);
  assert.equal(others[0].line.lines, 3, 'the line was lost twice');
  for (const { complaints, context } of all) {
    assert.deepEqual(complaints, []);
    await context.close();
  }
});

/** The move along the shortest way of who is to move, or another one of the pawn. */
function forward({ turns: { scene, turn } }) {
  const next = scene.sides[turn].way[1];
  const steps = scene.moves.filter((move) => move.path.length);
  return (steps.find((move) => move.path.at(-1) === next) ?? steps.find((move) => move.path.includes(next)) ?? steps[0]).name;
}

test('four people play Quoridor to its end; one of them loses the line twice', async () => {
  const clock = { base_ms: 3_600_000, increment_ms: 2000 };
  const first = await host({ kind: 'turns', game: 'quoridor', clock, board: { from: 'new', options: { players: '4', size: '5' } } });
  const others = await Promise.all(['Blaise', 'Carl', 'Dora'].map((name) => guest(first.code, name)));
  const all = [first, ...others];
  for (const [seat, { page, line }] of all.entries()) {
    if (line.view.seat === seat) continue;
    await page.click(`[data-sit="${seat}"]`);
    await line.until((view) => view.seat === seat);
  }
  await first.line.until((view) => view.seats.every((one) => one.person !== null));
  await first.page.click('#room-begin');
  let lost = 0;
  for (let ply = 0; ; ply += 1) {
    const view = await first.line.until((now) => now.turns && now.turns.moves.length === ply);
    if (view.turns.end) break;
    assert.ok(ply < 60, 'it ends');
    const { page, line } = all[view.turns.turn];
    const mine = await line.until((now) => now.turns.moves.length === ply && now.may.includes('move'));
    // Nobody else is told what could be played.
    for (const other of all) if (other.line !== line && other.line.view.turns?.moves.length === ply) assert.deepEqual(other.line.view.turns.scene.moves, []);
    await page.waitForFunction(() => document.querySelector('#goal')?.textContent.includes('Your turn'));
    const cuts = line === others[1].line && lost < 2;
    if (cuts) line.mute();
    await page.mouse.click(...(await eyes(page).spot(forward(mine))));
    if (cuts) {
      lost += 1;
      await line.cut();
    }
  }
  for (const { page, line } of all) {
    const { turns } = await line.until((view) => view.turns.end);
    assert.equal(turns.end.winner, first.line.view.turns.end.winner);
    await page.waitForSelector('.strip.solved');
  }
  assert.equal(others[1].line.lines, 3, 'the line was lost twice');
  // No move was doubled: players move one after the other.
  assert.equal(first.line.view.turns.moves.length % 4, (first.line.view.turns.end.winner + 1) % 4);
  // The owner opens it in Analyse; a guest cannot.
  assert.equal(await others[0].page.locator('#room-analyse:visible').count(), 0);
  await first.page.click('#room-analyse');
  await first.page.waitForFunction(() => document.body.dataset.screen === 'analyse' && document.querySelector('#board svg .piece'));
  for (const { complaints, context } of all) {
    assert.deepEqual(complaints, []);
    await context.close();
  }
});

test('takeback, draw, resign and rematch are asked for and answered', async () => {
  const first = await host({ kind: 'turns', game: 'quoridor', clock: { base_ms: 600_000, increment_ms: 5000 }, board: { from: 'new', options: { size: '5' } } });
  const second = await guest(first.code, 'Blaise');
  const spot = async ({ page }, name) => page.mouse.click(...(await eyes(page).spot(name)));
  if (first.line.view.seat === null) await first.page.click('[data-sit="0"]');
  await first.line.until((view) => view.seat === 0);
  await second.page.click('[data-sit="1"]');
  await first.line.until((view) => view.seats.every((one) => one.person !== null));
  await first.page.click('#room-begin');
  await first.line.until((view) => view.may.includes('move'));
  await first.page.waitForSelector('#board svg .piece');
  await spot(first, forward(first.line.view));
  await second.line.until((view) => view.turns.moves.length === 1);
  await first.page.click('[data-offer=takeback]');
  await second.page.click('[data-answer=no]');
  await first.line.until((view) => view.turns.offers.length === 0 && view.turns.moves.length === 1);
  await first.page.click('[data-offer=takeback]');
  await second.page.click('[data-answer=yes]');
  await first.line.until((view) => view.turns.moves.length === 0);
  await first.page.click('[data-offer=draw]');
  await second.page.click('[data-answer=yes]');
  await first.line.until((view) => view.turns.end?.why === 'agreed');
  await second.page.click('[data-offer=rematch]');
  await first.page.click('[data-answer=yes]');
  await first.line.until((view) => !view.turns.end);
  await second.page.click('#room-resign');
  await second.page.click('#ask-yes');
  const { turns } = await first.line.until((view) => view.turns.end?.why === 'resigned');
  // In a rematch the next seat begins.
  assert.equal(turns.end.winner, first.line.view.seat);
  await first.page.waitForFunction(() => /1\.5/.test(document.querySelector('#room-score').textContent));
  for (const { complaints, context } of [first, second]) {
    assert.deepEqual(complaints, []);
    await context.close();
  }
});

test('a race in Taquin: everybody sees everybody’s board, and who was first', async () => {
  const first = await host({ kind: 'race', game: 'taquin', board: { from: 'text', text: '1 2 3 / 4 5 6 / 7 0 8' } });
  const second = await guest(first.code, 'Blaise');
  for (const one of [first, second]) {
    if (one.line.view.seat === null) await one.page.click('#room-sit');
    await one.line.until((view) => view.seat !== null);
  }
  await first.page.click('#room-begin');
  for (const { page } of [first, second]) await page.waitForSelector('.race-board .scene');
  await second.page.locator('#board').focus();
  // The wrong way, and back.
  await second.page.keyboard.press('ArrowRight');
  await first.line.until((view) => view.race.boards[1].moves === 1);
  await is(second.page, '#strip-moves', 1);
  await second.page.keyboard.press('u');
  await second.line.until((view) => view.race.own.moves.length === 0);
  await second.page.keyboard.press('ArrowLeft');
  await first.line.until((view) => view.race.order[0] === 1);
  await first.page.waitForFunction(() => document.querySelectorAll('.race-board')[1].classList.contains('done'));
  await first.page.locator('#board').focus();
  await first.page.keyboard.press('ArrowLeft');
  const { race } = await first.line.until((view) => view.race.phase === 'over');
  assert.deepEqual(race.order, [1, 0]);
  await first.page.waitForFunction(() => document.querySelector('#goal').textContent === 'Blaise was first.');
  for (const { complaints, context } of [first, second]) {
    assert.deepEqual(complaints, []);
    await context.close();
  }
});

test('first to solve: the way of another is not seen before the round is over', async () => {
  const first = await host({ kind: 'bids', game: 'ricochet', mode: 'first', tokens: 1 });
  const other = await visitor(first.code);
  other.say({ type: 'sit' });
  if (first.line.view.seat === null) await first.page.click('#room-sit');
  await first.line.until((view) => view.seats.length === 2 && view.seat !== null);
  await first.page.click('#room-begin');
  const { bids } = await first.line.until((view) => view.bids?.own);
  await first.page.waitForSelector('#board svg .piece');
  for (const move of solve(bids.code)) {
    const piece = bids.scene.pieces.findIndex((one) => one.label === move.slice(0, -1));
    await first.page.locator('#board').focus();
    await first.page.keyboard.press(String(piece + 1));
    await first.page.keyboard.press(ARROWS[move.slice(-1)]);
  }
  const over = await other.until((view) => view.bids?.phase === 'over');
  assert.equal(over.bids.results[0].ways.length, 1);
  await first.page.waitForFunction(() => document.querySelector('#goal').textContent === 'You have won!');
  // The ways are listed, and can be seen again to their ends.
  await first.page.waitForSelector('#room-ways li');
  await first.line.until((view) => view.bids.results.at(-1).best_slides.length);
  for (const way of ['best', over.bids.results[0].ways[0].seat]) {
    await first.page.click(`[data-way="${way}"]`);
    await first.page.waitForFunction(() => /^(\d+) of \1$/.test(document.querySelector('.replay output').textContent.trim()));
  }
  other.socket.close();
  assert.deepEqual(first.complaints, []);
  await first.context.close();
});

/** Makes moves on one's own board, one after the other; in a show, on that of all. */
async function walk({ page, line }, moves) {
  const made = ({ bids: { own, phase, shown } }) => (phase === 'show' ? shown : own?.moves ?? []).length;
  for (const move of moves) {
    const { bids: { phase, scene: { pieces } } } = line.view;
    const before = made(line.view);
    await page.locator('#board').focus();
    await page.keyboard.press(String(pieces.findIndex((one) => one.label === move.slice(0, -1)) + 1));
    await page.keyboard.press(ARROWS[move.slice(-1)]);
    await line.until((view) => view.bids.phase !== phase || made(view) === before + 1);
  }
}

/** Two people who think about a task, and a shortest way. */
async function bidders(rules = {}) {
  const first = await host({ kind: 'bids', game: 'ricochet', mode: 'bids', tokens: 1, sand: 3600, show: 3600, ...rules });
  const second = await guest(first.code, 'Blaise');
  for (const one of [first, second]) {
    if (one.line.view.seat === null) await one.page.click('#room-sit');
    await one.line.until((view) => view.seat !== null);
  }
  await first.page.click('#room-begin');
  for (const { line, page } of [first, second]) {
    await line.until((view) => view.bids?.phase === 'think');
    await page.waitForSelector('#board svg .piece');
  }
  return { first, second, way: solve(first.line.view.bids.code) };
}

test('who thinks tries moves on a board of their own, bids their number with one press, and has the way shown', async () => {
  const { first, second, way } = await bidders();
  const { page, line } = first;
  const seen = JSON.stringify(second.line.view.bids);
  // The wrong way, and back: one move, and all of them.
  const step = line.view.bids.own.scene.moves.map((move) => move.name).find((name) => !way.includes(name));
  await walk(first, [step]);
  await is(page, '#strip-moves', 1);
  await page.click('[data-act=undo]');
  await line.until((view) => view.bids.own.moves.length === 0);
  await walk(first, way.slice(0, 2));
  await page.keyboard.press('r');
  await line.until((view) => view.bids.own.moves.length === 0);
  await is(page, '#strip-moves', 0);
  // What is tried while the line is lost is not, and it is there again after a reload.
  line.mute();
  const { pieces } = line.view.bids.own.scene;
  await page.keyboard.press(String(pieces.findIndex((one) => one.label === way[0].slice(0, -1)) + 1));
  await page.keyboard.press(ARROWS[way[0].slice(-1)]);
  await line.cut();
  await line.until((view) => view.bids.own.moves.length === 1);
  await page.reload();
  await page.waitForSelector('#board svg .piece');
  await is(page, '#strip-moves', 1);
  await walk(first, way.slice(1));
  await says(page, '#goal', `You are there in ${way.length} moves`);
  // It is solved: only backwards.
  assert.equal(await page.locator('[data-act=undo]:visible').count(), 1);
  assert.equal(JSON.stringify(second.line.view.bids), seen, 'nobody else sees anything of it');
  await says(page, '#bid .primary', `Bid ${way.length}`);
  await page.keyboard.press('b');
  await second.line.until((view) => view.bids.bids[0]?.moves === way.length);
  // Somebody else has tried nothing, and bids more.
  await second.page.fill('#bid-moves', String(way.length + 3));
  await second.page.keyboard.press('Enter');
  await line.until((view) => view.bids.bids.length === 2);
  for (const one of [second, first]) await one.page.click('#ready');
  // The show begins at the start, and shows what was tried.
  await page.waitForFunction((n) => document.querySelector('#strip-moves').textContent === `0/${n}`, way.length);
  await page.click('#room-way');
  await second.line.until((view) => view.bids.shown.length > 0 || view.bids.results.length);
  const { bids } = await second.line.until((view) => view.bids.phase === 'over');
  assert.deepEqual(bids.results[0].ways.map((one) => one.moves), [way]);
  await says(page, '#goal', 'You have won!');
  for (const { complaints, context } of [first, second]) {
    assert.deepEqual(complaints, []);
    await context.close();
  }
});

test('a move on one’s own board that comes late is not shown, nor is what was still to be sent', async () => {
  const { first, second, way } = await bidders({ sand: 2, rounds: 1 });
  const { page, line } = first;
  await page.locator('#board').focus();
  await page.keyboard.press('b');
  await line.until((view) => view.bids.phase === 'bid');
  line.mute();
  for (const move of way) {
    await page.keyboard.press(String(line.view.bids.scene.pieces.findIndex((one) => one.label === move.slice(0, -1)) + 1));
    await page.keyboard.press(ARROWS[move.slice(-1)]);
  }
  await second.line.until((view) => view.bids.phase === 'show');
  await line.cut();
  await line.until((view) => view.bids.phase === 'show');
  await line.until(() => line.refused.length > 0);
  assert.ok(line.sent.some((one) => one.type === 'move' && one.own));
  // A key that is still pressed by who has not seen yet that a move counts now does nothing.
  await page.waitForSelector('.table:not(.idle) .robots');
  assert.deepEqual(second.line.view.bids.shown, []);
  assert.equal(line.sent.filter((one) => one.type === 'move' && !one.own).length, 0);
  await walk(first, way.slice(0, 1));
  await second.line.until((view) => view.bids.shown.length === 1);
  for (const { complaints, context } of [first, second]) {
    assert.deepEqual(complaints, []);
    await context.close();
  }
});

test('the host may choose that all think in their heads', async () => {
  const first = await host({ kind: 'bids', game: 'ricochet' });
  const { page, line } = first;
  assert.equal(await page.isChecked('#room-own-boards'), true);
  await page.uncheck('#room-own-boards');
  await line.until((view) => view.rules.own_boards === false);
  const second = await guest(first.code, 'Blaise');
  await says(second.page, '.room-facts', 'Private boards to try moves onno');
  if (line.view.seat === null) await page.click('#room-sit');
  await line.until((view) => view.seat !== null);
  await page.click('#room-begin');
  await line.until((view) => view.bids?.phase === 'think' && view.bids.own === null);
  await page.waitForSelector('#board svg .piece');
  // Arrows change the number that one would bid.
  await page.locator('#board').focus();
  await page.keyboard.press('ArrowUp');
  await says(page, '#bid .primary', 'Bid 9');
  await page.keyboard.press('b');
  await line.until((view) => view.bids.bids[0]?.moves === 9);
  assert.equal(line.sent.filter((one) => one.type === 'move').length, 0);
  for (const { complaints, context } of [first, second]) {
    assert.deepEqual(complaints, []);
    await context.close();
  }
});

test('everyone solves today’s board: points by the moves beyond the optimum', async () => {
  const first = await host({ kind: 'bids', game: 'ricochet' });
  const second = await guest(first.code, 'Blaise');
  const both = [first, second];
  // The host chooses on the page.
  await first.page.selectOption('#room-mode', 'all');
  await first.line.until((view) => view.rules.mode === 'all');
  await first.page.selectOption('#room-from', 'daily');
  await first.line.until((view) => view.rules.board.from === 'daily');
  await first.page.fill('#room-rounds', '1');
  await first.page.press('#room-rounds', 'Tab');
  await first.line.until((view) => view.rules.rounds === 1);
  for (const one of both) {
    if (one.line.view.seat === null) await one.page.click('#room-sit');
    await one.line.until((view) => view.seat !== null);
  }
  await first.page.click('#room-begin');
  for (const { line } of both) await line.until((view) => view.bids?.own);
  for (const { page } of both) await page.waitForSelector('#board svg .piece');
  const { code, own } = second.line.view.bids;
  const best = solve(code);
  // Blaise begins with another move, and finds the shortest way from there.
  const step = own.scene.moves.map((move) => move.name).find((name) => !best.includes(name));
  await walk(second, [step]);
  const board = JSON.parse(execFileSync(DAMIER, ['convert', 'ricochet', '-', '--to', 'json'], { input: code, encoding: 'utf8' }));
  board.robots = second.line.view.bids.own.scene.pieces.map((piece) => piece.cell);
  const rest = solve(JSON.stringify(board));
  await walk(second, rest);
  await second.line.until((view) => view.bids.own.solved);
  // Nobody else sees how, or that it was found with so many moves.
  assert.deepEqual(first.line.view.bids.shown, []);
  assert.deepEqual(first.line.view.bids.results, []);
  await walk(first, best);
  for (const { page } of both) await page.click('#room-ready');
  const { bids } = await first.line.until((view) => view.bids.phase === 'over' && view.bids.results[0].optimum !== null);
  assert.equal(bids.results[0].optimum, best.length);
  const points = (moves) => Math.max(1, 10 - (moves - best.length));
  assert.deepEqual(bids.tokens, [points(best.length), points(1 + rest.length)]);
  assert.equal(bids.results[0].ways.length, 2);
  // Today's board is the same for whoever plays it alone.
  const date = first.line.view.rules.board.date;
  const alone = await talk(server, 'alone-today');
  alone.say({ type: 'daily', date, n: 1 });
  await alone.hear('done');
  // It is made by a job: what is on the table until then is another board.
  let shown = '';
  for (let i = 0; i < 100 && shown !== code; i += 1) {
    if (i) await sleep(100);
    alone.say({ type: 'look' });
    shown = (await alone.hear('view')).code;
  }
  assert.equal(shown, code);
  alone.socket.close();
  for (const { complaints, context } of both) {
    assert.deepEqual(complaints, []);
    await context.close();
  }
});

test('a rated game changes the ratings of both, and they are shown beside the names', async () => {
  const first = await host({ kind: 'turns', game: 'quoridor', rated: true, board: { from: 'new', options: { size: '5' } } });
  const second = await guest(first.code, 'Blaise');
  if (first.line.view.seat === null) await first.page.click('[data-sit="0"]');
  await first.line.until((view) => view.seat === 0);
  await second.page.click('[data-sit="1"]');
  await first.line.until((view) => view.seats.every((one) => one.person !== null));
  await first.page.click('#room-begin');
  await second.line.until((view) => view.may.includes('resign'));
  // A game counts once both have moved.
  for (const [ply, one] of [first, second].entries()) {
    await one.line.until((view) => view.turns?.moves.length === ply && view.may.includes('move'));
    await one.page.waitForFunction(() => document.querySelector('#goal')?.textContent.includes('Your turn'));
    await one.page.locator('#board').focus();
    await one.page.keyboard.press('ArrowUp');
  }
  await first.line.until((view) => view.turns.moves.length === 2);
  await second.page.click('#room-resign');
  await second.page.click('#ask-yes');
  const { turns } = await first.line.until((view) => view.turns.end && view.turns.rated);
  const [[before, after], [theirs, less]] = turns.rated;
  assert.deepEqual([before.rating, theirs.rating], [1500, 1500]);
  assert.ok(after.rating > 1600 && after.rating - 1500 === 1500 - less.rating, JSON.stringify(turns.rated));
  for (const { page } of [first, second]) await page.waitForFunction((rating) => document.querySelector('#room-rated-by').textContent.includes(rating), String(after.rating));
  await first.page.waitForFunction((rating) => [...document.querySelectorAll('.rating')].some((one) => one.textContent.includes(rating)), String(less.rating));
  for (const { complaints, context } of [first, second]) {
    assert.deepEqual(complaints, []);
    await context.close();
  }
});

test('the front door makes a room, lists it, and leads into it', async () => {
  const { browser } = await import('./harness.mjs');
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto(server.entrance);
  await page.locator('.home-rooms').scrollIntoViewIfNeeded();
  await page.selectOption('#rooms-game', 'taquin');
  await page.click('#rooms-make');
  await page.waitForSelector('#room[data-kind=race] #room-begin');
  const code = (await page.locator('.room-code').first().textContent()).replace(/\s/g, '');
  assert.match(page.url(), new RegExp(`#room/${code}$`));
  // What the host chooses, the room is.
  await page.selectOption('#room-game', 'quoridor');
  await page.waitForSelector('#room[data-kind=turns]');
  await page.waitForSelector('[data-option=players]');
  await page.selectOption('[data-option=players]', '4');
  await page.waitForFunction(() => document.querySelectorAll('.room-seat').length === 4);
  await page.click('.brand');
  await page.locator('.home-rooms').scrollIntoViewIfNeeded();
  await page.waitForSelector(`[data-room="${code}"]`);
  // By its code, too.
  await page.fill('#rooms-code', code.toLowerCase());
  await page.click('#rooms-join');
  await page.waitForSelector('#room[data-kind=turns] #room-begin');
  assert.equal(await page.locator('.room-seat').count(), 4);
  await context.close();
});
