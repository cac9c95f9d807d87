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
import type { Session } from '../http/route.ts';
import { scopeOf } from '../scope.ts';
import type { Services } from '../services.ts';
import { createBatcher } from './batcher.ts';
import { AnswerRefused, type CommandAnswer } from './command-answer.ts';
import { queueCommand } from './command-queue.ts';
import {
  expireCommands,
  markFailed,
  markRunning,
  recordProgress,
  takeDeliveries,
  type CommandRef,
  type Delivery,
  type Progress,
} from './commands.store.ts';
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
    requestedBy: { id: session.userId, name: session.username },
    subject: asked.path,
    deadlineMs,
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
  /** Resolves when everything taken so far is written. */
  idle(): Promise<void>;
}

type LaneNote = (CommandRef & { kind: 'accepted' }) | (FinishedAnswer & { kind: 'finished' });

export function createCommandEngine(
  { db, bus, log }: Services,
  answers: readonly CommandAnswer[],
  send: (delivery: Delivery, to: CommandAnswer) => void,
): CommandEngine {
  const answerTo = new Map(answers.map((answer) => [answer.command, answer]));
  const tell = (commands: readonly CommandRef[]) => {
    for (const { deviceId } of commands) bus.publish('changed', { feature: 'commands', deviceId });
  };
  const logFailure = (error: unknown) => log.error({ err: error }, 'a step of some commands could not be stored');

  const deliveries = createBatcher<number>(async (deviceIds) => {
    const open = await takeDeliveries(db, deviceIds);
    for (const delivery of open) {
      const { commandType } = delivery;
      const to = answerTo.get(commandType);
      if (!to) continue;
      if (delivery.paused) fail({ ...delivery, reason: errorText('device_paused') });
      else if (delivery.capabilities.includes(commandCatalogue[commandType].capability)) send(delivery, to);
      else fail({ ...delivery, reason: notShared(commandType) });
    }
    tell(open);
  }, logFailure);
  const failures = createBatcher<CommandRef & { reason: string }>(
    async (commands) => tell(await markFailed(db, commands)),
    logFailure,
  );
  const fail: CommandEngine['fail'] = (command) => failures.add({ ...command, reason: storableText(command.reason) });

  const progressed = new Map<number, Progress>();
  async function storeProgress(): Promise<void> {
    if (progressed.size === 0) return;
    const latest = Array.from(progressed.values());
    progressed.clear();
    tell(await recordProgress(db, latest));
  }

  // In a few lanes, so that many devices answering at once leave connections of the pool to everyone else. A device's
  // notes stay in its lane: RUNNING is stored before DONE.
  const lanes = Array.from({ length: answerLanes }, () =>
    createBatcher<LaneNote>(async (notes) => {
      const accepted = notes.filter((note) => note.kind === 'accepted');
      if (accepted.length > 0) tell(await markRunning(db, accepted));
      for (const group of groupAnswers(notes.filter((note) => note.kind === 'finished'))) await store(group);
    }, logFailure),
  );
  const laneOf = (deviceId: number) => lanes[deviceId % answerLanes];

  async function store(answers: readonly FinishedAnswer[]): Promise<void> {
    try {
      // What was reported on the way decides whether these answers are taken.
      if (answers.some(({ answer }) => answer.to.phases)) await storeProgress();
      const { ended, done } = await storeAnswers(db, answers);
      tell(ended);
      for (const { deviceId, answer } of done) bus.publish('changed', { feature: answer.to.featureId, deviceId });
    } catch (error) {
      // One that cannot be stored must not take the others with it.
      if (answers.length > 1) for (const answer of answers) await store([answer]);
      else giveUp(answers, error);
    }
  }

  function giveUp(answers: readonly FinishedAnswer[], error: unknown): void {
    for (const { deviceId, answer } of answers) {
      const command = { commandId: answer.commandId, deviceId };
      if (error instanceof AnswerRefused) {
        fail({ ...command, reason: error.message });
      } else {
        log.error({ err: error, ...command }, 'an answer could not be stored');
        fail({ ...command, reason: 'The answer could not be stored.' });
      }
    }
  }

  return {
    deliver: deliveries.add,
    accept: (command) => laneOf(command.deviceId)?.add({ kind: 'accepted', ...command }),
    fail,

    progress({ phase, ...command }) {
      const before = progressed.get(command.commandId)?.phases ?? [];
      const phases = phase === null || before.includes(phase) ? before : [...before, phase];
      progressed.set(command.commandId, { ...command, phases });
    },

    storeProgress,

    finish: (finished) => laneOf(finished.deviceId)?.add({ kind: 'finished', ...finished }),

    async expire() {
      const expired = await expireCommands(db, expiredReason);
      tell(expired);
      return expired;
    },

    async idle() {
      await Promise.all([deliveries, ...lanes].map((batcher) => batcher.idle()));
      await failures.idle();
    },
  };
}
