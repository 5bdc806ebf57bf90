// A picture of each screen of each game, light and dark, on a desk and on a phone, in both languages.

import { mkdirSync } from 'node:fs';

import { classic, launch, open, serve } from './harness.mjs';
import { pretend, states } from './room-views.mjs';

const [folder = 'target/screens'] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });

const sizes = {
  desk: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
};

/** What is done on a screen before its picture is taken. */
const scenes = {
  async play(page) {
    await page.waitForSelector('#board svg .robot');
    for (const key of ['ArrowUp', 'ArrowRight', 'h', 'h']) {
      await page.keyboard.press(key);
      await page.waitForTimeout(350);
    }
  },
  async analyse(page) {
    await page.waitForSelector('#solve-go');
    await page.click('#solve-go');
    await page.waitForFunction(() => document.querySelector('#answer')?.textContent?.match(/\d/));
    await page.locator('#map-on').check({ force: true });
    await page.waitForTimeout(400);
  },
  async race(page) {
    await page.waitForSelector('#race-go');
    await page.click('#race-go');
    await page.waitForTimeout(2500);
  },
  async watch(page) {
    await page.click('#watch-go');
    await page.waitForSelector('.watch.running #watch-what:not(:empty)');
    await page.locator('#watch-line').focus();
    for (let part = 0; part < 7; part += 1) await page.keyboard.press('PageUp');
    await page.waitForTimeout(800);
  },
  async build(page) {
    await page.waitForSelector('#tools [data-tool]');
    await page.waitForFunction(() => /\d/.test(document.querySelector('#badge')?.textContent ?? ''));
  },
  async learn(page) {
    await page.waitForSelector('#learn-next');
    for (let step = 0; step < 2; step += 1) {
      await page.click('#learn-next');
      await page.waitForTimeout(300);
    }
    await page.waitForTimeout(2500);
  },
};

/** What is done differently in Sokoban: a few steps into a level, with a box chosen. */
const sokoban = {
  ...scenes,
  async play(page) {
    await page.waitForSelector('#board svg .box');
    for (const key of ['l', 'Escape', 'n', 'n', 'n', 'n', 'ArrowUp', 'ArrowLeft', 'h', 'h', 'h', 'h', 'e']) {
      await page.keyboard.press(key);
      await page.waitForTimeout(350);
    }
  },
};

/** And in Quoridor: a few moves into a game, with the ways and a hint. */
const quoridor = {
  async play(page) {
    await page.waitForSelector('#board svg .piece');
    for (const move of ['e2', 'e3', 'e4', 'd4h', 'g4v']) {
      await page.waitForSelector('.typed:not([hidden])');
      await page.fill('#typed', move);
      await page.keyboard.press('Enter');
      await page.waitForTimeout(800);
    }
    await page.waitForSelector('.typed:not([hidden])');
    await page.locator('#ribbons').check();
    await page.locator('#board').focus();
    for (const rung of [1, 2, 3]) {
      await page.keyboard.press('h');
      await page.waitForFunction((rung) => document.querySelectorAll('#ladder .lit').length === rung, rung);
    }
  },
  async analyse(page) {
    await page.waitForSelector('#text-build');
    await page.fill('#text-build', 'e2 e8 e3 e7 e4 e6 d3h f6h e5 e4h d5 d6h d4v e5 f4v g4h');
    await page.click('#export-load');
    await page.waitForFunction(() => document.querySelectorAll('#moves button').length === 16);
    await page.click('#annotate-go');
    await page.waitForFunction(() => document.querySelectorAll('#moves .verdict').length > 3 && !document.querySelector('#annotation-words').textContent.includes('…'), null, { timeout: 60000 });
    await page.keyboard.press('ArrowLeft');
    await page.waitForTimeout(3500);
  },
  async race(page) {
    await page.waitForSelector('.lane');
    await page.click('#race-go');
    await page.waitForTimeout(8000);
  },
  watch: scenes.watch,
  async build(page) {
    await page.waitForSelector('#board-build .piece');
    await page.locator('#board-build').focus();
    for (const key of ['w', 'ArrowUp', 'Enter', 'ArrowUp', 'ArrowUp', 'r', 'Enter', 'ArrowLeft']) {
      await page.keyboard.press(key);
      await page.waitForTimeout(300);
    }
    await page.waitForTimeout(1500);
  },
  async learn(page) {
    await page.click('.steps li:nth-child(6) button');
    await page.waitForSelector('.tree .node');
    await page.locator('#tree-step').fill('14');
    await page.waitForTimeout(600);
  },
};

const server = await serve();
const browser = await launch();
for (const [game, prepared] of Object.entries({ ricochet: scenes, sokoban, quoridor })) {
  for (const [screen, prepare] of Object.entries(prepared)) {
    for (const [size, device] of Object.entries(sizes)) {
      for (const colorScheme of ['light', 'dark']) {
        // The dark pictures are French: so every picture shows something else.
        const locale = colorScheme === 'light' ? 'en-GB' : 'fr-FR';
        const { context, page } = await open(browser, server, { ...device, game, screen, board: game === 'ricochet' ? classic : '', colorScheme, locale });
        await prepare(page);
        const path = `${folder}/${game}-${screen}-${size}-${colorScheme}.png`;
        await page.screenshot({ path, fullPage: size === 'phone' });
        await context.close();
        console.log(path);
      }
    }
  }
}
// Every state of a room.
for (const [name, state] of Object.entries(await states(server))) {
  for (const [size, device] of Object.entries({ ...sizes, projector: { viewport: { width: 1920, height: 1080 } } })) {
    for (const colorScheme of ['light', 'dark']) {
      const { context, page } = await open(browser, server, { ...device, colorScheme, locale: colorScheme === 'light' ? 'en-GB' : 'fr-FR' });
      // A room's line is pretended for a page that is loaded from here on.
      await page.goto('about:blank');
      await pretend(page, state, { owner: !name.startsWith('phone') });
      await page.goto(`${server.origin}/#room/K7M2QX`);
      await page.waitForSelector('#room .room-body > *');
      await page.waitForTimeout(500);
      const path = `${folder}/room-${name}-${size}-${colorScheme}.png`;
      await page.screenshot({ path, fullPage: size === 'phone' });
      await context.close();
      console.log(path);
    }
  }
}
await browser.close();
await server.stop();
