import type { Schedule } from '@fairwatch/contract';
import { expect, it } from 'vitest';
import { matchingRows } from '../../../core/components/table/whole-list.ts';
import { scheduleRows } from './schedule-rows.ts';

const schedule = (id: number, name: string, nextAt: string | null): Schedule => ({
  id,
  name,
  purpose: 'To have a backup',
  action: { action: 'UPDATE', commands: ['UPDATE_CONTACTS'] },
  title: 'Update contacts',
  timing: { every: 'INTERVAL', minutes: 60, from: null, until: null },
  when: 'Every hour',
  target: { group: id === 2 ? { id: 4, name: 'Depot' } : null, devices: 1, device: null },
  paused: false,
  createdBy: 'owner',
  createdAt: '2026-11-15T12:00:00Z',
  nextAt,
  lastRun: null,
  mine: true,
});
const schedules = [
  schedule(1, 'Cups', null),
  schedule(2, 'Apples', '2026-11-17T10:00:00Z'),
  schedule(3, 'Boxes', '2026-11-17T09:00:00Z'),
];
const view = { search: '', sortBy: 'name', sortDirection: 'asc' } as const;
const idsOf = (change: { search?: string; sortBy?: 'name' | 'nextAt' }) =>
  matchingRows(schedules, { ...view, ...change }, scheduleRows).map(({ id }) => id);

it('schedules are sorted, and searched by name, words and group', () => {
  expect(idsOf({})).toEqual([2, 3, 1]);
  expect(idsOf({ sortBy: 'nextAt' })).toEqual([3, 2, 1]);
  expect(idsOf({ search: 'depot' })).toEqual([2]);
  expect(idsOf({ search: 'nothing' })).toEqual([]);
});
