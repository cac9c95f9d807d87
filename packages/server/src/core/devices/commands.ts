import {
  accessToCommand,
  can,
  commandCatalogue,
  errorText,
  type Command,
  type CommandParams,
  type CommandPhase,
  type CommandType,
  type Endpoint,
} from '@fairwatch/contract';
import { AppError } from '../app-error.ts';
import { isDatabaseGone } from '../database/database-gone.ts';
import type { Session } from '../http/route.ts';
import { scopeOf } from '../scope.ts';
import type { Services } from '../services.ts';
import { createBatcher } from './batcher.ts';
import { AnswerRefused, type CommandAnswer } from './command-answer.ts';
import { queueCommand } from './command-queue.ts';
import { advanceOf, gatherNews, type CommandNews, type CommandNote } from './command-news.ts';
import { advanceCommands, expireCommands, recordProgress, type Progress } from './command-steps.store.ts';
import { findDeliveries, type CommandRef, type Delivery } from './commands.store.ts';
import { refusalNow } from './device-access.ts';
import { groupAnswers, storeAnswers, type FinishedAnswer } from './finish-answers.ts';
import { notShared } from './not-shared.ts';
import { storableText } from './storable-text.ts';

const expiredReason = 'The device did not answer in time.';
const answerLanes = 2;

interface CommandRequest<Type extends CommandType> {
  session: Session;
  deviceId: number;
  type: Type;
  params: CommandParams<Type>;
  /** The call that asked, for the audit. */
  asked: Pick<Endpoint, 'path'>;
}

/** Queues a command for a device. The row is the truth; whoever holds the device's socket is only nudged. */
export async function requestCommand<Type extends CommandType>(
  { db, bus }: Services,
  { session, deviceId, type, params, asked }: CommandRequest<Type>,
): Promise<Command> {
  // By the catalogue, also where one call asks for several kinds of command.
  if (!can(session, accessToCommand(type))) throw new AppError('not_allowed');
  const { capability, deadlineMs } = commandCatalogue[type];
  const queued = await queueCommand(db, {
    deviceId,
    commandType: type,
    params,
    capability,
    requestedBy: session.userId,
    subject: asked.path,
    deadlineMs,
  }).catch((error: unknown) => {
    // It may be in the queue although nobody can say so: then it must not lie there.
    bus.publish('commandQueued', { deviceId });
    throw error;
  });
  if ('refused' in queued) {
    if (queued.refused === 'pending') throw new AppError('commands_pending');
    const scope = scopeOf({ id: session.userId, adminRole: session.adminRole });
    throw await refusalNow(db, scope, deviceId, capability);
  }
  bus.publish('changed', { feature: 'commands', deviceId });
  bus.publish('commandQueued', { deviceId });
  return queued.command;
}

