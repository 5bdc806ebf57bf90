// The house around the screens: languages, themes, accessibility, reconnecting, and who is kept out.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';

import { browser, launch, open, says, server, small, start, talk } from './harness.mjs';

start();

const words = (language) => JSON.parse(readFileSync(new URL(`../web/${language}.json`, import.meta.url), 'utf8'));

const GAMES = ['ricochet', 'sokoban', 'quoridor', 'taquin'];

test('both languages have the same keys, none empty, and the same gaps to fill in', () => {
  const gaps = (text) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort().join();
  for (const file of ['i18n/', 'js/screens/home/', 'js/screens/analyse/', 'js/screens/race/', 'js/screens/watch/', 'js/screens/lab/', 'js/screens/room/', 'js/lesson/', ...GAMES.flatMap((game) => [`js/games/${game}/`, `js/games/${game}/door.`])]) {
    const [english, french] = [words(`${file}en`), words(`${file}fr`)];
    // What the program refuses comes with its English sentence; few have it here, too.
    const own = (all) => Object.keys(all).filter((key) => !key.startsWith('said.')).sort();
    assert.deepEqual(own(french), own(english));
    for (const [language, all] of [['en', english], ['fr', french]]) {
      const keys = readFileSync(new URL(`../web/${file}${language}.json`, import.meta.url), 'utf8').match(/^ {2}"/gm);
      assert.equal(keys.length, Object.keys(all).length, `a key of ${file}${language} stands there twice`);
    }
    for (const key of Object.keys(english)) {
      assert.ok(english[key].trim() && french[key].trim(), key);
      assert.equal(gaps(french[key]), gaps(english[key]), key);
    }
  }
});

test('every word that the page asks for is there, and what a game declares has words', () => {
  const folder = new URL('../web/js/', import.meta.url);
  const files = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.js'));
  /** What files load, and what that loads. */
  const loaded = (names) => {
    const all = new Set(names);
    for (const name of all) {
      const text = readFileSync(new URL(name, folder), 'utf8');
      for (const [, other] of text.matchAll(/^(?:import|\}).* from "(\.[^"]+)"/gm)) all.add(new URL(other, new URL(name, folder)).href.slice(folder.href.length));
    }
    return [...all];
  };
  const page = readFileSync(new URL('../web/index.html', import.meta.url), 'utf8');
  for (const game of GAMES) {
    // What every game loads, the screens, and what this one brings.
    const known = { ...words('i18n/en'), ...words('js/screens/home/en'), ...words('js/screens/analyse/en'), ...words('js/screens/race/en'), ...words('js/screens/watch/en'), ...words('js/screens/lab/en'), ...words('js/screens/room/en'), ...words('js/lesson/en'), ...words(`js/games/${game}/en`) };
    const own = loaded(['core/main.js', ...files.filter((name) => name.startsWith(`games/${game}/`) || name.startsWith('screens/'))]);
    const text = own.map((name) => readFileSync(new URL(`../web/js/${name}`, import.meta.url), 'utf8')).join('\n');
    const asked = [...text.matchAll(/\b(?:t|button|section|figure|field|check)\("([\w.-]+)"/g), ...(text + page).matchAll(/data-i18n(?:-\w+)?"?[:=] ?"([\w.-]+)"/g)].map((match) => match[1]);
    const counted = [...text.matchAll(/\bcount\("([\w.-]+)"/g)].flatMap((match) => [`${match[1]}.one`, `${match[1]}.other`]);
    assert.ok(asked.length > 100);
    assert.deepEqual([...new Set([...asked, ...counted])].filter((key) => !(key in known)), [], game);
    const listed = execFileSync(process.env.DAMIER, ['list', game, '--json'], { encoding: 'utf8' });
    const of = (kind) => [...listed.matchAll(new RegExp(`"kind":"${kind}"[^}]*?"name":"([\\w-]+)"`, 'g'))].map((match) => match[1]);
    const wanted = [...of('algorithm').map((name) => `about.${name}`), ...of('heuristic').map((name) => `heuristic.about.${name}`)];
    assert.ok(wanted.length > 5);
    assert.deepEqual(wanted.filter((key) => !(key in known)), [], game);
  }
});

test('what is wrong with a text is said in French too', async () => {
  const wall = '+---+---+\n|   |   |\n+---+---+\n|   |   |\n+---+---+\n';
  const bad = {
    ricochet: [
      '', 'hello', '+--', '+---+---+\n|   |   |', '+---+---+\n| r |   |\n+-x-+---+', '+---+---+\n| r |   |   |', '+---+---+\n| r !   |\n', '+---+---+\n|q  |   |\n',
      '+---+---+\n| q |   |\n', '+---+---+\n|  q|   |\n', `${wall}what`, `${wall}what: red 1,1`, wall, `${wall.replace('|   |', '| r |')}target: red`,
      `${wall}target: red 9,9`, `${wall}target: pink 1,1`, `${wall}target: red 1,1\ntarget: red 0,0`, `${wall.replace('|   |', '| g |')}target: red 1,1`,
      `${wall.replace('|   |   |', '| r | r |')}target: red 1,1`, '1,2,3', `${'0,'.repeat(63)}x`, '3 4 Q', '3 4 /', '3 4 R:pink', '3 x R', '3 99 R', '3 4 R', '3 4 RG\n3 4 R',
      '{"walls":3}', '{"width":2}', '{', '{"a":1}', '[]', '{"width":99,"height":2,"walls":[],"robots":[],"target":{"cell":0}}',
      '{"width":2,"height":2,"walls":[0],"robots":[0],"target":{"cell":3}}', '{"width":2,"height":2,"walls":[0,0,0,99],"robots":[0],"target":{"cell":3}}',
      '{"width":2,"height":2,"walls":[0,0,0,0],"robots":[9],"target":{"cell":3}}', '{"width":2,"height":2,"walls":[0,0,0,0],"robots":[],"target":{"cell":3}}',
      '{"width":2,"height":2,"walls":[0,0,0,0],"robots":[1,1],"target":{"cell":3}}', '{"width":2,"height":2,"walls":[0,0,0,0],"robots":[1],"target":{"cell":3,"robot":4}}',
      '{"width":2,"height":2,"walls":[0,0,0,0],"robots":[1],"target":{"cell":9}}', '{"width":2,"height":2,"walls":[0,0,0,0],"robots":["a"],"target":{"cell":3}}', small.slice(0, -6),
    ],
    sokoban: [
      '', '###\n#@', '#####\n#@@.#\n#####', '#####\n# $.#\n#####', '#####\n#@q.#\n#####', '99999#|', `${'#'.repeat(70)}\n#@${' '.repeat(67)}#\n${'#'.repeat(70)}`,
      '{"level":3}', '{"x":1}', '{"level":"###"}', '{"level":"#####\\n#@@.#\\n#####"}', '[]',
    ],
    quoridor: [
      '', 'e2 e9', 'x', 'e2 e8 e3 e7 e4 e6 e5 e4 e6 e4h e4h', 'e2 i3h', 'e2 / 3', '{"moves":3}', '{"size":99}', '{"players":3}', '{"walls_each":99}', '{"moves":"e9"}', '{"qfen":"1","size":9}', '{"a',
      '/ / e1e9 / 10 10 / 3', '/ / e1e1 / 10 10 / 1', '/ / e1 / 10 / 1', '/ / e1e9 / 10 / 1', '/ / e1e9 / x 10 / 1', '/ / e1e9 / 10 10 / 1 / x', 'q1 / / e1e9 / 10 10 / 1', 'd4e4 / / e1e9 / 10 10 / 1', '/ / e9e8 / 10 10 / 1',
    ],
  };
  const specs = ['astar(', 'nothing', 'astar(nothing)', 'beam(width=0)', 'beam(depth=1)', 'bfs(blind)', 'astar(bounces,blind)', 'beam(width=2,width=3)', 'a b', 'astar(=)', 'wastar(weight=0)'];
  const made = { recipe: 'free', width: '2', height: '2' };
  /** What each game refuses. */
  const wanted = {
    ricochet: [
      ...bad.ricochet.map((text) => ({ type: 'load', text, moves: [] })), ...specs.map((algorithm) => ({ type: 'solve', algorithm })),
      ...[{ robots: '2', target: 'blue' }, { ...made, robots: '4' }, { closed: '300' }, { width: '9' }].map((options) => ({ type: 'new', options })),
    ],
    sokoban: [
      ...bad.sokoban.map((text) => ({ type: 'load', text, moves: [] })), ...['sliding(p=2)', 'sliding(way=up)', 'gliding'].map((variant) => ({ type: 'variant', variant })),
      { type: 'new', options: { boxes: '10', width: '6', height: '6' } },
    ],
    quoridor: bad.quoridor.map((text) => ({ type: 'load', text, moves: [] })),
    taquin: ['1 2 / 3', '1 2 / 3 3', '1 x / 2 0', 't3-12', '{"width":2}', '1 2 / 3 9', '0'].map((text) => ({ type: 'load', text, moves: [] })),
  };
  const { context, page } = await open(browser, server, { locale: 'fr-FR' });
  const french = [];
  for (const game of GAMES) {
    const { say, hear, socket } = await talk(server, '', game);
    say({ type: 'look' });
    await hear('view');
    const refusals = [];
    for (const intent of wanted[game]) {
      say(intent);
      const { refusal } = await hear('error');
      refusals.push(refusal);
    }
    socket.close();
    french.push(...(await page.evaluate(async ([game, refusals]) => {
      const { learn, said } = await import('./js/core/i18n.js');
      (await learn('fr', game))();
      return refusals.map((refusal) => [refusal.text, said(refusal)]);
    }, [game, refusals])));
  }
  assert.ok(new Set(french.map(([sentence]) => sentence)).size > 80, String(french.length));
  const english = /\b(the|is|are|has|there|with|which|write|give|not|expected|must|it)\b/;
  // What stands between quotes or in brackets is the reader's own, or a name.
  const left = french.filter(([sentence, words]) => sentence === words || english.test(words.replace(/[«`'][^»`']*[»`']|\([^)]*\)/g, '')));
  assert.deepEqual(left, []);
  await context.close();
});

test('the language follows the browser, can be switched, and stays', async () => {
  const { context, page } = await open(browser, server, { locale: 'fr-FR' });
  assert.equal(await page.locator('html').getAttribute('lang'), 'fr');
  await says(page, '[data-screen=play]', 'Jouer');
  await page.click('[data-lang=en]');
  await says(page, '[data-screen=play]', 'Play');
  await page.reload();
  await page.waitForFunction(() => document.documentElement.lang === 'en');
  await context.close();
});

test('every screen is reached, and left, by the keyboard', async () => {
  const { context, page } = await open(browser, server);
  await page.waitForSelector('[data-screen]');
  for (const screen of ['analyse', 'race', 'watch', 'build', 'learn', 'play']) {
    await page.locator(`[data-screen=${screen}]`).focus();
    await page.keyboard.press('Enter');
    await page.waitForFunction((screen) => document.body.dataset.screen === screen, screen);
    await page.keyboard.press('Tab');
    const outline = await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
    assert.notEqual(outline, 'none', `the focus shows on ${screen}`);
  }
  await page.goBack();
  await page.waitForFunction(() => document.body.dataset.screen === 'learn');
  await page.keyboard.press('?');
  await page.locator('#help').waitFor({ state: 'visible' });
  await page.keyboard.press('Escape');
  await page.locator('#help').waitFor({ state: 'hidden' });
  await context.close();
});

test('with reduced motion a robot is there at once', async () => {
  const { context, page } = await open(browser, server, { reducedMotion: 'reduce' });
  await says(page, '#fig-moves', '0');
  await page.keyboard.press('1');
  await page.keyboard.press('ArrowRight');
  await says(page, '#fig-moves', '1');
  await context.close();
});

test('a second window takes the sitting over, and gives it back', async () => {
  const { context, page } = await open(browser, server);
  await says(page, '#fig-moves', '0');
  const second = await context.newPage();
  // A window that was duplicated has the same sitting.
  const sitting = await page.evaluate(() => sessionStorage.getItem('damier.sitting'));
  await second.addInitScript((sitting) => sessionStorage.setItem('damier.sitting', sitting), sitting);
  await second.goto(`${server.origin}/#ricochet/play/${small}`);
  await says(second, '#fig-moves', '0');
  await page.waitForSelector('#link button');
  await page.click('#link button');
  await second.waitForSelector('#link button');
  await page.waitForFunction(() => !document.querySelector('#link button'));
  await context.close();
});

test('the page finds its sitting again when the line comes back', async () => {
  const { context, page } = await open(browser, server);
  await page.keyboard.press('1');
  await page.keyboard.press('ArrowRight');
  await says(page, '#fig-moves', '1');
  await context.setOffline(true);
  await page.reload().catch(() => {});
  await context.setOffline(false);
  await page.goto(`${server.origin}/#ricochet/play/${small}/rE`);
  await says(page, '#fig-moves', '1');
  await context.close();
});

for (const game of GAMES) {
  test(`${game} is played after less than 130 kB, and all its screens are below 300 kB`, async () => {
    const context = await browser.newContext({ locale: 'en-GB' });
    const page = await context.newPage();
    await page.goto(`${server.entrance}#${game}/play`);
    await page.waitForFunction((game) => document.body.dataset.game === game && document.querySelector('#board svg .piece'), game);
    const sizes = new Map();
    page.on('response', async (answer) => {
      const url = new URL(answer.url());
      if (url.origin === server.origin) sizes.set(url.pathname, await answer.request().sizes().then((size) => size.responseBodySize, () => 0));
    });
    const bytes = () => [...sizes.values()].reduce((sum, size) => sum + size, 0);
    await page.reload();
    await page.waitForSelector('#board svg .piece');
    await page.waitForLoadState('networkidle');
    assert.ok(sizes.size > 10 && bytes() > 30_000, `only ${sizes.size} files, ${bytes()} bytes`);
    assert.ok(bytes() < 130_000, `${bytes()} bytes to play`);
    assert.ok(![...sizes.keys()].some((name) => GAMES.some((other) => other !== game && name.includes(other))), 'nothing of another game');
    for (const screen of await page.$$eval('a[data-screen]', (all) => all.map((one) => one.dataset.screen))) {
      await page.locator(`a[data-screen=${screen}]`).click();
      await page.waitForFunction((screen) => document.body.dataset.screen === screen, screen);
    }
    await page.waitForLoadState('networkidle');
    assert.ok(bytes() < 300_000, `${bytes()} bytes in all`);
    await context.close();
  });
}

/** What a page can do to the program: open its socket, read its page, and bring it to answer anything. */
const attack = async (page, host) =>
  page.evaluate(async (host) => {
    const socket = await new Promise((resolve) => {
      const socket = new WebSocket(`ws://${host}/ws`);
      socket.onopen = () => resolve('open');
      socket.onerror = () => resolve('refused');
    });
    const read = await fetch(`http://${host}/`, { credentials: 'include' }).then((answer) => answer.text()).then(() => 'read', () => 'refused');
    const script = await new Promise((resolve) => {
      const element = document.createElement('script');
      element.type = 'module';
      element.src = `http://${host}/js/core/dom.js`;
      element.onload = () => resolve('loaded');
      element.onerror = () => resolve('refused');
      document.head.append(element);
    });
    return { socket, read, script };
  }, host);
const refused = { socket: 'refused', read: 'refused', script: 'refused' };

test('a page of another origin can neither read nor drive the program', async (t) => {
  const foreign = createServer((_, answer) => answer.end('<!doctype html><title>elsewhere</title>'));
  await new Promise((resolve) => foreign.listen(0, '127.0.0.1', resolve));
  t.after(() => foreign.close());
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(server.entrance);
  await page.waitForSelector('#home .view svg');
  // The same machine with another port, and with another name: the cookie is in this browser.
  for (const host of ['127.0.0.1', 'localhost']) {
    await page.goto(`http://${host}:${foreign.address().port}/`);
    assert.deepEqual(await attack(page, server.host), refused, host);
  }
  await context.close();
});

test('a name that was rebound to this machine gets nothing', async (t) => {
  const tricked = await launch(`--host-resolver-rules=MAP evil.example 127.0.0.1`);
  t.after(() => tricked.close());
  const context = await tricked.newContext();
  const page = await context.newPage();
  await page.goto(server.entrance);
  const port = new URL(server.origin).port;
  const answer = await page.goto(`http://evil.example:${port}/`);
  assert.equal(answer.status(), 421);
  const token = new URL(server.entrance).search;
  assert.equal((await page.goto(`http://evil.example:${port}/${token}`)).status(), 421, 'not even with the token');
  const socket = await page.evaluate((port) => new Promise((resolve) => {
    const socket = new WebSocket(`ws://evil.example:${port}/ws`);
    socket.onopen = () => resolve('open');
    socket.onerror = () => resolve('refused');
  }), port);
  assert.equal(socket, 'refused');
});

test('a browser that is started with a file gets in by the key in it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'damier-door-'));
  const door = join(folder, 'open.html');
  writeFileSync(door, `<!doctype html><meta http-equiv="refresh" content="0;url=${server.entrance}">`);
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(pathToFileURL(door).href);
  await page.waitForSelector('#main:not([aria-busy])');
  assert.equal(new URL(page.url()).origin, server.origin);
  assert.ok(!page.url().includes('token'));
  await context.close();
  rmSync(folder, { recursive: true });
});
