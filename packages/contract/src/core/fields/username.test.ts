import { describe, expect, it } from 'vitest';
import { limits } from '../limits.ts';
import { username } from './username.ts';

const read = (name: string) => username.safeParse(name);

describe('a new username', () => {
  it.each([
    'admin',
    'Ada.B_1-2',
    '123',
    'éva',
    'мария',
    'Ὀδυσσεύς',
    'محمد',
    'דניאל',
    'हिन्दी',
    'ไทยคน',
    'ひらカナー日本',
  ])('is letters of one script, digits and ._-: %s', (name) => {
    expect(read(name)).toMatchObject({ success: true, data: name });
  });

  it.each(['김철수', '金철수', '金ㄅㄆ'])('may mix the scripts that a language mixes: %s', (name) => {
    expect(read(name).success).toBe(true);
  });

  it.each([
    ['a Hangul filler after it', 'admin\u3164'],
    ['Hangul fillers alone', '\u3164\u3164\u3164'],
    ['a half-width Hangul filler', 'admin\uFFA0'],
    ['a Cyrillic a', '\u0430dmin'],
    ['a Greek A', '\u0391dmin'],
    ['a zero-width joiner', 'ad\u200Dmin'],
    ['a zero-width space', 'ad\u200Bmin'],
    ['a word joiner', 'admin\u2060'],
    ['a byte order mark in the middle', 'ad\uFEFFmin'],
    ['letters that run backwards', 'nim\u202Eda'],
    ['an isolate', 'ad\u2066min'],
    ['a soft hyphen', 'ad\u00ADmin'],
    ['a variation selector', 'admin\uFE0F'],
    ['a combining grapheme joiner', 'ad\u034Fmin'],
    ['a tag letter', 'admin\u{E0061}'],
    ['a mark that composes with nothing', 'adm\u0335in'],
    ['a mark without its letter', '\u0301admin'],
    ['marks alone', '\u093E\u093E\u093E'],
    ['five marks on one letter', 'क\u0941\u0941\u0941\u0941\u0941'],
    ['points of another script', 'ad\u05B0min'],
    ['digits of another script', '\u0661\u0662\u0663'],
    ['a space', 'ad min'],
    ['a no-break space', 'ad\u00A0min'],
    ['a braille blank', 'admin\u2800'],
    ['a line break', 'ad\nmin'],
    ['a NUL', 'ad\0min'],
    ['an apostrophe', 'o\u2019hara'],
    ['an emoji', 'admin\u{1F600}'],
    ['half a character', 'ad\uD800min'],
    ['nothing to read', '._-'],
    ['too little', 'ab'],
    ['too much', 'x'.repeat(limits.username.maxLength + 1)],
    ['too much once it is normalised', '\uFDFA'.repeat(limits.username.maxLength)],
  ])('is refused with %s', (_, name) => {
    expect(read(name).success).toBe(false);
  });

  it.each([
    ['full-width letters', '\uFF41\uFF44\uFF4D\uFF49\uFF4E', 'admin'],
    ['mathematical letters', '\u{1D41A}\u{1D41D}\u{1D426}\u{1D422}\u{1D427}', 'admin'],
    ['circled letters', '\u24D0dmin', 'admin'],
    ['a raised digit', 'ada\u00B2', 'ada2'],
    ['a letter and its accent', 'e\u0301va', 'éva'],
    ['spaces around it', ' admin\u3000', 'admin'],
  ])('is what it reads as: %s', (_, typed, name) => {
    expect(read(typed)).toMatchObject({ success: true, data: name });
  });

  it('says what is allowed', () => {
    const { error } = read('\u0430dmin');
    expect(error?.issues.map(({ message }) => message)).toEqual([
      'A username has no spaces: letters of one script, digits and . _ -',
    ]);
  });
});
