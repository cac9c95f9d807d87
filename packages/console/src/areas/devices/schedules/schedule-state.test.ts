import type { Schedule } from '@fairwatch/contract';
import { expect, it } from 'vitest';
import { stateOf } from './schedule-state.ts';

const until = '2026-11-18T00:00:00Z';
const now = Date.parse('2026-11-17T00:00:00Z');

function stateWith(part: { paused?: boolean; nextAt?: string; until?: string; devices?: number }, at = now) {
  const timing: Schedule['timing'] = { every: 'INTERVAL', minutes: 60, from: null, until: part.until ?? null };
  const target = { group: null, device: null, devices: part.devices ?? 1 };
  return stateOf({ paused: part.paused ?? false, nextAt: part.nextAt ?? null, timing, target }, at);
}

it('a schedule is active, paused, without devices, or over when it has no next time', () => {
  expect(stateWith({ nextAt: '2026-11-17T08:00:00Z' })).toBe('ACTIVE');
  expect(stateWith({ paused: true })).toBe('PAUSED');
  expect(stateWith({ until })).toBe('OVER');
  expect(stateWith({ devices: 0 })).toBe('EMPTY');
  expect(stateWith({ devices: 0, until })).toBe('EMPTY');
  expect(stateWith({ devices: 0, until }, Date.parse(until))).toBe('OVER');
});
