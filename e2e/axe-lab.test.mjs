// What axe finds in the Lab: nothing, in both themes, on a desk and on a phone. The campaign that it looks at was run from the command line.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { axeFinds, launch, serve } from './harness.mjs';

const { DAMIER, PATIENCE = '1' } = process.env;
const folder = mkdtempSync(join(tmpdir(), 'damier-lab-'));
let server;
let browser;
before(async () => {
  const file = join(folder, 'lab', 'a-few.toml');
  mkdirSync(join(folder, 'lab'));
  writeFileSync(file, 'title = "A few"\nquestion = "Which?"\ngame = "taquin"\n[[instances]]\ngenerate = { width = 3, height = 3 }\ncount = 4\n[[algorithms]]\nspec = "bfs"\n[[algorithms]]\nspec = "astar(manhattan)"\n');
  execFileSync(DAMIER, ['lab', 'run', file], { stdio: 'ignore' });
  [server, browser] = await Promise.all([serve({ data: folder }), launch()]);
});
after(async () => {
  await browser?.close();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

for (const colorScheme of ['light', 'dark']) {
  for (const where of ['', 'new', 'campaign=a-few', 'campaign=a-few&part=file']) {
    test(`axe finds nothing in the Lab, ${where || 'its door'}, ${colorScheme}`, async () => {
      // The dark ones are French, on a phone.
      const phone = colorScheme === 'dark' ? { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: 'fr-FR' } : { viewport: { width: 1440, height: 900 }, locale: 'en-GB' };
      const context = await browser.newContext({ colorScheme, bypassCSP: true, ...phone });
      context.setDefaultTimeout(60_000 * Number(PATIENCE));
      const page = await context.newPage();
      await page.goto(server.entrance);
      await page.goto(`${server.origin}/#lab${where && `?${where}`}`);
      // On a phone the list makes room for what was chosen.
      await page.waitForSelector('#lab-shipped li', { state: 'attached' });
      const told = { new: '#lab-text-told[data-state=right]', 'campaign=a-few': '.lab-frame iframe', 'campaign=a-few&part=file': '#lab-edit-told[data-state=right]' }[where];
      if (told) await page.waitForSelector(told);
      if (where === 'campaign=a-few') {
        assert.equal(await page.getAttribute('#lab-state', 'data-state'), 'done');
        await page.frameLocator('.lab-frame iframe').locator('h1').waitFor();
      }
      await page.waitForTimeout(300);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      assert.ok(wide <= 0, `${wide} pixels too wide`);
      // The report has a test of its own.
      assert.deepEqual((await axeFinds(page)).filter((one) => !/frame-tested/.test(one)), []);
      await context.close();
    });
  }
}
