import type { CommandPhase, CommandType, DeviceRow } from '@fairwatch/contract';
import type { Database } from '../../database/schema.ts';
import type { CheckedRow, RowTable } from '../rows/row-table.ts';

/** The complete answer of one device. */
export interface DeviceAnswer {
  deviceId: number;
  commandId: number;
  /** What the command carried, as `commandParams` says for its type. */
  params: Readonly<Record<string, unknown>>;
  rows: readonly CheckedRow[];
}

/** What a kind of command brings back, and what becomes of it. */
export interface CommandAnswer {
  command: CommandType;
  /** The feature whose pages change when it is done. */
  featureId: string;
  /** Checks a row as it came; a text says what is wrong with it. Left out by commands that bring no rows. */
  checkRow?(row: DeviceRow): CheckedRow | string;
  /** What the device must have reported on its way. Without it the answer is not taken. */
  phases?: readonly CommandPhase[];
  /**
   * How large the one file is that this command asks for, by what the device said of it before. Null when it said nothing;
   * left out where nobody can know.
   */
  fileSize?(db: Database, command: Pick<DeviceAnswer, 'deviceId' | 'params'>): Promise<number | null>;
  /** Keeps complete answers, at most one per device, in the transaction that ends their commands. */
  apply(db: Database, answers: readonly DeviceAnswer[]): Promise<void>;
  /** The same for one answer that is too large for memory. Left out where there are never many rows. */
  applySteps?(db: Database, deviceId: number, steps: AsyncIterable<readonly CheckedRow[]>): Promise<void>;
}

/** An answer that is complete, but not what was asked for. Its words become the reason of the failed command. */
export class AnswerRefused extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'AnswerRefused';
  }
}

/** An Update brings all rows of its feature. */
export function updateAnswer({ feature, checkRow, applyRows, applyRowSteps }: RowTable): CommandAnswer {
  return {
    command: feature.command,
    featureId: feature.id,
    checkRow,
    apply: applyRows,
    async applySteps(db, deviceId, steps) {
      if (await applyRowSteps(db, deviceId, steps)) return;
      throw new AnswerRefused('The answer is not valid: a key is there twice.');
    },
  };
}
