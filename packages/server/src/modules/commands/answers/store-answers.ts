import { problemsText, type CommandPhase } from '@fairwatch/contract';
import type { Database } from '../../../shared/schema/schema.ts';
import type { Services } from '../../../shared/services/services.ts';
import type { AnswerStage } from './answer-stage.ts';
import { AnswerRefused, type CommandAnswer, type DeviceAnswer } from './command-answer.ts';
import { toAdvance, type CommandUpdate } from '../command-events.ts';
import { advanceCommands, lacksPhases, type AdvancedCommand } from '../steps/command-steps.store.ts';

/** An answer and the device that sent it. */
export interface StagedAnswer {
  deviceId: number;
  answer: AnswerStage;
}

/** The most rows and bytes of one transaction: many small answers, or one large one. */
const maxGroupRows = 10_000;
const maxGroupBytes = 4 * 1024 * 1024;

/** Splits answers into groups for one transaction each: limited in rows and bytes, and with each device once. */
export function* groupAnswers<Given extends StagedAnswer>(answers: readonly Given[]): Generator<Given[]> {
  let group: Given[] = [];
  let rows = 0;
  let bytes = 0;
  const devices = new Set<number>();
  for (const given of answers) {
    const { rowCount, keptBytes } = given.answer;
    const tooMuch = rows + rowCount > maxGroupRows || bytes + keptBytes > maxGroupBytes;
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
  /** Commands that changed their step: they are done, or they failed because they were too late. */
  advanced: AdvancedCommand[];
  /** Answers whose rows were stored. */
  done: StagedAnswer[];
}

/** Ends the commands and stores their rows in one transaction. `answers` has at most one per device. */
export async function storeAnswers(
  { db, scheduler }: Pick<Services, 'db' | 'scheduler'>,
  answers: readonly (CommandUpdate & StagedAnswer)[],
): Promise<StoredAnswers> {
  return await db.transaction().execute(async (transaction) => {
    const notes = await describeProblems(transaction, answers);
    const ends = answers.map((answer) => toAdvance(answer, notes.get(answer.commandId)));
    const advanced = await advanceCommands(transaction, ends, scheduler.now());
    const stepOf = new Map(advanced.map(({ commandId, step }) => [commandId, step]));
    const done = answers.filter(({ commandId }) => stepOf.get(commandId) === 'DONE');
    const byKind = Map.groupBy(done, ({ answer }) => answer.to);
    for (const [to, same] of byKind) {
      if (to.phases) await requirePhases(transaction, same, to.phases);
      await applyAnswers(transaction, to, same);
    }
    return { advanced, done };
  });
}

/** Describes the files that failed, by command; only for commands of which a file failed. */
async function describeProblems(db: Database, answers: readonly StagedAnswer[]): Promise<Map<number, string>> {
  const notes = new Map<number, string>();
  for (const { answer } of answers) {
    const { commandId, problems, to } = answer;
    if (problems.length === 0) continue;
    const names = (await to.fileNames?.(db, answer)) ?? [];
    notes.set(commandId, problemsText(problems, names));
  }
  return notes;
}

/** Stores large answers in steps, so that they are never in memory as a whole, and the others together. */
async function applyAnswers(db: Database, to: CommandAnswer, given: readonly StagedAnswer[]): Promise<void> {
  const whole: DeviceAnswer[] = [];
  for (const { deviceId, answer } of given) {
    const { commandId, params, problems } = answer;
    if (to.applySteps && answer.isLarge) await to.applySteps(db, deviceId, answer.readSteps());
    else whole.push({ deviceId, commandId, params, problems, rows: await answer.readRows() });
  }
  if (whole.length > 0) await to.apply(db, whole);
}

async function requirePhases(
  db: Database,
  answers: readonly CommandUpdate[],
  phases: readonly CommandPhase[],
): Promise<void> {
  const commandIds = answers.map(({ commandId }) => commandId);
  if (await lacksPhases(db, commandIds, phases)) {
    throw new AnswerRefused('The device did not show its person what it did.');
  }
}
