import { describe, expect, it } from 'vitest';
import { displayName, optionalName } from './display-name.ts';
import { isReason, statedReason } from './stated-reason.ts';
import { curlyQuotes, nameInSentence, quoted, seenText } from './written-text.ts';

const read = (name: string) => displayName(20).safeParse(name);

describe('a name that admins give', () => {
  it.each([
    ['spaces of any kind are one space', ' Van\u00A0\u2003 7 ', 'Van 7'],
    ['a letter and its accent are one', 'E\u0301va', 'Éva'],
    ['other alphabets', 'Сад Αθήνα', 'Сад Αθήνα'],
    ['emoji with their joiners', '❤\uFE0F 👨\u200D👩\u200D👧', '❤\uFE0F 👨\u200D👩\u200D👧'],
    ['the joiners of Persian and Hindi', 'می\u200Cخواهم क्\u200Dष', 'می\u200Cخواهم क्\u200Dष'],
    ['words near ours', 'Ecosystem', 'Ecosystem'],
  ])('takes %s', (_, typed, name) => {
    expect(read(typed)).toMatchObject({ success: true, data: name });
  });

  it.each([
    ['a line break', 'a\nb'],
    ['a joiner between other letters', 'a\u200Cb'],
    ['a variation selector on a letter', 'a\uFE0F'],
    ['marks without end', `a${'\u0301'.repeat(20)}`.slice(0, 12)],
    ['two alphabets in a word', 'P\u0430ul'],
    ['our name in small capitals', 'ꜰᴀɪʀᴡᴀᴛᴄʜ'],
    ['our name with digits', 'Fa1rw4tch'],
    ['our name within others', 'The Fairwatch Team'],
    ['a role of ours in Cyrillic letters', 'Ѕуѕтем'],
    ['half a character', 'Trip \uD83D'],
    ['nothing', ' \u2003 '],
    ['too much', 'x'.repeat(21)],
  ])('refuses %s', (_, typed) => {
    expect(read(typed).success).toBe(false);
  });

  it('may be left out where a thing has another name', () => {
    expect(optionalName(20).safeParse('  ')).toMatchObject({ success: true, data: '' });
  });
});

describe('a reason', () => {
  it.each([
    'Lost phone',
    'Is the car damaged?',
    '電話をなくしました',
    '휴대폰 분실 신고',
    'به\u200Cدنبال گوشی',
    'ตามหาโทรศัพท์ที่หาย',
  ])('says something: %s', (text) => {
    expect(statedReason(100).safeParse(text).success).toBe(true);
  });

  it.each(['Lost', 'why not', '1234 5678 9012', 'aaaaa aaaaaaa', '失踪'])('does not: %s', (text) => {
    expect(isReason(text)).toBe(false);
  });
});

describe('a text of somebody in a sentence of ours', () => {
  it('cannot close its quotes, and keeps its apostrophes', () => {
    expect(quoted(`Anna’s "phone" 'x' ''y''`)).toBe(`"Anna’s 'phone' 'x' 'y'"`);
    expect(quoted('«a» ”b“', curlyQuotes)).toBe("“'a' 'b'”");
    expect(quoted('ארה״ב')).toBe('"ארה״ב"');
  });

  it('is a name as it is, unless it could be more than that', () => {
    expect(nameInSentence('Anna’s school, Utrecht')).toBe('Anna’s school, Utrecht');
    expect(nameInSentence('School; Anna agreed')).toBe('"School; Anna agreed"');
    expect(nameInSentence('School. Anna agreed')).toBe('"School. Anna agreed"');
  });

  it('of a device loses what cannot be seen', () => {
    expect(seenText('a\u202Eb\r\nc\u0000 👨\u200D👩\u200D👧')).toBe('ab c 👨\u200D👩\u200D👧');
  });
});
