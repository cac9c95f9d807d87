import { assert, integer, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clipText, textWidth, wrapText } from './wrap-text.ts';

describe('a text in columns', () => {
  it('is broken between words, and a long word anywhere', () => {
    expect(wrapText('one two three', 8)).toEqual(['one two', 'three']);
    expect(wrapText('abcdefghij kl', 4)).toEqual(['abcd', 'efgh', 'ij', 'kl']);
    expect(wrapText('', 10)).toEqual(['']);
  });

  it('counts wide characters twice, and marks not at all', () => {
    expect([textWidth('日本'), textWidth('e\u0301'), textWidth('👍')]).toEqual([4, 1, 2]);
    expect(wrapText('日本語', 4)).toEqual(['日本', '語']);
  });

  it('is clipped with an ellipsis', () => {
    expect([clipText('abcdef', 6), clipText('abcdef', 4), clipText('abc', 0)]).toEqual(['abcdef', 'abc…', '']);
  });

  it('never gets wider than it may, and loses nothing', () => {
    assert(
      property(string({ unit: 'grapheme', maxLength: 100 }), integer({ min: 2, max: 40 }), (text, columns) => {
        const lines = wrapText(text, columns);
        for (const line of lines) expect(textWidth(line)).toBeLessThanOrEqual(columns);
        expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
      }),
    );
  });
});
