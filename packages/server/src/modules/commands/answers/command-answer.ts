import type { ChangedFeature, CommandPhase, CommandType, DeviceRow, FileProblem } from '@fairwatch/contract';
import type { Database } from '../../../shared/schema/schema.ts';
import type { CheckedRow, RowTable } from '../../../shared/device-rows/row-table.ts';

/** The complete answer of a device to one command. */
export interface DeviceAnswer {
  deviceId: number;
  commandId: number;
  /** The parameters of the command, as `commandParams` declares them for its type. */
  params: Readonly<Record<string, unknown>>;
  rows: readonly CheckedRow[];
  /** The files that failed, of a command for several. */
  problems: readonly FileProblem[];
}

/** How the answers to one type of command are validated and stored. */
export interface CommandAnswer {
  command: CommandType;
  /** The feature whose pages refresh when the command is done. */
  featureId: ChangedFeature;
  /** Validates a row as received; returns the reason when it is invalid. Omitted by commands without rows. */
  checkRow?(row: DeviceRow): CheckedRow | string;
  /** The phases that the device must have reported; without them the answer is refused. */
  phases?: readonly CommandPhase[];
  /**
   * Returns the expected sizes in bytes of the files that this command requests, from what the device reported before; null
   * when it did not report the size of each. Omitted where sizes cannot be known.
   */
  fileSizes?(db: Database, command: Pick<DeviceAnswer, 'deviceId' | 'params'>): Promise<readonly number[] | null>;
  /** Names the files that the command names, in the same order, for the text about those that failed. */
  fileNames?(db: Database, command: Pick<DeviceAnswer, 'deviceId' | 'params'>): Promise<readonly string[]>;
  /** Stores complete answers, at most one per device, in the transaction that ends their commands. */
  apply(db: Database, answers: readonly DeviceAnswer[]): Promise<void>;
  /** Like `apply`, for one answer that is too large for memory. Omitted for commands that never have many rows. */
  applySteps?(db: Database, deviceId: number, steps: AsyncIterable<readonly CheckedRow[]>): Promise<void>;
}

/** Thrown for an answer that is complete but not acceptable. Its message becomes the command's error. */
export class AnswerRefused extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'AnswerRefused';
  }
}

/** Returns the handler for an Update, whose answer has all rows of its feature. */
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
