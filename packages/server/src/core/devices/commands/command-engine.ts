import { commandCatalogue, errorText, isFinalStep, refusalOf } from '@fairwatch/contract';
import { isDatabaseGone } from '../../database/database-gone.ts';
import type { DeviceNews } from '../../notifications/device-news.ts';
import type { Services } from '../../services.ts';
import { StageDiscarded, type AnswerStage } from './answer-stage.ts';
import { createBatcher } from '../../batcher.ts';
import { AnswerRefused, type CommandAnswer } from './command-answer.ts';
import { advanceOf, gatherNotes, type NotedCommand, type CommandNote } from './command-notes.ts';
import { advanceCommands, expireCommands, recordProgress, type AdvancedCommand } from './command-steps.store.ts';
import { findDeliveries, type CommandRef, type Delivery } from './commands.store.ts';
import { groupAnswers, storeAnswers, type GivenAnswer } from './finish-answers.ts';
import { createHeldNotes } from './held-notes.ts';
import { notShared } from './not-shared.ts';
import { createProgressNotes, type ProgressNotes } from './progress-notes.ts';
import { storableText } from '../storable-text.ts';

const expiredReason = 'The device did not answer in time.';
/** An answer with more rows than this takes its time, and waits only for its like. */
const smallAnswerRows = 1000;

/** Moves commands from step to step as devices answer. */
export interface CommandEngine {
  /** Sends the open commands of a device, new or repeated. */
  deliver(deviceId: number): void;
  accept(given: GivenAnswer): void;
  fail(command: CommandRef & { reason: string }): void;
  /** Notes how far a command is; `storeProgress` keeps the latest. */
  progress: ProgressNotes['note'];
  /** To be called about once a second. */
  storeProgress: ProgressNotes['store'];
  /** Applies a complete answer. Repeated or late, it changes nothing. */
  finish(given: GivenAnswer): void;
  /** Ends what is overdue and says which commands those were. */
  expire(): Promise<CommandRef[]>;
  /**
   * Asks again what could not be written down while the database was away. Devices keep their latest answer, so this
   * costs them nothing. To be called about once a second, while the database answers.
   */
  catchUp(): void;
  /** Resolves when everything taken so far is written. */
  idle(): Promise<void>;
}

