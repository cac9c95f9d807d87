import { limits, type DeviceRow } from '@fairwatch/contract';
import type { CommandAnswer, DeviceAnswer } from './command-answer.ts';
import type { CheckedRow } from '../rows/row-table.ts';

/** What one answer may hold in memory; 200,000 contacts take a tenth of it. */
const maxBytes = 128 * 1024 * 1024;

/** The rows of one command while they arrive. They reach the database all together, or not at all. */
export class AnswerStage {
  readonly commandId: number;
  readonly to: CommandAnswer;
  readonly params: DeviceAnswer['params'];
  readonly rows: CheckedRow[] = [];
  /** When the command was sent, and when the device began. */
  readonly sentAt = Date.now();
  runningAt: number | null = null;
  readonly #keys = new Set<string>();
  #batches = 0;
  #bytes = 0;

  constructor(commandId: number, to: CommandAnswer, params: DeviceAnswer['params']) {
    this.commandId = commandId;
    this.to = to;
    this.params = params;
  }

  /** Takes a batch of the given size in bytes. A text says why the whole answer is spoilt. */
  add(batch: number, rows: readonly DeviceRow[], bytes: number): string | null {
    if (batch < this.#batches) return null;
    if (batch > this.#batches) return `Batch ${this.#batches} of the answer is missing.`;
    this.#batches += 1;
    this.#bytes += bytes;
    if (this.rows.length + rows.length > limits.device.rowsPerCommand || this.#bytes > maxBytes) {
      return `The answer is too large: at most ${limits.device.rowsPerCommand} rows are taken.`;
    }
    for (const row of rows) {
      const problem = this.#addRow(row);
      if (problem !== null) return `Row ${this.rows.length + 1} of the answer is not valid: ${problem}`;
    }
    return null;
  }

  /** Compares with what the device says it sent. A text says what is missing. */
  checkComplete(batches: number): string | null {
    if (batches === this.#batches) return null;
    return `The device sent ${batches} batches and ${this.#batches} arrived.`;
  }

  #addRow(row: DeviceRow): string | null {
    const checked = this.to.checkRow?.(row) ?? 'This command brings no rows.';
    if (typeof checked === 'string') return checked;
    const [key] = checked;
    if (this.#keys.has(key)) return 'Its key is there twice.';
    this.#keys.add(key);
    this.rows.push(checked);
    return null;
  }
}
