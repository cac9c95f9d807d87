import type { Schedule } from '@fairwatch/contract';
import { expect, it } from 'vitest';
import { upcoming } from './upcoming.ts';

const at = (id: number, nextAt: string | null, paused = false) => ({ id, nextAt, paused }) as Schedule;

it('the soonest scheduled runs come first; paused schedules and those that are over have none', () => {
  const schedules = [
    at(1, '2026-11-18T08:00:00Z'),
    at(2, null),
    at(3, '2026-11-17T08:00:00Z'),
    at(4, '2026-11-16T08:00:00Z', true),
  ];
  expect(upcoming(schedules).map(({ id }) => id)).toEqual([3, 1]);
  const many = Array.from({ length: 9 }, (_, id) => at(id, `2026-11-1${id}T08:00:00Z`));
  expect(upcoming(many).map(({ id }) => id)).toEqual([0, 1, 2, 3, 4]);
});
