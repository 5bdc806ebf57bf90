// Quoridor in a real browser: moves by mouse, finger, keys and name; ghosts, undo, hints, turned and in French.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { is, says, start } from './harness.mjs';
import { phone, play } from './quoridor.mjs';

start();

test('a person plays against the engine with the mouse: steps are lit, a ghost shows the wall', async () => {
  const { context, page, complaints, spot, moves, pawn } = await play({ fresh: true });
  await says(page, '#goal', 'Blue to move');
  assert.equal(await page.locator('.step').count(), 3);
  await page.mouse.click(...(await spot('e2')));
  const made = await moves(2);
  assert.match(made[0], /Blue: to e2/);
  assert.equal(await pawn(0), 'e2');
  assert.match(await page.textContent('#live'), /Orange: .*Blue to move/);
  await page.mouse.move(...(await spot('c5h')));
  await page.waitForSelector('.ghost-wall.good');
  assert.equal(await page.locator('.wall').count(), made[1].includes('wall') ? 1 : 0);
  await page.mouse.click(...(await spot('c5h')));
  await page.waitForSelector('.wall.p0[data-wall=c5h]');
  await page.waitForFunction(() => document.querySelector('.player.p0 .walls-left').textContent === '9 walls');
  await moves(4);
  // A click beside anything does nothing.
  await page.mouse.click(...(await spot('a9')));
  assert.equal((await moves(4)).length, 4);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a wall that is not legal says why, and shows it', async () => {
  const { context, page, spot } = await play({ moves: ['d1v', 'e1v'] });
  await page.mouse.move(...(await spot('d2v')));
  await says(page, '#ghost-words', 'overlap the wall d1v');
  assert.equal(await page.locator('.blocking').count(), 1);
  assert.equal(await page.locator('.ghost-wall.bad').count(), 1);
  await page.mouse.move(...(await spot('d1h')));
  await says(page, '#ghost-words', 'cross the wall d1v');
  await page.mouse.move(...(await spot('d2h')));
  await says(page, '#ghost-words', 'close the last way of Blue');
  assert.ok((await page.locator('.track.cut').count()) === 1 && (await page.locator('.spot.shut').count()) === 2, 'the way that it cuts, and the two squares that remain');
  await page.mouse.click(...(await spot('d2h')));
  await page.waitForTimeout(300);
  assert.equal(await page.locator('.wall').count(), 2);
  await page.mouse.move(...(await spot('e5h')));
  await page.waitForSelector('.ghost-wall.good');
  assert.ok(await page.locator('#bubble').isHidden());
  await context.close();
});

test('everything is done with the keyboard: steps, a jump with two landings, walls, a name', async () => {
  const facing = ['e2', 'e8', 'e3', 'e7', 'e4', 'e6', 'e5', 'a1h', 'e6h', 'a3h'];
  const { context, page, moves, pawn, type } = await play({ moves: facing });
  await page.locator('#board').focus();
  await page.keyboard.press('ArrowUp');
  await page.waitForFunction(() => document.querySelectorAll('.step text').length === 2);
  await says(page, '#live', 'A: d6, B: f6');
  await page.keyboard.press('b');
  await moves(11);
  assert.equal(await pawn(0), 'f6');
  // Orange: into wall mode, one along, turned, placed.
  await page.keyboard.press('w');
  await page.waitForSelector('.ghost-wall');
  for (const key of ['ArrowLeft', 'ArrowDown', 'ArrowDown', 'r']) await page.keyboard.press(key);
  await says(page, '#live', 'vertical wall at d4');
  await page.keyboard.press('Enter');
  assert.match((await moves(12))[11], /vertical wall at d4/);
  await page.keyboard.press('w');
  await page.waitForSelector('.ghost-wall');
  await page.keyboard.press('Escape');
  await page.waitForSelector('.ghost-wall', { state: 'detached' });
  await page.keyboard.press('ArrowRight');
  await moves(13);
  assert.equal(await pawn(0), 'g6');
  await type('z9');
  await says(page, '#typed-problem', 'not a move');
  await type('e9');
  await says(page, '#typed-problem', 'cannot go to e9');
  await type('e5');
  assert.match((await moves(14))[13], /Orange: to e5/);
  await context.close();
});

