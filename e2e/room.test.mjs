// Rooms in a real browser: a class that votes, guests who see nothing else, people who come back.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { says, server, small, start } from './harness.mjs';
import { guest, host, inside, phone, visitor } from './room.mjs';

start();

/** The votes as the projector shows them, by choice. */
const bars = (page) => page.$$eval('#class-tally li', (all) => Object.fromEntries(all.map((one) => [one.dataset.choice, Number(one.querySelector('.tally-n').textContent)])));

/** How long its bars are, in percent. */
const widths = (page) => page.$$eval('#class-tally .tally-bar i', (all) => all.map((one) => Math.round(Number.parseFloat(one.style.width))));

test('a class of thirty phones votes on a question and on a move, and the projector counts', async () => {
  const teacher = await host({ kind: 'class', game: 'ricochet' }, { viewport: { width: 1920, height: 1080 } });
  const { page, line, code } = teacher;
  await page.click('#room-begin');
  await page.waitForSelector('.table .room-code');
  const phones = await Promise.all([1, 2, 3, 4].map((i) => guest(code, `Phone ${i}`, phone)));
  const sockets = [];
  for (let i = 0; i < 26; i += 1) sockets.push(await visitor(code));
  await line.until((view) => view.people.filter((one) => one.here).length === 31);

  await page.click('#class-own summary');
  await page.fill('#class-title', 'Which node is next?');
  await page.fill('#class-options', 'The first\nThe best\nThe last');
  await page.click('#class-ask');
  for (const [i, one] of phones.entries()) {
    await one.page.waitForSelector('[data-choice]');
    // Nobody but the teacher sees how the others vote.
    assert.equal(await one.page.locator('#class-tally:visible').count(), 0);
    await one.page.click(`.class-choices [data-choice="${i % 2}"]`);
    await one.page.waitForSelector(`.class-choices [data-choice="${i % 2}"][aria-pressed=true]`);
  }
  for (const [i, one] of sockets.entries()) one.say({ type: 'vote', choice: String(i < 20 ? 1 : 2) });
  await line.until((view) => view.class.vote.voted === 30);
  await says(page, '#class-told', '30 of 30');
  assert.deepEqual(await bars(page), { 0: 2, 1: 22, 2: 6 });
  assert.deepEqual(await widths(page), [7, 73, 20]);
  // A vote may be changed while the question is open.
  await phones[0].page.click('.class-choices [data-choice="2"]');
  await page.waitForFunction(() => document.querySelector('#class-tally [data-choice="2"] .tally-n').textContent === '7');
  await page.click('#class-close');
  for (const one of phones) {
    await one.page.waitForSelector('#class-tally:not([hidden])');
    assert.deepEqual(await bars(one.page), { 0: 1, 1: 22, 2: 7 });
  }

  // A board, and which move.
  await page.click('#class-text-open');
  await page.fill('#class-board', `${server.origin}/#ricochet/play/${small}`);
  await page.click('#class-put');
  await line.until((view) => view.class.scene);
  await page.click('#class-ask-move');
  const asked = await sockets[0].until((view) => view.class.vote?.open && view.class.vote.question.ask === 'move');
  const [move, other] = asked.class.scene.moves.map((one) => one.name);
  for (const one of sockets) one.say({ type: 'vote', choice: move });
  await phones[1].page.click(`.class-choices [data-choice="${other}"]`);
  await says(page, '#class-told', '27 of 30');
  assert.deepEqual(await bars(page), { [move]: 26, [other]: 1 });

  // A name is struck out: its owner is without one.
  const rude = line.view.people.find((one) => one.name === 'Phone 3');
  await page.locator(`[data-person="${rude.id}"] summary`).click();
  await page.locator(`[data-person="${rude.id}"] [data-deed=strike]`).click();
  await phones[2].line.until((view) => view.people.find((one) => one.id === view.you).name === '');
  // A ready-made word is seen beside who said it.
  await phones[3].page.click('[data-word=question]');
  await page.waitForFunction(() => [...document.querySelectorAll('.person-word')].some((one) => one.textContent === 'A question'));
  for (const { complaints, context } of [teacher, ...phones]) {
    assert.deepEqual(complaints, []);
    await context.close();
  }
  for (const one of sockets) one.socket.close();
});

