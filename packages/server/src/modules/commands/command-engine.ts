import { commandCatalogue, errorText, hasList, isFinalStep, refusalOf } from '@fairwatch/contract';
import { isDatabaseGone } from '../../core/database/database-gone.ts';
import type { DeviceEvent } from '../../shared/notify/device-event.ts';
import type { Services } from '../../shared/services/services.ts';
import { StageDiscarded, type AnswerStage } from './answers/answer-stage.ts';
import { createBatcher } from '../../core/jobs/batcher.ts';
import { AnswerRefused, type CommandAnswer } from './answers/command-answer.ts';
import { toAdvance, mergeEvents, notShared, type CommandUpdate, type CommandEvent } from './command-events.ts';
import { advanceCommands, expireCommands, recordProgress, type AdvancedCommand } from './steps/command-steps.store.ts';
import { findDeliveries, type CommandRef, type Delivery } from './commands.store.ts';
import { groupAnswers, storeAnswers, type StagedAnswer } from './answers/store-answers.ts';
import { createStepBuffer } from './steps/step-buffer.ts';
import { createProgressBuffer, type ProgressBuffer } from './steps/progress-buffer.ts';
import { storableText } from '../../core/storable-text.ts';

/** Answers with more rows than this are stored in a queue of their own, because they take long. */
const smallAnswerRows = 1000;

interface Failure extends CommandRef {
  epoch?: number | null;
  reason: string;
}

/** Moves commands from step to step as devices respond. */
export interface CommandEngine {
  /** Sends the open commands of a device, also those that were sent before. */
  deliver(deviceId: number): void;
  accept(given: StagedAnswer): void;
  /** Fails a command: with `epoch` only while that is the epoch of the device's latest connection. */
  fail(command: Failure): void;
  /** Ends a command whose person said no. */
  decline(command: Omit<Failure, 'reason'>): void;
  /** Buffers the progress of a command; `storeProgress` stores the latest. */
  progress: ProgressBuffer['add'];
  /** Call it about once a second. */
  storeProgress: ProgressBuffer['flush'];
  /** Stores a complete answer. A repeated or late one changes nothing. */
  finish(given: StagedAnswer): void;
  /** Expires overdue commands and returns them. */
  expire(): Promise<CommandRef[]>;
  /**
   * Sends commands again whose steps were lost while the database was unavailable. Devices keep their latest answer and
   * repeat it, so this is cheap for them. Call it about once a second while the database is available.
   */
  catchUp(): void;
  /** Resolves when everything received so far is stored. */
  idle(): Promise<void>;
}

interface EngineHooks {
  /** Sends a command to its device and returns the stage for its answer; null when the device is not connected here. */
  send(delivery: Delivery, to: CommandAnswer): AnswerStage | null;
  /** Called for devices of which a step was not stored: its command had ended, or the device has connected to another server. */
  onUnapplied(deviceIds: readonly number[]): void;
  /** Called for admins with an open command that they may not ask for any more. It is not sent; they must be ended. */
  onRequesterLost(userIds: readonly number[]): Promise<void>;
}

