// Getting about: undo and redo by the keys of every program, the browser's Back and Forward, addresses that are opened while the
// page still loads, and inputs that are ahead of the table.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { browser, classic, is, open, says, server, slow, small, start } from './harness.mjs';

start();

const START = '~~e1_e9~10_10~1';
const hash = (page) => page.evaluate(() => location.hash);
/** Waits until the address is this one and the table is there. */
const at = (page, address) =>
  page.waitForFunction((address) => location.hash === address && document.querySelector('#main:not([aria-busy])'), address);
const chosen = (page, selector) => page.locator(selector).isChecked();

/** Puts the next board on the table; gives its address. */
async function next(page) {
  const before = (await hash(page)).split('/')[2];
  await page.keyboard.press('n');
  await page.waitForFunction((before) => location.hash.split('/')[2] !== before && location.hash.split('/')[2], before);
  return hash(page);
}

test('an address that is opened before the table was seen is not written over', async () => {
  const { context, page, complaints } = await open(browser, server);
  // The game greets, its screen is made, and its table comes late.
  const line = await slow(page, (text) => JSON.parse(text).type === 'view');
  const there = `#quoridor/analyse/${START}/e2.e8.e3`;
  await page.goto(`${server.origin}/?anew${there}`);
  await page.waitForFunction(() => document.body.dataset.screen === 'analyse');
  await page.waitForTimeout(300);
  assert.equal(await hash(page), there);
  assert.equal(await page.locator('#main').getAttribute('aria-busy'), 'true');
  line.free();
  await at(page, there);
  await page.waitForFunction(() => document.querySelectorAll('#moves button').length === 3);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a piece that is chosen stays chosen when the move of another comes late', async () => {
  const { context, page, complaints } = await open(browser, server);
  const line = await slow(page);
  await page.reload();
  const pressed = (number) => page.waitForSelector(`#main:not([aria-busy]) [aria-keyshortcuts="${number}"][aria-pressed=true]`);
  await page.waitForSelector('#main:not([aria-busy]) [aria-keyshortcuts="1"]');
  await page.keyboard.press('1');
  await pressed(1);
  line.held = true;
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('2');
  await pressed(2);
  line.free();
  await is(page, '#fig-moves', 1);
  assert.equal(await page.locator('[aria-keyshortcuts="2"]').getAttribute('aria-pressed'), 'true');
  // Who goes on with a piece need not choose it again.
  await page.keyboard.press('ArrowDown');
  await is(page, '#fig-moves', 2);
  assert.equal(await page.locator('[aria-keyshortcuts="2"]').getAttribute('aria-pressed'), 'true');
  assert.deepEqual(complaints, []);
  await context.close();
});

test('Ctrl+Z undoes moves in Play, and does them again', async () => {
  const { context, page, complaints } = await open(browser, server);
  await is(page, '#fig-moves', 0);
  await page.keyboard.press('1');
  await page.keyboard.press('ArrowRight');
  await is(page, '#fig-moves', 1);
  await page.keyboard.press('ArrowDown');
  await is(page, '#fig-moves', 2);
  await page.keyboard.press('Control+z');
  await is(page, '#fig-moves', 1);
  await page.keyboard.press('Control+Shift+z');
  await is(page, '#fig-moves', 2);
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await is(page, '#fig-moves', 0);
  await page.keyboard.press('Control+y');
  await is(page, '#fig-moves', 1);
  await page.keyboard.press('Meta+z');
  await is(page, '#fig-moves', 0);
  await page.keyboard.press('?');
  await says(page, '#help-body', 'Ctrl+Z');
  assert.deepEqual(complaints, []);
  await context.close();
});

