import { limits, namedFiles, type DeviceRow, type FileProblem } from '@fairwatch/contract';
import { AnswerRefused, type CommandAnswer, type DeviceAnswer } from './command-answer.ts';
import type { SpoolFile } from './spool-file.ts';
import { storableText } from '../../../core/storable-text.ts';
import type { DeviceConnection } from '../../../shared/device-connection.ts';
import type { CheckedRow } from '../../../shared/device-rows/row-table.ts';

const { bytesPerCommand, rowsPerCommand } = limits.device;

/** An answer with more rows or bytes than this is stored in steps, so that it is never in memory as a whole. */
const largeRows = 10_000;
const largeBytes = 4 * 1024 * 1024;
/** The most rows of a command that has no table for many rows. */
const fewRows = limits.file.receivedAtOnce;
/** The size of one step of storing a large answer. */
const stepRows = 2000;
const stepBytes = 1024 * 1024;

/** The command that an answer belongs to, the connection that it comes over, and the handler that stores it. */
export interface AnswerTarget extends Pick<DeviceAnswer, 'commandId' | 'params'>, DeviceConnection {
  to: CommandAnswer;
}

/** Keeps the batches of answers until their command ends. */
export interface StageKeeper {
  /** Keeps a batch in memory or on disk. Returns the reason when that fails; null otherwise. */
  keep(stage: AnswerStage, batch: Buffer): string | null;
  release(stage: AnswerStage): void;
  now(): number;
}

/**
 * The rows of one command while they arrive. They are stored all together or not at all. Each batch is validated and then
 * kept as one JSON text, which takes a fraction of the memory of its rows as objects.
 */
export class AnswerStage {
  readonly commandId: number;
  readonly deviceId: number;
  readonly epoch: number;
  readonly to: CommandAnswer;
  readonly params: DeviceAnswer['params'];
  /** When the command was sent, and when the device started it (Unix time in ms). */
  readonly sentAt: number;
  runningAt: number | null = null;
  rowCount = 0;
  /** The bytes of the kept batches, in memory and on disk. */
  keptBytes = 0;
  /** The batches in memory; empty once the answer is spooled to disk. */
  batches: Buffer[] = [];
  spool: SpoolFile | null = null;
  /** The files that the device says have failed, of a command for several. */
  problems: readonly FileProblem[] = [];
  /** True once the device has sent all batches. */
  isComplete = false;
  isBeingStored = false;
  isDiscarded = false;
  readonly #keeper: StageKeeper;
  #batchCount = 0;
  #receivedBytes = 0;

  constructor({ commandId, deviceId, epoch, to, params }: AnswerTarget, keeper: StageKeeper) {
    this.commandId = commandId;
    this.deviceId = deviceId;
    this.epoch = epoch;
    this.to = to;
    this.params = params;
    this.#keeper = keeper;
    this.sentAt = keeper.now();
  }

  get isLarge(): boolean {
    return this.rowCount > largeRows || this.keptBytes > largeBytes;
  }

  /**
   * Adds a batch; `bytes` is its size on the wire. A repeated batch is ignored. Returns the reason when the whole answer is
   * invalid; null otherwise.
   */
  add(batch: number, rows: readonly DeviceRow[], bytes: number): string | null {
    if (batch < this.#batchCount) return null;
    if (batch > this.#batchCount) return `Batch ${this.#batchCount} of the answer is missing.`;
    this.#batchCount += 1;
    this.#receivedBytes += bytes;
    const most = this.to.applySteps ? rowsPerCommand : fewRows;
    if (this.rowCount + rows.length > most || this.#receivedBytes > bytesPerCommand) {
      return `The answer is too large: at most ${most} rows are taken.`;
    }
    const checked: CheckedRow[] = [];
    for (const row of rows) {
      const result = this.to.checkRow?.(row) ?? 'This command brings no rows.';
      if (typeof result === 'string') {
        return `Row ${this.rowCount + checked.length + 1} of the answer is not valid: ${result}`;
      }
      checked.push(result);
    }
    if (checked.length === 0) return null;
    this.rowCount += checked.length;
    return this.#keeper.keep(this, encodeBatch(checked));
  }

  /**
   * Compares the number of batches with what the device says it sent, and the files that failed with those that the command names.
   * Returns what is wrong; null when the answer is complete.
   */
  checkComplete(batches: number, problems: readonly FileProblem[] = []): string | null {
    if (batches !== this.#batchCount) {
      return `The device sent ${batches} batches and ${this.#batchCount} arrived.`;
    }
    const indexes = new Set(problems.map(({ index }) => index));
    const named = namedFiles(this.to.command, this.params).length;
    if (indexes.size < problems.length || problems.some(({ index }) => index >= named)) {
      return 'The answer is not valid: it reports a file that the command does not name.';
    }
    this.problems = problems.map(({ index, reason }) => ({ index, reason: storableText(reason) }));
    this.isComplete = true;
    return null;
  }

  /** Reads all rows of an answer that is not large. Throws when two rows have the same key. */
  async readRows(): Promise<CheckedRow[]> {
    const rows: CheckedRow[] = [];
    for await (const step of this.readSteps()) rows.push(...step);
    const keys = new Set<string>();
    for (const [key] of rows) {
      if (keys.has(key)) {
        throw new AnswerRefused(`Row ${keys.size + 1} of the answer is not valid: Its key is there twice.`);
      }
      keys.add(key);
    }
    return rows;
  }

  /** Reads the rows in steps. The caller must check for duplicate keys. */
  async *readSteps(): AsyncGenerator<CheckedRow[]> {
    this.isBeingStored = true;
    let rows: CheckedRow[] = [];
    let bytes = 0;
    for await (const batch of this.spool ? this.spool.readBatches() : this.batches) {
      if (this.isDiscarded) break;
      for (const row of decodeBatch(batch)) rows.push(row);
      bytes += batch.length;
      if (rows.length < stepRows && bytes < stepBytes) continue;
      yield rows;
      rows = [];
      bytes = 0;
    }
    if (this.isDiscarded) throw new StageDiscarded();
    if (rows.length > 0) yield rows;
  }

  /** Frees memory and disk. It is idempotent. */
  discard(): void {
    if (this.isDiscarded) return;
    this.isDiscarded = true;
    this.#keeper.release(this);
    this.batches = [];
  }
}

/** Thrown when an answer was discarded before it was stored, because its command ended otherwise or the server stops. */
export class StageDiscarded extends Error {
  constructor() {
    super('The answer was discarded.');
    this.name = 'StageDiscarded';
  }
}

/** Allocates memory of its own, because a slice of the shared pool would keep the whole pool buffer alive. */
function encodeBatch(rows: readonly CheckedRow[]): Buffer {
  const text = JSON.stringify(rows);
  const batch = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  batch.write(text);
  return batch;
}

function decodeBatch(batch: Buffer): CheckedRow[] {
  return JSON.parse(batch.toString()) as CheckedRow[];
}
