// The front door, and what people expect of a game: the puzzles of the day, rules in pictures, sound, a celebration,
// statistics, and a library of one's own boards.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { axeFinds, browser, is, open, says, server, small, start, talk } from './harness.mjs';

start();

const GAMES = ['ricochet', 'sokoban', 'quoridor', 'taquin'];
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const today = () => {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
};

/** A newcomer at the front door. */
async function arrive(options = {}, prepare = () => {}) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB', ...options });
  const page = await context.newPage();
  const complaints = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  await prepare(page);
  await page.goto(server.entrance);
  await page.waitForFunction(() => document.body.dataset.screen === 'home');
  return { context, page, complaints };
}
/** All pictures are there. */
const painted = (page) => page.waitForFunction((games) => games.every((game) => document.querySelector(`[data-home-game=${game}] .view svg`) && document.querySelector(`[data-today=${game}] .view svg`)), GAMES);

/** Adds results to what the server tells the front door. */
const withResults = (results) => (page) => page.routeWebSocket(/\/ws/, (socket) => {
  const beyond = socket.connectToServer();
  socket.onMessage((text) => beyond.send(text));
  beyond.onMessage((text) => {
    const message = JSON.parse(text);
    if (message.type === 'home') message.results = Object.entries(results).flatMap(([game, list]) => list.map(({ when, ...value }, id) => ({ kind: 'result', game, id: String(id), changed: when, value })));
    socket.send(JSON.stringify(message));
  });
});

test('a newcomer meets the front door, and the name leads back to it', async () => {
  const { context, page, complaints } = await arrive();
  await painted(page);
  assert.equal(await page.title(), 'Damier');
  assert.equal(new URL(page.url()).hash, '#home');
  await is(page, '#home-go', 'Play your first puzzle');
  for (const game of GAMES) {
    const drawn = await page.locator(`[data-home-game=${game}] .view svg *`).count();
    assert.ok(drawn > 10, `${game} is drawn by ${drawn} elements`);
  }
  await page.click('[data-home-game=taquin]');
  await page.waitForFunction(() => document.body.dataset.game === 'taquin' && document.body.dataset.screen === 'play');
  await page.waitForSelector('#board svg .piece');
  await page.click('.brand');
  await page.waitForFunction(() => document.body.dataset.screen === 'home');
  await page.goBack();
  await page.waitForFunction(() => document.body.dataset.screen === 'play');
  assert.deepEqual(complaints, []);
  await context.close();
});

