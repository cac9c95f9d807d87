import type { CommandPhase } from '@fairwatch/contract';
import { expect, it } from 'vitest';
import type { Progress } from './command-steps.store.ts';
import { createProgressBuffer } from './progress-buffer.ts';

const at = (percent: number, phase: CommandPhase | null = null) => ({
  commandId: 1,
  deviceId: 2,
  epoch: 1,
  percent,
  phase,
});

it('writes the latest progress of each command, with all phases that its device has started', async () => {
  const written: Progress[] = [];
  const notes = createProgressBuffer(async (latest) => void written.push(...latest));
  notes.add(at(0, 'COUNTDOWN'));
  notes.add(at(10, 'RECORDING'));
  notes.add(at(20));
  await notes.flush();
  await notes.flush();
  expect(written).toEqual([
    { commandId: 1, deviceId: 2, epoch: 1, percent: 20, asking: null, phases: ['COUNTDOWN', 'RECORDING'] },
  ]);
});

it('keeps what could not be written', async () => {
  const written: Progress[] = [];
  let works = false;
  const notes = createProgressBuffer(async (latest) => {
    if (!works) throw new Error('The database is away.');
    written.push(...latest);
  });
  notes.add(at(0, 'COUNTDOWN'));
  const failed = notes.flush();
  notes.add(at(50, 'RECORDING'));
  await expect(failed).rejects.toThrow('away');
  works = true;
  await notes.flush();
  expect(written).toEqual([
    { commandId: 1, deviceId: 2, epoch: 1, percent: 50, asking: null, phases: ['COUNTDOWN', 'RECORDING'] },
  ]);
});

it('resolves only when a write in progress is done, too', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const steps: string[] = [];
  const notes = createProgressBuffer(async () => {
    await held;
    steps.push('written');
  });
  notes.add(at(10, 'RECORDING'));
  const first = notes.flush();
  const second = notes.flush().then(() => steps.push('done'));
  release();
  await Promise.all([first, second]);
  expect(steps).toEqual(['written', 'done']);
});

it('drops the phases of a connection before another server had the device', async () => {
  const written: Progress[] = [];
  const notes = createProgressBuffer(async (latest) => void written.push(...latest));
  notes.add(at(10, 'COUNTDOWN'));
  notes.add({ ...at(5, 'RECORDING'), epoch: 3 });
  await notes.flush();
  expect(written).toEqual([{ commandId: 1, deviceId: 2, epoch: 3, percent: 5, asking: null, phases: ['RECORDING'] }]);
});

it('drops that the person is asked once the device has reported anything else', async () => {
  const written: Progress[] = [];
  const notes = createProgressBuffer(async (latest) => void written.push(...latest));
  notes.add(at(0, 'ASKING'));
  notes.add(at(0, 'SEEN'));
  await notes.flush();
  notes.add(at(0, 'SEEN'));
  notes.add(at(10));
  await notes.flush();
  const of = { commandId: 1, deviceId: 2, epoch: 1, phases: [] };
  expect(written).toEqual([
    { ...of, percent: null, asking: 'SEEN' },
    { ...of, percent: 10, asking: null },
  ]);
});
