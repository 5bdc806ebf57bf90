// Quoridor's laboratory in a real browser: analysing, racing, matches, building and learning.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { browser, is, open, says, server, start } from './harness.mjs';

start();

const START = '~~e1_e9~10_10~1';
const GAME = ['e2', 'e8', 'e3', 'e7', 'e4', 'e6', 'd3h', 'f6h', 'e5', 'e4h'];
const lab = (screen, { moves = GAME, ...options } = {}) =>
  open(browser, server, { game: 'quoridor', screen, board: `${START}${moves.length ? `/${moves.join('.')}` : ''}`, ...options });

/** The middle of a square or a wall on the screen; of a wall, where it is clear which way it lies. */
const spot = (page, board, name) => page.evaluate(([board, name]) => {
  const svg = document.querySelector(`${board} svg`);
  const size = Math.sqrt(document.querySelectorAll(`${board} [role=gridcell]`).length);
  const place = (value) => (/[hv]$/.test(name) ? (value + 1) * 49 - 4.5 : value * 49 + 20);
  const point = new DOMPoint(place(name.charCodeAt(0) - 97), size * 49 - 9 - place(Number.parseInt(name.slice(1), 10) - 1)).matrixTransform(svg.getScreenCTM());
  const off = 12 * svg.getScreenCTM().a;
  return [point.x + (name.endsWith('h') ? off : 0), point.y + (name.endsWith('v') ? off : 0)];
}, [board, name]);

const hash = (page) => page.evaluate(() => location.hash);
const until = (page, moves) => page.waitForFunction((moves) => location.hash.endsWith(moves), moves);

