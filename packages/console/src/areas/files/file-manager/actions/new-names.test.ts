import { describe, expect, it } from 'vitest';
import { changedNames, nameProblems, replaceInNames } from './rename-dialog.tsx';

const files = ['Trip 1.jpg', 'Trip 2.jpg', 'Notes.txt'].map((name) => ({ file: { parent: 'A', name }, name }));

describe('new names of several files', () => {
  it('replace a part of each name, and only what changed is renamed', () => {
    const names = replaceInNames(files, 'Trip', 'Rome');
    expect(changedNames(names)).toEqual([
      { path: 'A/Trip 1.jpg', name: 'Rome 1.jpg' },
      { path: 'A/Trip 2.jpg', name: 'Rome 2.jpg' },
    ]);
    expect(changedNames(replaceInNames(files, '', 'Rome'))).toEqual([]);
  });

  it('are refused when they are not allowed, or the same in one folder', () => {
    const names = files.map(({ file }, index) => ({ file, name: ['same', 'same', 'a/b'][index] ?? '' }));
    expect(nameProblems(names)).toEqual(['taken', 'taken', 'badName']);
    const apart = [
      { file: { parent: 'A', name: 'x' }, name: 'same' },
      { file: { parent: 'B', name: 'x' }, name: 'same' },
    ];
    expect(nameProblems(apart)).toEqual([null, null]);
  });
});
