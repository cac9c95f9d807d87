import type { Position } from '@fairwatch/device/core';
import { expect, it } from 'vitest';
import { TermuxProblem } from '../../core/termux/termux.ts';
import { fix, locatingTermux } from './locating-termux-for-test.ts';
import { watchTermuxPosition } from './watch-position.ts';

const timeout = new TermuxProblem('TIMEOUT', 'termux-location did not answer in time.');
const denied = new TermuxProblem('PERMISSION', 'Android does not let Termux:API know where the phone is.');

/** Follows with waits that the test ends. Without `holds` they end at once, and it is stopped after so many rounds. */
function follow(answers: Parameters<typeof locatingTermux>[0], rounds: number) {
  const located = locatingTermux(answers);
  const positions: Position[] = [];
  const problems: string[] = [];
  const waits: number[] = [];
  const stop = watchTermuxPosition(located.termux, {
    now: () => new Date('2026-06-01T12:00:00Z'),
    wait: async (ms) => {
      waits.push(ms);
      if (waits.length === rounds) stop();
    },
  })(
    (position) => void positions.push(position),
    (problem) => void problems.push(problem),
  );
  return { ...located, positions, problems, waits, stop };
}

it('reports one position after the other, never more often than a device may send a point', async () => {
  const { positions, waits, count, problems } = follow({ 'gps once': [fix(), fix({ latitude: 48.2 })] }, 3);
  await expect.poll(() => waits).toEqual([5000, 5000, 5000]);
  expect(positions.map(({ latitude }) => latitude)).toEqual([48.1, 48.2, 48.2]);
  expect([count.atMost, problems]).toEqual([1, []]);
});

it('kills the program when it is stopped, and says nothing', async () => {
  const { stop, isAsked, count, positions, problems } = follow({ 'gps once': 'hangs' }, 1);
  await isAsked('gps once');
  stop();
  await expect.poll(() => count.running).toBe(0);
  expect([positions, problems]).toEqual([[], []]);
});

it('leaves the receiver alone for some rounds after it found nothing', async () => {
  const { asked, waits } = follow({ 'gps once': timeout, 'network once': fix() }, 7);
  await expect.poll(() => waits).toHaveLength(7);
  const network = Array.from({ length: 5 }, () => 'network once');
  expect(asked).toEqual(['gps once', 'network once', ...network, 'gps once', 'network once']);
});

it('fails without a first position and without permission, but not when there is none for a while', async () => {
  const none = follow({ 'gps once': timeout, 'network once': timeout }, 2);
  await expect.poll(() => none.problems).toEqual([expect.stringContaining('in time')]);
  const tunnel = follow({ 'gps once': [fix(), timeout, denied], 'network once': timeout }, 10);
  await expect.poll(() => tunnel.problems).toEqual([denied.message]);
  expect(tunnel.waits).toHaveLength(2);
});
