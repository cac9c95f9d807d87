import type { Scheduler, Stop } from '../../../core/jobs/scheduler.ts';
import type { CommandEvent } from '../command-events.ts';

/** How long a step waits. A device that responds at once has finished by then, and nobody notices the delay. */
const delayMs = 50;

type IntermediateStep = Extract<CommandEvent, { kind: 'sent' | 'running' }>;

export interface StepBuffer {
  add(step: IntermediateStep): void;
  /** Removes and returns the steps of a command, so that they are stored together with its end. */
  take(commandId: number): readonly IntermediateStep[];
  /** Writes all buffered steps now. */
  flush(): void;
}

/**
 * Delays intermediate steps: most commands end before the delay is over and are then stored once instead of twice. If the
 * server dies, only the fact that a command was sent is lost, and it is sent again.
 */
export function createStepBuffer(scheduler: Scheduler, write: (step: IntermediateStep) => void): StepBuffer {
  /** In insertion order, which is the order of `since`. */
  const buffered = new Map<number, { since: number; steps: IntermediateStep[] }>();
  let stop: Stop | undefined;

  const flushLater = () => scheduler.after(delayMs, () => flushOlderThan(delayMs));

  function take(commandId: number): readonly IntermediateStep[] {
    const steps = buffered.get(commandId)?.steps ?? [];
    buffered.delete(commandId);
    return steps;
  }

  function flushOlderThan(age: number): void {
    const now = scheduler.now();
    for (const [commandId, { since }] of buffered) {
      // When the clock was set back, a step is written at once instead of waiting.
      if (now >= since && now - since < age) break;
      for (const step of take(commandId)) write(step);
    }
    stop?.();
    stop = buffered.size > 0 ? flushLater() : undefined;
  }

  return {
    add(step) {
      const known = buffered.get(step.commandId);
      if (known) known.steps.push(step);
      else buffered.set(step.commandId, { since: scheduler.now(), steps: [step] });
      stop ??= flushLater();
    },
    take,
    flush: () => flushOlderThan(0),
  };
}