test('a game is stepped through, thought about, and other moves are tried without harm to it', async () => {
  const { context, page, complaints } = await lab('analyse');
  await page.waitForFunction(() => document.querySelectorAll('#moves button').length === 10);
  assert.equal(await page.locator('#moves li').count(), 5, 'a row for two moves');
  await page.keyboard.press('ArrowLeft');
  await until(page, 'f6h.e5');
  await page.keyboard.press('ArrowUp');
  await until(page, START);
  await page.keyboard.press('ArrowDown');
  await until(page, 'e4h');
  await page.keyboard.press('ArrowLeft');
  await until(page, 'f6h.e5');
  // The engine has looked at it.
  await page.waitForFunction(() => Number(document.querySelector('#engine .meters dd')?.textContent) >= 3 && document.querySelectorAll('.line-list button').length > 2);
  await page.waitForSelector('#board .line');
  await says(page, '#score-words', '.');
  // A move of the line, pointed at, shows where it leads; clicked, it is tried.
  await page.click('#think');
  const wanted = page.locator('#engine .line-list button').nth(1);
  await wanted.hover();
  await page.waitForSelector('.peeked');
  await wanted.click();
  await page.waitForSelector('#give-back:not([hidden])');
  assert.notEqual(await page.locator('#moves button').count(), 10);
  await page.click('#give-back');
  await page.waitForFunction(() => document.querySelectorAll('#moves button').length === 10 && document.querySelector('#give-back').hidden);
  await until(page, 'f6h.e5');
  // And on the board, with the mouse and with the keys.
  await page.mouse.click(...(await spot(page, '#board', 'a7h')));
  await until(page, 'e5.a7h');
  await page.keyboard.press('Shift+ArrowUp');
  await page.waitForFunction(() => !location.hash.endsWith('a7h'));
  await page.click('#give-back');
  await page.waitForFunction(() => document.querySelectorAll('#moves button').length === 10);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('what is tried during a game against the engine is not played in it', async () => {
  const { context, page } = await open(browser, server, { game: 'quoridor', board: '' });
  await page.waitForSelector('.step');
  await page.keyboard.press('ArrowUp');
  await page.waitForFunction(() => document.querySelectorAll('#played button').length === 2 && document.querySelectorAll('.step').length > 0);
  const played = await page.locator('#played').textContent();
  await page.click('[data-screen=analyse]');
  await page.waitForFunction(() => document.querySelectorAll('#moves button').length === 2);
  await page.locator('#board').focus();
  for (const n of [3, 4]) {
    await page.keyboard.press('w');
    for (let i = 0; i < n; i += 1) await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.waitForFunction((n) => document.querySelectorAll('#moves button').length === n, n);
  }
  await page.click('#give-back');
  await page.waitForFunction(() => document.querySelectorAll('#moves button').length === 2);
  await page.click('[data-screen=play]');
  await page.click('#resume');
  await page.waitForSelector('.step');
  assert.equal(await page.locator('#played').textContent(), played);
  await context.close();
});

test('a game is looked back on: curves, what was thrown away, what was better', async () => {
  // Orange walks to and fro while Blue goes ahead.
  const { context, page, complaints } = await lab('analyse', { moves: ['e2', 'e8', 'e3', 'e9', 'e4', 'e8', 'e5', 'e9'] });
  await page.waitForFunction(() => document.querySelectorAll('#moves button').length === 8);
  await page.waitForSelector('.chart-steps .curve.p1');
  await page.click('#annotate-go');
  await page.waitForFunction(() => document.querySelectorAll('#moves .slip, #moves .turning').length > 0 && document.querySelector('#annotate-go').textContent === 'Look back', null, { timeout: 60000 });
  await page.waitForSelector('.chart-scores .curve');
  await page.locator('#moves .slip, #moves .turning').first().click();
  await says(page, '#moment', 'Better was');
  assert.ok((await page.locator('.moment .line-list button').count()) > 0);
  // The curves are a slider: the keys step, and each moment has words.
  await page.locator('#curves').focus();
  await page.keyboard.press('ArrowDown');
  await page.waitForFunction(() => document.querySelector('#curves').getAttribute('aria-valuenow') === '8');
  assert.match(await page.getAttribute('#curves', 'aria-valuetext'), /After move 8, Orange .* ahead/);
  // Where the game turned is a button over the curve: it takes pointer and focus, and leads there.
  for (const mark of await page.locator('.chart-marks button').all()) {
    const box = await mark.boundingBox();
    assert.ok(box.width >= 12 && box.height >= 12, JSON.stringify(box));
    await mark.focus();
    await page.keyboard.press('Enter');
    const moment = Number(/move (\d+)/.exec(await mark.getAttribute('aria-label'))[1]);
    await page.waitForFunction((moment) => document.querySelector('#curves').getAttribute('aria-valuenow') === String(moment), moment);
  }
  assert.equal(await page.locator('.chart-marks button').count(), await page.locator('#moves .turning').count());
  // The legend has the signs that there are; whether a slip turned the game depends on how deep the engine could look.
  await says(page, '#verdict-legend', (await page.locator('#moves .slip').count()) ? 'thrown away' : 'the game turns');
  assert.deepEqual(complaints, []);
  await context.close();
});

test('Analyse says why: what a move does, what answers it, what was better, and which three mattered', async () => {
  // Orange walks to and fro while Blue goes ahead.
  const moves = ['e2', 'e8', 'e3', 'e9', 'e4', 'e8', 'e5', 'e9'];
  const { context, page, complaints } = await lab('analyse', { moves });
  await page.waitForFunction(() => document.querySelectorAll('#moves button').length === 8);
  // The engine's own move, in words.
  await page.waitForFunction(() => /(costs|to go)/.test(document.querySelector('#think-why').textContent));
  await page.click('#annotate-go');
  await page.waitForSelector('#turned:not([hidden]) li', { timeout: 90000 });
  await page.waitForFunction(() => document.querySelector('#annotate-go').textContent === 'Look back');
  const told = await page.locator('#turned li').allTextContents();
  assert.ok(told.length >= 1 && told.length <= 3, JSON.stringify(told));
  assert.ok(told.some((one) => one.includes('The step leads Orange away: 8 steps to go, 7 before.') && one.includes('Better was')), JSON.stringify(told));
  assert.ok(told.every((one) => /thrown away|lost|won/.test(one)), `how much each threw away: ${JSON.stringify(told)}`);
  assert.ok(!told.join().includes('player'), 'names, not numbers');
  await page.locator('#moves [data-ply="4"]').click();
  await says(page, '#why', 'The step leads Orange away: 8 steps to go, 7 before.');
  await page.waitForFunction(() => document.querySelector('#why-better').textContent.length > 10);
  // The same in French, with the names that players have there.
  await page.click('[data-lang=fr]');
  await says(page, '#why', 'Ce pas éloigne Orange : il reste 8 pas, contre 7 avant.');
  await says(page, '.mattered', 'Les coups qui ont le plus compté');
  assert.ok(!/\b(step|wall|costs)\b/.test(await page.locator('#turned').textContent()));
  assert.deepEqual(complaints, []);
  await context.close();
});

test('the openings of the engine are explored: moves, games, results and scores, wherever one goes', async () => {
  const { context, page, complaints } = await lab('analyse', { moves: [] });
  await page.waitForSelector('.openings tbody tr');
  await says(page, '#openings-words', 'games that the engine played against itself came here');
  const rows = () => page.locator('.openings tbody tr').evaluateAll((list) => list.map((row) => [row.dataset.move, ...[...row.cells].map((cell) => cell.textContent)]));
  const first = await rows();
  assert.equal(first[0][0], 'e2');
  assert.match(first[0][2], /^[\d,]+ ?\d+%$/);
  assert.match(first[0][3], /^Blue won \d+%, Orange \d+%, drawn \d+%/);
  assert.match(first[0][4], /^[+−]?\d+\.\d$/);
  // A move pointed at is shown on the board, and played by a click; a table for the next position follows.
  await page.locator('.openings tbody button').first().hover();
  await page.waitForSelector('.peeked');
  await page.locator('.openings tbody button').first().click();
  await until(page, 'e2');
  await page.waitForFunction(() => document.querySelector('.openings tbody tr')?.dataset.move === 'e8');
  // The keys do the same.
  await page.locator('.openings tbody button').first().focus();
  await page.keyboard.press('Enter');
  await until(page, 'e2.e8');
  await page.waitForFunction(() => document.querySelector('.openings tbody tr') && !document.querySelector('.openings tbody tr[data-move=e8]'));
  // Where nobody has been, that is said.
  await page.evaluate((start) => { location.hash = `quoridor/analyse/${start}/a1v.a2h.a4h.a6h`; }, START);
  await says(page, '#openings-words', 'No game of the engine is known from here');
  assert.ok(await page.locator('.openings').isHidden());
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a game is written in every format, and read again', async () => {
  const { context, page, complaints } = await lab('analyse');
  await page.waitForFunction(() => document.querySelectorAll('#moves button').length === 10);
  for (const [format, part] of Object.entries({ moves: 'e2 e8 e3', qfen: 'd3', drawing: '+---+', json: '"moves"' })) {
    await page.selectOption('#format', format);
    await page.waitForFunction((part) => document.querySelector('#text-build').value.includes(part), part);
  }
  const text = await page.inputValue('#text-build');
  await page.fill('#text-build', 'e2 e8 e3h');
  await page.click('#export-load');
  if (await page.locator('#ask').isVisible()) await page.click('#ask-yes');
  await page.waitForFunction(() => document.querySelectorAll('#moves button').length === 3);
  await page.fill('#text-build', `${text}\n`);
  await page.click('#export-load');
  await page.locator('#ask-yes').click({ timeout: 2000 }).catch(() => {});
  await page.waitForFunction(() => document.querySelectorAll('#moves button').length === 10);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('engines race on one position, and a race can be cancelled', async () => {
  const { context, page, complaints } = await lab('race');
  await page.waitForSelector('.lane');
  assert.equal(await page.locator('.lane').count(), 4);
  await page.selectOption('#race-preset', 'kinds');
  await page.waitForFunction(() => document.querySelectorAll('.lane').length === 2);
  await page.selectOption('#race-seconds', '1');
  await page.click('#race-go');
  await page.waitForFunction(() => document.querySelector('#race-result').textContent.match(/agree/) && document.querySelectorAll('.lane .line').length >= 2, null, { timeout: 30000 });
  assert.ok(Number(await page.locator('.lane dd').first().textContent()) > 0, 'a depth');
  await page.selectOption('#race-seconds', '60');
  await page.click('#race-go');
  await page.waitForSelector('.lane .line');
  const asked = Date.now();
  await page.click('#race-go');
  await is(page, '#race-go', 'Start');
  assert.ok(Date.now() - asked < 3000);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a match is counted game by game, and its last game analysed', async () => {
  const { context, page, complaints } = await lab('race', { moves: [] });
  await page.click('[data-mode=match]');
  await page.locator('.match-form select').nth(0).selectOption('fast(level=full)');
  await page.locator('.match-form select').nth(1).selectOption('random');
  await page.selectOption('#match-games', '10');
  await page.selectOption('#match-limit', { label: '1,000 positions' });
  await page.selectOption('#match-size', '5');
  await page.click('#match-go');
  await is(page, '#match-status', '10 games played.');
  assert.match(await page.getAttribute('#match-bar', 'aria-label'), /A has won \d+/);
  assert.ok((await page.locator('.histogram rect').count()) > 0 && (await page.locator('.whisker circle').count()) === 1);
  // The bars are told one by one.
  await says(page, '#match-lengths + p', 'on average');
  await page.locator('#match-lengths').focus();
  await page.keyboard.press('Home');
  await page.waitForFunction(() => /moves: \d+ games?\.$/.test(document.querySelector('#match-lengths + p').textContent) && document.querySelectorAll('.histogram .on').length === 1);
  await page.click('#match-last');
  await page.waitForFunction(() => document.body.dataset.screen === 'analyse' && document.querySelectorAll('#moves button').length > 5);
  // A long one is ended when told to.
  await page.click('[data-screen=race]');
  await page.selectOption('#match-games', '1000');
  await page.selectOption('#match-size', '9');
  await page.click('#match-go');
  await page.waitForFunction(() => / of 1,?000/.test(document.querySelector('#match-status').textContent));
  await page.click('#match-go');
  await says(page, '#match-status', 'Ended after');
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a position is built with the mouse: walls, pawns, walls left, turn; undone; played from there', async () => {
  const { context, page, complaints } = await lab('build', { moves: [] });
  const at = (name) => spot(page, '#board-build', name);
  await page.waitForSelector('#board-build .piece');
  await page.mouse.click(...(await at('d1v')));
  await page.waitForSelector('[data-wall=d1v]');
  await page.mouse.click(...(await at('e1v')));
  await page.waitForSelector('[data-wall=e1v]');
  await page.mouse.move(...(await at('d2h')));
  await says(page, '#build-words', 'close the last way of Blue');
  await page.mouse.click(...(await at('e1v')));
  await page.waitForFunction(() => document.querySelectorAll('.wall').length === 1);
  await page.click('#build-undo');
  await page.waitForFunction(() => document.querySelectorAll('.wall').length === 2);
  await page.click('#build-redo');
  await page.waitForFunction(() => document.querySelectorAll('.wall').length === 1);
  await page.mouse.move(...(await at('e1')));
  await page.mouse.down();
  await page.mouse.move(...(await at('c4')), { steps: 5 });
  await page.mouse.up();
  await page.waitForFunction(() => location.hash.includes('c4_e9'));
  await page.locator('#build-players input[type=number]').nth(1).fill('3');
  await page.keyboard.press('Tab');
  await page.locator('#build-players input[type=radio]').nth(1).check();
  await page.waitForFunction(() => location.hash.endsWith('~d1~c4_e9~10_3~2'));
  await page.waitForFunction(() => document.querySelector('#text-build').value.includes('c4 e9 / 10 3 / 2'), null, { timeout: 5000 });
  await page.waitForFunction(() => /[+-]\d|#\d/.test(document.querySelector('#score').textContent));
  const built = (await hash(page)).split('/')[2];
  // What cannot be is refused, and says so.
  await page.mouse.click(...(await at('c4')));
  await page.mouse.click(...(await at('e9')));
  await says(page, '#toast-text', 'the pawn on e9 stands outside the board or on another one');
  await page.click('#build-play');
  await page.locator('#new-seats select').first().selectOption('person');
  await page.locator('#new-seats select').nth(1).selectOption('person');
  await page.click('#new-go');
  await page.waitForFunction((built) => document.body.dataset.screen === 'play' && location.hash.includes(built), built);
  await says(page, '#goal', 'Orange to move');
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a position is built with the keyboard alone, on a board for four', async () => {
  const { context, page } = await lab('build', { moves: [] });
  await page.selectOption('#build-size', '7');
  await page.selectOption('#build-count', '4');
  await page.click('#build-new');
  await page.waitForFunction(() => document.querySelectorAll('#board-build .piece').length === 4);
  await page.locator('#board-build').focus();
  for (const key of ['w', 'ArrowUp', 'r', 'Enter']) await page.keyboard.press(key);
  await page.waitForSelector('.wall.v');
  await page.keyboard.press('Escape');
  for (const key of ['ArrowUp', 'ArrowUp', 'ArrowUp', '3']) await page.keyboard.press(key);
  await page.waitForFunction(() => document.querySelectorAll('#build-players .where')[2].textContent.includes('d3'));
  await page.keyboard.press('t');
  await says(page, '#goal', 'Orange to move');
  await page.keyboard.press('u');
  await says(page, '#goal', 'Blue to move');
  await context.close();
});

test('the lesson runs from the rules to Monte-Carlo, and leaves the table alone', async () => {
  const { context, page, complaints } = await lab('learn');
  const on = async (step) => {
    await page.click('#learn-next');
    await says(page, '#learn-step', `Step ${step}`);
  };
  await says(page, '.prose', '3 squares are lit');
  await page.mouse.click(...(await spot(page, '#board-learn', 'c2')));
  await says(page, '.prose', 'Orange to move');
  await on(2);
  await page.click('[data-choice=beside]');
  await says(page, '.prose', 'b3, d3');
  await on(3);
  // Its board comes after its words.
  await page.waitForSelector('#board-learn .ribbon');
  await page.mouse.move(...(await spot(page, '#board-learn', 'a4v')));
  await says(page, '.prose', 'only walk about on 4 squares');
  assert.equal(await page.locator('#board-learn .track.cut').count(), 1);
  await on(4);
  await page.waitForFunction(() => document.querySelectorAll('#board-learn text.number').length === 49);
  const before = await page.locator('#board-learn text.number').allTextContents();
  await page.mouse.click(...(await spot(page, '#board-learn', 'c5h')));
  await page.waitForFunction((before) => [...document.querySelectorAll('#board-learn text.number')].map((one) => one.textContent).join() !== before, before.join());
  await page.locator('#wave').fill('2');
  await page.waitForFunction(() => Math.max(...[...document.querySelectorAll('#board-learn text.number')].map((one) => Number(one.textContent))) === 2);
  await on(5);
  await page.waitForSelector('.tree .node');
  const whole = await page.locator('.tree .node').count();
  await page.locator('#tree-step').focus();
  await page.keyboard.press('End');
  await says(page, '#tree-told', `All ${whole} positions`);
  const value = (text) => /gets (\S+)\. /.exec(text)[1];
  const exact = value(await page.textContent('#tree-told'));
  await on(6);
  assert.doesNotMatch(await page.textContent('.prose'), /Minimax looked at/, 'nothing is told before it ran');
  await page.locator('#tree-step').focus();
  await page.keyboard.press('End');
  await says(page, '.prose', 'Minimax looked at');
  await says(page, '#tree-told', 'were not');
  assert.equal(value(await page.textContent('#tree-told')), exact, 'alpha-beta finds the same');
  const cut = await page.locator('.tree .node.cut').count();
  assert.ok(cut > 0 && cut < whole);
  assert.match(await page.textContent('#tree-told'), new RegExp(`and ${cut} were not`));
  // The bold path is the line that both would play: its end has the value of the root.
  const bold = await page.locator('.tree .node.on').evaluateAll((list) => list.map((one) => one.textContent));
  assert.equal(bold.length, 4);
  assert.deepEqual([...new Set(bold)], [exact]);
  const line = await page.locator('.tree .move.on').allTextContents();
  assert.match(await page.textContent('#tree-told'), new RegExp(`Blue to ${line[0]}, Orange to ${line[1]}, Blue to ${line[2]}`));
  await on(7);
  await page.waitForFunction(() => document.querySelectorAll('#board-learn .worth').length > 4);
  await says(page, '.prose', 'walls are legal here');
  await on(8);
  await page.click('#learn-run');
  await page.waitForFunction(() => document.querySelectorAll('.pair .line').length >= 2, null, { timeout: 30000 });
  await page.click('[data-screen=play]');
  await page.waitForFunction(() => document.querySelectorAll('#played button').length === 10);
  assert.deepEqual(complaints, []);
  await context.close();
});
