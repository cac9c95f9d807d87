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

/** What one transaction may carry: many small answers, or one large one. */
const rowsTogether = 10_000;
const bytesTogether = 4 * 1024 * 1024;

/** Cuts answers into groups that are stored together: not too many rows, not too many bytes, and each device once. */
export function* groupAnswers<Given extends GivenAnswer>(answers: readonly Given[]): Generator<Given[]> {
  let group: Given[] = [];
  let rows = 0;
  let bytes = 0;
  const devices = new Set<number>();
  for (const given of answers) {
    const { rowCount, keptBytes } = given.answer;
    const tooMuch = rows + rowCount > rowsTogether || bytes + keptBytes > bytesTogether;
    if (group.length > 0 && (tooMuch || devices.has(given.deviceId))) {
      yield group;
      group = [];
      rows = 0;
      bytes = 0;
      devices.clear();
    }
    group.push(given);
    devices.add(given.deviceId);
    rows += rowCount;
    bytes += keptBytes;
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
    const byKind = Map.groupBy(done, ({ answer }) => answer.to);
    for (const [to, same] of byKind) {
      if (to.phases) await demandPhases(transaction, same, to.phases);
      await applyAnswers(transaction, to, same);
    }
    return { told, done };
  });
}

/** Large answers go in steps, so that they are never in memory as a whole; the others together. */
async function applyAnswers(db: Database, to: CommandAnswer, given: readonly GivenAnswer[]): Promise<void> {
  const whole: DeviceAnswer[] = [];
  for (const { deviceId, answer } of given) {
    const { commandId, params } = answer;
    if (to.applySteps && answer.isLarge) await to.applySteps(db, deviceId, answer.readSteps());
    else whole.push({ deviceId, commandId, params, rows: await answer.readRows() });
  }
  if (whole.length > 0) await to.apply(db, whole);
}

async function demandPhases(
  db: Database,
  answers: readonly NotedCommand[],
  phases: readonly CommandPhase[],
): Promise<void> {
  const commandIds = answers.map(({ commandId }) => commandId);
  if (await lacksPhases(db, commandIds, phases)) {
    throw new AnswerRefused('The device did not show its person what it did.');
  }
}
