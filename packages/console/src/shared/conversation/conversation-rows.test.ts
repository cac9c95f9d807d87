import type { Message } from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';
import { conversationRows, estimatedHeight } from './conversation-rows.ts';

const noon = new Date(2026, 2, 1, 12).getTime();
const minute = 60_000;

function message(id: number, minutes: number, direction: Message['direction'] = 'RECEIVED', body = 'x'): Message {
  return { id, body, masked: false, date: new Date(noon + minutes * minute).toISOString(), direction, read: true };
}

const rowsOf = (messages: readonly Message[]) =>
  conversationRows(messages, ({ id, date, direction }) => ({ key: id, id, at: date, side: direction }));

describe('the rows of a conversation', () => {
  it('start a day at midnight in the time zone of the reader, and at the first loaded message', () => {
    const rows = rowsOf([message(1, 0), message(2, 11 * 60 + 59), message(3, 12 * 60), message(4, 12 * 60 + 1)]);
    expect(rows.map(({ startsDay }) => startsDay)).toEqual([true, false, true, false]);
  });

  it('group consecutive messages of one side', () => {
    const rows = rowsOf([
      message(1, 0),
      message(2, 4),
      message(3, 10),
      message(4, 11, 'SENT'),
      message(5, 12, 'SENT'),
      message(6, 12),
    ]);
    expect(rows.map(({ continues }) => continues)).toEqual([false, true, false, false, true, false]);
  });

  it('are estimated higher for longer texts', () => {
    const [short, long, lines] = rowsOf([
      message(1, 0),
      message(2, 1, 'RECEIVED', 'word '.repeat(100)),
      message(3, 2, 'RECEIVED', 'a\nb\nc\nd'),
    ]).map((row) => estimatedHeight(row.message.body, row));
    expect(long).toBeGreaterThan((short ?? 0) * 2);
    expect(lines).toBeGreaterThan(80);
  });
});