test('the front door loads only what it needs, and paints at once', async () => {
  const sizes = new Map();
  const { context, page } = await arrive({}, (page) => page.on('response', async (answer) => {
    const url = new URL(answer.url());
    sizes.set(url.pathname, (await answer.body().catch(() => '')).length);
  }));
  await painted(page);
  await page.waitForTimeout(300);
  const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  assert.ok(bytes > 50_000 && bytes < 300_000, `${bytes} bytes`);
  const others = [...sizes.keys()].filter((name) => /games\/(sokoban|quoridor|taquin)\//.test(name));
  assert.ok(others.length >= 9, 'the doors of the other games');
  assert.deepEqual(others.filter((name) => !/\/(door(\.en)?|art|style)\.(js|json|css)$/.test(name)), []);
  assert.deepEqual([...sizes.keys()].filter((name) => /screens\/(play|learn|race|watch|build|analyse)|core\/(sound|celebrate)\.js/.test(name)), []);
  await context.close();
});

test('the puzzle of the day is the same for everybody, and stays on the table', async () => {
  const codes = [];
  for (const locale of ['en-GB', 'fr-FR']) {
    const { context, page } = await arrive({ locale });
    await painted(page);
    await page.click('[data-today=sokoban]');
    await page.waitForFunction(() => /^#sokoban\/play\/(?!daily)./.test(location.hash));
    await page.waitForSelector('.occasion:not([hidden])');
    codes.push(new URL(page.url()).hash.split('/')[2]);
    if (locale === 'en-GB') {
      // A step, home, and back through the same link: nothing is lost.
      for (const way of ['N', 'E', 'S', 'W']) {
        const open = page.locator(`[data-dir=${way}]:not([aria-disabled])`);
        if (!(await open.count())) continue;
        await page.keyboard.press({ N: 'ArrowUp', E: 'ArrowRight', S: 'ArrowDown', W: 'ArrowLeft' }[way]);
        break;
      }
      await is(page, '#strip-moves', 1);
      await page.click('.occasion a');
      await painted(page);
      await is(page, '#home-go', 'Continue Sokoban');
      await page.click('[data-today=sokoban]');
      await page.waitForSelector('.occasion:not([hidden])');
      await is(page, '#strip-moves', 1);
    }
    await context.close();
  }
  assert.equal(codes[0], codes[1]);
});

test('the puzzle of the day of a game for two is played against an engine', async () => {
  const { say, hear, socket } = await talk(server, '', 'quoridor');
  say({ type: 'daily', date: today() });
  const view = await hear('view');
  assert.equal(view.occasion, `daily ${today()}`);
  const { seats } = view.table;
  assert.equal(seats.filter((seat) => seat.engine).length, 1);
  assert.equal(seats[view.scene.turn].engine, null);
  assert.equal(view.history.at, 0);
  // Another game is another occasion.
  say({ type: 'new', options: {} });
  assert.equal((await hear('view')).occasion, null);
  socket.close();
});

test('every game has a puzzle for every day, and only for days that have come', async () => {
  for (const game of GAMES) {
    const { say, hear, socket } = await talk(server, '', game);
    for (const date of ['2026-03-01', '2026-03-02']) {
      say({ type: 'daily', date });
      const { occasion, scene } = await hear('view');
      assert.equal(occasion, `daily ${date}`);
      assert.equal(scene.solved, false);
    }
    for (const [date, key] of [['2999-01-01', 'server.day'], ['2026-02-30', 'lab.date'], ['today', 'lab.date']]) {
      for (const type of ['daily', 'home']) {
        say({ type, date });
        assert.equal((await hear('error')).refusal.key, key);
      }
    }
    socket.close();
  }
});

test('one goes on where one was', async () => {
  const { context, page } = await open(browser, server, { game: 'taquin', board: 't4-1e56bd08f9237a4c/lr' });
  await is(page, '#strip-moves', 2);
  const before = new URL(page.url()).hash;
  await page.click('.brand');
  await is(page, '#home-go', 'Continue Taquin');
  await page.waitForSelector('#home-table .view svg');
  await page.click('#home-go');
  await page.waitForFunction(() => document.body.dataset.screen === 'play');
  assert.equal(new URL(page.url()).hash, before);
  await context.close();
});

test('a level of a set is reached by its address', async () => {
  const { context, page } = await arrive();
  await painted(page);
  await page.click('#home-sets [data-set=microban]');
  await page.waitForFunction(() => document.querySelector('[data-level="microban/0"]'));
  await page.goto(`${server.origin}/#sokoban/play/level-microban-5`);
  await page.waitForFunction(() => document.querySelector('[data-level="microban/4"]'));
  await page.waitForFunction(() => /^#sokoban\/play\/(?!level)/.test(location.hash));
  await context.close();
});

test('the rules are told in pictures, from the front door and from Play, without motion where none is wanted', async () => {
  for (const reducedMotion of ['no-preference', 'reduce']) {
    const { context, page, complaints } = await arrive({ reducedMotion, bypassCSP: true });
    await painted(page);
    for (const game of GAMES) {
      await page.locator('.card', { has: page.locator(`[data-home-game=${game}]`) }).locator('button').click();
      await page.waitForSelector('#rules .rules li');
      const pictures = await page.locator('#rules .rules svg').count();
      assert.ok(pictures === 3 || pictures === 4, `${game} has ${pictures} pictures`);
      const words = await page.locator('#rules .rules p').allTextContents();
      assert.ok(words.every((sentence) => sentence.length > 20 && !sentence.includes('rule.')), words.join());
      const moving = await page.evaluate(() => document.getAnimations().filter((one) => one.effect.target.closest('#rules')).length);
      assert.equal(moving > 0, reducedMotion === 'no-preference', `${moving} animations`);
      if (game === 'ricochet') assert.deepEqual(await axeFinds(page), []);
      await page.keyboard.press('Escape');
      await page.waitForFunction(() => !document.querySelector('#rules'));
    }
    assert.deepEqual(complaints, []);
    await context.close();
  }
  const { context, page } = await open(browser, server);
  await page.waitForSelector('#board svg .piece');
  await page.keyboard.press('?');
  await page.click('#rules-open');
  await page.waitForSelector('#rules .rules li');
  await context.close();
});

const DAY = 86_400_000;
const result = (days, more = {}) => ({ cost: 9, optimum: 7, moves: 9, seconds: 40, hints: 0, shown: false, when: Date.now() - days * DAY, ...more });
const day = (back) => new Date(Date.now() - new Date().getTimezoneOffset() * 60_000 - back * DAY).toISOString().slice(0, 10);

test('what was done is counted, plotted and told in words', async () => {
  const results = {
    sokoban: [result(0, { cost: 7, occasion: `daily ${day(0)}` }), result(1, { occasion: `daily ${day(1)}` }), result(2, { shown: true }), result(3, { level: ['microban', 0] })],
    quoridor: [{ seats: [{}, { engine: 'fast(level=easy)' }], end: { winner: 0 }, seconds: 300, when: Date.now() }, { seats: [{}, { engine: 'fast(level=easy)' }], end: { winner: 1 }, seconds: 300, when: Date.now() }],
  };
  const { context, page, complaints } = await arrive({}, withResults(results));
  await page.waitForSelector('.plots .plot');
  const figures = () => page.locator('.home-figures dd').allTextContents();
  assert.deepEqual((await figures()).slice(0, 3), ['4', '33%', '+1.3']);
  assert.equal(await page.locator('.plots svg[role=img]').count(), 3);
  for (const label of await page.locator('.plots svg').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))) assert.match(label, /\d/);
  await page.click('[data-which=quoridor]');
  await page.waitForFunction(() => document.querySelector('.home-figures dd').textContent === '1');
  assert.equal(await page.locator('.plots .plot').count(), 2);
  await says(page, '#today-streak', '2 days in a row');
  assert.equal(await page.locator('#today-days .done').count(), 2);
  await says(page, '[data-today=sokoban]', 'Solved in 7, the optimum');
  await says(page, '[data-set=microban]', '1 of 155 solved');
  assert.match(await page.getAttribute('[data-set=microban]', 'href'), /level-microban-2$/);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('sound is off until it is switched on, and stays on', async () => {
  const { context, page } = await open(browser, server);
  await page.addInitScript(() => {
    window.tones = 0;
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (...args) {
      window.tones += 1;
      return start.apply(this, args);
    };
  });
  const loaded = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  await page.reload();
  await page.waitForSelector('#board svg .piece');
  await page.keyboard.press('1');
  await page.keyboard.press('ArrowRight');
  await says(page, '#fig-moves', '1');
  assert.equal(await page.evaluate(() => window.tones), 0);
  assert.ok(!loaded.includes('/js/core/sound.js'));
  await page.click('#sound');
  await page.check('#sound-on');
  await page.waitForFunction(() => window.tones > 0);
  await page.keyboard.press('Escape');
  await page.locator('#board').focus();
  const before = await page.evaluate(() => window.tones);
  await page.keyboard.press('ArrowDown');
  await says(page, '#fig-moves', '2');
  await page.waitForFunction((before) => window.tones > before, before);
  await page.reload();
  await page.waitForFunction(() => document.querySelector('#sound').hasAttribute('data-on'));
  await context.close();
});

test('a solved puzzle is celebrated, shortly, and not where motion is unwanted', async () => {
  for (const reducedMotion of ['no-preference', 'reduce']) {
    const { context, page } = await open(browser, server, { board: `${small}/rE.rS.gS.rW.rN`, reducedMotion });
    await says(page, '#fig-moves', '5');
    await page.evaluate(() => new MutationObserver((all) => {
      if (all.some((one) => [...one.addedNodes].some((node) => node.className === 'confetti'))) window.cheered = true;
    }).observe(document.body, { childList: true }));
    await page.keyboard.press('2');
    await page.keyboard.press('ArrowUp');
    await page.locator('#won-next').waitFor({ state: 'visible' });
    if (reducedMotion === 'no-preference') {
      await page.waitForFunction(() => window.cheered);
      await page.waitForFunction(() => !document.querySelector('.confetti'), null, { timeout: 4000 });
    } else {
      await page.waitForTimeout(400);
      assert.equal(await page.evaluate(() => window.cheered), undefined);
    }
    await page.click('#won-next');
    await says(page, '#fig-moves', '0');
    await context.close();
  }
});

test('boards of one’s own are kept, found, loaded, renamed, deleted, and brought back', async () => {
  const { context, page, complaints } = await open(browser, server, { game: 'sokoban', board: '', bypassCSP: true });
  await page.waitForSelector('#board svg .piece');
  const first = new URL(page.url()).hash;
  const keep = async (name) => {
    await page.fill('#keep-name', name);
    await page.click('#keep button');
    await says(page, '#boards-told', name);
  };
  await keep('L’entrepôt d’été');
  await page.locator('#board').focus();
  await page.keyboard.press('n');
  await page.waitForFunction((first) => location.hash !== first, first);
  await keep('Second room');
  await page.click('#boards-open');
  const rows = page.locator('#boards [data-board]');
  await page.waitForFunction(() => document.querySelectorAll('#boards .view svg').length === 2);
  assert.deepEqual(await axeFinds(page), []);
  // Nobody types accents into a search.
  await page.fill('#boards-search', 'ENTREPOT');
  await page.waitForFunction(() => document.querySelectorAll('#boards [data-board]').length === 1);
  await page.fill('#boards-search', 'nothing');
  await says(page, '#boards', 'nothing');
  await page.fill('#boards-search', '');
  await rows.nth(1).getByRole('button', { name: /^Rename/ }).click();
  await rows.nth(1).locator('input').fill('The warehouse');
  await rows.nth(1).locator('input').press('Enter');
  await says(page, '#boards', 'The warehouse');
  await rows.nth(1).getByRole('button', { name: /^Delete/ }).click();
  await says(page, '#boards', 'is deleted');
  await rows.nth(1).getByRole('button', { name: 'Undo' }).click();
  await rows.nth(0).getByRole('button', { name: /^Delete/ }).click();
  await page.click('#boards-close');
  await page.reload();
  await page.waitForSelector('#board svg .piece');
  await page.click('#boards-open');
  await page.waitForFunction(() => document.querySelectorAll('#boards [data-board]').length === 1);
  await page.click('#boards .board-load');
  await page.waitForFunction((first) => location.hash === first, first);
  assert.deepEqual(complaints, []);
  await context.close();
});

for (const colorScheme of ['light', 'dark']) {
  for (const phone of [false, true]) {
    test(`axe finds nothing at the front door, ${colorScheme}, ${phone ? 'on a phone, in French' : 'on a desk'}`, async () => {
      const results = { sokoban: [result(0), result(3)], taquin: [result(1)] };
      const options = { colorScheme, bypassCSP: true, reducedMotion: 'reduce', ...(phone ? { ...PHONE, locale: 'fr-FR' } : {}) };
      const { context, page } = await arrive(options, withResults(results));
      await painted(page);
      await page.waitForSelector('.plots .plot');
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      assert.ok(wide <= 0, `${wide} pixels too wide`);
      assert.deepEqual(await axeFinds(page), []);
      if (phone) {
        const low = await page.locator('.front a, .front button').evaluateAll((all) => all.filter((one) => one.getClientRects().length && one.getBoundingClientRect().height < 44).map((one) => one.outerHTML.slice(0, 120)));
        assert.deepEqual(low, []);
      }
      await context.close();
    });
  }
}
