import { commandCatalogue } from '@fairwatch/contract';
import type { AnswerStage } from './answer-stage.ts';
import type { CommandAdvance, CommandEnd } from './command-steps.store.ts';
import type { CommandRef } from './commands.store.ts';
import { notShared } from './not-shared.ts';

/** One thing that happened to a command. */
export type CommandNote = CommandRef &
  (
    | { kind: 'sent'; at: number }
    | { kind: 'running'; at: number }
    | { kind: 'failed'; reason: string }
    | { kind: 'finished'; answer: AnswerStage }
  );

/** All that happened to a command since it was last written. */
export interface NotedCommand extends CommandRef {
  sentAt: number | null;
  runningAt: number | null;
  failed: string | null;
  answer: AnswerStage | null;
}

/** Puts together what is known of each command. Of two ends the first counts. */
export function gatherNotes(notes: readonly CommandNote[]): NotedCommand[] {
  const byCommand = new Map<number, NotedCommand>();
  for (const note of notes) {
    const { commandId, deviceId } = note;
    let noted = byCommand.get(commandId);
    if (!noted) {
      noted = { commandId, deviceId, sentAt: null, runningAt: null, failed: null, answer: null };
      byCommand.set(commandId, noted);
    }
    if (note.kind === 'sent') noted.sentAt ??= note.at;
    else if (note.kind === 'running') noted.runningAt ??= note.at;
    else if (noted.failed !== null || noted.answer !== null) continue;
    else if (note.kind === 'failed') noted.failed = note.reason;
    else {
      // Told once more, since the earlier notes may still be on their way.
      noted.answer = note.answer;
      noted.sentAt ??= note.answer.sentAt;
      noted.runningAt ??= note.answer.runningAt;
    }
  }
  return Array.from(byCommand.values());
}

export function advanceOf({ commandId, deviceId, sentAt, runningAt, failed, answer }: NotedCommand): CommandAdvance {
  return { commandId, deviceId, sentAt, runningAt, end: endOf(failed, answer) };
}

function endOf(failed: string | null, answer: AnswerStage | null): CommandEnd | null {
  if (failed !== null) return { kind: 'failed', reason: failed };
  if (answer === null) return null;
  const { command } = answer.to;
  return { kind: 'done', capability: commandCatalogue[command].capability, notShared: notShared(command) };
}
