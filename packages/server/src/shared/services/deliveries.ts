import type { Database } from '../schema/schema.ts';
import type { Session } from '../session.ts';

/** Where an uploaded file goes: into a folder of its device, as part of a run of this admin. */
export interface DeliveryTarget {
  session: Session;
  deviceId: number;
  /** The folder of the device; empty for the shared folder itself. */
  folder: string;
  /** The client id of the run. The first file of a run begins it. */
  runClientId: string;
}

/** A stored file to be delivered. */
export interface FileDelivery extends DeliveryTarget {
  file: { id: number; name: string; sha256: string; size: number };
}

/** Delivers uploaded files to their devices, so that no page has to stay open for it. */
export interface Deliveries {
  /**
   * Appends a file to its run in the caller's transaction, which also stores the file: either both are committed or neither. It is
   * idempotent: a file with the same folder, name and hash is delivered once per run, because the answer to an upload may be lost and the
   * upload repeated. Throws when the run is of another admin or for another device; then nothing is stored.
   */
  append(db: Database, delivery: FileDelivery): Promise<void>;
  /** Called after the commit, so that the delivery begins at once. A delivery for which it was not called begins later by itself. */
  begin(deviceId: number): void;
}
