import type {
  CommandParams,
  CommandPhase,
  CommandType,
  deviceFeatures,
  DeviceFeatureId,
  DeviceRow,
} from '@fairwatch/contract';
import type { z } from 'zod/mini';
import type { WantedFile } from './receive-file.ts';

type Feature<Id extends DeviceFeatureId> = (typeof deviceFeatures)[Id];

/** One row of a feature as a device sends it: the contract's record and the row's stable identity on the device. */
export type RowOf<Id extends DeviceFeatureId> = { key: string } & z.output<Feature<Id>['record']>;

/** A command as whoever carries it out sees it. */
export interface Work {
  /** Aborts when the command is cancelled: what is collected after that goes nowhere. */
  signal: AbortSignal;
  /** Tells how far it is, in percent, and what the device is doing. */
  report(percent: number, phase?: CommandPhase): void;
  /** The admin who asked. */
  requestedBy: string;
  /** Why, in their words; null when they did not say. */
  reason: string | null;
  /**
   * Sends the bytes of a file to the server, unless it has them, and gives back their SHA-256. `onBytes` is told how many
   * of them are there.
   */
  upload(file: OutgoingFile, onBytes?: (sent: number, size: number) => void): Promise<string>;
  /**
   * The same for many files, a few at a time, and gives back their SHA-256 in the same order. They are taken from the
   * source as they are sent, so that they need not all be in memory. `onSent` is told how many are done.
   */
  uploadMany(files: FileSource, onSent?: (count: number) => void): Promise<string[]>;
  /** Fetches a file that the command names from the server. What it writes is not checked yet. */
  fetchFile(wanted: WantedFile): Promise<void>;
}

/** A file on its way to the server: its bytes, a browser's file, or where it lies on the device's disk. */
export type OutgoingFile = { mimeType: string } & ({ bytes: Uint8Array } | { blob: Blob } | { path: string });

/** Files that may be made one by one. */
export type FileSource = Iterable<OutgoingFile> | AsyncIterable<OutgoingFile>;

/** Reads one kind of data from the device. What it throws becomes the reason of the failed command. */
export type Collect<Id extends DeviceFeatureId> = (work?: Work) => Promise<readonly RowOf<Id>[]>;

/** What a device can answer. The compiler asks for one entry per declared feature. */
export type Collectors = { readonly [Id in DeviceFeatureId]: Collect<Id> };

/** Carries out one kind of command that is no Update. The rows it gives back are its answer; most have none. */
export type Act<Type extends CommandType> = (params: CommandParams<Type>, work: Work) => Promise<readonly DeviceRow[]>;

/** What a device can do beside answering Updates. What is left out, it says it cannot do. */
export type Acts = { readonly [Type in CommandType]?: Act<Type> };
