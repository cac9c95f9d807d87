import { expect, it } from 'vitest';
import { namesText, otherViewers, remainingText } from './live-view-words.ts';

const viewersOf = (...names: string[]) =>
  names.map((username) => ({ username, name: username, since: '2026-11-18T12:00:00.000Z' }));

it('the others who watch are named once, and oneself only when watching twice', () => {
  expect(otherViewers(viewersOf('ada', 'maria', 'tom', 'maria'), 'ada')).toEqual(['maria', 'tom']);
  expect(otherViewers(viewersOf('ada'), 'ada')).toEqual([]);
  expect(otherViewers(viewersOf('ada', 'ada'), 'ada')).toEqual(['ada']);
  expect(namesText(['ada', 'maria', 'tom'], 'en')).toBe('ada, maria, and tom');
});

it.each([
  [180_000, '3:00'],
  [64_200, '1:05'],
  [900, '0:01'],
  [-5, '0:00'],
])('%d ms are left as %s', (ms, text) => expect(remainingText(ms)).toBe(text));
