import type { CommandType, DeviceRow } from '@fairwatch/contract';
import type { Database } from '../database/schema.ts';
import type { CheckedRow, RowTable } from './row-table.ts';

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
  /** Keeps complete answers, at most one per device, in the transaction that ends their commands. */
  apply(db: Database, answers: readonly DeviceAnswer[]): Promise<void>;
}

/** An Update brings all rows of its feature. */
export function updateAnswer({ feature, checkRow, applyRows }: RowTable): CommandAnswer {
  return { command: feature.command, featureId: feature.id, checkRow, apply: applyRows };
}
