// Games of Quoridor in a real browser: kept and found again, timed, and gone back to.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

import { is, says, serve, start } from './harness.mjs';
import { begin, play } from './quoridor.mjs';

start();

test('games are kept: after a reload, under a name, in a file, and deleted', async () => {
  const { context, page, spot, moves } = await play({ fresh: true });
  await page.mouse.click(...(await spot('e2')));
  await moves(2);
  await page.reload();
  await page.waitForSelector('#board svg .piece');
  await moves(2);
  await says(page, '.player.p1 .who', 'AI, easy');
  await page.locator('#board').focus();
  await page.keyboard.press('Escape');
  await page.locator('#menu').waitFor({ state: 'visible' });
  await page.fill('#save-name', 'My first');
  await page.click('#save button');
  await says(page, '#menu-told', 'Saved');
  await page.click('#menu-resume');
  await page.locator('#menu').waitFor({ state: 'hidden' });
  await page.waitForFunction(() => document.querySelector('#cover').hidden);
  // Another game: asked first.
  await page.keyboard.press('n');
  await page.click('#new-go');
  await page.locator('#ask').waitFor({ state: 'visible' });
  await page.click('#ask-yes');
  await moves(0);
  await page.waitForSelector('#offer:not([hidden])');
  await says(page, '#offer', 'My first');
  await page.click('[data-act=games]');
  await page.click('.kept-load');
  await moves(2);
  await page.click('#resume');
  await page.click('[data-act=games]');
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('#kept-export')]);
  const saved = readFileSync(await download.path(), 'utf8');
  assert.equal(JSON.parse(saved).seats.length, 2);
  await page.locator('.kept .icon').first().click();
  await page.click('#ask-yes');
  await says(page, '#kept', 'None yet');
  await page.click('#kept-close');
  // From the file onto the table of somebody else.
  const other = await play({ fresh: true });
  await other.page.click('[data-act=games]');
  await other.page.setInputFiles('#kept-file', { name: 'game.json', mimeType: 'application/json', buffer: Buffer.from(saved) });
  await other.moves(2);
  await says(other.page, '.player.p1 .who', 'AI, easy');
  await other.context.close();
  await context.close();
});

test('no more than fifty games are kept: the oldest without a name go first', async () => {
  const { context, page, spot, moves } = await play({ fresh: true });
  await page.evaluate(() => {
    const game = { saved: '{}', code: '', moves: 'e2', plies: 1, size: 9, pawns: ['e2', 'e9'], walls: [], seats: [{}, {}], end: null };
    for (let i = 0; i < 55; i += 1) localStorage.setItem(`damier.quoridor.game.${i}`, JSON.stringify({ ...game, id: String(i), date: i, name: i < 3 ? `named ${i}` : null }));
    localStorage.setItem('damier.quoridor.game.broken', '{"id":');
  });
  await page.reload();
  await page.waitForSelector('#board svg .piece');
  await page.mouse.click(...(await spot('e2')));
  await moves(2);
  await page.click('[data-act=games]');
  await page.waitForSelector('.kept-load');
  assert.equal(await page.locator('.kept-load').count(), 50);
  await says(page, '#kept', 'named 0');
  assert.equal(await page.evaluate(() => localStorage.getItem('damier.quoridor.game.5')), null);
  await context.close();
});

test('a server that was started anew goes on with the page that stayed open', async () => {
  const data = mkdtempSync(join(tmpdir(), 'damier-'));
  const mine = await serve({ data });
  const { page, context, spot, moves } = await play({ fresh: true, where: mine });
  await page.mouse.click(...(await spot('e2')));
  await moves(2);
  const port = new URL(mine.origin).port;
  await mine.stop();
  await says(page, '#link', 'Connection lost');
  // What is done meanwhile is not lost.
  await page.mouse.click(...(await spot('e3')));
  const again = await serve({ data, args: ['--port', port] });
  await is(page, '#link', '');
  await moves(4);
  await again.stop();
  rmSync(data, { recursive: true });
  await context.close();
});

test('clocks run, and who runs out of time has lost', async () => {
  const { context, page, moves } = await play({ fresh: true });
  await begin(page, { seats: ['person', 'person'], names: ['Ada', 'Emil'], clock: 'own', minutes: '0.06', seconds: '0' });
  await page.waitForSelector('.clock');
  const before = await page.textContent('[data-clock="0"]');
  await page.waitForFunction((before) => document.querySelector('[data-clock="0"]').textContent !== before, before);
  assert.ok(await page.locator('[data-clock="0"].low').count());
  await page.locator('#board').focus();
  await page.keyboard.press('ArrowUp');
  await moves(1);
  await says(page, '#goal', 'Emil (Orange) is out of time: Ada (Blue) wins.');
  await says(page, '#live', 'out of time');
  assert.ok(await page.locator('.player.p0.won').count());
  await page.click('#rematch');
  await moves(0);
  await is(page, '#goal', 'Ada to move');
  await page.keyboard.press('Escape');
  await page.click('#menu-resign');
  await page.click('#ask-yes');
  await says(page, '#goal', 'Ada (Blue) has resigned: Emil (Orange) wins.');
  await context.close();
});

test('a game that is over can be played on from an earlier moment, against the same engine', async () => {
  const { context, page, spot, moves, pawn } = await play({ fresh: true });
  await page.mouse.click(...(await spot('e2')));
  await moves(2);
  await page.keyboard.press('Escape');
  await page.click('#menu-resign');
  await page.click('#ask-yes');
  await says(page, '#goal', 'Blue has resigned: Orange wins.');
  await page.keyboard.press('u');
  await says(page, '#thought', 'Move 0 of 2');
  await page.mouse.click(...(await spot('d1')));
  await page.waitForFunction(() => document.querySelectorAll('#played button')[0]?.getAttribute('aria-label').includes('d1'));
  await moves(2);
  assert.equal(await pawn(0), 'd1');
  await says(page, '#goal', 'Blue to move');
  await says(page, '.player.p1 .who', 'AI, easy');
  // Both are kept.
  await page.click('[data-act=games]');
  await page.waitForSelector('.kept-load');
  assert.equal(await page.locator('.kept-load').count(), 2);
  await context.close();
});
