import { expect, it } from 'vitest';
import { addedText, countAdded, storageProblem } from './item-storage.ts';

it('counts what is new and what was there', () => {
  expect(countAdded(['a', 'b', 'c'], new Set(['b', 'x']))).toEqual({ added: 2, known: 1 });
  expect(addedText({ added: 2, known: 1 })).toBe('2 added, 1 was here already.');
  expect(addedText({ added: 1200, known: 0 })).toBe('1,200 added.');
});

it('says in words that the storage is full', () => {
  expect(storageProblem(new DOMException('quota', 'QuotaExceededError')).message).toMatch(/no space left/);
  expect(storageProblem(new Error('something else')).message).toBe('something else');
});
