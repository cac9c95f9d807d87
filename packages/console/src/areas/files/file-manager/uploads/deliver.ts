import { limits, receiveFiles, repeatRun, type Run, type RunAction } from '@fairwatch/contract';
import { call } from '../../../../core/api/client.ts';
import { createClientId } from '../../../../core/api/client-id.ts';
import { startDeviceRun } from '../../../../shared/run-progress/start-run.ts';
import type { UploadItem } from './upload-types.ts';

/** Uploaded files for one folder of the device, which one run delivers. */
export interface DeliveryBatch {
  folder: string;
  items: readonly UploadItem[];
  /** Kept for a retry: a request that did arrive starts nothing twice. */
  clientId: string;
  /** The run whose unsuccessful items are repeated; null to deliver all files. */
  repeats: number | null;
}

/** Gives each file the run that delivers it: one per folder and `limits.run.filesPerRun` files. */
export function withRuns(items: readonly UploadItem[]): UploadItem[] {
  const size = limits.run.filesPerRun;
  const runs = new Map<string, { clientId: string; files: number }>();
  return items.map((item) => {
    const known = runs.get(item.folder);
    const run = known === undefined || known.files === size ? { clientId: createClientId(), files: 0 } : known;
    run.files += 1;
    runs.set(item.folder, run);
    return { ...item, deliverRun: run.clientId };
  });
}

/** The files of each run. */
export function batchesOf(items: readonly UploadItem[]): DeliveryBatch[] {
  return Array.from(Map.groupBy(items, ({ deliverRun }) => deliverRun)).map(([clientId, inRun]) => ({
    folder: inRun[0]?.folder ?? '',
    items: inRun,
    clientId,
    repeats: null,
  }));
}

/** The delivery of what a run did not bring to the device. */
export function repeated(batch: DeliveryBatch, run: Run): DeliveryBatch {
  return { ...batch, clientId: createClientId(), repeats: run.id };
}

/**
 * Finds the run in which the device fetches the uploaded files, which the server began with the first of them: starting a run that exists
 * answers with it.
 */
export async function findDelivery(deviceId: number, batch: DeliveryBatch): Promise<Run> {
  const { folder, items, clientId, repeats } = batch;
  if (repeats !== null) return (await call(repeatRun, { runId: repeats, clientId })).data;
  const files = items.flatMap(({ stored, name }) => (stored === null ? [] : [{ id: stored.id, name }]));
  const action: RunAction = { action: 'RECEIVE_FILES', folder, files };
  return await startDeviceRun({ deviceId, action, uses: [receiveFiles], clientId });
}
