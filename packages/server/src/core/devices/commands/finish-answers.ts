import type { CommandPhase } from '@fairwatch/contract';
import type { Database } from '../../database/schema.ts';
import type { AnswerStage } from './answer-stage.ts';
import { AnswerRefused, type CommandAnswer, type DeviceAnswer } from './command-answer.ts';
import { advanceOf, type NotedCommand } from './command-notes.ts';
import { advanceCommands, lacksPhases, type AdvancedCommand } from './command-steps.store.ts';

/** An answer and the device that gives it. */
export interface GivenAnswer {
  deviceId: number;
  answer: AnswerStage;
}

/** What one transaction may carry: many small answers, or a few large ones. */
const rowsTogether = 10_000;

/** Cuts answers into groups that are stored together: not too many rows, and each device once. */
export function* groupAnswers<Given extends GivenAnswer>(answers: readonly Given[]): Generator<Given[]> {
  let group: Given[] = [];
  let rows = 0;
  const devices = new Set<number>();
  for (const given of answers) {
    const more = given.answer.rows.length;
    if (group.length > 0 && (rows + more > rowsTogether || devices.has(given.deviceId))) {
      yield group;
      group = [];
      rows = 0;
      devices.clear();
    }
    group.push(given);
    devices.add(given.deviceId);
    rows += more;
  }
  if (group.length > 0) yield group;
}

export interface StoredAnswers {
  /** Commands for which there was news: they ended now, one way or the other, or were too late for it. */
  told: AdvancedCommand[];
  /** Whose rows were stored. */
  done: GivenAnswer[];
}

/** Ends the commands and applies their rows: all of it or nothing. At most one answer per device. */
export async function storeAnswers(
  db: Database,
  answers: readonly (NotedCommand & GivenAnswer)[],
): Promise<StoredAnswers> {
  return await db.transaction().execute(async (transaction) => {
    const told = await advanceCommands(transaction, answers.map(advanceOf));
    const stepOf = new Map(told.map(({ commandId, step }) => [commandId, step]));
    const done = answers.filter(({ commandId }) => stepOf.get(commandId) === 'DONE');
    const byKind = new Map<CommandAnswer, DeviceAnswer[]>();
    for (const { deviceId, answer } of done) {
      const { commandId, params, rows, to } = answer;
      const same = byKind.get(to) ?? [];
      same.push({ deviceId, commandId, params, rows });
      byKind.set(to, same);
    }
    for (const [to, same] of byKind) {
      if (to.phases) await demandPhases(transaction, same, to.phases);
      await to.apply(transaction, same);
    }
    return { told, done };
  });
}

async function demandPhases(
  db: Database,
  answers: readonly DeviceAnswer[],
  phases: readonly CommandPhase[],
): Promise<void> {
  const commandIds = answers.map(({ commandId }) => commandId);
  if (await lacksPhases(db, commandIds, phases)) {
    throw new AnswerRefused('The device did not show its person what it did.');
  }
}
