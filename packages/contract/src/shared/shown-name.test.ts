import { describe, expect, it } from 'vitest';
import { nameInFull, shownName } from './shown-name.ts';

describe('the name of an admin in full', () => {
  it.each([
    [{ username: 'ada' }, 'ada'],
    [{ username: 'ada', displayName: 'ada' }, 'ada'],
    [{ username: 'ada', displayName: 'Ada Berg' }, 'Ada Berg (ada)'],
    [{ username: 'ada', displayName: 'Ada Berg', nickname: 'The boss' }, 'The boss (ada)'],
    [{ username: 'eve', displayName: 'Ada Berg (ada)' }, 'Ada Berg (ada) (eve)'],
  ])('of %o is %s', (names, inFull) => {
    expect(nameInFull(names)).toBe(inFull);
    expect(inFull.startsWith(shownName(names))).toBe(true);
  });
});
