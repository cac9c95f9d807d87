import { isAsking, type CommandPhase } from '@fairwatch/contract';
import type { Progress } from './command-steps.store.ts';
import type { DeviceConnection } from '../../../shared/device-connection.ts';
import type { CommandRef } from '../commands.store.ts';

export interface ProgressBuffer {
  add(command: CommandRef & DeviceConnection & { percent: number; phase: CommandPhase | null }): void;
  /** Resolves when everything added so far is written, by this call or the previous one. */
  flush(): Promise<void>;
}

/** Buffers the progress of commands: however much devices report, each flush writes a command once. */
export function createProgressBuffer(write: (latest: readonly Progress[]) => Promise<void>): ProgressBuffer {
  let pending = new Map<number, Progress>();
  let storing: Promise<void> = Promise.resolve();

  /** Phases of a connection to this server before another server had the device are dropped: the device repeats the command. */
  function merge(later: Progress, earlier = pending.get(later.commandId)): void {
    const before = earlier?.epoch === later.epoch ? earlier.phases : [];
    const phases = [...new Set([...before, ...later.phases])];
    pending.set(later.commandId, { ...later, percent: later.percent ?? earlier?.percent ?? null, phases });
  }

  async function writePending(): Promise<void> {
    if (pending.size === 0) return;
    const taken = pending;
    pending = new Map();
    try {
      await write(Array.from(taken.values()));
    } catch (error) {
      // A device reports each phase once, and its answer is refused without them, so they are kept for the next flush.
      for (const earlier of taken.values()) merge(pending.get(earlier.commandId) ?? earlier, earlier);
      throw error;
    }
  }

  return {
    add({ phase, percent, ...command }) {
      if (isAsking(phase)) merge({ ...command, percent: null, asking: phase, phases: [] });
      else merge({ ...command, percent, asking: null, phases: phase === null ? [] : [phase] });
    },
    flush() {
      storing = storing.catch(() => undefined).then(writePending);
      return storing;
    },
  };
}
