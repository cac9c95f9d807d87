import type { BlobStore } from '../core/blobs/blob-store.ts';
import type { Clock } from '../core/clock.ts';
import type { Config } from '../core/config.ts';
import type { Disk } from '../core/disk.ts';
import type { ServerLog } from '../core/log.ts';
import type { Mail } from '../core/mail/mail-message.ts';
import type { Scheduler } from '../core/scheduler.ts';
import type { Vault } from '../core/vault.ts';
import type { LogEvent } from './log-events.ts';
import type { Database } from './schema/schema.ts';
import type { ServerBus } from './server-bus.ts';

/** The technical services that every part of the product uses. */
export interface Infrastructure {
  config: Config;
  /** The clock of metrics over time: the demo sets it back while it creates its history. The database sets the times of rows. */
  clock: Clock;
  /** Runs what the server does by time, and measures timeouts. */
  scheduler: Scheduler;
  log: ServerLog<LogEvent>;
  db: Database;
  bus: ServerBus;
  blobs: BlobStore;
  disk: Disk;
  mail: Mail;
  vault: Vault;
}
