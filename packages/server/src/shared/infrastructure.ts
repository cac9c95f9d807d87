import type { BlobStore } from '../core/blobs/blob-store.ts';
import type { NamedFiles } from '../core/blobs/named-files.ts';
import type { UploadParts } from '../core/blobs/upload-parts.ts';
import type { FrameRelay } from '../core/bus/frame-relay.ts';
import type { Clock } from '../core/clock.ts';
import type { Config } from '../core/config/config.ts';
import type { Disk } from '../core/disk.ts';
import type { ServerLog } from '../core/log.ts';
import type { Mail } from '../core/mail/mail-message.ts';
import type { Jobs } from '../core/jobs/jobs.ts';
import type { Scheduler } from '../core/jobs/scheduler.ts';
import type { Vault } from '../core/vault.ts';
import type { LogEvent } from './log-events.ts';
import type { Database } from './schema/schema.ts';
import type { ServerBus } from './server-bus.ts';

/** This server among those that use the same database. */
export interface ServerIdentity {
  /** A new one for each start. */
  id: string;
  /** The owner's name for it. */
  name: string;
  /** True when other servers may use the same database. */
  isCluster: boolean;
}

/** The technical services that every part of the product uses. */
export interface Infrastructure {
  server: ServerIdentity;
  config: Config;
  /** The clock of metrics over time: the demo sets it back while it creates its history. The database sets the times of rows. */
  clock: Clock;
  /** Runs what the server does by time, and measures timeouts. */
  scheduler: Scheduler;
  /** Runs what the server does by itself. What is left of it is closed before the database is. */
  jobs: Jobs<LogEvent>;
  log: ServerLog<LogEvent>;
  db: Database;
  bus: ServerBus;
  /** Carries the pictures of live views to other servers. */
  frames: FrameRelay;
  blobs: BlobStore;
  /** The bytes of uploads that are not finished. */
  uploadParts: UploadParts;
  /** The archives of people, under the names of `archives.ts`. */
  archiveFiles: NamedFiles;
  /** The map that the owner fetched, under the name that the setting `map-data` has. */
  mapFiles: NamedFiles;
  disk: Disk;
  mail: Mail;
  vault: Vault;
}
