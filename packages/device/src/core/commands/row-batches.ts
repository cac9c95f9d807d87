import { limits, type DeviceRow } from '@fairwatch/contract';

/** Bytes of a frame that are left for the fields around the rows. */
const batchBytes = limits.device.maxFrameBytes - 1024;

const encoder = new TextEncoder();

/** Splits rows into batches within both limits of a frame, rows and bytes. Throws for a row that is too large for any frame. */
export function* rowBatches(rows: readonly DeviceRow[]): Generator<DeviceRow[]> {
  let batch: DeviceRow[] = [];
  let bytes = 0;
  for (const row of rows) {
    const rowBytes = encoder.encode(JSON.stringify(row)).length + 1;
    if (rowBytes > batchBytes) throw new Error('One of the rows is too large to be sent.');
    if (batch.length === limits.device.rowsPerBatch || (batch.length > 0 && bytes + rowBytes > batchBytes)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(row);
    bytes += rowBytes;
  }
  if (batch.length > 0) yield batch;
}