test('a finger taps a square, and taps a wall twice; a ghost can be dragged, turned and sent away', async () => {
  const { context, page, spot, moves } = await play({ ...phone, moves: ['e2', 'e8'] });
  await page.touchscreen.tap(...(await spot('e3')));
  await moves(3);
  await page.touchscreen.tap(...(await spot('c6h')));
  await page.waitForSelector('.ghost-wall.good');
  assert.equal((await moves(3)).length, 3);
  await page.click('#ghost-no');
  await page.waitForSelector('.ghost-wall', { state: 'detached' });
  // Dragged along the board.
  const cdp = await context.newCDPSession(page);
  const [[x1, y1], [x2, y2]] = [await spot('c6h'), await spot('f4h')];
  const touch = (type, x, y) => cdp.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
  await touch('touchStart', x1, y1);
  for (let i = 1; i <= 8; i += 1) await touch('touchMove', x1 + ((x2 - x1) * i) / 8, y1 + ((y2 - y1) * i) / 8);
  await touch('touchEnd');
  await page.waitForSelector('.ghost-wall.good');
  await page.click('#ghost-turn');
  await page.click('#ghost-turn');
  assert.equal((await moves(3)).length, 3);
  await page.touchscreen.tap(...(await spot('f4h')));
  assert.match((await moves(4))[3], /Orange: horizontal wall at f4/);
  await page.touchscreen.tap(...(await spot('c6v')));
  await page.waitForSelector('.ghost-wall.good');
  await page.click('#ghost-yes');
  assert.match((await moves(5))[4], /Blue: vertical wall at c6/);
  await context.close();
});

test('undo takes back both plies against an engine, and the history can be walked', async () => {
  const { context, page, spot, moves, pawn } = await play({ fresh: true });
  await page.mouse.click(...(await spot('e2')));
  await moves(2);
  await page.click('[data-act=undo]');
  await page.waitForFunction(() => document.querySelectorAll('#played .undone').length === 2);
  assert.equal(await pawn(0), 'e1');
  await page.keyboard.press('y');
  await page.waitForFunction(() => !document.querySelector('#played .undone'));
  assert.equal(await pawn(0), 'e2');
  await page.click('#played [data-ply="1"]');
  await page.waitForFunction(() => document.querySelectorAll('#played .undone').length === 1);
  await page.click('#played [data-ply="2"]');
  await page.waitForFunction(() => !document.querySelector('#played .undone'));
  await context.close();
});

test('hints come step by step, and are drawn on the board', async () => {
  const { context, page } = await play({ moves: ['e2', 'e8', 'e3', 'e7'] });
  await page.locator('#board').focus();
  for (let rung = 1; rung <= 4; rung += 1) {
    await page.keyboard.press('h');
    await page.waitForFunction((rung) => document.querySelectorAll('#ladder .lit').length === rung, rung);
    if (rung === 2) assert.ok((await page.locator('.spot.area').count()) > 0);
    if (rung === 3) assert.equal(await page.locator('.step.hinted, .hinted-wall').count(), 1);
    if (rung === 4) assert.ok((await page.locator('.quoridor .line').count()) > 1);
  }
  assert.match(await page.textContent('#live'), /What follows: .*(ahead|behind|Even|wins|loses)/);
  assert.equal(await page.locator('.hints [data-act=hint], [data-act=hint]').first().getAttribute('aria-disabled'), 'true');
  await page.locator('#ribbons').check();
  assert.equal(await page.locator('.ribbon').count(), 2);
  await is(page, '.ribbon.p0 text', await page.textContent('.player.p0 .distance strong'));
  await context.close();
});

test('the board can be turned round, and sizes from 3 to 11 are there', async () => {
  const { context, page } = await play({ moves: ['e2', 'e8'] });
  const high = async (name) => (await page.locator(`.piece.${name}`).boundingBox()).y;
  assert.ok((await high('p0')) > (await high('p1')));
  await page.locator('#turned').check();
  assert.ok((await high('p0')) < (await high('p1')));
  await page.locator('#board').focus();
  await page.keyboard.press('ArrowDown');
  await page.waitForFunction(() => document.querySelectorAll('#played button').length === 3);
  await page.click('[data-act=new]');
  await page.waitForSelector('#new-game[open]');
  const sizes = await page.$$eval('#new-size option', (all) => all.map((one) => Number(one.value)));
  assert.deepEqual(sizes, [3, 4, 5, 6, 7, 8, 9, 10, 11]);
  await page.selectOption('#new-size', '3');
  await page.fill('#new-walls', '99');
  await page.click('#new-go');
  await says(page, '#new-problem', '0 to 50 walls');
  await page.fill('#new-walls', '');
  await page.click('#new-go');
  await page.click('#ask-yes');
  await page.waitForFunction(() => document.querySelectorAll('#board [role=gridcell]').length === 9);
  await context.close();
});

test('in French, nothing is left in English', async () => {
  const { context, page } = await play({ locale: 'fr-FR', moves: ['e2', 'd5h'] });
  await is(page, '#goal', 'À Bleu de jouer');
  for (const act of ['new', 'menu', 'games']) {
    await page.click(`[data-act=${act}]`);
    await page.waitForSelector('dialog[open]');
    await page.keyboard.press('Escape');
  }
  const text = await page.evaluate(() => document.body.textContent);
  assert.doesNotMatch(text, /\b(wall|player|game|move|Save|Close|board)s?\b/i);
  await context.close();
});
