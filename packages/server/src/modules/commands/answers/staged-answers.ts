import { mkdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Services } from '../../../shared/services/services.ts';
import { AnswerStage, type AnswerTarget } from './answer-stage.ts';
import { SpoolFile } from './spool-file.ts';

const megabyte = 1024 * 1024;
/** The overhead of a Buffer in bytes (an estimate). */
const bytesPerBuffer = 256;
/** Bytes that each answer may keep in memory under any load, so that small answers never wait for the disk. */
const guaranteedBytes = 32 * 1024;
/** The most bytes that may wait for the disk; beyond it no rows are accepted. */
const maxUnwritten = 16 * megabyte;

const noSpace = 'The server has no room for this answer at the moment. Please ask again later.';

/** Returns the folder below DATA_DIR for answers that are too large for memory. */
function spoolFolder(dataDir: string): string {
  return join(dataDir, 'staged-answers');
}

export interface StagedAnswers {
  open(target: AnswerTarget): AnswerStage;
  /** Discards the answer to a command that has ended otherwise. */
  discard(commandId: number): void;
  /** Discards all large answers, which would take long to store. */
  discardLarge(): void;
  /** True while too much waits for the disk and no rows may be accepted. */
  isBehind(): boolean;
  /** The bytes that are kept now, and the number of answers. */
  usage(): { memory: number; disk: number; answers: number };
  /** Discards everything; resolves when all files are deleted. */
  close(): Promise<void>;
}

/**
 * Keeps the answers of all devices until they are stored: in memory within one budget, the largest ones beyond it on disk.
 * Both have a limit over all devices. `onDropped` is called for an answer that had to be discarded.
 */
export function createStagedAnswers(
  { config, log, scheduler }: Pick<Services, 'config' | 'log' | 'scheduler'>,
  onDropped: (stage: AnswerStage, reason: string) => void,
): StagedAnswers {
  const folder = spoolFolder(config.dataDir);
  const memoryBudget = config.stagedAnswersMegabytes * megabyte;
  const diskBudget = config.stagedAnswersDiskMegabytes * megabyte;
  const stages = new Set<AnswerStage>();
  const removals = new Set<Promise<void>>();
  /** Bytes of answers without a file. */
  let memory = 0;
  /** Bytes of answers with a file, including those not written yet. */
  let disk = 0;
  let unwritten = 0;
  let files = 0;
  // Files of an earlier run belong to no command any more.
  rmSync(folder, { recursive: true, force: true });

  const keeper = {
    now: scheduler.now,

    keep(stage: AnswerStage, batch: Buffer): string | null {
      const bytes = batch.length + bytesPerBuffer;
      stage.keptBytes += bytes;
      if (stage.spool) {
        disk += bytes;
        append(stage, stage.spool, [batch], bytes);
      } else {
        memory += bytes;
        stage.batches.push(batch);
      }
      for (let next = nextToSpool(); next; next = nextToSpool()) spool(next);
      for (let next = nextToDrop(); next && next !== stage; next = nextToDrop()) drop(next);
      return stage.isDiscarded || disk > diskBudget ? noSpace : null;
    },

    release(stage: AnswerStage): void {
      if (!stages.delete(stage)) return;
      if (!stage.spool) {
        memory -= stage.keptBytes;
        return;
      }
      disk -= stage.keptBytes;
      const removal = stage.spool.remove().catch((error: unknown) => {
        log.error({ err: error, event: 'staged_answers.remove_failed' }, 'Failed to delete a spooled answer');
      });
      removals.add(removal);
      void removal.then(() => removals.delete(removal));
    },
  };

  function largestOf(isMeant: (stage: AnswerStage) => boolean): AnswerStage | null {
    let largest: AnswerStage | null = null;
    for (const stage of stages) {
      if (isMeant(stage) && stage.keptBytes > (largest?.keptBytes ?? 0)) largest = stage;
    }
    return largest;
  }

  /** Finds the largest answer in memory while the memory budget is exceeded. */
  function nextToSpool(): AnswerStage | null {
    if (memory <= memoryBudget) return null;
    return largestOf((each) => !each.spool && !each.isBeingStored && each.keptBytes > guaranteedBytes);
  }

  /** Finds the largest answer that is still arriving while the disk budget is exceeded. */
  function nextToDrop(): AnswerStage | null {
    return disk <= diskBudget ? null : largestOf((each) => each.spool !== null && !each.isComplete);
  }

  /** Moves an answer from memory to disk. */
  function spool(stage: AnswerStage): void {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    files += 1;
    stage.spool = new SpoolFile(join(folder, `${stage.commandId}-${files}.jsonl`));
    memory -= stage.keptBytes;
    disk += stage.keptBytes;
    append(stage, stage.spool, stage.batches, stage.keptBytes);
    stage.batches = [];
  }

  function append(stage: AnswerStage, file: SpoolFile, batches: readonly Buffer[], bytes: number): void {
    unwritten += bytes;
    file.append(batches).then(
      () => (unwritten -= bytes),
      (error: unknown) => {
        unwritten -= bytes;
        if (stage.isDiscarded) return;
        log.error({ err: error, event: 'staged_answers.write_failed' }, 'Failed to spool an answer to disk');
        drop(stage);
      },
    );
  }

  function drop(stage: AnswerStage): void {
    stage.discard();
    log.warn(
      { event: 'staged_answers.dropped', deviceId: stage.deviceId, commandId: stage.commandId },
      'Dropped the answer of a device for want of room',
    );
    onDropped(stage, noSpace);
  }

  return {
    open(target) {
      const stage = new AnswerStage(target, keeper);
      stages.add(stage);
      return stage;
    },
    discard(commandId) {
      for (const stage of stages) if (stage.commandId === commandId) stage.discard();
    },
    discardLarge() {
      for (const stage of stages) if (stage.isLarge) stage.discard();
    },
    isBehind: () => unwritten > maxUnwritten,
    usage: () => ({ memory: memory + unwritten, disk, answers: stages.size }),
    async close() {
      for (const stage of stages) stage.discard();
      await Promise.all(removals);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
