import type { CommandNote } from './command-notes.ts';

/** Nobody sees the difference, and a device that answers at once has answered by then. */
const holdMs = 50;

type UnderwayNote = Extract<CommandNote, { kind: 'sent' | 'running' }>;

export interface HeldNotes {
  hold(note: UnderwayNote): void;
  /** Gives out what is held of a command, so that it is written together with its end. */
  take(commandId: number): readonly UnderwayNote[];
  /** Lets go of everything now. */
  release(): void;
}

/**
 * Holds the steps on the way for a moment: most commands end before it is over, and are then written once instead of
 * twice. What is lost with the server is only that the command was sent, and it is sent again.
 */
export function createHeldNotes(write: (note: UnderwayNote) => void): HeldNotes {
  /** In the order in which they came. */
  const held = new Map<number, { since: number; notes: UnderwayNote[] }>();
  let timer: NodeJS.Timeout | undefined;

  function take(commandId: number): readonly UnderwayNote[] {
    const notes = held.get(commandId)?.notes ?? [];
    held.delete(commandId);
    return notes;
  }

  function releaseOlderThan(age: number): void {
    const now = performance.now();
    for (const [commandId, { since }] of held) {
      if (now - since < age) break;
      for (const note of take(commandId)) write(note);
    }
    clearTimeout(timer);
    timer = held.size > 0 ? setTimeout(releaseOlderThan, holdMs, holdMs) : undefined;
  }

  return {
    hold(note) {
      const known = held.get(note.commandId);
      if (known) known.notes.push(note);
      else held.set(note.commandId, { since: performance.now(), notes: [note] });
      timer ??= setTimeout(releaseOlderThan, holdMs, holdMs);
    },
    take,
    release: () => releaseOlderThan(0),
  };
}