test('a lesson is shown step by step, and a new board', async () => {
  const teacher = await host({ kind: 'class', game: 'ricochet' });
  const { page, line, code } = teacher;
  const pupil = await guest(code, 'Pupil', phone);
  await page.click('#room-begin');
  await page.waitForFunction(() => document.querySelectorAll('#class-lesson option').length > 1);
  await page.selectOption('#class-lesson', { index: 1 });
  await line.until((view) => view.class.stage.stage === 'lesson');
  await page.waitForFunction(() => document.querySelector('#class-heading')?.textContent && !document.querySelector('.class-lesson').hidden);
  const first = await page.textContent('#class-heading');
  // It is read on every phone, too.
  await says(pupil.page, '#class-heading', first);
  await page.click('#class-next');
  await page.waitForFunction((first) => document.querySelector('#class-heading').textContent !== first, first);
  await says(pupil.page, '#class-heading', await page.textContent('#class-heading'));
  // And a new board, which nobody has a text of.
  await page.click('#class-new');
  await pupil.line.until((view) => view.class.scene?.pieces.length > 0);
  await pupil.page.waitForSelector('#board svg .piece');
  for (const { complaints, context } of [teacher, pupil]) {
    assert.deepEqual(complaints, []);
    await context.close();
  }
});

test('a guest sees nothing but the room', async () => {
  const first = await host({ kind: 'race', game: 'taquin' });
  const { page, context, complaints } = await guest(first.code, 'Eve');
  assert.equal(await page.locator('#screens a:visible, #game:visible, #lab-door:visible').count(), 0);
  assert.equal(await page.locator('.brand').getAttribute('href'), null);
  assert.equal(await page.locator('#room-begin:visible, #room-locked:visible, #room-rules:visible').count(), 0);
  for (const path of ['alive', 'trace', 'lab', 'ws']) {
    const status = await page.evaluate((path) => fetch(`/${path}`).then((answer) => answer.status), path);
    assert.equal(status, 403, path);
  }
  // Whatever address is typed, the room is what there is.
  for (const hash of ['#home', '#quoridor/play', '#lab']) {
    await page.evaluate((hash) => (location.hash = hash), hash);
    await page.waitForFunction((code) => location.hash === `#room/${code}` && document.body.dataset.screen === 'room', first.code);
    await inside(page);
  }
  // Nor is there another room.
  const other = await host({ kind: 'race', game: 'taquin' });
  await page.evaluate((code) => (location.hash = `#room/${code}`), other.code);
  await page.waitForSelector('.room-gate form:not([hidden])');
  assert.deepEqual(complaints, []);
  for (const one of [context, first.context, other.context]) await one.close();
});

test('a tab that is opened twice is the same person, and who is put out stays out', async () => {
  const first = await host({ kind: 'race', game: 'taquin' });
  const one = await guest(first.code, 'Eve');
  const again = await one.context.newPage();
  await again.goto(`${server.origin}/#room/${first.code}`);
  await inside(again);
  await says(again, '#room-people', 'Eve (you)');
  assert.equal(first.line.view.people.length, 2);
  // Closing one of them leaves the person there.
  await again.close();
  await one.page.reload();
  await inside(one.page);
  await first.line.until((view) => view.people.length === 2 && view.people.every((person) => person.here));
  const { id } = first.line.view.people.find((person) => person.name === 'Eve');
  await first.page.locator(`[data-person="${id}"] summary`).click();
  await first.page.locator(`[data-person="${id}"] [data-deed=remove]`).click();
  await first.page.click('#ask-yes');
  await one.page.waitForSelector('.room-gate:not([hidden])');
  await says(one.page, '.gate-words', 'no longer in this room');
  for (const { context } of [first, one]) await context.close();
});

test('what was done while the line was lost is done when it is back, and no older message undoes it', async () => {
  const first = await host({ kind: 'bids', game: 'ricochet' });
  const { page, line } = first;
  line.mute();
  await page.selectOption('#room-mode', 'all');
  await page.fill('#room-tokens', '3');
  await page.press('#room-tokens', 'Tab');
  // The server has not heard of it; the page shows what was chosen all the same.
  assert.equal(line.view.rules.mode, 'bids');
  assert.equal(await page.inputValue('#room-mode'), 'all');
  await line.cut();
  await line.until((view) => view.rules.mode === 'all' && view.rules.tokens === 3);
  await page.waitForFunction(() => document.querySelector('#room-mode').value === 'all' && document.querySelector('#room-tokens').value === '3');
  const numbers = line.sent.filter((one) => one.type === 'choose').map((one) => one.n);
  assert.ok(new Set(numbers).size < numbers.length, 'they were sent again with the same numbers');
  await first.context.close();
});
