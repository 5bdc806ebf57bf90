// What the tests of rooms share: a host, guests, and a line that can be cut.

import { browser, server, WebSocket } from './harness.mjs';

const { PATIENCE = '1' } = process.env;
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Waits until a view is so; says what the last one was where that never comes. */
async function patiently(place, is) {
  const end = Date.now() + 60_000 * Number(PATIENCE);
  for (;;) {
    if (place.view && is(place.view)) return place.view;
    const left = end - Date.now();
    if (left <= 0) throw new Error(`never seen: ${is}; last: ${JSON.stringify(place.view, (key, value) => (key === 'scene' || key === 'start' ? undefined : value))}`);
    let timer;
    await Promise.race([new Promise((resolve) => place.waiting.push(resolve)), new Promise((resolve) => (timer = setTimeout(resolve, left)))]);
    clearTimeout(timer);
  }
}

/** Hears every view that comes to a page, and cuts its line: what the page says after `mute` is lost. */
async function tap(page) {
  const line = {
    view: null, lines: 0, muted: false, sent: [], refused: [],
    mute: () => (line.muted = true),
    async cut() {
      const before = line.lines;
      line.muted = false;
      await line.close();
      // It comes back by itself.
      await line.until(() => line.lines > before && line.greeted);
    },
    close: async () => {},
    waiting: [],
    wake: () => line.waiting.splice(0).forEach((resolve) => resolve()),
    greeted: false,
    /** Waits until a view is so. */
    until: (is) => patiently(line, is),
  };
  await page.routeWebSocket(/\/room\/\w+\/ws/, (socket) => {
    const far = socket.connectToServer();
    line.lines += 1;
    line.greeted = false;
    line.close = async () => {
      await far.close({ code: 3000, reason: 'cut' });
      await socket.close({ code: 3000, reason: 'cut' });
    };
    far.onMessage((text) => {
      const message = JSON.parse(text);
      if (message.type === 'hello') line.greeted = true;
      if (message.type === 'room') line.view = message;
      if (message.type === 'refused') line.refused.push(message);
      socket.send(text);
      line.wake();
    });
    socket.onMessage((text) => {
      line.sent.push(JSON.parse(text));
      if (!line.muted) far.send(text);
    });
  });
  return line;
}

/** A page of its own, with its line tapped. Whatever it complains of ends up in `complaints`. */
async function arrive(options) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-GB', reducedMotion: 'reduce', ...options });
  context.setDefaultTimeout(60_000 * Number(PATIENCE));
  const page = await context.newPage();
  const complaints = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  // A line that is lost on purpose is told on the console, too.
  page.on('console', (message) => message.type() === 'error' && message.text().includes('Content Security Policy') && complaints.push(message.text()));
  return { context, page, complaints, line: await tap(page) };
}

/** Waits until the page has drawn what the server says: as many changes at least. */
export const inside = (page) => page.waitForSelector('#room .room-body > *');

/** Somebody with the key makes a room with these rules, and is in it. */
export async function host(rules, { name = 'Ada', ...options } = {}) {
  const here = await arrive(options);
  const { page } = here;
  await page.goto(server.entrance);
  await page.waitForSelector('#home');
  const code = await page.evaluate(async (body) => {
    const answer = await fetch('rooms', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
    return answer.ok ? (await answer.json()).code : Promise.reject(new Error(await answer.text()));
  }, { name, rules });
  await page.goto(`${server.origin}/#room/${code}`);
  await inside(page);
  return { ...here, code };
}

/** Somebody comes by the code, with no key, and takes a name. */
export async function guest(code, name, options = {}) {
  const here = await arrive(options);
  const { page, line } = here;
  await page.goto(`${server.origin}/join/${code}`);
  await inside(page);
  if (name) {
    await page.fill('#room-name', name);
    await page.press('#room-name', 'Enter');
    await line.until((view) => view.people.some((one) => one.id === view.you && one.name === name));
  }
  return here;
}

/** Somebody without a page, who joins by the code and speaks on a plain socket. */
export async function visitor(code) {
  const answer = await fetch(`${server.origin}/join/${code}`, { redirect: 'manual' });
  const cookie = answer.headers.getSetCookie().map((one) => one.split(';')[0]).join('; ');
  const socket = new WebSocket(`ws://${server.host}/room/${code}/ws?page=p${Math.random().toString(36).slice(2)}`, { headers: { cookie, origin: server.origin } });
  let n = 0;
  const seen = { view: null, waiting: [] };
  socket.on('message', (text) => {
    const message = JSON.parse(text);
    if (message.type === 'room') seen.view = message;
    seen.waiting.splice(0).forEach((resolve) => resolve());
  });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  return {
    socket, cookie,
    say: (deed) => socket.send(JSON.stringify({ ...deed, n: (n += 1) })),
    until: (is) => patiently(seen, is),
  };
}
