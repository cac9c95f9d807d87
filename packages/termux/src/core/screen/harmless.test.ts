import { assert, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { harmlessLine, harmlessLines } from './harmless.ts';

describe('the words of somebody else', () => {
  it.each([
    ['an escape sequence', '\u001B[2Jgone', '�[2Jgone'],
    ['its one-byte form', '\u009B2Jgone', '�2Jgone'],
    ['a window title', '\u001B]0;title\u0007', '�]0;title�'],
    ['a backspace', 'yes\b\b\bno', 'yes���no'],
    ['a turn of the direction', 'a\u202Eb\u2066c', 'a�b�c'],
    ['letters without width', 'a\u200Bb\uFEFFc', 'a�b�c'],
    ['line breaks', 'one\r\ntwo\nthree\rfour\tfive', 'one two three four five'],
    ['other line breaks', 'one\u2028two\u2029three\u0085four', 'one�two�three�four'],
    ['half a character', 'a\uD800b', 'a�b'],
  ])('cannot use %s', (_, text, harmless) => {
    expect(harmlessLine(text)).toBe(harmless);
  });

  it('keep what scripts and emoji need, and no piles of marks', () => {
    expect(harmlessLine('می\u200Cخواهم 👨\u200D👩\u200D👧 e\u0301')).toBe('می\u200Cخواهم 👨\u200D👩\u200D👧 e\u0301');
    expect(harmlessLine(`a${'\u0301'.repeat(40)}b`)).toBe(`a${'\u0301'.repeat(4)}b`);
  });

  it('can have lines where they may', () => {
    expect(harmlessLines('one\ntwo\u001B\r\n\r\nthree')).toEqual(['one', 'two�', '', 'three']);
  });

  it('contain nothing that a terminal obeys, whatever they were', () => {
    assert(
      property(string({ unit: 'binary', maxLength: 200 }), (text) => {
        expect(harmlessLine(text)).not.toMatch(/[\p{Cc}\u202A-\u202E\u2028\u2029\u2066-\u2069]/u);
      }),
    );
  });
});
