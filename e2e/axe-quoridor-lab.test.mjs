// What axe finds on Quoridor's laboratory screens: nothing, light and dark, on a desk and on a phone.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { axeFinds, browser, open, server, start } from './harness.mjs';
import { phone } from './quoridor.mjs';

start();

const board = '~~e1_e9~10_10~1/e2.e8.e3.e7.e4.e6.d3h.f6h';

/** What is done on a screen before axe looks at it. */
const scenes = {
  async analyse(page) {
    await page.click('#annotate-go');
    await page.waitForSelector('.chart-scores .curve', { timeout: 60000 });
    await page.waitForFunction(() => /Look back|Examiner/.test(document.querySelector('#annotate-go').textContent), null, { timeout: 90000 });
    await page.waitForTimeout(600);
  },
  async race(page) {
    await page.selectOption('#race-seconds', '1');
    await page.click('#race-go');
    await page.waitForSelector('.lane .line');
    assert.deepEqual(await axeFinds(page), []);
    await page.click('#race-go');
    await page.click('[data-mode=match]');
    await page.selectOption('#match-size', '3');
    await page.click('#match-go');
    await page.waitForSelector('.histogram');
  },
  async build(page) {
    await page.waitForSelector('#board-build .piece');
    await page.keyboard.press('w');
    await page.waitForSelector('.ghost-wall');
  },
};
for (const [screen, prepare] of Object.entries(scenes)) {
  for (const colorScheme of ['light', 'dark']) {
    test(`axe finds nothing on ${screen} of quoridor, ${colorScheme}`, async () => {
      // The dark ones are French, on a phone.
      const { context, page } = await open(browser, server, { game: 'quoridor', screen, board, colorScheme, bypassCSP: true, ...(colorScheme === 'dark' ? { ...phone, locale: 'fr-FR' } : {}) });
      await page.waitForSelector('main svg .floor', { state: 'attached' });
      await prepare(page);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      assert.ok(wide <= 0, `${wide} pixels too wide`);
      assert.deepEqual(await axeFinds(page), []);
      await context.close();
    });
  }
}
