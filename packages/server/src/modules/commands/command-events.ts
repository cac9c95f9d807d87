import {
  capabilities,
  commandCatalogue,
  declinedText,
  errorText,
  namedFiles,
  type CommandType,
} from '@fairwatch/contract';
import type { AnswerStage } from './answers/answer-stage.ts';
import type { CommandAdvance, CommandEnd } from './steps/command-steps.store.ts';
import type { CommandRef } from './commands.store.ts';

/** An event of a command that is not stored yet. */
export type CommandEvent = CommandRef & {
  /** The epoch of the connection that brought it; null when no device reports it. */
  epoch: number | null;
} & (
    | { kind: 'sent'; at: number }
    | { kind: 'running'; at: number }
    | { kind: 'failed'; reason: string }
    | { kind: 'declined' }
    | { kind: 'finished'; answer: AnswerStage }
  );

/** All events of a command since it was last stored. */
export interface CommandUpdate extends CommandRef {
  /** The epoch of the end, or of the latest step while there is no end. */
  epoch: number | null;
  sentAt: number | null;
  runningAt: number | null;
  /** How it ended without an answer. */
  failed: Exclude<CommandEnd, { kind: 'done' }> | null;
  answer: AnswerStage | null;
}

/** Merges events into one update per command. Of two ends the first counts, unless another server had the device in between. */
export function mergeEvents(events: readonly CommandEvent[]): CommandUpdate[] {
  const byCommand = new Map<number, CommandUpdate>();
  for (const event of events) {
    const { commandId, deviceId, epoch } = event;
    let update = byCommand.get(commandId);
    if (!update) {
      update = { commandId, deviceId, epoch, sentAt: null, runningAt: null, failed: null, answer: null };
      byCommand.set(commandId, update);
    }
    const hasEnd = update.failed !== null || update.answer !== null;
    const isEnd = event.kind !== 'sent' && event.kind !== 'running';
    if (hasEnd && isEnd && !isNewer(epoch, update.epoch)) continue;
    if (isEnd || !hasEnd) update.epoch = epoch;
    if (event.kind === 'sent') update.sentAt ??= event.at;
    else if (event.kind === 'running') update.runningAt ??= event.at;
    else if (event.kind !== 'finished') {
      const { kind } = event;
      update.failed = { kind, reason: kind === 'failed' ? event.reason : declinedText };
      update.answer = null;
    } else {
      update.failed = null;
      // The times are taken from the answer, because the earlier events may be in another batch.
      update.answer = event.answer;
      update.sentAt ??= event.answer.sentAt;
      update.runningAt ??= event.answer.runningAt;
    }
  }
  return Array.from(byCommand.values());
}

function isNewer(epoch: number | null, than: number | null): boolean {
  return epoch !== null && than !== null && epoch > than;
}

/** The step of a command that was queued, for the event `commandSteps`. */
export function queuedStep(commandType: CommandType) {
  return { commandType, step: 'QUEUED' as const, sentAfter: null, finishedAfter: null };
}

/** The step of a command that was cancelled. When it was queued does not matter for the figures: nobody waits for its end any more. */
export function cancelledStep(commandType: CommandType) {
  return { commandType, step: 'CANCELLED' as const, sentAfter: null, finishedAfter: null };
}

/** `note` says which files of a command for several failed; null when none did. */
export function toAdvance(
  { commandId, deviceId, epoch, sentAt, runningAt, failed, answer }: CommandUpdate,
  note: string | null = null,
): CommandAdvance {
  return { commandId, deviceId, epoch, sentAt, runningAt, end: endOf(failed, answer, note) };
}

function endOf(failed: CommandUpdate['failed'], answer: AnswerStage | null, note: string | null): CommandEnd | null {
  if (failed !== null) return failed;
  if (answer === null) return null;
  const { to, params, problems } = answer;
  const { command } = to;
  // A client may report that all files failed instead of the failure of the command.
  if (note !== null && problems.length === namedFiles(command, params).length) return { kind: 'failed', reason: note };
  return { kind: 'done', capability: commandCatalogue[command].capability, notShared: notShared(command), note };
}

/** Returns the error text of a command whose capability the person does not share. */
export function notShared(type: CommandType): string {
  return errorText('consent_missing', { capability: capabilities[commandCatalogue[type].capability].title });
}
