// What the tests of Quoridor share: a table after some moves, and what is seen and done there.

import { browser, open, server } from './harness.mjs';

/** The usual start, as an address has it: a game that comes with an address has people in every seat. */
const START = '~~e1_e9~10_10~1';
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Opens Play after some moves, and hears every view that the server sends. */
export async function play({ moves = [], where = server, board = `${START}${moves.length ? `/${moves.join('.')}` : ''}`, ...options } = {}) {
  const opened = await open(browser, where, { game: 'quoridor', board: '', ...options, board: options.fresh ? '' : board });
  const { page } = opened;
  await page.waitForSelector('#board svg .piece');
  await page.waitForFunction((n) => document.querySelectorAll('#played button').length === n, moves.length);
  return { ...opened, ...eyes(page) };
}

/** What a test sees and does on the page. */
export function eyes(page) {
  return {
    /** The middle of a square or a wall on the screen. */
    spot: (name) => page.evaluate((name) => {
      const svg = document.querySelector('#board svg');
      const size = Math.sqrt(document.querySelectorAll('#board [role=gridcell]').length);
      const [x, y] = [name.charCodeAt(0) - 97, Number.parseInt(name.slice(1), 10) - 1];
      const wall = /[hv]$/.test(name);
      const place = (value) => (wall ? (value + 1) * 49 - 4.5 : value * 49 + 20);
      const point = new DOMPoint(place(x), size * 49 - 9 - place(y)).matrixTransform(svg.getScreenCTM());
      // Beside the middle of a wall, so that it is clear which way it lies.
      const scale = svg.getScreenCTM().a;
      return [point.x + (name.endsWith('h') ? 12 * scale : 0), point.y + (name.endsWith('v') ? 12 * scale : 0)];
    }, name),
    /** Waits until the game has so many moves; gives them. */
    async moves(n) {
      await page.waitForFunction((n) => document.querySelectorAll('#played button').length === n, n);
      return page.$$eval('#played button', (all) => all.map((one) => one.getAttribute('aria-label').replace(/^\d+\. /, '')));
    },
    cell: (name) => page.locator('#board [role=gridcell]').filter({ hasText: `${name}:` }).first().textContent(),
    pawn: (player) => page.evaluate((player) => {
      const cell = [...document.querySelectorAll('#board [role=gridcell]')].find((one) => one.textContent.includes(['Blue', 'Orange', 'Green', 'Purple'][player]));
      return cell?.textContent.split(':')[0];
    }, player),
    type: async (move) => {
      await page.fill('#typed', move);
      await page.keyboard.press('Enter');
    },
  };
}

/** Chooses who plays, without the form's clicks. */
const choose = (page, setup) => page.evaluate((setup) => localStorage.setItem('damier.quoridor.setup', JSON.stringify({
  size: 9, players: 2, walls: '', millis: 100, clock: 'none', minutes: '3', seconds: '2', ...setup,
  seats: setup.seats.map((who, i) => ({ who, name: setup.names?.[i] ?? '', spec: '' })),
})), setup);

/** Starts the game that was chosen; the screen reads the choice when it is made. */
export async function begin(page, setup) {
  await choose(page, setup);
  await page.reload();
  await page.waitForSelector('#board svg .piece');
  await page.click('[data-act=new]');
  await page.click('#new-go');
  if (await page.locator('#ask').isVisible()) await page.click('#ask-yes');
  await page.locator('#new-game').waitFor({ state: 'hidden' });
}

