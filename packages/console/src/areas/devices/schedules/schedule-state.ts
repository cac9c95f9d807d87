import type { Schedule } from '@fairwatch/contract';

export type ScheduleState = 'ACTIVE' | 'PAUSED' | 'EMPTY' | 'OVER';

type Stated = Pick<Schedule, 'paused' | 'nextAt' | 'timing' | 'target'>;

/**
 * The state of a schedule. One that is not paused and has no next time has come to its end, unless it waits for its first device: on the
 * devices' own clocks it has no time until then.
 */
export function stateOf({ paused, nextAt, timing: { until }, target }: Stated, now = Date.now()): ScheduleState {
  if (paused) return 'PAUSED';
  if (nextAt !== null) return 'ACTIVE';
  const isOpen = until === null || Date.parse(until) > now;
  return target.devices === 0 && isOpen ? 'EMPTY' : 'OVER';
}
