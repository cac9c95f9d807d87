import type {
  CommandParams,
  CommandPhase,
  CommandType,
  deviceFeatures,
  DeviceFeatureId,
  DeviceRow,
  FileProblem,
} from '@fairwatch/contract';
import type { z } from 'zod/mini';
import type { WantedFile } from '../files/receive-file.ts';
import type { FileSource, OutgoingFile } from '../files/upload-file.ts';

type Feature<Id extends DeviceFeatureId> = (typeof deviceFeatures)[Id];

/** One row of a feature as a device sends it: the contract's record and the row's stable identity on the device. */
export type RowOf<Id extends DeviceFeatureId> = { key: string } & z.output<Feature<Id>['record']>;

/** A running command, as its handler sees it. */
export interface Work {
  commandId: number;
  /** Aborts when the command is cancelled: what is collected after that is not sent. */
  signal: AbortSignal;
  /** Reports the progress in percent, and what the device is doing. */
  report(percent: number, phase?: CommandPhase): void;
  /** The admin who asked. */
  requestedBy: string;
  /** Why, in their words; null when they did not say. */
  reason: string | null;
  /**
   * Uploads a file, unless the server has it, and resolves with its SHA-256. `onBytes` is called with the number of bytes that have
   * arrived.
   */
  upload(file: OutgoingFile, onBytes?: (sent: number, size: number) => void): Promise<string>;
  /**
   * Uploads many files, a few at a time, and resolves with their SHA-256 in the same order. They are taken from the source as they
   * are sent, so that they need not all be in memory. `onSent` is called with the number of files that are done.
   */
  uploadMany(files: FileSource, onSent?: (count: number) => void): Promise<string[]>;
  /** Downloads a file that the command names. Its hash is not checked yet. */
  fetchFile(wanted: WantedFile): Promise<void>;
}

/** Reads one kind of data from the device. What it throws becomes the reason of the failed command. */
export type Collect<Id extends DeviceFeatureId> = (work?: Work) => Promise<readonly RowOf<Id>[]>;

/** The collectors of a device, one for each declared feature. */
export type Collectors = { readonly [Id in DeviceFeatureId]: Collect<Id> };

/** The rows of an answer, and for a command for several files those that failed, if others succeeded. */
export type ActResult = readonly DeviceRow[] | { rows: readonly DeviceRow[]; problems: readonly FileProblem[] };

/** Carries out one type of command other than an Update. The returned rows are its answer; most commands have none. */
export type Act<Type extends CommandType> = (params: CommandParams<Type>, work: Work) => Promise<ActResult>;

/** The handlers of commands other than Updates. A command without one is refused. */
export type Acts = { readonly [Type in CommandType]?: Act<Type> };
