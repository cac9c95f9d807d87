import { expect, it } from 'vitest';
import { pathOf, stepsTo } from './file-path.ts';

it('joins a folder and a name', () => {
  expect(pathOf({ parent: '', name: 'a.txt' })).toBe('a.txt');
  expect(pathOf({ parent: 'Notes/Old', name: 'a b.txt' })).toBe('Notes/Old/a b.txt');
});

it('knows the way to a folder', () => {
  expect(stepsTo('')).toEqual([]);
  expect(stepsTo('Notes/Old')).toEqual([
    { name: 'Notes', path: 'Notes' },
    { name: 'Old', path: 'Notes/Old' },
  ]);
});