export function createCommandEngine(
  { db, bus, log, deviceEvents, scheduler }: Services,
  answers: readonly CommandAnswer[],
  { send, onUnapplied, onRequesterLost }: EngineHooks,
): CommandEngine {
  const answerTo = new Map(answers.map((answer) => [answer.command, answer]));
  /** Devices with a command whose latest step could not be stored. */
  const unstored = new Set<number>();
  const progress = createProgressBuffer(async (latest) => publishChanged(await recordProgress(db, latest)));

  const publishChanged = (commands: readonly CommandRef[]) => {
    for (const { deviceId } of commands) bus.publish('changed', { feature: 'commands', deviceId });
  };
  const publishAdvanced = (commands: readonly AdvancedCommand[]) => {
    publishChanged(commands);
    bus.publish('commandSteps', { steps: commands });
    for (const { deviceId, step } of commands) if (isFinalStep(step)) bus.publish('commandEnded', { deviceId });
    deviceEvents.report(commands.flatMap(notificationsOf));
  };
  const markUnstored = (error: unknown, concerned: readonly { deviceId: number }[]) => {
    log.error({ err: error, event: 'commands.store_failed' }, 'Failed to store a step of some commands');
    for (const { deviceId } of concerned) unstored.add(deviceId);
  };

  const deliveries = createBatcher<{ deviceId: number }>(async (devices) => {
    const deviceIds = devices.map(({ deviceId }) => deviceId);
    const lost = new Set<number>();
    for (const delivery of await findDeliveries(db, deviceIds)) {
      const { commandId, deviceId, commandType } = delivery;
      if (!delivery.requesterMay) {
        lost.add(delivery.requesterId);
        continue;
      }
      const to = answerTo.get(commandType);
      if (!to) continue;
      const refusal = refusalToDeliver(delivery);
      if (refusal !== null) fail({ commandId, deviceId, reason: refusal });
      else {
        const answer = send(delivery, to);
        if (answer === null) continue;
        const { epoch, sentAt, runningAt } = answer;
        record({ kind: 'sent', commandId, deviceId, epoch, at: sentAt });
        if (runningAt) record({ kind: 'running', commandId, deviceId, epoch, at: runningAt });
      }
    }
    if (lost.size > 0) await onRequesterLost([...lost]);
  }, markUnstored);

  // Steps and small answers share one queue, so that they are written in large batches and leave connections of the pool to
  // others. Longer answers and large ones have queues of their own, so that small ones do not wait for them.
  const queue = createBatcher(write, markUnstored);
  const slowQueue = createBatcher(write, markUnstored);
  const largeQueue = createBatcher(write, markUnstored);
  const pendingSteps = createStepBuffer(scheduler, queue.add);
  function record(event: CommandEvent): void {
    if (event.kind === 'sent' || event.kind === 'running') return pendingSteps.add(event);
    const { add } = event.kind === 'finished' ? queueFor(event.answer) : queue;
    for (const earlier of pendingSteps.take(event.commandId)) add(earlier);
    add(event);
  }

  function queueFor({ isLarge, rowCount }: AnswerStage) {
    if (isLarge) return largeQueue;
    return rowCount > smallAnswerRows ? slowQueue : queue;
  }

  async function write(events: readonly CommandEvent[]): Promise<void> {
    try {
      await writeUpdates(mergeEvents(events));
    } finally {
      for (const each of events) if (each.kind === 'finished') each.answer.discard();
    }
  }

  async function writeUpdates(updates: readonly CommandUpdate[]): Promise<void> {
    const underway = updates.filter(({ answer, failed }) => answer === null && failed === null);
    const failing = updates.filter(({ failed }) => failed !== null);
    for (const some of [underway, failing]) {
      if (some.length === 0) continue;
      const steps = some.map((update) => toAdvance(update));
      const advanced = await advanceCommands(db, steps, scheduler.now());
      publishAdvanced(advanced);
      reportUnapplied(some, advanced);
    }
    for (const group of groupAnswers(updates.filter(isAnswered))) {
      // An answer that was discarded while it waited is skipped: its command has ended, or the server stops.
      await store(group.filter(({ answer }) => !answer.isDiscarded));
      for (const { answer } of group) answer.discard();
    }
  }

  function reportUnapplied(asked: readonly CommandRef[], advanced: readonly CommandRef[]): void {
    if (advanced.length === asked.length) return;
    const applied = new Set(advanced.map(({ commandId }) => commandId));
    onUnapplied(asked.filter(({ commandId }) => !applied.has(commandId)).map(({ deviceId }) => deviceId));
  }

  async function store(answers: readonly AnsweredCommand[]): Promise<void> {
    if (answers.length === 0) return;
    try {
      // The reported phases decide whether these answers are accepted, so they are stored first.
      if (answers.some(({ answer }) => answer.to.phases)) await progress.flush();
      const { advanced, done } = await storeAnswers({ db, scheduler }, answers);
      publishAdvanced(advanced);
      reportUnapplied(answers, advanced);
      for (const { deviceId, answer } of done) bus.publish('changed', { feature: answer.to.featureId, deviceId });
    } catch (error) {
      const [only, ...others] = answers;
      if (isDatabaseGone(error)) markUnstored(error, answers);
      // One answer that cannot be stored must not fail the others.
      else if (others.length > 0) for (const answer of answers) await store([answer]);
      else if (only && !(error instanceof StageDiscarded)) failCommand(only, error);
    }
  }

  function failCommand({ commandId, deviceId, answer: { epoch } }: AnsweredCommand, error: unknown): void {
    const refused = error instanceof AnswerRefused;
    if (!refused)
      log.error({ err: error, event: 'commands.answer_failed', commandId, deviceId }, 'Failed to store an answer');
    fail({ commandId, deviceId, epoch, reason: refused ? error.message : 'The answer could not be stored.' });
  }

  function fail({ commandId, deviceId, epoch = null, reason }: Failure): void {
    record({ kind: 'failed', commandId, deviceId, epoch, reason: storableText(reason) });
  }

  return {
    deliver: (deviceId) => deliveries.add({ deviceId }),
    accept({ deviceId, answer }) {
      answer.runningAt ??= scheduler.now();
      const { commandId, epoch, runningAt } = answer;
      record({ kind: 'running', commandId, deviceId, epoch, at: runningAt });
    },
    fail,
    decline: ({ commandId, deviceId, epoch = null }) => record({ kind: 'declined', commandId, deviceId, epoch }),
    finish: ({ deviceId, answer }) =>
      record({ kind: 'finished', commandId: answer.commandId, deviceId, epoch: answer.epoch, answer }),

    progress: progress.add,
    storeProgress: progress.flush,

    async expire() {
      const expired = await expireCommands(db);
      publishAdvanced(expired);
      // What is under way for them, such as an upload on another server, stops too.
      for (const { commandId, deviceId } of expired) bus.publish('commandCancelled', { commandId, deviceId });
      return expired;
    },

    catchUp() {
      for (const deviceId of unstored) deliveries.add({ deviceId });
      unstored.clear();
    },

    async idle() {
      // Deliveries record steps, and failed stores record failures, so the queues are awaited in this order.
      await deliveries.idle();
      pendingSteps.flush();
      await largeQueue.idle();
      await slowQueue.idle();
      await queue.idle();
    },
  };
}

