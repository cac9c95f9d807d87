import type { CdnFile, Command } from '@fairwatch/contract';
import type { Pace } from './meter.ts';

/** Where one file stands: in line, read for its hash, on its way, cut off, held, with the server, or refused. */
export type UploadState = 'waiting' | 'reading' | 'sending' | 'offline' | 'paused' | 'stored' | 'failed';

/** One file that somebody uploads, as the page shows it. */
export interface UploadItem {
  id: number;
  name: string;
  /** The folder on the device. */
  folder: string;
  size: number;
  state: UploadState;
  /** Bytes: read while it is read, else with the server. */
  done: number;
  pace: Pace | null;
  /** Why it failed. */
  problem: string | null;
  stored: CdnFile | null;
  /** The device has it. */
  delivered: boolean;
}

/** How the files of a bundle come from the server to the device. */
export type Delivery =
  | { state: 'uploading' | 'busy' | 'done' }
  | { state: 'asked'; command: Command }
  | { state: 'failed'; problem: string };

/** The files that were chosen together. */
export interface UploadBundle {
  id: number;
  deviceId: number;
  items: readonly UploadItem[];
  delivery: Delivery;
}

const openStates: readonly UploadState[] = ['waiting', 'reading', 'sending', 'offline', 'paused'];

export function isOpen({ state }: UploadItem): boolean {
  return openStates.includes(state);
}

/** Whether leaving the page would lose something. */
export function isBusy({ items, delivery }: UploadBundle): boolean {
  return items.some(isOpen) || delivery.state === 'busy';
}