/** `send` gives back what waits for the answer; null when the device is not here. */
export function createCommandEngine(
  { db, bus, log, news }: Services,
  answers: readonly CommandAnswer[],
  send: (delivery: Delivery, to: CommandAnswer) => AnswerStage | null,
): CommandEngine {
  const answerTo = new Map(answers.map((answer) => [answer.command, answer]));
  /** Devices with a command whose latest step was lost. */
  const behind = new Set<number>();
  const progress = createProgressNotes(async (latest) => tell(await recordProgress(db, latest)));

  const tell = (commands: readonly CommandRef[]) => {
    for (const { deviceId } of commands) bus.publish('changed', { feature: 'commands', deviceId });
  };
  const tellAdvanced = (commands: readonly AdvancedCommand[]) => {
    tell(commands);
    news.report(commands.flatMap(newsOf));
  };
  const fallBehind = (error: unknown, concerned: readonly { deviceId: number }[]) => {
    log.error({ err: error, event: 'commands.store_failed' }, 'Failed to store a step of some commands');
    for (const { deviceId } of concerned) behind.add(deviceId);
  };

  const deliveries = createBatcher<{ deviceId: number }>(async (devices) => {
    const deviceIds = devices.map(({ deviceId }) => deviceId);
    for (const delivery of await findDeliveries(db, deviceIds)) {
      const { commandId, deviceId, commandType } = delivery;
      const to = answerTo.get(commandType);
      if (!to) continue;
      const refusal = refusalToDeliver(delivery);
      if (refusal !== null) fail({ commandId, deviceId, reason: refusal });
      else {
        const answer = send(delivery, to);
        if (answer) note({ kind: 'sent', commandId, deviceId, at: answer.sentAt });
        if (answer?.runningAt) note({ kind: 'running', commandId, deviceId, at: answer.runningAt });
      }
    }
  }, fallBehind);

  // Steps and small answers share one lane, so that much is written at once and connections of the pool are left to
  // everyone else. Longer answers have a lane beside it and large ones another, so that nobody waits for those.
  const lane = createBatcher(write, fallBehind);
  const slowLane = createBatcher(write, fallBehind);
  const largeLane = createBatcher(write, fallBehind);
  const held = createHeldNotes(lane.add);
  function note(what: CommandNote): void {
    if (what.kind === 'sent' || what.kind === 'running') return held.hold(what);
    const { add } = what.kind === 'finished' ? laneFor(what.answer) : lane;
    for (const earlier of held.take(what.commandId)) add(earlier);
    add(what);
  }

  function laneFor({ isLarge, rowCount }: AnswerStage) {
    if (isLarge) return largeLane;
    return rowCount > smallAnswerRows ? slowLane : lane;
  }

  async function write(notes: readonly CommandNote[]): Promise<void> {
    try {
      await writeGathered(gatherNotes(notes));
    } finally {
      for (const each of notes) if (each.kind === 'finished') each.answer.discard();
    }
  }

  async function writeGathered(gathered: readonly NotedCommand[]): Promise<void> {
    const underway = gathered.filter(({ answer, failed }) => answer === null && failed === null);
    const failing = gathered.filter(({ failed }) => failed !== null);
    for (const some of [underway, failing]) {
      if (some.length > 0) tellAdvanced(await advanceCommands(db, some.map(advanceOf)));
    }
    for (const group of groupAnswers(gathered.filter(isAnswered))) {
      // Thrown away while it waited: its command has ended, or the server stops.
      await store(group.filter(({ answer }) => !answer.isDiscarded));
      for (const { answer } of group) answer.discard();
    }
  }

  async function store(answers: readonly AnsweredCommand[]): Promise<void> {
    if (answers.length === 0) return;
    try {
      // What was reported on the way decides whether these answers are taken.
      if (answers.some(({ answer }) => answer.to.phases)) await progress.store();
      const { told, done } = await storeAnswers(db, answers);
      tellAdvanced(told);
      for (const { deviceId, answer } of done) bus.publish('changed', { feature: answer.to.featureId, deviceId });
    } catch (error) {
      const [only, ...others] = answers;
      if (isDatabaseGone(error)) fallBehind(error, answers);
      // One that cannot be stored must not take the others with it.
      else if (others.length > 0) for (const answer of answers) await store([answer]);
      else if (only && !(error instanceof StageDiscarded)) giveUp(only, error);
    }
  }

  function giveUp({ commandId, deviceId }: CommandRef, error: unknown): void {
    const refused = error instanceof AnswerRefused;
    if (!refused)
      log.error({ err: error, event: 'commands.answer_failed', commandId, deviceId }, 'Failed to store an answer');
    fail({ commandId, deviceId, reason: refused ? error.message : 'The answer could not be stored.' });
  }

  function fail({ commandId, deviceId, reason }: CommandRef & { reason: string }): void {
    note({ kind: 'failed', commandId, deviceId, reason: storableText(reason) });
  }

  return {
    deliver: (deviceId) => deliveries.add({ deviceId }),
    accept({ deviceId, answer }) {
      answer.runningAt ??= Date.now();
      note({ kind: 'running', commandId: answer.commandId, deviceId, at: answer.runningAt });
    },
    fail,
    finish: ({ deviceId, answer }) => note({ kind: 'finished', commandId: answer.commandId, deviceId, answer }),

    progress: progress.note,
    storeProgress: progress.store,

    async expire() {
      const expired = await expireCommands(db, expiredReason);
      tellAdvanced(expired);
      return expired;
    },

    catchUp() {
      for (const deviceId of behind) deliveries.add({ deviceId });
      behind.clear();
    },

    async idle() {
      // What is delivered is noted, and what cannot be stored is noted as failed.
      await deliveries.idle();
      held.release();
      await largeLane.idle();
      await slowLane.idle();
      await lane.idle();
    },
  };
}

/** Why a command that was queued before must not reach its device now; null when it may. */
function refusalToDeliver({ commandType, paused, capabilities, noticeShown, offers }: Delivery): string | null {
  if (paused) return errorText('device_paused');
  if (!capabilities.includes(commandCatalogue[commandType].capability)) return notShared(commandType);
  return noticeShown === false ? errorText('notice_not_shown') : refusalOf(offers, commandType);
}

type AnsweredCommand = NotedCommand & GivenAnswer;

function isAnswered(command: NotedCommand): command is AnsweredCommand {
  return command.answer !== null;
}

/** A command that has ended is news for whoever asked. One that was cancelled was ended by somebody who knows. */
function newsOf({ commandId, deviceId, requestedBy, step }: AdvancedCommand): DeviceNews[] {
  if (!isFinalStep(step)) return [];
  return [{ kind: step === 'DONE' ? 'COMMAND_DONE' : 'COMMAND_FAILED', commandId, deviceId, requestedBy }];
}
