import { expect, it } from 'vitest';
import { inReadersTime, momentWords } from './day-words.ts';

const at = '2026-11-15T14:02:00.000Z';
const local = (moment: string) => `<${moment}>`;

it('the moments of a sentence are written as the reader has them, whichever way the server wrote them', () => {
  expect(inReadersTime(`opened a photo from ${momentWords(at)} (1.2 MB)`, local)).toBe(
    `opened a photo from <${at}> (1.2 MB)`,
  );
  expect(inReadersTime('You can ask again 2026-11-15 14:02 UTC.', local)).toBe(`You can ask again <${at}>.`);
});

it.each([
  'on Sunday 15 November',
  'opened 99 Nonsense 2026, 14:02 UTC',
  'at 14:02 UTC',
  'opened 15 November 2026, 99:02 UTC',
])('what is no moment stays as it is: %s', (words) => {
  expect(inReadersTime(words, local)).toBe(words);
});
