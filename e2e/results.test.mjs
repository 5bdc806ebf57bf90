// What results tell, without a page.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { bestOfDay, dayAfter, dayOf, daysDone, excess, levelsDone, median, nextLevel, outcome, perDay, series, streak, summary } from '../web/js/core/results.js';

const person = { engine: null };
const engine = { engine: 'fast(level=medium)' };
const at = (day, more = {}) => ({ cost: 7, optimum: 7, seconds: 30, hints: 0, shown: false, when: new Date(`${day}T12:00:00`).getTime(), ...more });
const daily = (day, more) => at(day, { occasion: `daily ${day}`, ...more });

test('an outcome is told apart by who won, and by whether the solution was shown', () => {
  assert.equal(outcome({}), 'solved');
  assert.equal(outcome({ shown: true }), 'shown');
  assert.equal(outcome({ seats: [person, engine], end: { winner: 0 } }), 'won');
  assert.equal(outcome({ seats: [engine, person], end: { winner: 0 } }), 'lost');
  assert.equal(outcome({ seats: [person, engine], end: { winner: null } }), 'drawn');
  assert.equal(outcome({ seats: [person, person], end: { winner: 0 } }), 'other');
  assert.equal(outcome({ seats: [engine, engine], end: { winner: 0 } }), 'other');
});

test('a streak ends with the first day that is missing, and today may still come', () => {
  const done = daysDone([daily('2026-11-14'), daily('2026-11-15'), daily('2026-11-16'), daily('2026-11-12'), daily('2026-11-13', { shown: true }), at('2026-11-11')]);
  assert.deepEqual([...done].sort(), ['2026-11-12', '2026-11-14', '2026-11-15', '2026-11-16']);
  assert.equal(streak(done, '2026-11-16'), 3);
  assert.equal(streak(done, '2026-11-17'), 3);
  assert.equal(streak(done, '2026-11-18'), 0);
  assert.equal(streak(new Set(['2026-12-31', '2027-01-01']), '2027-01-01'), 2);
  assert.equal(streak(new Set(), '2026-11-17'), 0);
});

test('days are counted by the calendar', () => {
  assert.equal(dayAfter('2024-02-28', 1), '2024-02-29');
  assert.equal(dayAfter('2026-03-01', -1), '2026-02-28');
  assert.equal(dayAfter('2026-12-31', 1), '2027-01-01');
  assert.equal(dayOf(new Date(2026, 0, 5, 23, 59).getTime()), '2026-01-05');
  // The clocks change in March and October: the days do not.
  assert.equal(perDay([], '2026-11-01', 14).length, 14);
  assert.equal(perDay([], '2026-11-01', 14)[0].day, '2026-10-19');
});

test('the best of a day costs least, and what was shown does not count', () => {
  const results = [daily('2026-11-17', { cost: 9 }), daily('2026-11-17', { cost: 8, seconds: 10 }), daily('2026-11-17', { cost: 7, shown: true })];
  assert.equal(bestOfDay(results, '2026-11-17').cost, 8);
  assert.equal(bestOfDay(results, '2026-11-16'), null);
});

test('the figures are those of what the person did', () => {
  const results = [at('2026-11-01', { cost: 9 }), at('2026-11-02', { seconds: 10 }), at('2026-11-03', { optimum: null, seconds: 50, hints: 2 }), at('2026-11-04', { shown: true, seconds: 1 })];
  assert.deepEqual(summary(results), { finished: 4, done: 3, perfect: 1, known: 2, excess: 1, seconds: 30, hints: 2 });
  assert.deepEqual(summary([]), { finished: 0, done: 0, perfect: 0, known: 0, excess: null, seconds: null, hints: 0 });
  assert.equal(excess({ cost: 5, optimum: 7 }), 0);
  assert.equal(median([4, 1]), 2.5);
  assert.deepEqual(perDay(results, '2026-11-03', 3).map(({ done }) => done), [1, 1, 1]);
  assert.deepEqual(series(results, excess, 10).map(({ value }) => value), [2, 0]);
  assert.deepEqual(series(results, ({ seconds }) => seconds, 2).map(({ value }) => value), [10, 50]);
});

test('levels that were done are told set by set, and the next one is the first that is missing', () => {
  const sets = levelsDone([at('2026-11-01', { level: ['one', 0] }), at('2026-11-01', { level: ['one', 1] }), at('2026-11-01', { level: ['two', 4], shown: true }), at('2026-11-01', { level: ['one', 2], variant: 'sliding(p=0.1)' })]);
  assert.deepEqual(Object.keys(sets), ['one']);
  assert.equal(nextLevel(sets.one, 155), 2);
  assert.equal(nextLevel(undefined, 155), 0);
  assert.equal(nextLevel(new Set([0, 1]), 2), 0);
});
