// Playing: with the keyboard alone, with a mouse, with a thumb, alone for points and against the rival.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { browser, classic, open, says, server, small, start } from './harness.mjs';

start();

/** The shortest way on the small board. */
const way = ['1', 'ArrowRight', 'ArrowDown', '2', 'ArrowDown', '1', 'ArrowLeft', 'ArrowUp', '2', 'ArrowUp'];

/** Presses keys, and waits for each slide. */
async function press(page, keys, made = 0) {
  for (const key of keys) {
    await page.keyboard.press(key);
    if (key.startsWith('Arrow')) await says(page, '#fig-moves', (made += 1));
  }
}

test('a puzzle is solved with the keyboard alone', async () => {
  const { context, page, complaints } = await open(browser, server);
  await says(page, '#fig-moves', '0');
  assert.equal((await page.locator('#fig-best').textContent()).trim(), '–', 'the optimum is no one\'s business yet');
  await press(page, way);
  await page.locator('#won').waitFor({ state: 'visible' });
  await says(page, '#fig-best', '6');
  await says(page, '#live', 'olved');
  await page.keyboard.press('u');
  await page.locator('#won').waitFor({ state: 'hidden' });
  await says(page, '#fig-moves', '5');
  await page.keyboard.press('y');
  await page.locator('#won').waitFor({ state: 'visible' });
  await page.keyboard.press('r');
  await says(page, '#fig-moves', '0');
  // The next target is another puzzle, and an address of its own.
  await page.keyboard.press('n');
  await page.waitForFunction((board) => !location.hash.includes(board), small);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a robot is chosen and sent with the mouse', async () => {
  const { context, page, complaints } = await open(browser, server, { board: classic });
  await page.waitForSelector('#board svg .robot');
  const cell = (column, row) => page.evaluate(([column, row]) => {
    const svg = document.querySelector('#board svg');
    const point = new DOMPoint(column * 40 + 20, row * 40 + 20).matrixTransform(svg.getScreenCTM());
    return [point.x, point.y];
  }, [column, row]);
  // The red robot stands in the fifth column of the last row; it goes up.
  const where = await page.evaluate(() => {
    const [, x, y] = /translate\(([\d.]+) ([\d.]+)\)/.exec(document.querySelector('#board svg .piece').getAttribute('transform'));
    return [Math.floor(x / 40), Math.floor(y / 40)];
  });
  await page.mouse.click(...(await cell(...where)));
  const ghosts = page.locator('#board svg .ghost');
  await page.waitForFunction(() => document.querySelector('#board svg .piece.selected') === document.querySelector('#board svg .piece'));
  assert.ok((await ghosts.count()) >= 1 && (await ghosts.count()) <= 4);
  const box = await ghosts.first().locator('.hit').boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await says(page, '#fig-moves', '1');
  assert.deepEqual(complaints, []);
  await context.close();
});

test('an address with moves is a position, and a reload keeps what was undone', async () => {
  const { context, page } = await open(browser, server);
  await press(page, way.slice(0, 3));
  assert.match(await page.evaluate(() => location.hash), /\/rE\.rS$/);
  await page.keyboard.press('u');
  await says(page, '#fig-moves', '1');
  await page.reload();
  await says(page, '#fig-moves', '1');
  await page.keyboard.press('y');
  await says(page, '#fig-moves', '2');
  // Another visitor opens the same address.
  const other = await browser.newContext();
  const theirs = await other.newPage();
  await theirs.goto(server.entrance);
  await theirs.goto(`${server.origin}/#ricochet/play/${small}/rE.rS`);
  // The page writes the address of the front door while it loads; a browser that has heard of that may not have gone on yet.
  await theirs.waitForFunction(() => location.hash.endsWith('/rE.rS'));
  await theirs.reload();
  await says(theirs, '#fig-moves', '2');
  await other.close();
  await context.close();
});

test('the ladder of hints ends in a solution that is replayed', async () => {
  const { context, page, complaints } = await open(browser, server);
  await says(page, '#fig-moves', '0');
  for (let step = 1; step <= 5; step += 1) {
    await page.keyboard.press('h');
    await page.waitForFunction((step) => document.querySelectorAll('.ladder .lit').length === step, step);
  }
  await page.locator('#line').waitFor({ state: 'visible' });
  assert.equal(await page.locator('#line-moves li').count(), 6);
  for (const step of [1, 2, 3, 4, 5, 6]) {
    await page.click('[data-replay=step]');
    await says(page, '#fig-moves', step);
  }
  await page.locator('#won').waitFor({ state: 'visible' });
  await page.click('[data-replay=first]');
  await says(page, '#fig-moves', '0');
  await page.click('[data-replay=last]');
  await page.locator('#won').waitFor({ state: 'visible' });
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a board is made, pasted and refused', async () => {
  const { context, page } = await open(browser, server);
  await page.selectOption('#new [data-option=recipe]', 'free');
  await page.fill('#new [data-option=width]', '9');
  await page.fill('#new [data-option=height]', '7');
  await page.fill('#seed', '3');
  await page.click('button[form=new]');
  await page.waitForFunction((board) => !location.hash.includes(board), small);
  await page.waitForFunction(() => document.querySelectorAll('#board table tr').length === 7);
  const made = await page.evaluate(() => location.hash);
  await page.evaluate(() => document.querySelector('#load').closest('details').setAttribute('open', ''));
  await page.fill('#text', '+--+\n| what');
  await page.click('#load button');
  await page.locator('#toast').waitFor({ state: 'visible' });
  assert.equal(await page.evaluate(() => location.hash), made, 'a text that is no board changes nothing');
  await page.fill('#text', small);
  await page.click('#load button');
  await page.waitForFunction((board) => location.hash.includes(board), small);
  await context.close();
});

