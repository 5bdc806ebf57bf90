// A page that means harm, in the browser of somebody who has the key and is in a room: from elsewhere, from another port of this
// machine, and under a name that was rebound to it after the page was read. It tries every route in every way a page has.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { launch, serve } from './harness.mjs';

const RULES = { kind: 'turns', game: 'quoridor' };
let server;
let browser;
let elsewhere;

before(async () => {
  [server, browser] = await Promise.all([serve(), launch('--host-resolver-rules=MAP evil.test 127.0.0.1')]);
  elsewhere = createServer((_, answer) => answer.end('<!doctype html><title>elsewhere</title>'));
  await new Promise((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
});
after(async () => {
  elsewhere?.close();
  await browser?.close();
  await server?.stop();
});

/** Everything that a page can try on a program at an address: what it could read, load, open. */
const strike = (page, base, code, forms = true) =>
  page.evaluate(async ({ base, code, rules, forms }) => {
    const paths = ['', '?token=0', 'js/core/dom.js', 'ws', 'alive', 'trace', 'trace/1/0', 'lab/x/report', 'rooms', 'join', 'join/BCDFGH',
      `join/${code}`, `room/${code}/ws`, `room/${code}/qr.svg`, `room/${code}/lessons`];
    const body = JSON.stringify({ name: 'Mallory', rules });
    const got = { read: [], loaded: [], open: [] };
    const put = (name, attributes) => Object.assign(document.createElement(name), attributes);
    const tag = (path, element) => new Promise((resolve) => {
      Object.assign(element, { onload: () => resolve(true), onerror: () => resolve(false) });
      document.body.append(element);
    }).then((loaded) => loaded && got.loaded.push(`${element.localName} ${path}`));
    /** Whatever a frame shows has loaded; the question is whether it can be read. */
    const frame = (path, element, begin = () => {}) => new Promise((resolve) => {
      document.body.append(element);
      element.onload = resolve;
      begin();
    }).then(() => {
      const text = element.contentDocument?.body?.textContent;
      if (text) got.read.push([path, 'frame', text]);
    });
    const socket = (path) => new Promise((resolve) => {
      const line = new WebSocket(`${base.replace('http', 'ws')}/${path}?page=mallory`);
      line.onerror = resolve;
      line.onopen = () => line.send('{"type":"begin","n":1}');
      line.onmessage = () => resolve(got.open.push(path));
    });
    // A form whose body is JSON after all.
    const post = (path, body) => {
      const inside = put('iframe', { name: `f-${path}` });
      const form = put('form', { method: 'post', enctype: 'text/plain', action: `${base}/${path}`, target: inside.name });
      form.append(put('input', { name: `${body.slice(0, -1)},"more":"`, value: '"}' }));
      document.body.append(form);
      return frame(path, inside, () => form.submit());
    };
    for (const path of paths) {
      const url = `${base}/${path}`;
      const ask = (options) => fetch(url, { credentials: 'include', ...options })
        .then(async (answer) => { if (answer.type !== 'opaque') got.read.push([path, answer.status, await answer.text()]); }, () => {});
      await Promise.all([
        ask({}),
        ask({ method: 'POST', mode: 'no-cors', headers: { 'content-type': 'text/plain' }, body }),
        ask({ method: 'POST', headers: { 'content-type': 'application/json' }, body }),
        tag(path, put('img', { src: url })),
        tag(path, put('script', { src: url })),
        // Where there is nothing to show, a frame stays as it is and never says so.
        ...(path === 'alive' ? [] : [frame(path, put('iframe', { src: url }))]),
        ...(path.endsWith('ws') ? [socket(path)] : []),
        ...(forms && (path === 'rooms' || path === 'trace') ? [post(path, body)] : []),
      ]);
    }
    return got;
  }, { base, code, rules: RULES, forms });

test('a malicious page reads nothing and changes nothing, wherever it comes from', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(server.entrance);
  await page.waitForSelector('#home');
  const code = await page.evaluate(async (rules) => {
    const answer = await fetch('rooms', { method: 'POST', body: JSON.stringify({ name: 'Ada', rules }) });
    return (await answer.json()).code;
  }, RULES);
  await page.goto(`${server.origin}/#room/${code}`);
  await page.waitForSelector('#room .room-body > *');
  const rooms = async () => (await fetch(`${server.origin}/rooms`, { headers: { cookie: server.cookie } })).json();
  const cookies = async () => (await context.cookies(server.origin)).map(({ name, value }) => `${name}=${value}`).sort();
  const [known, had] = [await rooms(), await cookies()];
  assert.equal(known.length, 1);

  const bad = await context.newPage();
  const [port, there] = [new URL(server.origin).port, elsewhere.address().port];
  // A script of this origin, as one that was read before the name was given another address.
  const rebound = `http://evil.test:${port}`;
  for (const [from, to] of [
    [`http://evil.test:${there}/`, server.origin],
    // The browser takes another port for the same site and sends the cookies along.
    [`http://127.0.0.1:${there}/`, server.origin],
    [`http://localhost:${there}/`, server.origin.replace('127.0.0.1', 'localhost')],
    [`${rebound}/`, rebound],
  ]) {
    await bad.goto(from);
    const got = await strike(bad, to, code);
    const told = to === rebound ? got.read.filter(([, , text]) => text.trim() !== 'this program answers to this machine\'s own name only') : got.read;
    assert.deepEqual({ ...got, read: told }, { read: [], loaded: [], open: [] }, from);
    if (to === rebound) assert.ok(got.read.length > 40, `a page may read what its own name answers, and that is a refusal: ${got.read.length}`);
    assert.deepEqual(await rooms(), known, from);
    assert.deepEqual(await cookies(), had, from);
  }
  // A link leads into the room, as who one is there.
  await bad.goto(`http://evil.test:${there}/`);
  await bad.evaluate((url) => { location.href = url; }, `${server.origin}/join/${code}`);
  await bad.waitForSelector('#room .room-body > *');
  assert.deepEqual(await cookies(), had);
  assert.equal((await rooms())[0].people, 1);

  // The control: the program's own page may. It has no forms; they are forbidden there.
  const got = await strike(page, server.origin, code, false);
  assert.ok(got.read.some(([path, status]) => path === 'rooms' && status === 200), 'it reads');
  assert.deepEqual([...new Set(got.open)].sort(), [`room/${code}/ws`, 'ws'].sort(), 'it opens sockets');
  assert.ok(got.loaded.includes(`img room/${code}/qr.svg`), `it loads pictures: ${got.loaded}`);
  assert.ok((await rooms()).length > 1, 'it makes rooms');
  await context.close();
});
