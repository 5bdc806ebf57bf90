// The figures of the app, measured: what a page weighs, how fast it comes, how fast it answers, and what visitors cost.

import { readFileSync } from 'node:fs';

import { classic, launch, open, serve, talk } from './harness.mjs';

const row = (name, value, aim) => console.log(`${name.padEnd(58)} ${String(value).padStart(12)}   aim ${aim}`);
const quantile = (list, q) => [...list].sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * q))];
const ms = (value) => `${value.toFixed(1)} ms`;
const memory = (pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;

const server = await serve();
const browser = await launch();

// Weight and first paint, of a page that was never here.
{
  const paints = [];
  let bytes = 0;
  let files = 0;
  for (let time = 0; time < 9; time += 1) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    const bodies = [];
    page.on('response', (response) => bodies.push(response.body().then((body) => body.length, () => 0)));
    await page.goto(server.entrance);
    await page.waitForSelector('.todays .view svg');
    const painted = () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime;
    await page.waitForFunction(painted);
    paints.push(await page.evaluate(painted));
    const sizes = await Promise.all(bodies);
    [bytes, files] = [sizes.reduce((sum, size) => sum + size, 0), sizes.length];
    await context.close();
  }
  row('first paint, median of 9', ms(quantile(paints, 0.5)), '< 200 ms');
  row(`the whole page, ${files} files`, `${(bytes / 1000).toFixed(0)} kB`, '< 300 kB');
}

// A move, from the intention to the view.
{
  const visitor = await talk(server);
  visitor.say({ type: 'load', text: classic, moves: [] });
  let { scene } = await visitor.hear('view');
  await visitor.hear('rating');
  const times = [];
  for (let step = 0; step < 2000; step += 1) {
    const { name } = scene.moves[step % scene.moves.length];
    const asked = performance.now();
    visitor.say({ type: 'move', move: name });
    ({ scene } = await visitor.hear('view'));
    times.push(performance.now() - asked);
    if (scene.solved || step % 20 === 19) {
      visitor.say({ type: 'go', at: 0 });
      ({ scene } = await visitor.hear('view'));
    }
  }
  row('a move answered, median of 2000', ms(quantile(times, 0.5)), '');
  row('a move answered, 99th percentile', ms(quantile(times, 0.99)), '< 10 ms');
  visitor.socket.close();
}

// The first word of a long search, and its end.
{
  const visitor = await talk(server);
  const hard = readFileSync(new URL('../data/ricochet/hard.jsonl', import.meta.url), 'utf8').split('\n')[0];
  visitor.say({ type: 'load', text: hard, moves: [] });
  await visitor.hear('view');
  const [busy, progress, cancelled] = [[], [], []];
  for (let time = 0; time < 20; time += 1) {
    const asked = performance.now();
    visitor.say({ type: 'solve', algorithm: 'bfs' });
    await visitor.hear('busy');
    busy.push(performance.now() - asked);
    await visitor.hear('progress');
    progress.push(performance.now() - asked);
    const ended = performance.now();
    visitor.say({ type: 'cancel' });
    await visitor.hear('busy');
    cancelled.push(performance.now() - ended);
  }
  row('first feedback of a solve, worst of 20', ms(Math.max(...busy)), '< 100 ms');
  row('first figures of a solve, worst of 20', ms(Math.max(...progress)), '');
  row('cancelling, worst of 20', ms(Math.max(...cancelled)), '< 200 ms');
  visitor.socket.close();
}

/** Frames a second that a page draws meanwhile. */
const frames = (page, milliseconds) =>
  page.evaluate((milliseconds) => new Promise((resolve) => {
    const times = [];
    const start = performance.now();
    const frame = (now) => {
      times.push(now);
      if (now - start < milliseconds) requestAnimationFrame(frame);
      else resolve(((times.length - 1) * 1000) / (times.at(-1) - times[0]));
    };
    requestAnimationFrame(frame);
  }), milliseconds);

// Frames while a robot slides and while four algorithms race.
{
  const play = await open(browser, server, { board: classic });
  await play.page.waitForSelector('#board svg .robot');
  const sliding = frames(play.page, 2000);
  for (const key of ['ArrowUp', 'ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowDown', 'ArrowLeft']) {
    await play.page.keyboard.press(key);
    await play.page.waitForTimeout(200);
  }
  row('frames a second while robots slide', (await sliding).toFixed(0), '60');
  await play.context.close();
  const race = await open(browser, server, { screen: 'race', board: classic });
  await race.page.waitForSelector('#race-go');
  while ((await race.page.locator('[data-lane]').count()) < 4) {
    const more = race.page.locator('#race-add');
    if (!(await more.count())) break;
    await more.click();
  }
  await race.page.click('#race-go');
  row(`frames a second while ${await race.page.locator('[data-lane]').count()} algorithms race`, (await frames(race.page, 2500)).toFixed(0), '60');
  await race.context.close();
}

// A search of a million expansions: how smoothly one drags through it, and what the tab holds.
{
  const board = 't4-cf563dba92e14087';
  const { context, page } = await open(browser, server, { game: 'taquin', screen: 'watch', board });
  await page.evaluate((hash) => (location.hash = hash), `#taquin/watch/${board}?run=astar(manhattan)&steps=1000000`);
  await page.waitForSelector('.watch.running');
  const line = await page.locator('#watch-line').boundingBox();
  const [left, middle] = [line.x + line.width / 4, line.y + line.height / 2];
  await page.mouse.move(left, middle);
  await page.mouse.down();
  const drawn = frames(page, 4000);
  const until = performance.now() + 4000;
  for (let step = 0; performance.now() < until; step += 1) {
    // To the right half and back again, a pixel or two at a time.
    const along = Math.abs(((step * 2) % line.width) - line.width / 2);
    await page.mouse.move(left + along, middle);
  }
  await page.mouse.up();
  row('frames a second while a million expansions are dragged', (await drawn).toFixed(0), '60');
  await page.keyboard.press('End');
  const devtools = await context.newCDPSession(page);
  await devtools.send('Performance.enable');
  const { metrics } = await devtools.send('Performance.getMetrics');
  const heap = metrics.find((metric) => metric.name === 'JSHeapTotalSize').value / 2 ** 20;
  row("the tab's heap on a million expansions", `${heap.toFixed(0)} MB`, '< 300 MB');
  await context.close();
}

// Visitors who only look.
{
  const fresh = await serve();
  const before = memory(fresh.pid);
  const visitors = [];
  for (let number = 0; number < 500; number += 1) {
    const visitor = await talk(fresh);
    visitor.say({ type: 'look' });
    await visitor.hear('view');
    await visitor.hear('rating');
    visitors.push(visitor);
  }
  row('500 idle sittings', `${(memory(fresh.pid) - before).toFixed(0)} MB`, '< 100 MB');
  visitors.forEach((visitor) => visitor.socket.terminate());
  await fresh.stop();
}

await browser.close();
await server.stop();
