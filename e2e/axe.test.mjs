// What axe finds on every screen of Ricochet Robots: nothing, in both themes, on a desk and on a phone.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { axeFinds, browser, classic, open, server, start } from './harness.mjs';

start();

const game = 'ricochet';

for (const screen of ['play', 'analyse', 'race', 'watch', 'build', 'learn']) {
  for (const colorScheme of ['light', 'dark']) {
    test(`axe finds nothing on ${screen} of ${game}, ${colorScheme}`, async () => {
      // The dark ones are French, on a phone.
      const phone = colorScheme === 'dark' ? { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: 'fr-FR' } : {};
      const { context, page } = await open(browser, server, { game, screen, board: classic, colorScheme, bypassCSP: true, ...phone });
      await page.waitForSelector('main svg .floor, main canvas', { state: 'attached' });
      await page.waitForTimeout(300);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      assert.ok(wide <= 0, `${wide} pixels too wide`);
      assert.deepEqual(await axeFinds(page), []);
      await context.close();
    });
  }
}