/** Returns why a queued command must not be sent to its device now; null when it may. */
function refusalToDeliver(delivery: Delivery): string | null {
  const { commandType, params, paused, capabilities, noticeShown, offers } = delivery;
  if (paused) return errorText('device_paused');
  if (!capabilities.includes(commandCatalogue[commandType].capability)) return notShared(commandType);
  if (noticeShown === false) return errorText('notice_not_shown');
  // Checked again, because the device may have reconnected with another client since the command was queued.
  if (hasList(params) && offers?.lists !== true) return errorText('lists_not_offered');
  return refusalOf(offers, commandType);
}

type AnsweredCommand = CommandUpdate & StagedAnswer;

function isAnswered(command: CommandUpdate): command is AnsweredCommand {
  return command.answer !== null;
}

/**
 * Returns the notification about a command that has ended. A cancelled command gives none, because whoever cancelled it
 * knows; one of a run gives none, because the run gives one when it has finished.
 */
function notificationsOf({ commandId, deviceId, requestedBy, step, ofRun }: AdvancedCommand): DeviceEvent[] {
  if (!isFinalStep(step) || ofRun) return [];
  const kind = step === 'DONE' || step === 'DECLINED' ? (`COMMAND_${step}` as const) : 'COMMAND_FAILED';
  return [{ kind, commandId, deviceId, requestedBy }];
}
