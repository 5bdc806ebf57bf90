// Analysing, racing, building and learning Sokoban; a phone; and both games in one visit.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { browser, cell, is, open, says, server, small, start } from './harness.mjs';

start();

test('a level is analysed, raced and edited', async () => {
  const { context, page, complaints } = await open(browser, server, { game: 'sokoban', screen: 'analyse' });
  await page.waitForSelector('#board svg .box');
  await page.selectOption('#algorithm', 'bfs');
  await page.click('#solve-go');
  await says(page, '#answer', '8 pushes');
  await page.locator('#map-on').check();
  await page.waitForSelector('.heat-numbers text');
  await page.click('[data-screen=race]');
  await page.selectOption('#race-pace', '');
  await page.click('#race-go');
  await says(page, '#race-result', '1. ');
  await page.click('[data-screen=build]');
  await says(page, '#badge', '8');
  await page.waitForFunction(() => document.querySelector('#board-build .dead')?.getAttribute('d').length > 20);
  // A wall in front of the upper goal: no box gets there any more.
  await page.keyboard.press('1');
  const spot = await page.evaluate(() => {
    const svg = document.querySelector('#board-build svg');
    const point = new DOMPoint(2 * 40 + 20, 2 * 40 + 20).matrixTransform(svg.getScreenCTM());
    return [point.x, point.y];
  });
  await page.mouse.click(...spot);
  await says(page, '#badge', '∞');
  await page.keyboard.press('u');
  await says(page, '#badge', '8');
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a level is wished for, and what nobody finds is given up when told to', async () => {
  const { context, page, complaints } = await open(browser, server, { game: 'sokoban', screen: 'build' });
  await says(page, '#badge', '8');
  // What stands there first is something that there is.
  const values = () => page.locator('#wish input[type=number]').evaluateAll((list) => list.map((one) => one.checkValidity() && Number(one.value)));
  assert.deepEqual((await values()).slice(0, 4), [20, 40, 2, 10]);
  assert.ok(!(await page.locator('#wish-helpers').isVisible()));
  const before = await page.evaluate(() => location.hash);
  await page.locator('#wish details').evaluate((more) => more.setAttribute('open', ''));
  await page.selectOption('#wish [data-option=difficulty]', 'easy');
  await page.fill('#wish-length-from', '5');
  await page.fill('#wish-length-to', '30');
  await page.fill('#wish [data-option=boxes]', '2');
  await page.fill('#wish-pieces-from', '2');
  await page.fill('#wish-pieces-to', '2');
  await page.click('#wish-go');
  await page.waitForFunction((before) => location.hash !== before, before, { timeout: 90000 });
  await says(page, '#wish-told', 'Found');
  await page.waitForFunction(() => {
    const pushes = Number(document.querySelector('#badge')?.textContent?.match(/\d+/)?.[0]);
    return pushes >= 5 && pushes <= 30;
  });
  assert.equal(await page.locator('#board-build .box').count(), 2);
  // Nobody needs so many pushes for two boxes. Told to stop while it makes a large level, it says so, and complains of nothing.
  const found = await page.evaluate(() => location.hash);
  await page.selectOption('#wish [data-option=difficulty]', 'extreme');
  await page.fill('#wish [data-option=width]', '20');
  await page.fill('#wish [data-option=height]', '20');
  await page.fill('#wish-length-from', '900');
  await page.fill('#wish-length-to', '999');
  await page.click('#wish-go');
  await says(page, '#wish-told', 'tried');
  await page.click('#wish-go');
  await says(page, '#wish-told', 'Stopped without a level');
  assert.equal(await page.evaluate(() => location.hash), found);
  assert.ok(!(await page.locator('#toast').isVisible()));
  assert.deepEqual(complaints, []);
  await context.close();
});

// A solution is found at once; to prove that it is the shortest takes longer than anybody waits.
const open_hall = 'sk1.NLI8GMFKFwnDcXEoMoSgQoXEwzFwigzGwYoXDcTFoSgyYSQM0UUihcNMVCKDMCCP';

test('the best solution so far and the proven bound are told while the search goes on', async () => {
  for (const [locale, so_far, cancelled] of [
    ['en-GB', /^So far (\d+) pushes, at least (\d+)\. Searching on…$/, 'Cancelled.'],
    ['fr-FR', /^Jusqu’ici (\d+) poussées, au moins (\d+)\. La recherche continue…$/, 'Arrêté.'],
  ]) {
    const { context, page, complaints } = await open(browser, server, { game: 'sokoban', screen: 'analyse', board: open_hall, locale });
    await page.waitForSelector('#board svg .box');
    await page.locator('#solve details').evaluate((more) => more.setAttribute('open', ''));
    await page.fill('#spec', 'quick(prove=yes)');
    await page.click('#solve-go');
    const words = () => page.locator('#answer').textContent();
    await page.waitForFunction((so_far) => new RegExp(so_far).test(document.querySelector('#answer')?.textContent ?? ''), so_far.source);
    const [, best, least] = so_far.exec(await words());
    assert.ok(Number(best) > Number(least) && Number(least) > 0, `${best} ${least}`);
    assert.ok(Number(await page.locator('#m-best').textContent()) <= Number(best));
    assert.ok(Number(await page.locator('#m-bound').textContent()) >= Number(least));
    await page.click('#solve-go');
    await is(page, '#answer', cancelled);
    assert.deepEqual(complaints, []);
    await context.close();
  }
});