test('a game alone is played to its end for points', async () => {
  const { context, page, complaints } = await open(browser, server, { board: classic });
  await page.selectOption('[name=rounds]', '5');
  await page.click('button[form=begin]');
  for (let round = 1; round <= 5; round += 1) {
    await page.waitForFunction((round) => document.querySelector('.table')?.dataset.phase === 'think' && document.querySelector('#round')?.textContent.includes(round), round);
    if (round === 2) {
      await page.click('#give-up');
    } else {
      for (let rung = 0; rung < 5; rung += 1) {
        await page.keyboard.press('h');
        // The last one costs the points of the target, and asks.
        if (rung === 4) await page.locator('#ask button', { hasText: 'Show it' }).click();
        await page.waitForFunction((rung) => document.querySelectorAll('.ladder .lit').length > rung, rung);
      }
      await page.click('[data-replay=last]');
    }
    await page.waitForFunction(() => ['done', 'over'].includes(document.querySelector('.table')?.dataset.phase));
    await page.keyboard.press('n');
  }
  await page.waitForFunction(() => document.querySelector('.table')?.dataset.phase === 'over');
  assert.equal(await page.locator('.rounds tbody tr').count(), 5);
  // Four solved as they were shown, which gives nothing, and one given up at 2.
  assert.match(await page.locator('#score').textContent(), /−2/);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a duel is bid, shown and won by who bids lower', async () => {
  const { context, page, complaints } = await open(browser, server, { board: classic });
  await page.selectOption('[name=against]', { index: 1 });
  await page.selectOption('[name=rounds]', '5');
  await page.selectOption('[name=rival]', { index: 0 });
  await page.click('button[form=begin]');
  await page.waitForFunction(() => document.querySelector('.table')?.dataset.phase === 'think');
  // Nobody moves before there is a bid to show.
  await page.keyboard.press('ArrowUp');
  await page.fill('#bid-moves', '1');
  await page.click('#bid .primary');
  await page.waitForFunction(() => document.querySelector('.table')?.dataset.phase === 'bid');
  await page.click('#ready');
  await page.waitForFunction(() => document.querySelector('.table')?.dataset.phase === 'show', null, { timeout: 20000 });
  await page.click('#give-up');
  // The rival shows its way by itself, if it had bid; else nobody takes the round.
  await page.waitForFunction(() => document.querySelector('.table')?.dataset.phase === 'done', null, { timeout: 60000 });
  assert.equal(await page.locator('.rounds tbody tr').count(), 1);
  await page.click('#leave');
  await page.click('#ask-yes');
  await page.locator('#begin').waitFor({ state: 'visible' });
  assert.deepEqual(complaints, []);
  await context.close();
});

test('on a phone the board fills the width, and pad and swipe move robots', async () => {
  const { context, page } = await open(browser, server, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await page.waitForSelector('#board svg .robot');
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  assert.ok(wide <= 0, `${wide} pixels too wide`);
  const board = await page.locator('#board').boundingBox();
  assert.ok(board.width > 340, `${board.width}`);
  await page.keyboard.press('1');
  await page.tap('[data-dir=E]');
  await says(page, '#fig-moves', '1');
  // A swipe downwards over the middle of the board.
  await page.evaluate(() => {
    const svg = document.querySelector('#board svg');
    const { left, top, width, height } = svg.getBoundingClientRect();
    const at = (kind, dy) => svg.dispatchEvent(new PointerEvent(kind, { bubbles: true, isPrimary: true, pointerId: 1, pointerType: 'touch', clientX: left + width / 2, clientY: top + height / 3 + dy }));
    svg.setPointerCapture = () => {};
    at('pointerdown', 0);
    at('pointermove', 60);
    at('pointerup', 60);
  });
  await says(page, '#fig-moves', '2');
  for (const box of await page.locator('[data-dir], [data-act]').evaluateAll((list) => list.filter((one) => one.offsetParent).map((one) => one.getBoundingClientRect().height))) {
    assert.ok(box >= 40, `${box} pixels are too few for a thumb`);
  }
  await context.close();
});
