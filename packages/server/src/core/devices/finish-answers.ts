import type { Database } from '../database/schema.ts';
import type { AnswerStage } from './answer-stage.ts';
import { finishCommands, type CommandRef } from './commands.store.ts';
import type { DeviceRows, RowTable } from './row-table.ts';
import { notShared } from './not-shared.ts';

/** A complete answer and who gave it. */
export interface FinishedAnswer {
  deviceId: number;
  answer: AnswerStage;
}

/** What one transaction may carry: many small answers, or a few large ones. */
const rowsTogether = 10_000;

/** Cuts answers into groups that are stored together: not too many rows, and each device once. */
export function* groupAnswers(answers: readonly FinishedAnswer[]): Generator<FinishedAnswer[]> {
  let group: FinishedAnswer[] = [];
  let rows = 0;
  const devices = new Set<number>();
  for (const finished of answers) {
    const more = finished.answer.rows.length;
    if (group.length > 0 && (rows + more > rowsTogether || devices.has(finished.deviceId))) {
      yield group;
      group = [];
      rows = 0;
      devices.clear();
    }
    group.push(finished);
    devices.add(finished.deviceId);
    rows += more;
  }
  if (group.length > 0) yield group;
}

export interface StoredAnswers {
  /** Commands that ended now, one way or the other. */
  ended: CommandRef[];
  /** Whose rows were stored. */
  done: FinishedAnswer[];
}

/** Ends the commands and applies their rows: all of it or nothing. At most one answer per device. */
export async function storeAnswers(db: Database, answers: readonly FinishedAnswer[]): Promise<StoredAnswers> {
  return await db.transaction().execute(async (transaction) => {
    const ended = await finishCommands(
      transaction,
      answers.map(({ deviceId, answer: { commandId, table } }) => ({
        commandId,
        deviceId,
        capability: table.feature.capability,
        notShared: notShared(table),
      })),
    );
    const stepOf = new Map(ended.map(({ commandId, step }) => [commandId, step]));
    const done = answers.filter(({ answer }) => stepOf.get(answer.commandId) === 'DONE');
    const byTable = new Map<RowTable, DeviceRows[]>();
    for (const { deviceId, answer } of done) {
      const rows = byTable.get(answer.table) ?? [];
      rows.push({ deviceId, rows: answer.rows });
      byTable.set(answer.table, rows);
    }
    for (const [table, rows] of byTable) await table.applyRows(transaction, rows);
    return { ended, done };
  });
}
