import { locations } from '@fairwatch/contract';
import { testWork } from '@fairwatch/device/test-work';
import { expect, it } from 'vitest';
import { TermuxProblem } from '../../core/termux/termux.ts';
import { locatingTermux, fix } from './locating-termux-for-test.ts';
import { collectLocations } from './locations.collect.ts';

const now = new Date('2026-06-01T12:00:00Z');
const timeout = new TermuxProblem('TIMEOUT', 'termux-location did not answer in time.');
const failed = new TermuxProblem('FAILED', 'Failed');

it('sends one point with the moment of its fix', async () => {
  const { termux, asked } = locatingTermux({ 'gps once': fix({ elapsedMs: 4000 }) });
  const [point] = await collectLocations(termux, () => now)();
  expect(point).toMatchObject({ latitude: 48.1, accuracy: 13, localDateTime: '2026-06-01T11:59:56.000Z' });
  expect(locations.record.safeParse(point).success).toBe(true);
  expect(asked).toEqual(['gps once']);
});

it('takes the network when the receiver finds nothing', async () => {
  const { termux, asked } = locatingTermux({ 'gps once': timeout, 'network once': fix() });
  await expect(collectLocations(termux)()).resolves.toHaveLength(1);
  expect(asked).toEqual(['gps once', 'network once']);
});

it('takes the newest of the last positions, if it is recent', async () => {
  const { termux } = locatingTermux({
    'gps once': timeout,
    'network once': timeout,
    'gps last': fix({ elapsedMs: 400_000, latitude: 1 }),
    'network last': fix({ elapsedMs: 300_000, latitude: 2 }),
  });
  const [point] = await collectLocations(termux, () => now)();
  expect(point).toMatchObject({ latitude: 2, localDateTime: '2026-06-01T11:55:00.000Z' });
});

it('says that it took too long when the last position is old', async () => {
  const old = fix({ elapsedMs: 3_600_000 });
  const { termux } = locatingTermux({
    'gps once': timeout,
    'network once': timeout,
    'gps last': old,
    'network last': old,
  });
  await expect(collectLocations(termux)()).rejects.toThrow('could not find out in time');
});

it('says that the location may be off when nothing is known', async () => {
  const { termux } = locatingTermux({
    'gps once': failed,
    'network once': failed,
    'gps last': failed,
    'network last': {},
  });
  await expect(collectLocations(termux)()).rejects.toThrow('may be switched off');
});

it('stops at a missing permission', async () => {
  const denied = new TermuxProblem('PERMISSION', 'Android does not let Termux:API know where the phone is.');
  const { termux, asked } = locatingTermux({ 'gps once': denied });
  await expect(collectLocations(termux)()).rejects.toThrow(denied.message);
  expect(asked).toEqual(['gps once']);
});

it('asks no further once it is cancelled', async () => {
  const cancel = new AbortController();
  const { termux, asked, isAsked } = locatingTermux({ 'gps once': 'hangs' });
  const collecting = collectLocations(termux)(testWork({ signal: cancel.signal }));
  await isAsked('gps once');
  cancel.abort(new Error('cancelled'));
  await expect(collecting).rejects.toThrow('cancelled');
  expect(asked).toEqual(['gps once']);
});
