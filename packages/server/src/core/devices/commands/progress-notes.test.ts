import { expect, it } from 'vitest';
import type { Progress } from './command-steps.store.ts';
import { createProgressNotes } from './progress-notes.ts';

const at = (percent: number, phase: Progress['phases'][number] | null = null) => ({
  commandId: 1,
  deviceId: 2,
  percent,
  phase,
});

it('writes the latest of each command, with all that its device has begun', async () => {
  const written: Progress[] = [];
  const notes = createProgressNotes(async (latest) => void written.push(...latest));
  notes.note(at(0, 'COUNTDOWN'));
  notes.note(at(10, 'RECORDING'));
  notes.note(at(20));
  await notes.store();
  await notes.store();
  expect(written).toEqual([{ commandId: 1, deviceId: 2, percent: 20, phases: ['COUNTDOWN', 'RECORDING'] }]);
});

it('forgets nothing that could not be written', async () => {
  const written: Progress[] = [];
  let works = false;
  const notes = createProgressNotes(async (latest) => {
    if (!works) throw new Error('The database is away.');
    written.push(...latest);
  });
  notes.note(at(0, 'COUNTDOWN'));
  const failed = notes.store();
  notes.note(at(50, 'RECORDING'));
  await expect(failed).rejects.toThrow('away');
  works = true;
  await notes.store();
  expect(written).toEqual([{ commandId: 1, deviceId: 2, percent: 50, phases: ['COUNTDOWN', 'RECORDING'] }]);
});

it('is done only when what was being written is written, too', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const steps: string[] = [];
  const notes = createProgressNotes(async () => {
    await held;
    steps.push('written');
  });
  notes.note(at(10, 'RECORDING'));
  const first = notes.store();
  const second = notes.store().then(() => steps.push('done'));
  release();
  await Promise.all([first, second]);
  expect(steps).toEqual(['written', 'done']);
});
