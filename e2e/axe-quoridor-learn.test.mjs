// What axe finds in the steps of Quoridor's lesson: nothing, light and dark, on a desk and on a phone.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { axeFinds, browser, open, says, server, start } from './harness.mjs';
import { phone } from './quoridor.mjs';

start();

// The dark ones are French, on a phone. Each theme sees every kind of board.
for (const [colorScheme, steps, options] of [['light', [1, 4, 6, 8], {}], ['dark', [2, 3, 4, 5, 7], { ...phone, locale: 'fr-FR' }]]) {
  test(`axe finds nothing in the lesson of quoridor, ${colorScheme}`, async () => {
    const { context, page } = await open(browser, server, { game: 'quoridor', screen: 'learn', colorScheme, bypassCSP: true, ...options });
    await page.waitForSelector('main svg .floor', { state: 'attached' });
    for (const step of steps) {
      await page.click(`.steps li:nth-child(${step}) button`);
      await says(page, '#learn-step', `${step} `);
      await page.waitForTimeout(500);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      assert.ok(wide <= 0, `step ${step}: ${wide} pixels too wide`);
      assert.deepEqual(await axeFinds(page), [], `step ${step}`);
    }
    await context.close();
  });
}
