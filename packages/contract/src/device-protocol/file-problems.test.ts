import { describe, expect, it } from 'vitest';
import { limits } from '../core/limits.ts';
import { commandParams, hasList, namedFiles, paramsFor } from './command-params.ts';
import { commandDetails, commandSentence, commandWords } from './command-words.ts';
import { joinNames, problemsText } from './file-problems.ts';
import { filesWanted } from './files.ts';
import { deviceFrame, deviceFrameBytes } from './frames.ts';

const { filesPerCommand, problemMaxLength, problemsTextMaxLength } = limits.run;
const many = (count: number, length = 6) =>
  Array.from({ length: count }, (_, place) => `${String(place).padStart(length - 4, 'x')}.txt`);

const isValid = (params: object) => commandParams.SEND_FILE.safeParse(params).success;

describe('a command for several files', () => {
  it('names at most 50, each once, and either in a list or alone', () => {
    expect(isValid({ paths: many(50) })).toBe(true);
    expect(isValid({ paths: many(51) })).toBe(false);
    expect(isValid({ paths: ['a.txt', 'a.txt'] })).toBe(false);
    expect(isValid({ paths: [] })).toBe(false);
    expect(isValid({ path: 'a.txt', paths: ['b.txt'] })).toBe(false);
    expect(isValid({})).toBe(false);
    expect(commandParams.FETCH_MEDIA.safeParse({ keys: many(51) }).success).toBe(false);
  });

  it('has the form for one file when it names one', () => {
    expect(paramsFor('DELETE_FILE', ['a'])).toEqual({ path: 'a' });
    expect(paramsFor('SEND_FILE', ['a', 'b'])).toEqual({ paths: ['a', 'b'] });
    expect(paramsFor('FETCH_MEDIA', ['a'])).toEqual({ key: 'a' });
    expect(paramsFor('FETCH_MEDIA', ['a', 'b'])).toEqual({ keys: ['a', 'b'] });
    expect([{ path: 'a' }, { paths: ['a'] }, { keys: ['a'] }].map(hasList)).toEqual([false, true, true]);
  });

  it('takes as many uploads as it names, and none where it takes none', () => {
    expect(filesWanted('SEND_FILE', { paths: ['a', 'b', 'c'] })).toBe(3);
    expect(filesWanted('SEND_FILE', { path: 'a' })).toBe(1);
    expect(filesWanted('FETCH_MEDIA', { keys: ['a', 'b'] })).toBe(2);
    expect(filesWanted('DELETE_FILE', { paths: ['a', 'b'] })).toBe(0);
    expect(filesWanted('UPDATE_GALLERY', {})).toBe(limits.file.filesPerUpdate);
    expect(namedFiles('UPDATE_CONTACTS', { paths: ['a'] })).toEqual([]);
  });

  it('is logged with the name of every file, however long they are', () => {
    expect(commandDetails('SEND_FILE', { paths: ['a.txt', 'b.txt'] })).toEqual({ object: 'a.txt, b.txt', count: 2 });
    const long = many(50, limits.file.pathMaxLength);
    const { object = '' } = commandDetails('DELETE_FILE', { paths: long });
    expect(object.length).toBeLessThanOrEqual(limits.audit.namesMaxLength);
    for (const path of long) expect(object).toContain(path.slice(-10));
    expect(joinNames(['a', 'b'], 4)).toBe('a, b');
  });

  it('says in the log how many failed', () => {
    const details = { object: 'a, b', count: 2 };
    expect(commandWords('FETCH_MEDIA', details).title).toBe('Fetch 2 photos and videos (a, b) in full');
    expect(commandSentence('DELETE_FILE', details, 'DONE')).toBe('deleted 2 files (a, b)');
    expect(commandSentence('DELETE_FILE', details, 'DONE', { partly: '1 of 2 failed' })).toBe(
      'asked to delete 2 files (a, b) (1 of 2 failed)',
    );
  });
});

describe('the files that failed', () => {
  it('are named with their reasons, after a part that names none', () => {
    const text = problemsText([{ index: 1, reason: 'It is gone.' }], ['a.txt', 'b.txt']);
    expect(text).toBe('1 of 2 failed: b.txt: It is gone.');
    expect(text.split(': ')[0]).toBe('1 of 2 failed');
    expect(problemsText([{ index: 1, reason: 'It is gone.' }], [])).toContain('file 2: It is gone.');
  });

  it('make a text of bounded length', () => {
    const problems = many(50).map((_, index) => ({ index, reason: 'x'.repeat(problemMaxLength) }));
    expect(problemsText(problems, many(50))).toHaveLength(problemsTextMaxLength);
  });

  it('fit into their frame, however their reasons are written', () => {
    const problems = Array.from({ length: filesPerCommand }, (_, index) => ({
      index,
      reason: '\u0001'.repeat(problemMaxLength),
    }));
    const frame = { type: 'result', commandId: Number.MAX_SAFE_INTEGER, batches: 1, problems };
    expect(deviceFrame.safeParse(frame).success).toBe(true);
    expect(JSON.stringify(frame).length).toBeLessThanOrEqual(deviceFrameBytes.result);
    expect(deviceFrame.safeParse({ ...frame, problems: [...problems, { index: 0, reason: 'a' }] }).success).toBe(false);
    expect(deviceFrame.safeParse({ ...frame, problems: [{ index: 50, reason: 'a' }] }).success).toBe(false);
  });
});