/** Moves commands from step to step as devices answer. */
export interface CommandEngine {
  /** Sends the open commands of a device, new or repeated. */
  deliver(deviceId: number): void;
  accept(command: CommandRef): void;
  fail(command: CommandRef & { reason: string }): void;
  /** Notes how far a command is; `storeProgress` keeps the latest. */
  progress(command: CommandRef & { percent: number; phase: CommandPhase | null }): void;
  /** To be called about once a second: however much devices report, a command is written once in that time. */
  storeProgress(): Promise<void>;
  /** Applies a complete answer. Repeated or late, it changes nothing. */
  finish(finished: FinishedAnswer): void;
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

/** `send` says whether the command has left for its device. */
export function createCommandEngine(
  { db, bus, log }: Services,
  answers: readonly CommandAnswer[],
  send: (delivery: Delivery, to: CommandAnswer) => boolean,
): CommandEngine {
  const answerTo = new Map(answers.map((answer) => [answer.command, answer]));
  /** Devices with a command whose latest step was lost. */
  const behind = new Set<number>();
  const progressed = new Map<number, Progress>();

  const tell = (commands: readonly CommandRef[]) => {
    for (const { deviceId } of commands) bus.publish('changed', { feature: 'commands', deviceId });
  };
  const fallBehind = (error: unknown, deviceIds: readonly number[]) => {
    log.error({ err: error }, 'a step of some commands could not be stored');
    for (const deviceId of deviceIds) behind.add(deviceId);
  };

  const deliveries = createBatcher<number>(async (deviceIds) => {
    for (const delivery of await findDeliveries(db, deviceIds)) {
      const { commandId, deviceId, commandType } = delivery;
      const to = answerTo.get(commandType);
      if (!to) continue;
      if (delivery.paused) fail({ commandId, deviceId, reason: errorText('device_paused') });
      else if (!delivery.capabilities.includes(commandCatalogue[commandType].capability)) {
        fail({ commandId, deviceId, reason: notShared(commandType) });
      } else if (send(delivery, to)) note({ kind: 'sent', commandId, deviceId, at: Date.now() });
    }
  }, fallBehind);

  // In a few lanes, so that many devices answering at once leave connections of the pool to everyone else. A device's
  // notes stay in its lane: no step is stored before the one in front of it.
  const lanes = Array.from({ length: answerLanes }, () =>
    createBatcher<CommandNote>(write, (error, notes) =>
      fallBehind(
        error,
        notes.map(({ deviceId }) => deviceId),
      ),
    ),
  );
  const note = (what: CommandNote) => lanes[what.deviceId % answerLanes]?.add(what);

  async function write(notes: readonly CommandNote[]): Promise<void> {
    const news = gatherNews(notes);
    const underway = news.filter(({ answer }) => answer === null);
    if (underway.length > 0) tell(await advanceCommands(db, underway.map(advanceOf)));
    for (const group of groupAnswers(news.filter(isAnswered))) await store(group);
  }

  async function store(answers: readonly AnsweredNews[]): Promise<void> {
    try {
      // What was reported on the way decides whether these answers are taken.
      if (answers.some(({ answer }) => answer.to.phases)) await storeProgress();
      const { told, done } = await storeAnswers(db, answers);
      tell(told);
      for (const { deviceId, answer } of done) bus.publish('changed', { feature: answer.to.featureId, deviceId });
    } catch (error) {
      if (isDatabaseGone(error)) {
        fallBehind(
          error,
          answers.map(({ deviceId }) => deviceId),
        );
      } else if (answers.length > 1) {
        // One that cannot be stored must not take the others with it.
        for (const answer of answers) await store([answer]);
      } else giveUp(answers, error);
    }
  }

  async function storeProgress(): Promise<void> {
    if (progressed.size === 0) return;
    const latest = Array.from(progressed.values());
    progressed.clear();
    tell(await recordProgress(db, latest));
  }

  function giveUp(answers: readonly AnsweredNews[], error: unknown): void {
    for (const { commandId, deviceId } of answers) {
      const refused = error instanceof AnswerRefused;
      if (!refused) log.error({ err: error, commandId, deviceId }, 'an answer could not be stored');
      fail({ commandId, deviceId, reason: refused ? error.message : 'The answer could not be stored.' });
    }
  }

  function fail({ commandId, deviceId, reason }: CommandRef & { reason: string }): void {
    note({ kind: 'failed', commandId, deviceId, reason: storableText(reason) });
  }

  return {
    deliver: deliveries.add,
    accept: ({ commandId, deviceId }) => note({ kind: 'running', commandId, deviceId, at: Date.now() }),
    fail,
    finish: ({ deviceId, answer }) => note({ kind: 'finished', commandId: answer.commandId, deviceId, answer }),

    progress({ phase, ...command }) {
      const before = progressed.get(command.commandId)?.phases ?? [];
      const phases = phase === null || before.includes(phase) ? before : [...before, phase];
      progressed.set(command.commandId, { ...command, phases });
    },

    storeProgress,

    async expire() {
      const expired = await expireCommands(db, expiredReason);
      tell(expired);
      return expired;
    },

    catchUp() {
      for (const deviceId of behind) deliveries.add(deviceId);
      behind.clear();
    },

    async idle() {
      // What is delivered is noted, and what cannot be stored is noted as failed.
      await deliveries.idle();
      await Promise.all(lanes.map((lane) => lane.idle()));
    },
  };
}

type AnsweredNews = CommandNews & FinishedAnswer;

function isAnswered(news: CommandNews): news is AnsweredNews {
  return news.answer !== null;
}
