// Engines at Quoridor's table in a real browser: watched among themselves, and with people in a game of four to its end.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { says, start } from './harness.mjs';
import { begin, play } from './quoridor.mjs';

start();

test('engines play among themselves: watched, held, one move at a time', async () => {
  const { context, page } = await play({ fresh: true });
  await begin(page, { seats: ['easy', 'beginner'] });
  const played = () => page.locator('#played button').count();
  await page.waitForFunction(() => document.querySelectorAll('#played button').length >= 2);
  await page.click('#watch-pause');
  await says(page, '#watch-pause', 'Go on');
  await page.waitForTimeout(300);
  const held = await played();
  await page.waitForTimeout(900);
  assert.equal(await played(), held);
  await page.click('#watch-step');
  await page.waitForFunction((held) => document.querySelectorAll('#played button').length === held + 1, held);
  await says(page, '#watch-pause', 'Go on');
  await page.waitForTimeout(900);
  assert.equal(await played(), held + 1);
  await page.locator('#pace').fill('8');
  await says(page, '#watch output', 'as fast as they can');
  await page.click('#watch-pause');
  await page.waitForFunction((held) => document.querySelectorAll('#played button').length > held + 3, held);
  await context.close();
});

test('two people and two engines play a game of four to its end', async () => {
  const { context, page, complaints } = await play({ fresh: true });
  /** The newest view, from the wire. */
  let view = null;
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => {
    const message = JSON.parse(payload);
    if (message.type === 'view') view = message;
  }));
  await begin(page, { players: 4, seats: ['person', 'easy', 'person', 'medium'], names: ['Ada', '', 'Émile', ''] });
  await page.waitForFunction(() => document.querySelectorAll('.piece').length === 4);
  assert.equal(await page.locator('.player').count(), 4);
  for (let turns = 0; turns < 150; turns += 1) {
    await page.waitForFunction(() => !document.querySelector('#won').hidden || !document.querySelector('.typed').hidden);
    if (view.table.end) break;
    const { scene: { turn, sides, moves }, table, history: { at } } = view;
    if (table.seats[turn].engine) continue;
    // Ada walks; Émile builds a wall now and then.
    const steps = moves.filter((move) => move.path.length);
    const slots = moves.filter((move) => move.places);
    const wall = turn === 2 && turns % 3 === 1 && slots.length > 60 ? slots[30] : null;
    await page.fill('#typed', (wall ?? steps.find((move) => move.path[0] === sides[turn].way[1]) ?? steps[0])?.name ?? 'pass');
    await page.keyboard.press('Enter');
    while (view.history.at === at) await page.waitForTimeout(20);
  }
  assert.equal(view.table.end?.why, 'arrived');
  await says(page, '#goal', 'has arrived and wins');
  assert.equal(await page.locator('.player.won').getAttribute('data-player'), String(view.table.end.winner));
  assert.ok(await page.locator('.piece.winner').count());
  assert.deepEqual(complaints, []);
  await context.close();
});
