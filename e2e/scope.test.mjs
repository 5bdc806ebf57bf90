// The heuristic microscope, and heuristics of one's own.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { axeFinds, browser, open, says, server, start } from './harness.mjs';

start();

const look = async (page) => {
  await page.click('#scope-go');
  await page.waitForSelector('#scope-results:not([hidden]) #scope-plot .diagonal', { timeout: 60_000, state: 'attached' });
};

test('manhattan is shown to be wrong, with a board', async () => {
  const { context, page, complaints } = await open(browser, server, { screen: 'analyse' });
  await page.selectOption('#scope-one', 'manhattan');
  await page.selectOption('#scope-other', 'bounces');
  await look(page);
  await says(page, '.scope-verdict', 'Not admissible');
  assert.ok((await page.locator('#scope-plot .above').count()) > 0);
  assert.equal(await page.locator('#scope-plot-other .above').count(), 0);
  await page.waitForSelector('.scope-example svg.scene');
  const words = await page.locator('.scope-example figcaption').first().textContent();
  assert.match(words, /Here it says \d+, but the true distance is \d+ moves?/);
  await says(page, '#scope-results', 'Where the two differ most');
  // The counterexample can be put on the board; the result is then of another position.
  await page.locator('.scope-board').first().click();
  await says(page, '#scope-words', 'no longer on the board');
  assert.deepEqual(await axeFinds(page), []);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a script is checked as it is typed, looked at, mapped and kept', async () => {
  const { context, page, complaints } = await open(browser, server, { screen: 'analyse' });
  await page.locator('#script > summary').click();
  await page.waitForFunction(() => document.querySelector('#script-text').value.includes('distance('));
  await says(page, '#script-text-told', 'It says');
  await page.fill('#script-text', '// mine\nlet t = targets()[0];\nbounce(s)');
  await says(page, '#script-text-told', 'line 3, column 1');
  assert.equal(await page.locator('.script-lines .wrong').textContent(), '▸3');
  assert.equal(await page.getAttribute('#script-text', 'aria-invalid'), 'true');
  // The board has a cell from which nothing leads to the target.
  const mine = '// mine\nlet b = bounces(s);\nif b == () { b } else { b + 1 }';
  await page.fill('#script-text', mine);
  await says(page, '#script-text-told', 'It says');
  assert.equal(await page.inputValue('#scope-one'), '#');
  await look(page);
  await says(page, '.scope-verdict', 'Not admissible');
  // Above the truth even at the goal.
  await says(page, '.scope-example figcaption', 'distance is 0 moves');
  // The map of it, over the board.
  await page.locator('#map-on').check();
  await page.selectOption('#map-heuristic', 'own');
  await page.waitForFunction(() => {
    const numbers = [...document.querySelectorAll('.heat-numbers text')].map((one) => one.textContent);
    return numbers.includes('3') && !numbers.includes('0');
  });
  // It is kept under a name, and there again for the next page.
  await page.fill('#script-name', 'One more');
  await page.click('#script-keep');
  await says(page, '#script-kept', 'One more');
  await page.waitForFunction(() => [...document.querySelector('#scope-one').options].some((one) => one.text === 'One more'));
  await page.reload();
  await page.waitForFunction(() => [...(document.querySelector('#script-from')?.options ?? [])].some((one) => one.text === 'One more'));
  await page.locator('#script > summary').click();
  await page.selectOption('#script-from', { label: 'One more' });
  await page.waitForFunction((mine) => document.querySelector('#script-text').value === mine, mine);
  await page.click('#script-drop');
  await page.waitForFunction(() => ![...document.querySelector('#scope-one').options].some((one) => one.text === 'One more'));
  assert.deepEqual(await axeFinds(page), []);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('the keyboard can leave the editor', async () => {
  const { context, page } = await open(browser, server, { screen: 'analyse', game: 'taquin', board: '' });
  await page.locator('#script > summary').click();
  await page.fill('#script-text', '1');
  await page.focus('#script-text');
  await page.keyboard.press('Home');
  await page.keyboard.press('Tab');
  assert.equal(await page.inputValue('#script-text'), '  1');
  await page.keyboard.press('Shift+Tab');
  assert.equal(await page.inputValue('#script-text'), '1');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'script-name');
  await context.close();
});

test('every game with plans has examples that run, in both languages', async () => {
  for (const game of ['ricochet', 'sokoban', 'taquin']) {
    const { context, page, complaints } = await open(browser, server, { screen: 'analyse', game, locale: game === 'sokoban' ? 'fr-FR' : 'en-GB' });
    await page.locator('#script > summary').click();
    const examples = await page.$$eval('#script-from option', (all) => all.map((one) => one.value).filter((value) => value.startsWith('example:')));
    assert.equal(examples.length, 5);
    for (const example of examples) {
      const before = await page.inputValue('#script-text');
      await page.selectOption('#script-from', example);
      await page.waitForFunction((before) => document.querySelector('#script-text').value !== before, example === examples[0] ? '' : before);
      await page.waitForFunction(() => /\d/.test(document.querySelector('#script-text-told').textContent));
      assert.equal(await page.getAttribute('#script-text', 'aria-invalid'), null, `${game} ${example}`);
    }
    assert.deepEqual(await axeFinds(page), []);
    assert.deepEqual(complaints, []);
    await context.close();
  }
});
