import { capabilities, errorText, limits, type Command, type DeviceFeature } from '@fairwatch/contract';
import { AppError } from '../app-error.ts';
import { violatesUnique } from '../database/unique-violation.ts';
import type { Session } from '../http/route.ts';
import { scopeOf } from '../scope.ts';
import type { Services } from '../services.ts';
import type { AnswerStage } from './answer-stage.ts';
import { createBatcher } from './batcher.ts';
import {
  expireCommands,
  finishCommand,
  insertCommand,
  markFailed,
  markRunning,
  recordProgress,
  takeDeliveries,
  type CommandRef,
  type Delivery,
} from './commands.store.ts';
import { refusalNow } from './device-access.ts';
import type { RowTable } from './row-table.ts';
import { storableText } from './storable-text.ts';

const expiredReason = 'The device did not answer in time.';
const answerLanes = 4;

interface CommandRequest {
  session: Session;
  deviceId: number;
  feature: DeviceFeature;
}

/** Queues a command for a device. The row is the truth; whoever holds the device's socket is only nudged. */
export async function requestCommand(
  { db, bus }: Services,
  { session, deviceId, feature }: CommandRequest,
): Promise<Command> {
  const command = await insertCommand(db, {
    deviceId,
    commandType: feature.command,
    capability: feature.capability,
    requestedBy: { id: session.userId, name: session.username },
    subject: feature.update.path,
    deadlineMs: limits.command.deadlineMs,
  }).catch((error: unknown) => {
    throw violatesUnique(error, 'commands_one_open') ? new AppError('commands_pending') : error;
  });
  if (!command) {
    const scope = scopeOf({ id: session.userId, adminRole: session.adminRole });
    throw await refusalNow(db, scope, deviceId, feature.capability);
  }
  bus.publish('changed', { feature: 'commands', deviceId });
  bus.publish('commandQueued', { deviceId });
  return command;
}

/** A complete answer and who gave it. */
interface FinishedAnswer {
  deviceId: number;
  answer: AnswerStage;
}

/** Moves commands from step to step as devices answer. */
export interface CommandEngine {
  /** Sends the open commands of a device, new or repeated. */
  deliver(deviceId: number): void;
  accept(command: CommandRef): void;
  fail(command: CommandRef & { reason: string }): void;
  /** Notes how far a command is; `storeProgress` keeps the latest. */
  progress(command: CommandRef & { percent: number }): void;
  /** To be called about once a second: however much devices report, a command is written once in that time. */
  storeProgress(): Promise<void>;
  /** Applies a complete answer. Repeated or late, it changes nothing. */
  finish(finished: FinishedAnswer): void;
  /** Ends what is overdue and says which commands those were. */
  expire(): Promise<CommandRef[]>;
  /** Resolves when everything taken so far is written. */
  idle(): Promise<void>;
}

export function createCommandEngine(
  { db, bus, log }: Services,
  tables: readonly RowTable[],
  send: (delivery: Delivery, table: RowTable) => void,
): CommandEngine {
  const tableOf = new Map(tables.map((table) => [table.feature.command, table]));
  const tell = (commands: readonly CommandRef[]) => {
    for (const { deviceId } of commands) bus.publish('changed', { feature: 'commands', deviceId });
  };
  const logFailure = (error: unknown) => log.error({ err: error }, 'a step of some commands could not be stored');

  const deliveries = createBatcher<number>(async (deviceIds) => {
    const open = await takeDeliveries(db, deviceIds);
    for (const delivery of open) {
      const table = tableOf.get(delivery.commandType);
      if (!table) continue;
      if (delivery.paused) fail({ ...delivery, reason: errorText('device_paused') });
      else if (delivery.capabilities.includes(table.feature.capability)) send(delivery, table);
      else fail({ ...delivery, reason: notShared(table) });
    }
    tell(open);
  }, logFailure);
  const accepted = createBatcher<CommandRef>(async (commands) => tell(await markRunning(db, commands)), logFailure);
  const failures = createBatcher<CommandRef & { reason: string }>(
    async (commands) => tell(await markFailed(db, commands)),
    logFailure,
  );
  const fail: CommandEngine['fail'] = (command) => failures.add({ ...command, reason: storableText(command.reason) });

  const progressed = new Map<number, CommandRef & { percent: number }>();

  // In a few lanes, so that many devices answering at once leave connections of the pool to everyone else.
  const lanes = Array.from({ length: answerLanes }, () =>
    createBatcher<FinishedAnswer>(async (answers) => {
      for (const answer of answers) await apply(answer);
    }, logFailure),
  );

  async function apply({ deviceId, answer: { commandId, table, rows } }: FinishedAnswer): Promise<void> {
    try {
      const step = await db.transaction().execute(async (transaction) => {
        const reached = await finishCommand(
          transaction,
          { commandId, deviceId },
          table.feature.capability,
          notShared(table),
        );
        if (reached === 'DONE') await table.applyRows(transaction, deviceId, rows);
        return reached;
      });
      if (step) tell([{ commandId, deviceId }]);
      if (step === 'DONE') bus.publish('changed', { feature: table.feature.id, deviceId });
    } catch (error) {
      log.error({ err: error, commandId, deviceId }, 'an answer could not be stored');
      fail({ commandId, deviceId, reason: 'The answer could not be stored.' });
    }
  }

  return {
    deliver: deliveries.add,
    accept: accepted.add,
    fail,

    progress: (command) => void progressed.set(command.commandId, command),

    async storeProgress() {
      if (progressed.size === 0) return;
      const latest = Array.from(progressed.values());
      progressed.clear();
      tell(await recordProgress(db, latest));
    },

    finish: (finished) => lanes[finished.deviceId % answerLanes]?.add(finished),

    async expire() {
      const expired = await expireCommands(db, expiredReason);
      tell(expired);
      return expired;
    },

    async idle() {
      await Promise.all([deliveries, accepted, ...lanes].map((batcher) => batcher.idle()));
      await failures.idle();
    },
  };
}

function notShared({ feature }: RowTable): string {
  return errorText('consent_missing', { capability: capabilities[feature.capability].title });
}
