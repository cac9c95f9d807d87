import type { Schedule } from '@fairwatch/contract';
import { expect, it } from 'vitest';
import { pageOfSchedules } from './page-of-schedules.ts';

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
const view = { search: '', sortBy: 'name', sortDirection: 'asc', page: 1, pageSize: 2 } as const;
const idsOf = (change: Partial<Parameters<typeof pageOfSchedules>[1]>) =>
  pageOfSchedules(schedules, { ...view, ...change }).rows.map(({ id }) => id);

it('schedules are sorted, searched by name, words and group, and shown page by page', () => {
  expect(idsOf({})).toEqual([2, 3]);
  expect(idsOf({ page: 2 })).toEqual([1]);
  expect(idsOf({ sortBy: 'nextAt', pageSize: 20 })).toEqual([3, 2, 1]);
  expect(idsOf({ search: 'depot' })).toEqual([2]);
  expect(idsOf({ search: 'nothing' })).toEqual([]);
  expect(pageOfSchedules(schedules, view).pagination).toMatchObject({ totalItems: 3, totalPages: 2 });
});