test('a game is annotated push by push', async () => {
  const { context, page, complaints } = await open(browser, server, { game: 'sokoban', screen: 'analyse' });
  await page.waitForSelector('#board svg .box');
  await page.selectOption('#algorithm', 'bfs');
  await page.click('#solve-go');
  await says(page, '#answer', '8 pushes');
  await page.click('[data-replay=last]');
  await page.waitForFunction(() => location.hash.split('/').at(-1).replace(/[^UDLR]/g, '').length === 8);
  assert.equal(await page.locator('#annotation li').count(), 8);
  await page.click('#annotate-go');
  await says(page, '#annotation-words', '8 best pushes of 8');
  assert.equal(await page.locator('#annotation :text("✓")').count(), 8);
  // A chip leads to the position after its push.
  await page.locator('#annotation button').nth(1).click();
  await is(page, '#annotation [aria-current=step] .verdict', '✓');
  await page.waitForFunction(() => (location.hash.split('/').at(-1).match(/[A-Z]/g) ?? []).length === 2);
  assert.equal(await page.locator('#annotation li.undone').count(), 6);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('the tour of Sokoban runs from its first step to its last', async () => {
  const { context, page, complaints } = await open(browser, server, { game: 'sokoban', screen: 'learn' });
  await says(page, '.prose', '3 steps are possible');
  await page.locator('#board-learn').focus();
  await page.keyboard.press('ArrowUp');
  await says(page, '.prose', '1 move');
  await page.click('#learn-next');
  await page.waitForFunction(() => document.querySelector('.dots .goal'), null, { timeout: 60000 });
  await page.click('#learn-next');
  await page.click('.run .seg button:last-child');
  await page.click('#learn-run');
  await says(page, '.prose', '441 states');
  await says(page, '.prose', '84 states');
  for (let step = 4; step <= 7; step += 1) {
    await page.click('#learn-next');
    await says(page, '#learn-step', step);
    // Breadth-first search has run on step 3, and not on this one.
    if (step === 6) assert.deepEqual(await page.locator('.watch:not([hidden]) dl:not([hidden]) dd').allTextContents(), ['–', '–', '–', '–']);
    if (step === 6) assert.ok(await page.locator('.bars').isHidden());
  }
  assert.match(await page.locator('[data-to=play]').getAttribute('href'), /^#sokoban\/play\/sk1\./);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('both games are played in one visit, and each is found as it was left', async () => {
  const { context, page, complaints } = await open(browser, server);
  await says(page, '#fig-moves', '0');
  await page.keyboard.press('1');
  await page.keyboard.press('ArrowRight');
  await says(page, '#fig-moves', '1');
  await page.selectOption('#game', 'sokoban');
  await says(page, '#level-name', '1 of 155');
  await page.keyboard.press('ArrowDown');
  await is(page, '#fig-moves', 1);
  await page.selectOption('#game', 'ricochet');
  await page.waitForFunction((board) => document.body.dataset.game === 'ricochet' && location.hash.includes(`${board}/rE`), small);
  await page.waitForSelector('#board svg .robot');
  await page.goBack();
  await page.waitForFunction(() => document.body.dataset.game === 'sokoban' && /\/d$/.test(location.hash));
  await is(page, '#fig-moves', 1);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('on a phone the pad walks, a tap pushes, and all that matters is in sight', async () => {
  const { context, page } = await open(browser, server, { game: 'sokoban', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await says(page, '#level-name', '1 of 155');
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  assert.ok(wide <= 0, `${wide} pixels too wide`);
  await page.tap('[data-dir=S]');
  await is(page, '#fig-moves', 1);
  await page.touchscreen.tap(...(await cell(page, 3, 4)));
  await page.waitForSelector('#board .reach');
  const bottom = await page.evaluate(() => document.querySelector('.controls').getBoundingClientRect().bottom);
  assert.ok(bottom <= 844, `the controls end at ${bottom}`);
  for (const box of await page.locator('[data-dir], [data-act]').evaluateAll((list) => list.filter((one) => one.offsetParent).map((one) => one.getBoundingClientRect().height))) {
    assert.ok(box >= 40, `${box} pixels are too few for a thumb`);
  }
  await context.close();
});
