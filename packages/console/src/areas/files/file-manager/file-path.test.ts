import { expect, it } from 'vitest';
import { pathOf, breadcrumbsOf } from './file-path.ts';

it('joins a folder and a name', () => {
  expect(pathOf({ parent: '', name: 'a.txt' })).toBe('a.txt');
  expect(pathOf({ parent: 'Notes/Old', name: 'a b.txt' })).toBe('Notes/Old/a b.txt');
});

it('lists the folders on the way to a path', () => {
  expect(breadcrumbsOf('')).toEqual([]);
  expect(breadcrumbsOf('Notes/Old')).toEqual([
    { name: 'Notes', path: 'Notes' },
    { name: 'Old', path: 'Notes/Old' },
  ]);
});
