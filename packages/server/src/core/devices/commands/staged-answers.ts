import { mkdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Services } from '../../services.ts';
import { AnswerStage, type AnswerTarget } from './answer-stage.ts';
import { SpoolFile } from './spool-file.ts';

const megabyte = 1024 * 1024;
/** What a buffer takes beside its bytes. */
const bytesPerBuffer = 256;
/** What each answer keeps in memory whatever others do, so that small ones never wait for a disk. */
const guaranteedBytes = 32 * 1024;
/** While more than this has to be written to disk, no more rows are taken. */
const mostUnwritten = 16 * megabyte;

const noRoom = 'The server has no room for this answer at the moment. Please ask again later.';

/** The folder below DATA_DIR where answers wait that are too large for memory. */
function spoolFolder(dataDir: string): string {
  return join(dataDir, 'staged-answers');
}

export interface StagedAnswers {
  open(target: AnswerTarget): AnswerStage;
  /** Throws away what came for a command that has ended otherwise. */
  discard(commandId: number): void;
  /** Throws away what would take long to store. */
  discardLarge(): void;
  /** Whether the disk has to catch up before more is taken. */
  isBehind(): boolean;
  /** What is kept now, in bytes. */
  usage(): { memory: number; disk: number; answers: number };
  /** Throws everything away and resolves when no file is left. */
  close(): Promise<void>;
}

/**
 * Keeps the answers of all devices until they are stored: within one budget in memory, and what is more on disk, the largest
 * first. Both have a ceiling over all devices. `onDropped` hears of answers that had to go.
 */
export function createStagedAnswers(
  { config, log }: Pick<Services, 'config' | 'log'>,
  onDropped: (stage: AnswerStage, reason: string) => void,
): StagedAnswers {
  const folder = spoolFolder(config.dataDir);
  const memoryBudget = config.stagedAnswersMegabytes * megabyte;
  const diskBudget = config.stagedAnswersDiskMegabytes * megabyte;
  const stages = new Set<AnswerStage>();
  const removals = new Set<Promise<void>>();
  /** Of answers without a file. */
  let memory = 0;
  /** Of answers with a file, written or not. */
  let disk = 0;
  let unwritten = 0;
  let files = 0;
  // What an earlier run left behind belongs to nobody.
  rmSync(folder, { recursive: true, force: true });

  const keeper = {
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
      return stage.isDiscarded || disk > diskBudget ? noRoom : null;
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

  /** The largest answer in memory, while all of them take too much. */
  function nextToSpool(): AnswerStage | null {
    if (memory <= memoryBudget) return null;
    return largestOf((each) => !each.spool && !each.isBeingStored && each.keptBytes > guaranteedBytes);
  }

  /** The largest answer that is still arriving, while the disk holds too much. */
  function nextToDrop(): AnswerStage | null {
    return disk <= diskBudget ? null : largestOf((each) => each.spool !== null && !each.isComplete);
  }

  /** Moves an answer out of memory. */
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
    onDropped(stage, noRoom);
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
    isBehind: () => unwritten > mostUnwritten,
    usage: () => ({ memory: memory + unwritten, disk, answers: stages.size }),
    async close() {
      for (const stage of stages) stage.discard();
      await Promise.all(removals);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