test('Ctrl+Z after a new board brings back the one before with its moves, and the browser goes along', async () => {
  const { context, page, complaints } = await open(browser, server);
  await page.keyboard.press('1');
  await page.keyboard.press('ArrowRight');
  await is(page, '#fig-moves', 1);
  const [first, second] = [await hash(page), await next(page)];
  const entries = await page.evaluate(() => history.length);
  for (let i = 0; i < 2; i += 1) {
    await page.keyboard.press('Control+z');
    await at(page, first);
    await is(page, '#fig-moves', 1);
    await page.keyboard.press('Control+Shift+z');
    await at(page, second);
    await is(page, '#fig-moves', 0);
  }
  assert.equal(await page.evaluate(() => history.length), entries, 'no board is in the history twice');
  await page.goBack();
  await at(page, first);
  await page.goForward();
  await at(page, second);
  // A key that is held down runs through the moves and no further.
  await page.keyboard.press('Control+z');
  await at(page, first);
  await page.keyboard.down('u');
  for (let i = 0; i < 5; i += 1) await page.keyboard.down('u');
  await page.keyboard.up('u');
  await at(page, first.replace('/rE', ''));
  assert.deepEqual(complaints, []);
  await context.close();
});

test('Ctrl+Z is the browser\'s while one types', async () => {
  const { context, page } = await open(browser, server);
  await page.keyboard.press('1');
  await page.keyboard.press('ArrowRight');
  await is(page, '#fig-moves', 1);
  await page.locator('#seed').focus();
  await page.keyboard.type('42');
  await page.keyboard.press('Control+z');
  await page.waitForFunction(() => document.querySelector('#seed').value !== '42');
  await is(page, '#fig-moves', 1);
  await context.close();
});

test('Ctrl+Z undoes what was drawn in Build; in Play and Analyse, what was drawn comes after the moves', async () => {
  const { context, page, complaints } = await open(browser, server, { screen: 'build' });
  const before = await hash(page);
  await page.waitForSelector('#tools [data-tool=wall]');
  await page.click('#tools [data-tool=wall]');
  const [x, y] = await page.evaluate(() => {
    const point = new DOMPoint(4 * 40 + 37, 2 * 40 + 20).matrixTransform(document.querySelector('#board-build svg').getScreenCTM());
    return [point.x, point.y];
  });
  await page.mouse.click(x, y);
  await page.waitForFunction((before) => location.hash !== before, before);
  const walled = await hash(page);
  await page.keyboard.press('Control+z');
  await at(page, before);
  await page.keyboard.press('Control+Shift+z');
  await at(page, walled);
  for (const screen of ['play', 'analyse']) {
    await page.click(`[data-screen=${screen}]`);
    await page.waitForFunction((screen) => document.body.dataset.screen === screen, screen);
    const there = walled.replace('build', screen);
    await at(page, there);
    await page.keyboard.press('1');
    await page.keyboard.press('ArrowRight');
    await at(page, `${there}/rE`);
    await page.keyboard.press('Control+z');
    await at(page, there);
    assert.equal(await page.locator('[data-act=undo]').first().getAttribute('aria-disabled'), null, 'what was drawn can be undone');
    await page.keyboard.press('Control+z');
    await at(page, before.replace('build', screen));
    await page.keyboard.press('Control+y');
    await page.waitForFunction((code) => location.hash.includes(code), walled.split('/')[2]);
    await page.keyboard.press('Home');
    await at(page, there);
  }
  assert.deepEqual(complaints, []);
  await context.close();
});

