// What axe finds on the screens of Quoridor: nothing, with what opens over them, light and dark, on a desk and on a phone.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { axeFinds, start } from './harness.mjs';
import { begin, phone, play } from './quoridor.mjs';

start();

const tables = {
  light: { options: {}, setup: null, players: 2 },
  // The dark one is French, on a phone, for four with clocks.
  dark: { options: { ...phone, locale: 'fr-FR' }, setup: { players: 4, seats: ['person', 'easy', 'person', 'beginner'], names: ['A name that is rather long', '', 'Émile', ''], clock: '10+5' }, players: 4 },
};
for (const [colorScheme, { options, setup, players }] of Object.entries(tables)) {
  test(`axe finds nothing on play of quoridor, ${colorScheme}`, async () => {
    const { context, page } = await play({ fresh: true, colorScheme, bypassCSP: true, ...options });
    if (setup) await begin(page, setup);
    await page.waitForFunction((n) => document.querySelectorAll('.piece').length === n, players);
    await page.waitForSelector('.step');
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    assert.ok(wide <= 0, `${wide} pixels too wide`);
    assert.deepEqual(await axeFinds(page), []);
    await page.locator('#board').focus();
    await page.keyboard.press('w');
    await page.waitForSelector('.ghost-wall');
    assert.deepEqual(await axeFinds(page), [], 'a ghost');
    await page.keyboard.press('Escape');
    for (const act of ['new', 'menu', 'games']) {
      await page.click(`[data-act=${act}]`);
      await page.waitForSelector('dialog[open]');
      assert.deepEqual(await axeFinds(page), [], act);
      await page.keyboard.press('Escape');
    }
    await context.close();
  });
}
