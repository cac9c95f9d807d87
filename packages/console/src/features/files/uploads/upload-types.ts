import type { CdnFile, Command } from '@fairwatch/contract';
import type { TransferRate } from './meter.ts';

/** `reading`: the hash is computed. `offline`: waiting for the connection. `stored`: the server has the whole file. */
export type UploadState = 'waiting' | 'reading' | 'sending' | 'offline' | 'paused' | 'stored' | 'failed';

/** One file of an upload, for the page. */
export interface UploadItem {
  id: number;
  name: string;
  /** The folder on the device. */
  folder: string;
  size: number;
  state: UploadState;
  /** Bytes that were hashed while `reading`, otherwise bytes that the server has received. */
  done: number;
  rate: TransferRate | null;
  /** The error text of a failed upload. */
  problem: string | null;
  stored: CdnFile | null;
  /** True once the device has fetched the file. */
  delivered: boolean;
}

/** The transfer of a bundle from the server to the device. `busy`: another command of the device is open. */
export type Delivery =
  | { state: 'uploading' | 'busy' | 'done' }
  | { state: 'requested'; command: Command }
  | { state: 'failed'; problem: string };

/** The files of one upload action, delivered together once all are stored. */
export interface UploadBundle {
  id: number;
  deviceId: number;
  items: readonly UploadItem[];
  delivery: Delivery;
}

const openStates: readonly UploadState[] = ['waiting', 'reading', 'sending', 'offline', 'paused'];

/** True while the file is not yet stored and has not failed. */
export function isOpen({ state }: UploadItem): boolean {
  return openStates.includes(state);
}

/** True while leaving the page would lose something: files to upload, or commands to send. */
export function isBusy({ items, delivery }: UploadBundle): boolean {
  return items.some(isOpen) || delivery.state === 'busy';
}