test('Back and Forward walk through boards with their moves, and through screens', async () => {
  const { context, page, complaints } = await open(browser, server);
  await is(page, '#fig-moves', 0);
  await page.keyboard.press('1');
  await page.keyboard.press('ArrowRight');
  await is(page, '#fig-moves', 1);
  const length = () => page.evaluate(() => history.length);
  const entries = await length();
  const [first, second, third] = [await hash(page), await next(page), await next(page)];
  assert.ok(first.endsWith(`${small}/rE`));
  assert.equal(await length(), entries + 2, 'a board is an entry, a move is not');
  await page.click('[data-screen=analyse]');
  const analysed = third.replace('play', 'analyse');
  await at(page, analysed);
  assert.equal(await length(), entries + 3);
  for (const [go, ...addresses] of [['goBack', third, second, first], ['goForward', second, third, analysed], ['goBack', third, second, first]]) {
    for (const address of addresses) {
      await page[go]();
      await at(page, address);
    }
  }
  assert.equal(await page.evaluate(() => document.body.dataset.screen), 'play');
  await is(page, '#fig-moves', 1);
  // A view that comes by itself changes nothing of that, and moves stay in their entry.
  await page.keyboard.press('u');
  await is(page, '#fig-moves', 0);
  await page.goForward();
  await at(page, second);
  await page.goBack();
  await at(page, first.replace('/rE', ''));
  assert.equal(await length(), entries + 3);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('Back before the answer to the last Back has come ends where it leads', async () => {
  const { context, page } = await open(browser, server);
  const line = await slow(page);
  await page.reload();
  await at(page, `#ricochet/play/${small}`);
  const [first, second, third] = [await hash(page), await next(page), await next(page)];
  line.held = true;
  await page.goBack();
  await page.goBack();
  line.free();
  await at(page, first);
  await page.goForward();
  await at(page, second);
  await page.goForward();
  await at(page, third);
  await context.close();
});

test('Back leaves the page from its first entry, and not before', async () => {
  const { context, page } = await open(browser, server);
  const own = await context.newPage();
  await own.goto('about:blank');
  await own.goto(`${server.origin}/#ricochet/play/${small}`);
  await at(own, `#ricochet/play/${small}`);
  const second = await next(own);
  assert.notEqual(second, `#ricochet/play/${small}`);
  await own.goBack();
  await at(own, `#ricochet/play/${small}`);
  await own.goBack();
  assert.equal(own.url(), 'about:blank');
  await page.close();
  await context.close();
});

test('Back does not end a contest unasked', async () => {
  const { context, page } = await open(browser, server, { board: classic });
  const before = await next(page);
  await page.click('button[form=begin]');
  await page.waitForFunction(() => document.querySelector('.table')?.dataset.phase);
  const here = await hash(page);
  await page.evaluate(() => history.back());
  await page.locator('#ask').waitFor({ state: 'visible' });
  await page.click('#ask-no');
  await at(page, here);
  assert.ok(await page.evaluate(() => document.querySelector('.table').dataset.phase), 'the contest goes on');
  await page.evaluate(() => history.back());
  await page.locator('#ask').waitFor({ state: 'visible' });
  await page.click('#ask-yes');
  await at(page, before);
  await page.waitForFunction(() => !document.querySelector('.table')?.dataset.phase);
  await context.close();
});

test('an address that is opened while the page still loads is gone to', async () => {
  const { context, page, complaints } = await open(browser, server);
  const other = await context.newPage();
  const files = [];
  let hold = true;
  /** @type {(() => void)[]} */
  const held = [];
  await other.route('**/*', async (route) => {
    const { pathname } = new URL(route.request().url());
    files.push(pathname);
    // The page is there; its screen is not.
    if (hold && /screens\/play/.test(pathname)) await new Promise((free) => held.push(free));
    await route.continue();
  });
  const line = await slow(other);
  line.held = true;
  await other.goto(`${server.origin}/#ricochet/play/${classic}`);
  await other.waitForFunction(() => document.body.dataset.game === 'ricochet');
  await other.goto(`${server.origin}/#ricochet/analyse/${small}/rE`);
  line.free();
  await other.waitForFunction(() => document.body.dataset.screen === 'analyse');
  await at(other, `#ricochet/analyse/${small}/rE`);
  hold = false;
  for (const free of held) free();
  await other.waitForLoadState('networkidle');
  assert.equal(await hash(other), `#ricochet/analyse/${small}/rE`, 'what came late changes nothing');
  assert.equal(await other.evaluate(() => document.body.dataset.screen), 'analyse');
  // And with the answer to the first address on its way.
  line.held = true;
  await other.goto(`${server.origin}/#ricochet/analyse/${classic}`);
  await other.waitForFunction(() => document.querySelector('#main[aria-busy]'));
  await other.goto(`${server.origin}/#ricochet/analyse/${small}`);
  line.free();
  await at(other, `#ricochet/analyse/${small}`);
  await is(other, '#strip #goal', await page.locator('#strip #goal').textContent());
  assert.ok(!files.some((name) => /games\/(?!ricochet)\w+\//.test(name)), 'nothing of another game was loaded');
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a game that is left while it loads is not shown', async () => {
  const { context, page, complaints } = await open(browser, server);
  let free = () => {};
  const gate = new Promise((done) => (free = done));
  await page.route('**/games/sokoban/**', async (route) => {
    await gate;
    await route.continue();
  });
  await page.selectOption('#game', 'sokoban');
  assert.equal(await page.inputValue('#game'), 'sokoban', 'the menu says where one goes');
  await page.goBack();
  await at(page, `#ricochet/play/${small}`);
  free();
  await page.waitForLoadState('networkidle');
  assert.equal(await page.evaluate(() => document.body.dataset.game), 'ricochet');
  assert.equal(await page.inputValue('#game'), 'ricochet');
  await page.keyboard.press('1');
  await page.keyboard.press('ArrowRight');
  await is(page, '#fig-moves', 1);
  await page.selectOption('#game', 'sokoban');
  await says(page, '#level-name', 'of 155');
  assert.deepEqual(complaints, []);
  await context.close();
});

test('what a person has chosen waits for the answer to it', async () => {
  const { context, page, complaints } = await open(browser, server, { game: 'quoridor', screen: 'build', board: START });
  const line = await slow(page);
  await page.reload();
  await page.waitForSelector('#build-players input');
  await at(page, `#quoridor/build/${START}`);
  const turn = (player) => `#build-players input[type=radio][data-player="${player}"]`;
  const left = '#build-players input[type=number][data-player="0"]';
  assert.ok(await chosen(page, turn(0)));
  line.held = true;
  await page.check(turn(1));
  await page.locator(left).selectText();
  await page.keyboard.type('7');
  await page.keyboard.press('Tab');
  // Views of the table as it was come by themselves: the engine looks at it, and screens are drawn anew.
  for (let i = 0; i < 5; i += 1) {
    await page.click('[data-lang=fr]');
    await page.click('[data-lang=en]');
    await page.click('#theme');
    assert.ok(await chosen(page, turn(1)), 'it springs back');
    assert.equal(await page.inputValue(left), '7');
  }
  // Longer than any answer takes on a quick machine.
  await page.waitForTimeout(2000);
  await page.click('#theme');
  assert.ok(await chosen(page, turn(1)), 'it springs back after a while');
  line.free();
  await page.waitForFunction(() => /\/.*e1_e9~7_10~2/.test(location.hash));
  assert.ok(await chosen(page, turn(1)));
  assert.equal(await page.inputValue(left), '7');
  // Undone, it follows the table.
  await page.locator('#board-build').focus();
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await at(page, `#quoridor/build/${START}`);
  assert.ok(await chosen(page, turn(0)));
  assert.equal(await page.inputValue(left), '10');
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a box that was ticked while a message was under way stays as it is', async () => {
  const { context, page } = await open(browser, server);
  const line = await slow(page);
  await page.reload();
  await page.waitForSelector('#stay');
  await at(page, `#ricochet/play/${small}`);
  const was = await chosen(page, '#stay');
  line.held = true;
  await page.keyboard.press('1');
  await page.keyboard.press('ArrowRight');
  await page.locator('#stay').setChecked(!was, { force: true });
  // The view of the move is older than the tick. It comes when it comes.
  for (let tries = 0; tries < 1000 && (await page.textContent('#fig-moves')).trim() !== '1'; tries += 1) {
    for (const send of line.waiting.splice(0)) send();
    await page.waitForTimeout(20);
  }
  await is(page, '#fig-moves', 1);
  assert.equal(await chosen(page, '#stay'), !was, 'it springs back');
  line.free();
  await page.keyboard.press('u');
  await is(page, '#fig-moves', 0);
  assert.equal(await chosen(page, '#stay'), !was);
  await context.close();
});

test('the pad stays where it is when what is said above it is longer', async () => {
  for (const locale of ['en-GB', 'fr-FR']) {
    const { context, page } = await open(browser, server, { locale, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, board: classic });
    await page.waitForSelector('#board svg .robot');
    const top = () => page.evaluate(() => document.querySelector('.pad').getBoundingClientRect().top + scrollY);
    const before = await top();
    await page.evaluate(() => (document.querySelector('#goal').textContent += ' and some more words, so that it takes two lines'));
    assert.equal(await top(), before);
    await context.close();
  }
});

test('a set of levels that is chosen before its list has come is gone to', async () => {
  const { context, page, complaints } = await open(browser, server, { game: 'sokoban' });
  const line = await slow(page, (text) => JSON.parse(text).type === 'levels');
  await page.reload();
  await page.locator('#level-set option[value=sokoban-1]').waitFor({ state: 'attached' });
  await page.selectOption('#level-set', 'sokoban-1');
  line.free();
  await says(page, '#level-name', '1 of 40');
  assert.equal(await page.inputValue('#level-set'), 'sokoban-1');
  assert.deepEqual(complaints, []);
  await context.close();
});

test('the next hint is asked for as soon as the last one is seen', async () => {
  const { context, page, complaints } = await open(browser, server);
  let hinted = false;
  // The hint comes; the word that nobody looks for it any more comes late.
  const line = await slow(page, (text) => {
    const { type, job } = JSON.parse(text);
    hinted ||= type === 'hint';
    return hinted && type === 'busy' && job === null;
  });
  await page.reload();
  await at(page, `#ricochet/play/${small}`);
  const lit = (count) => page.waitForFunction((count) => document.querySelectorAll('.ladder .lit').length === count, count);
  // After a move it has to be searched for.
  await page.keyboard.press('ArrowRight');
  await is(page, '#fig-moves', 1);
  await page.keyboard.press('h');
  await lit(1);
  await page.keyboard.press('h');
  line.free();
  await lit(2);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a question that is asked right after another one is answered by itself', async () => {
  const { context, page, complaints } = await open(browser, server, { board: classic });
  await page.click('button[form=begin]');
  await page.waitForFunction(() => document.querySelector('.table')?.dataset.phase);
  // A browser tells late that a dialog was closed.
  await page.evaluate(() => {
    document.querySelector('#leave').click();
    document.querySelector('#ask').close('');
    document.querySelector('#leave').click();
  });
  await page.waitForTimeout(100);
  assert.ok(await page.evaluate(() => document.querySelector('.table').dataset.phase), 'the contest goes on');
  await page.click('#ask-yes');
  await page.waitForFunction(() => !document.querySelector('.table')?.dataset.phase);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a key that is pressed right after a question was closed is not lost', async () => {
  const { context, page, complaints } = await open(browser, server, { board: classic });
  await page.click('button[form=begin]');
  await page.waitForFunction(() => document.querySelector('.table')?.dataset.phase);
  await page.click('#leave');
  await page.locator('#ask').waitFor({ state: 'visible' });
  // Until the page is drawn again, the button of the closed dialog has the focus where the one that had it before cannot take it.
  const target = await page.evaluate(() => {
    document.querySelector('#leave').disabled = true;
    document.querySelector('#ask').close('');
    const { activeElement } = document;
    activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: '?', bubbles: true }));
    return activeElement.id;
  });
  assert.match(target, /^ask-/);
  await page.locator('#help').waitFor({ state: 'visible' });
  assert.deepEqual(complaints, []);
  await context.close();
});
