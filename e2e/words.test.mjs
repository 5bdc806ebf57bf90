// What is said is true, stands where the words say it does, and is read to its end.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { browser, classic, is, open, says, server, start } from './harness.mjs';

start();

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const lost = '~~e1_e9~10_10~1/e2.e8.d6h.e7.e3.f7.e4.f6.e5.f5.e6.f4.f6.f6h.g6.g6v.f6.f3.g6.f2.f6.f1';
const GAMES = ['ricochet', 'sokoban', 'quoridor', 'taquin'];
const SCREENS = ['home', 'play', 'analyse', 'race', 'watch', 'build', 'learn'];
const text = async (page, selector) => (await page.locator(selector).textContent()).trim();

/** Climbs the ladder of hints to a rung. */
async function climb(page, to, from = 0) {
  for (let rung = from + 1; rung <= to; rung += 1) {
    await page.keyboard.press('h');
    await page.waitForFunction((rung) => document.querySelectorAll('.ladder .lit').length === rung, rung);
  }
}

/** Text that is wider than its place and is cut there, and choices of menus that are. */
const cut = (page) => page.evaluate(() => {
  const canvas = document.createElement('canvas').getContext('2d');
  /** Whether it is not there to be read, or only for a screen reader. */
  const hidden = (one) => {
    if (!one.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return true;
    for (let around = one; around; around = around.parentElement) if (getComputedStyle(around).clipPath === 'inset(50%)') return true;
    return false;
  };
  /** The room that the sign of a menu takes. */
  const SIGN = 20;
  const found = [];
  for (const one of document.querySelectorAll('body *')) {
    if (one.closest('svg') || hidden(one)) continue;
    const style = getComputedStyle(one);
    const say = (words) => found.push(`${one.tagName.toLowerCase()}${one.id && `#${one.id}`}.${one.className} in ${one.parentElement.tagName.toLowerCase()}.${one.parentElement.className}: ${words}`);
    if (one.tagName === 'SELECT') {
      canvas.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
      const place = one.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - SIGN;
      // Any of its choices may be the one to be read.
      for (const { text } of one.options) {
        const wide = canvas.measureText(text).width;
        if (wide > place + 0.5) say(`${text} (${Math.ceil(wide)} in ${Math.floor(place)})`);
      }
      continue;
    }
    if (one.tagName === 'INPUT') {
      if (!one.placeholder || one.value) continue;
      canvas.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
      const place = one.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
      const wide = canvas.measureText(one.placeholder).width;
      if (wide > place + 0.5) say(`${one.placeholder} (${Math.ceil(wide)} in ${Math.floor(place)})`);
      continue;
    }
    const own = [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim());
    if (!own || style.display === 'inline') continue;
    const scrolls = ['auto', 'scroll'].includes(style.overflowX);
    if (one.scrollWidth > one.clientWidth + 1 && !scrolls) say(`${one.textContent.trim().slice(0, 60)} (${one.scrollWidth} in ${one.clientWidth})`);
    // What its surroundings cut off.
    const box = one.getBoundingClientRect();
    for (let around = one.parentElement; around && around !== document.body; around = around.parentElement) {
      const how = getComputedStyle(around).overflowX;
      if (how === 'auto' || how === 'scroll') break;
      if (how !== 'hidden' && how !== 'clip') continue;
      const place = around.getBoundingClientRect();
      if (box.right > place.right + 1 || box.left < place.left - 1) say(`${one.textContent.trim().slice(0, 60)} (beyond its place)`);
      break;
    }
    if (box.right > innerWidth + 1 && !one.closest('.way, .chips, table')) say(`${one.textContent.trim().slice(0, 60)} (beyond the window)`);
  }
  return found;
});

for (const game of GAMES) {
  test(`${game}: no word is cut off, on any screen, in any language, on a desk or on a phone`, async () => {
    const bad = [];
    for (const [size, device] of [['wide', {}], ['phone', phone]]) {
      for (const locale of ['en-GB', 'fr-FR']) {
        const { context, page } = await open(browser, server, { game, locale, ...device });
        for (const screen of SCREENS) {
          await page.evaluate((address) => (location.hash = address), screen === 'home' ? '#home' : `#${game}/${screen}`);
          await page.waitForFunction((screen) => document.body.dataset.screen === screen && document.querySelector('#main:not([aria-busy])'), screen);
          await page.waitForTimeout(250);
          for (const summary of await page.locator('summary:visible').all()) await summary.click();
          await page.waitForTimeout(150);
          bad.push(...(await cut(page)).map((words) => `${size} ${locale} ${screen}: ${words}`));
        }
        await context.close();
      }
    }
    assert.equal(bad.join('\n'), '');
  });
}

test('the last hint of Sokoban shows the whole way, in the panel and on a phone above the board', async () => {
  for (const device of [{}, phone]) {
    const { context, page, complaints } = await open(browser, server, { game: 'sokoban', ...device });
    await says(page, '#level-name', '1 of 155');
    const { y: before } = await page.locator('#board').boundingBox();
    await climb(page, 5);
    assert.match(await text(page, '.ladder li:nth-child(5) .value'), /below/);
    // Below the ladder, as the words say: the way of 33 moves in seven signs.
    const [ladder, line] = [await page.locator('#ladder').boundingBox(), await page.locator('#line-moves').boundingBox()];
    assert.ok(line.y >= ladder.y + ladder.height, 'the way stands below');
    assert.equal(await page.locator('#line-moves li').count(), 7);
    assert.match(await text(page, '#line .signs'), /number of steps/);
    // A screen reader is told the way itself.
    assert.match(await text(page, '#live'), /2 steps, push north/);
    assert.equal(await page.locator('.strip .way li').first().isVisible(), device === phone, 'on a phone it is in sight at once');
    if (device === phone) {
      const [way, board] = [await page.locator('.strip .way').boundingBox(), await page.locator('#board').boundingBox()];
      assert.ok(way.y + way.height <= board.y + 1 && way.y > 0 && way.y < 300, JSON.stringify([way, board]));
      assert.equal(board.y, before, 'the board has not moved for it');
    }
    // It goes along with who follows it, and leaves with who does not.
    await page.keyboard.press('ArrowDown');
    await is(page, '#fig-moves', 1);
    assert.equal(await page.locator('#line-moves .due').count(), 1);
    await says(page, '#goal', 'goal');
    assert.deepEqual(complaints, []);
    await context.close();
  }
});

test('a generated board is told as what it is: a seed, no author, no set', async () => {
  for (const [locale, made, of] of [['en-GB', 'The board of seed 4242', 'of 155'], ['fr-FR', 'Le plateau de graine 4242', 'sur 155']]) {
    const { context, page } = await open(browser, server, { game: 'sokoban', locale });
    await says(page, '#level-name', of);
    await page.fill('#seed', '4242');
    await page.locator('#seed').press('Enter');
    await is(page, '#level-name', made);
    const levels = await text(page, '.levels');
    assert.doesNotMatch(levels.replace(await text(page, '#level-set'), ''), /Skinner|155/);
    assert.equal(await text(page, '#level-done'), '');
    // The levels are still one click away.
    await page.click('#level-all');
    await page.waitForSelector('#chooser[open] .tiles button:nth-child(155)');
    await page.locator('.tiles button').first().click();
    await says(page, '.levels', 'Skinner');
    await context.close();
  }
});

test('what Solve said stays when all solutions are looked for, and the other way round', async () => {
  const { context, page } = await open(browser, server, { screen: 'analyse' });
  await page.click('#solve-go');
  await says(page, '#answer', '6 moves, proven optimal');
  await page.click('#all-go');
  await says(page, '#all-count', '3 optimal solutions');
  assert.match(await text(page, '#answer'), /6 moves, proven optimal/);
  assert.notEqual(await text(page, '#m-expanded'), '–');
  await page.selectOption('#algorithm', 'bfs');
  await page.click('#solve-go');
  await says(page, '#answer', 'proven optimal');
  assert.match(await text(page, '#all-count'), /3 optimal solutions/);
  assert.equal(await page.locator('#all-list li').count(), 3);
  // On another board both are gone.
  await page.goto(`${server.origin}/#ricochet/analyse/${classic}`);
  await is(page, '#answer', '');
  await is(page, '#all-count', '');
  await context.close();
});

test('a lost game turned where its curve fell, and says what was better', async () => {
  const { context, page, complaints } = await open(browser, server, { game: 'quoridor', screen: 'analyse', board: lost });
  await page.waitForSelector('#moves li');
  await page.click('#annotate-go');
  await page.waitForSelector('#turned:not([hidden]) button', { timeout: 90000 });
  const told = await page.locator('#turned button').evaluateAll((list) => list.map((one) => [one.dataset.ply, one.getAttribute('aria-label')]));
  // How deep the engine looks in its time differs from machine to machine (which move it is is tested beside the rule); but the curve fell
  // before the game was decided, and its last move only ended it.
  assert.ok(told.some(([ply, words]) => Number(ply) <= 15 && /^\d+\. .*Better was/.test(words)), JSON.stringify(told));
  assert.ok(told.length <= 6 && !told.some(([ply]) => Number(ply) > 20), JSON.stringify(told));
  await page.locator('#turned button').first().click();
  await says(page, '#verdict', `${told[0][0]} of 22`);
  await says(page, '#moment', 'The game turns here');
  // A move into a game that was lost already is no turning point and no number either.
  await page.locator('#moves [data-ply="21"]').click();
  await says(page, '#moment', 'lost');
  assert.doesNotMatch(await text(page, '#moves [data-ply="21"]'), /◆|\d\d/);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a target whose solution is shown gives no points, and that is said before', async () => {
  const { context, page, complaints } = await open(browser, server);
  await page.locator('button[form=begin], #begin button').first().click();
  await says(page, '#round', '1');
  assert.match(await text(page, '.ladder li:nth-child(5)'), /no points/);
  await climb(page, 4);
  await page.keyboard.press('h');
  await page.locator('#ask').waitFor({ state: 'visible' });
  await says(page, '#ask-text', 'no points');
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('.ladder .lit').count(), 4, 'who does not want it does not see it');
  await page.keyboard.press('h');
  await page.locator('#ask').waitFor({ state: 'visible' });
  await page.locator('#ask button', { hasText: 'Show it' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.ladder .lit').length === 5);
  await page.locator('#match-shown').waitFor({ state: 'visible' });
  await page.click('[data-replay=last]');
  await says(page, '#goal', 'no points for this target');
  assert.match(await text(page, '#score'), /^0/);
  // Analyse says the same of its searches, while a round is under way.
  await page.click('#won-next');
  await page.click('[data-screen=analyse]');
  await page.locator('#solve-match').waitFor({ state: 'visible' });
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a level that was replayed from a shown solution is seen, not solved', async () => {
  const { context, page, complaints } = await open(browser, server, { game: 'sokoban' });
  await says(page, '#level-done', '0 of');
  await climb(page, 5);
  await page.keyboard.press(' ');
  await page.locator('#won').waitFor({ state: 'visible', timeout: 60000 });
  await says(page, '#level-done', '0 of');
  await page.keyboard.press('l');
  await page.waitForSelector('#chooser[open] .tiles .seen');
  assert.equal(await page.locator('.tiles .solved').count(), 0);
  assert.match(await page.locator('.tiles .seen .score').textContent(), /seen/);
  assert.match(await page.locator('.tiles .seen').getAttribute('aria-label'), /solution seen, not solved/);
  await page.keyboard.press('Escape');
  await page.reload();
  await says(page, '#level-done', '0 of');
  // Begun anew and found by oneself, it is solved.
  await page.keyboard.press('n');
  await says(page, '#level-name', 'Level 2');
  await page.keyboard.press('p');
  await says(page, '#level-name', 'Level 1');
  for (const [made, letter] of [...'dlUrrrdLullddrUluRuulDrddrruLdlUU'].entries()) {
    await page.keyboard.press({ u: 'ArrowUp', d: 'ArrowDown', l: 'ArrowLeft', r: 'ArrowRight' }[letter.toLowerCase()]);
    await is(page, '#fig-moves', made + 1);
  }
  await says(page, '#level-done', '1 of');
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a landing on a target leaves the target to be read, and a number lies over no tick', async () => {
  const { context, page } = await open(browser, server, { board: classic });
  await page.keyboard.press('1');
  const framed = page.locator('#board .ghost.framed');
  await framed.first().waitFor();
  assert.equal(await framed.first().locator('path').count(), 0, 'nothing is filled over the target');
  assert.equal(await framed.first().locator('.frame').evaluate((one) => getComputedStyle(one).fill), 'none');
  await framed.first().locator('.hit').click();
  await is(page, '#fig-moves', 1);
  await context.close();
  const { context: other, page: boxes } = await open(browser, server, { game: 'sokoban' });
  await says(boxes, '#level-name', '1 of 155');
  await climb(boxes, 3);
  assert.equal(await boxes.locator('#board .box-number circle').count(), 2, 'each number has a ground of its own');
  await other.close();
});

test('in French the robots have the letters of their French names, and the notation keeps its own', async () => {
  const { context, page } = await open(browser, server, { board: classic, locale: 'fr-FR', permissions: ['clipboard-read', 'clipboard-write'] });
  await page.waitForSelector('#board .robot');
  const letters = () => page.locator('#board .piece .letter').allTextContents();
  assert.deepEqual(await letters(), ['R', 'V', 'B', 'J']);
  assert.deepEqual(await page.locator('.robots .letter').allTextContents(), ['R', 'V', 'B', 'J']);
  await page.keyboard.press('2');
  await page.keyboard.press('ArrowUp');
  await is(page, '#fig-moves', 1);
  assert.equal(await text(page, '#played .letter'), 'V');
  await page.click('#copy-moves');
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), 'gN');
  assert.match(await text(page, '#letters'), /g vert/);
  await page.click('[data-lang=en]');
  await page.waitForFunction(() => document.querySelector('#board .piece:nth-child(2) .letter')?.textContent === 'G');
  assert.deepEqual(await letters(), ['R', 'G', 'B', 'Y']);
  await context.close();
});

test('each colour has a letter of its own in each language', async () => {
  const { context, page } = await open(browser, server);
  for (const language of ['en', 'fr']) {
    const [letters, names] = await page.evaluate(async (language) => {
      const words = await (await fetch(`js/games/ricochet/${language}.json`)).json();
      const all = (kind) => Array.from({ length: 8 }, (_, i) => words[`${kind}.${i}`]);
      return [all('letter'), all('color')];
    }, language);
    assert.equal(new Set(letters).size, 8, letters.join());
    assert.deepEqual(letters, names.map((name) => name[0]));
  }
  await context.close();
});

test('signs of moves are explained where they stand', async () => {
  const { context, page } = await open(browser, server, { game: 'sokoban' });
  await says(page, '#level-name', '1 of 155');
  for (const key of ['s', 'a', 'w']) await page.keyboard.press(key);
  await is(page, '#fig-moves', 3);
  assert.match(await page.locator('#played .chip').first().getAttribute('title'), /2 steps, push north/);
  assert.ok(await page.locator('#played ~ .signs').isVisible());
  await page.click('[data-screen=analyse]');
  await page.waitForSelector('#annotation li');
  assert.ok(await page.locator('#annotation ~ .signs').isVisible());
  await context.close();
});

test('the first puzzle that a newcomer meets is a short one', async () => {
  for (const game of ['ricochet', 'sokoban', 'taquin']) {
    const { context, page } = await open(browser, server, { game, board: '' });
    await page.keyboard.press('h');
    await page.waitForSelector('.ladder .lit');
    const moves = Number(/\d+/.exec(await text(page, '.ladder li:nth-child(1) .value'))[0]);
    assert.ok(moves >= 2 && moves <= 12, `${game}: ${moves}`);
    await context.close();
  }
});
