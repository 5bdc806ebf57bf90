// What axe finds in a room: nothing, in every state, in both themes, on a desk, a phone and a projector. The states are made by hand (room-views.mjs).

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { axeFinds, browser, server, start } from './harness.mjs';
import { pretend, states } from './room-views.mjs';

const { PATIENCE = '1' } = process.env;
start();
/** Every state, once the program is there. */
let made;
const all = () => (made ??= states(server));

const wide = { viewport: { width: 1440, height: 900 }, locale: 'en-GB' };
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: 'fr-FR' };
const NAMES = ['lobby-host', 'lobby-guest', 'lobby-bids', 'turns', 'turns-asked', 'turns-over', 'bids-think', 'bids-try', 'bids-tried', 'bids-way', 'bids-bid', 'bids-show', 'bids-look', 'bids-done', 'bids-over', 'bids-first', 'race',
  'race-over', 'class-empty', 'class-asks', 'class-board', 'class-lesson', 'phone-waits', 'phone-asked', 'phone-board', 'phone-closed'];

test('every state is looked at', async () => assert.deepEqual(Object.keys(await all()).sort(), [...NAMES].sort()));

for (const colorScheme of ['light', 'dark']) {
  for (const name of NAMES) {
    test(`axe finds nothing in a room, ${name}, ${colorScheme}`, async () => {
      // The dark ones are French, on a phone.
      const context = await browser.newContext({ colorScheme, bypassCSP: true, ...(colorScheme === 'dark' ? phone : wide) });
      context.setDefaultTimeout(60_000 * Number(PATIENCE));
      const page = await context.newPage();
      const complaints = [];
      await page.goto(server.entrance);
      await page.goto('about:blank');
      page.on('pageerror', (error) => complaints.push(String(error)));
      await pretend(page, (await all())[name], { owner: !name.startsWith('phone') });
      await page.goto(`${server.origin}/#room/K7M2QX`);
      await page.waitForSelector('#room .room-body > *');
      if (!name.startsWith('lobby')) await page.waitForSelector('.room .table .panel');
      if (name === 'class-lesson') await page.waitForFunction(() => document.querySelector('#class-heading').textContent);
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      assert.ok(beyond <= 0, `${beyond} pixels too wide`);
      // Bars of a vote can be compared: all are of one length, however long their numbers are.
      const lengths = await page.$$eval('.tally-bar', (all) => all.map((bar) => bar.getBoundingClientRect().width));
      if (/asks|closed/.test(name) && name.startsWith('class')) assert.ok(lengths.length > 1);
      assert.ok(lengths.every((length) => Math.abs(length - lengths[0]) < 1), `${lengths}`);
      // Every word was found.
      const text = await page.evaluate(() => document.body.innerText);
      assert.doesNotMatch(text, /\b(room|play|lesson|seat|turn)\.[a-z]+\b/);
      assert.deepEqual(await axeFinds(page), []);
      assert.deepEqual(complaints, []);
      await context.close();
    });
  }
}
