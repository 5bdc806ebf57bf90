// What every test of the page needs: the program, a browser, and a page on a known board.

import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';

const { DAMIER, CHROMIUM, MODULES, PATIENCE = '1' } = process.env;
const require = createRequire(`${MODULES}/`);
const { chromium } = require('playwright-core');
export const WebSocket = require('playwright-core/lib/utilsBundle').ws;
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** A small board whose shortest solution is `rE rS gS rW rN gN`. */
const recipe = ['--recipe', 'free', '--width', '8', '--height', '6', '--robots', '3', '--density', '0.12', '--seed', '21'];
export const small = execFileSync(DAMIER, ['generate', 'ricochet', ...recipe, '--to', 'compact'], { encoding: 'utf8' }).trim();
/** A board of the board game, the same every time. */
export const classic = execFileSync(DAMIER, ['generate', 'ricochet', '--seed', '7', '--to', 'compact'], { encoding: 'utf8' }).trim();

/** The program, serving with a store of its own, or with the one in `data`. */
export async function serve({ data, args = ['--port', '0'] } = {}) {
  const folder = data ?? mkdtempSync(join(tmpdir(), 'damier-'));
  const server = spawn(DAMIER, ['serve', '--no-open', '--data', folder, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  // Who fails before it has stopped the program leaves none behind.
  process.once('exit', () => server.kill());
  const entrance = await new Promise((resolve, reject) => {
    server.once('exit', () => reject(new Error('the program ended')));
    server.stdout.once('data', (text) => resolve(/http:\S+/.exec(String(text))[0]));
  });
  const url = new URL(entrance);
  return {
    entrance,
    origin: url.origin,
    host: url.host,
    pid: server.pid,
    /** The cookie that a page has. */
    cookie: `damier-${url.port}=${url.searchParams.get('token')}`,
    /** Ends it: with a signal other than SIGINT if one is named. What it kept is gone too, unless the folder was given. */
    async stop(signal = 'SIGINT') {
      server.kill(signal);
      await new Promise((resolve) => (server.exitCode === null && server.signalCode === null ? server.once('exit', resolve) : resolve()));
      if (!data) rmSync(folder, { recursive: true, force: true });
    },
  };
}

export const launch = (...args) =>
  chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', ...args],
  });

/** The program and the browser of a file of tests. */
export let server;
export let browser;

/** Starts them before the first test of a file, and ends them after its last. */
export function start() {
  before(async () => {
    [server, browser] = await Promise.all([serve(), launch()]);
  });
  after(async () => {
    await browser?.close();
    await server?.stop();
  });
}

/**
 * Opens a screen on a board. Whatever the page complains of ends up in `complaints`.
 * @param {{game?: string, screen?: string, board?: string}} where
 */
export async function open(browser, server, { game = 'ricochet', screen = 'play', board = game === 'ricochet' ? small : '', ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB', ...options });
  // Every context is a visitor of its own.
  const visitor = Math.random().toString(36).slice(2);
  await context.addInitScript((name) => localStorage.getItem('damier.visitor') ?? localStorage.setItem('damier.visitor', name), visitor);
  context.setDefaultTimeout(30_000 * Number(PATIENCE));
  const page = await context.newPage();
  const complaints = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(server.entrance);
  await page.goto(`${server.origin}/#${game}/${screen}${board && `/${board}`}`);
  await page.waitForFunction(([game, screen, board]) => location.hash.includes(board) && document.body.dataset.game === game && document.body.dataset.screen === screen && document.querySelector('#main:not([aria-busy])'), [game, screen, board]);
  return { context, page, complaints };
}

/** Messages of the server that are held back as long as `held` says, or from the first one that `from` names; `free` lets them
 * through. */
export async function slow(page, from = () => false) {
  const line = { held: false, waiting: [] };
  await page.routeWebSocket(/\/ws/, (mine) => {
    const theirs = mine.connectToServer();
    theirs.onMessage((text) => ((line.held ||= !line.freed && from(text)) ? line.waiting.push(() => mine.send(text)) : mine.send(text)));
  });
  line.free = () => {
    line.held = false;
    line.freed = true;
    for (const send of line.waiting.splice(0)) send();
  };
  return line;
}

/** Waits until an element says something. */
export const says = (page, selector, text) =>
  page.waitForFunction(([selector, text]) => document.querySelector(selector)?.textContent?.includes(text), [selector, String(text)]);

/** Waits until an element says this and nothing else. */
export const is = (page, selector, words) =>
  page.waitForFunction(([selector, words]) => document.querySelector(selector)?.textContent?.trim() === String(words), [selector, String(words)]);
/** The middle of a cell on the screen. */
export const cell = (page, column, row) => page.evaluate(([column, row]) => {
  const svg = document.querySelector('#board svg');
  const point = new DOMPoint(column * 40 + 20, row * 40 + 20).matrixTransform(svg.getScreenCTM());
  return [point.x, point.y];
}, [column, row]);

/** What axe finds on the page as it is. */
export async function axeFinds(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run());
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 200)).join(' ')}`);
}

/** A connection without a page. */
export async function talk(server, sitting = '', game = 'ricochet') {
  const socket = new WebSocket(`ws://${server.host}/ws?sitting=${sitting}&game=${game}`, { headers: { cookie: server.cookie, origin: server.origin } });
  const heard = [];
  let wake = () => {};
  socket.on('message', (text) => {
    heard.push(JSON.parse(text));
    wake();
  });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  return {
    socket,
    say: (message) => socket.send(JSON.stringify(message)),
    /** The next message of a kind; what came before it is forgotten. */
    async hear(kind) {
      for (;;) {
        const at = heard.findIndex((message) => message.type === kind);
        if (at >= 0) return heard.splice(0, at + 1)[at];
        await new Promise((resolve) => (wake = resolve));
      }
    },
  };
}
