import { beforeAll, describe, expect, it } from 'vitest';
import { dayOf } from '../../core/components/time/days.ts';
import { addTexts, i18n } from '../../core/i18n/i18n.ts';
import { dayText, shortTimeText } from './message-times.ts';
import texts from './conversation.texts.json';

const now = new Date(2026, 2, 1, 9, 5);

beforeAll(() => addTexts('conversation', texts));

describe('times of messages', () => {
  it('name the day in the time zone of the reader', () => {
    const today = dayOf(now);
    expect(today).toBe('2026-03-01');
    expect(dayText(new Date(2026, 2, 1, 0, 0), today)).toBe('Today');
    expect(dayText(new Date(2026, 1, 28, 23, 59), today)).toBe('Yesterday');
    expect(dayText(new Date(2026, 1, 27, 12), today)).toMatch(/Friday.*27.*2026|Friday, February 27, 2026/);
  });

  it('are shortened to a time, a weekday or a date', () => {
    expect(shortTimeText(new Date(2026, 2, 1, 8, 4), now)).toMatch(/^08:04/);
    expect(shortTimeText(new Date(2026, 1, 26, 8), now)).toBe('Thu');
    expect(shortTimeText(new Date(2026, 0, 5), now)).toBe('Jan 5');
    expect(shortTimeText(new Date(2025, 0, 5), now)).toBe('Jan 5, 2025');
    expect(shortTimeText(new Date(2026, 5, 5), now)).toBe('Jun 5');
  });
});

it('large numbers have thousands separators', () => {
  expect(i18n.t('conversation:new', { count: 100_000 })).toBe('100,000 new messages');
  expect(i18n.t('conversation:new', { count: 1 })).toBe('1 new message');
});
