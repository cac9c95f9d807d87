import type { CommandPhase } from '@fairwatch/contract';
import type { Progress } from './command-steps.store.ts';
import type { CommandRef } from './commands.store.ts';

export interface ProgressNotes {
  note(command: CommandRef & { percent: number; phase: CommandPhase | null }): void;
  /** Resolves when everything noted so far is written, by this call or by the one before it. */
  store(): Promise<void>;
}

/** Gathers how far commands are: however much devices report, a command is written once each time they are stored. */
export function createProgressNotes(write: (latest: readonly Progress[]) => Promise<void>): ProgressNotes {
  let noted = new Map<number, Progress>();
  let storing: Promise<void> = Promise.resolve();

  function add(later: Progress, earlier = noted.get(later.commandId)): void {
    noted.set(later.commandId, { ...later, phases: [...new Set([...(earlier?.phases ?? []), ...later.phases])] });
  }

  async function writeNoted(): Promise<void> {
    if (noted.size === 0) return;
    const taken = noted;
    noted = new Map();
    try {
      await write(Array.from(taken.values()));
    } catch (error) {
      // What a device has begun decides whether its answer is taken, and it says so once: next time again.
      for (const earlier of taken.values()) add(noted.get(earlier.commandId) ?? earlier, earlier);
      throw error;
    }
  }

  return {
    note: ({ phase, ...command }) => add({ ...command, phases: phase === null ? [] : [phase] }),
    store() {
      storing = storing.catch(() => undefined).then(writeNoted);
      return storing;
    },
  };
}
