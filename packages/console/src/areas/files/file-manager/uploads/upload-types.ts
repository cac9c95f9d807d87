import type { CdnFile, Run } from '@fairwatch/contract';
import type { TransferRate } from './meter.ts';

/** `reading`: the hash is computed. `offline`: waiting for the connection. `stored`: the server has the whole file. */
export type UploadState = 'waiting' | 'reading' | 'sending' | 'offline' | 'paused' | 'stored' | 'failed';

/** One file of an upload, for the page. */
export interface UploadItem {
  id: number;
  name: string;
  /** The folder on the device. */
  folder: string;
  /** The client id of the run that delivers the file. The server appends the file to it with the last byte. */
  deliverRun: string;
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

/**
 * The transfer of a bundle from the server to the device, which the server begins with each file that it has. `starting`: the tab asks
 * for the runs, to follow them. `requested`: it follows them.
 */
export type Delivery =
  | { state: 'uploading' | 'starting' | 'done' }
  | { state: 'requested'; runs: readonly Run[] }
  | { state: 'failed'; problem: string };

/** The files of one upload action. */
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

/** True while leaving the page would lose something: files that the server does not have yet. */
export function isBusy({ items }: UploadBundle): boolean {
  return items.some(isOpen);
}
