import { groundNotStated, type Passcode } from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';
import { canBeReminded } from '../can-be-reminded.ts';
import { readFilters } from '../passcode-filters.ts';
import { cardIds, readCardIds } from './card-ids.ts';
import { sheetsOf, usualPaper } from './sheets.ts';

describe('the address of cards', () => {
  it('names passcodes by their ids', () => {
    expect(readCardIds(cardIds([{ id: 3 }, { id: 12 }]))).toEqual([3, 12]);
    expect(readCardIds(cardIds([{ id: 3 }]))).toEqual([3]);
  });

  it('ignores what is no id', () => {
    expect(readCardIds('3,x,-1,3,1.5,4')).toEqual([3, 4]);
    expect([undefined, null, {}, '', 0].flatMap(readCardIds)).toEqual([]);
  });
});

describe('sheets of cards', () => {
  it('hold a fixed number of cards, the last one the rest', () => {
    const cards = Array.from({ length: 19 }, (_, id) => id);
    expect(sheetsOf(cards, 8).map(({ length }) => length)).toEqual([8, 8, 3]);
    expect(sheetsOf(cards, 10).flat()).toEqual(cards);
    expect(sheetsOf([], 8)).toEqual([]);
  });

  it("have the size that is usual in the reader's region", () => {
    expect(usualPaper('en-US')).toBe('LETTER');
    expect(usualPaper('de-DE')).toBe('A4');
    expect(usualPaper('en')).toBe('A4');
  });
});

describe('the filters of passcodes', () => {
  it('are read from the URL', () => {
    expect(readFilters({ state: 'USED', batchId: 4, groupId: '7' })).toEqual({ state: 'USED', batchId: 4, groupId: 7 });
    expect(readFilters({ state: 'LOST', batchId: 'x', groupId: -1 })).toEqual({});
  });
});

describe('a reminder', () => {
  const now = new Date('2026-11-16T12:00:00Z');
  const passcode: Passcode = {
    id: 1,
    otpCode: 'ABCDWXYZ',
    signing: null,
    language: null,
    state: 'VALID',
    ground: groundNotStated,
    name: 'Nora',
    asked: [],
    email: 'nora@example.org',
    group: null,
    admin: 'owner',
    batchId: 1,
    remindedAt: null,
    createdBy: 'owner',
    createdAt: '2026-11-15T12:00:00Z',
    expiresAt: '2026-11-20T12:00:00Z',
    usedAt: null,
    usedBy: null,
  };
  it.each<[string, Partial<Passcode>, boolean]>([
    ['a valid passcode with an address', {}, true],
    ['one without an address', { email: '' }, false],
    ['one that is used', { state: 'USED' }, false],
    ['one that is expired', { state: 'EXPIRED' }, false],
    ['one reminded an hour ago', { remindedAt: '2026-11-16T11:00:00Z' }, false],
    ['one reminded a day ago', { remindedAt: '2026-11-15T12:00:00Z' }, true],
  ])('of %s: %s', (_, change, expected) => {
    expect(canBeReminded({ ...passcode, ...change }, now)).toBe(expected);
  });
});
